#include "solver/ascent/shared_slack_step.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include "solver/ascent/slack_block_kernels.h"

namespace clade::detail {

template <class Real>
void SharedSlackStep<Real>::grow() {
  const std::size_t size = std::max<std::size_t>(64, 2 * block_.gradient.size());
  AlignedArray<Real> gradient(size);
  std::copy(block_.gradient.begin(), block_.gradient.end(), gradient.begin());
  block_.gradient = std::move(gradient);
  block_.beta = AlignedArray<double>(size);
  block_.scale = AlignedArray<Real>(size);
  block_.minus = AlignedArray<std::int32_t>(size);
  block_.with_plus = AlignedArray<Real>(size);
  block_.without_mass = AlignedArray<Real>(size);
  block_.has_row = AlignedArray<std::uint8_t>(size);
}

template <class Real>
void SharedSlackStep<Real>::ascend(const ClassGram& gram, double squared_length, Slack slack,
                                   double tolerance) {
  if (variables.empty()) return;
  block_.size = variables.size();
  block_.squared_length = squared_length;
  block_.slack = slack;
  fill_block(gram);
  if (is_simplex(gram)) {
    ascend_simplex(block_);
  } else {
    const std::size_t padded = AlignedArray<Real>::padded(block_.size);
    if (block_.hessian.size() < padded * block_.size) {
      block_.hessian = AlignedArray<Real>(2 * padded * block_.size);
    }
    ascend_pairs<Real>(block_, tolerance, [&](std::size_t c) { make_row(c, gram); });
  }
  for (std::size_t c = 0; c < variables.size(); ++c) variables[c].beta = block_.beta[c];
}

template <class Real>
void SharedSlackStep<Real>::fill_block(const ClassGram& gram) {
  block_.mass = 0;
  has_one_plus_ = true;
  has_one_scale_ = true;
  for (std::size_t c = 0; c < variables.size(); ++c) {
    const DualVariable& v = variables[c];
    block_.mass += v.beta;
    block_.beta[c] = v.beta;
    block_.scale[c] = static_cast<Real>(v.scale);
    block_.minus[c] = static_cast<std::int32_t>(v.minus);
    has_one_plus_ = has_one_plus_ && v.plus == variables[0].plus && v.minus != constant_zero;
    has_one_scale_ = has_one_scale_ && v.scale == variables[0].scale;
  }
  if (is_simplex(gram)) return;
  with_plus_.resize(variables.size());
  for (std::size_t c = 0; c < variables.size(); ++c) {
    const DualVariable& v = variables[c];
    with_plus_[c] = gram(v.plus, v.minus);
    block_.with_plus[c] = static_cast<Real>(with_plus_[c]);
    block_.without_mass[c] = v.beta > 0 ? 0 : std::numeric_limits<Real>::infinity();
    block_.has_row[c] = 0;
  }
  const std::size_t padded = AlignedArray<Real>::padded(variables.size());
  for (std::size_t c = variables.size(); c < padded; ++c) {
    block_.gradient[c] = std::numeric_limits<Real>::lowest();
    block_.without_mass[c] = std::numeric_limits<Real>::infinity();
    block_.scale[c] = 0;
    block_.with_plus[c] = 0;
    block_.minus[c] = 0;
  }
}

template <class Real>
bool SharedSlackStep<Real>::is_simplex(const ClassGram& gram) const {
  return gram.is_identity() && has_one_plus_ && has_one_scale_ && block_.squared_length > 0;
}

// ||x||^2 scale_c scale_b a_c'G a_b for all b.
template <class Real>
void SharedSlackStep<Real>::make_row(std::size_t c, const ClassGram& gram) {
  const DualVariable& own = variables[c];
  const float* gram_row = has_one_plus_ ? gram.row(own.minus) : nullptr;
  if (gram_row != nullptr) {
    const double shared = gram(own.plus, own.plus) - static_cast<double>(block_.with_plus[c]);
    fill_hessian_row(block_, c, shared, gram_row);
    return;
  }
  if (has_one_plus_ && !gram.is_identity()) return make_row_of_one_plus(c, gram);
  const std::size_t padded = AlignedArray<Real>::padded(block_.size);
  Real* row = block_.hessian.data() + c * padded;
  std::fill_n(row, padded, Real{0});
  for (std::size_t b = 0; b < variables.size(); ++b) {
    const DualVariable& other = variables[b];
    row[b] = static_cast<Real>(block_.squared_length * own.scale * other.scale *
                               gram.between(own.plus, own.minus, other.plus, other.minus));
  }
}

// G's row of one decision by its strengths, spread out over the units: no lists are merged.
template <class Real>
void SharedSlackStep<Real>::make_row_of_one_plus(std::size_t c, const ClassGram& gram) {
  const ScoreMap& map = gram.map();
  strengths_.resize(map.units());
  const DualVariable& own = variables[c];
  for (const Attribute& a : map.of(own.minus)) strengths_[index_of(a.unit)] = a.strength;
  const double plus = gram(own.plus, own.plus);
  const std::size_t padded = AlignedArray<Real>::padded(block_.size);
  Real* row = block_.hessian.data() + c * padded;
  for (std::size_t b = 0; b < variables.size(); ++b) {
    const DualVariable& other = variables[b];
    double between = 0;
    for (const Attribute& a : map.of(other.minus)) {
      between += a.strength * strengths_[index_of(a.unit)];
    }
    row[b] = static_cast<Real>(block_.squared_length * own.scale * other.scale *
                               (plus - with_plus_[b] - with_plus_[c] + between));
  }
  std::fill(row + variables.size(), row + padded, Real{0});
  for (const Attribute& a : map.of(own.minus)) strengths_[index_of(a.unit)] = 0;
}

template class SharedSlackStep<float>;
template class SharedSlackStep<double>;

}  // namespace clade::detail
