// The opening book: the value of every position of the first plies, up to mirror images.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <stdexcept>
#include <string_view>
#include <utility>
#include <vector>

#include "board.hpp"
#include "position.hpp"

namespace plyground::solver {

// The mirror keys, sorted, of the positions that follow from the given ones and in which the game goes on.
template <class Rules>
std::vector<std::uint64_t> keys_after(const Rules& rules, const std::vector<std::uint64_t>& keys) {
    const Layout& layout = rules.layout;
    std::vector<std::uint64_t> next;
    for (const std::uint64_t key : keys) {
        const Position position = position_of(layout, key);
        if (position.discs + 1 >= layout.cells) continue;
        Bitboard moves = rules.playable(position.taken) & ~rules.threats(position.own, position.taken);
        for (; moves; moves = without_lowest_cell(moves))
            next.push_back(mirror_key(layout, position.after(lowest_cell(moves))));
    }
    std::sort(next.begin(), next.end());
    next.erase(std::unique(next.begin(), next.end()), next.end());
    return next;
}

// Reads the bytes of a book one after the other.
class BookReader {
public:
    explicit BookReader(std::string_view bytes) : bytes_(bytes) {}

    bool at_end() const { return at_ >= bytes_.size(); }

    std::uint64_t byte() {
        if (at_end()) throw std::invalid_argument(cut_short);
        return static_cast<unsigned char>(bytes_[at_++]);
    }

    // Four bytes, the lowest first.
    std::size_t count() {
        std::size_t number = 0;
        for (int i = 0; i < 4; ++i) number |= byte() << (8 * i);
        if (number > bytes_.size()) throw std::invalid_argument(cut_short);
        return number;
    }

    // Seven bits a byte, the lowest first; the eighth bit says that more follow.
    std::uint64_t step() {
        constexpr int max_shift = 63;
        std::uint64_t number = 0;
        for (int shift = 0; shift <= max_shift; shift += 7) {
            const std::uint64_t next = byte();
            number |= (next & 127) << shift;
            if (next < 128) break;
        }
        return number;
    }

private:
    static constexpr const char* cut_short = "the opening book is cut short";

    std::string_view bytes_;
    std::size_t at_ = 0;
};

// The bytes of a book, as src/plyground/solver/book.py writes them: for each ply the number of positions, the steps
// from key to key, and the values (one signed byte each).
class Book {
public:
    Book(const Layout& layout, std::string_view bytes) : layout_(layout) {
        for (BookReader reader(bytes); !reader.at_end();) {
            std::vector<BookEntry> entries(reader.count());
            std::uint64_t key = 0;
            for (BookEntry& entry : entries) entry.key = key += reader.step();
            for (BookEntry& entry : entries) entry.value = static_cast<signed char>(reader.byte());
            plies_.push_back(std::move(entries));
        }
    }

    int deepest_ply() const { return static_cast<int>(plies_.size()) - 1; }

    std::optional<int> find(const Position& position) const {
        if (position.discs > deepest_ply()) return std::nullopt;
        const std::vector<BookEntry>& entries = plies_[position.discs];
        const std::uint64_t key = mirror_key(layout_, position);
        const auto found = std::lower_bound(
            entries.begin(), entries.end(), key,
            [](const BookEntry& entry, std::uint64_t wanted) { return entry.key < wanted; });
        if (found == entries.end() || found->key != key) return std::nullopt;
        return found->value;
    }

    std::optional<int> find_key(std::uint64_t key) const { return find(position_of(layout_, key)); }

    // A lower bound one ply beyond the book. Whoever moved last had a position of value v, and this move among others:
    // the move is worth at most v to them, so the position is worth at least -v to us.
    std::optional<int> lower_bound(const Position& position) const {
        std::optional<int> best;
        if (position.discs != deepest_ply() + 1) return best;
        for (int index = 0; index < layout_.columns; ++index) {
            const Bitboard column = position.taken & layout_.column(index);
            const Bitboard highest = column & ~(column >> 1);
            if (!(highest & position.other())) continue;
            const Position before{position.other() ^ highest, position.taken ^ highest, position.discs - 1};
            if (const auto value = find(before)) best = std::max(best.value_or(-*value), -*value);
        }
        return best;
    }

private:
    struct BookEntry {
        std::uint64_t key;
        int value;
    };

    Layout layout_;
    std::vector<std::vector<BookEntry>> plies_;
};

}  // namespace plyground::solver
