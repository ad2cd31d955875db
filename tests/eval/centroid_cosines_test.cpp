#include "eval/taxonomy/centroid_cosines.h"

#include <gtest/gtest.h>

#include <cmath>
#include <filesystem>
#include <map>
#include <string>
#include <vector>

#include "base/random.h"
#include "data/read.h"
#include "tests/support/temp_folder.h"

namespace clade::detail {
namespace {

class CentroidCosines : public testing::Test {
 protected:
  std::vector<CentroidCosine> cosines(const std::string& data, const std::string& taxonomy,
                                      unsigned threads = 1) const {
    ThreadPool pool(threads);
    const std::vector<std::filesystem::path> paths{folder_.write("data.svm", data)};
    const Records records = read_records(paths, {"", Precision::double_}, pool);
    return centroid_cosines(records, Taxonomy::parse(taxonomy, "t"), pool);
  }
  const test::TempFolder folder_;
};

const std::string tree = "root\ta\nroot\tb\na\ta1\na\ta2\nb\tb1\nb\tb2\nb\tb3\n";

// Centroids and angles straight from the definition; some examples have two labels.
TEST_F(CentroidCosines, FollowTheirDefinition) {
  const std::vector<std::string> names{"a1", "a2", "b1", "b2", "b3"};
  std::map<std::string, std::vector<double>> sums;
  Random random(1);
  std::string data;
  for (int i = 0; i < 40; ++i) {
    std::vector<std::string> own{names[random.below(5)]};
    if (i % 4 == 0 && own[0] != "a1") own.emplace_back("a1");
    data += own[0] + (own.size() > 1 ? "," + own[1] : "");
    std::vector<double> x;
    for (int j = 1; j <= 6; ++j) {
      x.push_back(std::round(100 * random.uniform()) / 100);
      data += " " + std::to_string(j) + ":" + std::to_string(x.back());
    }
    data += "\n";
    for (const std::string& name : own) {
      auto& sum = sums[name];
      sum.resize(6);
      for (std::size_t j = 0; j < 6; ++j) sum[j] += x[j];
    }
  }
  const auto cosine = [&](const std::string& p, const std::string& q) {
    double product = 0, own_p = 0, own_q = 0;
    for (std::size_t j = 0; j < 6; ++j) {
      product += sums[p][j] * sums[q][j];
      own_p += sums[p][j] * sums[p][j];
      own_q += sums[q][j] * sums[q][j];
    }
    return product / std::sqrt(own_p * own_q);
  };
  double near = 0, far = 0;
  for (std::size_t p = 0; p < 5; ++p) {
    for (std::size_t q = p + 1; q < 5; ++q) {
      (names[p][0] == names[q][0] ? near : far) += cosine(names[p], names[q]);
    }
  }
  const auto means = cosines(data, tree, 2);
  ASSERT_EQ(means.size(), 2U);
  EXPECT_EQ(means[0].distance, 2U);
  EXPECT_EQ(means[0].pairs, 4U);
  EXPECT_NEAR(means[0].mean_cosine, near / 4, 1e-9);
  EXPECT_EQ(means[1].distance, 4U);
  EXPECT_EQ(means[1].pairs, 6U);
  EXPECT_NEAR(means[1].mean_cosine, far / 6, 1e-9);
}

TEST_F(CentroidCosines, LeaveOutCentroidsOfLengthZero) {
  const auto means = cosines("a1 1:1\na2 1:1 2:1\nb1 3:1\nb1 3:-1\n", tree);
  ASSERT_EQ(means.size(), 1U);
  EXPECT_EQ(means[0].distance, 2U);
  EXPECT_EQ(means[0].pairs, 1U);
  EXPECT_NEAR(means[0].mean_cosine, std::sqrt(0.5), 1e-12);
}

TEST_F(CentroidCosines, OfAnInnerLabelAreThoseOfAnAddedChild) {
  const auto means = cosines("a 1:1\na1 1:1\n", tree);
  ASSERT_EQ(means.size(), 1U);
  EXPECT_EQ(means[0].distance, 2U);
  EXPECT_NEAR(means[0].mean_cosine, 1, 1e-12);
}

TEST_F(CentroidCosines, InADagCountNodesAboveOneOfThemAlone) {
  // x has the ancestors a and b: a, itself and y are not shared with y below b.
  const auto means = cosines("x 1:1\ny 2:1\n", "root\ta\nroot\tb\na\tx\nb\tx\nb\ty\n");
  ASSERT_EQ(means.size(), 1U);
  EXPECT_EQ(means[0].distance, 3U);
  EXPECT_EQ(means[0].mean_cosine, 0);
}

TEST_F(CentroidCosines, OfOneClassAreNone) { EXPECT_TRUE(cosines("a1 1:1\n", tree).empty()); }

}  // namespace
}  // namespace clade::detail
