#include "method/nodes/node_problems.h"

#include <algorithm>
#include <string>
#include <utility>
#include <variant>

#include "method/sibling_units.h"

namespace clade::detail {

namespace {

// Which of its parent's children a node is.
std::vector<std::uint32_t> places_among_siblings(const Taxonomy& taxonomy) {
  std::vector<std::uint32_t> places(taxonomy.size());
  for (const NodeId parent : taxonomy.top_down()) {
    std::uint32_t place = 0;
    for (const NodeId child : taxonomy.children(parent)) places[index_of(child)] = place++;
  }
  return places;
}

struct Visit {
  NodeId node;
  std::uint32_t example, child;
  friend auto operator<=>(const Visit&, const Visit&) = default;
};

// Every choice of a child that an example asks for, by node, example and child.
std::vector<Visit> all_visits(const Dataset& data, const LabelSpace& labels) {
  const Taxonomy& taxonomy = labels.taxonomy();
  const std::vector<std::uint32_t> places = places_among_siblings(taxonomy);
  std::vector<Visit> visits;
  for (std::uint32_t i = 0; i < data.size(); ++i) {
    for (const ClassId label : data.labels(i)) {
      for (NodeId at = labels.node(label); at != taxonomy.root();) {
        const NodeId parent = taxonomy.parents(at).front();
        if (taxonomy.children(parent).size() > 1)
          visits.push_back({parent, i, places[index_of(at)]});
        at = parent;
      }
    }
  }
  std::sort(visits.begin(), visits.end());
  visits.erase(std::unique(visits.begin(), visits.end()), visits.end());
  return visits;
}

}  // namespace

NodeProblems::NodeProblems(const Dataset& data, const LabelSpace& labels, NodeRows rows,
                           std::span<const std::uint8_t> is_chosen)
    : data_(data), labels_(labels), rows_(rows) {
  check_goes_down(labels);
  for (const Visit& visit : all_visits(data, labels)) {
    if (!is_chosen.empty() && is_chosen[index_of(visit.node)] == 0) continue;
    if (problems_.empty() || problems_.back().node != visit.node) {
      problems_.push_back({visit.node, members_.size(), members_.size()});
    }
    members_.push_back({visit.example, visit.child});
    problems_.back().end = members_.size();
  }
  std::stable_sort(problems_.begin(), problems_.end(), [](const Problem& a, const Problem& b) {
    return a.end - a.begin > b.end - b.begin;
  });
}

std::vector<std::uint32_t> NodeProblems::examples(std::size_t k) const {
  std::vector<std::uint32_t> numbers;
  for (std::size_t m = problems_[k].begin; m < problems_[k].end; ++m) {
    if (numbers.empty() || numbers.back() != members_[m].example) {
      numbers.push_back(members_[m].example);
    }
  }
  return numbers;
}

template <class Real>
void NodeProblems::copy_rows(const SparseRows<Real>& rows, std::span<const std::uint32_t> examples,
                             Records& records) const {
  constexpr std::uint32_t elsewhere = 0;
  std::vector<std::uint32_t> index_here;  // by index in a kernel matrix
  if (rows_ == NodeRows::kernel_matrix) {
    index_here.assign(rows.size() + 1, elsewhere);
    for (std::size_t i = 0; i < examples.size(); ++i) {
      index_here[examples[i] + 1] = static_cast<std::uint32_t>(i + 1);
    }
  }
  SparseRows<Real> own;
  for (const std::uint32_t example : examples) {
    for (const auto& feature : rows.row(example)) {
      if (rows_ == NodeRows::features) {
        own.push(feature);
      } else if (index_here[feature.index] != elsewhere) {
        own.push({index_here[feature.index], feature.value});
      }
    }
    own.end_row();
  }
  records.rows = std::move(own);
}

NodeProblems::Part NodeProblems::part(std::size_t k) const {
  Records records;
  const Problem& problem = problems_[k];
  const std::size_t children = taxonomy().children(problem.node).size();
  for (std::size_t c = 0; c < children; ++c) records.label_names.push_back({std::to_string(c), ""});
  for (std::size_t m = problem.begin; m < problem.end; ++m) {
    records.labels.push_back(members_[m].child);
    if (m + 1 < problem.end && members_[m + 1].example == members_[m].example) continue;
    records.label_offsets.push_back(records.labels.size());
    records.weights.push_back(data_.weight(members_[m].example));
  }
  const std::vector<std::uint32_t> numbers = examples(k);
  std::visit([&](const auto& rows) { copy_rows(rows, numbers, records); }, data_.rows());
  LabelSpace labels(TaxonomySource{}, LabelNodes::terminal, records.label_names);
  Dataset data(std::move(records), labels);
  return {std::move(labels), std::move(data)};
}

}  // namespace clade::detail
