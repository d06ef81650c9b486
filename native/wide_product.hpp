// The whole product of two words.
#pragma once

#include <cstdint>

#include "attributes.hpp"

#if defined(_MSC_VER)
#include <intrin.h>
#endif

namespace plyground {

struct WideProduct {
    std::uint64_t high, low;
};

PLYGROUND_HOT WideProduct multiply(std::uint64_t a, std::uint64_t b) {
#if defined(_MSC_VER) && defined(_M_ARM64)
    return {__umulh(a, b), a * b};
#elif defined(_MSC_VER)
    WideProduct product;
    product.low = _umul128(a, b, &product.high);
    return product;
#else
    __extension__ using Wide = unsigned __int128;
    const Wide wide = static_cast<Wide>(a) * b;
    return {static_cast<std::uint64_t>(wide >> 64), static_cast<std::uint64_t>(wide)};
#endif
}

}  // namespace plyground
