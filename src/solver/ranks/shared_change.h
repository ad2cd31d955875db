// What the ranks of a run change in weights of which each holds a copy: rows that nobody changed do
// not travel, and of the others those units alone that did, where they are few.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "base/communicator.h"
#include "linear/weight_rows.h"

namespace clade::detail {

// Rows of changes, by feature in increasing order.
template <class Real>
class ChangedRows {
 public:
  explicit ChangedRows(std::size_t units) : units_(units) {}
  std::size_t units() const { return units_; }

  // `change` over all units; a row of zeros is none.
  void add(std::uint32_t feature, std::span<const Real> change);
  // Row n of others.
  void add(const ChangedRows& others, std::size_t n);
  // Puts `weights` plus `factor` times the change in their place.
  void add_to(WeightRows<Real>& weights, double factor) const;
  std::size_t size() const { return features_.size(); }

  void append_to(std::string& bytes) const;
  static ChangedRows from(std::size_t units, ByteReader& reader);

  std::uint32_t feature(std::size_t n) const { return features_[n]; }
  // Calls use(unit, value) for the values of row n, units in order.
  template <class Use>
  void for_each(std::size_t n, Use use) const {
    const Real* values = values_.data() + begin(n);
    if (is_dense(n)) {
      for (std::size_t u = 0; u < units_; ++u) use(u, values[u]);
      return;
    }
    const std::uint32_t* units = unit_numbers_.data() + (n == 0 ? 0 : unit_ends_[n - 1]);
    for (std::size_t k = 0; k < ends(n) - begin(n); ++k) use(units[k], values[k]);
  }

 private:
  bool is_dense(std::size_t n) const { return ends(n) - begin(n) == units_; }
  std::size_t begin(std::size_t n) const { return n == 0 ? 0 : value_ends_[n - 1]; }
  std::size_t ends(std::size_t n) const { return value_ends_[n]; }

  std::size_t units_;
  std::vector<std::uint32_t> features_;
  std::vector<std::uint64_t> value_ends_, unit_ends_;  // by row, in the arrays below
  std::vector<std::uint32_t> unit_numbers_;            // of rows that do not have all units
  std::vector<Real> values_;
};

// The sum of the changes of all ranks: parts of different features.
template <class Real>
struct SummedChange {
  std::vector<ChangedRows<Real>> parts;

  void add_to(WeightRows<Real>& weights, double factor) const {
    for (const ChangedRows<Real>& part : parts) part.add_to(weights, factor);
  }
};

// Rank r adds up the rows of the features f with f mod ranks = r, in the order of ranks, and all
// get the sums.
template <class Real>
SummedChange<Real> sum_changes(const ChangedRows<Real>& own, Communicator& peers);

}  // namespace clade::detail
