#include "generate/wang.h"

#include <gtest/gtest.h>

#include <cmath>
#include <map>
#include <sstream>
#include <string>
#include <vector>

#include "base/text.h"

namespace clade::detail {
namespace {

std::map<std::string, std::string> run(Wang generator, const std::string& n, std::uint64_t seed) {
  for (const Parameter& parameter : generator.parameters()) {
    if (parameter.name == "n") parameter.set(n);
  }
  MemorySink sink;
  generator.generate(seed, sink);
  return sink.files();
}

struct Example {
  std::size_t label = 0;
  double x1 = 0, x2 = 0;
};

std::vector<Example> parse(const std::string& text) {
  std::vector<Example> examples;
  std::istringstream lines(text);
  for (std::string line; std::getline(lines, line);) {
    const auto fields = split(line, ' ');
    const auto value = [&](std::size_t k) { return parse_double(fields[k].substr(2)).value(); };
    examples.push_back(
        {static_cast<std::size_t>(parse_int(fields[0]).value()), value(1), value(2)});
  }
  return examples;
}

// The rows "Bayes Rule" of HPSI's tables 2 and 3; l_Delta of example 2 fits no reading tried.
TEST(Wang, BayesRisksAreThoseOfThePaper) {
  const WangRisks one = bayes_risks(Wang(1).law());
  EXPECT_NEAR(one.l01, 0.51, 5e-4);
  EXPECT_NEAR(one.l_sib, 0.51, 5e-4);
  EXPECT_NEAR(one.l_sub, 0.51, 5e-4);
  EXPECT_NEAR(one.weighted_f1, 0.322, 5e-4);
  const WangRisks two = bayes_risks(Wang(2).law());
  EXPECT_NEAR(two.l01, 0.083, 5e-4);
  EXPECT_NEAR(two.l_sib, 0.036, 5e-4);
  EXPECT_NEAR(two.l_sub, 0.029, 5e-4);
  const WangRisks three = bayes_risks(Wang(3).law());
  EXPECT_NEAR(three.l01, 0.200, 5e-4);
  EXPECT_NEAR(three.l_sib, 0.167, 5e-4);
  EXPECT_NEAR(three.l_sub, 0.156, 5e-4);
  EXPECT_NEAR(three.l_delta, 0.111, 5e-4);
  EXPECT_NEAR(three.weighted_f1, 0.800, 5e-4);
}

// In example 1 a classifier is a share p of answers "4", which costs 0.51, and a share 1 - p of
// answers 1, 2 or 3. HPSI's table 1 says what the losses are: row SHSVM, linear kernel, with the
// share that its l_01 of 0.659 gives.
TEST(Wang, LossesOfExample1AreThoseOfThePaper) {
  WangLaw law = Wang(1).law();
  const double l01_of_others = 0.83, share = (l01_of_others - 0.659) / (l01_of_others - 0.51);
  std::swap(law.given_cell[0][0], law.given_cell[0][3]);  // now 1 is likely and 4 is not
  const double among = 0.34, across = 0.17;               // how often the answer 1 is wrong
  const WangRisks risks = bayes_risks(law);
  const double c_sib = (risks.l_sib - across) / among, c_sub = (risks.l_sub - across) / among;
  const auto mixed = [&](double c) { return share * 0.51 + (1 - share) * (0.49 + 0.34 * c); };
  EXPECT_NEAR(c_sib, 1.0 / 3, 1e-12);
  EXPECT_NEAR(c_sub, 1.0 / 3, 1e-12);
  EXPECT_NEAR(mixed(c_sib), 0.554, 1e-3);
  EXPECT_NEAR(mixed(c_sub), 0.554, 1e-3);
}

TEST(Wang, LawsAreProbabilities) {
  for (const int example : {1, 2, 3, 4}) {
    const WangLaw law = Wang(example).law();
    double cells = 0;
    for (const double p : law.cells) cells += p;
    EXPECT_NEAR(cells, 1, 1e-12);
    for (const auto& given : law.given_cell) {
      ASSERT_EQ(given.size(), law.leaves);
      double sum = 0;
      for (const double p : given) sum += p;
      EXPECT_NEAR(sum, 1, 1e-12);
    }
  }
}

// The best guess is the strip's or quadrant's own label: how often it is wrong is the Bayes risk.
TEST(Wang, TheTestSampleErrsAsOftenAsTheLawSays) {
  const auto error = [](int example, const auto& guess) {
    const auto examples = parse(run(Wang(example), "10", 7).at("test.svm"));
    double wrong = 0;
    for (const Example& e : examples) wrong += guess(e) != e.label ? 1 : 0;
    return wrong / static_cast<double>(examples.size());
  };
  const auto strip = [](const Example& e) { return static_cast<std::size_t>(8 * e.x1) + 1; };
  const auto quadrant = [](const Example& e) {
    return (e.x1 >= 0 ? std::size_t{2} : 0) + (e.x2 >= 0 ? 1 : 0) + 1;
  };
  const double five_deviations = 5 * std::sqrt(0.25 / 50'000);
  EXPECT_NEAR(error(1, [](const Example&) { return std::size_t{4}; }), 0.51, five_deviations);
  EXPECT_NEAR(error(2, strip), 0.0834, five_deviations);
  EXPECT_NEAR(error(3, quadrant), 0.2, five_deviations);
  EXPECT_NEAR(error(4, strip), 0.125, five_deviations);
}

TEST(Wang, PointsFillTheirSquare) {
  for (const int example : {1, 2, 3, 4}) {
    const double lowest = example == 3 ? -1 : 0;
    double least = 2, most = -2;
    for (const Example& e : parse(run(Wang(example), "10", 3).at("test.svm"))) {
      for (const double x : {e.x1, e.x2}) {
        EXPECT_GE(x, lowest);
        EXPECT_LE(x, 1);
        least = std::min(least, x);
        most = std::max(most, x);
      }
    }
    EXPECT_NEAR(least, lowest, 0.01);
    EXPECT_NEAR(most, 1, 0.01);
  }
}

TEST(Wang, PartsHaveTheirSizes) {
  const auto files = run(Wang(3), "150", 1);
  EXPECT_EQ(parse(files.at("data.svm")).size(), 150U);
  EXPECT_EQ(parse(files.at("tune.svm")).size(), 150U);
  EXPECT_EQ(parse(files.at("test.svm")).size(), 50'000U);
  EXPECT_NE(files.at("data.svm"), files.at("tune.svm"));
}

TEST(Wang, TheTestSampleDoesNotDependOnTheSize) {
  EXPECT_EQ(run(Wang(2), "10", 1).at("test.svm"), run(Wang(2), "99", 1).at("test.svm"));
}

TEST(Wang, SeedsDecide) {
  EXPECT_EQ(run(Wang(2), "50", 1), run(Wang(2), "50", 1));
  EXPECT_NE(run(Wang(2), "50", 1).at("data.svm"), run(Wang(2), "50", 2).at("data.svm"));
}

TEST(Wang, WritesItsTree) {
  EXPECT_EQ(run(Wang(3), "1", 1).at("taxonomy.tsv"), "root\t5\n5\t1\n5\t2\nroot\t6\n6\t3\n6\t4\n");
  EXPECT_EQ(run(Wang(1), "1", 1).at("taxonomy.tsv"), "root\t5\n5\t1\n5\t2\n5\t3\nroot\t6\n6\t4\n");
}

TEST(Wang, OnlyTheLastExampleHasADepth) {
  EXPECT_EQ(Wang(2).parameters().size(), 1U);
  Wang deep(4);
  for (const Parameter& parameter : deep.parameters()) {
    if (parameter.name != "depth") continue;
    EXPECT_THROW(parameter.set("11"), std::exception);
    parameter.set("5");
  }
  EXPECT_EQ(deep.law().leaves, 32U);
  EXPECT_NEAR(bayes_risks(deep.law()).l01, 1.0 / 32, 1e-12);
}

}  // namespace
}  // namespace clade::detail
