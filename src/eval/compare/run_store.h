// Finished runs of a comparison in a folder, so that it can go on where it was interrupted.
#pragma once

#include <cstddef>
#include <filesystem>
#include <optional>
#include <string>

#include "eval/compare/comparison.h"

namespace clade::detail {

// What the numbers of a comparison follow from, in words and with a hash of the records.
std::string comparison_identity(const ComparisonPlan& plan);

class RunStore {
 public:
  // Makes the folder where it is not there. Error{usage} where it holds runs of another comparison,
  // Error{environment} where it cannot be used.
  RunStore(std::filesystem::path folder, const std::string& identity);

  // Nothing where there is none, or where its file is damaged: then the run is made again.
  std::optional<RunOutcome> find(std::size_t contender, std::size_t split) const;
  void keep(std::size_t contender, std::size_t split, const RunOutcome& outcome) const;

 private:
  std::filesystem::path file_of(std::size_t contender, std::size_t split) const;

  std::filesystem::path folder_;
};

}  // namespace clade::detail
