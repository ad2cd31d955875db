#include "method/nodes/train_nodes.h"

#include <fmt/core.h>

#include <algorithm>
#include <array>
#include <chrono>
#include <cmath>
#include <memory>
#include <mutex>
#include <utility>
#include <variant>
#include <vector>

#include "base/text.h"
#include "base/threads.h"
#include "base/train_context.h"
#include "clade/error.h"
#include "linear/storage.h"
#include "method/buffered_reporter.h"
#include "method/margin/sibling_constraints.h"
#include "method/model_weights.h"
#include "method/nodes/node_problems.h"
#include "method/nodes/node_store.h"
#include "method/nodes/node_weights.h"
#include "method/sibling_units.h"
#include "method/timed_reporter.h"
#include "model/model_builder.h"
#include "model/model_parts.h"

namespace clade::detail {

namespace {

struct NodeResult {
  TrainSummary summary;
  double examples = 0;
};

// The worst end of all nodes.
Stop how_it_stopped(const std::vector<NodeResult>& nodes) {
  static constexpr std::array worst_first{Stop::interrupted, Stop::max_seconds, Stop::precision,
                                          Stop::max_epochs, Stop::tolerance};
  for (const Stop end : worst_first) {
    for (const NodeResult& node : nodes) {
      if (node.summary.stopped == end) return end;
    }
  }
  return Stop::clean_epoch;
}

// Objectives of independent problems add up, and so do their bounds. The mean slack is that of an
// example, over all its nodes.
TrainSummary summary_of(const std::vector<NodeResult>& nodes, std::size_t examples) {
  TrainSummary total;
  total.stopped = how_it_stopped(nodes);
  TrainSummary::Objective sum;
  bool has_objective = false;
  for (const auto& [summary, size] : nodes) {
    total.epochs = std::max(total.epochs, summary.epochs);
    total.dual_variables_nonzero += summary.dual_variables_nonzero;
    total.dual_variables_total += summary.dual_variables_total;
    if (!summary.objective) continue;
    has_objective = true;
    sum.primal += summary.objective->primal;
    sum.dual += summary.objective->dual;
    sum.lower_bound += summary.objective->lower_bound;
    sum.mean_slack += summary.objective->mean_slack * size / static_cast<double>(examples);
  }
  if (!has_objective) return total;
  sum.relative_gap = sum.primal > 0 ? (sum.primal - sum.lower_bound) / sum.primal : 0;
  total.objective = sum;
  return total;
}

// What all nodes reached, as the one pass of the run.
void report(const TrainSummary& total, std::chrono::steady_clock::time_point start,
            Reporter& reporter) {
  if (!total.objective) return;
  Progress progress;
  progress.epoch = total.epochs;
  progress.seconds =
      std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
  progress.primal = total.objective->primal;
  progress.dual = total.objective->dual;
  progress.relative_gap = total.objective->relative_gap;
  const auto variables = static_cast<double>(total.dual_variables_total);
  if (variables > 0) {
    progress.active_ratio = static_cast<double>(total.dual_variables_nonzero) / variables;
  }
  progress.certified = true;
  reporter.on_pass(progress);
}

// One node with its base method's own errors told by node.
template <class Train>
Trained at_node(std::string_view name, Train train) {
  try {
    return train();
  } catch (const Error& error) {
    throw Error(error.kind(), fmt::format("at the node {}: {}", quoted(name), error.what()));
  }
}

// A limit of time, divided among nodes by their work: each gets its part of what is left when its
// turn comes.
class NodeTimes {
 public:
  NodeTimes(const NodeProblems& problems, double seconds, unsigned threads)
      : problems_(problems), seconds_(seconds), threads_(threads) {
    for (std::size_t k = 0; k < problems.size(); ++k) work_left_ += problems.work(k);
  }

  // For node k, which begins now; called from any thread.
  double next(std::size_t k) {
    if (std::isinf(seconds_)) return seconds_;
    const std::lock_guard lock(mutex_);
    const std::chrono::duration<double> passed = std::chrono::steady_clock::now() - start_;
    const double left = std::max(0.0, seconds_ - passed.count());
    const double share = std::min(1.0, threads_ * problems_.work(k) / work_left_);
    work_left_ -= problems_.work(k);
    return share * left;
  }

