// Hints for what runs at every node and what hardly ever runs: compilers judge by size and guess wrong.
#pragma once

// Whether there are threads: WebAssembly as we build it has none.
#if defined(__wasm__)
#define PLYGROUND_THREADS 0
#else
#define PLYGROUND_THREADS 1
#endif

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

namespace plyground {

// Asks for memory that is needed soon.
PLYGROUND_HOT void prefetch([[maybe_unused]] const void* memory) {
#if defined(__GNUC__)
    __builtin_prefetch(memory);
#endif
}

}  // namespace plyground
