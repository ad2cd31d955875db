#include "solver/device/device_tables.h"

#include <algorithm>
#include <atomic>
#include <cmath>
#include <limits>
#include <map>
#include <optional>
#include <span>
#include <utility>

#include "solver/backend/decision_groups.h"

namespace clade::detail {

namespace {

// Instances with this many variables take no new ones until some are zero.
constexpr std::uint32_t most_active = 224;
constexpr std::uint32_t most_new = 32;
// A batch is scored with weights that are older by itself: at most this part of an epoch.
constexpr std::size_t batches_per_epoch = 32;
constexpr std::size_t smallest_batch = 64, largest_batch = 8192;
// Instances of a batch take their steps at once: the more, the fewer times a device is asked, and
// the more steps stand in one another's way. Ten thousand instances need twice the epochs with a
// thousand in a group, and as many as one after the other with a sixty-fourth of them.
constexpr std::size_t groups_per_epoch = 64;
constexpr std::size_t largest_group = 1024;

// The list that every instance compares its one decision with; nothing where that is not so.
std::optional<std::span<const Decision>> only_list(const ConstraintSet& constraints) {
  std::optional<std::uint32_t> number;
  for (std::size_t i = 0; i < constraints.instances(); ++i) {
    const auto blocks = constraints.blocks(i);
    if (blocks.empty()) continue;
    if (blocks.size() > 1 || blocks[0].plus == constant_zero) return std::nullopt;
    if (number.value_or(blocks[0].list) != blocks[0].list) return std::nullopt;
    number = blocks[0].list;
  }
  if (!number) return std::span<const Decision>();
  const auto rivals = constraints.list(*number);
  const bool has_zero = std::find(rivals.begin(), rivals.end(), constant_zero) != rivals.end();
  return has_zero ? std::nullopt : std::optional(rivals);
}

}  // namespace

std::string DeviceTables::reason_against(const Problem<float>& problem) {
  constexpr std::size_t most = std::numeric_limits<std::uint32_t>::max() - 1;
  if (problem.groups != SlackGroups::instance) return "constraints have slacks of their own";
  if (problem.anchor != nullptr) return "the weights are held to those of a model";
  if (!problem.bias_terms.empty()) return "biases have no price";
  if (!std::all_of(problem.C.begin(), problem.C.end(), [](double C) { return std::isfinite(C); })) {
    return "C is infinite";
  }
  if (!only_list(problem.constraints)) {
    return "examples do not have one label each that is compared with the others";
  }
  if (problem.rows.size() == 0 || problem.rows.size() > most || problem.features > most) {
    return "there are too many examples or features";
  }
  return "";
}

DeviceTables::DeviceTables(const Problem<float>& problem, ThreadPool& pool) {
  view_.instances = static_cast<std::uint32_t>(problem.rows.size());
  view_.features = static_cast<std::uint32_t>(problem.features);
  view_.units = static_cast<std::uint32_t>(problem.score_map.units());
  view_.decisions = static_cast<std::uint32_t>(problem.score_map.decisions());
  copy_rows(problem, pool);
  copy_map(problem.score_map);
  copy_constraints(problem.constraints);
  copy_scales(problem, pool);
  view_.C = problem.C.data();
  view_.slack_power = problem.slack_power;
  view_.most_new = most_new;
  view_.most_active = std::min(most_active, view_.decisions);
  view_.most_batch = static_cast<std::uint32_t>(
      std::clamp(problem.rows.size() / batches_per_epoch, smallest_batch, largest_batch));
  view_.most_group = static_cast<std::uint32_t>(
      std::clamp(problem.rows.size() / groups_per_epoch, smallest_batch, largest_group));
}

void DeviceTables::copy_rows(const Problem<float>& problem, ThreadPool& pool) {
  const std::size_t instances = problem.rows.size();
  row_begin_.resize(instances + 1);
  for (std::size_t i = 0; i < instances; ++i) {
    row_begin_[i + 1] = row_begin_[i] + problem.rows.row(i).size();
  }
  rows_.resize(row_begin_.back());
  pool.for_ranges(instances, 1024, [&](std::size_t begin, std::size_t end) {
    for (std::size_t i = begin; i < end; ++i) {
      CladeDeviceFeature* to = rows_.data() + row_begin_[i];
      for (const Feature& x : problem.rows.row(i)) *to++ = {x.index, x.value};
    }
  });
  view_.row_begin = row_begin_.data();
  view_.rows = rows_.data();
}

void DeviceTables::copy_map(const ScoreMap& map) {
  map_begin_.push_back(0);
  for (std::size_t d = 0; d < map.decisions(); ++d) {
    for (const Attribute& a : map.of(d)) {
      map_units_.push_back(static_cast<std::uint32_t>(index_of(a.unit)));
      map_strengths_.push_back(static_cast<float>(a.strength));
    }
    map_begin_.push_back(static_cast<std::uint32_t>(map_units_.size()));
  }
  view_.map_begin = map_begin_.data();
  view_.map_units = map_units_.data();
  view_.map_strengths = map_strengths_.data();
}

void DeviceTables::copy_constraints(const ConstraintSet& constraints) {
  is_rival_.assign(view_.decisions, 0);
  const std::span<const Decision> rivals = only_list(constraints).value();
  for (const Decision d : rivals) is_rival_[d] = 1;
  std::map<std::vector<Decision>, std::uint32_t> patterns;
  left_out_begin_.push_back(0);
  for (std::size_t i = 0; i < constraints.instances(); ++i) {
    const auto blocks = constraints.blocks(i);
    const bool has_none = blocks.empty() || constraints.count(i) == 0;
    plus_.push_back(has_none ? CLADE_NO_DECISION : blocks[0].plus);
    const auto own = constraints.left_out(i);
    const auto [place, is_new] =
        patterns.try_emplace({own.begin(), own.end()}, static_cast<std::uint32_t>(patterns.size()));
    pattern_.push_back(place->second);
    if (!is_new) continue;
    left_out_.insert(left_out_.end(), own.begin(), own.end());
    left_out_begin_.push_back(static_cast<std::uint32_t>(left_out_.size()));
  }
  view_.plus = plus_.data();
  view_.pattern = pattern_.data();
  view_.left_out_begin = left_out_begin_.data();
  view_.left_out = left_out_.data();
  view_.patterns = static_cast<std::uint32_t>(patterns.size());
  view_.is_rival = is_rival_.data();
}

// Rows of those that are a `plus`. Where losses are those of a tree, all of a group of siblings but
// the `plus` itself have the same, and a group is one column.
void DeviceTables::copy_scales(const Problem<float>& problem, ThreadPool& pool) {
  if (problem.constraints.losses() == nullptr) return;
  loss_row_.assign(view_.decisions, 0);
  std::vector<std::uint8_t> is_plus(view_.decisions);
  for (const std::uint32_t plus : plus_) {
    if (plus != CLADE_NO_DECISION) is_plus[plus] = 1;
  }
  for (std::uint32_t d = 0; d < view_.decisions; ++d) {
    if (is_plus[d] != 0) loss_row_[d] = view_.loss_rows++;
  }
  const DecisionGroups groups(problem.score_map);
  loss_column_.resize(view_.decisions);
  for (std::uint32_t d = 0; d < view_.decisions; ++d) loss_column_[d] = groups.group_of(d);
  view_.loss_columns = static_cast<std::uint32_t>(groups.size());
  if (!fill_scales(problem, pool)) {
    for (std::uint32_t d = 0; d < view_.decisions; ++d) loss_column_[d] = d;
    view_.loss_columns = view_.decisions;
    fill_scales(problem, pool);
  }
  view_.scales = scales_.data();
  view_.loss_row = loss_row_.data();
  view_.loss_column = loss_column_.data();
}

// False where two decisions of one column differ.
bool DeviceTables::fill_scales(const Problem<float>& problem, ThreadPool& pool) {
  scales_.assign(std::size_t{view_.loss_rows} * view_.loss_columns, -1.0F);
  std::vector<std::uint32_t> plus_of_row(view_.loss_rows);
  for (const std::uint32_t plus : plus_) {
    if (plus != CLADE_NO_DECISION) plus_of_row[loss_row_[plus]] = plus;
  }
  std::atomic<bool> are_equal = true;
  pool.for_ranges(view_.loss_rows, 64, [&](std::size_t begin, std::size_t end) {
    std::vector<double> losses(view_.decisions);
    for (std::size_t r = begin; r < end && are_equal; ++r) {
      problem.constraints.losses()->row(plus_of_row[r], losses);
      float* row = scales_.data() + r * view_.loss_columns;
      for (std::uint32_t d = 0; d < view_.decisions; ++d) {
        if (d == plus_of_row[r]) continue;
        const double loss = problem.slack_power == 2 ? std::sqrt(losses[d]) : losses[d];
        const auto scale = static_cast<float>(loss);
        float& known = row[loss_column_[d]];
        if (known < 0) known = scale;
        if (known != scale) are_equal = false;
      }
      // Where an instance's own decision is alone in its column.
      std::replace(row, row + view_.loss_columns, -1.0F, 0.0F);
    }
  });
  return are_equal;
}

}  // namespace clade::detail
