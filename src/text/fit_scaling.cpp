// Means, deviations and ranges of numeric features.
#include <algorithm>
#include <cmath>
#include <limits>
#include <variant>

#include "text/scaling.h"

namespace clade::detail {

namespace {

// Rows and what they weigh beside the heaviest, so that no sum overflows or vanishes.
struct RowTotal {
  std::size_t rows = 0;
  double weight = 0;

  void add(double one) {
    ++rows;
    weight += one;
  }
};

// Of one feature over all rows; a row without an entry has 0 there. A row of weight w counts w
// times.
struct FeatureStatistics {
  std::uint32_t index = 0;
  RowTotal entries, missing;
  double least = std::numeric_limits<double>::infinity();
  double largest = -std::numeric_limits<double>::infinity();
  double unit = 1;  // sums are of values divided by it, so that squares neither overflow nor vanish
  double sum = 0, squares = 0, squared_deviations = 0;
  double mean = 0;

  bool is_present(const RowTotal& all) const { return missing.rows < all.rows; }
  bool has_zeros(const RowTotal& all) const { return missing.rows + entries.rows < all.rows; }
  // Of rows that have a value, be it 0.
  double present(const RowTotal& all) const {
    return std::max(entries.weight, all.weight - missing.weight);
  }
  double zeros(const RowTotal& all) const {
    return has_zeros(all) ? present(all) - entries.weight : 0;
  }
  bool is_dense(const RowTotal& all) const {
    return 2 * (entries.weight + missing.weight) >= all.weight;
  }
  bool is_constant() const { return !(least < largest); }
  double largest_size() const { return std::max(std::abs(least), std::abs(largest)); }
};

// Three passes over the rows: the range gives the unit, the sums the means, then come squares.
class Statistics {
 public:
  Statistics(const Records& records, const IsNumber& is_number, const FeatureScaling& before)
      : records_(records), is_number_(is_number), before_(before.features) {
    for (const double weight : records.weights) heaviest_ = std::max(heaviest_, weight);
    for (std::size_t i = 0; i < records.size(); ++i) all_.add(weight(i));
  }

  const RowTotal& all() const { return all_; }

  template <class Real>
  std::vector<FeatureStatistics> of(const SparseRows<Real>& rows) {
    for_each_value(rows, [this](std::uint32_t index, double value, double weight) {
      add_to_range(index, value, weight);
    });
    for (FeatureStatistics& feature : features_) settle_range(feature);
    for_each_value(rows, [this](std::uint32_t index, double value, double weight) {
      FeatureStatistics* feature = find(index, value);
      if (feature != nullptr) feature->sum += weight * (value / feature->unit);
    });
    for (FeatureStatistics& feature : features_) settle_mean(feature);
    for_each_value(rows, [this](std::uint32_t index, double value, double weight) {
      FeatureStatistics* feature = find(index, value);
      if (feature != nullptr) add_squares(*feature, value, weight);
    });
    for (FeatureStatistics& feature : features_) settle_squares(feature);
    return std::move(features_);
  }

 private:
  double weight(std::size_t row) const {
    constexpr double least = 1e-100;
    return records_.weights.empty() ? 1 : std::max(least, records_.weights[row] / heaviest_);
  }

  template <class Real, class Use>
  void for_each_value(const SparseRows<Real>& rows, const Use& use) const {
    for (std::size_t i = 0; i < rows.size(); ++i) {
      const double of_row = weight(i);
      for (const auto& feature : rows.row(i)) {
        use(feature.index, static_cast<double>(feature.value), of_row);
      }
    }
  }

  FeatureStatistics* find(std::uint32_t index, double value) {
    const std::uint32_t number = std::isnan(value) ? FeatureTable::none : numbers_.find(index);
    return number == FeatureTable::none ? nullptr : &features_[number];
  }
  void add_to_range(std::uint32_t index, double value, double weight) {
    std::uint32_t number = numbers_.find(index);
    if (number == FeatureTable::none) {
      const bool is_known = std::binary_search(before_.begin(), before_.end(), index);
      if (is_known || !is_number_(index)) return;
      number = numbers_.add(index);
      features_.emplace_back().index = index;
    }
    FeatureStatistics& feature = features_[number];
    (std::isnan(value) ? feature.missing : feature.entries).add(weight);
    if (std::isnan(value)) return;
    feature.least = std::min(feature.least, value);
    feature.largest = std::max(feature.largest, value);
  }
  void settle_range(FeatureStatistics& feature) const {
    if (feature.has_zeros(all_) || !feature.is_present(all_)) {
      feature.least = std::min(feature.least, 0.0);
      feature.largest = std::max(feature.largest, 0.0);
    }
    const double size = feature.largest_size();
    const bool has_safe_squares = size > 1e-140 && size < 1e140;
    if (size > 0 && !has_safe_squares) feature.unit = std::exp2(std::floor(std::log2(size)));
  }
  void settle_mean(FeatureStatistics& feature) const {
    if (!feature.is_present(all_)) return;
    const double mean = feature.sum / feature.present(all_) * feature.unit;
    feature.mean = std::clamp(mean, feature.least, feature.largest);
  }
  static void add_squares(FeatureStatistics& feature, double value, double weight) {
    const double size = value / feature.unit, deviation = size - feature.mean / feature.unit;
    feature.squares += weight * (size * size);
    feature.squared_deviations += weight * (deviation * deviation);
  }
  void settle_squares(FeatureStatistics& feature) const {
    const double mean = feature.mean / feature.unit;
    feature.squared_deviations += feature.zeros(all_) * mean * mean;
  }

  const Records& records_;
  double heaviest_ = 0;
  RowTotal all_;
  const IsNumber& is_number_;
  const std::vector<std::uint32_t>& before_;
  FeatureTable numbers_;
  std::vector<FeatureStatistics> features_;  // by number
};

struct ShiftAndWidth {
  double shift = 0, width = 1;
};

ShiftAndWidth standard(const FeatureStatistics& feature, const RowTotal& all) {
  const bool is_dense = feature.is_dense(all);
  const double sum = is_dense ? feature.squared_deviations : feature.squares;
  const double width = std::sqrt(sum / feature.present(all)) * feature.unit;
  return {is_dense ? feature.mean : 0, width};
}

ShiftAndWidth minmax(const FeatureStatistics& feature, const RowTotal& all) {
  const double range = feature.largest - feature.least;
  // A range that is no number any more has room for the values themselves.
  if (!feature.is_dense(all) || !std::isfinite(range)) return {0, feature.largest_size()};
  return {feature.least, range};
}

ShiftAndWidth shift_and_width(Scale scale, const FeatureStatistics& feature, const RowTotal& all) {
  if (scale == Scale::none || scale == Scale::automatic) return {};
  if (feature.is_constant()) return {0, 0};
  return scale == Scale::standard ? standard(feature, all) : minmax(feature, all);
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
  Statistics statistics(records, is_number, before);
  for (const FeatureStatistics& feature :
       std::visit([&](const auto& rows) { return statistics.of(rows); }, records.rows)) {
    const auto [shift, width] = shift_and_width(params.scale, feature, statistics.all());
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
