// Boards as Python gives them, for those bindings that hand them to the solver.
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <stdexcept>

#include "../solver/position.hpp"

namespace plyground {

inline solver::Layout checked_layout(int columns, int rows, int k) {
    if (columns < 1 || rows < 1 || columns > 64 || rows > 63 || columns * (rows + 1) > 64)
        throw std::invalid_argument("the solver's boards have columns x (rows + 1) <= 64");
    if (k < 1 || k > std::max(columns, rows)) throw std::invalid_argument("no line of k fits");
    return {columns, rows, k};
}

// Python numbers cells row by row from the top left, the solver column by column from the bottom left.
constexpr solver::Bitboard bit_of_cell(const solver::Layout& layout, int cell) {
    const int column = cell % layout.columns, row = layout.rows - 1 - cell / layout.columns;
    return solver::Bitboard{1} << (column * layout.stride + row);
}

constexpr int cell_of_bit(const solver::Layout& layout, solver::Bitboard bit) {
    const int index = std::countr_zero(bit), column = index / layout.stride, row = index % layout.stride;
    return (layout.rows - 1 - row) * layout.columns + column;
}

}  // namespace plyground
