#include "method/nodes/train_nodes.h"

#include <memory>
#include <optional>
#include <utility>
#include <variant>
#include <vector>

#include "base/train_context.h"
#include "data/rank_records.h"
#include "linear/storage.h"
#include "method/kernel_model.h"
#include "method/margin/sibling_constraints.h"
#include "method/model_weights.h"
#include "method/nodes/node_problems.h"
#include "method/nodes/node_run.h"
#include "method/nodes/node_store.h"
#include "method/nodes/node_weights.h"
#include "method/nodes/rank_nodes.h"
#include "model/model_builder.h"
#include "model/model_parts.h"

namespace clade::detail {

namespace {

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

// Trains the nodes, those of the rank where there are several, and adds the weights of all to
// `kept`; of several ranks rank 0 has all.
template <class Real, class Kept>
TrainSummary train_into(Kept& kept, const NodeMethod& method, const NodeProblems& problems,
                        TrainContext& context) {
  const std::vector<std::size_t> first = first_units(problems);
  NodeParcel<Real> parcel;
  const bool sends = !context.peers.is_first();
  TrainSummary summary = run_nodes(
      problems, NodeThreads::one_each, context,
      [&](std::size_t, const NodeProblems::Part& part, TrainContext& inner) {
        return method.base.train(part.data, part.labels, inner);
      },
      [&](std::size_t k, const Model& model) {
        const ModelParts parts(model);
        const auto& weights = parts.weights_as<Real>();
        if (sends) return parcel.add(parts.features(), weights, first[k]);
        kept.add(parts.features(), weights, first[k]);
      },
      [&](State& s) { s(kept); });
  if (context.peers.is_alone()) return summary;
  parcel.deliver(context.peers,
                 [&](const FeatureIndex& features, const WeightView<Real>& weights,
                     std::size_t first_unit) { kept.add(features, weights, first_unit); });
  return summary;
}

Trained train_into_store(FeatureIndex features, const NodeMethod& method, std::string name,
                         OptionTexts options, const NodeProblems& problems,
                         const LabelSpace& labels, TrainContext& context) {
  NodeStore store(std::move(features), labels.taxonomy().size() - 1);
  TrainSummary summary = train_into<float>(store, method, problems, context);
  context.reporter.on_stage("packing the weights");
  return {joined_model(std::move(name), std::move(options), labels, store.features(), store.pack()),
          std::move(summary)};
}

template <class Real>
Trained train_on(const SparseRows<Real>& rows, const NodeMethod& method, std::string name,
                 OptionTexts options, const Dataset& data, const LabelSpace& labels,
                 TrainContext& context) {
  const bool is_alone = context.peers.is_alone();
  const std::optional<NodeShare> share =
      is_alone ? std::nullopt : std::optional(share_of_nodes(data, labels, context.peers));
  const NodeProblems problems =
      share ? NodeProblems(share->data, labels, NodeRows::features, share->is_own)
            : NodeProblems(data, labels);
  FeatureIndex features = FeatureIndex::of(rows, method.has_constant);
  if (!is_alone) features = all_features(features, context.peers);
  const std::size_t units = labels.taxonomy().size() - 1;
  const StoragePlan plan = plan_node_storage(features.size(), units, sizeof(Real));
  if constexpr (std::is_same_v<Real, float>) {
    if (plan.storage == Storage::packed) {
      return train_into_store(std::move(features), method, std::move(name), std::move(options),
                              problems, labels, context);
    }
  }
  WeightRows<Real> zeros(features.size(), units,
                         plan.storage == Storage::dense ? RowForm::dense : RowForm::sparse);
  NodeWeights<Real> joined(std::move(features), std::move(zeros));
  TrainSummary summary = train_into<Real>(joined, method, problems, context);
  return {
      joined_model(std::move(name), std::move(options), labels, joined.features(), joined.take()),
      std::move(summary)};
}

// The model of node k, in coefficients of all examples and the units of the tree.
template <class Real>
class JoinedCoefficients {
 public:
  JoinedCoefficients(const NodeProblems& problems, std::size_t units, bool has_constant)
      : problems_(problems),
        first_units_(first_units(problems)),
        of_instances_(problems.examples(), units),
        change_(units) {
    if (has_constant) of_constant_.emplace(units);
  }

