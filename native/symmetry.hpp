// The ways to lay a board onto itself, as src/plyground/games/geometry.py lists them, the identity first.
#pragma once

#include <algorithm>
#include <array>
#include <bit>
#include <cstdint>
#include <utility>
#include <vector>

#include "line_game.hpp"

namespace plyground {

template <int Words>
class Symmetry {
public:
    explicit Symmetry(std::vector<int> cells) : cells_(std::move(cells)), by_bytes_((cells_.size() + 7) / 8) {
        for (std::size_t part = 0; part < by_bytes_.size(); ++part)
            for (std::size_t byte = 1; byte < 256; ++byte)
                by_bytes_[part][byte] = moved(part, byte);
    }

    int operator()(int cell) const { return cells_[static_cast<std::size_t>(cell)]; }

    Bits<Words> operator()(const Bits<Words>& set) const {
        Bits<Words> result;
        for (std::size_t part = 0; part < by_bytes_.size(); ++part)
            result |= by_bytes_[part][set.word[part / 8] >> (part % 8 * 8) & 0xFF];
        return result;
    }

    LinePosition<Words> operator()(const LinePosition<Words>& position) const {
        return {(*this)(position.own), (*this)(position.other), position.to_move};
    }

    bool operator==(const Symmetry& other) const { return cells_ == other.cells_; }

private:
    // Where a set of eight cells goes. The set without its lowest cell is known already.
    Bits<Words> moved(std::size_t part, std::size_t byte) const {
        const auto lowest = static_cast<std::size_t>(std::countr_zero(byte));
        Bits<Words> result = by_bytes_[part][byte & (byte - 1)];
        if (8 * part + lowest < cells_.size()) result |= Bits<Words>::of(cells_[8 * part + lowest]);
        return result;
    }

    std::vector<int> cells_;
    std::vector<std::array<Bits<Words>, 256>> by_bytes_;
};

template <int Words>
class Symmetries {
public:
    explicit Symmetries(const LineGame<Words>& game) {
        const int columns = game.columns, rows = game.rows;
        add(game, [&](int row, int column) { return row * columns + column; });
        add(game, [&](int row, int column) { return row * columns + columns - 1 - column; });
        if (game.gravity) return;
        add(game, [&](int row, int column) { return (rows - 1 - row) * columns + column; });
        add(game, [&](int row, int column) { return (rows - 1 - row) * columns + columns - 1 - column; });
        if (columns != rows) return;
        add(game, [&](int row, int column) { return column * rows + row; });
        add(game, [&](int row, int column) { return column * rows + rows - 1 - row; });
        add(game, [&](int row, int column) { return (columns - 1 - column) * rows + row; });
        add(game, [&](int row, int column) { return (columns - 1 - column) * rows + rows - 1 - row; });
    }

    // The one position that stands for all that symmetry makes the same as this one.
    LinePosition<Words> canonical(const LinePosition<Words>& position) const {
        LinePosition<Words> least = position;
        for (const auto& symmetry : all_) {
            const LinePosition<Words> image = symmetry(position);
            if (image.stones(0).less_than(least.stones(0)) ||
                (image.stones(0) == least.stones(0) && image.stones(1).less_than(least.stones(1))))
                least = image;
        }
        return least;
    }

    // The first symmetry that lays one position onto another; nullptr if none does.
    const Symmetry<Words>* between(const LinePosition<Words>& from, const LinePosition<Words>& onto) const {
        for (const auto& symmetry : all_)
            if (symmetry(from) == onto) return &symmetry;
        return nullptr;
    }

private:
    template <class Target>
    void add(const LineGame<Words>& game, Target target) {
        std::vector<int> cells;
        for (int row = 0; row < game.rows; ++row)
            for (int column = 0; column < game.columns; ++column) cells.push_back(target(row, column));
        Symmetry<Words> made(std::move(cells));
        if (std::find(all_.begin(), all_.end(), made) == all_.end()) all_.push_back(std::move(made));
    }

    std::vector<Symmetry<Words>> all_;
};

}  // namespace plyground
