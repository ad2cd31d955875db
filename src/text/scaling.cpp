#include "text/scaling.h"

#include <fmt/core.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <span>
#include <variant>

#include "base/fail.h"
#include "base/text.h"
#include "data/rank_records.h"
#include "text/counts.h"

namespace clade::detail {

ScalingParams ScalingParams::settled() const {
  ScalingParams result = *this;
  if (result.scale == Scale::automatic) result.scale = Scale::none;
  if (result.missing == Missing::automatic) {
    result.missing = result.scale == Scale::none ? Missing::zero : Missing::mean;
  }
  return result;
}

bool ScalingParams::needs_numbers() const {
  const ScalingParams known = settled();
  return known.scale != Scale::none || known.missing == Missing::mean;
}

MissingValues ScalingParams::reading() const {
  if (missing == Missing::error) return MissingValues::refuse;
  return needs_numbers() ? MissingValues::keep : MissingValues::leave_out;
}

Scale scale_for(const Records& records, Communicator& peers) {
  const auto decide = [&]<class Real>(const SparseRows<Real>& rows) {
    FeatureTable features;
    std::vector<std::uint32_t> indices;
    bool is_binary = true;
    double all = 0, entries = 0;
    for (std::size_t i = 0; i < rows.size(); ++i) {
      const double weight = records.weights.empty() ? 1 : records.weights[i];
      all += weight;
      entries += weight * static_cast<double>(rows.row(i).size());
      for (const BasicFeature<Real>& feature : rows.row(i)) {
        if (features.add(feature.index) == indices.size()) indices.push_back(feature.index);
        is_binary = is_binary && (feature.value == 1 || std::isnan(feature.value));
      }
    }
    std::sort(indices.begin(), indices.end());
    const double places = peers.sum(all) * static_cast<double>(union_of(indices, peers).size());
    const bool is_dense = places > 0 && 2 * peers.sum(entries) >= places;
    is_binary = peers.all(is_binary);
    return is_dense && !is_binary ? Scale::standard : Scale::none;
  };
  return records.has_text ? Scale::none : std::visit(decide, records.rows);
}

RowScaler::RowScaler(const ScalingParams& params, const FeatureScaling& scaling)
    : scaling_(scaling), fills_(params.missing == Missing::mean) {
  for (std::size_t n = 0; n < scaling_.features.size(); ++n) {
    numbers_.add(scaling_.features[n]);
    if (scaling_.shifts[n] == 0 || scaling_.widths[n] == 0) continue;
    shifted_.push_back({scaling_.features[n], scaled(static_cast<std::uint32_t>(n), 0)});
  }
}

double RowScaler::scaled(std::uint32_t number, double value) const {
  const double width = scaling_.widths[number];
  if (std::isnan(value)) value = fills_ ? scaling_.fills[number] : 0;
  return width == 0 ? 0 : (value - scaling_.shifts[number]) / width;
}

namespace {

// In the precision of the rows; what is too large for it becomes the largest.
template <class Real>
Real narrowed(double value) {
  constexpr auto largest = static_cast<double>(std::numeric_limits<Real>::max());
  return static_cast<Real>(std::clamp(value, -largest, largest));
}

}  // namespace

// False for a feature that is 0 now.
template <class Real>
bool RowScaler::scale(BasicFeature<Real>& feature) const {
  const std::uint32_t number = numbers_.find(feature.index);
  if (number == FeatureTable::none) return !std::isnan(feature.value);
  feature.value = narrowed<Real>(scaled(number, static_cast<double>(feature.value)));
  return feature.value != 0;
}

template <class Real>
void RowScaler::apply(SparseRows<Real>& rows) const {
  if (!shifted_.empty()) {
    rows = grown(rows);
    return;
  }
  rows.edit_rows([this](std::span<BasicFeature<Real>> row) {
    std::size_t kept = 0;
    for (BasicFeature<Real> feature : row) {
      if (scale(feature)) row[kept++] = feature;
    }
    return kept;
  });
}

template <class Real>
SparseRows<Real> RowScaler::grown(const SparseRows<Real>& rows) const {
  SparseRows<Real> result;
  result.reserve(rows.size(), std::max(rows.nonzeros(), rows.size() * shifted_.size()));
  const auto push_zero = [&result](const Shifted& absent) {
    const Real value = narrowed<Real>(absent.value);
    if (value != 0) result.push({absent.index, value});
  };
  for (std::size_t i = 0; i < rows.size(); ++i) {
    auto absent = shifted_.begin();
    for (BasicFeature<Real> feature : rows.row(i)) {
      for (; absent != shifted_.end() && absent->index < feature.index; ++absent) {
        push_zero(*absent);
      }
      if (absent != shifted_.end() && absent->index == feature.index) ++absent;
      if (scale(feature)) result.push(feature);
    }
    for (; absent != shifted_.end(); ++absent) push_zero(*absent);
    result.end_row();
  }
  return result;
}

template void RowScaler::apply(SparseRows<float>&) const;
template void RowScaler::apply(SparseRows<double>&) const;

void refuse_missing(const Records& records, const FeatureNames& names) {
  const auto check = [&](const auto& rows) {
    for (std::size_t i = 0; i < rows.size(); ++i) {
      for (const auto& feature : rows.row(i)) {
        if (!std::isnan(feature.value)) continue;
        fail(ErrorKind::input, "example {}: {}", record_name(records, i),
             refused_missing(feature_name(names, feature.index)));
      }
    }
  };
  std::visit(check, records.rows);
}

std::string missing_text(const MissingCounts& missing, Missing treatment) {
  if (missing.empty()) return "";
  const bool is_one = missing.values() == 1;
  return fmt::format("{} value{} of {} numeric feature{} {} missing and count{} as {}",
                     missing.values(), is_one ? "" : "s", missing.features(),
                     missing.features() == 1 ? "" : "s", is_one ? "is" : "are", is_one ? "s" : "",
                     treatment == Missing::mean ? "the mean of the training values" : "0");
}

}  // namespace clade::detail
