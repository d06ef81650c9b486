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

#include "solver_board.hpp"
#include "solver_rules.hpp"

namespace plyground::solver {

inline std::uint64_t mirror_key(const Measures& board, const Place& at) {
    const std::uint64_t key = at.own + at.taken;
    return std::min(key, mirrored(board, key));
}

// A key names its position: in every column it is the stones of the side to move, plus a one for each disc.
inline Place place_of(const Measures& board, std::uint64_t key) {
    Place at{0, 0, 0};
    for (int index = 0; index < board.columns; ++index) {
        const Cells column = key >> (index * board.stride) & low_bits(board.stride);
        const int height = std::bit_width(column + 1) - 1;
        at.taken |= low_bits(height) << (index * board.stride);
        at.own |= (column - low_bits(height)) << (index * board.stride);
        at.discs += height;
    }
    return at;
}

// The keys of the positions that follow from those of one ply and in which the game goes on, in order.
template <class Rules>
std::vector<std::uint64_t> keys_after(const Rules& rules, const std::vector<std::uint64_t>& keys) {
    std::vector<std::uint64_t> next;
    for (const std::uint64_t key : keys) {
        const Place at = place_of(rules.b(), key);
        Cells open = rules.playable(at.taken) & ~rules.threats(at.own, at.taken);
        for (; open && at.discs + 1 < rules.b().cells; open &= open - 1)
            next.push_back(mirror_key(rules.b(), {at.other(), at.taken | lowest(open), at.discs + 1}));
    }
    std::sort(next.begin(), next.end());
    next.erase(std::unique(next.begin(), next.end()), next.end());
    return next;
}

// For each ply: how many positions (four bytes), the steps from key to key (seven bits a byte, the eighth says
// that more follow), the values (one byte each). src/plyground/solver/book.py writes it.
class Book {
public:
    Book(const Measures& board, std::string_view bytes) : board_(board) {
        std::size_t at = 0;
        const auto next = [&] {
            if (at >= bytes.size()) throw std::invalid_argument("the opening book is cut short");
            return static_cast<unsigned char>(bytes[at++]);
        };
        while (at < bytes.size()) {
            std::size_t count = 0;
            for (int i = 0; i < 4; ++i) count |= std::size_t{next()} << (8 * i);
            if (count > bytes.size()) throw std::invalid_argument("the opening book is cut short");
            std::vector<Known> ply(count);
            std::uint64_t key = 0;
            for (Known& known : ply) {
                std::uint64_t step = 0;
                for (int shift = 0;; shift += 7) {
                    const std::uint64_t byte = next();
                    step |= (byte & 127) << shift;
                    if (byte < 128 || shift > 56) break;
                }
                known.key = key += step;
            }
            for (Known& known : ply) known.value = static_cast<signed char>(next());
            plies_.push_back(std::move(ply));
        }
    }

    int plies() const { return static_cast<int>(plies_.size()) - 1; }  // the deepest ply it knows

    std::optional<int> find(const Place& at) const {
        if (at.discs >= static_cast<int>(plies_.size())) return std::nullopt;
        const std::vector<Known>& ply = plies_[at.discs];
        const std::uint64_t key = mirror_key(board_, at);
        const auto found = std::lower_bound(ply.begin(), ply.end(), key,
                                            [](const Known& known, std::uint64_t wanted) { return known.key < wanted; });
        if (found == ply.end() || found->key != key) return std::nullopt;
        return found->value;
    }

    // One ply beyond the book: a position is worth at least what any position that leads to it says.
    int at_least(const Place& at) const {
        int least = -unproven;
        if (at.discs != static_cast<int>(plies_.size())) return least;
        for (int index = 0; index < board_.columns; ++index) {
            const Cells column = at.taken & board_.column(index);
            const Cells last = column & ~(column >> 1);  // the highest disc
            if (!(last & at.other())) continue;
            if (const auto before = find({at.other() ^ last, at.taken ^ last, at.discs - 1}))
                least = std::max(least, -*before);
        }
        return least;
    }

    std::optional<int> value_of(std::uint64_t key) const { return find(place_of(board_, key)); }

private:
    struct Known {
        std::uint64_t key;
        int value;
    };

    Measures board_;
    std::vector<std::vector<Known>> plies_;
};

}  // namespace plyground::solver
