// The one loop over many rows: blocks on all threads, a scorer for each block.
#pragma once

#include <atomic>
#include <cstddef>
#include <utility>
#include <variant>

#include "base/threads.h"
#include "clade/model.h"
#include "data/sparse_rows.h"
#include "model/class_screen.h"

namespace clade::detail {

// The model, with a screen where the best classes are all that is wanted and making one for these
// rows pays.
inline Model screened_for(const Model& model, const Rows& rows, ScoresFor needs, ThreadPool& pool) {
  if (needs != ScoresFor::best_class) return model;
  const std::size_t values = std::visit([](const auto& all) { return all.nonzeros(); }, rows);
  const auto screen = ClassScreen::for_rows(model, values, pool);
  return screen == nullptr ? model : screen->screened_model();
}

// Scores each row, then calls use(number of the row, scorer), from several threads. Returns how
// many values of features the model does not know.
template <class Use>
std::size_t score_rows(const Model& model, const Rows& rows, ScoresFor needs, ThreadPool& pool,
                       Use use) {
  constexpr std::size_t block_size = 64;
  const Model scored = screened_for(model, rows, needs, pool);
  const std::size_t count = std::visit([](const auto& all) { return all.size(); }, rows);
  std::atomic<std::size_t> unknown = 0;
  pool.for_ranges(count, block_size, [&](std::size_t begin, std::size_t end) {
    Scorer scorer(scored);
    for (std::size_t i = begin; i < end; ++i) {
      unknown += std::visit([&](const auto& all) { return scorer.score(all.row(i), needs); }, rows);
      use(i, scorer);
    }
  });
  return unknown;
}

}  // namespace clade::detail
