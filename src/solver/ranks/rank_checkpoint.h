// What several ranks have reached, each in a checkpoint of its own, so that all go on from the same
// pass. A run may end while some have saved a pass and others have not: so the last two are kept,
// one in place of the other in turn, and a new run takes the latest that all ranks have.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <vector>

#include "base/checkpoint.h"
#include "base/communicator.h"
#include "clade/reporter.h"

namespace clade::detail {

class RankCheckpoint {
 public:
  RankCheckpoint(const CheckpointPart& whole, Communicator& peers, Reporter& reporter);

  // All ranks come here together; a pass is above 0. False where there is none that all have.
  // Error{environment} where it is damaged on one of them.
  bool restore(const CheckpointPart::Fields& fields);
  // Saves the pass on all ranks where one of them says that it is time. Where some cannot, work
  // goes on, with a warning.
  void save_if_due(int pass, const CheckpointPart::Fields& fields);

 private:
  static constexpr std::size_t kept = 2;
  using Passes = std::array<std::int32_t, kept>;  // by part; 0: none

  void warn_once(const std::vector<std::uint64_t>& is_saved);
  bool note(std::size_t part, int pass);
  std::optional<std::size_t> latest_of_all() const;

  Communicator& peers_;
  Reporter& reporter_;
  CheckpointPart list_;  // which passes are in these
  std::array<CheckpointPart, kept> parts_;
  Passes passes_{};
  std::size_t next_ = 0;
  bool has_warned_ = false;
};

}  // namespace clade::detail
