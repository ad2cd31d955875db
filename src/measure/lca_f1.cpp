#include "measure/lca_f1.h"

#include <algorithm>
#include <limits>

namespace clade::detail {
namespace {

constexpr std::size_t unreached = std::numeric_limits<std::size_t>::max();

// Keeps the links of a label over which the way to the other set is shortest.
void offer(const LcaF1::Link& link, std::size_t distance, LcaF1::Scratch& scratch) {
  std::size_t& best = scratch.distance[link.label];
  if (distance > best) return;
  if (distance < best) scratch.of_label[link.label].clear();
  best = distance;
  scratch.of_label[link.label].push_back(link);
}

template <class Served>
bool all_labels(const LcaF1::Scratch& scratch, const LcaF1::Scratch::Choice& choice,
                Served served) {
  for (std::size_t i = choice.begin; i < choice.end; ++i) {
    if (!served(scratch.servers[scratch.links[i].label])) return false;
  }
  return true;
}

void sort_unique(std::vector<NodeId>& nodes) {
  std::sort(nodes.begin(), nodes.end());
  nodes.erase(std::unique(nodes.begin(), nodes.end()), nodes.end());
}

}  // namespace

LcaF1::LcaF1(const LabelSpace& labels, const AncestorSets& ancestors)
    : labels_(labels), ancestors_(ancestors), depth_(labels.taxonomy().size()) {
  const Taxonomy& taxonomy = labels.taxonomy();
  for (const NodeId node : taxonomy.top_down()) depth_[index_of(node)] = taxonomy.depth(node);
  std::vector<std::size_t> steps(taxonomy.size(), unreached);
  std::vector<NodeId> below(taxonomy.size());
  std::vector<NodeId> queue;
  for (std::size_t c = 0; c < ancestors.size(); ++c) {
    queue.assign(1, labels.node(static_cast<ClassId>(c)));
    steps[index_of(queue.front())] = 0;
    for (std::size_t next = 0; next < queue.size(); ++next) {
      const NodeId node = queue[next];
      for (const NodeId parent : taxonomy.parents(node)) {
        if (steps[index_of(parent)] != unreached) continue;
        steps[index_of(parent)] = steps[index_of(node)] + 1;
        below[index_of(parent)] = node;
        queue.push_back(parent);
      }
    }
    for (const NodeId node : ancestors.of(c)) {
      steps_.push(steps[index_of(node)]);
      below_.push(below[index_of(node)]);
      steps[index_of(node)] = unreached;
    }
    steps_.end_row();
    below_.end_row();
  }
}

double LcaF1::measure(std::span<const ClassId> truth, std::span<const ClassId> predicted,
                      Scratch& scratch) const {
  if (truth.empty() || predicted.empty()) return 0;
  link(truth, predicted, scratch);
  choose(scratch);
  scratch.true_graph = scratch.taken;
  scratch.predicted_graph = scratch.taken;
  for (std::size_t i = 0; i < truth.size(); ++i) {
    climb(truth[i], scratch.of_label[i], scratch.taken, scratch.true_graph);
  }
  for (std::size_t i = 0; i < predicted.size(); ++i) {
    climb(predicted[i], scratch.of_label[truth.size() + i], scratch.taken, scratch.predicted_graph);
  }
  sort_unique(scratch.true_graph);
  sort_unique(scratch.predicted_graph);
  const std::size_t both = common_size(scratch.true_graph, scratch.predicted_graph);
  return 2.0 * static_cast<double>(both) /
         static_cast<double>(scratch.true_graph.size() + scratch.predicted_graph.size());
}

// For every label the LCAs that serve it.
void LcaF1::link(std::span<const ClassId> truth, std::span<const ClassId> predicted,
                 Scratch& scratch) const {
  const std::size_t labels = truth.size() + predicted.size();
  scratch.of_label.resize(std::max(scratch.of_label.size(), labels));
  for (std::size_t i = 0; i < labels; ++i) scratch.of_label[i].clear();
  scratch.distance.assign(labels, unreached);
  for (std::size_t i = 0; i < truth.size(); ++i) {
    for (std::size_t j = 0; j < predicted.size(); ++j) {
      find_common(truth[i], predicted[j], scratch);
      for (const Scratch::Common& common : scratch.common) {
        if (!common.is_lowest) continue;
        const std::size_t distance = common.steps_a + common.steps_b;
        offer({common.node, i, common.steps_a}, distance, scratch);
        offer({common.node, truth.size() + j, common.steps_b}, distance, scratch);
      }
    }
  }
  const auto in_order = [](const Link& a, const Link& b) { return a.lca < b.lca; };
  const auto same = [](const Link& a, const Link& b) { return a.lca == b.lca; };
  scratch.links.clear();
  for (std::size_t i = 0; i < labels; ++i) {
    auto& links = scratch.of_label[i];
    std::sort(links.begin(), links.end(), in_order);
    links.erase(std::unique(links.begin(), links.end(), same), links.end());
    scratch.links.insert(scratch.links.end(), links.begin(), links.end());
  }
  std::stable_sort(scratch.links.begin(), scratch.links.end(), in_order);
}

// A common ancestor is not the lowest where a child of it is one too.
void LcaF1::find_common(ClassId a, ClassId b, Scratch& scratch) const {
  const auto of_a = ancestors_.of(index_of(a));
  const auto of_b = ancestors_.of(index_of(b));
  auto& common = scratch.common;
  common.clear();
  for (std::size_t i = 0, j = 0; i < of_a.size() && j < of_b.size();) {
    if (of_a[i] < of_b[j]) {
      ++i;
    } else if (of_b[j] < of_a[i]) {
      ++j;
    } else {
      common.push_back({of_a[i], steps_.row(index_of(a))[i], steps_.row(index_of(b))[j], true});
      ++i, ++j;
    }
  }
  const auto before = [](const Scratch::Common& one, NodeId node) { return one.node < node; };
  for (std::size_t k = 0; k < common.size(); ++k) {
    for (const NodeId parent : labels_.taxonomy().parents(common[k].node)) {
      std::lower_bound(common.begin(), common.end(), parent, before)->is_lowest = false;
    }
  }
}

// First those that serve the most labels, then the deeper ones, then in node order: each that
// serves a label without one. Then those that have become needless are put back, last first.
void LcaF1::choose(Scratch& scratch) const {
  auto& choices = scratch.choices;
  choices.clear();
  for (std::size_t i = 0; i < scratch.links.size(); ++i) {
    if (choices.empty() || choices.back().lca != scratch.links[i].lca) {
      choices.push_back({scratch.links[i].lca, i, i, false});
    }
    ++choices.back().end;
  }
  std::stable_sort(choices.begin(), choices.end(), [&](const auto& a, const auto& b) {
    const std::size_t serves_a = a.end - a.begin, serves_b = b.end - b.begin;
    if (serves_a != serves_b) return serves_a > serves_b;
    return depth_[index_of(a.lca)] > depth_[index_of(b.lca)];
  });
  scratch.servers.assign(scratch.distance.size(), 0);
  for (Scratch::Choice& choice : choices) {
    if (all_labels(scratch, choice, [](std::size_t servers) { return servers > 0; })) continue;
    choice.is_taken = true;
    for (std::size_t i = choice.begin; i < choice.end; ++i) {
      ++scratch.servers[scratch.links[i].label];
    }
  }
  for (auto choice = choices.rbegin(); choice != choices.rend(); ++choice) {
    if (!choice->is_taken) continue;
    if (!all_labels(scratch, *choice, [](std::size_t servers) { return servers > 1; })) continue;
    choice->is_taken = false;
    for (std::size_t i = choice->begin; i < choice->end; ++i) {
      --scratch.servers[scratch.links[i].label];
    }
  }
  scratch.taken.clear();
  for (const Scratch::Choice& choice : choices) {
    if (choice.is_taken) scratch.taken.push_back(choice.lca);
  }
  sort_unique(scratch.taken);
}

// Adds the label and the way up to the nearest LCA that was taken for it.
void LcaF1::climb(ClassId label, std::span<const Link> links, std::span<const NodeId> taken,
                  std::vector<NodeId>& graph) const {
  const Link* nearest = nullptr;
  for (const Link& one : links) {
    if (!std::binary_search(taken.begin(), taken.end(), one.lca)) continue;
    if (nearest == nullptr || one.steps < nearest->steps) nearest = &one;
  }
  const auto above = ancestors_.of(index_of(label));
  const NodeId own = labels_.node(label);
  NodeId node = nearest->lca;
  while (node != own) {
    const auto place = std::lower_bound(above.begin(), above.end(), node) - above.begin();
    node = below_.row(index_of(label))[static_cast<std::size_t>(place)];
    graph.push_back(node);
  }
  graph.push_back(own);
}

}  // namespace clade::detail
