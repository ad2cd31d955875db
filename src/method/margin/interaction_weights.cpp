#include "method/margin/interaction_weights.h"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include "base/fail.h"
#include "base/text.h"
#include "taxonomy/class_index.h"
#include "taxonomy/class_matrix.h"

namespace clade::detail {

namespace {

// Files hold rounded numbers: what is off by less than this part counts as equal.
constexpr double rounding = 1e-9;
constexpr double largest_price = 1e30;
constexpr MatrixRules price_rules{
    {[](double v) { return v >= 0 && v <= largest_price; }, "a number from 0 to 1e+30"},
    {[](double v) { return v > 0; }, "a number above 0 for the node itself,"}};

// Rows and columns in the order of the units.
class PriceTable {
 public:
  PriceTable(const std::filesystem::path& file, const Taxonomy& tree, std::span<const NodeId> nodes)
      : name_(file.string()),
        index_(tree, nodes),
        values_(read_class_matrix(file, index_, price_rules)) {}

  double own(std::size_t a) const { return at(a, a); }
  // The mean of both, which may differ by rounding.
  double between(std::size_t a, std::size_t b) const {
    if (std::abs(at(a, b) - at(b, a)) > rounding * std::max(at(a, b), at(b, a))) {
      fail(ErrorKind::input,
           "{}: expected a symmetric table, got {} in row {}, column {} and {} in row {}, column "
           "{}",
           name_, at(a, b), node(a), node(b), at(b, a), node(b), node(a));
    }
    return 0.5 * (at(a, b) + at(b, a));
  }
  void expect_zero(std::size_t a, std::size_t b) const {
    if (at(a, b) == 0) return;
    fail(ErrorKind::input,
         "{}: expected 0 in row {}, column {}, where neither node is an ancestor of the other, got "
         "{}",
         name_, node(a), node(b), at(a, b));
  }

 private:
  double at(std::size_t a, std::size_t b) const { return values_[a * index_.size() + b]; }
  std::string node(std::size_t a) const { return quoted(index_.name(a)); }

  std::string name_;
  ClassIndex index_;
  std::vector<double> values_;
};

bool is_convex(const AncestorPairs& pairs, AncestorForm prices, double factor) {
  for (double& price : prices.between) price *= factor;
  return factorised(pairs, comparison_form(std::move(prices))).has_value();
}

double rounded_down(double value) {
  const double unit = std::pow(10.0, std::floor(std::log10(value)) - 2);
  return std::floor(value / unit) * unit;
}

}  // namespace

AncestorForm subtree_prices(const AncestorPairs& pairs, double alpha) {
  AncestorForm prices{std::vector<double>(pairs.units(), 1.0),
                      std::vector<double>(pairs.size(), alpha)};
  for (std::size_t v = 0; v < pairs.units(); ++v) {
    for (const std::uint32_t above : pairs.ancestors(v)) prices.diagonal[above] += 1;
  }
  return prices;
}

double largest_factor(const AncestorPairs& pairs, const AncestorForm& prices) {
  constexpr double share = 0.9;
  double low = 0, high = 1;
  while (high < 1e30 && is_convex(pairs, prices, high)) {
    low = high;
    high *= 2;
  }
  for (int halvings = 0; halvings < 60; ++halvings) {
    const double middle = 0.5 * (low + high);
    (is_convex(pairs, prices, middle) ? low : high) = middle;
  }
  return rounded_down(share * low);
}

double chosen_alpha(const AncestorPairs& pairs) {
  const AncestorForm prices = subtree_prices(pairs, 1);
  return is_convex(pairs, prices, 1) ? 1 : largest_factor(pairs, prices);
}

AncestorForm read_prices(const std::filesystem::path& file, const Taxonomy& tree,
                         std::span<const NodeId> nodes, const AncestorPairs& pairs) {
  const PriceTable table(file, tree, nodes);
  AncestorForm prices;
  for (std::size_t v = 0; v < pairs.units(); ++v) {
    prices.diagonal.push_back(table.own(v));
    const auto ancestors = pairs.ancestors(v);
    for (const std::uint32_t above : ancestors) prices.between.push_back(table.between(v, above));
    for (std::size_t other = 0; other < pairs.units(); ++other) {
      const auto of_other = pairs.ancestors(other);
      const bool is_related =
          other == v || std::find(ancestors.begin(), ancestors.end(), other) != ancestors.end() ||
          std::find(of_other.begin(), of_other.end(), v) != of_other.end();
      if (!is_related) table.expect_zero(v, other);
    }
  }
  return prices;
}

}  // namespace clade::detail
