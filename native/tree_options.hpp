// The options and limits of a search, as those who ask from outside give them.
#pragma once

#include <cstdint>
#include <initializer_list>
#include <memory>
#include <optional>
#include <stdexcept>
#include <string>
#include <utility>
#include <variant>
#include <vector>

#include "any_line_game.hpp"
#include "searcher.hpp"

namespace plyground {

inline Limits limits_of(std::optional<std::uint64_t> nodes, std::optional<double> seconds) {
    Limits limits;
    if (nodes) limits.nodes = *nodes;
    if (seconds) limits.seconds = *seconds;
    return limits;
}

template <class Value>
Value value_of_name(const std::string& name, std::initializer_list<std::pair<const char*, Value>> values) {
    for (const auto& [known, value] : values)
        if (name == known) return value;
    throw std::invalid_argument("the compiled core has no " + name);
}

inline TreeOptions tree_options(const std::string& algorithm, std::optional<std::vector<int>> own,
                         std::optional<std::vector<int>> against, int centre, int against_centre, bool plain,
                         const std::vector<std::string>& order, std::uint64_t size, bool keep_deeper,
                         bool symmetry, bool strict, bool fail_hard, std::shared_ptr<const AnyTupleTables> tables) {
    TreeOptions options;
    options.tables = std::move(tables);
    options.algorithm = value_of_name<Algorithm>(algorithm, {{"minimax", Algorithm::minimax},
                                                     {"alphabeta", Algorithm::alphabeta},
                                                     {"pvs", Algorithm::pvs},
                                                     {"memo", Algorithm::memo},
                                                     {"table_alphabeta", Algorithm::table_alphabeta},
                                                     {"mtdf", Algorithm::mtdf}});
    if (own && against) options.weights = LineWeights{std::move(*own), std::move(*against), centre, against_centre};
    options.plain = plain;
    for (const std::string& rank : order)
        options.order.push_back(value_of_name<Rank>(rank, {{"centre", Rank::centre},
                                                   {"best", Rank::best},
                                                   {"killers", Rank::killers},
                                                   {"history", Rank::history}}));
    options.size = size;
    options.keep_deeper = keep_deeper;
    options.symmetry = symmetry;
    options.strict = strict;
    options.fail_hard = fail_hard;
    return options;
}

// There must be a weight for every number of stones in a line, 0 to k; tables are of the game itself.
template <int Words>
void check_options(const TreeOptions& options, const LineGame<Words>& game, int depth) {
    if (depth < 0) throw std::invalid_argument("depth is 0 or more");
    if (options.tables) {
        const auto* tables = std::get_if<TupleTables<Words>>(options.tables.get());
        if (!tables || !tables->is_of(game)) throw std::invalid_argument("these are the tables of another game");
    }
    if (!options.weights) return;
    const auto wanted = static_cast<std::size_t>(game.k) + 1;
    if (options.weights->own.size() != wanted || options.weights->against.size() != wanted)
        throw std::invalid_argument("weights are k + 1 numbers");
}

template <int Words>
const Symmetries<Words>* wanted_symmetries(const LineRules& rules, const LineGame<Words>& game,
                                           const TreeOptions& options) {
    return options.symmetry ? &rules.symmetries(game) : nullptr;
}

}  // namespace plyground
