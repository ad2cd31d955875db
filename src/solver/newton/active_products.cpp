#include "solver/newton/active_products.h"

#include <algorithm>
#include <cmath>

namespace clade::detail {

namespace {

// Rows of instances that are gathered for one product.
constexpr std::size_t panel_rows = 64;

}  // namespace

ActiveProducts::ActiveProducts(const BinaryProblem& problem)
    : problem_(problem),
      of_all_(problem.width() * problem.width()),
      products_(problem.decisions() * problem.width() * problem.width()),
      active_(problem.decisions() * problem.padded_instances()),
      started_(problem.decisions()) {
  const std::size_t width = problem.width();
  AlignedArray<double> left(panel_rows * width);
  for (std::size_t begin = 0; begin < problem.instances(); begin += panel_rows) {
    const std::size_t count = std::min(panel_rows, problem.instances() - begin);
    for (std::size_t k = 0; k < count; ++k) {
      const double* row = problem.row(begin + k);
      const double C = problem.C()[begin + k];
      for (std::size_t j = 0; j < width; ++j) left[k * width + j] = C * row[j];
    }
    add_symmetric_product({of_all_.data(), width, width, width, left.data(), 1, width,
                           problem.row(begin), width, count});
  }
}

void ActiveProducts::update(std::size_t decision, const double* scores) {
  const auto targets = problem_.targets(decision);
  std::vector<std::uint8_t> now(problem_.instances());
  for (std::size_t i = 0; i < now.size(); ++i) {
    const auto t = static_cast<double>(targets[i]);
    now[i] = static_cast<std::uint8_t>(std::abs(t) - t * scores[i] > 0);
  }
  if (started_[decision] == 0) start(decision, now);
  std::uint8_t* before = active_.data() + decision * problem_.padded_instances();
  std::vector<std::uint32_t> more, less;
  for (std::size_t i = 0; i < now.size(); ++i) {
    if (now[i] == before[i]) continue;
    (now[i] != 0 ? more : less).push_back(static_cast<std::uint32_t>(i));
    before[i] = now[i];
  }
  add(decision, more, 1);
  add(decision, less, -1);
}

// From no instance or from all, whichever is nearer.
void ActiveProducts::start(std::size_t decision, const std::vector<std::uint8_t>& now) {
  started_[decision] = 1;
  const auto active = static_cast<std::size_t>(std::count(now.begin(), now.end(), 1));
  if (2 * active <= now.size()) return;
  const std::size_t size = problem_.width() * problem_.width();
  std::copy_n(of_all_.data(), size, products_.data() + decision * size);
  std::fill_n(active_.data() + decision * problem_.padded_instances(), now.size(), 1);
}

void ActiveProducts::add(std::size_t decision, const std::vector<std::uint32_t>& instances,
                         double sign) {
  if (instances.empty()) return;
  const std::size_t width = problem_.width();
  AlignedArray<double> left(panel_rows * width), right(panel_rows * width);
  for (std::size_t begin = 0; begin < instances.size(); begin += panel_rows) {
    const std::size_t count = std::min(panel_rows, instances.size() - begin);
    for (std::size_t k = 0; k < count; ++k) {
      const std::size_t i = instances[begin + k];
      const double factor = sign * problem_.C()[i];
      const double* row = problem_.row(i);
      std::copy_n(row, width, right.data() + k * width);
      for (std::size_t j = 0; j < width; ++j) left[k * width + j] = factor * row[j];
    }
    add_symmetric_product({products_.data() + decision * width * width, width, width, width,
                           left.data(), 1, width, right.data(), width, count});
  }
}

}  // namespace clade::detail
