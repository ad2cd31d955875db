#include "solver/problem/instance_scan.h"

#include <algorithm>

namespace clade::detail {

namespace {
template <class Real>
constexpr Real minus_infinity = -std::numeric_limits<Real>::infinity();
}

template <class Real>
ScanTables<Real>::ScanTables(const ConstraintSet& constraints, int slack_power)
    : constraints_(constraints), scales_(constraints, slack_power) {
  constexpr std::size_t line = 64 / sizeof(Real);
  for (std::size_t l = 0; l < constraints.lists(); ++l) {
    const std::span<const Decision> rivals = constraints.list(l);
    List list;
    list.is_zero = rivals.size() == 1 && rivals[0] == constant_zero;
    if (!list.is_zero && !rivals.empty()) {
      list.first = rivals.front() / line * line;
      const std::size_t size = AlignedArray<Real>::padded(rivals.back() + 1 - list.first);
      list.allowed = AlignedArray<Real>(size, minus_infinity<Real>);
      for (const Decision r : rivals) list.allowed[r - list.first] = 0;
    }
    lists_.push_back(std::move(list));
  }
}

template <class Real>
std::size_t ScanTables<Real>::padded_decisions() const {
  return AlignedArray<Real>::padded(constraints_.decisions());
}

template <class Real>
InstanceScan<Real>::InstanceScan(const ScanTables<Real>& tables)
    : tables_(tables), scale_scratch_(tables.constraints().decisions()) {}

template <class Real>
Real InstanceScan<Real>::run(std::size_t instance, Real* scores) {
  const ConstraintSet& constraints = tables_.constraints();
  const auto blocks = constraints.blocks(instance);
  const auto left_out = constraints.left_out(instance);
  std::size_t needed = 0;
  plus_scores_.clear();
  for (const ConstraintSet::Block& block : blocks) {
    const auto& list = tables_.list(block.list);
    needed += list.is_zero ? AlignedArray<Real>::padded(1) : list.allowed.size();
    plus_scores_.push_back(block.plus == constant_zero ? Real{0} : scores[block.plus]);
  }
  if (gradients_.size() < needed) gradients_ = AlignedArray<Real>(needed);

  saved_.clear();
  for (const Decision d : left_out) {
    saved_.push_back(scores[d]);
    scores[d] = minus_infinity<Real>;
  }
  blocks_.clear();
  Real top = minus_infinity<Real>;
  Real* at = gradients_.data();
  for (std::size_t b = 0; b < blocks.size(); ++b) {
    const auto& list = tables_.list(blocks[b].list);
    const Real base = Real{1} - plus_scores_[b];
    if (list.is_zero) {
      *at = base;
      blocks_.push_back({blocks[b].plus, 0, {at, 1}, true});
      top = std::max(top, base);
      at += AlignedArray<Real>::padded(1);
    } else {
      const Real* scales = tables_.scales().row(blocks[b].plus, scale_scratch_);
      const std::size_t size = list.allowed.size();
      top = std::max(top, scan_rivals<Real>({scores + list.first,
                                             scales == nullptr ? nullptr : scales + list.first,
                                             list.allowed.data(), base, size},
                                            at));
      blocks_.push_back({blocks[b].plus, list.first, {at, size}, false});
      at += size;
    }
  }
  for (std::size_t k = 0; k < left_out.size(); ++k) scores[left_out[k]] = saved_[k];
  return top;
}

template <class Real>
Real& InstanceScan<Real>::gradient(Decision plus, Decision minus) {
  for (Block& block : blocks_) {
    if (block.plus != plus || block.is_zero != (minus == constant_zero)) continue;
    return block.gradients[block.is_zero ? 0 : minus - block.first];
  }
  return blocks_.front().gradients[0];  // not reached: a dual variable has its block
}

template <class Real>
double InstanceScan<Real>::scale(Decision plus, Decision minus) {
  if (minus == constant_zero) return 1;
  const Real* row = tables_.scales().row(plus, scale_scratch_);
  return row == nullptr ? 1 : static_cast<double>(row[minus]);
}

template class ScanTables<float>;
template class ScanTables<double>;
template class InstanceScan<float>;
template class InstanceScan<double>;

}  // namespace clade::detail
