// Zeroed memory for large tables, in huge pages where the system has them: fewer faults, fewer misses.
#pragma once

#include <cstddef>
#include <cstdlib>
#include <new>
#include <type_traits>
#include <utility>

#if defined(__linux__)
#include <sys/mman.h>
#endif

namespace plyground {

// An array of `size` elements whose bytes are all zero to begin with.
template <class Element>
class ZeroedArray {
    static_assert(std::is_trivially_copyable_v<Element> && std::is_trivially_destructible_v<Element>);

public:
    explicit ZeroedArray(std::size_t size) : size_(size) {
#if defined(__linux__)
        if (bytes() >= worth_mapping) {
            void* mapped = mmap(nullptr, bytes(), PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
            if (mapped == MAP_FAILED) throw std::bad_alloc();
            madvise(mapped, bytes(), MADV_HUGEPAGE);
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
            munmap(elements_, bytes());
            return;
        }
#endif
        std::free(elements_);
    }

    std::size_t size() const { return size_; }
    Element& operator[](std::size_t index) { return elements_[index]; }
    const Element& operator[](std::size_t index) const { return elements_[index]; }

private:
    static constexpr std::size_t worth_mapping = 4 << 20;

    std::size_t bytes() const { return size_ * sizeof(Element); }

    std::size_t size_;
    Element* elements_ = nullptr;
};

}  // namespace plyground
