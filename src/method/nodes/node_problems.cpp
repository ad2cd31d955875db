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

NodeProblems::NodeProblems(const Dataset& data, const LabelSpace& labels)
    : data_(data), labels_(labels) {
  check_goes_down(labels);
  for (const Visit& visit : all_visits(data, labels)) {
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

template <class Real>
void NodeProblems::copy_examples(const SparseRows<Real>& rows, const Problem& problem,
                                 Records& records) const {
  SparseRows<Real> own;
  for (std::size_t m = problem.begin; m < problem.end; ++m) {
    const Member& member = members_[m];
    records.labels.push_back(member.child);
    if (m + 1 < problem.end && members_[m + 1].example == member.example) continue;
    records.label_offsets.push_back(records.labels.size());
    records.weights.push_back(data_.weight(member.example));
    for (const auto& feature : rows.row(member.example)) own.push(feature);
    own.end_row();
  }
  records.rows = std::move(own);
}

NodeProblems::Part NodeProblems::part(std::size_t k) const {
  Records records;
  const std::size_t children = labels_.taxonomy().children(problems_[k].node).size();
  for (std::size_t c = 0; c < children; ++c) records.label_names.push_back({std::to_string(c), ""});
  std::visit([&](const auto& rows) { copy_examples(rows, problems_[k], records); }, data_.rows());
  LabelSpace labels(TaxonomySource{}, LabelNodes::terminal, records.label_names);
  Dataset data(std::move(records), labels);
  return {std::move(labels), std::move(data)};
}

}  // namespace clade::detail
