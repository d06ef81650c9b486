// A solver of any game that there is room for, as one type for the bindings, and the boards that they hand to it.
#pragma once

#include <bit>
#include <cstddef>
#include <memory>
#include <stdexcept>
#include <string_view>
#include <variant>

#include "../any_line_game.hpp"
#include "../bind/layout.hpp"
#include "solver.hpp"

namespace plyground::solver {

using ConnectFourRules = GravityRules<FixedBoard<7, 6, 4>>;
using AnyGravityRules = GravityRules<AnyBoard>;
using ConnectFourSolver = Solver<ConnectFourRules, 49>;
using GravitySolver = Solver<AnyGravityRules, 0>;
using FreeSolver = Solver<FreeRules, 0>;
using AnySolver =
    std::variant<std::unique_ptr<ConnectFourSolver>, std::unique_ptr<GravitySolver>, std::unique_ptr<FreeSolver>>;

inline AnySolver make_solver(const Layout& layout, bool gravity, std::size_t table_bytes, int threads, const Book* book,
                             Keys keys) {
    if (!gravity) {
        if (layout.cells > 32) throw std::invalid_argument("a board without gravity has at most 32 cells");
        return std::make_unique<FreeSolver>(FreeRules(AnyBoard{layout}), table_bytes, threads, book, keys);
    }
    if (layout.columns == 7 && layout.rows == 6 && layout.k == 4)
        return std::make_unique<ConnectFourSolver>(ConnectFourRules(), table_bytes, threads, book, keys);
    return std::make_unique<GravitySolver>(AnyGravityRules(AnyBoard{layout}), table_bytes, threads, book, keys);
}

inline std::size_t min_table_bytes(const Layout& layout, bool gravity) {
    return sizeof(Bucket) << ExactTable<0>::least_bits(gravity ? layout.key_bits : 2 * layout.cells);
}

inline Bitboard bitboard_from(const Layout& layout, std::string_view given) {
    if (given.size() != board_bytes) throw std::invalid_argument("stones are 32 bytes");
    const auto* bytes = reinterpret_cast<const unsigned char*>(given.data());
    Bitboard found = 0;
    for (int cell = 0; cell < max_cells; ++cell) {
        if (!(bytes[cell / 8] >> (cell % 8) & 1)) continue;
        if (cell >= layout.cells) throw std::invalid_argument("a stone lies beside the board");
        found |= bit_of_cell(layout, cell);
    }
    return found;
}

inline Position position_from(const Layout& layout, std::string_view own, std::string_view other) {
    const Bitboard ours = bitboard_from(layout, own), theirs = bitboard_from(layout, other);
    if (ours & theirs) throw std::invalid_argument("two stones on one cell");
    return {ours, ours | theirs, std::popcount(ours | theirs)};
}

}  // namespace plyground::solver
