// src/plyground/search/mtdf.py: close in on the value with empty windows alone.
#pragma once

#include <algorithm>

#include "table_alphabeta.hpp"

namespace plyground {

// The value by a row of tests, each from the bound that the last one gave, and a last search for the line.
template <int Words>
Scored mtdf(const Place<Words>& root, int guess, WithTable<Words>& value) {
    int lower = -infinity, upper = infinity;
    while (lower < upper) {
        const int beta = std::max(guess, lower + 1);
        guess = value.visit(root, 0, beta - 1, beta).value;
        if (guess < beta)
            upper = guess;
        else
            lower = guess;
    }
    const Found found = value.visit(root, 0, guess - 1, guess + 1);
    return {found.value, found.line.whole()};
}

}  // namespace plyground
