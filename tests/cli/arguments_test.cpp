#include <sstream>

#include "tests/cli/run_clade.h"

namespace clade::detail::test {
namespace {

using ::testing::HasSubstr;
using ::testing::StartsWith;

class Arguments : public SmallProblem {
 protected:
  void expect_usage_error(const Words& words, const std::string& message) {
    const Answer answer = run_clade(words);
    EXPECT_EQ(answer.code, 2);
    EXPECT_THAT(answer.err, HasSubstr(message));
    EXPECT_EQ(answer.out, "");
  }
};

TEST_F(Arguments, AnUnknownOptionIsAnsweredWithTheNearest) {
  expect_usage_error({"train", data(), "--tolerence", "1", "-o", path("m")},
                     "clade: train: unknown option '--tolerence' (did you mean '--tolerance'?)\n");
  expect_usage_error({"train", data(), "--zzzzzzzz", "1"},
                     "'clade train --help' lists the options");
}

TEST_F(Arguments, AnUnknownCommandIsAnsweredWithTheNearest) {
  expect_usage_error({"trian"}, "clade: unknown command 'trian' (did you mean 'train'?)\n");
  expect_usage_error({"qqqqqq"}, "'clade help' lists the commands");
  expect_usage_error({}, "a command is missing");
  expect_usage_error({"--verbose"}, "unknown option '--verbose'");
  expect_usage_error({"taxonomy", "chekc", "t"}, "did you mean 'check'?");
  expect_usage_error({"generate", "cai-multclass", "-o", path("d")},
                     "did you mean 'cai-multiclass'?");
}

TEST_F(Arguments, AMissingValueIsNoticed) {
  expect_usage_error({"train", data(), "-o"}, "train: -o: expected FILE, got nothing");
  expect_usage_error({"train", data(), "--tolerance", "--json"},
                     "train: --tolerance: expected a number above 0 and below 1, got nothing");
  expect_usage_error({"train", data(), "--taxonomy", "", "-o", path("m")},
                     "--taxonomy: expected the name of a file");
}

TEST_F(Arguments, AValueOutOfRangeNamesFlagAndRange) {
  expect_usage_error({"train", data(), "--C", "-3", "-o", path("m")},
                     "--C: expected a number above 0, inf, auto or usual, got '-3'");
  expect_usage_error({"train", data(), "--threads", "99999", "-o", path("m")},
                     "--threads: expected");
  expect_usage_error({"train", data(), "--seed", "1.5", "-o", path("m")}, "--seed: expected");
  expect_usage_error({"train", data(), "--json=perhaps", "-o", path("m")},
                     "--json: expected true or false, got 'perhaps'");
  expect_usage_error({"train", data(), "--method", "hsmv", "-o", path("m")},
                     "did you mean 'hsvm'?");
}

TEST_F(Arguments, ARepeatedOptionIsAnError) {
  expect_usage_error({"train", data(), "--C", "1", "--C=2", "-o", path("m")},
                     "train: --C is given twice");
}

TEST_F(Arguments, AnOptionOfAnotherMethodIsNamedAsSuch) {
  expect_usage_error({"train", data(), "--method", "clade", "--slack", "pair", "-o", path("m")},
                     "--slack: method 'clade' has no such option (it belongs to hsvm");
}

TEST_F(Arguments, TheNumberOfArgumentsIsChecked) {
  expect_usage_error({"train", "-o", path("m")}, "train: DATA is missing");
  expect_usage_error({"predict"}, "predict: MODEL is missing");
  expect_usage_error({"predict", path("m")}, "predict: DATA is missing");
  expect_usage_error({"info", "a", "b"}, "info: unexpected argument 'b'");
  expect_usage_error({"train", data()}, "train: -o is missing");
  expect_usage_error({"taxonomy"},
                     "expected check, show, convert, learn, random or advise, got nothing");
  expect_usage_error({"generate"}, "generate: NAME is missing");
  expect_usage_error({"generate", "cai-multiclass"}, "generate: -o is missing");
}

TEST_F(Arguments, OptionsThatContradictEachOtherAreRefused) {
  expect_usage_error({"predict", "m", data(), "--top", "2", "--label-set", "sign"},
                     "exclude each other");
  expect_usage_error({"predict", "m", data(), "--scores", "--top", "2"}, "--scores");
  expect_usage_error({"info", "m", "--weights", "--json"}, "exclude each other");
  expect_usage_error({"evaluate", "m", data(), "--truth", data()}, "go without a MODEL");
  expect_usage_error({"evaluate", "--truth", data()}, "--scores, --predictions or both");
  expect_usage_error({"evaluate", "--scores", data()}, "--truth is missing");
  expect_usage_error({"evaluate"}, "MODEL and DATA are missing");
}

TEST_F(Arguments, AreWrittenInSeveralWays) {
  const Answer answer =
      run_clade({"train", "--taxonomy=" + taxonomy(), "--quiet", "-o", path("m"), "--", data()});
  EXPECT_EQ(answer.code, 0) << answer.err;
  EXPECT_TRUE(std::filesystem::exists(path("m")));
}

TEST_F(Arguments, DataMayComeFromStandardInput) {
  const std::string text = read_file(data());
  const Answer answer =
      run_clade({"train", "-", "--format", "svm", "--quiet", "-o", path("m")}, text);
  EXPECT_EQ(answer.code, 0) << answer.err;
  EXPECT_EQ(run_clade({"predict", path("m"), "-", "--format", "svm"}, "? 4:1\n").out.substr(0, 3),
            "0\tb");
}

TEST(Help, ExplainsEveryCommandWithin100Columns) {
  const std::vector<Words> commands{{"train"},
                                    {"train", "--method", "hsvm"},
                                    {"predict"},
                                    {"evaluate"},
                                    {"info"},
                                    {"taxonomy"},
                                    {"taxonomy", "check"},
                                    {"taxonomy", "show"},
                                    {"generate"},
                                    {"generate", "cai-multilabel"}};
  for (Words words : commands) {
    const std::string name = words.front();
    words.emplace_back("--help");
    const Answer answer = run_clade(words);
    EXPECT_EQ(answer.code, 0) << name;
    EXPECT_EQ(answer.err, "") << name;
    EXPECT_THAT(answer.out, HasSubstr("Usage: clade " + name));
    EXPECT_THAT(answer.out, HasSubstr("Examples:"));
    std::istringstream lines(answer.out);
    for (std::string line; std::getline(lines, line);) EXPECT_LE(line.size(), 100) << line;
  }
}

TEST(Help, ShowsTheOptionsOfTheChosenMethod) {
  const std::string standard = run_clade({"train", "--help"}).out;
  const std::string hsvm = run_clade({"train", "-h", "--method=hsvm"}).out;
  EXPECT_THAT(standard, HasSubstr("Options of method 'clade'"));
  EXPECT_THAT(hsvm, HasSubstr("Options of method 'hsvm'"));
  EXPECT_THAT(hsvm, HasSubstr("--slack-power"));
  EXPECT_THAT(hsvm, HasSubstr("default 0.001"));
  EXPECT_EQ(standard.find("--slack-power"), std::string::npos);
}

TEST(Help, IsACommandToo) {
  EXPECT_EQ(run_clade({"help", "train", "--method", "hsvm"}).out,
            run_clade({"train", "--help", "--method", "hsvm"}).out);
  EXPECT_EQ(run_clade({"help", "taxonomy", "show"}).out,
            run_clade({"taxonomy", "show", "--help"}).out);
  EXPECT_THAT(run_clade({"help"}).out, HasSubstr("evaluate"));
  EXPECT_EQ(run_clade({"help"}).out, run_clade({"--help"}).out);
  EXPECT_EQ(run_clade({"help", "trane"}).code, 2);
}

TEST(Version, IsPrinted) {
  const Answer answer = run_clade({"--version"});
  EXPECT_EQ(answer.code, 0);
  EXPECT_THAT(answer.out, StartsWith("clade "));
}

}  // namespace
}  // namespace clade::detail::test
