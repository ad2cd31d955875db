// Numbers on any scale, and values that are not there, from train to explain.
#include <fmt/core.h>

#include <algorithm>
#include <cmath>
#include <map>
#include <nlohmann/json.hpp>
#include <random>
#include <sstream>

#include "tests/cli/run_clade.h"

namespace clade::detail::test {
namespace {

using ::testing::HasSubstr;
using ::testing::Not;

struct Row {
  std::string label;
  double metres, grams;
};

// Three classes in a plane of which one axis is a million times as long as the other.
std::vector<Row> points(std::size_t count, unsigned seed) {
  std::mt19937 random(seed);
  std::normal_distribution<double> noise(0, 0.4);
  std::vector<Row> rows;
  for (std::size_t i = 0; i < count; ++i) {
    const std::size_t c = i % 3;
    const double x = c == 0 ? -1 : 1, y = c == 1 ? -1 : 1;
    rows.push_back({std::string(1, static_cast<char>('a' + c)), 0.003 + 0.001 * (x + noise(random)),
                    5000 + 1000 * (y + noise(random))});
  }
  return rows;
}

std::string csv(const std::vector<Row>& rows) {
  std::string text = "label,metres,grams\n";
  for (const Row& row : rows) text += fmt::format("{},{},{}\n", row.label, row.metres, row.grams);
  return text;
}

class Scaled : public SmallProblem {
 protected:
  std::string trained(const std::string& file, const Words& more = {},
                      const std::string& name = "m.clade") {
    Words words{"train", file, "--method", "svm", "--precision", "double", "-o", path(name)};
    words.insert(words.end(), more.begin(), more.end());
    const Answer answer = run_clade(words);
    EXPECT_EQ(answer.code, 0) << answer.err;
    said_ = answer.err;
    return path(name);
  }
  double accuracy(const std::string& model, const std::string& file) {
    const Answer answer = run_clade({"evaluate", model, file, "--json", "--quiet"});
    EXPECT_EQ(answer.code, 0) << answer.err;
    return nlohmann::json::parse(answer.out)["metrics"]["accuracy"];
  }
  static std::string predictions(const std::string& model, const std::string& file) {
    const Answer answer = run_clade({"predict", model, file, "--scores", "--quiet"});
    EXPECT_EQ(answer.code, 0) << answer.err;
    return answer.out;
  }
  // Of a file with index:value, both by themselves.
  static std::string numbers_of(const std::string& file) {
    std::string text = read_file(file);
    std::replace(text.begin(), text.end(), ':', ' ');
    return text;
  }
  // All numbers of a table, whatever the last digits.
  static void expect_near(const std::string& a, const std::string& b, double tolerance) {
    std::istringstream left(a), right(b);
    std::string x, y;
    std::size_t numbers = 0;
    while (left >> x && right >> y) {
      char* end = nullptr;
      const double value = std::strtod(x.c_str(), &end);
      if (end == x.c_str() || *end != '\0') {
        ASSERT_EQ(x, y);
        continue;
      }
      ASSERT_NEAR(value, std::strtod(y.c_str(), nullptr), tolerance);
      ++numbers;
    }
    EXPECT_GT(numbers, 0U);
    EXPECT_FALSE(right >> y);
  }
  std::string said_;
};

TEST_F(Scaled, IsTheSameAsScalingByHand) {
  const std::vector<Row> train = points(120, 1), test = points(60, 2);
  Row mean{"", 0, 0}, deviation{"", 0, 0};
  for (const Row& row : train) {
    mean.metres += row.metres / 120;
    mean.grams += row.grams / 120;
  }
  for (const Row& row : train) {
    deviation.metres += std::pow(row.metres - mean.metres, 2) / 120;
    deviation.grams += std::pow(row.grams - mean.grams, 2) / 120;
  }
  const auto by_hand = [&](std::vector<Row> rows) {
    for (Row& row : rows) {
      row.metres = (row.metres - mean.metres) / std::sqrt(deviation.metres);
      row.grams = (row.grams - mean.grams) / std::sqrt(deviation.grams);
    }
    return csv(rows);
  };
  const std::string raw = write("train.csv", csv(train)), raw_test = write("test.csv", csv(test));
  const std::string hand = write("hand.csv", by_hand(train));
  const std::string hand_test = write("hand_test.csv", by_hand(test));
  const std::string scaled = trained(raw, {"--scale", "standard"}, "scaled.clade");
  expect_near(predictions(scaled, raw_test),
              predictions(trained(hand, {}, "hand.clade"), hand_test), 1e-6);
  EXPECT_GT(accuracy(scaled, raw_test), 0.9);
  EXPECT_LT(accuracy(trained(raw, {}, "raw.clade"), raw_test), accuracy(scaled, raw_test));
  EXPECT_GT(accuracy(trained(raw, {"--scale", "minmax"}, "minmax.clade"), raw_test), 0.9);
}

TEST_F(Scaled, IsTheSameModelForAnyNumberOfThreads) {
  std::string text = csv(points(300, 3));
  for (int i = 0; i < 30; ++i) text += "a,,4000\nb,0.002,NA\n";
  const std::string file = write("train.csv", text);
  const std::string one = read_file(trained(file, {"--scale", "standard", "--threads", "1"}));
  EXPECT_EQ(one, read_file(trained(file, {"--scale", "standard", "--threads", "3"}, "3.clade")));
}

TEST_F(Scaled, KeepsTheZerosOfSparseData) {
  std::string text;
  for (int i = 0; i < 40; ++i) {
    text += fmt::format("{} {}:{}\n", i % 2 == 0 ? "a" : "b", i % 10 + 1, i % 2 == 0 ? 300 : -7);
  }
  const std::string file = write("train.svm", text);
  for (const char* scale : {"standard", "minmax"}) {
    ASSERT_EQ(run_clade({"convert", file, "--scale", scale, "-o", path("out.svm")}).code, 0);
    const std::string out = read_file(path("out.svm"));
    EXPECT_EQ(std::count(out.begin(), out.end(), ':'), 40);
  }
}

TEST_F(Scaled, SaysWhichScaleAModelHas) {
  const std::string file = write("train.csv", csv(points(60, 4)));
  const std::string model = trained(file, {"--scale", "minmax"});
  EXPECT_THAT(run_clade({"info", model}).out, testing::ContainsRegex("--scale +minmax"));
  const auto info = nlohmann::json::parse(run_clade({"info", model, "--json"}).out);
  EXPECT_EQ(info["text"]["scale"], "minmax");
  EXPECT_EQ(info["text"]["missing"], "mean");
  EXPECT_THAT(run_clade({"explain", model, file}).out,
              HasSubstr("numeric features are scaled (minmax): their shares are of scaled values"));
  EXPECT_EQ(nlohmann::json::parse(run_clade({"explain", model, file, "--json"}).out)["scale"],
            "minmax");
  const std::string plain = trained(file, {}, "plain.clade");
  EXPECT_THAT(run_clade({"info", plain}).out, Not(HasSubstr("--scale ")));
  EXPECT_THAT(run_clade({"explain", plain, file}).out, Not(HasSubstr("scaled")));
}

TEST_F(Scaled, ShowsTheChoiceBeforeTraining) {
  const std::string file = write("train.csv", csv(points(60, 4)));
  const auto settled = [&](const Words& more) {
    Words words{"train", file, "--method", "svm", "--dry-run"};
    words.insert(words.end(), more.begin(), more.end());
    return run_clade(words).out;
  };
  EXPECT_THAT(settled({}), testing::ContainsRegex("--scale +none"));
  EXPECT_THAT(settled({"--scale", "standard"}), testing::ContainsRegex("--missing +mean"));
}

TEST_F(Scaled, GoesIntoConvertedAndPackedData) {
  const std::string file = write("train.csv", csv(points(60, 4)));
  const std::string model = trained(file, {"--scale", "minmax"});
  ASSERT_EQ(run_clade({"convert", file, "--model", model, "-o", path("a.svm")}).code, 0);
  ASSERT_EQ(run_clade({"convert", file, "--scale", "minmax", "-o", path("b.svm")}).code, 0);
  const std::string vectors = numbers_of(path("a.svm"));
  EXPECT_THAT(vectors, HasSubstr(" 2 1\n"));
  expect_near(vectors, numbers_of(path("b.svm")), 1e-6);
  // Single values would leave a little of the smallest ones, which are zeros here.
  ASSERT_EQ(
      run_clade({"pack", file, "--model", model, "--precision", "double", "-o", path("c.pack")})
          .code,
      0);
  ASSERT_EQ(run_clade({"convert", path("c.pack"), "-o", path("c.svm")}).code, 0);
  expect_near(vectors, numbers_of(path("c.svm")), 1e-6);
}

TEST_F(Scaled, IsCompared) {
  const std::string file = write("train.csv", csv(points(90, 5)));
  const Answer answer = run_clade({"compare", file, "--methods", "svm;svm --scale standard",
                                   "--folds", "3", "--json", "--quiet"});
  ASSERT_EQ(answer.code, 0) << answer.err;
  const auto methods = nlohmann::json::parse(answer.out)["methods"];
  ASSERT_EQ(methods.size(), 2U);
  const auto accuracy_of = [&](std::size_t m) -> double {
    return methods[m]["metrics"]["accuracy"]["mean"];
  };
  EXPECT_GT(accuracy_of(1), accuracy_of(0) + 0.1);
}

TEST_F(Scaled, GoesOnInAnUpdate) {
  const std::string file = write("train.csv", csv(points(60, 6)));
  const std::string more = write("more.csv", csv(points(60, 7)));
  ASSERT_EQ(run_clade({"train", file, "--method", "perceptron", "--epochs", "1", "--scale",
                       "standard", "-o", path("p.clade")})
                .code,
            0);
  const Answer updated = run_clade({"update", path("p.clade"), more, "-o", path("q.clade")});
  ASSERT_EQ(updated.code, 0) << updated.err;
  EXPECT_GT(accuracy(path("q.clade"), more), 0.8);
  const Answer stream = run_clade(
      {"update", path("p.clade"), "-", "--format", "csv", "-o", path("r")}, csv(points(9, 8)));
  EXPECT_EQ(stream.code, 2);
  EXPECT_THAT(stream.err, HasSubstr("scales its numeric features"));
}

TEST_F(Scaled, NeedsMoreThanAStream) {
  const Answer answer =
      run_clade({"train", "-", "--format", "svm", "--taxonomy", taxonomy(), "--method",
                 "perceptron", "--epochs", "1", "--scale", "standard", "-o", path("m")},
                "a1 1:1\nb 2:1\n");
  EXPECT_EQ(answer.code, 2);
  EXPECT_THAT(answer.err, HasSubstr("--scale: 'standard' needs all records at once, not a stream"));
}

TEST_F(Scaled, HasNothingToDoWithKernelsOfOtherThings) {
  const std::string texts = write("t.jsonl", R"({"label":"a","text":"xx"}
{"label":"b","text":"yy"}
)");
  const Answer answer = run_clade({"train", texts, "--method", "svm", "--kernel", "subsequence",
                                   "--scale", "standard", "-o", path("m")});
  EXPECT_EQ(answer.code, 2);
  EXPECT_THAT(answer.err, HasSubstr("--scale: with --kernel subsequence the rows hold no numeric"));
  trained(write("w.jsonl", R"({"label":"a","text":"cat cat"}
{"label":"b","text":"dog dog"}
)"),
          {"--scale", "standard", "--min-df", "1"});
  EXPECT_THAT(said_, HasSubstr("--scale has no effect: the data have no numeric features"));
}

// ---- Missing values

const std::string holes = "label,x,y\na,1,2\na,,3\nb,9,N/A\nb,8,null\nb,7,1\n";

TEST_F(Scaled, MissingValuesAreZerosWithAWord) {
  const std::string file = write("holes.csv", holes);
  const std::string filled = write("zeros.csv", "label,x,y\na,1,2\na,0,3\nb,9,0\nb,8,0\nb,7,1\n");
  const std::string model = read_file(trained(file));
  EXPECT_THAT(said_, HasSubstr("3 values of 2 numeric features are missing and count as 0"));
  EXPECT_EQ(model, read_file(trained(filled, {}, "zeros.clade")));
  EXPECT_THAT(said_, Not(HasSubstr("missing")));
  EXPECT_EQ(model, read_file(trained(file, {"--missing", "zero"}, "zero.clade")));
}

TEST_F(Scaled, MissingValuesAreMeansWhereThatIsAskedFor) {
  const std::string file = write("holes.csv", holes);
  const std::string filled =
      write("means.csv", "label,x,y\na,1,2\na,6.25,3\nb,9,2\nb,8,2\nb,7,1\n");
  const std::string model = trained(file, {"--missing", "mean"});
  EXPECT_THAT(said_, HasSubstr("3 values of 2 numeric features are missing and count as the mean"));
  EXPECT_EQ(predictions(model, filled), predictions(trained(filled, {}, "means.clade"), filled));
  EXPECT_EQ(predictions(model, file), predictions(model, filled));
}

TEST_F(Scaled, MissingValuesAreRefusedWhereThatIsAskedFor) {
  const std::string file = write("holes.csv", holes);
  const auto refusal = [&](const Words& words) {
    const Answer answer = run_clade(words);
    EXPECT_EQ(answer.code, 3) << answer.err;
    return answer.err;
  };
  EXPECT_THAT(
      refusal({"train", file, "--missing", "error", "-o", path("m")}),
      HasSubstr("holes.csv:3:3: the value of feature 'x' is missing; fill it in, or have it "
                "replaced (--missing mean, --missing zero)"));
  const std::string whole = write("whole.csv", "label,x,y\na,1,2\nb,9,3\n");
  const std::string model = trained(whole, {"--missing", "error"});
  EXPECT_THAT(refusal({"predict", model, file}), HasSubstr("holes.csv:3:3: "));
  EXPECT_THAT(refusal({"predict", model, write("narrow.csv", "x\n1\n")}),
              HasSubstr("narrow.csv:1:1: no column: the value of feature 'y' is missing"));
}

TEST_F(Scaled, MissingValuesAreTheSameInEveryFormat) {
  const std::string file = write("train.csv", csv(points(60, 9)));
  const std::string model = trained(file, {"--scale", "standard"});
  const std::string expected =
      predictions(model, write("new.csv", "metres,grams\n0.004,\n?,4000\n0.001,NaN\n"));
  const std::map<std::string, std::string> others{
      {"new.tsv", "metres\tgrams\n0.004\tNA\nn/a\t4000\n0.001\tNULL\n"},
      {"new.arff",
       "@relation r\n@attribute metres numeric\n@attribute grams numeric\n@data\n0.004,?\n?,4000\n"
       "0.001,nan\n"},
      {"new.jsonl",
       "{\"features\":{\"metres\":0.004,\"grams\":null}}\n"
       "{\"features\":{\"metres\":null,\"grams\":4000}}\n"
       "{\"features\":{\"metres\":0.001,\"grams\":null}}\n"}};
  for (const auto& [name, text] : others) {
    EXPECT_EQ(predictions(model, write(name, text)), expected) << name;
  }
  const Answer answer = run_clade({"predict", model, path("new.tsv")});
  EXPECT_THAT(answer.err, HasSubstr("3 values of 2 numeric features are missing and count as the "
                                    "mean of the training values"));
}

TEST_F(Scaled, AColumnThatIsNotThereIsMissingAndNamed) {
  const std::string file = write("train.csv", csv(points(60, 9)));
  const std::string narrow = write("narrow.csv", "metres\n0.004\n0.001\n");
  const std::string model = trained(file, {"--scale", "standard"});
  const Answer answer = run_clade({"predict", model, narrow});
  EXPECT_THAT(answer.err,
              HasSubstr("narrow.csv has no column for 1 numeric feature of the model, "
                        "'grams': its value counts as the mean of the training values"));
  EXPECT_EQ(predictions(model, narrow),
            predictions(model, write("empty.csv", "metres,grams\n0.004,\n0.001,\n")));
  const std::string plain = trained(file, {}, "plain.clade");
  EXPECT_THAT(run_clade({"predict", plain, narrow}).err, HasSubstr("its value counts as 0"));
  EXPECT_EQ(predictions(plain, narrow),
            predictions(plain, write("zero.csv", "metres,grams\n0.004,0\n0.001,0\n")));
}

TEST_F(Scaled, NumbersBesideTextAreScaledAndWordsAreNot) {
  std::string text = "label,title,price\n";
  for (int i = 0; i < 30; ++i) {
    text += fmt::format("{},{},{}\n", i % 2 == 0 ? "a" : "b", i % 2 == 0 ? "red car" : "blue car",
                        100000 + i * 1000);
  }
  const std::string file = write("goods.csv", text);
  const Words fields{"--text-fields",    "title", "--label-field", "label",
                     "--feature-fields", "price"};
  Words words = fields;
  words.insert(words.end(), {"--scale", "standard"});
  EXPECT_EQ(accuracy(trained(file, words), file), 1);
  EXPECT_THAT(said_, Not(HasSubstr("drowns")));
  trained(file, fields, "raw.clade");
  EXPECT_THAT(said_, HasSubstr("leave it out (--ignore-fields), or scale all (--scale standard)"));
}

}  // namespace
}  // namespace clade::detail::test
