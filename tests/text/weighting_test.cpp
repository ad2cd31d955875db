#include "text/weighting.h"

#include <gtest/gtest.h>

#include <cmath>
#include <vector>

namespace clade::detail {
namespace {

TEST(Weighting, OfACount) {
  EXPECT_EQ(weight_of_count(Weighting::none, 3), 3);
  EXPECT_EQ(weight_of_count(Weighting::binary, 3), 1);
  EXPECT_EQ(weight_of_count(Weighting::binary, 0.25), 1);
  EXPECT_EQ(weight_of_count(Weighting::binary, 0), 0);
  EXPECT_EQ(weight_of_count(Weighting::tf, 3), 3);
  EXPECT_EQ(weight_of_count(Weighting::tfidf, 3), 3);
  EXPECT_DOUBLE_EQ(weight_of_count(Weighting::log_tf, 3), 2.0986122886681098);
  EXPECT_DOUBLE_EQ(weight_of_count(Weighting::log_tfidf, 3), 2.0986122886681098);
}

TEST(Weighting, ByLogarithmGrowsSteadilyFromZero) {
  EXPECT_EQ(weight_of_count(Weighting::log_tf, 0), 0);
  EXPECT_EQ(weight_of_count(Weighting::log_tf, 0.25), 0.25);
  EXPECT_EQ(weight_of_count(Weighting::log_tf, 1), 1);
  EXPECT_NEAR(weight_of_count(Weighting::log_tf, 1 + 1e-9), 1 + 1e-9, 1e-15);
}

TEST(Weighting, ByDocumentFrequencyIsSmoothed) {
  EXPECT_DOUBLE_EQ(inverse_document_frequency(3, 3), 1);
  EXPECT_DOUBLE_EQ(inverse_document_frequency(3, 1), 1.6931471805599454);  // ln(4/2) + 1
  EXPECT_DOUBLE_EQ(inverse_document_frequency(0, 0), 1);
  EXPECT_TRUE(has_idf(Weighting::tfidf) && has_idf(Weighting::log_tfidf));
  EXPECT_FALSE(has_idf(Weighting::log_tf) || has_idf(Weighting::binary) ||
               has_idf(Weighting::none));
}

template <class Real>
std::vector<Real> unit(std::vector<Real> values) {
  std::vector<BasicFeature<Real>> row;
  for (const Real value : values) row.push_back({static_cast<std::uint32_t>(row.size()), value});
  scale_to_unit_length(std::span(row));
  for (std::size_t i = 0; i < row.size(); ++i) values[i] = row[i].value;
  return values;
}

TEST(UnitLength, ScalesARow) {
  EXPECT_EQ(unit<float>({3, -4}), (std::vector<float>{0.6F, -0.8F}));
  EXPECT_EQ(unit<double>({3, -4}), (std::vector<double>{0.6, -0.8}));
}

TEST(UnitLength, LeavesRowsWithoutLength) {
  EXPECT_EQ(unit<float>({}), (std::vector<float>{}));
  EXPECT_EQ(unit<float>({0, 0}), (std::vector<float>{0, 0}));
}

TEST(UnitLength, HoldsForTheSmallestAndLargestNumbers) {
  const std::vector<double> large = unit<double>({3e300, 4e300});
  EXPECT_DOUBLE_EQ(large[0], 0.6);
  EXPECT_DOUBLE_EQ(large[1], 0.8);
  const std::vector<double> small = unit<double>({3e-300, 4e-300});
  EXPECT_DOUBLE_EQ(small[0], 0.6);
  EXPECT_DOUBLE_EQ(small[1], 0.8);
}

}  // namespace
}  // namespace clade::detail
