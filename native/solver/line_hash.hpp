// A hash of 128 bits of the state of the lines, of which the table uses 104.
#pragma once

#include <bit>
#include <cstdint>

#include "../wide_product.hpp"
#include "lines.hpp"

namespace plyground::solver {

struct LineHash {
    std::uint64_t first, second;
};

// Mixes pairs of words: the product of two words depends on every bit of both.
class PairMixer {
public:
    PLYGROUND_HOT void add(std::uint64_t one, std::uint64_t other, std::uint64_t salt) {
        const WideProduct product = multiply(one ^ salt, other ^ std::rotl(salt, 29));
        high_ ^= product.high;
        low_ ^= product.low;
    }

    // The middle bits of a product depend on more than the outer ones: here each gets some of them. Reversible.
    PLYGROUND_HOT LineHash finished() const {
        std::uint64_t high = high_ ^ low_ * 0x9E3779B97F4A7C15;
        high = (high ^ high >> 32) * 0xD6E8FEB86659FD93;
        high ^= high >> 32;
        return {low_ + high * 0xA0761D6478BD642F, high};
    }

private:
    std::uint64_t high_ = 0, low_ = 0;
};

PLYGROUND_HOT LineHash hash_of(const Layout& layout, const Lines& lines, Bitboard taken, Bitboard dead) {
    const auto& [up, downwards, level, upwards] = lines.living;
    const std::uint64_t heights = (taken + layout.bottom_row) & ~dead;
    // Discs in dead columns only pass the move: what counts is how many more there can be, and not where.
    const auto spare = static_cast<std::uint64_t>(std::popcount(layout.all_cells & dead & ~taken));
    PairMixer mixer;
    mixer.add(lines.wins[0], lines.wins[1], 0x589965CC75374CC3);
    if (is_small(layout)) {
        const Sides others = slanted_and_level(lines);
        mixer.add(others[0], others[1], 0x9E3779B97F4A7C15);
        // Upright lines begin in the three lowest rows.
        mixer.add(up[0] | up[1] << 3, heights | spare << 49, 0xA0761D6478BD642F);
    } else {
        mixer.add(downwards[0], downwards[1], 0x9E3779B97F4A7C15);
        mixer.add(upwards[0], upwards[1], 0x2D358DCCAA6C78A5);
        mixer.add(level[0], level[1], 0x4B33A62ED433D4A3);
        mixer.add(up[0], up[1], 0xA0761D6478BD642F);
        mixer.add(heights, spare, 0xE7037ED1A0B428DB);
    }
    return mixer.finished();
}

}  // namespace plyground::solver
