// What a shell is told to complete, and the manual pages.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>
#include <sstream>
#include <string>

#include "tests/cli/run_clade.h"

namespace clade::detail {
namespace {

using test::read_file;
using test::run_clade;
using test::Words;
using ::testing::Contains;
using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;
using ::testing::Not;

// The words that the last one of the line can become.
Words completions(Words line) {
  line.insert(line.begin(), "complete");
  const auto answer = run_clade(line);
  EXPECT_EQ(answer.code, 0);
  EXPECT_EQ(answer.err, "");
  Words words;
  std::istringstream lines(answer.out);
  for (std::string one; std::getline(lines, one);) words.push_back(one.substr(0, one.find('\t')));
  return words;
}

TEST(Completion, OfCommands) {
  EXPECT_THAT(completions({"tr"}), ElementsAre("train"));
  EXPECT_THAT(completions({""}), Contains("help"));
  EXPECT_THAT(completions({"help", "ta"}), ElementsAre("taxonomy"));
  EXPECT_THAT(completions({"taxonomy", "c"}), ElementsAre("check", "convert"));
  EXPECT_THAT(completions({"generate", "wang"}), ElementsAre("wang1", "wang2", "wang3", "wang4"));
}

TEST(Completion, OfOptionsAndTheirValues) {
  EXPECT_THAT(completions({"train", "docs.jsonl", "--tol"}), ElementsAre("--tolerance"));
  EXPECT_THAT(completions({"train", "--method", "hs"}), ElementsAre("hsvm"));
  EXPECT_THAT(completions({"train", "--method", "hsvm", "--slack", ""}),
              ElementsAre("instance", "pair"));
  EXPECT_THAT(completions({"taxonomy", "show", "t.tsv", "--dep"}), ElementsAre("--depth"));
}

TEST(Completion, FollowsTheMethod) {
  EXPECT_THAT(completions({"train", "--method", "hieron", "--upd"}), ElementsAre("--update"));
  EXPECT_THAT(completions({"train", "--method", "hsvm", "--upd"}), IsEmpty());
}

TEST(Completion, GivesNoOptionTwice) {
  EXPECT_THAT(completions({"train", "--quiet", "--q"}), IsEmpty());
}

TEST(Completion, LeavesFilesAndMistakesToTheShell) {
  EXPECT_THAT(completions({"train", "do"}), IsEmpty());
  EXPECT_THAT(completions({"train", "--taxonomy", "to"}), IsEmpty());
  EXPECT_THAT(completions({"nonsense", "--x"}), IsEmpty());
  EXPECT_THAT(completions({}), Contains("train"));
  EXPECT_THAT(completions({"train", "--method", "nonsense", "--tol"}), ElementsAre("--tolerance"));
}

TEST(ManualPages, AreWrittenForEveryCommand) {
  const test::TempFolder folder;
  const auto pages = folder.path() / "man";
  ASSERT_EQ(run_clade({"help", "--man", pages.string()}).code, 0);
  const std::string train = read_file(pages / "clade-train.1");
  EXPECT_THAT(train, HasSubstr(".TH \"clade\\-train\" 1"));
  EXPECT_THAT(train, HasSubstr("\\-\\-tolerance"));
  EXPECT_THAT(train, HasSubstr("Options of method 'hieron'"));
  EXPECT_TRUE(std::filesystem::exists(pages / "clade-taxonomy-check.1"));
  EXPECT_THAT(read_file(pages / "clade.1"), HasSubstr("clade\\-predict"));
}

TEST(ManualPages, NoLineIsACommandByChance) {
  const test::TempFolder folder;
  ASSERT_EQ(run_clade({"help", "--man", folder.path().string()}).code, 0);
  for (const auto& page : std::filesystem::directory_iterator(folder.path())) {
    std::istringstream lines(read_file(page.path()));
    for (std::string line; std::getline(lines, line);) {
      if (!line.starts_with('.')) continue;
      EXPECT_THAT((Words{".TH", ".SH", ".TP", ".nf", ".fi", ".br", ".BR"}),
                  Contains(line.substr(0, line.find(' '))))
          << page.path() << ": " << line;
    }
  }
}

TEST(ManualPages, NeedOneFolder) {
  const auto answer = run_clade({"help", "--man"});
  EXPECT_EQ(answer.code, 2);
  EXPECT_THAT(answer.err, HasSubstr("--man: expected one folder"));
}

TEST(Version, SaysWhatWasBuiltInWhereItIsAsked) {
  const auto plain = run_clade({"--version"});
  EXPECT_THAT(plain.out, Not(HasSubstr("compiler")));
  const auto verbose = run_clade({"--version", "--verbose"});
  EXPECT_EQ(verbose.code, 0);
  EXPECT_TRUE(verbose.out.starts_with(plain.out));
  for (const char* part : {"compiler: ", "Unicode: ", "stemming: ", "SKOS: ", "service: "}) {
    EXPECT_THAT(verbose.out, HasSubstr(part));
  }
}

}  // namespace
}  // namespace clade::detail
