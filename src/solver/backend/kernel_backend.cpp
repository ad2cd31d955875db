#include "solver/backend/kernel_backend.h"

#include <algorithm>
#include <array>
#include <iterator>
#include <map>
#include <new>
#include <numeric>
#include <utility>

#include "linear/row_kernels.h"
#include "linear/vector_kernels.h"

namespace clade::detail {

namespace {

// Instances whose scores one thread changes at a time: these and their scores stay in its cache.
constexpr std::size_t range_size = 256;
constexpr std::size_t near_range_size = 1024;
// Those whose scores are summed up at a time, and the changes whose rows are there together.
constexpr std::size_t tile_size = 64;
constexpr std::size_t most_added_at_once = 512;

template <class Real>
double row_product(const WeightRows<Real>& a, const WeightRows<Real>& b, std::size_t row) {
  const Real* other = b.view().row(row).data();
  double sum = 0;
  a.view().for_each_nonzero(row, [&](std::size_t unit, Real value) {
    sum += static_cast<double>(value) * static_cast<double>(other[unit]);
  });
  return sum;
}

// A block of units and the changes that it has.
template <class Real>
struct ChangedBlock {
  std::uint32_t number = 0;
  std::vector<std::uint32_t> columns;
  std::vector<const Real*> changes;
};

template <class Real>
bool is_zero(const Real* block) {
  return std::all_of(block, block + block_units<Real>, [](Real v) { return v == 0; });
}

template <class Real>
std::vector<ChangedBlock<Real>> changed_blocks(std::span<const InstanceChange<Real>> changes) {
  std::map<std::uint32_t, ChangedBlock<Real>> blocks;
  for (std::size_t b = 0; b < changes.size(); ++b) {
    for (const std::uint32_t number : changes[b].blocks) {
      const Real* change = changes[b].values + number * block_units<Real>;
      if (is_zero(change)) continue;
      ChangedBlock<Real>& block = blocks[number];
      block.number = number;
      block.columns.push_back(static_cast<std::uint32_t>(b));
      block.changes.push_back(change);
    }
  }
  std::vector<ChangedBlock<Real>> result;
  result.reserve(blocks.size());
  for (auto& [number, block] : blocks) result.push_back(std::move(block));
  return result;
}

// A unit, and which changes have which part of it.
template <class Real>
struct ChangedUnit {
  std::size_t number = 0;
  std::vector<RowTerm<Real>> terms{};
};

template <class Real>
std::vector<ChangedUnit<Real>> changed_units(std::span<const InstanceChange<Real>> changes) {
  std::vector<ChangedUnit<Real>> units;
  std::vector<std::size_t> place;  // by unit, in `units`, plus 1
  for (std::size_t b = 0; b < changes.size(); ++b) {
    for (const std::uint32_t block : changes[b].blocks) {
      const std::size_t first = block * block_units<Real>;
      place.resize(std::max(place.size(), first + block_units<Real>));
      for (std::size_t u = first; u < first + block_units<Real>; ++u) {
        const Real value = changes[b].values[u];
        if (value == 0) continue;
        if (place[u] == 0) {
          units.push_back({u});
          place[u] = units.size();
        }
        ChangedUnit<Real>& unit = units[place[u] - 1];
        unit.terms.push_back({value, static_cast<std::uint32_t>(b)});
      }
    }
  }
  return units;
}

// By change: its factors for the targets.
template <class Real>
using Factors = std::array<const Real*, GramRows<Real>::most_at_once>;

template <class Real>
void add_block(WeightRows<Real>& scores, const ChangedBlock<Real>& block,
               std::span<const std::uint32_t> targets, const Factors<Real>& factors) {
  Factors<Real> of_block{};
  const std::size_t count = block.columns.size();
  for (std::size_t k = 0; k < count; ++k) of_block[k] = factors[block.columns[k]];
  scores.add_products(block.number, targets, std::span(of_block).first(count), block.changes);
}

template <class Real>
void copy_row(const WeightRows<Real>& from, WeightRows<Real>& to, std::size_t row) {
  std::vector<Real> values(from.units());
  from.view().copy_row(row, values);
  to.set_row(row, values);
}

}  // namespace

template <class Real>
KernelBackend<Real>::KernelBackend(const Problem<Real>& problem, GramRows<Real>& gram,
                                   std::size_t near_bytes)
    : problem_(problem),
      gram_(gram),
      constant_(problem.constant),
      constant_anchor_(problem.score_map.units()),
      coefficients_(problem.rows.size(), problem.score_map.units()),
      all_(problem.rows.size()),
      near_bytes_(near_bytes),
      raw_(problem.rows.size(), problem.score_map.units(), RowForm::dense) {
  std::iota(all_.begin(), all_.end(), 0U);
  if (problem.anchor != nullptr) set_anchor_scores();
}

template <class Real>
void KernelBackend<Real>::start_anew() {
  reset();
  std::fill(constant_anchor_.begin(), constant_anchor_.end(), 0.0);
  anchored_ = {};
  if (problem_.anchor != nullptr) set_anchor_scores();
  reset();
}

template <class Real>
void KernelBackend<Real>::score(std::size_t i, Real* raw) const {
  const WeightView<Real>& view = raw_.view();
  std::copy_n(view.data + i * view.stride, view.stride, raw);
}

template <class Real>
void KernelBackend<Real>::add(std::size_t i, UnitChange<Real>& change) {
  const std::span<const std::uint32_t> blocks = change.blocks();
  add(i, change.values(), blocks);
}

template <class Real>
void KernelBackend<Real>::add(std::size_t i, const Real* change,
                              std::span<const std::uint32_t> blocks) {
  const InstanceChange<Real> one{i, change, blocks};
  add({&one, 1}, alone_);
}

template <class Real>
void KernelBackend<Real>::add(std::span<const InstanceChange<Real>> changes, ThreadPool& pool) {
  for (const auto& change : changes) {
    const BasicFeature<Real> own{static_cast<std::uint32_t>(change.instance), Real{1}};
    coefficients_.add({&own, 1}, change.values, change.blocks);
    if (!others_.empty()) is_ahead_[change.instance] = 1;
  }
  if (others_.empty()) {
    change_scores(changes, all_, pool);
  } else if (has_near()) {
    change_near_scores(changes, pool);
  } else {
    change_scores(changes, followed_, pool);
  }
  version_ += changes.size();
  changes_since_reset_ += changes.size();
}

template <class Real>
void KernelBackend<Real>::make_ready(std::span<const std::uint32_t> instances, ThreadPool& pool) {
  if (!has_near()) return gram_.fetch(instances, pool);
  std::vector<std::uint32_t> missing;
  for (const std::uint32_t i : instances) {
    if (is_near_[place_[i]] == 0) missing.push_back(i);
  }
  if (missing.empty()) return;
  gram_.fetch(missing, pool);
  const auto shift = static_cast<Real>(constant_ * constant_);
  for (const std::uint32_t i : missing) {
    const Real* from = gram_.row(i);
    Real* to = near_row(i);
    for (std::size_t k = 0; k < near_size_; ++k) to[k] = from[followed_[k]] + shift;
    is_near_[place_[i]] = 1;
  }
}

template <class Real>
double KernelBackend<Real>::inner_product(std::size_t a, std::size_t b) const {
  if (has_near()) return static_cast<double>(near_row(a)[place_[b]]);
  const double kernel =
      gram_.is_ready(a) ? static_cast<double>(gram_.row(a)[b]) : gram_.between(a, b);
  return kernel + constant_ * constant_;
}

template <class Real>
void KernelBackend<Real>::change_scores(std::span<const InstanceChange<Real>> changes,
                                        std::span<const std::uint32_t> of, ThreadPool& pool) {
  std::vector<std::uint32_t> instances;
  instances.reserve(changes.size());
  for (const auto& change : changes) {
    instances.push_back(static_cast<std::uint32_t>(change.instance));
  }
  gram_.fetch(instances, pool);
  const std::vector<ChangedBlock<Real>> blocks = changed_blocks(changes);
  const auto shift = static_cast<Real>(constant_ * constant_);
  pool.for_ranges(of.size(), range_size, [&](std::size_t begin, std::size_t end) {
    const auto targets = of.subspan(begin, end - begin);
    std::array<std::array<Real, range_size>, GramRows<Real>::most_at_once> factors;
    Factors<Real> rows{};
    for (std::size_t b = 0; b < changes.size(); ++b) {
      const Real* kernel = gram_.row(changes[b].instance);
      for (std::size_t t = 0; t < targets.size(); ++t) factors[b][t] = kernel[targets[t]] + shift;
      rows[b] = factors[b].data();
    }
    for (const ChangedBlock<Real>& block : blocks) add_block(raw_, block, targets, rows);
  });
}

template <class Real>
void KernelBackend<Real>::change_near_scores(std::span<const InstanceChange<Real>> changes,
                                             ThreadPool& pool) {
  const std::vector<ChangedBlock<Real>> blocks = changed_blocks(changes);
  pool.for_ranges(near_size_, near_range_size, [&](std::size_t begin, std::size_t end) {
    Factors<Real> rows{};
    for (std::size_t b = 0; b < changes.size(); ++b)
      rows[b] = near_row(changes[b].instance) + begin;
    const auto targets = std::span<const std::uint32_t>(followed_).subspan(begin, end - begin);
    for (const ChangedBlock<Real>& block : blocks) add_block(raw_, block, targets, rows);
  });
}

template <class Real>
void KernelBackend<Real>::add_many(std::span<const InstanceChange<Real>> changes,
                                   ThreadPool& pool) {
  for (const auto& change : changes) {
    const BasicFeature<Real> own{static_cast<std::uint32_t>(change.instance), Real{1}};
    coefficients_.add({&own, 1}, change.values, change.blocks);
  }
  const std::size_t part = std::min(most_added_at_once, gram_.most_ready());
  for (std::size_t first = 0; first < changes.size(); first += part) {
    change_all_scores(changes.subspan(first, std::min(part, changes.size() - first)), pool);
  }
  version_ += changes.size();
  changes_since_reset_ += changes.size();
}

// To the scores of each unit, those rows of the kernel are added whose instances change it: for a
// tile of instances at a time, whose part of the rows stays in the processor's cache. Sums go on
// from the scores that are there, so that it does not matter how changes are cut into parts.
template <class Real>
void KernelBackend<Real>::change_all_scores(std::span<const InstanceChange<Real>> changes,
                                            ThreadPool& pool) {
  std::vector<std::uint32_t> instances;
  for (const auto& change : changes) {
    instances.push_back(static_cast<std::uint32_t>(change.instance));
  }
  gram_.fetch(instances, pool);
  std::vector<const Real*> rows;
  for (const std::uint32_t i : instances) rows.push_back(gram_.row(i));
  const std::vector<ChangedUnit<Real>> units = changed_units(changes);
  const auto shift = static_cast<Real>(constant_ * constant_);
  pool.for_ranges(all_.size(), range_size, [&](std::size_t begin, std::size_t end) {
    AlignedArray<Real> sums(units.size() * tile_size);
    for (; begin < end; begin += tile_size) {
      const std::size_t count = std::min(tile_size, end - begin);
      for (std::size_t t = 0; t < count; ++t) {
        const std::span<const Real> scores = raw_scores(begin + t);
        for (std::size_t k = 0; k < units.size(); ++k) {
          sums[k * tile_size + t] = scores[units[k].number];
        }
      }
      for (std::size_t k = 0; k < units.size(); ++k) {
        add_rows<Real>(units[k].terms, rows.data(), shift, begin, AlignedArray<Real>::padded(count),
                       sums.data() + k * tile_size);
      }
      for (std::size_t t = 0; t < count; ++t) {
        const std::span<Real> scores = raw_.row(begin + t);
        for (std::size_t k = 0; k < units.size(); ++k) {
          scores[units[k].number] = sums[k * tile_size + t];
        }
      }
    }
  });
}

template <class Real>
std::span<Real> KernelBackend<Real>::near_space() {
  const std::size_t most = near_bytes_ / sizeof(Real);
  if (near_.data() == nullptr) near_ = ZeroedPages(most * sizeof(Real));
  if (!near_.use(most * sizeof(Real))) throw std::bad_alloc();
  near_size_ = 0;
  return {static_cast<Real*>(near_.data()), most};
}

template <class Real>
void KernelBackend<Real>::set_near() {
  near_size_ = 0;
  if (followed_.size() > near_bytes_ / sizeof(Real) / followed_.size()) return;
  static_cast<void>(near_space());
  near_size_ = followed_.size();
  place_.resize(all_.size());
  for (std::size_t k = 0; k < near_size_; ++k) place_[followed_[k]] = static_cast<std::uint32_t>(k);
  is_near_.assign(near_size_, 0);
}

template <class Real>
void KernelBackend<Real>::restrict_scores_to(std::span<const std::uint32_t> instances) {
  followed_.assign(instances.begin(), instances.end());
  others_.clear();
  std::set_difference(all_.begin(), all_.end(), followed_.begin(), followed_.end(),
                      std::back_inserter(others_));
  if (others_.empty()) return;
  if (known_.features() == 0) {
    known_ = WeightRows<Real>(coefficients_.features(), coefficients_.units());
  }
  for (const std::uint32_t i : followed_) copy_row(coefficients_, known_, i);
  is_ahead_.assign(all_.size(), 0);
  set_near();
}

template <class Real>
void KernelBackend<Real>::refresh_scores(ThreadPool& pool) {
  if (others_.empty()) return;
  const std::size_t stride = raw_.view().stride, most = GramRows<Real>::most_at_once;
  AlignedArray<Real> differences(most * stride);
  std::vector<Real> before(coefficients_.units());
  std::vector<std::uint32_t> blocks(stride / block_units<Real>);
  std::iota(blocks.begin(), blocks.end(), 0U);
  std::vector<InstanceChange<Real>> changes;
  for (const std::uint32_t i : followed_) {
    if (is_ahead_[i] != 0) {
      Real* difference = differences.data() + changes.size() * stride;
      coefficients_.view().copy_row(i, {difference, before.size()});
      known_.view().copy_row(i, before);
      for (std::size_t u = 0; u < before.size(); ++u) difference[u] -= before[u];
      changes.push_back({i, difference, blocks});
    }
    if (changes.size() < most && i != followed_.back()) continue;
    if (!changes.empty()) change_scores(changes, others_, pool);
    changes.clear();
  }
  others_.clear();
  near_size_ = 0;
}

template <class Real>
void KernelBackend<Real>::reset() {
  ++version_;
  changes_since_reset_ = 0;
  coefficients_.set_zero();
  others_.clear();
  near_size_ = 0;
  if (anchored_.features() > 0) {
    raw_.assign(anchored_);
  } else {
    raw_.set_zero();
  }
}

template <class Real>
void KernelBackend<Real>::assign(const WeightRows<Real>& coefficients,
                                 std::span<const double> of_constant,
                                 std::span<const double> scores) {
  reset();
  coefficients_.assign(coefficients);
  if (!of_constant.empty()) {
    std::vector<double> by = constant_weights();
    for (std::size_t u = 0; u < by.size(); ++u) by[u] = of_constant[u] - by[u];
    move_constant(by);
  }
  const std::size_t units = problem_.score_map.units();
  for (std::size_t i = 0; i < problem_.rows.size(); ++i) {
    const std::span<Real> row = raw_.row(i);
    for (std::size_t u = 0; u < units; ++u) row[u] = static_cast<Real>(scores[i * units + u]);
  }
}

// sum_i <c_i, scores_i>
template <class Real>
double KernelBackend<Real>::product(const WeightRows<Real>& scores) const {
  double sum = 0;
  for (std::size_t i = 0; i < problem_.rows.size(); ++i) {
    sum += row_product(coefficients_, scores, i);
  }
  return sum;
}

template <class Real>
double KernelBackend<Real>::squared_norm() const {
  return product(raw_);
}

template <class Real>
double KernelBackend<Real>::squared_norm_of_others() const {
  std::vector<double> of_constant = constant_weights();
  for (double& weight : of_constant) weight *= constant_;
  double sum = 0;
  const auto add = [&](const WeightRows<Real>& coefficients, std::size_t i) {
    const Real* scores = raw_.view().row(i).data();
    coefficients.view().for_each_nonzero(i, [&](std::size_t unit, Real value) {
      sum += static_cast<double>(value) * (static_cast<double>(scores[unit]) - of_constant[unit]);
    });
  };
  for (std::size_t i = 0; i < problem_.rows.size(); ++i) {
    add(coefficients_, i);
    if (problem_.anchor != nullptr) add(*problem_.anchor, i);
  }
  return sum;
}

template <class Real>
WeightRows<Real> KernelBackend<Real>::take_coefficients() {
  if (problem_.anchor == nullptr) return std::move(coefficients_);
  std::vector<Real> own(coefficients_.units()), anchor(coefficients_.units());
  for (std::size_t i = 0; i < problem_.rows.size(); ++i) {
    coefficients_.view().copy_row(i, own);
    problem_.anchor->view().copy_row(i, anchor);
    for (std::size_t u = 0; u < own.size(); ++u) own[u] += anchor[u];
    coefficients_.set_row(i, own);
  }
  return std::move(coefficients_);
}

template <class Real>
void KernelBackend<Real>::add_to_anchor(WeightRows<Real>& anchor, std::size_t i,
                                        UnitChange<Real>& change) const {
  std::vector<BasicFeature<Real>> own{{static_cast<std::uint32_t>(i), Real{1}}};
  if (problem_.constant != 0) {
    own.push_back(
        {static_cast<std::uint32_t>(problem_.rows.size()), static_cast<Real>(problem_.constant)});
  }
  anchor.add(own, change);
}

template <class Real>
double KernelBackend<Real>::along_anchor() const {
  return anchored_.features() > 0 ? product(anchored_) : 0;
}

template <class Real>
double KernelBackend<Real>::squared_distance() const {
  return product(raw_) - along_anchor();
}

template <class Real>
void KernelBackend<Real>::scale(double factor) {
  coefficients_.scale(factor);
  raw_.scale(factor);
  ++version_;
}

template <class Real>
double KernelBackend<Real>::squared_drift(double squared_distance) const {
  const double relative = static_cast<double>(changes_since_reset_) *
                          static_cast<double>(std::numeric_limits<Real>::epsilon());
  return relative * relative * squared_distance;
}

// The scores of w0: its instances are added as steps are, but without the constant, which has a row
// of its own.
template <class Real>
void KernelBackend<Real>::set_anchor_scores() {
  const WeightRows<Real>& anchor = *problem_.anchor;
  const std::size_t units = problem_.score_map.units();
  const double constant = std::exchange(constant_, 0);
  raw_.set_zero();
  std::vector<Real> row(raw_.view().stride);
  std::vector<std::uint32_t> blocks(row.size() / block_units<Real>);
  for (std::size_t b = 0; b < blocks.size(); ++b) blocks[b] = static_cast<std::uint32_t>(b);
  for (std::size_t i = 0; i < problem_.rows.size(); ++i) {
    anchor.view().copy_row(i, std::span(row).first(units));
    if (std::any_of(row.begin(), row.end(), [](Real v) { return v != 0; })) {
      add(i, row.data(), blocks);
    }
  }
  anchored_ = WeightRows<Real>(problem_.rows.size(), units, RowForm::dense);
  anchored_.assign(raw_);
  constant_ = constant;
  anchor.view().for_each_nonzero(problem_.rows.size(), [&](std::size_t unit, Real value) {
    constant_anchor_[unit] = static_cast<double>(value);
  });
  add_constant(anchored_, constant_anchor_);
  reset();
}

template <class Real>
void KernelBackend<Real>::add_constant(WeightRows<Real>& scores,
                                       std::span<const double> weights) const {
  for (std::size_t i = 0; i < problem_.rows.size(); ++i) {
    const std::span<Real> row = scores.row(i);
    for (std::size_t u = 0; u < row.size(); ++u) {
      row[u] += static_cast<Real>(constant_ * weights[u]);
    }
  }
}

template <class Real>
std::vector<double> KernelBackend<Real>::constant_weights() const {
  std::vector<double> weights = constant_anchor_;
  for (std::size_t i = 0; i < problem_.rows.size(); ++i) {
    coefficients_.view().for_each_nonzero(i, [&](std::size_t unit, Real value) {
      weights[unit] += constant_ * static_cast<double>(value);
    });
  }
  return weights;
}

template <class Real>
void KernelBackend<Real>::move_constant(std::span<const double> by) {
  if (anchored_.features() == 0) {
    anchored_ = WeightRows<Real>(problem_.rows.size(), problem_.score_map.units(), RowForm::dense);
  }
  for (std::size_t u = 0; u < by.size(); ++u) constant_anchor_[u] += by[u];
  add_constant(anchored_, by);
  add_constant(raw_, by);
  ++version_;
}

template class KernelBackend<float>;
template class KernelBackend<double>;

}  // namespace clade::detail
