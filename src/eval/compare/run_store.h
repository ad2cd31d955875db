// Finished runs of a comparison in a folder, so that it can go on where it was interrupted.
#pragma once

#include <cstddef>
#include <filesystem>
#include <map>
#include <mutex>
#include <optional>
#include <string>
#include <utility>

#include "base/checkpoint.h"
#include "eval/compare/comparison.h"

namespace clade::detail {

// What the numbers of a comparison follow from, in words and with a hash of the records.
std::string comparison_identity(const ComparisonPlan& plan);

// An outcome as text, to the bit.
std::string text_of(const RunOutcome& outcome);
// Nothing where the text is damaged.
std::optional<RunOutcome> outcome_from(const std::string& text);

class RunStore {
 public:
  // Makes the folder where it is not there. Error{usage} where it holds runs of another comparison,
  // Error{environment} where it cannot be used.
  RunStore(std::filesystem::path folder, const std::string& identity);
  // In a checkpoint, with what runs that are not finished have reached.
  explicit RunStore(CheckpointPart whole) : whole_(std::move(whole)) {}

  // Nothing where there is none, or where its file is damaged: then the run is made again.
  std::optional<RunOutcome> find(std::size_t contender, std::size_t split);
  void keep(std::size_t contender, std::size_t split, const RunOutcome& outcome);
  // What a run is of a checkpoint, if there is one.
  CheckpointPart part_of(std::size_t contender, std::size_t split);

 private:
  std::filesystem::path file_of(std::size_t contender, std::size_t split) const;

  std::filesystem::path folder_;  // empty: in the checkpoint
  CheckpointPart whole_;
  std::mutex mutex_;
  std::map<std::pair<std::size_t, std::size_t>, CheckpointPart> parts_;
};

}  // namespace clade::detail
