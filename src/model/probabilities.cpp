#include "clade/probabilities.h"

#include <algorithm>
#include <cmath>
#include <utility>

#include "base/fail.h"
#include "model/calibration.h"
#include "model/covering.h"
#include "model/model_impl.h"
#include "model/nested_softmax.h"
#include "model/node_logits.h"
#include "taxonomy/ancestor_sets.h"

namespace clade {

using namespace detail;

double detail::conformal_threshold(const Calibration& calibration, double coverage) {
  const std::vector<double>& truths = calibration.truths;
  // The new example's own place is as likely as each of the others'.
  const double below = (static_cast<double>(truths.size()) + 1) * (1 - coverage);
  // A little more than rounding: 0.1 must not come out as one less.
  const auto rank = static_cast<std::size_t>(std::max(0.0, std::floor(below + 1e-9)));
  if (rank == 0 || truths.empty()) return 0;
  return truths[std::min(rank, truths.size()) - 1];
}

struct ProbabilityMap::Parts {
  Model model;
  const Calibration& calibration;  // of the model
  NodeLevels levels;
  std::optional<NestedSoftmax> softmax;   // of exclusive classes
  Csr<double> frequencies;                // of the softmax's members, where there are choices
  std::optional<AncestorSets> ancestors;  // by class, in a DAG

  explicit Parts(Model m, const Calibration& c)
      : model(std::move(m)), calibration(c), levels(model.label_space()) {
    const LabelSpace& labels = model.label_space();
    if (c.kind == LabelKind::exclusive) softmax.emplace(labels);
    if (!c.choices.empty()) frequencies = softmax->member_frequencies(c.frequencies);
    if (!labels.taxonomy().is_tree()) ancestors.emplace(labels.taxonomy(), labels.classes());
  }

  // On a tree: every node's value becomes that of the nodes at it and below together.
  template <class T>
  static void sum_up(const Taxonomy& taxonomy, std::vector<T>& by_node) {
    const auto order = taxonomy.top_down();
    for (auto node = order.rbegin(); node != order.rend(); ++node) {
      for (const NodeId parent : taxonomy.parents(*node)) {
        by_node[index_of(parent)] += by_node[index_of(*node)];
      }
    }
  }

  void set_exclusive(std::span<const double> class_scores, Probabilities& out) const {
    const LabelSpace& labels = model.label_space();
    if (calibration.choices.empty()) {
      softmax->set_probabilities(class_scores, calibration.scales, out.scratch, out.classes);
    } else {
      softmax->set_probabilities(class_scores, calibration.scales, calibration.choices, frequencies,
                                 out.scratch, out.classes);
    }
    std::fill(out.nodes.begin(), out.nodes.end(), 0.0);
    for (std::size_t c = 0; c < labels.size(); ++c) {
      if (ancestors) {
        for (const NodeId above : ancestors->of(c)) out.nodes[index_of(above)] += out.classes[c];
      } else {
        out.nodes[index_of(labels.node(static_cast<ClassId>(c)))] += out.classes[c];
      }
    }
    if (!ancestors) sum_up(labels.taxonomy(), out.nodes);
    for (double& p : out.nodes) p = std::min(p, 1.0);
    out.nodes[index_of(labels.taxonomy().root())] = 1;
  }
};

namespace {

const Calibration& calibration_of(const Model& model) {
  if (model.calibration() == nullptr) {
    fail(ErrorKind::usage,
         "the model has no probabilities: train it with `calibrate` to have them");
  }
  return *model.calibration();
}

}  // namespace

ProbabilityMap::ProbabilityMap(const Model& model)
    : parts_(std::make_unique<const Parts>(model, calibration_of(model))) {}
ProbabilityMap::~ProbabilityMap() = default;
ProbabilityMap::ProbabilityMap(ProbabilityMap&&) noexcept = default;
ProbabilityMap& ProbabilityMap::operator=(ProbabilityMap&&) noexcept = default;

void ProbabilityMap::apply(std::span<const double> class_scores, Probabilities& out) const {
  out.classes.resize(labels().size());
  out.nodes.resize(labels().taxonomy().size());
  if (parts_->calibration.kind == LabelKind::exclusive) {
    parts_->set_exclusive(class_scores, out);
  } else {
    set_independent_probabilities(labels(), parts_->levels, parts_->calibration, class_scores, out);
  }
}

const LabelSpace& ProbabilityMap::labels() const { return parts_->model.label_space(); }
std::size_t ProbabilityMap::depth(NodeId node) const { return parts_->levels.depth(node); }
std::size_t ProbabilityMap::height(NodeId node) const { return parts_->levels.height(node); }

std::vector<NodeId> ProbabilityMap::prediction_set(const Probabilities& p, double coverage) const {
  const double threshold = conformal_threshold(parts_->calibration, coverage);
  std::vector<NodeId> nodes = Covering(labels(), p.classes).nodes(threshold);
  std::stable_sort(nodes.begin(), nodes.end(),
                   [&](NodeId a, NodeId b) { return p.nodes[index_of(a)] > p.nodes[index_of(b)]; });
  return nodes;
}

}  // namespace clade
