#include "method/online/online_report.h"

#include <algorithm>
#include <limits>

namespace clade::detail {

void OnlineDuals::step(std::size_t instance, Decision label, Decision rival) {
  if (!comes_once_) {
    if (instance >= of_instance_.size()) of_instance_.resize(instance + 1);
    auto& known = of_instance_[instance];
    const std::pair pair{label, rival};
    if (std::find(known.begin(), known.end(), pair) != known.end()) return;
    known.push_back(pair);
  }
  ++nonzero_;
}

OnlineReport::OnlineReport(const LabelSpace& labels, Reporter& reporter, bool comes_once)
    : labels_(labels),
      reporter_(reporter),
      distance_(make_loss("symdiff", labels.taxonomy(), labels.classes())),
      duals_(comes_once) {}

void OnlineReport::example(std::uint64_t step, std::size_t instance, const OnlineStep& taken,
                           std::span<const Decision> own) {
  const double wrong = error(taken.predicted, own);
  ++examples_;
  total_error_ += wrong;
  right_ += wrong == 0 ? 1U : 0U;
  if (taken.size != 0) update(step, instance, taken);
}

void OnlineReport::update(std::uint64_t step, std::size_t instance, const OnlineStep& taken) {
  ++updates_;
  duals_.step(instance, taken.label, taken.rival);
  reporter_.on_update({step, instance, labels_.name(ClassId{taken.label}),
                       labels_.name(ClassId{taken.rival}), taken.margin, taken.size});
}

void OnlineReport::pass(int epoch, bool is_end) const {
  const auto count = static_cast<double>(std::max<std::uint64_t>(1, examples_));
  Progress progress;
  progress.epoch = epoch;
  progress.certified = is_end;
  progress.seconds =
      std::chrono::duration<double>(std::chrono::steady_clock::now() - start_).count();
  progress.updates = updates_;
  progress.active_ratio = duals_.active_ratio();
  progress.online =
      OnlineProgress{examples_, total_error_ / count, static_cast<double>(right_) / count};
  reporter_.on_pass(progress);
}

void OnlineReport::forget_examples() {
  examples_ = 0;
  right_ = 0;
  total_error_ = 0;
}

double OnlineReport::error(Decision predicted, std::span<const Decision> own) const {
  double least = own.empty() ? 0 : std::numeric_limits<double>::infinity();
  for (const Decision d : own) {
    if (d == predicted) return 0;
    least =
        std::min(least, (*distance_)(labels_.node(ClassId{d}), labels_.node(ClassId{predicted})));
  }
  return least;
}

}  // namespace clade::detail
