#include "generate/wang.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <functional>
#include <limits>

#include "base/random.h"
#include "base/text.h"

namespace clade::detail {

namespace {

constexpr std::size_t wang_test_examples = 50'000;
constexpr double flip = 0.05;   // of wang2, each way
constexpr double noise = 0.20;  // of wang3

// Leaves 1 ... 2^depth from left to right, then the inner nodes level by level, lowest first.
std::vector<std::size_t> binary_tree(std::size_t depth) {
  std::vector<std::size_t> parents{0};
  std::size_t first = 1;
  for (std::size_t width = std::size_t{1} << depth; width >= 2; width /= 2) {
    const std::size_t above = first + width;
    for (std::size_t k = 0; k < width; ++k) parents.push_back(width == 2 ? 0 : above + k / 2);
    first = above;
  }
  return parents;
}

WangLaw binary_law(std::size_t depth) {
  WangLaw law;
  law.parents = binary_tree(depth);
  law.leaves = std::size_t{1} << depth;
  law.cells.assign(law.leaves, 1.0 / static_cast<double>(law.leaves));
  law.given_cell.assign(law.leaves, std::vector<double>(law.leaves, 0.0));
  return law;
}

WangLaw law_1() { return {{0, 5, 5, 5, 6, 0, 0}, 4, {1.0}, {{0.17, 0.17, 0.17, 0.49}}}; }

// First up, then down from where it is.
WangLaw law_2() {
  WangLaw law = binary_law(3);
  const std::size_t last = law.leaves - 1;
  for (std::size_t y = 0; y <= last; ++y) {
    for (const bool up : {false, true}) {
      for (const bool down : {false, true}) {
        const std::size_t raised = up ? std::min(y + 1, last) : y;
        const std::size_t label = down && raised > 0 ? raised - 1 : raised;
        law.given_cell[y][label] += (up ? flip : 1 - flip) * (down ? flip : 1 - flip);
      }
    }
  }
  return law;
}

// Every label but the cell's own is as likely as any other.
WangLaw even_law(std::size_t depth, double error) {
  WangLaw law = binary_law(depth);
  for (std::size_t cell = 0; cell < law.leaves; ++cell) {
    for (std::size_t y = 0; y < law.leaves; ++y) {
      law.given_cell[cell][y] = y == cell ? 1 - error : error / static_cast<double>(law.leaves - 1);
    }
  }
  return law;
}

std::vector<std::size_t> path_to_root(const WangLaw& law, std::size_t node) {
  std::vector<std::size_t> path{node};
  while (path.back() != 0) path.push_back(law.parents[path.back()]);
  return path;
}

// The tree as losses need it.
struct Tree {
  explicit Tree(const WangLaw& law) : size(law.parents.size(), 1), share(size.size(), 1.0) {
    std::vector<std::size_t> children(law.parents.size());
    for (std::size_t v = 1; v < law.parents.size(); ++v) ++children[law.parents[v]];
    for (std::size_t v = 1; v < law.parents.size(); ++v) {
      const auto path = path_to_root(law, v);
      for (std::size_t k = 1; k < path.size(); ++k) {
        ++size[path[k]];
        share[v] /= static_cast<double>(children[path[k]]);
      }
    }
  }
  std::vector<std::size_t> size;  // of the subtree, with the node itself
  std::vector<double> share;      // c_v of HPSI Eq. 5
};

struct Losses {
  double l01 = 0, l_delta = 0, l_sib = 0, l_sub = 0;
};

Losses losses_between(const WangLaw& law, const Tree& tree, std::size_t truth, std::size_t guess) {
  if (truth == guess) return {};
  const auto a = path_to_root(law, truth), b = path_to_root(law, guess);
  std::size_t common = 0;  // nodes, from the root down
  while (common < std::min(a.size(), b.size()) &&
         a[a.size() - 1 - common] == b[b.size() - 1 - common]) {
    ++common;
  }
  // The highest nodes of disagreement; leaves are never ancestors of each other.
  const std::size_t j = a[a.size() - 1 - common], k = b[b.size() - 1 - common];
  const auto nodes = static_cast<double>(law.nodes());
  return {1, static_cast<double>(a.size() + b.size() - 2 * common) / nodes,
          tree.share[j] + tree.share[k], static_cast<double>(tree.size[j] + tree.size[k]) / nodes};
}

// The best guess in a cell costs this on average.
double least_risk(const WangLaw& law, const Tree& tree, std::size_t cell, double Losses::*loss) {
  double least = std::numeric_limits<double>::infinity();
  for (std::size_t guess = 1; guess <= law.leaves; ++guess) {
    double risk = 0;
    for (std::size_t y = 1; y <= law.leaves; ++y) {
      risk += law.given_cell[cell][y - 1] * (losses_between(law, tree, y, guess).*loss);
    }
    least = std::min(least, risk);
  }
  return least;
}

// F1 of every label, weighted by how often it is true, where each cell guesses its likeliest.
double weighted_f1(const WangLaw& law) {
  std::vector<double> truth(law.leaves), guessed(law.leaves), right(law.leaves);
  for (std::size_t cell = 0; cell < law.cells.size(); ++cell) {
    const auto& given = law.given_cell[cell];
    const auto best =
        static_cast<std::size_t>(std::max_element(given.begin(), given.end()) - given.begin());
    guessed[best] += law.cells[cell];
    right[best] += law.cells[cell] * given[best];
    for (std::size_t y = 0; y < law.leaves; ++y) truth[y] += law.cells[cell] * given[y];
  }
  double sum = 0;
  for (std::size_t y = 0; y < law.leaves; ++y) {
    if (truth[y] + guessed[y] > 0) sum += truth[y] * 2 * right[y] / (truth[y] + guessed[y]);
  }
  return sum;
}

std::size_t draw(const std::vector<double>& probabilities, Random& random) {
  double left = random.uniform();
  for (std::size_t k = 0; k + 1 < probabilities.size(); ++k) {
    left -= probabilities[k];
    if (left < 0) return k;
  }
  return probabilities.size() - 1;
}

double rounded(double value) { return std::round(value * 1e6) / 1e6; }

struct Point {
  double x1, x2;
  std::size_t cell;
};

// wang3 is on (-1,1)^2, quadrants in the order (-,-), (-,+), (+,-), (+,+); the others are on
// (0,1)^2 with cells side by side along x1.
Point draw_point(int example, std::size_t cells, Random& random) {
  const double u = random.uniform(), v = random.uniform();
  if (example == 3) {
    const double x1 = rounded(2 * u - 1), x2 = rounded(2 * v - 1);
    return {x1, x2, (x1 >= 0 ? std::size_t{2} : 0) + (x2 >= 0 ? 1 : 0)};
  }
  const double x1 = std::min(rounded(u), 1 - 1e-6);
  return {x1, rounded(v), static_cast<std::size_t>(x1 * static_cast<double>(cells))};
}

void write_examples(int example, const WangLaw& law, std::size_t count, const char* file,
                    Random& random, FileSink& out) {
  for (std::size_t i = 0; i < count; ++i) {
    const Point point = draw_point(example, law.cells.size(), random);
    const std::size_t label = draw(law.given_cell[point.cell], random) + 1;
    out.write(file, fmt::format("{} 1:{} 2:{}\n", label, point.x1, point.x2));
  }
}

// Parents before their children.
std::string edge_list(const WangLaw& law) {
  std::string text;
  const std::function<void(std::size_t)> add_below = [&](std::size_t node) {
    for (std::size_t v = 1; v < law.parents.size(); ++v) {
      if (law.parents[v] != node) continue;
      text += fmt::format("{}\t{}\n", node == 0 ? "root" : std::to_string(node), v);
      add_below(v);
    }
  };
  add_below(0);
  return text;
}

std::string json_text(const WangRisks& risks) {
  return fmt::format("{{\"l01\":{},\"l_delta\":{},\"l_sib\":{},\"l_sub\":{},\"weighted_f1\":{}}}\n",
                     format_number(risks.l01), format_number(risks.l_delta),
                     format_number(risks.l_sib), format_number(risks.l_sub),
                     format_number(risks.weighted_f1));
}

}  // namespace

WangRisks bayes_risks(const WangLaw& law) {
  const Tree tree(law);
  WangRisks risks;
  for (std::size_t cell = 0; cell < law.cells.size(); ++cell) {
    risks.l01 += law.cells[cell] * least_risk(law, tree, cell, &Losses::l01);
    risks.l_delta += law.cells[cell] * least_risk(law, tree, cell, &Losses::l_delta);
    risks.l_sib += law.cells[cell] * least_risk(law, tree, cell, &Losses::l_sib);
    risks.l_sub += law.cells[cell] * least_risk(law, tree, cell, &Losses::l_sub);
  }
  risks.weighted_f1 = weighted_f1(law);
  return risks;
}

std::vector<Parameter> Wang::parameters() {
  std::vector<Parameter> all = parameters_of(params_);
  if (example_ != 4) std::erase_if(all, [](const Parameter& p) { return p.name == "depth"; });
  return all;
}

WangLaw Wang::law() const {
  if (example_ == 1) return law_1();
  if (example_ == 2) return law_2();
  if (example_ == 3) return even_law(2, noise);
  return even_law(params_.depth, 1 / static_cast<double>(std::size_t{1} << params_.depth));
}

// Parts do not depend on the size of those before: the test sample comes first.
void Wang::generate(std::uint64_t seed, FileSink& out) const {
  const WangLaw truth = law();
  Random random(seed);
  out.write("taxonomy.tsv", edge_list(truth));
  out.write("bayes.json", json_text(bayes_risks(truth)));
  write_examples(example_, truth, wang_test_examples, "test.svm", random, out);
  write_examples(example_, truth, params_.n, "data.svm", random, out);
  write_examples(example_, truth, params_.n, "tune.svm", random, out);
}

}  // namespace clade::detail
