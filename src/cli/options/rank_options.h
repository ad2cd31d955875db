// What commands that run over several ranks share.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "base/communicator.h"
#include "cli/options/options.h"
#include "pipeline/read.h"

namespace clade::detail::cli {

// Error{usage} for an option that is for one rank alone.
void refuse_over_ranks(const char* command, bool is_given, const char* flag);

// Ranks of one machine share its cores, unless a number of threads is given.
void share_cores(DataOptions& options, Communicator& peers);

// Of several ranks every one reads its part of the files, which are the same on all, as `others`
// are. Error{usage} for standard input.
void divide_reading(const char* command, FileSource& source, DataOptions& options,
                    const std::vector<std::filesystem::path>& others, Communicator& peers);

// Of the texts of all ranks, in their order, rank 0 hands each on to `write`.
template <class Write>
void in_order(std::string own, Communicator& peers, Write write) {
  for (int r = 0; r < peers.size(); ++r) {
    std::vector<std::string> to(static_cast<std::size_t>(peers.size()));
    if (r == peers.rank()) to.front() = std::move(own);
    const std::vector<std::string> from = peers.exchange(std::move(to));
    if (peers.is_first()) write(from[static_cast<std::size_t>(r)]);
  }
}

}  // namespace clade::detail::cli
