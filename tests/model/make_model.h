// Small models with random weights, made by hand.
#pragma once

#include <algorithm>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "base/random.h"
#include "clade/model.h"
#include "linear/weight_rows.h"
#include "model/model_impl.h"

namespace clade::detail::testing_model {

// Every terminal node a class, in node order.
inline LabelSpace terminal_label_space(const Taxonomy& taxonomy,
                                       TaxonomySource::Kind kind = TaxonomySource::Kind::given) {
  const std::vector<NodeId> classes = taxonomy.terminals();
  TaxonomySource source;
  source.kind = kind;
  return LabelSpace(LabelSpace::Parts{taxonomy, classes, std::vector<bool>(classes.size(), true),
                                      LabelNodes::terminal, source});
}

// Each class is scored by all nodes of its ancestor set, the root included, with strengths that
// differ.
inline ScoreMap ancestor_map(const LabelSpace& labels) {
  Csr<Attribute> rows;
  for (const NodeId node : labels.classes()) {
    std::vector<NodeId> set = labels.taxonomy().ancestor_set(node);
    std::sort(set.begin(), set.end());
    for (const NodeId ancestor : set) {
      rows.push({static_cast<UnitId>(index_of(ancestor)),
                 1.0 / (1.0 + static_cast<double>(index_of(ancestor)))});
    }
    rows.end_row();
  }
  return ScoreMap(std::move(rows), labels.taxonomy().size());
}

template <class Real>
std::shared_ptr<Model::Impl> impl_of(const LabelSpace& labels, std::vector<std::uint32_t> features,
                                     ScoreMap map, std::vector<std::string> names,
                                     std::shared_ptr<const WeightRows<Real>> weights) {
  const Weights view = weights->view();
  return std::make_shared<Model::Impl>(Model::Impl{"hsvm",
                                                   {{"C", "1"}, {"loss", "tree"}},
                                                   labels,
                                                   LabelSetRule::top1,
                                                   nullptr,
                                                   FeatureIndex(std::move(features)),
                                                   std::move(map),
                                                   std::move(names),
                                                   view,
                                                   std::move(weights)});
}

template <class Real>
std::shared_ptr<Model::Impl> make_impl(const LabelSpace& labels,
                                       std::vector<std::uint32_t> features) {
  std::vector<std::string> names;
  for (std::size_t n = 0; n < labels.taxonomy().size(); ++n) {
    names.emplace_back(labels.taxonomy().name(static_cast<NodeId>(n)));
  }
  auto weights = std::make_shared<WeightRows<Real>>(features.size(), names.size());
  Random random(11);
  std::vector<Real> row(names.size());
  for (std::size_t j = 0; j < features.size(); ++j) {
    for (Real& w : row) w = static_cast<Real>(random.normal());
    weights->set_row(j, row);
  }
  return impl_of<Real>(labels, std::move(features), ancestor_map(labels), std::move(names),
                       std::move(weights));
}

// A class is scored by three units, of which there are 40; each feature has weights in one block of
// units, the first one in none. The file of such a model has sparse rows.
template <class Real>
std::shared_ptr<Model::Impl> make_sparse_impl(const LabelSpace& labels,
                                              std::vector<std::uint32_t> features, RowForm form) {
  constexpr std::size_t units = 40;
  Csr<Attribute> rows;
  std::vector<std::string> names;
  for (std::size_t u = 0; u < units; ++u) names.push_back("u" + std::to_string(u));
  for (std::uint32_t c = 0; c < labels.size(); ++c) {
    rows.push_row(std::vector<Attribute>{{UnitId{c}, 1.0}, {UnitId{16 + c}, 0.5}, {UnitId{39}, 2}});
  }
  auto weights = std::make_shared<WeightRows<Real>>(features.size(), units, form);
  Random random(12);
  for (std::size_t j = 1; j < features.size(); ++j) {
    std::vector<Real> row(units);
    const std::size_t first = (j - 1) % 3 * 16;
    for (std::size_t u = first; u < std::min(first + block_units<Real>, units); ++u) {
      row[u] = static_cast<Real>(random.normal());
    }
    weights->set_row(j, row);
  }
  return impl_of<Real>(labels, std::move(features), ScoreMap(std::move(rows), units),
                       std::move(names), std::move(weights));
}

inline Taxonomy small_tree() {
  return Taxonomy::parse("root\ta\nroot\tb\na\ta1\na\ta2\nb\tb1\n", "small_tree");
}
inline Taxonomy small_dag() {
  return Taxonomy::parse("root\ta\nroot\tb\na\tx\nb\tx\na\ty\nb\tz\n", "small_dag");
}

template <class Real>
std::vector<std::vector<BasicFeature<Real>>> random_rows(std::size_t count) {
  Random random(5);
  std::vector<std::vector<BasicFeature<Real>>> rows(count);
  for (auto& row : rows) {
    for (std::uint32_t index = 1; index <= 9; ++index) {
      if (random.uniform() < 0.6) row.push_back({index, static_cast<Real>(random.normal())});
    }
  }
  return rows;
}

}  // namespace clade::detail::testing_model