  void add(std::size_t k, const Model& model) {
    const ModelParts parts(model);
    const auto& weights = parts.weights_as<Real>();
    const std::vector<std::uint32_t> examples = problems_.examples(k);
    const std::span<const std::uint32_t> instances = parts.support()->instances();
    for (std::size_t s = 0; s < instances.size(); ++s) {
      weights.for_each_nonzero(s, [&](std::size_t unit, Real value) {
        change_.add(UnitId(static_cast<std::uint32_t>(first_units_[k] + unit)),
                    static_cast<double>(value));
      });
      const BasicFeature<Real> example{examples[instances[s]], Real{1}};
      of_instances_.add({&example, 1}, change_);
      change_.clear();
    }
    if (weights.features == instances.size()) return;
    weights.for_each_nonzero(instances.size(), [&](std::size_t unit, Real value) {
      (*of_constant_)[first_units_[k] + unit] = static_cast<double>(value);
    });
  }

  void state(State& s) { s(of_instances_, of_constant_); }
  Coefficients<Real> all() const { return {of_instances_, of_constant_}; }

 private:
  const NodeProblems& problems_;
  std::vector<std::size_t> first_units_;
  WeightRows<Real> of_instances_;
  std::optional<std::vector<double>> of_constant_;
  UnitChange<Real> change_;
};

// One node after the other: each keeps rows of its kernel matrix.
template <class Real>
Trained train_kernel_on(const SparseRows<Real>& rows, const NodeMethod& method,
                        const KernelSpec& spec, std::string name, OptionTexts options,
                        const Dataset& data, const LabelSpace& labels, TrainContext& context) {
  const NodeProblems problems(data, labels, rows_of(spec.kind));
  JoinedCoefficients<Real> joined(problems, labels.taxonomy().size() - 1, method.has_constant);
  TrainSummary summary = run_nodes(
      problems, NodeThreads::all, context,
      [&](std::size_t, const NodeProblems::Part& part, TrainContext& inner) {
        return method.base.train(part.data, part.labels, inner);
      },
      [&](std::size_t k, const Model& model) { joined.add(k, model); },
      [&](State& s) { s(joined); });
  ModelBuilder model(std::move(name), std::move(options), labels, path_attributes(labels));
  model.decoding(Decoding::top_down_sum);
  set_support(model, spec, kernel_rows(rows, spec.kind), joined.all());
  return {model.build(), std::move(summary)};
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
  const std::vector<std::size_t> first = first_units(problems);
  const ModelParts parts(from);
  FeatureIndex features = joined(parts.features(), FeatureIndex::of(rows, method.has_constant));
  WeightRows<Real> start = weights_for(features, parts.weights_as<Real>(), parts.features());
  NodeWeights<Real> all(std::move(features), std::move(start));
  TrainSummary summary = run_nodes(
      problems, NodeThreads::one_each, context,
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

Trained train_nodes(const NodeMethod& method, std::string name, OptionTexts options,
                    const Dataset& data, const LabelSpace& labels, TrainContext& context) {
  const auto train = [&](const auto& rows) {
    return train_on(rows, method, std::move(name), std::move(options), data, labels, context);
  };
  return std::visit(train, data.rows());
}

Trained train_kernel_nodes(const NodeMethod& method, const KernelSpec& spec, std::string name,
                           OptionTexts options, const Dataset& data, const LabelSpace& labels,
                           TrainContext& context) {
  const auto train = [&](const auto& rows) {
    return train_kernel_on(rows, method, spec, std::move(name), std::move(options), data, labels,
                           context);
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
