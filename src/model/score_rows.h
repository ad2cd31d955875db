// The one loop over many rows: blocks on all threads, a scorer for each block.
#pragma once

#include <atomic>
#include <cstddef>
#include <memory>
#include <utility>
#include <variant>

#include "base/threads.h"
#include "clade/model.h"
#include "data/sparse_rows.h"

namespace clade::detail {

struct ScoreRowsOptions {
  ScoresFor use = ScoresFor::everything;
  std::shared_ptr<const Beam> beam = nullptr;
};

// For each k in [0, count) scores the row row_of(k), then calls use(k, scorer), from several
// threads. Returns how many values of features the model does not know.
template <class RowOf, class Use>
std::size_t score_rows(const Model& model, const Rows& rows, std::size_t count, RowOf row_of,
                       const ScoreRowsOptions& options, ThreadPool& pool, Use use) {
  constexpr std::size_t block_size = 64;
  std::atomic<std::size_t> unknown = 0;
  pool.for_ranges(count, block_size, [&](std::size_t begin, std::size_t end) {
    Scorer scorer(model, options.beam);
    for (std::size_t k = begin; k < end; ++k) {
      unknown += std::visit(
          [&](const auto& all) { return scorer.score(all.row(row_of(k)), options.use); }, rows);
      use(k, scorer);
    }
  });
  return unknown;
}
// All rows.
template <class Use>
std::size_t score_rows(const Model& model, const Rows& rows, const ScoreRowsOptions& options,
                       ThreadPool& pool, Use use) {
  const std::size_t count = std::visit([](const auto& all) { return all.size(); }, rows);
  return score_rows(
      model, rows, count, [](std::size_t k) { return k; }, options, pool, std::move(use));
}

}  // namespace clade::detail
