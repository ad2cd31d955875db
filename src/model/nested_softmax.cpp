#include "model/nested_softmax.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <optional>

namespace clade::detail {

namespace {

constexpr std::uint32_t none = ~std::uint32_t{0};

// Whether a class that can be predicted is at the node or below.
std::vector<char> live_nodes(const LabelSpace& labels) {
  const Taxonomy& taxonomy = labels.taxonomy();
  std::vector<char> live(taxonomy.size(), 0);
  for (std::size_t c = 0; c < labels.size(); ++c) {
    const auto label = static_cast<ClassId>(c);
    if (labels.is_predictable(label)) live[index_of(labels.node(label))] = 1;
  }
  const auto order = taxonomy.top_down();
  for (auto node = order.rbegin(); node != order.rend(); ++node) {
    for (const NodeId child : taxonomy.children(*node))
      live[index_of(*node)] |= live[index_of(child)];
  }
  return live;
}

// By node: the class there that can be predicted, or `none`.
std::vector<std::uint32_t> predictable_at(const LabelSpace& labels) {
  std::vector<std::uint32_t> class_at(labels.taxonomy().size(), none);
  for (std::size_t c = 0; c < labels.size(); ++c) {
    const auto label = static_cast<ClassId>(c);
    if (labels.is_predictable(label)) {
      class_at[index_of(labels.node(label))] = static_cast<std::uint32_t>(c);
    }
  }
  return class_at;
}

}  // namespace

double usable_score(double score) {
  constexpr double most = 1e30;
  return std::isnan(score) ? -most : std::clamp(score, -most, most);
}

NestedSoftmax::NestedSoftmax(const LabelSpace& labels) {
  if (labels.taxonomy().is_tree()) {
    add_tree(labels);
  } else {
    add_classes(labels);
  }
}

void NestedSoftmax::add_tree(const LabelSpace& labels) {
  const Taxonomy& taxonomy = labels.taxonomy();
  const std::vector<char> live = live_nodes(labels);
  const std::vector<std::uint32_t> class_at = predictable_at(labels);
  const auto is_group = [&](NodeId node) {
    return live[index_of(node)] != 0 && !taxonomy.is_terminal(node);
  };
  std::vector<std::uint32_t> group_of(taxonomy.size(), none);
  std::vector<std::size_t> depth(taxonomy.size(), 0);
  std::uint32_t count = 0;
  for (const NodeId node : taxonomy.top_down()) {
    for (const NodeId parent : taxonomy.parents(node)) {
      depth[index_of(node)] = depth[index_of(parent)] + 1;
    }
    if (is_group(node)) group_of[index_of(node)] = count++;
  }

  std::vector<std::optional<Choice>> place(taxonomy.size()), own(taxonomy.size());
  for (const NodeId node : taxonomy.top_down()) {
    if (!is_group(node)) continue;
    const auto group = static_cast<std::uint32_t>(members_.size());
    std::uint32_t member = 0;
    for (const NodeId child : taxonomy.children(node)) {
      if (live[index_of(child)] == 0) continue;
      const bool inner = is_group(child);
      members_.push({inner ? group_of[index_of(child)] : class_at[index_of(child)], !inner});
      place[index_of(child)] = Choice{group, member++};
    }
    if (class_at[index_of(node)] != none) {
      members_.push({class_at[index_of(node)], true});
      own[index_of(node)] = Choice{group, member};
    }
    members_.end_row();
    level_.push_back(depth[index_of(node)] + 1);
    levels_ = std::max(levels_, level_.back());
  }

  for (const NodeId node : labels.classes()) {
    std::vector<Choice> way;
    for (const NodeId above : taxonomy.ancestor_set(node)) {
      if (above == taxonomy.root()) continue;
      if (!place[index_of(above)]) break;
      way.push_back(*place[index_of(above)]);
    }
    if (own[index_of(node)]) way.push_back(*own[index_of(node)]);
    ways_.push_row(way);
  }
}

void NestedSoftmax::add_classes(const LabelSpace& labels) {
  std::uint32_t member = 0;
  for (std::size_t c = 0; c < labels.size(); ++c) {
    if (!labels.is_predictable(static_cast<ClassId>(c))) {
      ways_.end_row();
      continue;
    }
    members_.push({static_cast<std::uint32_t>(c), true});
    ways_.push({0, member++});
    ways_.end_row();
  }
  members_.end_row();
  level_.push_back(1);
}

double NestedSoftmax::value(Member member, std::span<const double> class_scores,
                            std::span<const double> group_values) const {
  return member.is_class ? usable_score(class_scores[member.number]) : group_values[member.number];
}

void NestedSoftmax::set_values(std::span<const double> class_scores, std::span<const double> scales,
                               std::size_t first_level, std::span<double> group_values) const {
  for (std::size_t g = groups(); g-- > 0;) {
    if (level_[g] < first_level) continue;
    double largest = -std::numeric_limits<double>::infinity(), sum = 0;
    for (const Member m : members(g))
      largest = std::max(largest, value(m, class_scores, group_values));
    const double scale = scales[level_[g] - 1];
    for (const Member m : members(g)) {
      sum += std::exp(scale * (value(m, class_scores, group_values) - largest));
    }
    group_values[g] = largest + std::log(sum) / scale;
  }
}

void NestedSoftmax::set_probabilities(std::span<const double> class_scores,
                                      std::span<const double> scales,
                                      std::vector<double>& group_values,
                                      std::span<double> classes) const {
  group_values.resize(groups());
  set_values(class_scores, scales, 1, group_values);
  std::fill(classes.begin(), classes.end(), 0.0);
  // From here on a group's place holds its probability once its parent has given it.
  for (std::size_t g = 0; g < groups(); ++g) {
    const double own = g == 0 ? 1.0 : group_values[g];
    const double scale = scales[level_[g] - 1];
    double largest = -std::numeric_limits<double>::infinity(), sum = 0;
    for (const Member m : members(g))
      largest = std::max(largest, value(m, class_scores, group_values));
    const auto share = [&](Member m) {
      return std::exp(scale * (value(m, class_scores, group_values) - largest));
    };
    for (const Member m : members(g)) sum += share(m);
    for (const Member m : members(g)) {
      const double p = own * share(m) / sum;
      (m.is_class ? classes[m.number] : group_values[m.number]) = p;
    }
  }
}

void set_shares(const Calibration::Choice& choice, std::span<const double> values,
                std::span<const double> frequencies, std::span<double> shares) {
  const double largest = *std::max_element(values.begin(), values.end());
  double sum = 0;
  for (std::size_t m = 0; m < values.size(); ++m) {
    const double distance = choice.scale * (largest - values[m]);
    shares[m] =
        std::exp(choice.tail > 0 ? -std::log1p(choice.tail * distance) / choice.tail : -distance);
    sum += shares[m];
  }
  for (std::size_t m = 0; m < values.size(); ++m) {
    shares[m] = (1 - choice.floor) * shares[m] / sum + choice.floor * frequencies[m];
  }
}

Csr<double> NestedSoftmax::member_frequencies(std::span<const double> of_classes) const {
  std::vector<double> of_groups(groups(), 0.0);
  const auto frequency = [&](Member m) {
    return m.is_class ? of_classes[m.number] : of_groups[m.number];
  };
  for (std::size_t g = groups(); g-- > 0;) {
    for (const Member m : members(g)) of_groups[g] += frequency(m);
  }
  Csr<double> result;
  for (std::size_t g = 0; g < groups(); ++g) {
    for (const Member m : members(g)) {
      const double even = 1 / static_cast<double>(members(g).size());
      result.push(of_groups[g] > 0 ? frequency(m) / of_groups[g] : even);
    }
    result.end_row();
  }
  return result;
}

void NestedSoftmax::set_probabilities(std::span<const double> class_scores,
                                      std::span<const double> scales,
                                      std::span<const Calibration::Choice> choices,
                                      const Csr<double>& frequencies,
                                      std::vector<double>& group_values,
                                      std::span<double> classes) const {
  group_values.resize(groups());
  set_values(class_scores, scales, 1, group_values);
  std::fill(classes.begin(), classes.end(), 0.0);
  std::vector<double> values, shares;
  // From here on a group's place holds its probability once its parent has given it.
  for (std::size_t g = 0; g < groups(); ++g) {
    const double own = g == 0 ? 1.0 : group_values[g];
    values.clear();
    for (const Member m : members(g)) values.push_back(value(m, class_scores, group_values));
    if (values.empty()) continue;
    shares.resize(values.size());
    set_shares(choices[level_[g] - 1], values, frequencies.row(g), shares);
    std::size_t place = 0;
    for (const Member m : members(g)) {
      (m.is_class ? classes[m.number] : group_values[m.number]) = own * shares[place++];
    }
  }
}

}  // namespace clade::detail
