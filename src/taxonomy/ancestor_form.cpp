#include "taxonomy/ancestor_form.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <utility>

namespace clade::detail {

namespace {

// A pivot that elimination has brought down to this part of its diagonal entry is rounding.
constexpr double no_pivot = 1e-13;

// By unit: the sum of the sizes of what stands off the diagonal.
std::vector<double> row_sums(const AncestorPairs& pairs, const AncestorForm& form) {
  std::vector<double> sums(pairs.units());
  for (std::size_t v = 0; v < pairs.units(); ++v) {
    const auto ancestors = pairs.ancestors(v);
    for (std::size_t i = 0; i < ancestors.size(); ++i) {
      const double size = std::abs(form.between[pairs.first(v) + i]);
      sums[v] += size;
      sums[ancestors[i]] += size;
    }
  }
  return sums;
}

// M's row of a node along its path, the node first: 1/sqrt(pivot) at the node itself, less the
// multipliers times the rows of its ancestors.
std::vector<double> path_row(const AncestorPairs& pairs, const AncestorFactor& factor,
                             std::size_t unit, std::span<const std::vector<double>> rows) {
  const auto ancestors = pairs.ancestors(unit);
  std::vector<double> row(ancestors.size() + 1);
  row[0] = 1 / std::sqrt(factor.pivots[unit]);
  for (std::size_t i = 0; i < ancestors.size(); ++i) {
    const double multiplier = factor.multipliers[pairs.first(unit) + i];
    if (multiplier == 0) continue;
    const std::vector<double>& above = rows[ancestors[i]];
    for (std::size_t k = 0; k < above.size(); ++k) row[i + 1 + k] -= multiplier * above[k];
  }
  return row;
}

}  // namespace

AncestorPairs::AncestorPairs(const Taxonomy& tree, std::span<const NodeId> nodes) {
  std::vector<std::uint32_t> units(tree.size());
  for (std::uint32_t u = 0; u < nodes.size(); ++u) units[index_of(nodes[u])] = u;
  for (NodeId node : nodes) {
    for (node = tree.parents(node).front(); node != tree.root();
         node = tree.parents(node).front()) {
      ancestors_.push(units[index_of(node)]);
    }
    ancestors_.end_row();
  }
  for (const NodeId node : tree.top_down()) {
    if (node != tree.root()) top_down_.push_back(units[index_of(node)]);
  }
}

std::optional<AncestorFactor> factorised(const AncestorPairs& pairs, AncestorForm form) {
  const std::vector<double> given = form.diagonal;
  const auto order = pairs.top_down();
  for (std::size_t k = order.size(); k-- > 0;) {
    const std::size_t v = order[k];
    const double pivot = form.diagonal[v];
    if (!(pivot > no_pivot * given[v]) || !(given[v] > 0)) return std::nullopt;
    const auto ancestors = pairs.ancestors(v);
    double* row = form.between.data() + pairs.first(v);
    for (std::size_t i = 0; i < ancestors.size(); ++i) {
      const double multiplier = row[i] / pivot;
      const std::size_t above = ancestors[i];
      form.diagonal[above] -= multiplier * row[i];
      // The ancestors of an ancestor are those behind it on the path.
      double* of_above = form.between.data() + pairs.first(above);
      for (std::size_t j = i + 1; j < ancestors.size(); ++j) {
        of_above[j - i - 1] -= multiplier * row[j];
      }
      row[i] = multiplier;
    }
  }
  return AncestorFactor{std::move(form.diagonal), std::move(form.between)};
}

ScoreMap attributes_of(const AncestorPairs& pairs, const AncestorFactor& factor) {
  std::vector<std::vector<double>> rows(pairs.units());
  for (const std::uint32_t v : pairs.top_down()) rows[v] = path_row(pairs, factor, v, rows);
  Csr<Attribute> sorted;
  std::vector<Attribute> row;
  for (std::uint32_t v = 0; v < rows.size(); ++v) {
    row.assign(1, {UnitId{v}, rows[v][0]});
    const auto ancestors = pairs.ancestors(v);
    for (std::size_t i = 0; i < ancestors.size(); ++i) {
      if (rows[v][i + 1] != 0) row.push_back({UnitId{ancestors[i]}, rows[v][i + 1]});
    }
    std::sort(row.begin(), row.end(),
              [](const Attribute& a, const Attribute& b) { return a.unit < b.unit; });
    for (const Attribute& a : row) sorted.push(a);
    sorted.end_row();
  }
  return {std::move(sorted), pairs.units()};
}

AncestorForm comparison_form(AncestorForm form) {
  for (double& value : form.between) value = -std::abs(value);
  return form;
}

// As many eigenvalues are below mu as Q - mu I has negative pivots (Sylvester).
double smallest_eigenvalue(const AncestorPairs& pairs, const AncestorForm& form) {
  if (pairs.units() == 0) return 0;
  const std::vector<double> sums = row_sums(pairs, form);
  double high = *std::min_element(form.diagonal.begin(), form.diagonal.end());
  double low = high;
  for (std::size_t v = 0; v < sums.size(); ++v) low = std::min(low, form.diagonal[v] - sums[v]);
  for (int halvings = 0; halvings < 100 && low < high; ++halvings) {
    const double middle = 0.5 * (low + high);
    if (middle == low || middle == high) break;
    AncestorForm shifted = form;
    for (double& value : shifted.diagonal) value -= middle;
    (factorised(pairs, std::move(shifted)) ? low : high) = middle;
  }
  return 0.5 * (low + high);
}

double largest_row_sum(const AncestorPairs& pairs, const AncestorForm& form) {
  const std::vector<double> sums = row_sums(pairs, form);
  double largest = 0;
  for (std::size_t v = 0; v < sums.size(); ++v) {
    largest = std::max(largest, form.diagonal[v] + sums[v]);
  }
  return largest;
}

}  // namespace clade::detail
