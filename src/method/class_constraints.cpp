#include "method/class_constraints.h"

#include <algorithm>
#include <map>
#include <span>
#include <vector>

#include "taxonomy/loss.h"

namespace clade::detail {

namespace {

using Block = ConstraintSet::Block;

// Losses between the nodes of classes, as the solver asks for them.
class ClassLossRows : public LossRows {
 public:
  ClassLossRows(const std::string& loss, const LabelSpace& labels)
      : labels_(labels), loss_(make_loss(loss, labels.taxonomy(), labels.classes())) {}

  void row(Decision plus, std::span<double> out) const override {
    loss_->row(labels_.node(ClassId{plus}), labels_.classes(), out);
  }
  void row(Decision plus, std::span<const Decision> minus, std::span<double> out) const override {
    std::vector<NodeId> nodes;
    nodes.reserve(minus.size());
    for (const Decision d : minus) nodes.push_back(labels_.node(ClassId{d}));
    loss_->row(labels_.node(ClassId{plus}), nodes, out);
  }

 private:
  LabelSpace labels_;
  std::unique_ptr<Loss> loss_;
};

// One pattern for each distinct label set; blocks_of(label set) gives its blocks. An example
// without labels gets no constraints.
template <class BlocksOf>
void add_examples(ConstraintSet& set, const Dataset& data, const LabelSpace& labels,
                  BlocksOf&& blocks_of) {
  std::map<std::vector<ClassId>, std::uint32_t> patterns;
  for (std::size_t i = 0; i < data.size(); ++i) {
    const std::span<const ClassId> own = data.labels(i);
    const auto [entry, is_new] =
        patterns.try_emplace(std::vector<ClassId>(own.begin(), own.end()), 0);
    if (is_new) {
      const std::vector<Block> blocks = own.empty() ? std::vector<Block>{} : blocks_of(own);
      entry->second = set.add_pattern(blocks, classes_left_out(labels, own));
    }
    set.add_instance(entry->second);
  }
}

}  // namespace

std::vector<Decision> predictable_classes(const LabelSpace& labels) {
  std::vector<Decision> classes;
  for (Decision c = 0; c < labels.size(); ++c) {
    if (labels.is_predictable(ClassId{c})) classes.push_back(c);
  }
  return classes;
}

std::vector<Decision> classes_left_out(const LabelSpace& labels, std::span<const ClassId> own) {
  std::vector<Decision> left_out;
  for (const ClassId c : own) left_out.push_back(static_cast<Decision>(c));
  if (labels.mode() == LabelNodes::path) {
    std::vector<bool> below(labels.taxonomy().size());
    for (const ClassId c : own) below[index_of(labels.node(c))] = true;
    for (const NodeId node : labels.taxonomy().top_down()) {
      for (const NodeId parent : labels.taxonomy().parents(node)) {
        if (below[index_of(parent)]) below[index_of(node)] = true;
      }
    }
    for (Decision c = 0; c < labels.size(); ++c) {
      if (below[index_of(labels.node(ClassId{c}))]) left_out.push_back(c);
    }
  }
  std::sort(left_out.begin(), left_out.end());
  left_out.erase(std::unique(left_out.begin(), left_out.end()), left_out.end());
  return left_out;
}

std::shared_ptr<const LossRows> class_losses(const LabelSpace& labels, const std::string& loss) {
  if (loss == "zero-one") return nullptr;
  return std::make_shared<ClassLossRows>(loss, labels);
}

ConstraintSet ranking_constraints(const Dataset& data, const LabelSpace& labels,
                                  const std::string& loss) {
  ConstraintSet set(labels.size(), class_losses(labels, loss));
  const std::uint32_t rivals = set.add_list(predictable_classes(labels));
  add_examples(set, data, labels, [rivals](std::span<const ClassId> own) {
    std::vector<Block> blocks;
    for (const ClassId c : own) blocks.push_back({static_cast<Decision>(c), rivals});
    return blocks;
  });
  return set;
}

ConstraintSet binary_constraints(const Dataset& data, const LabelSpace& labels) {
  ConstraintSet set(labels.size());
  const std::uint32_t zero = set.add_list(std::vector<Decision>{constant_zero});
  const std::uint32_t classes = set.add_list(predictable_classes(labels));
  add_examples(set, data, labels, [zero, classes](std::span<const ClassId> own) {
    std::vector<Block> blocks;
    for (const ClassId c : own) blocks.push_back({static_cast<Decision>(c), zero});
    blocks.push_back({constant_zero, classes});
    return blocks;
  });
  return set;
}

}  // namespace clade::detail
