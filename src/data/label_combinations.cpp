#include "data/label_combinations.h"

#include <algorithm>
#include <map>
#include <span>
#include <utility>
#include <vector>

#include "base/fail.h"
#include "base/text.h"

namespace clade::detail {

namespace {

std::string category_name(std::span<const ClassId> set, const LabelSpace& labels) {
  std::vector<std::string> names;
  for (const ClassId c : set) names.emplace_back(labels.name(c));
  return join(names, " & ");
}

NodeId deepest_common_ancestor(std::span<const ClassId> set, const LabelSpace& labels) {
  const Taxonomy& taxonomy = labels.taxonomy();
  std::vector<NodeId> common = taxonomy.ancestor_set(labels.node(set.front()));
  for (const ClassId c : set.subspan(1)) {
    const std::vector<NodeId> other = taxonomy.ancestor_set(labels.node(c));
    const auto end = std::mismatch(common.begin(), common.end(), other.begin(), other.end()).first;
    common.erase(end, common.end());
  }
  return common.back();
}

// A label space as it grows.
class Categories {
 public:
  Categories(const LabelSpace& labels, bool predictable)
      : labels_(labels), predictable_(predictable), next_(labels.size()) {}

  ClassId of(std::span<const ClassId> set) {
    const auto [entry, is_new] =
        known_.try_emplace(std::vector<ClassId>(set.begin(), set.end()), ClassId{});
    if (is_new) entry->second = find_or_add(set);
    return entry->second;
  }

  LabelSpace label_space() const {
    if (names_.empty()) return labels_;
    const Taxonomy& taxonomy = labels_.taxonomy();
    Taxonomy::Parts parts;
    LabelSpace::Parts all{taxonomy, {}, {}, labels_.mode(), labels_.source()};
    for (std::size_t n = 0; n < taxonomy.size(); ++n) {
      const NodeId node{static_cast<std::uint32_t>(n)};
      const auto parents = taxonomy.parents(node);
      parts.names.emplace_back(taxonomy.name(node));
      parts.parents.emplace_back(parents.begin(), parents.end());
      if (taxonomy.is_added(node)) parts.added.push_back(node);
    }
    for (std::size_t c = 0; c < labels_.size(); ++c) {
      all.classes.push_back(labels_.classes()[c]);
      all.predictable.push_back(labels_.is_predictable(static_cast<ClassId>(c)));
    }
    for (std::size_t k = 0; k < names_.size(); ++k) {
      all.classes.push_back(NodeId{static_cast<std::uint32_t>(parts.names.size())});
      all.predictable.push_back(predictable_);
      parts.names.push_back(names_[k]);
      parts.parents.push_back({parents_[k]});
    }
    all.taxonomy = Taxonomy::from_parts(std::move(parts), "the taxonomy");
    return LabelSpace(std::move(all));
  }

 private:
  ClassId find_or_add(std::span<const ClassId> set) {
    std::string name = category_name(set, labels_);
    if (const auto found = labels_.find(name)) return *found;
    if (labels_.taxonomy().find(name)) {
      fail(ErrorKind::input,
           "the taxonomy has an inner node {}, but examples with these labels need that name: "
           "rename it",
           quoted(name));
    }
    names_.push_back(std::move(name));
    parents_.push_back(deepest_common_ancestor(set, labels_));
    return ClassId{static_cast<std::uint32_t>(next_++)};
  }

  const LabelSpace& labels_;
  bool predictable_;
  std::size_t next_;
  std::map<std::vector<ClassId>, ClassId> known_;
  std::vector<std::string> names_;
  std::vector<NodeId> parents_;
};

}  // namespace

LabelCombinations combine_labels(const Dataset& data, const LabelSpace& labels, bool predictable) {
  if (!labels.taxonomy().is_tree()) {
    fail(ErrorKind::input, "the taxonomy is no tree: sets of labels have no one place in it");
  }
  Categories categories(labels, predictable);
  std::vector<std::vector<ClassId>> of_examples(data.size());
  for (std::size_t i = 0; i < data.size(); ++i) {
    const auto set = data.labels(i);
    if (set.size() == 1) of_examples[i].push_back(set.front());
    if (set.size() > 1) of_examples[i].push_back(categories.of(set));
  }
  return {data.with_labels(of_examples), categories.label_space()};
}

}  // namespace clade::detail
