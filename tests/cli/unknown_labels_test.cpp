// --unknown-labels wherever labelled data meet a taxonomy.
#include <nlohmann/json.hpp>

#include "tests/cli/run_clade.h"

namespace clade::detail::test {
namespace {

using ::testing::HasSubstr;
using ::testing::Not;
using Json = nlohmann::json;

class UnknownLabels : public SmallProblem {
 protected:
  // Two labels outside the taxonomy, on three records, one of which has another label.
  std::string odd() const {
    return write("odd.svm",
                 "a1 1:1 3:0.5\na1,zz 1:0.9\na2 2:1 3:0.5\na2 2:0.8\nb 4:1\nb 1:0.1 4:0.7\n"
                 "zz 9:1\na2x 2:1\n");
  }
  std::string paths() const { return write("paths.tsv", "A\tA/01\nA\tA/02\nB\tB/01\n"); }
  std::string deep() const {
    return write("deep.svm", "A/01/B 1:1\nA/01 1:0.9\nA/02 2:1\nA/02/X/Y 2:1\nB/01 3:1\nC/1 3:1\n");
  }
};

TEST_F(UnknownLabels, AreAnErrorThatCountsThemAndNamesTheWayOut) {
  const Answer answer =
      run_clade({"train", odd(), "--taxonomy", taxonomy(), "-o", path("m.clade")});
  EXPECT_EQ(answer.code, 3);
  EXPECT_THAT(answer.err, HasSubstr("odd.svm:2:4: label 'zz' is not in the taxonomy"));
  EXPECT_THAT(answer.err, HasSubstr("3 of 8 records have such a label, 2 labels in all"));
  EXPECT_THAT(answer.err, HasSubstr("--unknown-labels skip leaves such labels out"));
  EXPECT_THAT(answer.err, Not(HasSubstr("prefix")));
  EXPECT_FALSE(std::filesystem::exists(path("m.clade")));
}

TEST_F(UnknownLabels, AreLeftOutAndListedMostFrequentFirst) {
  const Answer answer = run_clade({"train", odd(), "--taxonomy", taxonomy(), "-o", path("m.clade"),
                                   "--unknown-labels", "skip", "--json"});
  ASSERT_EQ(answer.code, 0) << answer.err;
  EXPECT_THAT(answer.err, HasSubstr("2 labels are not in the taxonomy and were left out, with the "
                                    "number of records: 'zz' (2), 'a2x' (1)"));
  EXPECT_THAT(answer.err, HasSubstr("2 records have no other label and are left out"));
  const Json json = Json::parse(answer.out);
  EXPECT_EQ(json["instances"], 6);
  // Nothing of the records that are left out is learned.
  EXPECT_EQ(json["features"], 4);
  // The same model as without them.
  run_clade(
      {"train", data(), "--taxonomy", taxonomy(), "-o", path("same.clade"), "--no-fingerprint"});
  run_clade({"train", odd(), "--taxonomy", taxonomy(), "-o", path("m.clade"), "--unknown-labels",
             "skip", "--no-fingerprint"});
  EXPECT_EQ(read_file(path("same.clade")), read_file(path("m.clade")));
}

TEST_F(UnknownLabels, OfPathsTheLongestKnownPartIsTaken) {
  const Answer refused = run_clade({"train", deep(), "--taxonomy", paths(), "-o", path("m.clade")});
  EXPECT_EQ(refused.code, 3);
  EXPECT_THAT(refused.err, HasSubstr("--unknown-labels prefix takes what is known of a path"));
  const Answer answer = run_clade({"train", deep(), "--taxonomy", paths(), "-o", path("m.clade"),
                                   "--unknown-labels", "prefix", "--json"});
  ASSERT_EQ(answer.code, 0) << answer.err;
  EXPECT_EQ(Json::parse(answer.out)["instances"], 5);
  EXPECT_THAT(answer.err, HasSubstr("'A/01/B' as 'A/01' (1), 'A/02/X/Y' as 'A/02' (1)"));
  EXPECT_THAT(answer.err, HasSubstr("1 label is not in the taxonomy and was left out, with the "
                                    "number of records: 'C/1' (1)"));
  EXPECT_THAT(answer.err, HasSubstr("1 record has no other label and is left out"));
}

TEST_F(UnknownLabels, FollowOneRuleInEveryCommand) {
  const std::string file = model({"--kernel", "linear"});
  for (const Words& command : std::vector<Words>{
           {"evaluate", file, odd()},
           {"update", file, odd(), "-o", path("next.clade")},
           {"compare", odd(), "--taxonomy", taxonomy(), "--methods", "hsvm", "--folds", "2"},
           {"audit", odd(), "--taxonomy", taxonomy(), "--folds", "2"},
           {"taxonomy", "check", taxonomy(), odd()},
           {"evaluate", "--truth", odd(), "--taxonomy", taxonomy(), "--predictions",
            write("p.tsv", "0\ta1\n1\ta1\n2\ta2\n3\ta2\n4\tb\n5\tb\n6\tb\n7\tb\n")}}) {
    const Answer refused = run_clade(command);
    EXPECT_EQ(refused.code, 3) << command[0];
    EXPECT_THAT(refused.err, HasSubstr("label 'zz' is not in the taxonomy")) << command[0];
    Words more = command;
    more.insert(more.end(), {"--unknown-labels", "skip"});
    const Answer answer = run_clade(more);
    EXPECT_EQ(answer.code, 0) << command[0] << answer.err;
    if (command[0] == "taxonomy") {
      EXPECT_THAT(answer.out, HasSubstr("They are left out, as asked for"));
    } else {
      EXPECT_THAT(answer.err, HasSubstr("were left out, with the number of records: 'zz' (2)"))
          << command[0];
    }
  }
}

TEST_F(UnknownLabels, EvaluateMeasuresTheOtherLabelsAlone) {
  const Answer answer =
      run_clade({"evaluate", model(), odd(), "--unknown-labels", "skip", "--json"});
  ASSERT_EQ(answer.code, 0) << answer.err;
  EXPECT_EQ(Json::parse(answer.out)["instances"], 6);
  // A model whose classes came from labels takes new ones, unless told otherwise.
  run_clade({"train", data(), "-o", path("flat.clade"), "--quiet"});
  EXPECT_EQ(
      Json::parse(run_clade({"evaluate", path("flat.clade"), odd(), "--json"}).out)["instances"],
      8);
  EXPECT_EQ(Json::parse(run_clade({"evaluate", path("flat.clade"), odd(), "--json",
                                   "--unknown-labels", "skip"})
                            .out)["instances"],
            6);
}

TEST_F(UnknownLabels, UpdateLeavesOutInnerNodesWithoutAClass) {
  const std::string from = model({"--kernel", "linear"});
  const std::string more = write("more.svm", "a 1:1\nb 4:1\n");
  const Answer refused = run_clade({"update", from, more, "-o", path("next.clade")});
  EXPECT_EQ(refused.code, 3);
  EXPECT_THAT(refused.err, HasSubstr("is an inner node"));
  const Answer answer = run_clade(
      {"update", from, more, "-o", path("next.clade"), "--unknown-labels", "skip", "--json"});
  ASSERT_EQ(answer.code, 0) << answer.err;
  EXPECT_EQ(Json::parse(answer.out)["instances"], 1);
  EXPECT_THAT(answer.err, HasSubstr("1 label is without a class in the model"));
}

TEST_F(UnknownLabels, InAStreamAreCountedOverAllOfIt) {
  const Words train{"train",    "-",          "--format", "svm", "--taxonomy", taxonomy(),
                    "--method", "perceptron", "--epochs", "1",   "-o",         path("m.clade"),
                    "--json"};
  const std::string text = read_file(odd());
  const Answer refused = run_clade(train, text);
  EXPECT_EQ(refused.code, 3);
  EXPECT_THAT(refused.err, HasSubstr("-:2:4: label 'zz' is not in the taxonomy"));
  EXPECT_THAT(refused.err, HasSubstr("--unknown-labels skip"));
  Words skipping = train;
  skipping.insert(skipping.end(), {"--unknown-labels", "skip"});
  const Answer answer = run_clade(skipping, text);
  ASSERT_EQ(answer.code, 0) << answer.err;
  EXPECT_EQ(Json::parse(answer.out)["instances"], 6);
  EXPECT_THAT(answer.err, HasSubstr("'zz' (2), 'a2x' (1)"));
}

TEST_F(UnknownLabels, ThatLeaveNothingAreAnError) {
  const std::string none = write("none.svm", "x 1:1\ny 2:1\n");
  const Answer answer = run_clade(
      {"train", none, "--taxonomy", taxonomy(), "-o", path("m.clade"), "--unknown-labels", "skip"});
  EXPECT_EQ(answer.code, 3);
  EXPECT_THAT(answer.err, HasSubstr("expected labels that the taxonomy has"));
  const Answer wrong = run_clade(
      {"train", none, "--taxonomy", taxonomy(), "-o", path("m.clade"), "--unknown-labels", "drop"});
  EXPECT_EQ(wrong.code, 2);
  EXPECT_THAT(wrong.err, HasSubstr("error|skip|prefix"));
}

}  // namespace
}  // namespace clade::detail::test
