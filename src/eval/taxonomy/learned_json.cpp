#include "eval/taxonomy/learned_json.h"

#include <algorithm>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

namespace clade::detail {

namespace {

using Json = nlohmann::ordered_json;

constexpr std::size_t most_cells = 100;  // on a side of the square

std::vector<std::size_t> drawing_order(const Dendrogram& dendrogram) {
  std::vector<std::size_t> order, open{dendrogram.things + dendrogram.links.size() - 1};
  while (!open.empty()) {
    const std::size_t cluster = open.back();
    open.pop_back();
    if (cluster < dendrogram.things) {
      order.push_back(cluster);
      continue;
    }
    const Link& link = dendrogram.links[cluster - dendrogram.things];
    open.push_back(link.b);
    open.push_back(link.a);
  }
  return order;
}

// The mean distance between the classes of two ranges; a class is at no distance from itself.
double mean_between(const PairTable& distances, const std::vector<std::size_t>& rows,
                    const std::vector<std::size_t>& columns) {
  double sum = 0;
  for (const std::size_t a : rows) {
    for (const std::size_t b : columns) sum += a == b ? 0 : distances(a, b);
  }
  return sum / static_cast<double>(rows.size() * columns.size());
}

Json cells_json(const PairTable& distances, const std::vector<std::size_t>& order) {
  const std::size_t n = order.size(), side = std::min(n, most_cells);
  std::vector<std::vector<std::size_t>> ranges;
  for (std::size_t k = 0; k < side; ++k) {
    const auto place = [&](std::size_t of) {
      return order.begin() + static_cast<std::ptrdiff_t>(of * n / side);
    };
    ranges.emplace_back(place(k), place(k + 1));
  }
  Json values = Json::array();
  for (const auto& rows : ranges) {
    for (const auto& columns : ranges) values.push_back(mean_between(distances, rows, columns));
  }
  return {{"side", side}, {"values", std::move(values)}};
}

Json cut_json(const Cut& cut) {
  return {{"threshold", cut.threshold},
          {"inconsistency", cut.inconsistency},
          {"cut", cut.is_cut},
          {"clusters", cut.clusters}};
}

}  // namespace

Json learned_json(const ClassClusters& learned, const LabelSpace& labels) {
  Json json = Json::object();
  json["classes"] = Json::array();
  for (std::size_t c = 0; c < labels.size(); ++c) {
    json["classes"].push_back(std::string(labels.name(static_cast<ClassId>(c))));
  }
  json["links"] = Json::array();
  for (const Link& link : learned.dendrogram.links) {
    json["links"].push_back({link.a, link.b, link.distance});
  }
  if (!learned.alignment.empty()) json["alignment"] = learned.alignment;
  json["cuts"] = Json::array();
  for (const Cut& cut : learned.cuts) json["cuts"].push_back(cut_json(cut));
  const std::vector<std::size_t> order = drawing_order(learned.dendrogram);
  json["order"] = order;
  json["cells"] = cells_json(learned.distances, order);
  return json;
}

}  // namespace clade::detail
