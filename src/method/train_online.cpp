#include "method/train_online.h"

#include <algorithm>
#include <chrono>
#include <limits>
#include <map>
#include <memory>
#include <numeric>
#include <variant>

#include "base/random.h"
#include "method/class_constraints.h"
#include "method/training_rows.h"
#include "model/model_impl.h"
#include "solver/minover.h"
#include "taxonomy/loss.h"

namespace clade {

namespace {

// How often a run is asked whether it should stop, and tells how it goes.
constexpr std::uint64_t examples_between_reports = 1024;

// Labels of examples and what is no rival of theirs; examples with the same labels share them.
class LabelSets {
 public:
  LabelSets(const Dataset& data, const LabelSpace& labels) {
    std::map<std::vector<ClassId>, std::uint32_t> numbers;
    for (std::size_t i = 0; i < data.size(); ++i) {
      const auto own = data.labels(i);
      const auto [entry, is_new] =
          numbers.try_emplace({own.begin(), own.end()}, static_cast<std::uint32_t>(sets_.size()));
      if (is_new) sets_.push_back({decisions(own), classes_left_out(labels, own)});
      set_of_.push_back(entry->second);
    }
  }
  const LabelSet& operator[](std::size_t i) const { return sets_[set_of_[i]]; }

 private:
  static std::vector<Decision> decisions(std::span<const ClassId> classes) {
    std::vector<Decision> all;
    for (const ClassId c : classes) all.push_back(static_cast<Decision>(c));
    return all;
  }

  std::vector<LabelSet> sets_;
  std::vector<std::uint32_t> set_of_;
};

// What a run tells on the way, whatever learns.
class OnlineReport {
 public:
  OnlineReport(const LabelSpace& labels, Reporter& reporter)
      : labels_(labels),
        reporter_(reporter),
        error_(make_loss("symdiff", labels.taxonomy(), labels.classes())) {}

  std::uint64_t updates() const { return updates_; }
  void update(std::uint64_t step, std::size_t instance, const OnlineStep& taken) {
    ++updates_;
    reporter_.on_update({step, instance, labels_.name(ClassId{taken.label}),
                         labels_.name(ClassId{taken.rival}), taken.margin, taken.size});
  }
  // The tree-induced error of a guess: the distance to the nearest label.
  double error(Decision predicted, std::span<const Decision> own) const {
    double least = own.empty() ? 0 : std::numeric_limits<double>::infinity();
    for (const Decision d : own) {
      if (d == predicted) return 0;
      least =
          std::min(least, (*error_)(labels_.node(ClassId{d}), labels_.node(ClassId{predicted})));
    }
    return least;
  }
  void pass(int epoch, double mean_error, bool is_end) const {
    Progress progress;
    progress.epoch = epoch;
    progress.certified = is_end;
    progress.seconds =
        std::chrono::duration<double>(std::chrono::steady_clock::now() - start_).count();
    progress.updates = updates_;
    progress.mean_error = mean_error;
    reporter_.on_pass(progress);
  }

 private:
  const LabelSpace& labels_;
  Reporter& reporter_;
  std::unique_ptr<Loss> error_;
  std::uint64_t updates_ = 0;
  std::chrono::steady_clock::time_point start_ = std::chrono::steady_clock::now();
};

// Long runs of one label make a learner forget all others.
void warn_if_sorted(const Dataset& data, Reporter& reporter) {
  constexpr std::size_t least = 100;
  std::size_t repeated = 0;
  for (std::size_t i = 1; i < data.size(); ++i) {
    repeated += std::ranges::equal(data.labels(i), data.labels(i - 1)) ? 1U : 0U;
  }
  if (data.size() < least || 10 * repeated < 9 * data.size()) return;
  for (std::size_t i = 1; i < data.size(); ++i) {
    if (std::ranges::equal(data.labels(i), data.labels(0))) continue;
    reporter.on_warning(
        "the examples come sorted by label, which one pass in their order learns badly from; use "
        "--order random");
    return;
  }
}

template <class Real>
class OnlineRun {
 public:
  OnlineRun(OnlineLearner<Real>& learner, const SparseRows<Real>& rows, const Dataset& data,
            const LabelSpace& labels, TrainContext& context)
      : learner_(learner),
        rows_(rows),
        data_(data),
        context_(context),
        sets_(data, labels),
        report_(labels, context.reporter) {}

  TrainSummary operator()(const OnlineParams& params) {
    if (params.order == VisitOrder::file) warn_if_sorted(data_, context_.reporter);
    Random random(context_.seed);
    std::vector<std::uint32_t> order(data_.size());
    std::iota(order.begin(), order.end(), 0U);
    TrainSummary summary;
    summary.stopped = "max-epochs";
    while (epoch_ < params.epochs && summary.stopped == "max-epochs") {
      ++epoch_;
      if (params.order == VisitOrder::random) random.shuffle(std::span(order));
      const std::uint64_t before = report_.updates();
      if (!pass(order)) {
        summary.stopped = "interrupted";
      } else if (report_.updates() == before) {
        summary.stopped = "clean-epoch";
      }
      report_.pass(epoch_, mean_error(), true);
    }
    summary.epochs = epoch_;
    return summary;
  }

