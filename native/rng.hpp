// The stream of src/plyground/rng.py, number for number.
#pragma once

#include <cstdint>
#include <stdexcept>

#include "wide_product.hpp"

namespace plyground {

class SplitMix64 {
public:
    explicit SplitMix64(std::uint64_t seed) : state_(seed) {}

    // The seed of a stream that goes on from here.
    std::uint64_t state() const { return state_; }

    std::uint64_t next() {
        state_ += 0x9E3779B97F4A7C15u;
        std::uint64_t mixed = state_;
        mixed = (mixed ^ (mixed >> 30)) * 0xBF58476D1CE4E5B9u;
        mixed = (mixed ^ (mixed >> 27)) * 0x94D049BB133111EBu;
        return mixed ^ (mixed >> 31);
    }

    // 0 to bound - 1, each equally likely (Lemire 2019: multiply, rarely draw again).
    std::uint64_t below(std::uint64_t bound) {
        if (bound == 0) throw std::invalid_argument("bound must be 1 to 2**64 - 1, not 0");
        WideProduct product = multiply(next(), bound);
        if (product.low < bound) {
            const std::uint64_t uneven = (0 - bound) % bound;
            while (product.low < uneven) product = multiply(next(), bound);
        }
        return product.high;
    }

private:
    std::uint64_t state_;
};

}  // namespace plyground
