// A change of weights of which every rank holds a copy, as it travels: products x (x) u of a row
// and some units, one for each instance whose dual variables have changed. A document has few words
// and few classes that it is mistaken for, so products take far fewer bytes than the rows of
// weights that change. Where they do not, such rows travel: each is a product of one feature.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "base/communicator.h"
#include "base/threads.h"
#include "data/sparse_row.h"
#include "linear/unit_change.h"
#include "linear/weight_view.h"
#include "solver/backend/linear_backend.h"

namespace clade::detail {

template <class Real>
class ChangeProducts {
 public:
  ChangeProducts(std::size_t features, std::size_t units) : features_(features), units_(units) {}

  void clear();
  std::size_t size() const { return rows_.ends.size(); }
  // One more product. Units of `change` that are zero are left out.
  void add(BasicSparseRow<Real> row, UnitChange<Real>& change);

  // The inner product of these weights with the sum of all products.
  double along(const WeightView<Real>& weights, ThreadPool& pool) const;
  // Adds `factor` times all products to the weights.
  void add_to(LinearBackend<Real>& backend, double factor, ThreadPool& pool) const;

  // In the form that takes fewer bytes.
  void append_to(std::string& bytes) const;
  static ChangeProducts from(std::size_t features, std::size_t units, ByteReader& reader);

 private:
  // Values of all products, one after the other.
  template <class Value>
  struct Parts {
    std::vector<Value> values;
    std::vector<std::uint64_t> ends;  // by product

    std::span<const Value> operator[](std::size_t n) const {
      const std::size_t begin = n == 0 ? 0 : ends[n - 1];
      return std::span(values).subspan(begin, ends[n] - begin);
    }
    void end() { ends.push_back(values.size()); }
  };

  void add(BasicSparseRow<Real> row, std::span<const Real> of_all_units);
  void set(UnitChange<Real>& change, std::size_t n, double factor) const;
  std::vector<std::uint32_t> touched_features() const;
  ChangeProducts by_feature(const std::vector<std::uint32_t>& touched) const;
  std::size_t byte_count() const;
  void append_as_it_is(std::string& bytes) const;

  std::size_t features_, units_;
  Parts<BasicFeature<Real>> rows_;
  Parts<std::uint32_t> numbers_;  // of units; none where a product has all
  Parts<Real> amounts_;           // of these units
};

}  // namespace clade::detail
