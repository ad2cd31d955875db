#include "method/train_online.h"

#include <fmt/core.h>

#include <memory>
#include <numeric>
#include <string_view>
#include <variant>

#include "base/fail.h"
#include "base/random.h"
#include "data/feature_numbers.h"
#include "method/class_constraints.h"
#include "method/label_sets.h"
#include "method/online_report.h"
#include "method/training_rows.h"
#include "model/model_impl.h"
#include "solver/minover.h"

namespace clade {

namespace {

// How often a run is asked whether it should stop, and tells how it goes.
constexpr std::uint64_t examples_between_reports = 1024;

// Long runs of one label make a learner forget all others.
class LabelRuns {
 public:
  void add(const LabelSet& set) {
    ++examples_;
    if (&set == last_) ++repeated_;
    if (last_ != nullptr && &set != last_) has_several_ = true;
    last_ = &set;
  }
  void warn_if_sorted(Reporter& reporter, std::string_view advice) const {
    constexpr std::uint64_t least = 100;
    if (examples_ < least || 10 * repeated_ < 9 * examples_ || !has_several_) return;
    reporter.on_warning(
        fmt::format("the examples come sorted by label, which one pass in their order learns badly "
                    "from; {}",
                    advice));
  }

 private:
  const LabelSet* last_ = nullptr;
  std::uint64_t examples_ = 0, repeated_ = 0;
  bool has_several_ = false;
};

std::vector<const LabelSet*> sets_of(const Dataset& data, LabelSets& sets) {
  std::vector<const LabelSet*> of_example;
  of_example.reserve(data.size());
  for (std::size_t i = 0; i < data.size(); ++i) of_example.push_back(&sets.of(data.labels(i)));
  return of_example;
}

// The examples as a learner takes them.
template <class Real>
struct Examples {
  const SparseRows<Real>& rows;  // in the numbers of a FeatureIndex
  std::span<const LabelSet* const> sets;
  const Dataset& data;
};

// False where the run was asked to stop.
template <class Real>
bool pass(OnlineLearner<Real>& learner, const Examples<Real>& examples,
          std::span<const std::uint32_t> order, int epoch, OnlineReport& report,
          const Reporter& reporter) {
  for (const std::uint32_t i : order) {
    if (learner.steps() % examples_between_reports == 0 && learner.steps() > 0) {
      if (reporter.stop_requested()) return false;
      report.pass(epoch, false);
    }
    const LabelSet& set = *examples.sets[i];
    const OnlineStep step =
        learner.observe(examples.rows.row(i), set.labels, set.left_out, examples.data.weight(i));
    report.example(learner.steps(), i, step, set.labels);
  }
  return true;
}

template <class Real>
TrainSummary run_epochs(OnlineLearner<Real>& learner, const Examples<Real>& examples,
                        const OnlineParams& params, OnlineReport& report, TrainContext& context) {
  if (params.order == VisitOrder::file) {
    LabelRuns runs;
    for (const LabelSet* set : examples.sets) runs.add(*set);
    runs.warn_if_sorted(context.reporter, "use --order random");
  }
  Random random(context.seed);
  std::vector<std::uint32_t> order(examples.data.size());
  std::iota(order.begin(), order.end(), 0U);
  TrainSummary summary;
  summary.stopped = "max-epochs";
  while (summary.epochs < params.epochs && summary.stopped == "max-epochs") {
    ++summary.epochs;
    if (params.order == VisitOrder::random) random.shuffle(std::span(order));
    const std::uint64_t before = report.updates();
    if (!pass(learner, examples, order, summary.epochs, report, context.reporter)) {
      summary.stopped = "interrupted";
    } else if (report.updates() == before) {
      summary.stopped = "clean-epoch";
    }
    report.pass(summary.epochs, true);
  }
  return summary;
}

// An epoch is as many steps as there are examples; what is told is how all would be predicted.
template <class Real>
TrainSummary run_minover(Minover<Real>& learner, std::span<const LabelSet* const> sets,
                         const OnlineParams& params, OnlineReport& report, Reporter& reporter) {
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
    report.forget_examples();
    for (std::size_t i = 0; i < sets.size(); ++i) {
      report.example(0, i, {.predicted = learner.state(i).predicted}, sets[i]->labels);
    }
    report.pass(summary.epochs, true);
  }
  return summary;
}

template <class Real>
struct Learned {
  WeightRows<Real> weights;
  TrainSummary summary;
};

template <class Real>
Learned<Real> learn(const OnlineDesign& design, const SparseRows<Real>& rows, std::size_t features,
                    const Dataset& data, const LabelSpace& labels, TrainContext& context) {
  OnlineClasses classes{design.attributes.map, design.losses, predictable_classes(labels)};
  LabelSets shared(labels);
  const std::vector<const LabelSet*> sets = sets_of(data, shared);
  OnlineReport report(labels, context.reporter);
  if (design.worst_first) {
    Minover<Real> learner(std::move(classes), rows, features, sets);
    TrainSummary summary =
        run_minover<Real>(learner, sets, design.params, report, context.reporter);
    return {learner.weights().combined(1, learner.weights(), 0, features), std::move(summary)};
  }
  OnlineLearner<Real> learner(std::move(classes), design.rules, features);
  TrainSummary summary =
      run_epochs<Real>(learner, {rows, sets, data}, design.params, report, context);
  return {learner.result(features), std::move(summary)};
}

template <class Real>
Model make_model(OnlineDesign design, const LabelSpace& labels, FeatureIndex features,
                 WeightRows<Real> learned) {
  auto weights = std::make_shared<const WeightRows<Real>>(std::move(learned));
  const Weights view = weights->view();
  auto impl = std::make_shared<Model::Impl>(
      Model::Impl{std::move(design.method), std::move(design.options), labels, LabelSetRule::top1,
                  nullptr, std::move(features), std::move(design.attributes.map),
                  std::move(design.attributes.unit_names), view, weights});
  return Model(std::move(impl));
}

template <class Real>
Trained train_on(const SparseRows<Real>& rows, OnlineDesign design, const Dataset& data,
                 const LabelSpace& labels, TrainContext& context) {
  TrainingRows<Real> prepared = training_rows(rows, design.params.bias == Bias::feature ? 1 : 0);
  const std::size_t features = prepared.features.size();
  Learned<Real> learned = learn<Real>(design, prepared.rows, features, data, labels, context);
  return {make_model<Real>(std::move(design), labels, std::move(prepared.features),
                           std::move(learned.weights)),
          std::move(learned.summary)};
}

// ---- As examples come

template <class Real>
class OnlineStream : public OnlineTraining {
 public:
  OnlineStream(OnlineDesign design, const LabelSpace& labels, TrainContext& context)
      : design_(std::move(design)),
        labels_(labels),
        context_(context),
        learner_({design_.attributes.map, design_.losses, predictable_classes(labels)},
                 design_.rules, 0),
        sets_(labels_),
        report_(labels_, context.reporter) {}

