// A problem as devices take it.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include "base/threads.h"
#include "solver/device/device.h"
#include "solver/problem/problem.h"

namespace clade::detail {

class DeviceTables {
 public:
  // Why devices cannot take the problem; empty: they can.
  static std::string reason_against(const Problem<float>& problem);

  // For such a problem, which must outlive the tables.
  DeviceTables(const Problem<float>& problem, ThreadPool& pool);

  const CladeDeviceProblem& problem() const { return view_; }
  float scale(std::uint32_t plus, std::uint32_t minus) const {
    if (scales_.empty()) return 1;
    return scales_[std::size_t{loss_row_[plus]} * view_.loss_columns + loss_column_[minus]];
  }

 private:
  void copy_rows(const Problem<float>& problem, ThreadPool& pool);
  void copy_map(const ScoreMap& map);
  void copy_constraints(const ConstraintSet& constraints);
  void copy_scales(const Problem<float>& problem, ThreadPool& pool);
  bool fill_scales(const Problem<float>& problem, ThreadPool& pool);

  CladeDeviceProblem view_{};
  std::vector<std::uint64_t> row_begin_;
  std::vector<CladeDeviceFeature> rows_;
  std::vector<std::uint32_t> map_begin_, map_units_, plus_, pattern_, left_out_begin_, left_out_;
  std::vector<float> map_strengths_, scales_;
  std::vector<std::uint8_t> is_rival_;
  std::vector<std::uint32_t> loss_row_, loss_column_;
};

}  // namespace clade::detail
