#include "eval/taxonomy/dendrogram.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>

namespace clade::detail {

namespace {

// Links as they are found: by things that stand for their clusters.
struct FoundLink {
  std::size_t a, b;
  double distance;
};

// The chain of nearest neighbours: from any cluster to its nearest, from there to its nearest, and
// so on, until two are each other's. These are linked at once: with these three linkages no later
// link comes between them, so that the links, put in order, are those of always taking the nearest
// pair.
class NeighbourChain {
 public:
  NeighbourChain(PairTable& distances, Linkage linkage)
      : distances_(distances), linkage_(linkage), sizes_(distances.size(), 1.0) {
    active_.resize(distances.size());
    std::iota(active_.begin(), active_.end(), std::size_t{0});
  }

  std::vector<FoundLink> run() {
    std::vector<FoundLink> links;
    std::vector<std::size_t> chain;
    while (active_.size() > 1) {
      if (chain.empty()) chain.push_back(active_.front());
      const std::size_t at = chain.back();
      const std::size_t before = chain.size() > 1 ? chain[chain.size() - 2] : at;
      const std::size_t next = nearest(at, before);
      if (next != before) {
        chain.push_back(next);
        continue;
      }
      chain.resize(chain.size() - 2);
      links.push_back({std::min(at, next), std::max(at, next), distances_(at, next)});
      join(std::min(at, next), std::max(at, next));
    }
    return links;
  }

 private:
  // Of equals, `before`: the chain must not go in circles.
  std::size_t nearest(std::size_t at, std::size_t before) const {
    std::size_t best = before;
    double distance =
        before != at ? distances_(at, before) : std::numeric_limits<double>::infinity();
    for (const std::size_t other : active_) {
      if (other == at) continue;
      const double d = distances_(at, other);
      if (d < distance || (best == at && d <= distance)) {
        best = other;
        distance = d;
      }
    }
    return best;
  }

  // The cluster stands at `a` from now on.
  void join(std::size_t a, std::size_t b) {
    active_.erase(std::lower_bound(active_.begin(), active_.end(), b));
    for (const std::size_t k : active_) {
      if (k == a) continue;
      const double to_a = distances_(k, a), to_b = distances_(k, b);
      double& joined = distances_(k, a);
      switch (linkage_) {
        case Linkage::average:
          joined = (sizes_[a] * to_a + sizes_[b] * to_b) / (sizes_[a] + sizes_[b]);
          break;
        case Linkage::single:
          joined = std::min(to_a, to_b);
          break;
        case Linkage::complete:
          joined = std::max(to_a, to_b);
          break;
      }
    }
    sizes_[a] += sizes_[b];
  }

  PairTable& distances_;
  Linkage linkage_;
  std::vector<double> sizes_;
  std::vector<std::size_t> active_;  // in increasing order
};

// The cluster that a thing is in.
class Clusters {
 public:
  explicit Clusters(std::size_t things) : parent_(things), number_(things) {
    std::iota(parent_.begin(), parent_.end(), std::size_t{0});
    std::iota(number_.begin(), number_.end(), std::size_t{0});
  }
  std::size_t number_of(std::size_t thing) { return number_[top(thing)]; }
  void join(std::size_t a, std::size_t b, std::size_t number) {
    parent_[top(b)] = top(a);
    number_[top(a)] = number;
  }

