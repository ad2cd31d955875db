// What train says about time and memory before it begins.
#include <sys/resource.h>

#include <nlohmann/json.hpp>

#include "tests/cli/run_clade.h"
#include "tests/support/sanitized.h"

namespace clade::detail::test {
namespace {

using Json = nlohmann::json;
using ::testing::HasSubstr;
using ::testing::Not;

// The programs that are started meanwhile have no more address space than this.
class AddressSpace {
 public:
  explicit AddressSpace(std::size_t bytes) {
    ::getrlimit(RLIMIT_AS, &before_);
    struct rlimit limit = before_;
    limit.rlim_cur = bytes;
    is_set_ = ::setrlimit(RLIMIT_AS, &limit) == 0;
  }
  ~AddressSpace() { ::setrlimit(RLIMIT_AS, &before_); }
  AddressSpace(const AddressSpace&) = delete;
  AddressSpace& operator=(const AddressSpace&) = delete;
  bool is_set() const { return is_set_; }

 private:
  struct rlimit before_ {};
  bool is_set_ = false;
};

class TrainingEstimates : public SmallProblem {
 protected:
  // Weights of about a gigabyte: 120,000 features and 2,000 classes.
  Words wide_problem() const {
    std::string records, tree;
    for (int i = 0; i < 120; ++i) {
      records += "c" + std::to_string(i);
      for (int k = 1; k <= 1000; ++k) records += " " + std::to_string(1000 * i + k) + ":1";
      records += '\n';
    }
    for (int c = 0; c < 2000; ++c) tree += "root\tc" + std::to_string(c) + '\n';
    return {"train",       write("wide.svm", records),
            "--taxonomy",  write("wide.tsv", tree),
            "--normalize", "unit",
            "--threads",   "1"};
  }
};

TEST_F(TrainingEstimates, DryRunTellsTimeAndMemory) {
  const Answer text = run_clade({"train", data(), "--taxonomy", taxonomy(), "--dry-run"});
  EXPECT_EQ(text.code, 0) << text.err;
  EXPECT_THAT(text.out, HasSubstr("less than a second, with about"));
  const Answer json = run_clade({"train", data(), "--taxonomy", taxonomy(), "--dry-run", "--json"});
  const Json estimate = Json::parse(json.out)["estimate"];
  EXPECT_GT(estimate["seconds"].get<double>(), 0);
  EXPECT_LT(estimate["seconds"].get<double>(), 1);
  EXPECT_GT(estimate["memory_mb"].get<double>(), 1);
  EXPECT_LT(estimate["memory_mb"].get<double>(), 1000);
  EXPECT_GT(estimate["memory_available_mb"].get<double>(), estimate["memory_mb"].get<double>());
}

TEST_F(TrainingEstimates, ShortRunsSayNothing) {
  const Answer answer = run_clade({"train", data(), "--taxonomy", taxonomy(), "-o", path("m")});
  EXPECT_EQ(answer.code, 0);
  EXPECT_THAT(answer.err, Not(HasSubstr("this will take")));
}

TEST_F(TrainingEstimates, MoreFoldsTakeLonger) {
  const auto seconds = [&](const Words& more) {
    Words words{"train", data(), "--taxonomy", taxonomy(), "--dry-run", "--json"};
    words.insert(words.end(), more.begin(), more.end());
    return Json::parse(run_clade(words).out)["estimate"]["seconds"].get<double>();
  };
  const double once = seconds({});
  EXPECT_GT(seconds({"--calibrate", "--calibrate-folds", "100"}), 10 * once);
}

TEST_F(TrainingEstimates, WhatDoesNotFitIntoMemoryIsRefusedWithAdvice) {
  if (is_sanitized) GTEST_SKIP() << "sanitizers need address space";
  Words words = wide_problem();
  words.insert(words.end(), {"--method", "hsvm", "-o", path("m")});
  const AddressSpace limit(std::size_t{600} << 20);
  ASSERT_TRUE(limit.is_set());
  const Answer refused = run_clade(words);
  EXPECT_EQ(refused.code, 5) << refused.err;
  EXPECT_THAT(refused.err, HasSubstr("training hsvm on 120 instances with 120000 features"));
  EXPECT_THAT(refused.err, HasSubstr("what helps:"));
  EXPECT_THAT(refused.err, HasSubstr("clade pack"));
  EXPECT_THAT(refused.err, HasSubstr("a machine with 8 GB"));
  EXPECT_THAT(refused.err, HasSubstr("--force"));
  EXPECT_FALSE(std::filesystem::exists(path("m")));

  words.push_back("--dry-run");
  const Answer dry = run_clade(words);
  EXPECT_EQ(dry.code, 0) << dry.err;
  EXPECT_THAT(dry.out, HasSubstr("of memory"));
}

TEST_F(TrainingEstimates, ForceTrainsAnyway) {
  if (is_sanitized) GTEST_SKIP() << "sanitizers need address space";
  Words words = wide_problem();
  words.insert(words.end(), {"--method", "hsvm", "--force", "-o", path("m")});
  const AddressSpace limit(std::size_t{600} << 20);
  const Answer answer = run_clade(words);
  EXPECT_THAT(answer.err, Not(HasSubstr("what helps:")));
}

}  // namespace
}  // namespace clade::detail::test
