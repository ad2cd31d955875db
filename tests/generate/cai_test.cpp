#include "generate/cai.h"

#include <gtest/gtest.h>

#include <cmath>
#include <set>
#include <sstream>

#include "base/text.h"
#include "clade/error.h"

namespace clade::detail {
namespace {

void set(Generator& generator, const std::string& name, const std::string& value) {
  for (const Parameter& parameter : generator.parameters()) {
    if (parameter.name == name) return parameter.set(value);
  }
  FAIL() << "no parameter " << name;
}

std::map<std::string, std::string> run(const Generator& generator, std::uint64_t seed) {
  MemorySink sink;
  generator.generate(seed, sink);
  return sink.files();
}

struct Point {
  std::set<std::string> labels;
  std::vector<double> values;
};

std::vector<Point> parse(const std::string& text, std::size_t features) {
  std::vector<Point> points;
  std::istringstream lines(text);
  for (std::string line; std::getline(lines, line);) {
    Point point{{}, std::vector<double>(features, 0.0)};
    const auto fields = split(line, ' ');
    for (const auto label : split(fields[0], ',')) point.labels.emplace(label);
    std::size_t last = 0;
    for (std::size_t i = 1; i < fields.size(); ++i) {
      const auto pair = split(fields[i], ':');
      const auto index = static_cast<std::size_t>(parse_int(pair[0]).value());
      EXPECT_GT(index, last) << line;
      last = index;
      point.values.at(index - 1) = parse_double(pair[1]).value();
    }
    points.push_back(std::move(point));
  }
  return points;
}

ScoredTree truth_of(const CaiParams& params, std::uint64_t seed) {
  Random random(seed);
  return cai_truth(params, random);
}

std::vector<std::string> lines_of(const std::string& text) {
  std::vector<std::string> lines;
  std::istringstream in(text);
  for (std::string line; std::getline(in, line);) lines.push_back(line);
  return lines;
}

TEST(PerfectTree, NamesTellThePlace) {
  const PerfectTree tree(2, 2, 100);
  EXPECT_EQ(tree.edge_list(), "root\tn1\nroot\tn2\nn1\tn1.1\nn1\tn1.2\nn2\tn2.1\nn2\tn2.2\n");
  EXPECT_EQ(tree.size(), 7U);
  EXPECT_EQ(tree.categories(), 4U);
  EXPECT_EQ(tree.name(tree.first_category()), "n1.1");
}

TEST(PerfectTree, AllowsExactlyTheMostNodes) {
  EXPECT_EQ(PerfectTree(3, 2, 13).size(), 13U);
  EXPECT_THROW(PerfectTree(3, 2, 12), Error);
}

TEST(ScoredTree, LowerNodesVaryLess) {
  Random random(1);
  const ScoredTree tree(PerfectTree(2, 3, 100), 4000, random);
  // Siblings differ by their own weights only: twice the variance of the last level, 1/16.
  double squared = 0;
  for (std::size_t j = 0; j < 4000; ++j) {
    squared += std::pow(tree.weights(0)[j] - tree.weights(1)[j], 2);
  }
  EXPECT_NEAR(squared / 4000, 0.125, 0.0125);
  // A category's own variance: 1 + 1/4 + 1/16.
  squared = 0;
  for (const double w : tree.weights(0)) squared += w * w;
  EXPECT_NEAR(squared / 4000, 1.3125, 0.1);
}

TEST(CaiMulticlass, HasTheShapeOfThePaperByDefault) {
  const auto files = run(CaiMulticlass(), 1);
  ASSERT_EQ(files.size(), 2U);
  EXPECT_EQ(lines_of(files.at("data.svm")).size(), 1000U);
  EXPECT_EQ(lines_of(files.at("taxonomy.tsv")).size(), 3U + 9U + 27U);
  std::set<std::string> labels;
  for (const Point& point : parse(files.at("data.svm"), 20)) {
    ASSERT_EQ(point.labels.size(), 1U);
    labels.insert(*point.labels.begin());
  }
  EXPECT_GT(labels.size(), 20U);
  EXPECT_LE(labels.size(), 27U);
}

TEST(CaiMulticlass, EveryPointHasTheBestLabelByMoreThanRho) {
  CaiMulticlass generator;
  set(generator, "n", "300");
  set(generator, "rho", "0.2");
  set(generator, "fanout", "4");
  set(generator, "depth", "2");
  set(generator, "features", "9");
  const ScoredTree truth = truth_of({300, 4, 2, 9}, 7);
  const auto points = parse(run(generator, 7).at("data.svm"), 9);
  ASSERT_EQ(points.size(), 300U);
  for (const Point& point : points) {
    double length = 0, own = 0, other = -1e300;
    for (const double v : point.values) length += v * v;
    EXPECT_NEAR(length, 1, 1e-5);
    std::vector<double> scores(truth.categories());
    truth.score(point.values, scores);
    for (std::size_t c = 0; c < scores.size(); ++c) {
      if (point.labels.contains(truth.category_name(c))) {
        own = scores[c];
      } else {
        other = std::max(other, scores[c]);
      }
    }
    EXPECT_GT(own - other, 0.2);
  }
}

TEST(CaiMultilabel, LabelsAreTheCategoriesAboveZeroAndFewerThanTheRootOfTheirNumber) {
  CaiMultilabel generator;
  set(generator, "n", "300");
  const ScoredTree truth = truth_of({300, 3, 3, 20}, 3);
  const auto points = parse(run(generator, 3).at("data.svm"), 20);
  ASSERT_EQ(points.size(), 300U);
  std::size_t several = 0;
  for (const Point& point : points) {
    std::vector<double> scores(truth.categories());
    truth.score(point.values, scores);
    std::set<std::string> relevant;
    for (std::size_t c = 0; c < scores.size(); ++c) {
      if (scores[c] > 0) relevant.insert(truth.category_name(c));
    }
    EXPECT_EQ(point.labels, relevant);
    EXPECT_GE(relevant.size(), 1U);
    EXPECT_LE(relevant.size(), 5U);  // sqrt(27) = 5.2
    several += relevant.size() > 1 ? 1U : 0U;
  }
  EXPECT_GT(several, 50U);
}

TEST(CaiMultilabel, ASmallTreeAllowsOneLabel) {
  CaiMultilabel generator;
  set(generator, "fanout", "2");
  set(generator, "depth", "1");
  set(generator, "n", "50");
  for (const Point& point : parse(run(generator, 1).at("data.svm"), 20)) {
    EXPECT_EQ(point.labels.size(), 1U);
  }
}

TEST(Cai, TheSameSeedGivesTheSameBytes) {
  for (const GeneratorEntry& entry : generators()) {
    const auto generator = entry.make();
    EXPECT_EQ(run(*generator, 5), run(*generator, 5)) << entry.name;
    EXPECT_NE(run(*generator, 5), run(*generator, 6)) << entry.name;
  }
}

TEST(Cai, GivesUpWhereNoPointIsAcceptable) {
  CaiMulticlass generator;
  set(generator, "rho", "1000");
  try {
    run(generator, 1);
    ADD_FAILURE();
  } catch (const Error& error) {
    EXPECT_EQ(error.kind(), ErrorKind::usage);
    EXPECT_NE(std::string(error.what()).find("`rho`"), std::string::npos) << error.what();
  }
}

TEST(Cai, RefusesTreesThatDoNotFit) {
  CaiMulticlass generator;
  set(generator, "fanout", "2000000000");
  EXPECT_THROW(run(generator, 1), Error);
  set(generator, "fanout", "2");
  set(generator, "depth", "2000000000");
  EXPECT_THROW(run(generator, 1), Error);
  set(generator, "depth", "1");
  set(generator, "features", "2000000000");
  EXPECT_THROW(run(generator, 1), Error);
}

TEST(Cai, RefusesBadParameters) {
  CaiMulticlass generator;
  for (const auto& [name, value] :
       std::vector<std::pair<std::string, std::string>>{{"n", "0"},
                                                        {"n", "x"},
                                                        {"fanout", "1"},
                                                        {"depth", "0"},
                                                        {"features", "0"},
                                                        {"rho", "-1"},
                                                        {"rho", "nan"},
                                                        {"depth", "2.5"}}) {
    EXPECT_THROW(set(generator, name, value), Error) << name << "=" << value;
  }
}

}  // namespace
}  // namespace clade::detail
