// clade split: parts of data.
#include <algorithm>
#include <nlohmann/json.hpp>
#include <sstream>

#include "tests/cli/run_clade.h"

namespace clade::detail::test {
namespace {

using ::testing::HasSubstr;
using Json = nlohmann::json;

class Split : public SmallProblem {
 protected:
  static std::vector<std::string> lines(const std::string& text) {
    std::vector<std::string> result;
    std::istringstream stream(text);
    for (std::string line; std::getline(stream, line);) result.push_back(line);
    return result;
  }
  // Of 40 records: 20 of x, 10 of y, 9 of z and one of w.
  static std::string svm() {
    std::string text;
    for (int i = 0; i < 40; ++i) {
      const char* label = i < 20 ? "x" : i < 30 ? "y" : i < 39 ? "z" : "w";
      text += std::string(label) + " " + std::to_string(i + 1) + ":1\n";
    }
    return text;
  }
  std::size_t count(const std::string& file, const std::string& label) const {
    const auto all = lines(read_file(path(file)));
    return static_cast<std::size_t>(std::count_if(
        all.begin(), all.end(), [&](const std::string& l) { return l.starts_with(label); }));
  }
};

TEST_F(Split, SharesOutEveryLabelAndKeepsLinesAsTheyAre) {
  const std::string file = write("all.svm", "# a comment\n" + svm());
  const Answer answer = run_clade({"split", file, "-o", path("parts"), "--json"});
  ASSERT_EQ(answer.code, 0) << answer.err;
  const Json json = Json::parse(answer.out);
  EXPECT_EQ(json["parts"][0]["records"], 32);
  EXPECT_EQ(json["parts"][1]["records"], 8);
  EXPECT_EQ(json["same_content"], 0);
  EXPECT_EQ(count("parts/test.svm", "x "), 4U);
  EXPECT_EQ(count("parts/test.svm", "y "), 2U);
  EXPECT_EQ(count("parts/train.svm", "w "), 1U);
  auto both = lines(read_file(path("parts/train.svm")) + read_file(path("parts/test.svm")));
  auto all = lines(svm());
  std::sort(both.begin(), both.end());
  std::sort(all.begin(), all.end());
  EXPECT_EQ(both, all);
  // The same again by the same seed, another way by another.
  const std::string first = read_file(path("parts/test.svm"));
  run_clade({"split", file, "-o", path("again")});
  EXPECT_EQ(read_file(path("again/test.svm")), first);
  run_clade({"split", file, "-o", path("other"), "--seed", "1"});
  EXPECT_NE(read_file(path("other/test.svm")), first);
}

TEST_F(Split, KeepsHeadersQuotesAndLineEnds) {
  const std::string csv =
      "label,text\r\nx,\"one, \"\"two\"\"\"\r\nx,\"a\r\nb\"\r\ny,three\r\ny,four\r\n";
  const Answer answer = run_clade({"split", write("all.csv", csv), "-o", path("csv"), "--fractions",
                                   "0.5,0.5", "--names", "left,right"});
  ASSERT_EQ(answer.code, 0) << answer.err;
  EXPECT_THAT(answer.err, HasSubstr("left.csv: 2 records, 2 labels"));
  const std::string left = read_file(path("csv/left.csv")),
                    right = read_file(path("csv/right.csv"));
  EXPECT_TRUE(left.starts_with("label,text\r\n"));
  EXPECT_TRUE(right.starts_with("label,text\r\n"));
  EXPECT_EQ(left.size() + right.size(), csv.size() + std::string("label,text\r\n").size());
  EXPECT_THAT(left + right, HasSubstr("x,\"a\r\nb\"\r\n"));
  EXPECT_THAT(left + right, HasSubstr("x,\"one, \"\"two\"\"\"\r\n"));

  const std::string arff =
      "@relation r\n@attribute f numeric\n@attribute class {x,y}\n@data\n1,x\n2,x\n3,y\n4,y\n";
  ASSERT_EQ(run_clade({"split", write("all.arff", arff), "-o", path("arff"), "--label-field",
                       "class", "--fractions", "0.5,0.5"})
                .code,
            0);
  EXPECT_TRUE(read_file(path("arff/test.arff")).starts_with("@relation r\n@attribute f"));
  EXPECT_EQ(lines(read_file(path("arff/test.arff"))).size(), 6U);
  // A header that promises a number of records keeps its promise.
  const std::string xc = write("xc.svm", "4 3 2\n0 0:1\n0 1:1\n1 0:2\n1 1:2\n");
  ASSERT_EQ(run_clade({"split", xc, "-o", path("xc"), "--fractions", "0.5,0.5"}).code, 0);
  EXPECT_TRUE(read_file(path("xc/test.svm")).starts_with("2 3 2\n"));
}

TEST_F(Split, KeepsRecordsWithTheSameContentTogether) {
  std::string text;
  for (int i = 0; i < 20; ++i) {
    text += R"({"id":")" + std::to_string(i) + R"(","labels":[")" + (i % 4 < 2 ? "x" : "y") +
            R"("],"text":"text )" + std::to_string(i / 2) + "\"}\n";
  }
  const Answer answer = run_clade({"split", write("all.jsonl", text), "-o", path("parts")});
  ASSERT_EQ(answer.code, 0) << answer.err;
  EXPECT_THAT(answer.err, HasSubstr("20 records have the same content as another"));
  const Json json = Json::parse(
      run_clade({"check", path("parts/train.jsonl"), "--test", path("parts/test.jsonl"), "--json"})
          .out);
  EXPECT_EQ(json["test_records"], 4);
  EXPECT_EQ(json["leaks"]["count"], 0);
}

TEST_F(Split, RefusesPartsThatMakeNoSense) {
  const std::string file = write("all.svm", svm());
  const auto refused = [&](const Words& more) {
    Words words{"split", file, "-o", path("parts")};
    words.insert(words.end(), more.begin(), more.end());
    const Answer answer = run_clade(words);
    EXPECT_EQ(answer.code, 2) << answer.err;
    EXPECT_FALSE(std::filesystem::exists(path("parts")));
    return answer.err;
  };
  EXPECT_THAT(refused({"--fractions", "0.5"}), HasSubstr("--fractions: expected two numbers"));
  EXPECT_THAT(refused({"--fractions", "0.5,0.6"}), HasSubstr("add up to 1"));
  EXPECT_THAT(refused({"--fractions", "1,0"}), HasSubstr("above 0 and below 1"));
  EXPECT_THAT(refused({"--fractions", "a,b"}), HasSubstr("expected numbers such as 0.8,0.2"));
  EXPECT_THAT(refused({"--names", "one"}), HasSubstr("--names: expected 2 names"));
  EXPECT_THAT(refused({"--names", "one,one"}), HasSubstr("different names"));
  EXPECT_EQ(run_clade({"split", file}).code, 2);
  EXPECT_EQ(run_clade({"split", "-", "-o", path("parts")}, svm()).code, 2);
  EXPECT_EQ(run_clade({"split", write("one.svm", "x 1:1\n"), "-o", path("parts")}).code, 3);
  EXPECT_FALSE(std::filesystem::exists(path("parts")));
  // Not over the data themselves.
  const Answer over =
      run_clade({"split", file, "-o", folder_.path().string(), "--names", "all,rest"});
  EXPECT_EQ(over.code, 2);
  EXPECT_EQ(read_file(file), svm());
}

}  // namespace
}  // namespace clade::detail::test
