// How far a search may go, as src/plyground/search/limits.py says it, and the exception that stops it.
#pragma once

#include <cstdint>
#include <limits>

namespace plyground {

struct Limits {
    std::uint64_t nodes = std::numeric_limits<std::uint64_t>::max();
    double seconds = std::numeric_limits<double>::infinity();
};

struct Stopped {
    const char* reason;  // the name of the limit
};

}  // namespace plyground