 private:
  const NodeProblems& problems_;
  double seconds_, threads_;
  double work_left_ = 0;
  std::chrono::steady_clock::time_point start_ = std::chrono::steady_clock::now();
  std::mutex mutex_;
};

// Trains all problems on all threads: train(k, context) gives the model of one, which is taken by
// take(k, model).
template <class TrainOne, class Take>
TrainSummary run_nodes(const NodeProblems& problems, const Taxonomy& taxonomy, std::size_t examples,
                       TrainContext& context, TrainOne train, Take take) {
  const auto start = std::chrono::steady_clock::now();
  context.reporter.on_stage(fmt::format("training {} nodes", problems.size()));
  std::vector<NodeResult> results(problems.size());
  BufferedReporter reporter(context.reporter);
  NodeTimes times(problems, context.reporter.seconds_left(), context.pool.size());
  context.pool.for_blocks(problems.size(), [&](std::size_t k) {
    if (reporter.stop_requested() && !reporter.wants_partial_result()) {
      results[k].summary.stopped = Stop::interrupted;
      return;
    }
    const NodeProblems::Part part = problems.part(k);
    ThreadPool alone(1);
    TimedReporter limited(reporter, times.next(k));
    TrainContext inner{limited, alone, context.seed};
    const Trained trained =
        at_node(taxonomy.name(problems.node(k)), [&] { return train(k, part, inner); });
    take(k, trained.model);
    results[k] = {trained.summary, static_cast<double>(part.data.size())};
    results[k].summary.stopped = stop_reason(trained.summary.stopped, limited);
  });
  reporter.pass_on_warnings(context.reporter);
  TrainSummary total = summary_of(results, examples);
  report(total, start, context.reporter);
  return total;
}

// Where the units of a node's children begin.
std::vector<std::size_t> first_units(const NodeProblems& problems, const Taxonomy& taxonomy) {
  const std::vector<Decision> units = sibling_units(taxonomy);
  std::vector<std::size_t> first;
  for (std::size_t k = 0; k < problems.size(); ++k) {
    first.push_back(units[index_of(taxonomy.children(problems.node(k)).front())]);
  }
  return first;
}

// Of WeightRows or PackedWeights.
template <class Kept>
Model joined_model(std::string name, OptionTexts options, const LabelSpace& labels,
                   const FeatureIndex& features, Kept weights) {
  return ModelBuilder(std::move(name), std::move(options), labels, path_attributes(labels))
      .decoding(Decoding::top_down_sum)
      .features(features)
      .weights(std::move(weights))
      .build();
}

Trained train_into_store(FeatureIndex features, const NodeMethod& method, std::string name,
                         OptionTexts options, const Dataset& data, const LabelSpace& labels,
                         TrainContext& context) {
  const Taxonomy& taxonomy = labels.taxonomy();
  const NodeProblems problems(data, labels);
  const std::vector<std::size_t> first = first_units(problems, taxonomy);
  NodeStore store(std::move(features), taxonomy.size() - 1);
  TrainSummary summary = run_nodes(
      problems, taxonomy, data.size(), context,
      [&](std::size_t, const NodeProblems::Part& part, TrainContext& inner) {
        return method.base.train(part.data, part.labels, inner);
      },
      [&](std::size_t k, const Model& model) {
        const ModelParts parts(model);
        store.add(parts.features(), parts.weights_as<float>(), first[k]);
      });
  context.reporter.on_stage("packing the weights");
  return {joined_model(std::move(name), std::move(options), labels, store.features(), store.pack()),
          std::move(summary)};
}

template <class Real>
Trained train_on(const SparseRows<Real>& rows, const NodeMethod& method, std::string name,
                 OptionTexts options, const Dataset& data, const LabelSpace& labels,
                 TrainContext& context) {
  const Taxonomy& taxonomy = labels.taxonomy();
  const NodeProblems problems(data, labels);
  const std::vector<std::size_t> first = first_units(problems, taxonomy);
  FeatureIndex features = FeatureIndex::of(rows, method.has_constant);
  const std::size_t units = taxonomy.size() - 1;
  const StoragePlan plan = plan_node_storage(features.size(), units, sizeof(Real));
  if constexpr (std::is_same_v<Real, float>) {
    if (plan.storage == Storage::packed) {
      return train_into_store(std::move(features), method, std::move(name), std::move(options),
                              data, labels, context);
    }
  }
  WeightRows<Real> zeros(features.size(), units,
                         plan.storage == Storage::dense ? RowForm::dense : RowForm::sparse);
  NodeWeights<Real> joined(std::move(features), std::move(zeros));
  TrainSummary summary = run_nodes(
      problems, taxonomy, data.size(), context,
      [&](std::size_t, const NodeProblems::Part& part, TrainContext& inner) {
        return method.base.train(part.data, part.labels, inner);
      },
      [&](std::size_t k, const Model& model) {
        const ModelParts parts(model);
        joined.add(parts.features(), parts.weights_as<Real>(), first[k]);
      });
  return {
      joined_model(std::move(name), std::move(options), labels, joined.features(), joined.take()),
      std::move(summary)};
}

// What the model knows of one node, as a model of the base method.
template <class Real>
Model part_of(const Model& from, FeatureIndex features, std::size_t first_unit,
              const LabelSpace& labels) {
  WeightRows<Real> weights = weights_of_units<Real>(from, features, first_unit, labels.size());
  return ModelBuilder(from.method(), {}, labels,
                      identity_attributes(labels.taxonomy(), labels.classes()))
      .features(std::move(features))
      .weights(std::move(weights))
      .build();
}

template <class Real, class From>
Trained update_on(const SparseRows<From>& rows, const NodeMethod& method, const Model& from,
                  const Dataset& data, TrainContext& context) {
  const LabelSpace& labels = from.label_space();
  const NodeProblems problems(data, labels);
  const std::vector<std::size_t> first = first_units(problems, labels.taxonomy());
  const ModelParts parts(from);
  FeatureIndex features = joined(parts.features(), FeatureIndex::of(rows, method.has_constant));
  WeightRows<Real> start = weights_for(features, parts.weights_as<Real>(), parts.features());
  NodeWeights<Real> all(std::move(features), std::move(start));
  TrainSummary summary = run_nodes(
      problems, labels.taxonomy(), data.size(), context,
      [&](std::size_t k, const NodeProblems::Part& part, TrainContext& inner) {
        const auto own = [&](const auto& of) { return FeatureIndex::of(of, method.has_constant); };
        const Model before =
            part_of<Real>(from, std::visit(own, part.data.rows()), first[k], part.labels);
        Trained trained = method.base.update(before, part.data, inner);
        // Taking away what was there leaves zero, to which the new weights are added.
        const ModelParts old(before);
        all.add(old.features(), old.weights_as<Real>(), first[k], Real{-1});
        return trained;
      },
      [&](std::size_t k, const Model& model) {
        const ModelParts learned(model);
        all.add(learned.features(), learned.weights_as<Real>(), first[k]);
      });
  return {joined_model(from.method(), from.options(), labels, all.features(), all.take()),
          std::move(summary)};
}

}  // namespace

std::optional<Model> train_first_node(const Method& base, const Dataset& data,
                                      const LabelSpace& labels, TrainContext& context) {
  const NodeProblems problems(data, labels);
  if (problems.size() == 0) return std::nullopt;
  const NodeProblems::Part part = problems.part(0);
  return at_node(labels.taxonomy().name(problems.node(0)),
                 [&] { return base.train(part.data, part.labels, context); })
      .model;
}

Trained train_nodes(const NodeMethod& method, std::string name, OptionTexts options,
                    const Dataset& data, const LabelSpace& labels, TrainContext& context) {
  const auto train = [&](const auto& rows) {
    return train_on(rows, method, std::move(name), std::move(options), data, labels, context);
  };
  return std::visit(train, data.rows());
}

Trained update_nodes(const NodeMethod& method, const Model& from, const Dataset& data,
                     TrainContext& context) {
  const auto update = [&](const auto& rows) {
    const bool is_double = from.precision() == Precision::double_;
    return is_double ? update_on<double>(rows, method, from, data, context)
                     : update_on<float>(rows, method, from, data, context);
  };
  return std::visit(update, data.rows());
}

}  // namespace clade::detail
