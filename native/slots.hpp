// A growing hash table with open addressing, of entries that have a `slot` number and know if they are `used`.
#pragma once

#include <cstddef>
#include <cstdint>
#include <utility>

#include "memory.hpp"

namespace plyground {

template <class Entry>
class Slots {
public:
    explicit Slots(Pages pages = Pages::huge) : pages_(pages), entries_(64, pages) {}

    // The entry of a slot number that also matches, or the unused one where it would go.
    template <class Match>
    Entry& find(std::uint64_t slot, Match matches) {
        std::size_t at = slot & (entries_.size() - 1);
        while (entries_[at].used && !(entries_[at].slot == slot && matches(entries_[at])))
            at = (at + 1) & (entries_.size() - 1);
        return entries_[at];
    }

    // To be called before an unused entry is filled; `poll` is called now and then while it takes long.
    template <class Poll>
    void make_room(Poll poll) {
        if ((used_ + 1) * 4 > entries_.size() * 3) grow(poll);
    }

    void count_used() { ++used_; }
    std::size_t used() const { return used_; }

private:
    template <class Poll>
    void grow(Poll poll) {
        ZeroedArray<Entry> larger(entries_.size() * 2, pages_);
        for (std::size_t from = 0; from < entries_.size(); ++from) {
            if (from % 256 == 0) poll();
            if (!entries_[from].used) continue;
            std::size_t to = entries_[from].slot & (larger.size() - 1);
            while (larger[to].used) to = (to + 1) & (larger.size() - 1);
            larger[to] = entries_[from];
        }
        entries_ = std::move(larger);
    }

    Pages pages_;
    ZeroedArray<Entry> entries_;
    std::size_t used_ = 0;
};

}  // namespace plyground
