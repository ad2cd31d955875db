// The average precision by which --C auto chooses is the one that evaluate measures.
#include <gtest/gtest.h>

#include <memory>
#include <vector>

#include "base/random.h"
#include "measure/ranking.h"
#include "method/margin/rank_quality.h"

namespace clade::detail {
namespace {

TEST(AveragePrecision, IsTheSameInChoosingCAndInEvaluation) {
  constexpr std::uint32_t classes = 9;
  std::vector<LabelName> names;
  for (std::uint32_t c = 0; c < classes; ++c) names.push_back({"c" + std::to_string(c), ""});
  const LabelSpace labels(TaxonomySource{}, LabelNodes::terminal, names);
  const auto loss = make_loss("tree", labels.taxonomy(), labels.classes());
  const Ranking ranking(labels, std::vector<bool>(classes, true), *loss, *loss);
  Ranking::Scratch scratch;
  std::vector<Decision> rivals;
  for (Decision c = 0; c < classes; ++c) rivals.push_back(c);
  Random random(1);
  for (int round = 0; round < 200; ++round) {
    std::vector<ClassId> truth;
    std::vector<Decision> own;
    std::vector<double> scores;
    for (std::uint32_t c = 0; c < classes; ++c) {
      scores.push_back(static_cast<double>(random.below(6)));  // with ties
      if (random.uniform() < 0.3 || (c + 1 == classes && truth.empty())) {
        truth.push_back(ClassId{c});
        own.push_back(c);
      }
    }
    const RankQuality quality =
        rank_quality(std::span<const ClassId>(truth), std::span<const Decision>(rivals),
                     std::span<const Decision>(own), scores.data());
    EXPECT_NEAR(quality.average_precision,
                ranking.measure(truth, scores, scratch).average_precision, 1e-12);
  }
}

}  // namespace
}  // namespace clade::detail
