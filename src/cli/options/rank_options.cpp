#include "cli/options/rank_options.h"

#include <algorithm>
#include <thread>

#include "base/fail.h"
#include "distributed/ranks.h"
#include "pipeline/over_ranks.h"

namespace clade::detail::cli {

void refuse_over_ranks(const char* command, bool is_given, const char* flag) {
  if (!is_given) return;
  fail(ErrorKind::usage, "{}: {}: is for one rank; leave it out, or start it without mpirun",
       command, flag);
}

void share_cores(DataOptions& options, Communicator& peers) {
  if (peers.is_alone() || options.threads != 0) return;
  const unsigned cores = std::max(1U, std::thread::hardware_concurrency());
  options.threads = std::max(1, static_cast<int>(cores) / launched_as().size_here);
}

void divide_reading(const char* command, FileSource& source, DataOptions& options,
                    const std::vector<std::filesystem::path>& others, Communicator& peers) {
  if (peers.is_alone()) return;
  refuse_over_ranks(command, !options.files.labels_file.empty(), "--labels-file");
  const auto& paths = source.paths;
  refuse_over_ranks(command, std::find(paths.begin(), paths.end(), "-") != paths.end(),
                    "standard input");
  std::vector<std::filesystem::path> files = paths;
  files.insert(files.end(), others.begin(), others.end());
  check_same_files(files, peers);
  source.shard = {peers.rank(), peers.size()};
  share_cores(options, peers);
}

}  // namespace clade::detail::cli
