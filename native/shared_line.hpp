// Lines of play that a table and a search hold together: each is a move and the rest, which others share.
// They are what Python's tuples are to src/plyground/search/table.py, with an owner count of their own.
#pragma once

#include <cstdint>
#include <utility>

#include "pool.hpp"
#include "score.hpp"

namespace plyground {

// All lines of one search; index 0 is the line without a move.
class SharedLines {
public:
    using Index = Pool<int>::Index;

    SharedLines() { cells_.make(); }

    // A line of a move and then the rest, whose ownership it takes over.
    Index lead(int move, Index rest) {
        Index made = free_;
        if (made)
            free_ = cells_[made].rest;
        else
            made = cells_.make();
        cells_[made] = {rest, 1, static_cast<std::uint8_t>(move)};
        return made;
    }

    Index keep(Index line) {
        ++cells_[line].owners;
        return line;
    }

    void drop(Index line) {
        while (line && --cells_[line].owners == 0) {
            const Index rest = cells_[line].rest;
            cells_[line].rest = free_;
            free_ = line;
            line = rest;
        }
    }

    int move(Index line) const { return cells_[line].move; }

    Line whole(Index line) const {
        Line moves;
        for (; line; line = cells_[line].rest) moves.push_back(cells_[line].move);
        return moves;
    }

private:
    struct Cell {
        Index rest;
        std::uint32_t owners;
        std::uint8_t move;
    };

    Pool<Cell> cells_;
    Index free_ = 0;
};

// One owner of a line.
class SharedLine {
public:
    SharedLine() = default;
    SharedLine(SharedLines& lines, SharedLines::Index owned) : lines_(&lines), index_(owned) {}
    SharedLine(SharedLine&& other) noexcept : lines_(other.lines_), index_(std::exchange(other.index_, 0)) {}
    SharedLine& operator=(SharedLine&& other) noexcept {
        std::swap(lines_, other.lines_);
        std::swap(index_, other.index_);
        return *this;
    }
    ~SharedLine() {
        if (index_) lines_->drop(index_);
    }

    SharedLines::Index index() const { return index_; }
    SharedLines::Index release() { return std::exchange(index_, 0); }
    bool empty() const { return index_ == 0; }
    Line whole() const { return index_ ? lines_->whole(index_) : Line(); }

private:
    SharedLines* lines_ = nullptr;
    SharedLines::Index index_ = 0;
};

}  // namespace plyground
