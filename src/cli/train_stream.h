// Training an online method on standard input, however long: no example is kept.
#pragma once

#include <filesystem>
#include <span>

#include "base/threads.h"
#include "clade/method.h"
#include "cli/options/train_options.h"
#include "cli/output/train_report.h"
#include "data/read.h"
#include "text/stream_vectoriser.h"
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

// A run over a stream, whatever it begins from.
struct StreamRun {
  Method& method;
  const LabelSpace& labels;
  OnlineTraining& training;
  StreamVectoriser& vectoriser;
  ReadOptions read;
  // Error{input} for a label that is no class.
  void (*check_labels)(const Records& piece, const LabelSpace& labels);
};
StreamResult run_stream(StreamRun run, std::span<const std::filesystem::path> paths,
                        ThreadPool& pool, Reporter& reporter);

StreamResult train_stream(const TrainCall& call, std::span<const std::filesystem::path> paths,
                          ThreadPool& pool, Reporter& reporter);

}  // namespace clade::cli
