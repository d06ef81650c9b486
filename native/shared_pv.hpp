// Lines of play that a table and a search share: each is a move and the rest, which other lines may share too.
// They are what Python's tuples are to src/plyground/searchers/table.py, with a reference count of their own.
#pragma once

#include <cstdint>
#include <utility>

#include "score.hpp"
#include "stable_vector.hpp"

namespace plyground {

class SharedPv;

// All lines of one search; index 0 is the line without a move.
class SharedPvPool {
public:
    using Index = StableVector<int>::Index;

    SharedPvPool() { cells_.make(); }

    // The line of a move and then the rest.
    SharedPv join(int move, SharedPv rest);

    // The line of the first move alone.
    SharedPv first_move(const SharedPv& line);

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

    Line line(Index index) const {
        Line moves;
        for (; index; index = cells_[index].rest) moves.push_back(cells_[index].move);
        return moves;
    }

private:
    struct Cell {
        Index rest;
        std::uint32_t owners;
        std::uint8_t move;
    };

    // A new cell, which owns the rest in place of the caller.
    Index make(int move, Index rest) {
        Index made = free_;
        if (made)
            free_ = cells_[made].rest;
        else
            made = cells_.make();
        cells_[made] = {rest, 1, static_cast<std::uint8_t>(move)};
        return made;
    }

    StableVector<Cell> cells_;
    Index free_ = 0;
};

// One owner of a line.
class SharedPv {
public:
    SharedPv() = default;
    SharedPv(SharedPvPool& pool, SharedPvPool::Index owned) : pool_(&pool), index_(owned) {}
    SharedPv(SharedPv&& other) noexcept : pool_(other.pool_), index_(std::exchange(other.index_, 0)) {}
    SharedPv& operator=(SharedPv&& other) noexcept {
        std::swap(pool_, other.pool_);
        std::swap(index_, other.index_);
        return *this;
    }
    ~SharedPv() {
        if (index_) pool_->drop(index_);
    }

    SharedPvPool::Index index() const { return index_; }
    SharedPvPool::Index release() { return std::exchange(index_, 0); }
    bool empty() const { return index_ == 0; }
    Line line() const { return index_ ? pool_->line(index_) : Line(); }

private:
    SharedPvPool* pool_ = nullptr;
    SharedPvPool::Index index_ = 0;
};

inline SharedPv SharedPvPool::join(int move, SharedPv rest) { return {*this, make(move, rest.release())}; }

inline SharedPv SharedPvPool::first_move(const SharedPv& line) {
    return line.empty() ? SharedPv() : SharedPv(*this, make(move(line.index()), 0));
}

// A value, and the line that leads to it.
struct ScoredPv {
    int value;
    SharedPv line;

    Scored scored() const { return {value, line.line()}; }
};

// What a watch asks of such a result.
struct ReadScoredPv {
    static int score(const ScoredPv& found) { return found.value; }
    bool empty(int, const ScoredPv& found) const { return found.line.empty(); }
    Line line(int, const ScoredPv& found) const { return found.line.line(); }
};

}  // namespace plyground
