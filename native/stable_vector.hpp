// Many small things that stay where they are made and are freed together. Growing never copies them, so a large
// tree never stops for it.
#pragma once

#include <bit>
#include <cstddef>
#include <cstdint>
#include <new>
#include <vector>

#include "zeroed_array.hpp"

namespace plyground {

// New things are all zeros. The first few need little memory; the rest comes from the system in large chunks, which
// are given back without blocking other threads.
template <class Thing>
class StableVector {
public:
    using Index = std::uint32_t;

    // The index of the first of `count` new things in a row, at most 256 of them.
    Index make(std::size_t count = 1) {
        if (made_ + count > end_) {
            made_ = end_;
            end_ += chunks_.empty() ? few : many;
            if (end_ > UINT32_MAX || (chunks_.size() % 64 == 63 && available_bytes() < 64 * many * sizeof(Thing)))
                throw std::bad_alloc();
            chunks_.emplace_back(chunks_.empty() ? few : many, Pages::small);
        }
        made_ += count;
        return static_cast<Index>(made_ - count);
    }

    Thing& operator[](Index index) {
        return index < few ? chunks_[0][index] : chunks_[1 + (index - few) / many][(index - few) % many];
    }
    const Thing& operator[](Index index) const { return const_cast<StableVector&>(*this)[index]; }

private:
    static constexpr std::size_t few = 256, many = std::bit_ceil((4u << 20) / sizeof(Thing));

    std::vector<ZeroedArray<Thing>> chunks_;
    std::size_t made_ = 0, end_ = 0;
};

}  // namespace plyground
