// Measures of the whole ranking that scores give (thesis 7.3 and 4.2.2).
#pragma once

#include <cstddef>
#include <span>
#include <vector>

#include "clade/label_space.h"
#include "taxonomy/loss.h"

namespace clade::detail {

// Of one instance; the metrics are their means.
struct RankingValues {
  double average_precision = 0;
  double ranking_loss = 0;
  double max_loss = 0;
  double ranked_pair_loss = 0;
};

// A pair of a true and a false class is misranked when the true one does not score higher: ties
// count against the classifier.
class Ranking {
 public:
  // Only classes with ranked[class] take part; the true ones must. `loss` is that of max_loss,
  // `symdiff` that of ranked_pair_loss; both must outlive this object.
  Ranking(const LabelSpace& labels, std::vector<bool> ranked, const Loss& loss,
          const Loss& symdiff);

  // Memory to be reused from instance to instance, one per thread.
  struct Scratch {
    std::vector<ClassId> truth;   // by rising score
    std::vector<ClassId> rivals;  // false classes that score at least as high as a true one
    std::vector<NodeId> rival_nodes;
    std::vector<double> losses;
  };

  RankingValues measure(std::span<const ClassId> truth, std::span<const double> scores,
                        Scratch& scratch) const;

 private:
  void gather_rivals(std::span<const ClassId> truth, std::span<const double> scores,
                     Scratch& scratch) const;
  void add_losses(ClassId truth, Scratch& scratch, RankingValues& values) const;

  const LabelSpace& labels_;
  std::vector<bool> ranked_;
  std::size_t ranked_count_;
  const Loss& loss_;
  const Loss& symdiff_;
};

}  // namespace clade::detail
