// What a search is given and what it answers, as in src/plyground/searchers/types.py.
#pragma once

#include <cstdint>
#include <limits>

#include "score.hpp"

namespace plyground {

struct Limits {
    std::uint64_t nodes = std::numeric_limits<std::uint64_t>::max();
    double seconds = std::numeric_limits<double>::infinity();
};

// Thrown where a limit is reached.
struct Stopped {
    const char* reason;  // the name of the limit
};

struct SearchResult {
    Scored best;
    bool proven;
    const char* stopped;  // the name of the limit, or nullptr
    std::uint64_t nodes;
    int depth;
    std::uint64_t hits;
    double seconds;
};

}  // namespace plyground
