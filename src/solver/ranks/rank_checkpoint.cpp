#include "solver/ranks/rank_checkpoint.h"

#include <fmt/core.h>

#include <algorithm>
#include <string>
#include <vector>

#include "base/fail.h"

namespace clade::detail {

RankCheckpoint::RankCheckpoint(const CheckpointPart& whole, Communicator& peers, Reporter& reporter)
    : peers_(peers),
      reporter_(reporter),

      list_(whole.part("passes")),
      parts_{whole.part("pass-a"), whole.part("pass-b")} {}

bool RankCheckpoint::restore(const CheckpointPart::Fields& fields) {
  if (!list_) return false;
  list_.restore([this](State& s) { s(passes_); });
  const std::optional<std::size_t> part = latest_of_all();
  if (!part) return false;
  next_ = (*part + 1) % kept;
  if (peers_.all(parts_[*part].restore(fields))) return true;
  fail(ErrorKind::environment,
       "what some rank has kept in the checkpoint is damaged; remove its folder to begin anew");
}

std::optional<std::size_t> RankCheckpoint::latest_of_all() const {
  std::string mine;
  append_value(passes_, mine);
  std::vector<Passes> all;
  for (const std::string& bytes : peers_.gather(mine)) {
    all.push_back(ByteReader(bytes).value<Passes>());
  }
  std::optional<std::size_t> latest;
  for (std::size_t part = 0; part < kept; ++part) {
    const int pass = all.front()[part];
    bool have_all = pass > 0;
    for (const Passes& of_rank : all) have_all = have_all && of_rank[part] == pass;
    if (have_all && (!latest || pass > all.front()[*latest])) latest = part;
  }
  return latest;
}

// The list says that there is none while a part is being written.
void RankCheckpoint::save_if_due(int pass, const CheckpointPart::Fields& fields) {
  if (!list_ || !peers_.any(list_.is_due())) return;
  const bool is_saved = note(next_, 0) && parts_[next_].save(fields) && note(next_, pass);
  // Where it fails on one rank the pass before stays the last that all have.
  const std::vector<std::uint64_t> all = peers_.list(is_saved ? 1 : 0);
  if (std::count(all.begin(), all.end(), 1U) == peers_.size()) next_ = (next_ + 1) % kept;
  warn_once(all);
}

// Rank 0 has said what failed there.
void RankCheckpoint::warn_once(const std::vector<std::uint64_t>& is_saved) {
  const auto failed = std::find(is_saved.begin() + 1, is_saved.end(), 0U);
  if (failed == is_saved.end() || has_warned_) return;
  has_warned_ = true;
  reporter_.on_warning(fmt::format(
      "rank {} cannot keep what it has reached in the checkpoint: the work goes on, and "
      "after an end it would from the last pass that all ranks have",
      failed - is_saved.begin()));
}

bool RankCheckpoint::note(std::size_t part, int pass) {
  passes_[part] = pass;
  return list_.save([this](State& s) { s(passes_); });
}

}  // namespace clade::detail
