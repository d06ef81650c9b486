// Zeroed memory for large tables, in huge pages where the system has them: fewer faults, fewer misses.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <fstream>
#include <new>
#include <string>
#include <type_traits>
#include <utility>

#if defined(__linux__)
#include <sys/mman.h>
#endif

#include "deferred_free.hpp"

namespace plyground {

// Small pages are for searches against the clock: zeroing a huge page takes 0.2 ms, or 6 ms on a virtual machine
// that uses the memory for the first time.
enum class Pages { huge, small };

#if defined(__linux__)
// The memory that the system, or the container, still has. It grants more than that, and kills the process that
// uses it.
inline std::size_t available_bytes() {
    std::size_t available = SIZE_MAX;
    std::ifstream meminfo("/proc/meminfo");
    std::string name, unit;
    for (std::size_t kilobytes; meminfo >> name >> kilobytes; std::getline(meminfo, unit))
        if (name == "MemAvailable:") available = kilobytes << 10;
    std::size_t max, used;  // without a limit the file says "max", which is not read as a number
    std::ifstream max_file("/sys/fs/cgroup/memory.max"), used_file("/sys/fs/cgroup/memory.current");
    if (max_file >> max && used_file >> used) available = std::min(available, max > used ? max - used : 0);
    return available;
}
#else
inline std::size_t available_bytes() { return SIZE_MAX; }
#endif

// An array of `size` elements whose bytes are all zero to begin with.
template <class Element>
class ZeroedArray {
    static_assert(std::is_trivially_copyable_v<Element> && std::is_trivially_destructible_v<Element>);

public:
    explicit ZeroedArray(std::size_t size, [[maybe_unused]] Pages pages = Pages::huge) : size_(size) {
#if defined(__linux__)
        if (bytes() >= worth_mapping) {
            if (bytes() >= worth_asking && bytes() > available_bytes()) throw std::bad_alloc();
            void* mapped = mmap(nullptr, bytes(), PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
            if (mapped == MAP_FAILED) throw std::bad_alloc();
            if (pages == Pages::huge) madvise(mapped, bytes(), MADV_HUGEPAGE);
            elements_ = static_cast<Element*>(mapped);
            return;
        }
#endif
        elements_ = static_cast<Element*>(std::calloc(size, sizeof(Element)));
        if (!elements_) throw std::bad_alloc();
    }

    ZeroedArray(ZeroedArray&& other) noexcept
        : size_(std::exchange(other.size_, 0)), elements_(std::exchange(other.elements_, nullptr)) {}

    ZeroedArray& operator=(ZeroedArray&& other) noexcept {
        std::swap(size_, other.size_);
        std::swap(elements_, other.elements_);
        return *this;
    }

    ~ZeroedArray() {
#if defined(__linux__)
        if (bytes() >= worth_mapping) {
            const auto free = [at = reinterpret_cast<char*>(elements_), size = bytes()] { unmap(at, size); };
            static_assert(sizeof free <= 16);  // as much as a std::function holds without allocating
            BackgroundFree::later(free);
            return;
        }
#endif
        std::free(elements_);
    }

    std::size_t size() const { return size_; }
    Element& operator[](std::size_t index) { return elements_[index]; }
    const Element& operator[](std::size_t index) const { return elements_[index]; }

private:
    static constexpr std::size_t worth_mapping = 4 << 20, worth_asking = 256 << 20;

#if defined(__linux__)
    // Piece by piece: no other thread can allocate while one piece is unmapped.
    static void unmap(char* at, std::size_t bytes) {
        constexpr std::size_t piece = 4 << 20;
        for (std::size_t done = 0; done < bytes; done += piece) munmap(at + done, std::min(piece, bytes - done));
    }
#endif

    std::size_t bytes() const { return size_ * sizeof(Element); }

    std::size_t size_;
    Element* elements_ = nullptr;
};

}  // namespace plyground
