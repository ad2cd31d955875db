#include "eval/compare/significance.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>
#include <numbers>
#include <random>

namespace clade::detail {
namespace {

using ::testing::DoubleNear;
using ::testing::ElementsAre;

using Values = std::vector<double>;

double brute_force(const Values& differences) {
  double seen = 0;
  for (const double d : differences) seen += d;
  std::size_t far = 0;
  const std::size_t ways = std::size_t{1} << differences.size();
  for (std::size_t way = 0; way < ways; ++way) {
    double sum = 0;
    for (std::size_t i = 0; i < differences.size(); ++i) {
      sum += (way & (std::size_t{1} << i)) != 0 ? differences[i] : -differences[i];
    }
    if (std::fabs(sum) >= std::fabs(seen) - 1e-9) ++far;
  }
  return static_cast<double>(far) / static_cast<double>(ways);
}

TEST(Student, HasTheValuesOfTheTables) {
  // Two-sided 5 % and 1 % points.
  EXPECT_NEAR(student_two_sided(12.706, 1), 0.05, 1e-5);
  EXPECT_NEAR(student_two_sided(2.776, 4), 0.05, 1e-4);
  EXPECT_NEAR(student_two_sided(2.262, 9), 0.05, 1e-4);
  EXPECT_NEAR(student_two_sided(-3.250, 9), 0.01, 1e-4);
  EXPECT_NEAR(student_two_sided(2.045, 29), 0.05, 1e-4);
}

TEST(Student, WithOneAndTwoDegreesHasAClosedForm) {
  for (const double t : {0.001, 0.3, 1.0, 4.0, 1000.0}) {
    EXPECT_NEAR(student_two_sided(t, 1), 1 - 2 / std::numbers::pi * std::atan(t), 1e-12) << t;
    EXPECT_NEAR(student_two_sided(t, 2), 1 - t / std::sqrt(2 + t * t), 1e-12) << t;
  }
}

TEST(Student, BecomesNormalWithManyDegrees) {
  for (const double t : {0.5, 1.96, 4.0}) {
    EXPECT_NEAR(student_two_sided(t, 1e7), std::erfc(t / std::numbers::sqrt2), 1e-6) << t;
  }
}

TEST(Student, HasEnds) {
  EXPECT_DOUBLE_EQ(student_two_sided(0, 5), 1);
  EXPECT_NEAR(student_two_sided(1e10, 5), 0, 1e-30);
}

TEST(PairedTTest, IsThatOfAWorkedExample) {
  // Mean 3, deviation sqrt(2.5): t = 3 / sqrt(2.5 / 5), 4 degrees.
  const Values differences{1, 2, 3, 4, 5};
  EXPECT_NEAR(*paired_t_test(differences), student_two_sided(3 / std::sqrt(0.5), 4), 1e-14);
  EXPECT_NEAR(*paired_t_test(differences), 0.013235, 1e-6);
  // Nadeau and Bengio 2003: 1/n + test/training in place of 1/n.
  EXPECT_NEAR(*paired_t_test(differences, 0.25),
              student_two_sided(3 / std::sqrt(2.5 * (0.2 + 0.25)), 4), 1e-14);
}

TEST(PairedTTest, OfDegenerateValues) {
  EXPECT_FALSE(paired_t_test(Values{}).has_value());
  EXPECT_FALSE(paired_t_test(Values{0.5}).has_value());
  EXPECT_EQ(paired_t_test(Values{0, 0, 0}), 1.0);
  EXPECT_EQ(paired_t_test(Values{0.1, 0.1, 0.1}), 0.0);
}

TEST(PermutationTest, IsExactForFewValues) {
  for (const Values& differences :
       {Values{1, 2, 3, 4, 5}, Values{0.1, -0.2, 0.3, 0.05}, Values{1, -1, 1, 1, 0, 0, 1},
        Values{0.1, 0.1, 0.1, -0.3, 0.7, 0.2, 0.2, -0.1}}) {
    EXPECT_NEAR(*permutation_test(differences, 0), brute_force(differences), 1e-15);
  }
  EXPECT_DOUBLE_EQ(*permutation_test(Values{1, 2, 3, 4, 5}, 0), 2.0 / 32);
}

TEST(PermutationTest, DrawsForManyValues) {
  // 20 equal values: as far are only all signs alike, 2^-19.
  EXPECT_NEAR(*permutation_test(Values(20, 1.0), 1), 1e-4, 1e-4);
  // 17 values with a sum of 5: as far are at least 11 of one sign, binomially distributed.
  Values differences(17, 1.0);
  for (std::size_t i = 0; i < 6; ++i) differences[i] = -1;
  double exact = 0;
  for (int k = 11; k <= 17; ++k) {
    exact += 2 * std::exp(std::lgamma(18) - std::lgamma(k + 1) - std::lgamma(18 - k)) / 131072;
  }
  EXPECT_NEAR(*permutation_test(differences, 1), exact, 0.02);
  EXPECT_EQ(*permutation_test(differences, 1), *permutation_test(differences, 1));
}

TEST(PermutationTest, OfDegenerateValues) {
  EXPECT_FALSE(permutation_test(Values{}, 0).has_value());
  EXPECT_FALSE(permutation_test(Values{0.5}, 0).has_value());
  EXPECT_EQ(permutation_test(Values(100, 0.0), 0), 1.0);
  EXPECT_EQ(permutation_test(Values{0.1, 0.1}, 0), 0.5);
}

TEST(Tests, RejectAboutAsOftenAsTheySayWhereNothingDiffers) {
  std::mt19937_64 engine(1);
  std::normal_distribution<double> normal;
  int by_t = 0, by_permutation = 0;
  for (int draw = 0; draw < 1000; ++draw) {
    Values differences(8);
    for (double& d : differences) d = normal(engine);
    by_t += *paired_t_test(differences) < 0.05;
    by_permutation += *permutation_test(differences, 0) < 0.05;
  }
  // Three standard deviations of a binomial share: 0.05 +- 0.021.
  EXPECT_NEAR(by_t, 50, 21);
  EXPECT_NEAR(by_permutation, 47, 21);  // 12 of 256 is the largest share below 0.05
}

TEST(Holm, IsThatOfAWorkedExample) {
  // 0.01 x 4, 0.02 x 3, 0.03 x 2, 0.04 x 1 but no smaller than the one before.
  EXPECT_THAT(holm_corrected(Values{0.04, 0.01, 0.03, 0.02}),
              ElementsAre(DoubleNear(0.06, 1e-15), DoubleNear(0.04, 1e-15), DoubleNear(0.06, 1e-15),
                          DoubleNear(0.06, 1e-15)));
}

TEST(Holm, StaysAtOneAndLeavesASingleValue) {
  EXPECT_THAT(holm_corrected(Values{0.7, 0.6}), ElementsAre(1, 1));
  EXPECT_THAT(holm_corrected(Values{0.03}), ElementsAre(0.03));
  EXPECT_TRUE(holm_corrected(Values{}).empty());
}

TEST(Bootstrap, CoversTheMeanAboutAsOftenAsItSays) {
  std::mt19937_64 engine(2);
  std::normal_distribution<double> normal(3, 1);
  int covered = 0;
  for (int draw = 0; draw < 100; ++draw) {
    Values values(40);
    for (double& v : values) v = normal(engine);
    const Interval interval = bootstrap_interval(values, 0);
    covered += interval.low <= 3 && 3 <= interval.high;
  }
  EXPECT_GE(covered, 88);
  EXPECT_LE(covered, 99);
}

TEST(Bootstrap, OfEqualValuesIsThatValue) {
  const Interval interval = bootstrap_interval(Values(5, 0.25), 0);
  EXPECT_EQ(interval.low, 0.25);
  EXPECT_EQ(interval.high, 0.25);
}

TEST(Bootstrap, FollowsTheSeed) {
  const Values values{1, 2, 4, 8, 16};
  EXPECT_EQ(bootstrap_interval(values, 3).low, bootstrap_interval(values, 3).low);
  EXPECT_LT(bootstrap_interval(values, 3).low, bootstrap_interval(values, 3).high);
}

TEST(Deviation, IsThatOfASample) {
  EXPECT_DOUBLE_EQ(standard_deviation(Values{1, 2, 3, 4}), std::sqrt(5.0 / 3));
  EXPECT_EQ(standard_deviation(Values{7}), 0);
  EXPECT_EQ(mean_of(Values{}), 0);
}

}  // namespace
}  // namespace clade::detail
