#include "solver/online/minover.h"

#include <fmt/core.h>

#include <algorithm>
#include <limits>
#include <utility>

#include "base/memory.h"

namespace clade::detail {

template <class Real>
Minover<Real>::Minover(OnlineClasses classes, GramRows<Real>& gram, double constant,
                       std::span<const LabelSet* const> labels, std::span<const double> weights)
    : classes_(std::move(classes)),
      gram_(gram),
      constant_(static_cast<Real>(constant)),
      labels_(labels),
      weights_(weights),
      choose_(classes_, {RivalRule::highest, StepRule::loss, Averaging::none}),
      decision_scores_(classes_.map),
      coefficients_(gram.size(), classes_.map.units()),
      stride_(coefficients_.view().stride),
      pages_(gram.size() * stride_ * sizeof(Real)),
      states_(gram.size()),
      buffer_(decision_scores_.padded_size()),
      change_(classes_.map.units()) {
  const double bytes = static_cast<double>(gram.size() * stride_) * sizeof(Real);
  if (bytes > physical_memory() || !pages_.use(pages_.bytes())) {
    throw OutOfMemory(fmt::format(
        "minover keeps the scores of all examples: {} times {} units need {:.3g} GiB of memory; "
        "use `update=online` or averaged",
        gram.size(), classes_.map.units(), bytes / (1024.0 * 1024.0 * 1024.0)));
  }
  for (std::size_t i = 0; i < gram.size(); ++i) update_state(i);
}

// Chooses again between label and rival of an example.
template <class Real>
void Minover<Real>::update_state(std::size_t i) {
  const Real* scores = decision_scores_(raw(i), buffer_.data());
  states_[i] = choose_(scores, labels_[i]->labels, labels_[i]->left_out, 1);
  if (!weights_.empty()) states_[i].size *= weights_[i];
}

// The first example of the smallest margin, but for rounding; those that ask for nothing come last.
template <class Real>
std::size_t Minover<Real>::worst() const {
  std::size_t best = states_.size();
  double smallest = std::numeric_limits<double>::infinity();
  for (std::size_t i = 0; i < states_.size(); ++i) {
    if (states_[i].size == 0) continue;
    if (states_[i].margin < smallest - 1e-9) {
      smallest = states_[i].margin;
      best = i;
    }
  }
  return best;
}

template <class Real>
std::optional<typename Minover<Real>::Taken> Minover<Real>::take_step() {
  const std::size_t i = worst();
  if (i == states_.size()) return std::nullopt;
  const Taken taken{i, states_[i]};
  change_.add(classes_.map, taken.step.label, taken.step.size);
  change_.add(classes_.map, taken.step.rival, -taken.step.size);
  const BasicFeature<Real> own{static_cast<std::uint32_t>(i), Real{1}};
  coefficients_.add({&own, 1}, change_);
  spread(i);
  change_.clear();
  return taken;
}

// The raw scores of every example whose kernel with this one is not zero.
template <class Real>
void Minover<Real>::spread(std::size_t i) {
  const auto number = static_cast<std::uint32_t>(i);
  gram_.fetch({&number, 1}, alone_);
  const Real* kernel = gram_.row(i);
  for (std::size_t j = 0; j < gram_.size(); ++j) {
    const Real factor = kernel[j] + constant_;
    if (factor == 0) continue;
    change_.add_to(raw(j), static_cast<double>(factor));
    update_state(j);
  }
}

template class Minover<float>;
template class Minover<double>;

}  // namespace clade::detail
