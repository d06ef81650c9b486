// The rules of a game of any size as one type for the bindings: it picks the smallest template that holds the board.
#pragma once

#include <algorithm>
#include <cstdint>
#include <memory>
#include <mutex>
#include <stdexcept>
#include <string_view>
#include <type_traits>
#include <utility>
#include <variant>

#include "line_game.hpp"
#include "symmetry.hpp"

namespace plyground {

constexpr int max_cells = 256;
constexpr int board_bytes = max_cells / 8;

// A position as Python gives it: 256 bits of X, 256 bits of O, who moves. The bytes must outlive it.
struct Board {
    template <class Bytes>
    Board(const Bytes& x, const Bytes& o, int who) : first(x.c_str(), x.size()), second(o.c_str(), o.size()), to_move(who) {}

    std::string_view first, second;
    int to_move;
};

template <int Words>
Bits<Words> stones(std::string_view given, const LineGame<Words>& game) {
    if (given.size() != board_bytes) throw std::invalid_argument("stones are 32 bytes");
    const auto* bytes = reinterpret_cast<const unsigned char*>(given.data());
    Bits<Words> bits;
    for (int at = 0; at < board_bytes; ++at) {
        if (!bytes[at]) continue;
        if (at >= 8 * Words) throw std::invalid_argument("a stone lies beside the board");
        bits.word[at / 8] |= std::uint64_t{bytes[at]} << (at % 8 * 8);
    }
    if (bits.without(game.board)) throw std::invalid_argument("a stone lies beside the board");
    return bits;
}

template <int Words>
LinePosition<Words> position(const LineGame<Words>& game, const Board& board) {
    if (board.to_move != 0 && board.to_move != 1) throw std::invalid_argument("to_move is 0 or 1");
    const auto made = LinePosition<Words>::of(stones(board.first, game), stones(board.second, game), board.to_move);
    if (made.own & made.other) throw std::invalid_argument("two stones on one cell");
    if (game.floats(made.occupied())) throw std::invalid_argument("a disc floats above an empty cell");
    return made;
}

class LineRules {
public:
    LineRules(int columns, int rows, int k, bool gravity) : game_(make(columns, rows, k, gravity)) {}

    // Calls `visit` with the game and the position that a board is in it.
    template <class Visit>
    auto with(const Board& board, Visit visit) const {
        return std::visit([&](const auto& game) { return visit(game, position(game, board)); }, game_);
    }

    // Calls `visit` with the game.
    template <class Visit>
    auto with_game(Visit visit) const {
        return std::visit(visit, game_);
    }

    // Made when first asked for: those of a large board take time and memory.
    template <int Words>
    const Symmetries<Words>& symmetries(const LineGame<Words>& game) const {
        std::call_once(once_, [&] { symmetries_ = std::make_unique<Symmetries<Words>>(game); });
        return *std::get<std::unique_ptr<Symmetries<Words>>>(symmetries_);
    }

private:
    using AnyGame = std::variant<LineGame<1>, LineGame<4>>;
    using AnySymmetries = std::variant<std::unique_ptr<Symmetries<1>>, std::unique_ptr<Symmetries<4>>>;

    static AnyGame make(int columns, int rows, int k, bool gravity) {
        if (columns < 1 || rows < 1 || columns > max_cells || rows > max_cells / columns)
            throw std::invalid_argument("a board has 1 to 256 cells");
        if (k < 1 || k > std::max(columns, rows)) throw std::invalid_argument("no line of k fits");
        const int cells = columns * rows;
        if (cells <= 64) return LineGame<1>(columns, rows, k, gravity);
        return LineGame<4>(columns, rows, k, gravity);
    }

    AnyGame game_;
    mutable std::once_flag once_;
    mutable AnySymmetries symmetries_;
};

// The number of words that a game or a position is a template on.
template <int Words>
constexpr std::integral_constant<int, Words> words_of(const LineGame<Words>&) {
    return {};
}

}  // namespace plyground
