// Principal variations of a search without a table: one line of play a ply, each a move and the line below it.
#pragma once

#include <cstddef>
#include <cstdint>
#include <cstring>
#include <vector>

#include "attributes.hpp"
#include "score.hpp"

namespace plyground {

class PvTable {
public:
    explicit PvTable(int max_plies)
        : stride_((static_cast<std::size_t>(max_plies) + 2 * block) / block * block),
          moves_((static_cast<std::size_t>(max_plies) + 2) * stride_), length_(moves_.size() / stride_) {}

    // At this ply, play goes no further.
    PLYGROUND_HOT void clear(int ply) { length_[ply] = 0; }

    // At this ply, the line is a move and then the line of the ply below.
    PLYGROUND_HOT void update(int ply, int move) {
        std::uint8_t* to = moves_.data() + ply * stride_;
        const std::uint8_t* from = to + stride_;
        const std::size_t rest = length_[ply + 1];
        *to++ = static_cast<std::uint8_t>(move);
        for (std::size_t done = 0; done < rest; done += block) std::memcpy(to + done, from + done, block);
        length_[ply] = rest + 1;
    }

    // What a watch asks of a result, here a plain value: its score, and the line that belongs to it.
    static int score(int value) { return value; }
    bool empty(int ply, int) const { return length_[ply] == 0; }
    Line line(int ply, int) const {
        const auto from = moves_.begin() + static_cast<std::ptrdiff_t>(ply * stride_);
        return Line(from, from + static_cast<std::ptrdiff_t>(length_[ply]));
    }

private:
    static constexpr std::size_t block = 16;  // bytes copied at once: faster than copying just the line

    std::size_t stride_;
    std::vector<std::uint8_t> moves_;
    std::vector<std::size_t> length_;
};

}  // namespace plyground
