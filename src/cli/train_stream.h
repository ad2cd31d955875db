// Training an online method on standard input, however long: no example is kept.
#pragma once

#include <filesystem>
#include <span>

#include "base/threads.h"
#include "clade/method.h"
#include "cli/train_options.h"
#include "cli/train_report.h"
#include "text/vectoriser.h"

namespace clade::cli {

// Whether the call is of that kind: a method that takes streams, and classes that are known before
// the first example comes, from a taxonomy in a file.
bool is_stream(const TrainCall& call, std::span<const std::filesystem::path> paths);

struct StreamResult {
  Trained trained;
  Vectoriser vectoriser;
  TrainReport report;  // all but the times
};
StreamResult train_stream(const TrainCall& call, std::span<const std::filesystem::path> paths,
                          ThreadPool& pool, Reporter& reporter);

}  // namespace clade::cli
