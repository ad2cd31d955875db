#include "eval/taxonomy/centroid_cosines.h"

#include <cmath>
#include <map>

#include "data/dataset.h"
#include "eval/taxonomy/class_distances.h"
#include "taxonomy/loss.h"

namespace clade::detail {

namespace {

LabelSpace labels_in(const Taxonomy& taxonomy, const Records& records) {
  TaxonomySource source;
  source.kind = TaxonomySource::Kind::given;
  source.taxonomy = taxonomy;
  return LabelSpace(source, LabelNodes::terminal, records.label_names);
}

}  // namespace

std::vector<CentroidCosine> centroid_cosines(const Records& records, const Taxonomy& taxonomy,
                                             ThreadPool& pool) {
  // Flat, these are the labels that the records use.
  const LabelSpace used(TaxonomySource{}, LabelNodes::terminal, records.label_names);
  const PairTable cosines = class_cosines(Dataset(records, used), used, KernelSpec{}, pool);
  const LabelSpace places = labels_in(taxonomy, records);
  std::vector<NodeId> nodes;
  for (std::size_t c = 0; c < used.size(); ++c) {
    nodes.push_back(places.node(places.find(used.name(static_cast<ClassId>(c))).value()));
  }
  const auto distance = make_loss("symdiff", places.taxonomy(), nodes);
  std::map<std::size_t, CentroidCosine> by_distance;
  for (std::size_t a = 0; a < nodes.size(); ++a) {
    for (std::size_t b = a + 1; b < nodes.size(); ++b) {
      if (std::isnan(cosines(a, b))) continue;
      const auto edges = static_cast<std::size_t>((*distance)(nodes[a], nodes[b]));
      CentroidCosine& sum = by_distance[edges];
      sum.distance = edges;
      ++sum.pairs;
      sum.mean_cosine += cosines(a, b);
    }
  }
  std::vector<CentroidCosine> means;
  for (auto& [edges, sum] : by_distance) {
    sum.mean_cosine /= static_cast<double>(sum.pairs);
    means.push_back(sum);
  }
  return means;
}

}  // namespace clade::detail
