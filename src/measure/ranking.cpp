#include "measure/ranking.h"

#include <algorithm>

namespace clade::detail {

Ranking::Ranking(const LabelSpace& labels, std::vector<bool> ranked, const Loss& loss,
                 const Loss& symdiff)
    : labels_(labels),
      ranked_(std::move(ranked)),
      ranked_count_(static_cast<std::size_t>(std::count(ranked_.begin(), ranked_.end(), true))),
      loss_(loss),
      symdiff_(symdiff) {}

RankingValues Ranking::measure(std::span<const ClassId> truth, std::span<const double> scores,
                               Scratch& scratch) const {
  const auto score = [&](ClassId c) { return scores[index_of(c)]; };
  scratch.truth.assign(truth.begin(), truth.end());
  std::stable_sort(scratch.truth.begin(), scratch.truth.end(),
                   [&](ClassId a, ClassId b) { return score(a) < score(b); });
  gather_rivals(truth, scores, scratch);

  RankingValues values;
  std::size_t misranked = 0;
  std::size_t below = 0;  // true classes that score lower than y
  for (std::size_t i = 0; i < scratch.truth.size(); ++i) {
    const ClassId y = scratch.truth[i];
    if (i > 0 && score(scratch.truth[i - 1]) < score(y)) below = i;
    std::erase_if(scratch.rivals, [&](ClassId rival) { return score(rival) < score(y); });
    const std::size_t true_above = truth.size() - below;
    const std::size_t above = true_above + scratch.rivals.size();
    values.average_precision += static_cast<double>(true_above) / static_cast<double>(above);
    misranked += scratch.rivals.size();
    add_losses(y, scratch, values);
  }
  values.average_precision /= static_cast<double>(truth.size());  // thesis Eq. 7.4
  const std::size_t pairs = truth.size() * (ranked_count_ - truth.size());
  if (pairs > 0) {  // thesis Eq. 7.5
    values.ranking_loss = static_cast<double>(misranked) / static_cast<double>(pairs);
  }
  return values;
}

void Ranking::gather_rivals(std::span<const ClassId> truth, std::span<const double> scores,
                            Scratch& scratch) const {
  const double lowest = scores[index_of(scratch.truth.front())];
  scratch.rivals.clear();
  auto next_true = truth.begin();  // sorted by class
  for (std::size_t c = 0; c < scores.size(); ++c) {
    if (next_true != truth.end() && index_of(*next_true) == c) {
      ++next_true;
    } else if (scores[c] >= lowest && ranked_[c]) {
      scratch.rivals.push_back(static_cast<ClassId>(c));
    }
  }
}

// Thesis Eq. 4.18 and 3.15, for the pairs of one true class.
void Ranking::add_losses(ClassId truth, Scratch& scratch, RankingValues& values) const {
  if (scratch.rivals.empty()) return;
  scratch.rival_nodes.clear();
  for (const ClassId rival : scratch.rivals) scratch.rival_nodes.push_back(labels_.node(rival));
  scratch.losses.resize(scratch.rivals.size());

  loss_.row(labels_.node(truth), scratch.rival_nodes, scratch.losses);
  const auto worst = std::max_element(scratch.losses.begin(), scratch.losses.end());
  values.max_loss = std::max(values.max_loss, *worst);
  symdiff_.row(labels_.node(truth), scratch.rival_nodes, scratch.losses);
  for (const double loss : scratch.losses) values.ranked_pair_loss += loss;
}

}  // namespace clade::detail
