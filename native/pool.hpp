// Many small things that stay where they are made and are let go of together: growing never moves them,
// so that a large tree or table of lines does not stand still to be copied.
#pragma once

#include <bit>
#include <cstddef>
#include <cstdint>
#include <new>
#include <vector>

#include "memory.hpp"

namespace plyground {

// Of things that are nothing but zeros when they are new. A few need little memory; then it comes from the
// system in large pieces, which go back to it without troubling the other threads of the process.
template <class Thing>
class Pool {
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
    const Thing& operator[](Index index) const { return const_cast<Pool&>(*this)[index]; }

private:
    static constexpr std::size_t few = 256, many = std::bit_ceil((4u << 20) / sizeof(Thing));

    std::vector<ZeroedArray<Thing>> chunks_;
    std::size_t made_ = 0, end_ = 0;
};

}  // namespace plyground
