#include "linear/class_sums.h"

#include <algorithm>

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "linear/class_sums.cpp"
#include <hwy/foreach_target.h>
#include <hwy/highway.h>

HWY_BEFORE_NAMESPACE();
namespace clade::detail::HWY_NAMESPACE {
namespace {

namespace hn = hwy::HWY_NAMESPACE;

using Doubles = hn::CappedTag<double, ClassSums::slack>;

HWY_INLINE hn::Vec<Doubles> load_raw(const float* at) {
  return hn::PromoteTo(Doubles(), hn::LoadU(hn::Rebind<float, Doubles>(), at));
}
HWY_INLINE hn::Vec<Doubles> load_raw(const double* at) { return hn::LoadU(Doubles(), at); }

// Whole vectors are written at the end of a run; the next run begins there. Products are stored
// before any is added: the compiler would join the two, and round once where ScoreMap::apply rounds
// twice.
template <class Real>
void add_runs(std::span<const ClassSums::Run> runs, const double* sums,
              const Real* HWY_RESTRICT raw, double* HWY_RESTRICT products,
              double* HWY_RESTRICT scores) {
  const Doubles d;
  for (const ClassSums::Run& run : runs) {
    const auto strength = hn::Set(d, run.first.strength);
    const Real* HWY_RESTRICT from = raw + run.first.unit;
    double* HWY_RESTRICT to = products + run.first_class;
    for (std::size_t k = 0; k < run.count; k += hn::Lanes(d)) {
      hn::StoreU(hn::Mul(strength, load_raw(from + k)), d, to + k);
    }
  }
  for (const ClassSums::Run& run : runs) {
    const auto before = hn::Set(d, sums[run.first.before]);
    for (std::size_t k = run.first_class; k < run.first_class + run.count; k += hn::Lanes(d)) {
      hn::StoreU(hn::Add(before, hn::LoadU(d, products + k)), d, scores + k);
    }
  }
}

}  // namespace

void add_float_runs(std::span<const ClassSums::Run> runs, const double* sums, const float* raw,
                    double* products, double* scores) {
  add_runs(runs, sums, raw, products, scores);
}
void add_double_runs(std::span<const ClassSums::Run> runs, const double* sums, const double* raw,
                     double* products, double* scores) {
  add_runs(runs, sums, raw, products, scores);
}

// Whole vectors only; `scores` has at least one.
double largest(const double* scores, std::size_t size, bool& has_nan) {
  const Doubles d;
  auto most = hn::LoadU(d, scores);
  auto is_number = hn::Eq(most, most);
  for (std::size_t i = hn::Lanes(d); i < size; i += hn::Lanes(d)) {
    const auto next = hn::LoadU(d, scores + i);
    is_number = hn::And(is_number, hn::Eq(next, next));
    most = hn::Max(most, next);
  }
  has_nan = !hn::AllTrue(d, is_number);
  return hn::GetLane(hn::MaxOfLanes(d, most));
}

std::size_t first_equal(const double* scores, std::size_t size, double value) {
  const Doubles d;
  for (std::size_t i = 0; i < size; i += hn::Lanes(d)) {
    const auto found = hn::FindFirstTrue(d, hn::Eq(hn::LoadU(d, scores + i), hn::Set(d, value)));
    if (found >= 0) return i + static_cast<std::size_t>(found);
  }
  return size;
}

}  // namespace clade::detail::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace clade::detail {

HWY_EXPORT(add_float_runs);
HWY_EXPORT(add_double_runs);
HWY_EXPORT(largest);
HWY_EXPORT(first_equal);

namespace {

bool is_same(const Attribute& a, const Attribute& b) {
  return a.unit == b.unit && a.strength == b.strength;
}

bool goes_on(const ClassSums::Run& run, std::uint32_t label, const ClassSums::Term& term) {
  return run.first_class + run.count == label && run.first.before == term.before &&
         run.first.unit + run.count == term.unit && run.first.strength == term.strength;
}

}  // namespace

ClassSums::ClassSums(const ScoreMap& map) : classes_(map.decisions()) {
  // The sums that the class before went through, shortest first.
  std::vector<std::uint32_t> along{0};
  std::span<const Attribute> last;
  for (std::uint32_t c = 0; c < classes_; ++c) {
    const auto attributes = map.of(c);
    if (attributes.empty()) {
      without_terms_.push_back(c);
      continue;
    }
    const std::size_t inner = attributes.size() - 1;
    std::size_t common = 0;
    while (common < inner && common + 1 < along.size() &&
           is_same(attributes[common], last[common])) {
      ++common;
    }
    along.resize(common + 1);
    const auto term = [&](std::size_t k) {
      return Term{along.back(), static_cast<std::uint32_t>(index_of(attributes[k].unit)),
                  attributes[k].strength};
    };
    for (std::size_t k = common; k < inner; ++k) {
      shared_.push_back(term(k));
      along.push_back(static_cast<std::uint32_t>(shared_.size()));
    }
    last = attributes;
    if (!runs_.empty() && goes_on(runs_.back(), c, term(inner))) {
      ++runs_.back().count;
    } else {
      runs_.push_back({term(inner), c, 1});
    }
  }
}

template <class Real>
void ClassSums::apply(const Real* raw, std::vector<double>& shared, double* scores) const {
  const std::size_t sums = shared_.size() + 1;
  shared.resize(sums + classes_ + slack);
  shared[0] = 0;
  for (std::size_t k = 0; k < shared_.size(); ++k) {
    const Term& term = shared_[k];
    shared[k + 1] = shared[term.before] + term.strength * static_cast<double>(raw[term.unit]);
  }
  double* products = shared.data() + sums;
  if constexpr (sizeof(Real) == sizeof(float)) {
    HWY_DYNAMIC_DISPATCH(add_float_runs)(runs_, shared.data(), raw, products, scores);
  } else {
    HWY_DYNAMIC_DISPATCH(add_double_runs)(runs_, shared.data(), raw, products, scores);
  }
  for (const std::uint32_t c : without_terms_) scores[c] = 0;
}

std::size_t first_largest(std::span<const double> scores) {
  const std::size_t whole = scores.size() / ClassSums::slack * ClassSums::slack;
  bool has_nan = false;
  double most = 0;
  std::size_t found = scores.size();
  if (whole > 0) {
    most = HWY_DYNAMIC_DISPATCH(largest)(scores.data(), whole, has_nan);
    if (has_nan) return scores.size();
    found = HWY_DYNAMIC_DISPATCH(first_equal)(scores.data(), whole, most);
  }
  for (std::size_t i = whole; i < scores.size(); ++i) {
    if (scores[i] != scores[i]) return scores.size();
    if (found < scores.size() && !(scores[i] > most)) continue;
    most = scores[i];
    found = i;
  }
  return found;
}

template void ClassSums::apply(const float*, std::vector<double>&, double*) const;
template void ClassSums::apply(const double*, std::vector<double>&, double*) const;

}  // namespace clade::detail
#endif
