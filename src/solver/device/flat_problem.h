// A device's own copy of what clade_device_problem shows, in vectors.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "solver/device/block_step.h"
#include "solver/device/device.h"

namespace clade::detail {

struct FlatProblem {
  explicit FlatProblem(const CladeDeviceProblem& p)
      : sizes(p),
        row_begin(p.row_begin, p.row_begin + p.instances + 1),
        rows(p.rows, p.rows + row_begin.back()),
        map_begin(p.map_begin, p.map_begin + p.decisions + 1),
        map_units(p.map_units, p.map_units + map_begin.back()),
        map_strengths(p.map_strengths, p.map_strengths + map_begin.back()),
        plus(p.plus, p.plus + p.instances),
        pattern(p.pattern, p.pattern + p.instances),
        left_out_begin(p.left_out_begin, p.left_out_begin + p.patterns + 1),
        left_out(p.left_out, p.left_out + left_out_begin.back()),
        is_rival(p.is_rival, p.is_rival + p.decisions),
        C(p.C, p.C + p.instances) {
    if (p.scales == nullptr) return;
    scales.assign(p.scales, p.scales + std::size_t{p.loss_rows} * p.loss_columns);
    loss_row.assign(p.loss_row, p.loss_row + p.decisions);
    loss_column.assign(p.loss_column, p.loss_column + p.decisions);
  }

  std::span<const CladeDeviceFeature> row(std::size_t i) const {
    return {rows.data() + row_begin[i], rows.data() + row_begin[i + 1]};
  }
  std::span<const std::uint32_t> units_of(std::uint32_t decision) const {
    return {map_units.data() + map_begin[decision], map_units.data() + map_begin[decision + 1]};
  }
  std::span<const std::uint32_t> left_out_of(std::size_t i) const {
    const std::uint32_t* begin = left_out_begin.data() + pattern[i];
    return {left_out.data() + begin[0], left_out.data() + begin[1]};
  }
  device::Map map() const { return {map_begin.data(), map_units.data(), map_strengths.data()}; }
  float scale(std::uint32_t plus_decision, std::uint32_t minus) const {
    if (scales.empty()) return 1;
    return scales[std::size_t{loss_row[plus_decision]} * sizes.loss_columns + loss_column[minus]];
  }

  CladeDeviceProblem sizes;  // its pointers are not to be used
  std::vector<std::uint64_t> row_begin;
  std::vector<CladeDeviceFeature> rows;
  std::vector<std::uint32_t> map_begin, map_units;
  std::vector<float> map_strengths;
  std::vector<std::uint32_t> plus, pattern, left_out_begin, left_out;
  std::vector<std::uint8_t> is_rival;
  std::vector<float> scales;
  std::vector<std::uint32_t> loss_row, loss_column;
  std::vector<double> C;
};

}  // namespace clade::detail
