#include "method/online/online_stream.h"

#include <utility>
#include <variant>
#include <vector>

#include "base/train_context.h"
#include "data/feature_index.h"
#include "method/class_constraints.h"
#include "method/online/label_runs.h"
#include "method/online/label_sets.h"
#include "method/online/online_model.h"
#include "method/online/online_report.h"
#include "model/model_parts.h"

namespace clade::detail {

namespace {

// Row k of the result is row order[k].
template <class Real>
WeightRows<Real> in_order(const WeightRows<Real>& weights,
                          const std::vector<std::uint32_t>& order) {
  WeightRows<Real> sorted(order.size(), weights.units());
  std::vector<Real> row(sorted.units());
  for (std::size_t k = 0; k < order.size(); ++k) {
    weights.view().copy_row(order[k], row);
    sorted.set_row(k, row);
  }
  return sorted;
}

template <class Real>
class OnlineStream : public OnlineTraining {
 public:
  OnlineStream(OnlineDesign design, const LabelSpace& labels, TrainContext& context,
               const Model* from)
      : design_(std::move(design)),
        labels_(labels),
        context_(context),
        learner_({design_.attributes.map, design_.losses, predictable_classes(labels)},
                 design_.rules, from != nullptr ? from->feature_count() : 0),
        sets_(labels_),
        report_(labels_, context.reporter, true) {
    if (from == nullptr) return;
    // The features of the model come first, in its order: its rows are the learner's.
    const FeatureIndex& features = ModelParts(*from).features();
    for (const std::uint32_t index : features.indices()) numbers_.add(index);
    resume(learner_, *from, features);
  }

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
    OnlineResult<Real> learned = result_of(learner_, order.size());
    learned.weights = in_order(learned.weights, order);
    if (learned.last) learned.last = in_order(*learned.last, order);
    TrainSummary summary;
    summary.epochs = 1;
    summary.dual_variables_nonzero = report_.duals().nonzero();
    summary.dual_variables_total = report_.duals().total();
    summary.stopped = is_stopped_ ? Stop::interrupted : Stop::max_epochs;
    return {
        online_model<Real>(design_, labels_, FeatureIndex(std::move(indices)), std::move(learned)),
        std::move(summary)};
  }

 private:
  template <class From>
  bool observe_rows(const SparseRows<From>& rows, const Dataset& piece) {
    for (std::size_t i = 0; i < rows.size(); ++i) {
      if (report_.is_due()) {
        if (context_.reporter.stop_requested()) return !(is_stopped_ = true);
        report_.pass(1, false);
      }
      number(rows.row(i));
      const LabelSet& set = sets_.of(piece.labels(i));
      runs_.add(set);
      report_.add(set);
      const std::size_t instance = report_.examples();
      const OnlineStep step = learner_.observe(row_, set.labels, set.left_out, piece.weight(i));
      report_.example(learner_.steps(), instance, step, set.labels);
    }
    return true;
  }

  // The row in numbers that grow with what comes.
  template <class From>
  void number(BasicSparseRow<From> row) {
    row_.clear();
    if (design_.params.bias == OnlineBias::feature) {
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

std::unique_ptr<OnlineTraining> make_online_stream(OnlineDesign design, const LabelSpace& labels,
                                                   Precision precision, TrainContext& context,
                                                   const Model* from) {
  if (precision == Precision::double_) {
    return std::make_unique<OnlineStream<double>>(std::move(design), labels, context, from);
  }
  return std::make_unique<OnlineStream<float>>(std::move(design), labels, context, from);
}

}  // namespace clade::detail
