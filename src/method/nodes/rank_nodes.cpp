#include "method/nodes/rank_nodes.h"

#include <algorithm>
#include <numeric>
#include <span>
#include <utility>
#include <variant>

#include "data/rank_records.h"
#include "linear/weight_rows.h"
#include "method/nodes/node_problems.h"
#include "method/nodes/node_run.h"

namespace clade::detail {

namespace {

// By node: the rank that trains it.
std::vector<int> assign(const NodeProblems& own, Communicator& peers) {
  std::vector<double> work(own.taxonomy().size());
  for (std::size_t k = 0; k < own.size(); ++k) work[index_of(own.node(k))] = own.work(k);
  peers.sum(std::span(work));
  std::vector<std::size_t> largest_first(work.size());
  std::iota(largest_first.begin(), largest_first.end(), std::size_t{0});
  std::stable_sort(largest_first.begin(), largest_first.end(),
                   [&](std::size_t a, std::size_t b) { return work[a] > work[b]; });
  std::vector<double> load(static_cast<std::size_t>(peers.size()));
  std::vector<int> rank_of(work.size());
  for (const std::size_t node : largest_first) {
    const auto least = std::min_element(load.begin(), load.end());
    rank_of[node] = static_cast<int>(least - load.begin());
    *least += work[node];
  }
  return rank_of;
}

// The examples that each rank needs of this one.
std::vector<std::vector<std::uint32_t>> wanted_by(const NodeProblems& own, std::size_t examples,
                                                  const std::vector<int>& rank_of, int ranks) {
  std::vector<std::vector<std::uint8_t>> is_wanted(static_cast<std::size_t>(ranks),
                                                   std::vector<std::uint8_t>(examples));
  for (std::size_t k = 0; k < own.size(); ++k) {
    auto& of_rank = is_wanted[static_cast<std::size_t>(rank_of[index_of(own.node(k))])];
    for (const std::uint32_t example : own.examples(k)) of_rank[example] = 1;
  }
  std::vector<std::vector<std::uint32_t>> wanted(is_wanted.size());
  for (std::size_t r = 0; r < wanted.size(); ++r) {
    for (std::uint32_t i = 0; i < is_wanted[r].size(); ++i) {
      if (is_wanted[r][i] != 0) wanted[r].push_back(i);
    }
  }
  return wanted;
}

}  // namespace

NodeShare share_of_nodes(const Dataset& data, const LabelSpace& labels, Communicator& peers) {
  const NodeProblems problems(data, labels);
  const std::vector<int> rank_of = assign(problems, peers);
  const auto wanted = wanted_by(problems, data.size(), rank_of, peers.size());
  NodeShare result{{}, exchange_examples(data, wanted, peers)};
  for (const int rank : rank_of) result.is_own.push_back(rank == peers.rank() ? 1 : 0);
  return result;
}

TrainSummary together(const TrainSummary& own, Communicator& peers) {
  if (peers.is_alone()) return own;
  std::string bytes;
  append_value(own.objective.has_value(), bytes);
  append_value(own.objective.value_or(TrainSummary::Objective{}), bytes);
  append_value(own.dual_variables_nonzero, bytes);
  append_value(own.dual_variables_total, bytes);
  append_value(own.epochs, bytes);
  append_value(own.stopped, bytes);
  std::vector<TrainSummary> all;
  for (const std::string& of_rank : peers.gather(bytes)) {
    ByteReader reader(of_rank);
    TrainSummary summary;
    const bool has_objective = reader.value<bool>();
    const auto objective = reader.value<TrainSummary::Objective>();
    if (has_objective) summary.objective = objective;
    summary.dual_variables_nonzero = reader.value<std::uint64_t>();
    summary.dual_variables_total = reader.value<std::uint64_t>();
    summary.epochs = reader.value<int>();
    summary.stopped = reader.value<Stop>();
    all.push_back(summary);
  }
  return sum_of(all);
}

template <class Real>
void NodeParcel<Real>::add(const FeatureIndex& features, const WeightView<Real>& weights,
                           std::size_t first_unit) {
  std::string bytes;
  append_value<std::uint64_t>(first_unit, bytes);
  append_value<std::uint64_t>(weights.units, bytes);
  append_values(features.indices(), bytes);
  std::vector<Real> row(weights.units);
  for (std::size_t j = 0; j < features.size(); ++j) {
    weights.copy_row(j, row);
    append_values(std::span<const Real>(row), bytes);
  }
  const std::lock_guard lock(mutex_);
  bytes_ += bytes;
}

template <class Real>
void NodeParcel<Real>::deliver(Communicator& peers, const Take& take) {
  std::vector<std::string> to(static_cast<std::size_t>(peers.size()));
  to.front() = std::exchange(bytes_, {});
  for (const std::string& bytes : peers.exchange(std::move(to))) {
    ByteReader reader(bytes);
    while (!reader.is_at_end()) {
      const auto first_unit = reader.value<std::uint64_t>();
      const auto units = reader.value<std::uint64_t>();
      const FeatureIndex features(reader.values<std::uint32_t>());
      WeightRows<Real> weights(features.size(), units);
      for (std::size_t j = 0; j < features.size(); ++j) {
        weights.set_row(j, reader.values<Real>());
      }
      take(features, weights.view(), first_unit);
    }
  }
}

template class NodeParcel<float>;
template class NodeParcel<double>;

}  // namespace clade::detail
