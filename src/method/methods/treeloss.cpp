// TREELOSS (orthogonal sec. 5): margins of half the tree distance, against nodes at every level.
//
//   min 1/2 sum_i ||u_i||^2 + C/N sum_k xi_k
//   with F(x_k, y_k) - F(x_k, y) >= 1 - xi_k / Delta(y_k, y),  F(x, y) = sum of <u_i, x> over the
//   nodes i from below the root down to y
//
// for every node y but the root (--candidates all), or every leaf. The answer is the node, or leaf,
// of the largest F (orthogonal Eq. 2), so with all candidates a label at an inner node is a class
// like any other.
#include <array>
#include <memory>
#include <span>
#include <tuple>
#include <utility>
#include <vector>

#include "base/fail.h"
#include "base/text.h"
#include "method/class_constraints.h"
#include "method/margin/sibling_method.h"
#include "method/methods/methods.h"

namespace clade::detail {

enum class Candidates { all, leaves };
template <>
struct EnumNames<Candidates> {
  static constexpr std::array values{std::pair{"all", Candidates::all},
                                     std::pair{"leaves", Candidates::leaves}};
};

namespace {

struct TreelossParams {
  Candidates candidates = Candidates::all;
  Multilabel multilabel = Multilabel::error;
  MarginParams margin{.scale_C = ScaleC::n};

  static constexpr auto fields() {
    using P = TreelossParams;
    return std::tuple{
        PlainField{"candidates", &P::candidates,
                   "what a label is compared with and what is predicted: all nodes but the root, "
                   "or leaves"},
        PlainField{"multilabel", &P::multilabel, multilabel_help}, Nested{&P::margin}};
  }
};

// Every node but the root as a class, in the order of the units.
LabelSpace space_of_nodes(const LabelSpace& labels) {
  LabelSpace::Parts parts{labels.taxonomy(),
                          sibling_unit_nodes(labels.taxonomy()),
                          {},
                          LabelNodes::all,
                          labels.source()};
  parts.predictable.assign(parts.classes.size(), true);
  return LabelSpace(std::move(parts));
}

// The same without the root among the answers: no score tells it from the others.
LabelSpace without_root(const LabelSpace& labels) {
  const NodeId root = labels.taxonomy().root();
  if (!labels.class_at(root)) return labels;
  LabelSpace::Parts parts{labels.taxonomy(),
                          {labels.classes().begin(), labels.classes().end()},
                          {},
                          labels.mode(),
                          labels.source()};
  for (std::size_t c = 0; c < labels.size(); ++c) {
    const auto label = static_cast<ClassId>(c);
    parts.predictable.push_back(labels.is_predictable(label) && labels.node(label) != root);
  }
  return LabelSpace(std::move(parts));
}

void check_tree(const Taxonomy& taxonomy) {
  for (const NodeId node : taxonomy.top_down()) {
    if (taxonomy.parents(node).size() <= 1) continue;
    fail(ErrorKind::input,
         "the taxonomy is no tree, {} has several parents: `method=treeloss` adds up the weights "
         "on the one path to a node and measures the way between two; `method=hsvm` with "
         "`attributes=unit` takes any taxonomy",
         quoted(taxonomy.name(node)));
  }
}

void check_labels(const Dataset& data, const LabelSpace& labels) {
  if (labels.mode() == LabelNodes::closed) {
    fail_parameter("label_nodes", "expected all, path or terminal for `method=treeloss`, got {}",
                   enum_name(labels.mode()));
  }
  check_one_label(data);
  if (labels.mode() != LabelNodes::all) return;
  for (std::size_t i = 0; i < data.size(); ++i) {
    for (const ClassId label : data.labels(i)) {
      if (labels.node(label) != labels.taxonomy().root()) continue;
      fail(ErrorKind::input,
           "example {} has the root as its label, which `method=treeloss` has no weights for",
           quoted(data.id(i)));
    }
  }
}

// Where a label trains its path, what lies below it is not wrong.
std::vector<Decision> left_out(NodeId own, const LabelSpace& nodes, LabelNodes mode) {
  std::vector<Decision> result;
  for (Decision d = 0; d < nodes.size(); ++d) {
    const NodeId node = nodes.node(ClassId{d});
    bool is_below = node == own;
    if (mode == LabelNodes::path) {
      for (const NodeId above : nodes.taxonomy().ancestor_set(node)) {
        is_below = is_below || above == own;
      }
    }
    if (is_below) result.push_back(d);
  }
  return result;
}

std::vector<Decision> decisions_of(Candidates candidates, const LabelSpace& nodes) {
  std::vector<Decision> result;
  for (Decision d = 0; d < nodes.size(); ++d) {
    const bool is_leaf = nodes.taxonomy().children(nodes.node(ClassId{d})).empty();
    if (is_leaf || candidates == Candidates::all) result.push_back(d);
  }
  return result;
}

ConstraintSet node_constraints(const Dataset& data, const LabelSpace& labels,
                               Candidates candidates) {
  const LabelSpace nodes = space_of_nodes(labels);
  const std::vector<Decision> units = sibling_units(labels.taxonomy());
  ConstraintSet set(nodes.size(), class_losses(nodes, "tree"));
  const std::uint32_t rivals = set.add_list(decisions_of(candidates, nodes));
  add_examples_of_one_label(set, data, [&](ClassId label) {
    const NodeId own = labels.node(label);
    const ConstraintSet::Block block{units[index_of(own)], rivals};
    return set.add_pattern({&block, 1}, left_out(own, nodes, labels.mode()));
  });
  return set;
}

class Treeloss : public SiblingMethod<TreelossParams> {
 public:
  Treeloss() : SiblingMethod("treeloss", {}) {}

  MethodTraits traits() const override {
    MethodTraits traits = SiblingMethod::traits();
    traits.cost = CostClass::joint;
    const bool answers_all = params().candidates == Candidates::all;
    traits.default_label_nodes = answers_all ? LabelNodes::all : LabelNodes::path;
    return traits;
  }
  Trained train(const Dataset& data, const LabelSpace& labels,
                TrainContext& context) const override {
    check_tree(labels.taxonomy());
    return SiblingMethod::train(data, without_root(labels), context);
  }

 protected:
  MarginDesign design(const TreelossParams& params, const Dataset& data,
                      const LabelSpace& labels) const override {
    check_labels(data, labels);
    MarginDesign result;
    result.attributes = path_attributes(labels);
    result.decisions = path_map(labels.taxonomy(), [](NodeId, NodeId) { return 1.0; });
    result.constraints = node_constraints(data, labels, params.candidates);
    return result;
  }
};

}  // namespace

std::unique_ptr<Method> make_treeloss() { return std::make_unique<Treeloss>(); }

}  // namespace clade::detail
