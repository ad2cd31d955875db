#include "linear/weight_rows.h"

#include <fmt/core.h>

#include <algorithm>
#include <cassert>
#include <cerrno>
#include <cstring>
#include <limits>
#include <vector>

#include "base/memory.h"
#include "linear/storage.h"

namespace clade::detail {
namespace {

// As double: the product may not fit size_t.
double dense_bytes(std::size_t features, std::size_t stride, std::size_t real_size) {
  return static_cast<double>(features) * static_cast<double>(stride) *
         static_cast<double>(real_size);
}

[[noreturn]] void fail_memory(double bytes, std::size_t features, std::size_t units,
                              const char* reason) {
  constexpr double gib = 1024.0 * 1024.0 * 1024.0;
  throw OutOfMemory(
      fmt::format("weights of {} features times {} units need {:.3g} GiB of memory: {}", features,
                  units, bytes / gib, reason));
}

ZeroedPages allocate_dense(std::size_t features, std::size_t units, std::size_t stride,
                           std::size_t real_size) {
  const double wanted = dense_bytes(features, stride, real_size);
  if (wanted > physical_memory()) fail_memory(wanted, features, units, "this machine has less");
  const std::size_t bytes = features * stride * real_size;
  ZeroedPages pages(bytes);
  if (pages.bytes() != bytes || !pages.use(bytes)) {
    fail_memory(wanted, features, units, std::strerror(errno));
  }
  return pages;
}

// ||a - b||^2 of one row. Blocks that only one of them has are compared with zeros.
template <class Real>
double row_distance(const BlockRow<Real>& a, const BlockRow<Real>& b) {
  constexpr std::size_t none = std::numeric_limits<std::size_t>::max();
  static constexpr Real zeros[block_units<Real>] = {};
  double sum = 0;
  for (std::size_t i = 0, k = 0; i < a.count || k < b.count;) {
    const std::size_t in_a = i < a.count ? a.number(i) : none;
    const std::size_t in_b = k < b.count ? b.number(k) : none;
    const Real* mine = in_a <= in_b ? a.block(i++) : zeros;
    const Real* theirs = in_b <= in_a ? b.block(k++) : zeros;
    for (std::size_t u = 0; u < block_units<Real>; ++u) {
      const double difference = static_cast<double>(mine[u]) - static_cast<double>(theirs[u]);
      sum += difference * difference;
    }
  }
  return sum;
}

}  // namespace

template <class Real>
std::size_t WeightRows<Real>::stride_for(std::size_t units) {
  return padded_units(units, sizeof(Real));
}

template <class Real>
RowForm WeightRows<Real>::form_for(std::size_t features, std::size_t units) {
  StorageNeeds needs{features, units, sizeof(Real)};
  needs.has_other_solver = true;
  return plan_storage(needs).storage == Storage::dense ? RowForm::dense : RowForm::sparse;
}

template <class Real>
WeightRows<Real>::WeightRows(std::size_t features, std::size_t units)
    : WeightRows(features, units, form_for(features, units)) {}

template <class Real>
WeightRows<Real>::WeightRows(std::size_t features, std::size_t units, RowForm form) {
  const std::size_t stride = stride_for(units);
  if (form == RowForm::sparse) {
    sparse_ = std::make_unique<SparseWeights<Real>>(features, units, stride);
    view_ = sparse_->view();
    return;
  }
  dense_ = allocate_dense(features, units, stride, sizeof(Real));
  view_ = {static_cast<const Real*>(dense_.data()), features, units, stride};
}

template <class Real>
std::span<Real> WeightRows<Real>::row(std::size_t feature) {
  assert(form() == RowForm::dense);
  return {dense_row(feature), view_.units};
}

template <class Real>
void WeightRows<Real>::set_row(std::size_t feature, std::span<const Real> weights) {
  if (form() == RowForm::dense) {
    std::copy(weights.begin(), weights.end(), dense_row(feature));
    return;
  }
  std::vector<Real> padded(view_.stride);
  std::copy(weights.begin(), weights.end(), padded.begin());
  sparse_->set_row(feature, {padded.data(), nullptr, view_.blocks_per_row()});
}

template <class Real>
void WeightRows<Real>::add(BasicSparseRow<Real> row, UnitChange<Real>& change) {
  const std::span<const std::uint32_t> blocks = change.blocks();
  add(row, change.values(), blocks);
}

template <class Real>
void WeightRows<Real>::add(BasicSparseRow<Real> row, const Real* change,
                           std::span<const std::uint32_t> blocks) {
  if (form() == RowForm::dense) {
    add_to_rows<Real>(dense_row(0), view_.stride, row, change, blocks);
  } else {
    sparse_->tidy();
    sparse_->add(row, change, blocks, places_);
  }
}

template <class Real>
void WeightRows<Real>::add(std::span<const RowChange<Real>> changes, ThreadPool& pool) {
  if (pool.size() == 1) {
    for (const RowChange<Real>& change : changes) add(change.row, change.values, change.blocks);
    return;
  }
  if (sparse_ != nullptr) sparse_->tidy();
  constexpr std::size_t parts = 8;
  pool.for_blocks(parts, [&](std::size_t part) {
    std::vector<BasicFeature<Real>> mine;
    std::vector<std::uint64_t> places;
    for (const RowChange<Real>& change : changes) {
      mine.clear();
      for (const auto& feature : change.row) {
        if (feature.index % parts == part) mine.push_back(feature);
      }
      if (form() == RowForm::dense) {
        add_to_rows<Real>(dense_row(0), view_.stride, mine, change.values, change.blocks);
      } else {
        sparse_->add(mine, change.values, change.blocks, places);
      }
    }
  });
}

template <class Real>
void WeightRows<Real>::set_zero() {
  if (sparse_ != nullptr) {
    sparse_->set_zero();
  } else {
    dense_.set_zero();
  }
}

template <class Real>
void WeightRows<Real>::state(State& s) {
  struct {
    std::uint64_t features, units;
    RowForm form;
  } shape{features(), units(), form()};
  s(shape.features, shape.units, shape.form);
  if (shape.features != features() || shape.units != units() || shape.form != form()) {
    *this = shape.features > 0 ? WeightRows(shape.features, shape.units, shape.form) : WeightRows();
  }
  if (sparse_ == nullptr) return s(dense_);
  std::vector<std::uint32_t> numbers;
  std::vector<Real> blocks;
  if (s.is_read()) sparse_->set_zero();
  for (std::size_t j = 0; j < features(); ++j) {
    const BlockRow<Real> row = view().blocks(j);
    numbers.resize(row.count);
    for (std::size_t i = 0; i < row.count; ++i)
      numbers[i] = static_cast<std::uint32_t>(row.number(i));
    if (!s.is_read()) blocks.assign(row.data, row.data + row.count * block_units<Real>);
    s(numbers, blocks);
    if (s.is_read()) sparse_->set_row(j, {blocks.data(), numbers.data(), numbers.size()});
  }
}

template <class Real>
void WeightRows<Real>::assign(const WeightRows& other) {
  if (&other == this) return;
  if (sparse_ != nullptr) {
    sparse_->set_zero();
    for (std::size_t j = 0; j < view_.features; ++j) sparse_->set_row(j, other.view().blocks(j));
    return;
  }
  std::vector<Real> row(view_.units);
  const std::size_t bytes = view_.units * sizeof(Real);
  for (std::size_t j = 0; j < view_.features && bytes > 0; ++j) {
    other.view().copy_row(j, row);
    // Rows that are equal already, mostly untouched ones, must not become real memory.
    if (std::memcmp(dense_row(j), row.data(), bytes) != 0) {
      std::memcpy(dense_row(j), row.data(), bytes);
    }
  }
}

template <class Real>
void WeightRows<Real>::scale(double factor) {
  if (sparse_ != nullptr) return sparse_->scale(factor);
  for (std::size_t j = 0; j < view_.features; ++j) {
    for (Real& w : row(j)) w *= static_cast<Real>(factor);
  }
}

// Row by row: one long sum would lose what small numbers add to a large one.
template <class Real>
double WeightRows<Real>::squared_norm() const {
  double total = 0;
  for (std::size_t j = 0; j < view_.features; ++j) {
    const BlockRow<Real> row = view_.blocks(j);
    total += sum_of_squares<Real>(row.data, row.count * block_units<Real>);
  }
  return total;
}

template <class Real>
double WeightRows<Real>::squared_distance(const WeightRows& other) const {
  double total = 0;
  for (std::size_t j = 0; j < view_.features; ++j) {
    total += row_distance(view_.blocks(j), other.view().blocks(j));
  }
  return total;
}

// Rows of zeros are not written: they would become real memory.
template <class Real>
WeightRows<Real> WeightRows<Real>::combined(double a, const WeightRows& other, double b,
                                            std::size_t features) const {
  WeightRows result(features, view_.units);
  std::vector<Real> mine(view_.units), theirs(view_.units);
  for (std::size_t j = 0; j < std::min(features, view_.features); ++j) {
    view_.copy_row(j, mine);
    other.view().copy_row(j, theirs);
    bool is_zero = true;
    for (std::size_t u = 0; u < mine.size(); ++u) {
      mine[u] =
          static_cast<Real>(a * static_cast<double>(mine[u]) + b * static_cast<double>(theirs[u]));
      is_zero = is_zero && mine[u] == 0;
    }
    if (!is_zero) result.set_row(j, mine);
  }
  return result;
}

template class WeightRows<float>;
template class WeightRows<double>;

}  // namespace clade::detail
