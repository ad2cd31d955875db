// Scores of some instances of a kernel problem, each for a few units only.
//
// A pair of an instance and a unit that its working set depends on is a cell. A step on an instance
// changes, of every unit that it moves, only the cells of that unit: with the kernel between the
// instances of each unit stored side by side, that is one short vector. Where working sets are
// small this takes a small part of what it takes to keep all scores of the instances up to date.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "base/threads.h"
#include "linear/aligned_array.h"
#include "linear/vector_kernels.h"
#include "solver/backend/kernel_backend.h"

namespace clade::detail {

template <class Real>
class SubsetScores {
 public:
  // The backend must outlive the object; the kernel between instances is put into its memory for
  // that, which may be used for nothing else meanwhile.
  explicit SubsetScores(KernelBackend<Real>& backend);

  // Adds an instance with these units. False, and nothing is added, where there is no memory left.
  bool add_instance(std::uint32_t instance, std::span<const std::uint32_t> units);
  // Once, after all instances: their scores are those of the backend.
  void fill(ThreadPool& pool);

  std::size_t size() const { return instances_.size(); }
  std::size_t instance(std::size_t a) const { return instances_[a]; }
  // The cells of the a-th instance, one for each of its units, are those from its first to the
  // first of the next.
  std::size_t first_cell(std::size_t a) const { return begins_[a]; }
  std::uint32_t unit(std::size_t cell) const { return units_[cells_[cell].unit].number; }
  Real score(std::size_t cell) const { return scores_[place(cell)]; }

  // The weights of the a-th instance in its units change by these amounts.
  void add(std::size_t a, std::span<const double> amounts);

  // Asks for what add() will read first.
  void prefetch(std::size_t a) const {
    constexpr std::size_t lines = 4, line = 64 / sizeof(Real);
    for (std::size_t c = begins_[a]; c < begins_[a + 1]; ++c) {
      const Unit& unit = units_[cells_[c].unit];
      const Real* row = kernel_row(cells_[c]);
      __builtin_prefetch(&scores_[place(c)]);
      for (std::size_t k = 0; k < std::min(unit.stride, lines * line); k += line) {
        __builtin_prefetch(row + k);
      }
    }
  }

  // All scores, whatever their order: for combinations of those of different weights.
  std::span<Real> all() { return {scores_.data(), scores_.size()}; }

 private:
  struct Unit {
    std::uint32_t number;
    std::vector<std::uint32_t> members{};  // instances, in the order in which they were added
    std::size_t first_score = 0, first_value = 0, stride = 0;
  };
  struct Cell {
    std::uint32_t unit;   // in units_
    std::uint32_t place;  // among the members
  };

  std::size_t place(std::size_t cell) const {
    return units_[cells_[cell].unit].first_score + cells_[cell].place;
  }
  Real* kernel_row(const Cell& cell) const {
    const Unit& unit = units_[cell.unit];
    return space_.data() + unit.first_value + cell.place * unit.stride;
  }
  void fill_rows(std::size_t a, const Real* kernel, Real shift);

  KernelBackend<Real>& backend_;
  std::span<Real> space_;
  std::size_t taken_ = 0;
  std::vector<std::uint32_t> instances_;
  std::vector<std::size_t> begins_{0};
  std::vector<Cell> cells_;
  std::vector<Unit> units_;
  std::vector<std::uint32_t> unit_of_;  // by number, plus 1
  AlignedArray<Real> scores_;
  std::vector<ScaledVector<Real>> vectors_;
};

}  // namespace clade::detail
