#include "data/fingerprint.h"

#include <xxhash.h>

#include <algorithm>
#include <bit>
#include <cmath>
#include <utility>

namespace clade::detail {

namespace {

std::uint64_t hash(const void* data, std::size_t size) { return XXH3_64bits(data, size); }

struct NamedValue {
  std::uint64_t name;
  std::uint64_t bits;
};

// The bits of a value in single precision, so that they are the same in double.
std::uint32_t bits_of(double value) {
  return std::bit_cast<std::uint32_t>(static_cast<float>(value));
}

static_assert(sizeof(BasicFeature<float>) == 8);

std::uint64_t hash_of(const BasicFeature<float>* row, std::size_t size) {
  return size == 0 ? 0 : hash(row, size * sizeof(BasicFeature<float>));
}

// Spread evenly, whatever was added up.
std::uint64_t finished(std::uint64_t sum) { return sum == 0 ? 0 : hash(&sum, sizeof(sum)); }

}  // namespace

void Fingerprint::clear() {
  sum_ = 0;
  numbered_.clear();
}

void Fingerprint::add_text(std::string_view text) {
  if (!text.empty()) sum_ += hash(text.data(), text.size());
}

void Fingerprint::add_named(std::uint64_t name, double value) {
  const NamedValue pair{name, bits_of(value)};
  if (pair.bits != 0) sum_ += hash(&pair, sizeof(pair));
}

void Fingerprint::add_numbered(std::uint32_t index, double value) {
  const auto narrow = static_cast<float>(value);
  if (narrow != 0 && !std::isnan(narrow)) numbered_.push_back({index, narrow});
}

std::uint64_t Fingerprint::value() const {
  return finished(sum_ + hash_of(numbered_.data(), numbered_.size()));
}

std::uint64_t Fingerprint::of_name(std::string_view name) { return hash(name.data(), name.size()); }

std::uint64_t Fingerprint::of_row(BasicSparseRow<float> row) {
  const auto is_missing = [](const BasicFeature<float>& f) { return std::isnan(f.value); };
  if (std::any_of(row.begin(), row.end(), is_missing)) {
    Fingerprint fingerprint;
    for (const auto& feature : row) fingerprint.add_numbered(feature.index, feature.value);
    return fingerprint.value();
  }
  return finished(hash_of(row.data(), row.size()));
}

std::uint64_t Fingerprint::of_row(BasicSparseRow<double> row) {
  Fingerprint fingerprint;
  for (const auto& feature : row) fingerprint.add_numbered(feature.index, feature.value);
  return fingerprint.value();
}

RowFingerprints::RowFingerprints(const FeatureNames& names) {
  names_.reserve(names.size());
  for (std::size_t n = 0; n < names.size(); ++n) {
    names_.push_back(Fingerprint::of_name(names.name(n)));
  }
}

template <class Real>
std::uint64_t RowFingerprints::of(BasicSparseRow<Real> row) const {
  if (names_.empty()) return Fingerprint::of_row(row);
  Fingerprint fingerprint;
  for (const auto& feature : row) {
    const auto value = static_cast<double>(feature.value);
    if (feature.index < FeatureNames::first_index) {
      fingerprint.add_numbered(feature.index, value);
    } else {
      fingerprint.add_named(names_[feature.index - FeatureNames::first_index], value);
    }
  }
  return fingerprint.value();
}

template std::uint64_t RowFingerprints::of(BasicSparseRow<float> row) const;
template std::uint64_t RowFingerprints::of(BasicSparseRow<double> row) const;

bool Fingerprints::has(std::uint64_t fingerprint) const {
  return covers(fingerprint) && std::binary_search(values.begin(), values.end(), fingerprint);
}

void FingerprintCollector::add(const std::vector<std::uint64_t>& fingerprints) {
  for (const std::uint64_t one : fingerprints) {
    if (kept_.covers(one)) pending_.push_back(one);
  }
  if (pending_.size() > most_ / 4) settle();
}

void FingerprintCollector::add(const Fingerprints& others) {
  kept_.bound = std::min(kept_.bound, others.bound);
  add(others.values);
}

// Those that are left are the smallest: which these are does not depend on the order.
void FingerprintCollector::settle() {
  std::vector<std::uint64_t>& values = kept_.values;
  values.insert(values.end(), pending_.begin(), pending_.end());
  pending_.clear();
  std::sort(values.begin(), values.end());
  values.erase(std::unique(values.begin(), values.end()), values.end());
  if (values.size() > most_) {
    kept_.bound = values[most_];
    values.resize(most_);
  }
  values.erase(std::lower_bound(values.begin(), values.end(), kept_.bound), values.end());
}

Fingerprints FingerprintCollector::take() {
  settle();
  return std::exchange(kept_, {});
}

}  // namespace clade::detail