  bool observe(const Dataset& piece) override {
    return std::visit([&](const auto& rows) { return observe_rows(rows, piece); }, piece.rows());
  }

  Trained finish() override {
    report_.pass(1, true);
    runs_.warn_if_sorted(context_.reporter, "shuffle them first");
    const std::vector<std::uint32_t> order = numbers_.by_index();
    std::vector<std::uint32_t> indices;
    indices.reserve(order.size());
    for (const std::uint32_t number : order) indices.push_back(numbers_.index(number));
    const WeightRows<Real> learned = learner_.result(order.size());
    WeightRows<Real> sorted(order.size(), design_.attributes.map.units());
    std::vector<Real> row(sorted.units());
    for (std::size_t k = 0; k < order.size(); ++k) {
      learned.view().copy_row(order[k], row);
      sorted.set_row(k, row);
    }
    TrainSummary summary;
    summary.epochs = 1;
    summary.stopped = is_stopped_ ? "interrupted" : "max-epochs";
    return {make_model<Real>(design_, labels_, FeatureIndex(std::move(indices)), std::move(sorted)),
            std::move(summary)};
  }

 private:
  template <class From>
  bool observe_rows(const SparseRows<From>& rows, const Dataset& piece) {
    for (std::size_t i = 0; i < rows.size(); ++i) {
      if (learner_.steps() % examples_between_reports == 0 && learner_.steps() > 0) {
        if (context_.reporter.stop_requested()) return !(is_stopped_ = true);
        report_.pass(1, false);
      }
      number(rows.row(i));
      const LabelSet& set = sets_.of(piece.labels(i));
      runs_.add(set);
      const std::size_t instance = learner_.steps();
      const OnlineStep step = learner_.observe(row_, set.labels, set.left_out, piece.weight(i));
      report_.example(learner_.steps(), instance, step, set.labels);
    }
    return true;
  }

  // The row in numbers that grow with what comes.
  template <class From>
  void number(BasicSparseRow<From> row) {
    row_.clear();
    if (design_.params.bias == Bias::feature) {
      row_.push_back({numbers_.add(FeatureIndex::constant), Real{1}});
    }
    for (const auto& f : row) row_.push_back({numbers_.add(f.index), static_cast<Real>(f.value)});
    learner_.make_room(numbers_.size());
  }

  OnlineDesign design_;
  LabelSpace labels_;
  TrainContext& context_;
  OnlineLearner<Real> learner_;
  LabelSets sets_;
  OnlineReport report_;
  LabelRuns runs_;
  FeatureNumbers numbers_;
  std::vector<BasicFeature<Real>> row_;
  bool is_stopped_ = false;
};

}  // namespace

bool OnlineMethod::takes_streams() const {
  return params().epochs == 1 && params().order == VisitOrder::file;
}

Trained OnlineMethod::train(const Dataset& data, const LabelSpace& labels,
                            TrainContext& context) const {
  const auto train = [&](const auto& rows) {
    return train_on(rows, design(labels), data, labels, context);
  };
  return std::visit(train, data.rows());
}

std::unique_ptr<OnlineTraining> OnlineMethod::start(const LabelSpace& labels,
                                                    TrainContext& context) const {
  if (!takes_streams()) {
    fail(
        ErrorKind::usage,
        "--epochs, --order and --update: a stream is read once, in its order, and no example of it "
        "is kept");
  }
  if (precision() == Precision::double_) {
    return std::make_unique<OnlineStream<double>>(design(labels), labels, context);
  }
  return std::make_unique<OnlineStream<float>>(design(labels), labels, context);
}

}  // namespace clade
