// Predicts all instances and writes the answers in their order.
#pragma once

#include <atomic>
#include <cstddef>
#include <functional>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "base/threads.h"
#include "clade/metrics.h"
#include "clade/model.h"
#include "clade/reporter.h"
#include "cli/output/output.h"
#include "cli/output/prediction_writer.h"
#include "measure/answer_counts.h"
#include "model/beam.h"
#include "pipeline/read.h"

namespace clade::detail::cli {

// Instances are scored in blocks on all threads; what waits to be written is bounded by the blocks
// of one round. The arguments must outlive this object.
class PredictionRun {
 public:
  // Without a beam (null) all classes are scored.
  PredictionRun(Model model, std::shared_ptr<const Beam> beam, const PredictionWriter& writer,
                const Records& records);

  // The reporter hears how many instances are done; answers go to `write`, in their order.
  void run(ThreadPool& pool, Reporter& reporter,
           const std::function<void(std::string_view)>& write);

  std::size_t unknown_features() const { return unknown_; }
  AnswerCounts counts() const { return {records_.size(), empty_, featureless_}; }
  BeamAgreement agreement() const { return {beam_->width(), checked_, same_}; }

 private:
  void predict_block(std::size_t begin, std::size_t end, std::string& text);

  Model model_;
  std::shared_ptr<const Beam> beam_;
  const PredictionWriter& writer_;
  const Records& records_;
  std::vector<std::string> texts_;
  std::atomic<std::size_t> unknown_{0}, empty_{0}, featureless_{0}, checked_{0}, same_{0};
};

}  // namespace clade::detail::cli
