// Two sets of cells, one of each side, and what is done to both at once.
#pragma once

#include "../attributes.hpp"
#include "board.hpp"

namespace plyground::solver {

#if defined(__GNUC__)
// One instruction works on both, where the processor has such.
using Sides [[gnu::vector_size(16)]] = Bitboard;
#else
struct Sides {
    Bitboard own, other;

    constexpr Bitboard operator[](int side) const { return side == 0 ? own : other; }
};
constexpr Sides operator&(Sides a, Sides b) { return {a.own & b.own, a.other & b.other}; }
constexpr Sides operator|(Sides a, Sides b) { return {a.own | b.own, a.other | b.other}; }
constexpr Sides operator~(Sides a) { return {~a.own, ~a.other}; }
constexpr Sides operator<<(Sides a, int step) { return {a.own << step, a.other << step}; }
constexpr Sides operator>>(Sides a, int step) { return {a.own >> step, a.other >> step}; }
#endif

// Side 0 is the one to move.
PLYGROUND_HOT Sides for_both(Bitboard cells) { return Sides{cells, cells}; }
PLYGROUND_HOT Sides swapped(Sides sides) { return Sides{sides[1], sides[0]}; }
PLYGROUND_HOT Bitboard of_either(Sides sides) { return sides[0] | sides[1]; }

}  // namespace plyground::solver
