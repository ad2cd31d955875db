#include "generate/dekel.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <map>
#include <numeric>
#include <set>
#include <sstream>

#include "base/text.h"
#include "tests/support/temp_folder.h"

namespace clade::detail {
namespace {

constexpr std::size_t labels = 121;

struct Example {
  std::string label;
  std::vector<double> values;
};

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

std::map<std::string, std::string> run(std::size_t n, std::uint64_t seed) {
  Dekel generator;
  set(generator, "n", std::to_string(n));
  return run(generator, seed);
}

std::vector<Example> parse(const std::string& text) {
  std::vector<Example> examples;
  std::istringstream lines(text);
  for (std::string line; std::getline(lines, line);) {
    const auto fields = split(line, ' ');
    Example example{std::string(fields[0]), std::vector<double>(labels, 0.0)};
    std::size_t last = 0;
    for (std::size_t i = 1; i < fields.size(); ++i) {
      const auto pair = split(fields[i], ':');
      const auto index = static_cast<std::size_t>(parse_int(pair[0]).value());
      EXPECT_GT(index, last) << line;
      last = index;
      example.values.at(index - 1) = parse_double(pair[1]).value();
    }
    examples.push_back(std::move(example));
  }
  return examples;
}

std::map<std::string, std::size_t> label_counts(const std::vector<Example>& examples) {
  std::map<std::string, std::size_t> counts;
  for (const Example& example : examples) ++counts[example.label];
  return counts;
}

double inner_product(const std::vector<double>& a, const std::vector<double>& b) {
  return std::inner_product(a.begin(), a.end(), b.begin(), 0.0);
}

// The nodes that the paths from the root to u and to v share.
double shared_nodes(const PerfectTree& tree, std::size_t u, std::size_t v) {
  while (u != v) (u > v ? u : v) = tree.parent(u > v ? u : v);
  return static_cast<double>(tree.level(u) + 1);
}

DekelTruth truth_of(std::uint64_t seed) {
  Random random(seed);
  return dekel_truth(random);
}

std::map<std::string, std::size_t> nodes_by_name(const PerfectTree& tree) {
  std::map<std::string, std::size_t> nodes;
  for (std::size_t v = 0; v < tree.size(); ++v) nodes[tree.name(v)] = v;
  return nodes;
}

TEST(DekelTruth, PrototypesAreSumsOfOrthonormalVectorsOverThePath) {
  const DekelTruth truth = truth_of(5);
  ASSERT_EQ(truth.tree.size(), labels);
  ASSERT_EQ(truth.prototypes.size(), labels);
  for (std::size_t u = 0; u < labels; ++u) {
    ASSERT_EQ(truth.prototypes[u].size(), labels);
    for (std::size_t v = 0; v <= u; ++v) {
      EXPECT_NEAR(inner_product(truth.prototypes[u], truth.prototypes[v]),
                  shared_nodes(truth.tree, u, v), 1e-12)
          << truth.tree.name(u) << ' ' << truth.tree.name(v);
    }
  }
}

TEST(DekelTruth, TheOrthonormalSetDependsOnTheSeed) {
  EXPECT_EQ(truth_of(5).prototypes, truth_of(5).prototypes);
  EXPECT_NE(truth_of(5).prototypes, truth_of(6).prototypes);
}

TEST(Dekel, HasTheShapeOfThePaperByDefault) {
  const Dekel generator;
  const auto files = run(generator, 1);
  EXPECT_EQ(generator.files(), (std::vector<std::string>{"data.svm", "test.svm", "taxonomy.tsv"}));
  ASSERT_EQ(files.size(), 3U);
  const PerfectTree tree(3, 4, labels);
  EXPECT_EQ(files.at("taxonomy.tsv"), tree.edge_list());
  std::map<std::string, std::size_t> train, test;
  for (std::size_t v = 0; v < tree.size(); ++v) {
    train[tree.name(v)] = 100;
    test[tree.name(v)] = 50;
  }
  EXPECT_EQ(label_counts(parse(files.at("data.svm"))), train);
  EXPECT_EQ(label_counts(parse(files.at("test.svm"))), test);
}

TEST(Dekel, NoiseHasMeanZeroAndVarianceSixteenHundredths) {
  const DekelTruth truth = truth_of(2);
  const auto nodes = nodes_by_name(truth.tree);
  const auto files = run(Dekel(), 2);
  for (const char* file : {"data.svm", "test.svm"}) {
    std::vector<double> mean(labels, 0.0), variance(labels, 0.0);
    const auto examples = parse(files.at(file));
    const auto count = static_cast<double>(examples.size());
    for (const Example& example : examples) {
      for (std::size_t j = 0; j < labels; ++j) {
        const double noise = example.values[j] - truth.prototypes[nodes.at(example.label)][j];
        mean[j] += noise / count;
        variance[j] += noise * noise / count;
      }
    }
    // Five standard deviations of an estimate from 6050 draws: 0.4 / 78 and 0.16 sqrt(2) / 78.
    for (std::size_t j = 0; j < labels; ++j) {
      EXPECT_NEAR(mean[j], 0, 0.026) << file << ' ' << j;
      EXPECT_NEAR(variance[j], 0.16, 0.0146) << file << ' ' << j;
    }
    EXPECT_NEAR(std::accumulate(variance.begin(), variance.end(), 0.0) / labels, 0.16, 0.0014);
  }
}

TEST(Dekel, NoiseOfDifferentCoordinatesIsNotCorrelated) {
  const DekelTruth truth = truth_of(2);
  const auto nodes = nodes_by_name(truth.tree);
  double product = 0, count = 0;
  for (const Example& example : parse(run(Dekel(), 2).at("data.svm"))) {
    const std::vector<double>& prototype = truth.prototypes[nodes.at(example.label)];
    for (std::size_t j = 1; j < labels; ++j) {
      product += (example.values[j] - prototype[j]) * (example.values[j - 1] - prototype[j - 1]);
      ++count;
    }
  }
  EXPECT_NEAR(product / count, 0, 5 * 0.16 / std::sqrt(count));
}

TEST(Dekel, MeansOfTheClassesHaveTheInnerProductsOfTheirSharedPaths) {
  const PerfectTree tree(3, 4, labels);
  const auto nodes = nodes_by_name(tree);
  std::vector<std::vector<double>> means(labels, std::vector<double>(labels, 0.0));
  for (const Example& example : parse(run(Dekel(), 3).at("data.svm"))) {
    std::vector<double>& mean = means[nodes.at(example.label)];
    for (std::size_t j = 0; j < labels; ++j) mean[j] += example.values[j] / 100;
  }
  // A mean has noise of variance 0.0016 in each coordinate: an inner product of two deviates by
  // about sqrt(0.0016 * (5 + 5) + 121 * 0.0016^2) = 0.13 at most.
  for (std::size_t u = 1; u < labels; ++u) {
    for (std::size_t v = 0; v < u; ++v) {
      EXPECT_NEAR(inner_product(means[u], means[v]), shared_nodes(tree, u, v), 0.7)
          << tree.name(u) << ' ' << tree.name(v);
    }
  }
}

// The share of test examples that are nearer to another prototype than to their own: the error of
// the best possible classifier.
double nearest_prototype_error(const char* variance, std::uint64_t seed) {
  Dekel generator;
  set(generator, "n", "1");
  set(generator, "variance", variance);
  const DekelTruth truth = truth_of(seed);
  const auto examples = parse(run(generator, seed).at("test.svm"));
  std::size_t errors = 0;
  for (const Example& example : examples) {
    std::vector<double> scores;
    for (const std::vector<double>& prototype : truth.prototypes) {
      scores.push_back(inner_product(prototype, example.values) -
                       inner_product(prototype, prototype) / 2);
    }
    const auto best = std::max_element(scores.begin(), scores.end()) - scores.begin();
    errors += truth.tree.name(static_cast<std::size_t>(best)) == example.label ? 0U : 1U;
  }
  return static_cast<double>(errors) / static_cast<double>(examples.size());
}

TEST(Dekel, TheVarianceDecidesHowWellLabelsCanBeTold) {
  EXPECT_EQ(nearest_prototype_error("0", 1), 0);
  EXPECT_NEAR(nearest_prototype_error("0.04", 1), 0.013, 0.008);
  EXPECT_NEAR(nearest_prototype_error("0.16", 1), 0.266, 0.03);
}

TEST(Dekel, ExamplesComeInRandomOrder) {
  const auto examples = parse(run(Dekel(), 4).at("data.svm"));
  ASSERT_EQ(examples.size(), 12100U);
  const std::vector<Example> half(examples.begin(), examples.begin() + 6050);
  const auto counts = label_counts(half);
  EXPECT_EQ(counts.size(), labels);
  for (const auto& [label, count] : counts) {
    // 50 expected, with a standard deviation of 5.
    EXPECT_GT(count, 22U) << label;
    EXPECT_LT(count, 78U) << label;
  }
  std::size_t repeats = 0;
  for (std::size_t i = 1; i < examples.size(); ++i) {
    repeats += examples[i].label == examples[i - 1].label ? 1U : 0U;
  }
  EXPECT_GT(repeats, 50U);  // 99 expected
  EXPECT_LT(repeats, 150U);
}

TEST(Dekel, NIsTheNumberOfTrainingExamplesSpreadEvenlyOverTheLabels) {
  for (const std::size_t n : {1U, 50U, 121U, 300U}) {
    const auto examples = parse(run(n, 1).at("data.svm"));
    EXPECT_EQ(examples.size(), n);
    const auto counts = label_counts(examples);
    EXPECT_EQ(counts.size(), std::min<std::size_t>(n, labels));
    for (const auto& [label, count] : counts) {
      EXPECT_GE(count, n / labels) << label;
      EXPECT_LE(count, n / labels + 1) << label;
    }
  }
}

TEST(Dekel, WhichLabelsAFewExamplesHaveIsRandom) {
  const auto first = label_counts(parse(run(50, 1).at("data.svm")));
  EXPECT_NE(first, label_counts(parse(run(50, 2).at("data.svm"))));
}

TEST(Dekel, TheTestPartDependsOnTheSeedButNotOnN) {
  const auto files = run(10, 7);
  EXPECT_EQ(files.at("test.svm"), run(2000, 7).at("test.svm"));
  EXPECT_NE(files.at("test.svm"), run(10, 8).at("test.svm"));
}

TEST(Dekel, NoTrainingExampleIsInTheTestPart) {
  const auto files = run(Dekel(), 9);
  std::set<std::string_view> seen;
  for (const auto line : split(files.at("test.svm"), '\n')) seen.insert(line);
  seen.erase("");
  EXPECT_EQ(seen.size(), 50 * labels);
  for (const auto line : split(files.at("data.svm"), '\n')) EXPECT_FALSE(seen.contains(line));
}

TEST(Dekel, TheSameSeedGivesTheSameBytes) {
  EXPECT_EQ(run(200, 5), run(200, 5));
  EXPECT_NE(run(200, 5).at("data.svm"), run(200, 6).at("data.svm"));
}

// Ends the run after so many lines of data, as a closed pipe does.
struct Enough {};
struct FirstLines : FileSink {
  explicit FirstLines(std::size_t most) : left(most) {}
  void write(std::string_view file, std::string_view text) override {
    if (file != "data.svm") return;
    EXPECT_EQ(std::count(text.begin(), text.end(), '\n'), 1);
    longest = std::max(longest, text.size());
    if (--left == 0) throw Enough{};
  }
  std::size_t left;
  std::size_t longest = 0;
};

TEST(Dekel, AStreamOfAnyLengthComesLineByLine) {
  Dekel generator;
  set(generator, "n", "9000000000000000");
  FirstLines sink(300);
  EXPECT_THROW(generator.generate(1, sink), Enough);
  EXPECT_LT(sink.longest, 4000U);
}

TEST(Dekel, RefusesBadParameters) {
  Dekel generator;
  for (const char* value : {"0", "-1", "x", "2.5", "", "inf", "1e30"}) {
    test::expect_error([&] { set(generator, "n", value); }, ErrorKind::usage, "`n`");
  }
  for (const char* value : {"-1", "x", "", "nan", "inf"}) {
    test::expect_error([&] { set(generator, "variance", value); }, ErrorKind::usage, "`variance`");
  }
}

}  // namespace
}  // namespace clade::detail
