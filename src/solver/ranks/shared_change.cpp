#include "solver/ranks/shared_change.h"

#include <algorithm>
#include <limits>
#include <utility>

namespace clade::detail {

template <class Real>
void ChangedRows<Real>::add(std::uint32_t feature, std::span<const Real> change) {
  const auto nonzero = static_cast<std::size_t>(
      std::count_if(change.begin(), change.end(), [](Real value) { return value != 0; }));
  if (nonzero == 0) return;
  features_.push_back(feature);
  // A unit's number takes as much room as its value, or half of it.
  if (2 * nonzero >= units_) {
    values_.insert(values_.end(), change.begin(), change.end());
  } else {
    for (std::size_t u = 0; u < change.size(); ++u) {
      if (change[u] == 0) continue;
      unit_numbers_.push_back(static_cast<std::uint32_t>(u));
      values_.push_back(change[u]);
    }
  }
  value_ends_.push_back(values_.size());
  unit_ends_.push_back(unit_numbers_.size());
}

template <class Real>
void ChangedRows<Real>::add(const ChangedRows& others, std::size_t n) {
  features_.push_back(others.features_[n]);
  const bool is_dense = others.is_dense(n);
  others.for_each(n, [&](std::size_t unit, Real value) {
    if (!is_dense) unit_numbers_.push_back(static_cast<std::uint32_t>(unit));
    values_.push_back(value);
  });
  value_ends_.push_back(values_.size());
  unit_ends_.push_back(unit_numbers_.size());
}

template <class Real>
void ChangedRows<Real>::add_to(WeightRows<Real>& weights, double factor) const {
  std::vector<Real> buffer(units_);
  const bool is_dense = weights.form() == RowForm::dense;
  for (std::size_t n = 0; n < size(); ++n) {
    if (!is_dense) weights.view().copy_row(features_[n], buffer);
    const std::span<Real> row = is_dense ? weights.row(features_[n]) : std::span<Real>(buffer);
    for_each(n, [&](std::size_t unit, Real value) {
      row[unit] =
          static_cast<Real>(static_cast<double>(row[unit]) + factor * static_cast<double>(value));
    });
    if (!is_dense) weights.set_row(features_[n], buffer);
  }
}

template <class Real>
void ChangedRows<Real>::append_to(std::string& bytes) const {
  append_values<std::uint32_t>(features_, bytes);
  append_values<std::uint64_t>(value_ends_, bytes);
  append_values<std::uint64_t>(unit_ends_, bytes);
  append_values<std::uint32_t>(unit_numbers_, bytes);
  append_values<Real>(values_, bytes);
}

template <class Real>
ChangedRows<Real> ChangedRows<Real>::from(std::size_t units, ByteReader& reader) {
  ChangedRows rows(units);
  rows.features_ = reader.values<std::uint32_t>();
  rows.value_ends_ = reader.values<std::uint64_t>();
  rows.unit_ends_ = reader.values<std::uint64_t>();
  rows.unit_numbers_ = reader.values<std::uint32_t>();
  rows.values_ = reader.values<Real>();
  return rows;
}

namespace {

// The rows of each rank's share of the features.
template <class Real>
std::vector<std::string> shares(const ChangedRows<Real>& own, std::size_t units, int ranks) {
  std::vector<ChangedRows<Real>> shares(static_cast<std::size_t>(ranks), ChangedRows<Real>(units));
  for (std::size_t n = 0; n < own.size(); ++n) {
    shares[own.feature(n) % static_cast<std::uint32_t>(ranks)].add(own, n);
  }
  std::vector<std::string> bytes(shares.size());
  for (std::size_t r = 0; r < shares.size(); ++r) shares[r].append_to(bytes[r]);
  return bytes;
}

// Goes through the rows of several in the order of features: use(feature, sum of the rows).
template <class Real, class Use>
void add_up(const std::vector<ChangedRows<Real>>& all, std::size_t units, Use use) {
  constexpr std::uint32_t none = std::numeric_limits<std::uint32_t>::max();
  std::vector<std::size_t> at(all.size());
  std::vector<double> sum(units);
  while (true) {
    std::uint32_t feature = none;
    for (std::size_t r = 0; r < all.size(); ++r) {
      if (at[r] < all[r].size()) feature = std::min(feature, all[r].feature(at[r]));
    }
    if (feature == none) return;
    std::fill(sum.begin(), sum.end(), 0.0);
    for (std::size_t r = 0; r < all.size(); ++r) {
      if (at[r] == all[r].size() || all[r].feature(at[r]) != feature) continue;
      all[r].for_each(
          at[r]++, [&](std::size_t unit, Real value) { sum[unit] += static_cast<double>(value); });
    }
    use(feature, sum);
  }
}

}  // namespace

template <class Real>
SummedChange<Real> sum_changes(const ChangedRows<Real>& own, Communicator& peers) {
  const std::size_t units = own.units();
  std::vector<ChangedRows<Real>> parts;
  for (const std::string& bytes : peers.exchange(shares(own, units, peers.size()))) {
    ByteReader reader(bytes);
    parts.push_back(ChangedRows<Real>::from(units, reader));
  }
  ChangedRows<Real> share(units);
  std::vector<Real> row(units);
  add_up(parts, units, [&](std::uint32_t feature, const std::vector<double>& sum) {
    for (std::size_t u = 0; u < units; ++u) row[u] = static_cast<Real>(sum[u]);
    share.add(feature, row);
  });
  std::string bytes;
  share.append_to(bytes);
  SummedChange<Real> result;
  for (const std::string& of_rank : peers.gather(bytes)) {
    ByteReader reader(of_rank);
    result.parts.push_back(ChangedRows<Real>::from(units, reader));
  }
  return result;
}

template class ChangedRows<float>;
template class ChangedRows<double>;
template SummedChange<float> sum_changes(const ChangedRows<float>&, Communicator&);
template SummedChange<double> sum_changes(const ChangedRows<double>&, Communicator&);

}  // namespace clade::detail
