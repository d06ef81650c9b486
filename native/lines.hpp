// The lines of play of a search without a table: one a ply, each the head of the one above it.
#pragma once

#include <cstddef>
#include <cstdint>
#include <cstring>
#include <vector>

#include "inline.hpp"
#include "watch.hpp"

namespace plyground {

class Lines {
public:
    explicit Lines(int most_plies)
        : stride_((static_cast<std::size_t>(most_plies) + 2 * block) / block * block),
          moves_((static_cast<std::size_t>(most_plies) + 2) * stride_), length_(moves_.size() / stride_) {}

    // At this ply, play goes no further.
    PLYGROUND_HOT void none(int ply) { length_[ply] = 0; }

    // At this ply, the line is a move and then the line of the ply below.
    PLYGROUND_HOT void lead(int ply, int move) {
        std::uint8_t* to = moves_.data() + ply * stride_;
        const std::uint8_t* from = to + stride_;
        const std::size_t rest = length_[ply + 1];
        *to++ = static_cast<std::uint8_t>(move);
        for (std::size_t done = 0; done < rest; done += block) std::memcpy(to + done, from + done, block);
        length_[ply] = rest + 1;
    }

    static int score(int value) { return value; }
    bool empty(int ply, int) const { return length_[ply] == 0; }
    Line whole(int ply, int) const {
        const auto from = moves_.begin() + static_cast<std::ptrdiff_t>(ply * stride_);
        return Line(from, from + static_cast<std::ptrdiff_t>(length_[ply]));
    }

private:
    static constexpr std::size_t block = 16;  // bytes copied at once, a line's length or not

    std::size_t stride_;
    std::vector<std::uint8_t> moves_;
    std::vector<std::size_t> length_;
};

}  // namespace plyground
