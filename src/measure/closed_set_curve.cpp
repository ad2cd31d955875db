#include "measure/closed_set_curve.h"

#include <algorithm>
#include <atomic>
#include <cmath>
#include <functional>

namespace clade::detail {

namespace {

constexpr double ratio_unit = 1LL << 40, information_unit = 1LL << 24;

std::int64_t ratio(std::size_t part, std::size_t whole) {
  return std::llround(ratio_unit * static_cast<double>(part) / static_cast<double>(whole));
}

// From several threads.
void add_to(std::int64_t& sum, std::int64_t value) {
  std::atomic_ref(sum).fetch_add(value, std::memory_order_relaxed);
}

}  // namespace

NodeInformation::NodeInformation(const LabelSpace& labels)
    : labels_(labels),
      with_node_(labels.taxonomy().size(), 0),
      with_parents_(labels.taxonomy().size(), 0),
      parents_seen_(labels.taxonomy().size(), 0) {}

void NodeInformation::count(std::span<const NodeId> true_nodes) {
  const Taxonomy& taxonomy = labels_.taxonomy();
  ++instances_;
  const auto see_children = [&](NodeId parent) {
    for (const NodeId child : taxonomy.children(parent)) {
      const std::size_t parents = taxonomy.parents(child).size();
      if (parents > 1 && ++parents_seen_[index_of(child)] == parents) {
        ++with_parents_[index_of(child)];
      }
    }
  };
  const auto forget_children = [&](NodeId parent) {
    for (const NodeId child : taxonomy.children(parent)) parents_seen_[index_of(child)] = 0;
  };
  for (const NodeId node : true_nodes) ++with_node_[index_of(node)];
  if (taxonomy.is_tree()) return;
  see_children(taxonomy.root());
  for (const NodeId node : true_nodes) see_children(node);
  forget_children(taxonomy.root());
  for (const NodeId node : true_nodes) forget_children(node);
}

std::vector<std::int64_t> NodeInformation::values() const {
  const Taxonomy& taxonomy = labels_.taxonomy();
  std::vector<std::int64_t> values(with_node_.size(), 0);
  for (const NodeId node : taxonomy.top_down()) {
    if (node == taxonomy.root()) continue;
    const auto parents = taxonomy.parents(node);
    const std::size_t above = parents.size() > 1 ? with_parents_[index_of(node)]
                              : parents.front() == taxonomy.root()
                                  ? instances_
                                  : with_node_[index_of(parents.front())];
    const double share =
        static_cast<double>(with_node_[index_of(node)] + 1) / static_cast<double>(above + 1);
    values[index_of(node)] = std::llround(-std::log2(share) * information_unit);
  }
  return values;
}

double NodeInformation::to_bits(std::int64_t value) {
  return static_cast<double>(value) / information_unit;
}

ClosedSetCurve::ClosedSetCurve(std::size_t thresholds) : changes_(thresholds) {}

void ClosedSetCurve::Instance::clear() {
  taken.clear();
  true_nodes = 0;
  true_information = 0;
}

void ClosedSetCurve::take(std::size_t threshold, bool is_true, std::int64_t information,
                          Instance& instance) {
  instance.taken.push_back(2 * static_cast<std::uint64_t>(threshold) + (is_true ? 1 : 0));
  Change& change = changes_[threshold];
  add_to(is_true ? change.found_information : change.wrong_information, information);
}

void ClosedSetCurve::add(Instance& instance) {
  if (instance.true_nodes == 0) return;
  add_to(instances_, 1);
  add_to(true_information_, instance.true_information);
  auto& taken = instance.taken;
  std::sort(taken.begin(), taken.end(), std::greater<>());
  std::size_t found = 0;
  std::int64_t precision = 0, recall = 0;
  for (std::size_t i = 0; i < taken.size();) {
    const std::uint64_t threshold = taken[i] / 2;
    Change& change = changes_[threshold];
    if (i == 0) add_to(change.predicted, 1);
    for (; i < taken.size() && taken[i] / 2 == threshold; ++i) found += taken[i] % 2;
    const std::int64_t now = ratio(found, i), recall_now = ratio(found, instance.true_nodes);
    add_to(change.precision, now - precision);
    add_to(change.recall, recall_now - recall);
    precision = now;
    recall = recall_now;
  }
}

void ClosedSetCurve::add_up(Communicator& peers) {
  std::vector<std::int64_t> all{instances_, true_information_};
  for (const Change& change : changes_) {
    all.insert(all.end(), {change.precision, change.recall, change.found_information,
                           change.wrong_information, change.predicted});
  }
  clade::detail::add_up(all, peers);
  instances_ = all[0];
  true_information_ = all[1];
  for (std::size_t j = 0, at = 2; j < changes_.size(); ++j) {
    Change& change = changes_[j];
    for (std::int64_t* count : {&change.precision, &change.recall, &change.found_information,
                                &change.wrong_information, &change.predicted}) {
      *count = all[at++];
    }
  }
}

std::optional<ClosedSetMeasures> ClosedSetCurve::best(std::size_t first) const {
  if (instances_ == 0) return std::nullopt;
  const auto count = static_cast<double>(instances_);
  // Above all scores nothing is predicted.
  ClosedSetMeasures best{0, NodeInformation::to_bits(true_information_) / count};
  Change sum;
  for (std::size_t j = changes_.size(); j-- > first;) {
    sum.precision += changes_[j].precision;
    sum.recall += changes_[j].recall;
    sum.found_information += changes_[j].found_information;
    sum.wrong_information += changes_[j].wrong_information;
    sum.predicted += changes_[j].predicted;
    if (sum.predicted == 0) continue;
    const double precision =
        static_cast<double>(sum.precision) / ratio_unit / static_cast<double>(sum.predicted);
    const double recall = static_cast<double>(sum.recall) / ratio_unit / count;
    if (precision + recall > 0) {
      best.fmax = std::max(best.fmax, 2 * precision * recall / (precision + recall));
    }
    const double missed =
        NodeInformation::to_bits(true_information_ - sum.found_information) / count;
    const double wrong = NodeInformation::to_bits(sum.wrong_information) / count;
    best.smin = std::min(best.smin, std::hypot(missed, wrong));
  }
  return best;
}

}  // namespace clade::detail
