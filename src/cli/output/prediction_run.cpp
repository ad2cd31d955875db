#include "cli/output/prediction_run.h"

#include <algorithm>
#include <utility>
#include <variant>

#include "measure/step_counter.h"
#include "model/score_rows.h"

namespace clade::detail::cli {

namespace {

constexpr std::size_t prediction_block = 64, blocks_per_round = 256;

}  // namespace

PredictionRun::PredictionRun(Model model, std::shared_ptr<const Beam> beam,
                             const PredictionWriter& writer, const Records& records)
    : model_(std::move(model)),
      beam_(std::move(beam)),
      writer_(writer),
      records_(records),
      texts_(blocks_per_round) {}

void PredictionRun::run(ThreadPool& pool, Reporter& reporter,
                        const std::function<void(std::string_view)>& write) {
  const std::size_t all = records_.size();
  if (beam_ == nullptr) model_ = screened_for(model_, records_.rows, writer_.needs(), pool);
  StepCounter steps(all, reporter);
  for (std::size_t first = 0; first < all; first += prediction_block * blocks_per_round) {
    const std::size_t count = std::min(all - first, prediction_block * blocks_per_round);
    pool.for_ranges(count, prediction_block, [&](std::size_t begin, std::size_t end) {
      predict_block(first + begin, first + end, texts_[begin / prediction_block]);
      steps.done("", end - begin);
    });
    const std::size_t blocks = (count + prediction_block - 1) / prediction_block;
    for (std::size_t b = 0; b < blocks; ++b) write(texts_[b]);
  }
}

void PredictionRun::predict_block(std::size_t begin, std::size_t end, std::string& text) {
  Scorer scorer(model_, beam_);
  const ScoresFor needs = writer_.needs();
  text.clear();
  const auto predict = [&](std::size_t i, auto row) {
    const std::size_t unknown = scorer.score(row, needs);
    const bool is_known = unknown < row.size();
    unknown_ += unknown;
    if (!is_known) ++featureless_;
    const std::string id = records_.ids.empty() ? std::to_string(i) : records_.ids[i];
    if (!writer_.append(id, is_known, scorer, text)) ++empty_;
    if (beam_ == nullptr || !is_checked_instance(i)) return;
    ++checked_;
    if (agrees_with_full_scan(model_, row, scorer)) ++same_;
  };
  for (std::size_t i = begin; i < end; ++i) {
    std::visit([&](const auto& rows) { predict(i, rows.row(i)); }, records_.rows);
  }
}

}  // namespace clade::detail::cli
