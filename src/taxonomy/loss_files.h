// Losses that a user gives in a file.
#pragma once

#include <filesystem>
#include <memory>
#include <span>

#include "clade/taxonomy.h"
#include "taxonomy/loss.h"

namespace clade::detail {

// Larger losses, squared and summed over examples, would leave the range of numbers.
inline constexpr double largest_loss = 1e30;

// `costs:FILE`: node, volume f, miss c, false c-bar by tabs (CIKM 23).
NodeCosts read_node_costs(const std::filesystem::path& file, const Taxonomy& taxonomy);
std::unique_ptr<Loss> make_cost_loss(NodeCosts costs, const Taxonomy& taxonomy,
                                     std::span<const NodeId> classes);

// `matrix:FILE`: a header of class names, then one row per class; row true, column predicted.
std::unique_ptr<Loss> read_matrix_loss(const std::filesystem::path& file, const Taxonomy& taxonomy,
                                       std::span<const NodeId> classes);

}  // namespace clade::detail