 private:
  // False where the run was asked to stop.
  bool pass(std::span<const std::uint32_t> order) {
    for (const std::uint32_t i : order) {
      if (learner_.steps() % examples_between_reports == 0 && learner_.steps() > 0) {
        if (context_.reporter.stop_requested()) return false;
        report_.pass(epoch_, mean_error(), false);
      }
      const LabelSet& set = sets_[i];
      const OnlineStep step =
          learner_.observe(rows_.row(i), set.labels, set.left_out, data_.weight(i));
      total_error_ += report_.error(step.predicted, set.labels);
      if (step.size != 0) report_.update(learner_.steps(), i, step);
    }
    return true;
  }
  double mean_error() const {
    return total_error_ / static_cast<double>(std::max<std::uint64_t>(1, learner_.steps()));
  }

  OnlineLearner<Real>& learner_;
  const SparseRows<Real>& rows_;
  const Dataset& data_;
  TrainContext& context_;
  LabelSets sets_;
  OnlineReport report_;
  int epoch_ = 0;
  double total_error_ = 0;
};

// As many steps as the epochs have examples, at most. An epoch is as many steps as examples.
template <class Real>
TrainSummary run_minover(Minover<Real>& learner, std::span<const LabelSet* const> sets,
                         const OnlineParams& params, const LabelSpace& labels, Reporter& reporter) {
  OnlineReport report(labels, reporter);
  const auto tell = [&](int epoch) {
    double error = 0;
    for (std::size_t i = 0; i < sets.size(); ++i) {
      error += report.error(learner.state(i).predicted, sets[i]->labels);
    }
    report.pass(epoch, error / static_cast<double>(sets.size()), true);
  };
  TrainSummary summary;
  summary.stopped = "max-epochs";
  while (summary.epochs < params.epochs && summary.stopped == "max-epochs") {
    ++summary.epochs;
    for (std::size_t k = 0; k < sets.size() && summary.stopped == "max-epochs"; ++k) {
      const auto taken = learner.take_step();
      if (!taken) {
        summary.stopped = "clean-epoch";
      } else {
        report.update(report.updates() + 1, taken->instance, taken->step);
        if (reporter.stop_requested()) summary.stopped = "interrupted";
      }
    }
    tell(summary.epochs);
  }
  return summary;
}

template <class Real>
std::pair<WeightRows<Real>, TrainSummary> learn(OnlineClasses classes, const OnlineDesign& design,
                                                const SparseRows<Real>& rows, std::size_t features,
                                                const OnlineParams& params, const Dataset& data,
                                                const LabelSpace& labels, TrainContext& context) {
  if (design.worst_first) {
    const LabelSets sets(data, labels);
    std::vector<const LabelSet*> of_example;
    for (std::size_t i = 0; i < data.size(); ++i) of_example.push_back(&sets[i]);
    Minover<Real> learner(std::move(classes), rows, features, of_example);
    TrainSummary summary = run_minover<Real>(learner, of_example, params, labels, context.reporter);
    return {learner.weights().combined(1, learner.weights(), 0, features), std::move(summary)};
  }
  OnlineLearner<Real> learner(std::move(classes), design.rules, features);
  TrainSummary summary = OnlineRun<Real>(learner, rows, data, labels, context)(params);
  return {learner.result(features), std::move(summary)};
}

template <class Real>
Trained train_on(const SparseRows<Real>& rows, std::string method, OptionTexts options,
                 OnlineDesign design, const OnlineParams& params, const Dataset& data,
                 const LabelSpace& labels, TrainContext& context) {
  TrainingRows<Real> prepared = training_rows(rows, params.bias);
  const std::size_t features = prepared.features.size();
  auto [learned, summary] =
      learn<Real>({design.attributes.map, design.losses, predictable_classes(labels)}, design,
                  prepared.rows, features, params, data, labels, context);
  auto weights = std::make_shared<const WeightRows<Real>>(std::move(learned));
  const Weights view = weights->view();
  auto impl = std::make_shared<Model::Impl>(
      Model::Impl{std::move(method), std::move(options), labels, LabelSetRule::top1, nullptr,
                  std::move(prepared.features), std::move(design.attributes.map),
                  std::move(design.attributes.unit_names), view, weights});
  return {Model(std::move(impl)), std::move(summary)};
}

}  // namespace

Trained train_online(std::string method, OptionTexts options, OnlineDesign design,
                     const OnlineParams& params, const Dataset& data, const LabelSpace& labels,
                     TrainContext& context) {
  const auto train = [&](const auto& rows) {
    return train_on(rows, std::move(method), std::move(options), std::move(design), params, data,
                    labels, context);
  };
  return std::visit(train, data.rows());
}

}  // namespace clade
