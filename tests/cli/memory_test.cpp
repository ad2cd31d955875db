// --memory: a budget is kept, or the run is refused with what would fit.
#include <algorithm>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "tests/cli/run_clade.h"
#include "tests/support/sanitized.h"

namespace clade::detail::test {
namespace {

using Json = nlohmann::json;
using ::testing::HasSubstr;
using ::testing::Not;

class MemoryBudgets : public SmallProblem {
 protected:
  // Texts as vectors: 3,000 of 500 classes, with 14,648 words.
  Words problem() const {
    const Answer made =
        run_clade({"generate", "text", "--levels", "20,500", "--n", "3000", "--words", "20000",
                   "--length", "40", "-o", path("made"), "--quiet"});
    EXPECT_EQ(made.code, 0) << made.err;
    return {"train",   path("made/data.svm"), "--taxonomy", path("made/taxonomy.tsv"),
            "--quiet", "--threads",           "2"};
  }
  static Words with(Words words, const Words& more) {
    words.insert(words.end(), more.begin(), more.end());
    return words;
  }
};

TEST_F(MemoryBudgets, ASizeIsAskedFor) {
  for (const char* wrong : {"4", "4g", "much", "-1G", "1M", "nanG", "4GB", "", "9999999T"}) {
    const Answer answer = run_clade({"train", data(), "--memory", wrong, "-o", path("m")});
    EXPECT_EQ(answer.code, 2) << wrong;
    EXPECT_THAT(answer.err, HasSubstr("--memory: expected a size such as 4G, 512M or 1.5G"))
        << wrong;
  }
  for (const char* command : {"update", "compare"}) {
    const Answer answer = run_clade({command, data(), data(), "--memory", "x", "-o", path("m")});
    EXPECT_EQ(answer.code, 2);
    EXPECT_THAT(answer.err, HasSubstr("--memory")) << command;
  }
}

TEST_F(MemoryBudgets, AModelIsTheSameWhereItSuffices) {
  if (is_sanitized) GTEST_SKIP();
  for (const char* method : {"clade", "hsvm", "dnc", "perceptron"}) {
    const Words words{"train",    data(), "--taxonomy", taxonomy(),
                      "--method", method, "--quiet",    "-o"};
    EXPECT_EQ(run_clade(with(words, {path("free")})).code, 0);
    for (const char* size : {"256M", "1.5G"}) {
      const Answer kept = run_clade(with(words, {path("kept"), "--memory", size}));
      ASSERT_EQ(kept.code, 0) << method << kept.err;
      EXPECT_EQ(read_file(path("free")), read_file(path("kept"))) << method;
    }
  }
}

// Weights of the perceptron and its averages take 62 MB.
TEST_F(MemoryBudgets, WhatDoesNotFitIsRefusedWithWhatWould) {
  if (is_sanitized) GTEST_SKIP();
  const Words words = with(problem(), {"--method", "perceptron", "-o", path("m")});
  const Answer refused = run_clade(with(words, {"--memory", "64M"}));
  EXPECT_EQ(refused.code, 5) << refused.err;
  EXPECT_THAT(refused.err, HasSubstr("training perceptron on 3000 instances"));
  EXPECT_THAT(refused.err, HasSubstr("--memory 64M allows less; what helps: --method dnc"));
  EXPECT_THAT(refused.err, HasSubstr("--memory 128M"));
  EXPECT_THAT(refused.err, Not(HasSubstr("`")));
  EXPECT_FALSE(std::filesystem::exists(path("m")));
  EXPECT_EQ(run_clade(with(words, {"--memory", "128M"})).code, 0);
}

// Of kinds that take their memory for different things.
TEST_F(MemoryBudgets, IsKept) {
  if (is_sanitized) GTEST_SKIP();
  const Words words = problem();
  const std::vector<Words> runs{{"--method", "hsvm"},  {"--method", "svm", "--C", "auto"},
                                {"--method", "dnc"},   {"--method", "perceptron"},
                                {"--method", "clade"}, {"--method", "hsvm", "--kernel", "rbf"}};
  std::size_t trained = 0;
  for (const Words& run : runs) {
    for (const int megabytes : {48, 128}) {
      std::filesystem::remove(path("m"));
      const Answer answer =
          run_clade(with(with(words, run), {"--memory", std::to_string(megabytes) + "M",
                                            "--max-seconds", "2", "--json", "-o", path("m")}));
      if (answer.code == 0) {
        const double peak = Json::parse(answer.out)["peak_memory_mb"].get<double>();
        EXPECT_LE(peak, 1.1 * megabytes) << run[1];
        ++trained;
      } else {
        EXPECT_EQ(answer.code, 5) << run[1] << answer.err;
        EXPECT_THAT(answer.err, HasSubstr("--memory")) << run[1];
        EXPECT_FALSE(std::filesystem::exists(path("m")));
      }
    }
  }
  EXPECT_GE(trained, 5U);
}

// Without rows for features that few examples have, the weights take a part of that.
TEST_F(MemoryBudgets, RowsOfWeightsFitThemselvesIn) {
  if (is_sanitized) GTEST_SKIP();
  const Answer made =
      run_clade({"generate", "text", "--levels", "20,1000", "--n", "3000", "--words", "60000",
                 "--length", "40", "-o", path("wide"), "--quiet"});
  ASSERT_EQ(made.code, 0) << made.err;
  const Words words{"train",      path("wide/data.svm"),
                    "--taxonomy", path("wide/taxonomy.tsv"),
                    "--method",   "hsvm",
                    "--quiet",    "--json",
                    "-o",         path("m")};
  const auto peak = [](const Answer& answer) {
    return Json::parse(answer.out)["peak_memory_mb"].get<double>();
  };
  const Answer free = run_clade(words);
  ASSERT_EQ(free.code, 0) << free.err;
  EXPECT_GT(peak(free), 1.1 * 96);
  const Answer kept = run_clade(with(words, {"--memory", "96M"}));
  ASSERT_EQ(kept.code, 0) << kept.err;
  EXPECT_THAT(kept.err, HasSubstr("weights have rows for the most frequent features alone"));
  EXPECT_LE(peak(kept), 1.1 * 96);
}

// --force goes past the estimate, not past the budget.
TEST_F(MemoryBudgets, EndsWhereMoreIsNeededAndGoesOnWithMore) {
  if (is_sanitized) GTEST_SKIP();
  Words words = with(problem(), {"--method", "perceptron", "--force", "-o", path("m"),
                                 "--checkpoint", path("kept"), "--checkpoint-every", "0s"});
  const Answer answer = run_clade(with(words, {"--memory", "64M"}));
  EXPECT_EQ(answer.code, 5) << answer.err;
  EXPECT_THAT(answer.err, HasSubstr("64M do not suffice: more than 73.8 MB are needed"));
  EXPECT_FALSE(std::filesystem::exists(path("m")));
  EXPECT_TRUE(std::filesystem::exists(path("kept")));
  const Answer on = run_clade(with(words, {"--memory", "1G"}));
  EXPECT_EQ(on.code, 0) << on.err;
}

// While data are read nothing is estimated yet.
TEST_F(MemoryBudgets, EndsWhereTheDataAreTooLarge) {
  if (is_sanitized) GTEST_SKIP();
  std::string records;
  for (int i = 0; i < 1500; ++i) {
    records += i % 2 == 0 ? "a" : "b";
    for (int k = 0; k < 1000; ++k) records += " " + std::to_string(7 * k + i % 7 + 1) + ":0.25";
    records += '\n';
  }
  const Answer answer =
      run_clade({"train", write("many.svm", records), "--memory", "32M", "-o", path("m")});
  EXPECT_EQ(answer.code, 5) << answer.err;
  EXPECT_THAT(answer.err, HasSubstr("32M do not suffice: more than 36.9 MB are needed"));
  EXPECT_THAT(answer.err, HasSubstr("clade pack"));
  EXPECT_FALSE(std::filesystem::exists(path("m")));
  EXPECT_EQ(files_in(std::filesystem::path(path("m")).parent_path()), 1U);
}

TEST_F(MemoryBudgets, UpdateAndCompareKeepIt) {
  if (is_sanitized) GTEST_SKIP();
  const std::string old = model({"--method", "hsvm"});
  const Answer updated =
      run_clade({"update", old, data(), "--memory", "256M", "-o", path("new"), "--quiet"});
  EXPECT_EQ(updated.code, 0) << updated.err;
  const Words data_of = problem();
  const Words compared{"compare",    data_of[1], "--taxonomy", data_of[3], "--methods",
                       "perceptron", "--folds",  "2",          "--quiet"};
  EXPECT_EQ(run_clade(with(compared, {"--memory", "256M"})).code, 0);
  const Answer refused = run_clade(with(compared, {"--memory", "48M"}));
  EXPECT_EQ(refused.code, 5) << refused.err;
  EXPECT_THAT(refused.err, HasSubstr("--memory 48M allows less"));
}

}  // namespace
}  // namespace clade::detail::test
