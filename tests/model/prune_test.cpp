#include "model/prune.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>
#include <string>
#include <vector>

#include "model/packed_sections.h"
#include "tests/model/make_model.h"
#include "tests/model/saved_model.h"

namespace clade::detail {
namespace {

using namespace testing_model;
using ::testing::HasSubstr;

template <class Real>
Model random_model() {
  return Model(make_impl<Real>(terminal_label_space(small_tree()), {1, 2, 3, 4, 5, 6, 7, 8, 9}));
}

std::vector<double> scores_of(const Model& model, const std::vector<BasicFeature<float>>& row) {
  std::vector<double> scores(model.label_space().size());
  model.scores<float>(row, scores);
  return scores;
}

TEST(Prune, KeepsTheLargestWeights) {
  const Model model = random_model<float>();
  const WeightMagnitudes magnitudes(model);
  EXPECT_EQ(magnitudes.count(), model.nonzero_weights());
  for (const double share : {0.1, 0.5, 0.9}) {
    const double threshold = magnitudes.threshold(share);
    const Model small = pruned(model, threshold, PackedNumbers::single);
    const auto kept = static_cast<double>(small.nonzero_weights());
    const auto all = static_cast<double>(model.nonzero_weights());
    EXPECT_GE(kept, share * all);
    EXPECT_LE(kept, share * all + 2);
  }
  EXPECT_EQ(pruned(model, magnitudes.threshold(1), PackedNumbers::single).nonzero_weights(),
            model.nonzero_weights());
}

TEST(Prune, AllWeightsInSinglePrecisionScoreAsBefore) {
  const Model model = random_model<float>();
  const Model packed = pruned(model, 0, PackedNumbers::single);
  for (const auto& row : random_rows<float>(10)) {
    const std::vector<double> wanted = scores_of(model, row), got = scores_of(packed, row);
    for (std::size_t c = 0; c < wanted.size(); ++c) EXPECT_NEAR(got[c], wanted[c], 1e-5);
  }
  EXPECT_LT(largest_score_change(model, packed), 1e-12);
}

template <class Real>
void expect_changes_within_bound() {
  const Model model = random_model<Real>();
  const Model small = pruned(model, WeightMagnitudes(model).threshold(0.5), PackedNumbers::half);
  const double bound = largest_score_change(model, small);
  double largest = 0;
  for (const auto& row : random_rows<float>(50)) {
    double squares = 0;
    for (const auto& f : row)
      squares += static_cast<double>(f.value) * static_cast<double>(f.value);
    const std::vector<double> before = scores_of(model, row), after = scores_of(small, row);
    for (std::size_t c = 0; c < before.size(); ++c) {
      largest = std::max(largest, std::abs(before[c] - after[c]) / std::sqrt(squares));
    }
  }
  EXPECT_GT(largest, 0.01);
  EXPECT_LE(largest, bound);
}

TEST(Prune, ScoresChangeByNoMoreThanItSays) {
  expect_changes_within_bound<float>();
  expect_changes_within_bound<double>();
}

TEST(Prune, RefusesWeightsBeyondHalfPrecision) {
  auto impl = make_impl<double>(terminal_label_space(small_tree()), {1});
  auto weights = std::make_shared<WeightRows<double>>(1, 6);
  weights->row(0)[1] = 70000;
  impl->weights = weights->view();
  impl->weight_owner = weights;
  const Model model(impl);
  EXPECT_EQ(pruned(model, 0, PackedNumbers::single).nonzero_weights(), 1U);
  try {
    pruned(model, 0, PackedNumbers::half);
    ADD_FAILURE() << "expected a refusal";
  } catch (const Error& error) {
    EXPECT_EQ(error.kind(), ErrorKind::usage);
    EXPECT_THAT(error.what(), HasSubstr("`precision=single`"));
  }
}

class SavedPrunedModel : public SavedModel {};

TEST_F(SavedPrunedModel, LoadsWhatWasSaved) {
  const Model model = random_model<float>();
  for (const PackedNumbers numbers : {PackedNumbers::half, PackedNumbers::single}) {
    for (const double share : {0.05, 0.4, 1.0}) {
      const Model small = pruned(model, WeightMagnitudes(model).threshold(share), numbers);
      const std::string bytes = saved(small);
      for (const bool trust : {false, true}) {
        const Model loaded = Model::load(file_, trust);
        EXPECT_TRUE(has_packed_weights(loaded.impl().weights));
        EXPECT_EQ(has_half_weights(loaded.impl().weights), numbers == PackedNumbers::half);
        EXPECT_EQ(loaded.nonzero_weights(), small.nonzero_weights());
        for (const auto& row : random_rows<float>(5)) {
          EXPECT_EQ(scores_of(loaded, row), scores_of(small, row));
        }
        EXPECT_EQ(saved(loaded), bytes);
      }
    }
  }
}

TEST_F(SavedPrunedModel, MayBePrunedAgain) {
  const Model model = random_model<float>();
  const Model once = pruned(model, 0.5, PackedNumbers::half);
  const Model twice = pruned(once, 1.0, PackedNumbers::half);
  EXPECT_EQ(twice.nonzero_weights(), pruned(model, 1.0, PackedNumbers::half).nonzero_weights());
}

// With --trust any byte may be wrong: an error or a model, never a crash.
TEST_F(SavedPrunedModel, RefusesOrReadsAnyDamage) {
  const Model small = pruned(random_model<float>(), 1.0, PackedNumbers::half);
  const std::string bytes = saved(small);
  std::size_t refused = 0;
  for (std::size_t i = 64; i < bytes.size(); i += 7) {
    std::string damaged = bytes;
    damaged[i] = static_cast<char>(damaged[i] ^ 0xff);
    write_bytes(damaged);
    try {
      const Model loaded = Model::load(file_, true);
      for (const auto& row : random_rows<float>(2)) scores_of(loaded, row);
    } catch (const Error& error) {
      EXPECT_EQ(error.kind(), ErrorKind::model);
      ++refused;
    }
  }
  EXPECT_GT(refused, 10U);
}

}  // namespace
}  // namespace clade::detail
