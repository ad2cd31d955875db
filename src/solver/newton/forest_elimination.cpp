#include "solver/newton/forest_elimination.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <utility>

#include "solver/newton/dense_product.h"
#include "solver/newton/symmetric_matrix.h"

namespace clade::detail {

namespace {

// A fraction of a second on one thread, in multiplications.
constexpr double cost_of_batch = 5e8;

// Of the part up to the diagonal.
void add_lower(const double* from, double factor, std::size_t width, double* to) {
  for (std::size_t i = 0; i < width; ++i) {
    const double* source = from + i * width;
    double* target = to + i * width;
    for (std::size_t j = 0; j <= i; ++j) target[j] += factor * source[j];
  }
}

void add_to_diagonal(double value, std::size_t width, double* to) {
  for (std::size_t i = 0; i < width; ++i) to[i * width + i] += value;
}

void mirror(std::size_t width, double* matrix) {
  for (std::size_t i = 0; i < width; ++i) {
    for (std::size_t j = 0; j < i; ++j) matrix[j * width + i] = matrix[i * width + j];
  }
}

// out = A x
void multiply(const double* matrix, const double* x, std::size_t width, double* out) {
  for (std::size_t i = 0; i < width; ++i) {
    double part[dense_step] = {};
    for (std::size_t j = 0; j < width; j += dense_step) {
      for (std::size_t p = 0; p < dense_step; ++p) part[p] += matrix[i * width + j + p] * x[j + p];
    }
    double sum = 0;
    for (const double value : part) sum += value;
    out[i] = sum;
  }
}

double cube(std::size_t width) { return std::pow(static_cast<double>(width), 3); }

}  // namespace

ForestElimination::ForestElimination(const ScoreForest& forest, std::size_t width)
    : forest_(forest),
      width_(width),
      inverse_(forest.nodes().size()),
      above_(forest.nodes().size()),
      linear_(forest.nodes().size() * width),
      solution_(forest.nodes().size() * width),
      sums_(forest.nodes().size() * width) {
  for (std::uint32_t u = 0; u < forest.nodes().size(); ++u) {
    ratio_.push_back(forest.simple_ratio(u).value_or(std::numeric_limits<double>::quiet_NaN()));
  }
}

bool ForestElimination::run(const ActiveProducts& products, double scale, const double* gradient,
                            const std::vector<std::uint8_t>& chosen_trees, double* step,
                            ThreadPool& pool, const std::function<bool()>& should_stop) {
  const Inputs in{products, scale, gradient, step};
  const auto& levels = forest_.levels();
  std::vector<std::vector<std::uint32_t>> chosen(levels.size());
  for (std::size_t h = 0; h < levels.size(); ++h) {
    for (const std::uint32_t u : levels[h]) {
      if (chosen_trees[forest_.nodes()[u].tree] != 0) chosen[h].push_back(u);
    }
  }
  for (const auto& nodes : chosen) {
    const auto work = [&](std::uint32_t u) { eliminate(u, in); };
    if (!in_batches(nodes, 0.5 * cube(width_), pool, should_stop, work)) return false;
  }
  for (std::size_t h = chosen.size(); h-- > 0;) {
    const auto work = [&](std::uint32_t u) { insert(u, step); };
    if (!in_batches(chosen[h], 0, pool, should_stop, work)) return false;
  }
  return true;
}

// Batches are there to be asked in between: they change no result.
bool ForestElimination::in_batches(const std::vector<std::uint32_t>& nodes, double cost_of_node,
                                   ThreadPool& pool, const std::function<bool()>& should_stop,
                                   const std::function<void(std::uint32_t)>& work) const {
  const auto fitting = cost_of_batch / std::max(1.0, cost_of_node);
  const std::size_t batch = std::max<std::size_t>(pool.size(), static_cast<std::size_t>(fitting));
  for (std::size_t begin = 0; begin < nodes.size(); begin += batch) {
    if (should_stop()) return false;
    const std::size_t count = std::min(batch, nodes.size() - begin);
    pool.for_blocks(count, [&](std::size_t k) { work(nodes[begin + k]); });
  }
  return true;
}

void ForestElimination::eliminate(std::uint32_t node, const Inputs& in) {
  const ScoreForest::Node& here = forest_.nodes()[node];
  AlignedArray<double> matrix(width_ * width_);  // M
  add_to_diagonal(1, width_, matrix.data());
  add_decisions(node, in, Part::own, matrix.data());
  add_children(node, here.strength * here.strength, matrix.data());
  double* l = solution_.data() + node * width_;
  std::copy_n(in.gradient + node * width_, width_, l);
  for (const std::uint32_t child : here.children) {
    const double* e = linear_.data() + child * width_;
    for (std::size_t j = 0; j < width_; ++j) l[j] += here.strength * e[j];
  }
  if (here.parent == ScoreForest::none) {
    solve_symmetric(matrix.data(), width_, l);
  } else if (std::isnan(ratio_[node])) {
    eliminate_general(node, in, matrix);
  } else {
    eliminate_simple(node, in, matrix);
  }
}

void ForestElimination::eliminate_simple(std::uint32_t node, const Inputs& in,
                                         AlignedArray<double>& matrix) {
  invert_symmetric(matrix.data(), width_);
  double* solution = solution_.data() + node * width_;
  const std::vector<double> l(solution, solution + width_);
  multiply(matrix.data(), l.data(), width_, solution);
  const double* gradient = in.gradient + node * width_;
  double* e = linear_.data() + node * width_;
  for (std::size_t j = 0; j < width_; ++j) e[j] = ratio_[node] * (solution[j] - gradient[j]);
  inverse_[node] = std::move(matrix);
}

void ForestElimination::eliminate_general(std::uint32_t node, const Inputs& in,
                                          AlignedArray<double>& matrix) {
  const ScoreForest::Node& here = forest_.nodes()[node];
  AlignedArray<double> mixed(width_ * width_), above(width_ * width_), product(width_ * width_);
  add_decisions(node, in, Part::mixed, mixed.data());
  add_children(node, here.strength, mixed.data());
  mirror(width_, mixed.data());
  add_decisions(node, in, Part::above, above.data());
  add_children(node, 1, above.data());

  invert_symmetric(matrix.data(), width_);
  double* solution = solution_.data() + node * width_;
  const std::vector<double> l(solution, solution + width_);
  multiply(matrix.data(), l.data(), width_, solution);
  add_product({product.data(), width_, width_, width_, matrix.data(), width_, 1, mixed.data(),
               width_, width_});
  double* e = linear_.data() + node * width_;
  multiply(mixed.data(), solution, width_, e);
  for (std::size_t j = 0; j < width_; ++j) {
    double sum = 0;
    for (const std::uint32_t child : here.children) sum += linear_[child * width_ + j];
    e[j] = sum - e[j];
  }
  for (std::size_t k = 0; k < width_ * width_; ++k) mixed[k] = -mixed[k];
  add_symmetric_product({above.data(), width_, width_, width_, mixed.data(), width_, 1,
                         product.data(), width_, width_});
  inverse_[node] = std::move(product);
  above_[node] = std::move(above);
}

void ForestElimination::add_decisions(std::uint32_t node, const Inputs& in, Part part,
                                      double* to) const {
  for (const std::uint32_t c : forest_.nodes()[node].decisions) {
    const auto [at, own, factor] = forest_.endings()[c];
    const double strength =
        (part == Part::above ? factor : own) * (part == Part::own ? own : factor);
    add_lower(in.products.of(c), 2 * in.scale * strength, width_, to);
  }
}

// A multiple of E.
void ForestElimination::add_children(std::uint32_t node, double factor, double* to) const {
  for (const std::uint32_t child : forest_.nodes()[node].children) {
    const double k = ratio_[child];
    if (std::isnan(k)) {
      add_lower(above_[child].data(), factor, width_, to);
    } else {
      add_to_diagonal(factor * k * k, width_, to);
      add_lower(inverse_[child].data(), -factor * k * k, width_, to);
    }
  }
}

void ForestElimination::insert(std::uint32_t node, double* step) {
  const ScoreForest::Node& here = forest_.nodes()[node];
  double* to = step + node * width_;
  double* sum = sums_.data() + node * width_;
  const double* solution = solution_.data() + node * width_;
  if (here.parent == ScoreForest::none) {
    for (std::size_t j = 0; j < width_; ++j) {
      to[j] = -solution[j];
      sum[j] = here.strength * to[j];
    }
    return;
  }
  const double* above = sums_.data() + here.parent * width_;
  multiply(inverse_[node].data(), above, width_, to);
  const double k = ratio_[node];
  for (std::size_t j = 0; j < width_; ++j) {
    to[j] = -solution[j] - (std::isnan(k) ? to[j] : k * (above[j] - to[j]));
    sum[j] = above[j] + here.strength * to[j];
  }
}

double ForestElimination::cost(const ScoreForest& forest, std::size_t width) {
  double cubes = 0;
  for (std::uint32_t u = 0; u < forest.nodes().size(); ++u) {
    const bool is_root = forest.nodes()[u].parent == ScoreForest::none;
    cubes += is_root ? 1.0 / 6 : forest.simple_ratio(u) ? 0.5 : 2;
  }
  return cubes * cube(width);
}

std::size_t ForestElimination::matrices(const ScoreForest& forest) {
  std::size_t count = 0;
  for (std::uint32_t u = 0; u < forest.nodes().size(); ++u) {
    if (forest.nodes()[u].parent == ScoreForest::none) continue;
    count += forest.simple_ratio(u) ? std::size_t{1} : std::size_t{2};
  }
  return count;
}

}  // namespace clade::detail
