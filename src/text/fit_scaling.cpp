// Means, deviations and ranges of numeric features.
#include <algorithm>
#include <cmath>
#include <limits>
#include <variant>

#include "text/scaling.h"

namespace clade::detail {

namespace {

// Of one feature over all rows; a row without an entry has 0 there.
struct FeatureStatistics {
  std::uint32_t index = 0;
  std::size_t entries = 0, missing = 0;
  double least = std::numeric_limits<double>::infinity();
  double largest = -std::numeric_limits<double>::infinity();
  double unit = 1;  // sums are of values divided by it, so that squares neither overflow nor vanish
  double sum = 0, squares = 0, squared_deviations = 0;
  double mean = 0;

  std::size_t present(std::size_t rows) const { return rows - missing; }
  std::size_t zeros(std::size_t rows) const { return rows - missing - entries; }
  bool is_dense(std::size_t rows) const { return 2 * (entries + missing) >= rows; }
  bool is_constant() const { return !(least < largest); }
  double largest_size() const { return std::max(std::abs(least), std::abs(largest)); }
};

// Three passes over the rows: the range gives the unit, the sums the means, then come squares.
class Statistics {
 public:
  Statistics(const IsNumber& is_number, const FeatureScaling& before)
      : is_number_(is_number), before_(before.features) {}

  template <class Real>
  std::vector<FeatureStatistics> of(const SparseRows<Real>& rows) {
    for_each_value(rows, [this](std::uint32_t index, double value) { add_to_range(index, value); });
    for (FeatureStatistics& feature : features_) settle_range(feature, rows.size());
    for_each_value(rows, [this](std::uint32_t index, double value) {
      if (FeatureStatistics* feature = find(index, value)) feature->sum += value / feature->unit;
    });
    for (FeatureStatistics& feature : features_) settle_mean(feature, rows.size());
    for_each_value(rows, [this](std::uint32_t index, double value) {
      if (FeatureStatistics* feature = find(index, value)) add_squares(*feature, value);
    });
    for (FeatureStatistics& feature : features_) settle_squares(feature, rows.size());
    return std::move(features_);
  }

 private:
  template <class Real, class Use>
  static void for_each_value(const SparseRows<Real>& rows, const Use& use) {
    for (std::size_t i = 0; i < rows.size(); ++i) {
      for (const auto& feature : rows.row(i))
        use(feature.index, static_cast<double>(feature.value));
    }
  }

  FeatureStatistics* find(std::uint32_t index, double value) {
    const std::uint32_t number = std::isnan(value) ? FeatureTable::none : numbers_.find(index);
    return number == FeatureTable::none ? nullptr : &features_[number];
  }
  void add_to_range(std::uint32_t index, double value) {
    std::uint32_t number = numbers_.find(index);
    if (number == FeatureTable::none) {
      const bool is_known = std::binary_search(before_.begin(), before_.end(), index);
      if (is_known || !is_number_(index)) return;
      number = numbers_.add(index);
      features_.emplace_back().index = index;
    }
    FeatureStatistics& feature = features_[number];
    if (std::isnan(value)) {
      ++feature.missing;
      return;
    }
    ++feature.entries;
    feature.least = std::min(feature.least, value);
    feature.largest = std::max(feature.largest, value);
  }
  static void settle_range(FeatureStatistics& feature, std::size_t rows) {
    if (feature.zeros(rows) > 0 || feature.present(rows) == 0) {
      feature.least = std::min(feature.least, 0.0);
      feature.largest = std::max(feature.largest, 0.0);
    }
    const double size = feature.largest_size();
    const bool has_safe_squares = size > 1e-140 && size < 1e140;
    if (size > 0 && !has_safe_squares) feature.unit = std::exp2(std::floor(std::log2(size)));
  }
  static void settle_mean(FeatureStatistics& feature, std::size_t rows) {
    if (feature.present(rows) == 0) return;
    const double mean = feature.sum / static_cast<double>(feature.present(rows)) * feature.unit;
    feature.mean = std::clamp(mean, feature.least, feature.largest);
  }
  static void add_squares(FeatureStatistics& feature, double value) {
    const double size = value / feature.unit, deviation = size - feature.mean / feature.unit;
    feature.squares += size * size;
    feature.squared_deviations += deviation * deviation;
  }
  static void settle_squares(FeatureStatistics& feature, std::size_t rows) {
    const double mean = feature.mean / feature.unit;
    feature.squared_deviations += static_cast<double>(feature.zeros(rows)) * mean * mean;
  }

  const IsNumber& is_number_;
  const std::vector<std::uint32_t>& before_;
  FeatureTable numbers_;
  std::vector<FeatureStatistics> features_;  // by number
};

struct ShiftAndWidth {
  double shift = 0, width = 1;
};

ShiftAndWidth standard(const FeatureStatistics& feature, std::size_t rows) {
  const bool is_dense = feature.is_dense(rows);
  const double sum = is_dense ? feature.squared_deviations : feature.squares;
  const double width = std::sqrt(sum / static_cast<double>(feature.present(rows))) * feature.unit;
  return {is_dense ? feature.mean : 0, width};
}

ShiftAndWidth minmax(const FeatureStatistics& feature, std::size_t rows) {
  const double range = feature.largest - feature.least;
  // A range that is no number any more has room for the values themselves.
  if (!feature.is_dense(rows) || !std::isfinite(range)) return {0, feature.largest_size()};
  return {feature.least, range};
}

ShiftAndWidth shift_and_width(Scale scale, const FeatureStatistics& feature, std::size_t rows) {
  if (scale == Scale::none || scale == Scale::automatic) return {};
  if (feature.is_constant()) return {0, 0};
  return scale == Scale::standard ? standard(feature, rows) : minmax(feature, rows);
}

}  // namespace

FeatureScaling fit_scaling(const ScalingParams& params, const Records& records,
                           const IsNumber& is_number, const FeatureScaling& before) {
  struct Learned {
    std::uint32_t index;
    double shift, width, fill;
  };
  std::vector<Learned> all;
  for (std::size_t n = 0; n < before.features.size(); ++n) {
    all.push_back({before.features[n], before.shifts[n], before.widths[n], before.fills[n]});
  }
  const auto statistics = std::visit(
      [&](const auto& rows) { return Statistics(is_number, before).of(rows); }, records.rows);
  for (const FeatureStatistics& feature : statistics) {
    const auto [shift, width] = shift_and_width(params.scale, feature, records.size());
    all.push_back({feature.index, shift, width, feature.mean});
  }
  std::sort(all.begin(), all.end(),
            [](const Learned& a, const Learned& b) { return a.index < b.index; });
  FeatureScaling result;
  for (const Learned& feature : all) {
    result.features.push_back(feature.index);
    result.shifts.push_back(feature.shift);
    result.widths.push_back(feature.width);
    result.fills.push_back(feature.fill);
  }
  return result;
}

}  // namespace clade::detail
