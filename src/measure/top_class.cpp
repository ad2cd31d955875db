#include "measure/top_class.h"

#include <algorithm>
#include <limits>

namespace clade::detail {
namespace {

// Thesis Eq. 7.6; in a DAG one common parent is enough.
bool share_a_parent(const Taxonomy& taxonomy, NodeId a, NodeId b) {
  if (a == b) return true;
  const auto parents = taxonomy.parents(b);
  for (const NodeId parent : taxonomy.parents(a)) {
    if (std::find(parents.begin(), parents.end(), parent) != parents.end()) return true;
  }
  return false;
}

}  // namespace

TopClass::TopClass(const LabelSpace& labels, const Loss& loss, const Loss& symdiff,
                   bool single_label)
    : labels_(labels), loss_(loss), symdiff_(symdiff), single_label_(single_label) {
  if (!single_label || !labels.taxonomy().is_tree()) return;
  sibling_ = make_loss("sibling", labels.taxonomy(), labels.classes());
  subtree_ = make_loss("subtree", labels.taxonomy(), labels.classes());
}

TopClassValues TopClass::measure(std::span<const ClassId> truth, ClassId top) const {
  const NodeId guess = labels_.node(top);
  TopClassValues values;
  values.tree_loss = std::numeric_limits<double>::infinity();
  for (const ClassId y : truth) {
    const NodeId node = labels_.node(y);
    const double loss = loss_(node, guess);
    values.right = values.right || y == top;
    values.parent_right = values.parent_right || share_a_parent(labels_.taxonomy(), node, guess);
    values.tree_loss = std::min(values.tree_loss, loss);
    values.top_loss = std::max(values.top_loss, loss);
  }
  if (values.right) values.top_loss = 0;  // thesis Eq. 4.22
  if (values.right || !single_label_) return values;

  const NodeId node = labels_.node(truth.front());
  const auto nodes_but_root = static_cast<double>(labels_.taxonomy().size() - 1);
  values.l_delta = symdiff_(node, guess) / nodes_but_root;
  if (sibling_) values.l_sib = (*sibling_)(node, guess);
  if (subtree_) values.l_sub = (*subtree_)(node, guess);
  return values;
}

}  // namespace clade::detail
