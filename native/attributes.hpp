// Hints for what runs at every node and what hardly ever runs: compilers judge by size and guess wrong.
#pragma once

#if defined(__GNUC__)
#define PLYGROUND_HOT [[gnu::always_inline]] inline
#define PLYGROUND_COLD [[gnu::noinline, gnu::cold]]
#elif defined(_MSC_VER)
#define PLYGROUND_HOT __forceinline
#define PLYGROUND_COLD __declspec(noinline)
#else
#define PLYGROUND_HOT inline
#define PLYGROUND_COLD
#endif