 private:
  std::size_t top(std::size_t thing) {
    while (parent_[thing] != thing) thing = parent_[thing] = parent_[parent_[thing]];
    return thing;
  }
  std::vector<std::size_t> parent_, number_;
};

// (m - mean) / standard deviation over the link and those directly below it; 0 where it is alone.
double inconsistency_of(const Dendrogram& dendrogram, std::size_t t) {
  std::vector<double> distances{dendrogram.links[t].distance};
  for (const std::size_t side : {dendrogram.links[t].a, dendrogram.links[t].b}) {
    if (side >= dendrogram.things) {
      distances.push_back(dendrogram.links[side - dendrogram.things].distance);
    }
  }
  const auto count = static_cast<double>(distances.size());
  if (count < 2) return 0;
  const double mean = std::accumulate(distances.begin(), distances.end(), 0.0) / count;
  double squares = 0;
  for (const double d : distances) squares += (d - mean) * (d - mean);
  const double deviation = std::sqrt(squares / (count - 1));
  return deviation > 0 ? (dendrogram.links[t].distance - mean) / deviation : 0;
}

double mean_of_nonzero(const std::vector<double>& values) {
  double sum = 0, count = 0;
  for (const double v : values) {
    sum += v;
    count += v != 0 ? 1 : 0;
  }
  return count > 0 ? sum / count : 0;
}

// By thing: the first thing of its cluster.
std::vector<std::vector<std::size_t>> pieces(const Dendrogram& dendrogram, const Cut& cut) {
  Clusters clusters(dendrogram.things);
  std::vector<std::size_t> first(dendrogram.things + dendrogram.links.size());
  std::iota(first.begin(), first.end(), std::size_t{0});
  for (std::size_t t = 0; t < dendrogram.links.size(); ++t) {
    const Link& link = dendrogram.links[t];
    const std::size_t a = first[link.a], b = first[link.b];
    first[dendrogram.things + t] = a;
    if (!cut.is_cut[t]) clusters.join(a, b, a);
  }
  std::vector<std::vector<std::size_t>> result;
  std::vector<std::size_t> place(dendrogram.things, dendrogram.things);
  for (std::size_t thing = 0; thing < dendrogram.things; ++thing) {
    std::size_t& at = place[clusters.number_of(thing)];
    if (at == dendrogram.things) {
      at = result.size();
      result.emplace_back();
    }
    result[at].push_back(thing);
  }
  return result;
}

// A link over one other has 1/sqrt(2), whatever the distances: where the mean is that of such
// alone, rounding must not put one of them above it.
bool is_above(double coefficient, double threshold) { return coefficient > threshold * (1 + 1e-9); }

}  // namespace

Dendrogram cluster(PairTable distances, Linkage linkage) {
  Dendrogram result;
  result.things = distances.size();
  std::vector<FoundLink> links = NeighbourChain(distances, linkage).run();
  std::stable_sort(links.begin(), links.end(),
                   [](const FoundLink& a, const FoundLink& b) { return a.distance < b.distance; });
  Clusters clusters(result.things);
  for (const FoundLink& link : links) {
    const std::size_t a = clusters.number_of(link.a), b = clusters.number_of(link.b);
    clusters.join(link.a, link.b, result.things + result.links.size());
    result.links.push_back({std::min(a, b), std::max(a, b), link.distance});
  }
  return result;
}

Cut cut_inconsistent(const Dendrogram& dendrogram) {
  Cut cut;
  for (std::size_t t = 0; t < dendrogram.links.size(); ++t) {
    cut.inconsistency.push_back(inconsistency_of(dendrogram, t));
  }
  cut.threshold = mean_of_nonzero(cut.inconsistency);
  const auto is_below_cut = [&](std::size_t side) {
    return side >= dendrogram.things && cut.is_cut[side - dendrogram.things];
  };
  for (std::size_t t = 0; t < dendrogram.links.size(); ++t) {
    const Link& link = dendrogram.links[t];
    cut.is_cut.push_back(is_above(cut.inconsistency[t], cut.threshold) || is_below_cut(link.a) ||
                         is_below_cut(link.b));
  }
  cut.clusters = pieces(dendrogram, cut);
  return cut;
}

Cut cut_after(const Dendrogram& dendrogram, std::size_t links) {
  Cut cut;
  for (std::size_t t = 0; t < dendrogram.links.size(); ++t) cut.is_cut.push_back(t >= links);
  cut.clusters = pieces(dendrogram, cut);
  return cut;
}

Dendrogram above(const Dendrogram& dendrogram, const Cut& cut) {
  Dendrogram result;
  result.things = cut.clusters.size();
  // By cluster of the dendrogram: what it is above the cut.
  std::vector<std::size_t> number(dendrogram.things + dendrogram.links.size());
  for (std::size_t c = 0; c < cut.clusters.size(); ++c) {
    for (const std::size_t thing : cut.clusters[c]) number[thing] = c;
  }
  for (std::size_t t = 0; t < dendrogram.links.size(); ++t) {
    const Link& link = dendrogram.links[t];
    std::size_t& own = number[dendrogram.things + t];
    if (!cut.is_cut[t]) {
      own = number[link.a];
      continue;
    }
    own = result.things + result.links.size();
    const auto [low, high] = std::minmax(number[link.a], number[link.b]);
    result.links.push_back({low, high, link.distance});
  }
  return result;
}

}  // namespace clade::detail
