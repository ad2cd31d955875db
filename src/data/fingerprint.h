// A number for what a record holds, to know it again: its texts and values as they were read, not
// its labels, id or weight. It is the same in every format and whatever a model knows of the
// record's words. 0 stands for a record without content, which looks like any other.
#pragma once

#include <cstdint>
#include <string_view>
#include <vector>

#include "data/feature_names.h"
#include "data/sparse_row.h"

namespace clade::detail {

// Puts the parts of one record together. Numbered features come in the order of their numbers,
// everything else in any order.
class Fingerprint {
 public:
  void clear();
  void add_text(std::string_view text);
  void add_named(std::uint64_t name, double value);
  // Nothing is added for a missing value (NaN).
  void add_numbered(std::uint32_t index, double value);
  std::uint64_t value() const;

  static std::uint64_t of_name(std::string_view name);
  // Of a row of numbered features alone.
  static std::uint64_t of_row(BasicSparseRow<float> row);
  static std::uint64_t of_row(BasicSparseRow<double> row);

 private:
  std::uint64_t sum_ = 0;
  std::vector<BasicFeature<float>> numbered_;
};

// Of rows whose named features are these.
class RowFingerprints {
 public:
  explicit RowFingerprints(const FeatureNames& names);
  template <class Real>
  std::uint64_t of(BasicSparseRow<Real> row) const;

 private:
  std::vector<std::uint64_t> names_;  // by number
};

// The fingerprints of many records: all, or those below a bound where there are very many.
struct Fingerprints {
  static constexpr std::uint64_t no_bound = ~std::uint64_t{0};
  std::uint64_t bound = no_bound;
  std::vector<std::uint64_t> values;  // increasing, below the bound

  bool empty() const { return values.empty(); }
  bool is_sample() const { return bound != no_bound; }
  bool covers(std::uint64_t fingerprint) const { return fingerprint != 0 && fingerprint < bound; }
  bool has(std::uint64_t fingerprint) const;
};

// Collects them in bounded memory, whatever the order in which they come.
class FingerprintCollector {
 public:
  static constexpr std::size_t usual_most = std::size_t{1} << 20;
  explicit FingerprintCollector(std::size_t most = usual_most) : most_(most) {}

  void add(const std::vector<std::uint64_t>& fingerprints);
  void add(const Fingerprints& others);
  Fingerprints take();

 private:
  void settle();

  std::size_t most_;
  Fingerprints kept_;
  std::vector<std::uint64_t> pending_;
};

}  // namespace clade::detail
