// A growing hash table with open addressing. An entry has a hash number `slot` and a flag `used`.
#pragma once

#include <cstddef>
#include <cstdint>
#include <utility>

#include "zeroed_array.hpp"

namespace plyground {

template <class Entry>
class HashTable {
public:
    explicit HashTable(Pages pages = Pages::huge) : pages_(pages), entries_(64, pages) {}

    // The entry with this hash number that also matches, or the unused one where it would go.
    template <class Match>
    Entry& find(std::uint64_t slot, Match matches) {
        std::size_t at = slot & (entries_.size() - 1);
        while (entries_[at].used && !(entries_[at].slot == slot && matches(entries_[at])))
            at = (at + 1) & (entries_.size() - 1);
        return entries_[at];
    }

    // Call it before an unused entry is filled. While the table grows, `poll` is called now and then.
    template <class Poll>
    void make_room(Poll poll) {
        if ((used_ + 1) * 4 > entries_.size() * 3) grow(poll);
    }

    // Call it when an unused entry has been filled.
    void count_used() { ++used_; }

    // Calls `visit` with every entry, used or not.
    template <class Visit>
    void each(Visit visit) const {
        for (std::size_t at = 0; at < entries_.size(); ++at) visit(entries_[at]);
    }

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
