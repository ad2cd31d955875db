#include "measure/external_predictions.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>
#include <memory>

#include "clade/error.h"
#include "tests/measure/small_data.h"

namespace clade::detail {
namespace {

using test::label_space;
using test::records;
using test::TempFolder;
using test::Words;
using ::testing::AllOf;
using ::testing::ElementsAre;
using ::testing::EndsWith;
using ::testing::HasSubstr;
using ::testing::IsEmpty;

const std::string tree = "root\ta\nroot\tb\na\ta1\na\ta2\nb\tb1\n";

// The predictions of the files for `truth`, whose ids are 0, 1, ... unless given.
struct Matched {
  GivenPredictions predictions;
  LabelSpace labels;
  Dataset truth;
};

Matched match(const std::string& scores, const std::string& predictions, const Words& truth,
              const Words& ids = {}, const Words& used = {"a1"}) {
  const TempFolder folder;
  const auto scores_file = folder.write("scores.tsv", scores);
  const auto predictions_file = folder.write("predictions.tsv", predictions);
  std::shared_ptr<const ScoresFile> score_table;
  if (!scores.empty()) score_table = std::make_shared<ScoresFile>(scores_file);
  std::unique_ptr<const PredictionsFile> lines;
  if (!predictions.empty()) lines = std::make_unique<PredictionsFile>(predictions_file);
  Records with_ids = records(truth);
  with_ids.ids = ids;
  LabelSpace labels = label_space(tree, used);
  Dataset data(std::move(with_ids), labels);
  auto matched = match_predictions(score_table, lines.get(), labels, data);
  return {std::move(matched), std::move(labels), std::move(data)};
}

std::vector<double> scores_of(const Matched& matched, std::size_t instance) {
  std::vector<double> scores(matched.labels.size(), -99);
  matched.predictions.scores(instance, scores);
  return scores;
}

// The message of the Error{input} that `work` must throw.
template <class Work>
std::string input_error(Work work) {
  try {
    work();
  } catch (const Error& error) {
    EXPECT_EQ(error.kind(), ErrorKind::input);
    return error.what();
  }
  ADD_FAILURE() << "expected an Error";
  return "";
}

TEST(ExternalScores, AreMatchedByIdWhateverTheOrderOfRowsAndColumns) {
  const Matched matched =
      match("id\tb1\ta1\ta2\nq\t3\t1\t2\np\t30\t10\t20\n", "", {"a1", "a2"}, {"p", "q"});
  EXPECT_THAT(scores_of(matched, 0), ElementsAre(10, 20, 30));
  EXPECT_THAT(scores_of(matched, 1), ElementsAre(1, 2, 3));
  EXPECT_THAT(matched.predictions.warnings, IsEmpty());
  EXPECT_FALSE(matched.predictions.sets);
}

TEST(ExternalScores, OfNodesSayWhatInnerNodesHave) {
  const std::string row = "1\t2\t3\t4\t5\t6\n";
  const Matched matched = match("a\ta1\ta2\tb\tb1\ta__misc\n" + row, "", {"a1"}, {}, {"a1", "a"});
  ASSERT_EQ(matched.labels.size(), 4U);
  EXPECT_THAT(scores_of(matched, 0), ElementsAre(2, 3, 5, 6));
  EXPECT_EQ(matched.predictions.pooled_over, PooledOver::nodes);
  const Taxonomy& taxonomy = matched.labels.taxonomy();
  std::vector<double> nodes(taxonomy.size(), -99);
  matched.predictions.node_values(0, {}, nodes);
  EXPECT_EQ(nodes[index_of(*taxonomy.find("a"))], 1);
  EXPECT_EQ(nodes[index_of(*taxonomy.find("b"))], 4);
  EXPECT_EQ(nodes[index_of(*taxonomy.added_child(*taxonomy.find("a")))], 6);
  EXPECT_EQ(nodes[index_of(taxonomy.root())], -99);
}

TEST(ExternalScores, OfClassesHaveLabelsAtInnerNodesLast) {
  const TempFolder folder;
  const Taxonomy taxonomy = label_space(tree, {"a1"}).taxonomy();
  const auto is_of_nodes = [&](const std::string& header) {
    return is_table_of_nodes(ScoresFile(folder.write("s.tsv", header + "\n")), taxonomy);
  };
  EXPECT_FALSE(is_of_nodes("a1\ta2\tb1"));
  EXPECT_FALSE(is_of_nodes("a1\ta2\tb1\ta\tb"));
  EXPECT_FALSE(is_of_nodes("a1\ta2\tb1\ta__misc"));
  EXPECT_FALSE(is_of_nodes("a\ta1\ta2\tb1"));  // b has no column
  EXPECT_TRUE(is_of_nodes("a\ta1\ta2\tb\tb1"));
  EXPECT_TRUE(is_of_nodes("a1\ta__misc\ta"));
}

TEST(ExternalScores, AreMatchedByOrderWithoutIds) {
  const Matched matched = match("a1\ta2\tb1\r\n1e0\t-2\t+3\r\n\r\n4\t5\tinf", "", {"a1", "a2"});
  EXPECT_THAT(scores_of(matched, 0), ElementsAre(1, -2, 3));
  EXPECT_EQ(scores_of(matched, 1)[1], 5);
  EXPECT_TRUE(std::isinf(scores_of(matched, 1)[2]));
}

TEST(ExternalScores, TellOfClassesWithoutAColumnAndOfIdsOutsideTheTruth) {
  const Matched matched = match("id\tb1\n0\t3\n7\t4\n", "", {"a1"});
  EXPECT_THAT(matched.predictions.warnings,
              ElementsAre(AllOf(HasSubstr("2 of 3 classes"), HasSubstr("'a1'")),
                          HasSubstr("1 lines were ignored")));
  ThreadPool pool(1);
  const Evaluation result = evaluate(matched.labels, matched.truth, matched.predictions, {}, pool);
  EXPECT_EQ(result.find("accuracy"), 0);
  EXPECT_EQ(result.find("ranking_loss"), 1);  // -infinity ties with -infinity
  EXPECT_EQ(result.warnings.size(), 2U);
}

TEST(ExternalScores, NeedNoRowForAnUnlabelledInstance) {
  EXPECT_NO_THROW(match("id\ta1\ta2\tb1\n0\t1\t2\t3\n", "", {"a1", ""}));
}

TEST(ExternalScores, NameTheUnknownClassAndItsNeighbour) {
  const std::string message = input_error([] { match("id\ta1\ta22\tb1\n", "", {"a1"}); });
  EXPECT_THAT(message, AllOf(HasSubstr("scores.tsv:1:7:"), HasSubstr("'a22'"), HasSubstr("a2")));
}

TEST(ExternalScores, RefuseAClassWithTwoColumns) {
  EXPECT_THAT(input_error([] { match("a1\ta2\ta1\n1\t2\t3\n", "", {"a1"}); }),
              HasSubstr("scores.tsv:1:7:"));
}

TEST(ExternalScores, RefuseAnIdTwice) {
  EXPECT_THAT(input_error([] { match("id\ta1\ta2\tb1\n0\t1\t2\t3\n0\t1\t2\t3\n", "", {"a1"}); }),
              HasSubstr("scores.tsv:3:1: id '0' occurs twice"));
  EXPECT_THAT(input_error([] {
                match("id\ta1\ta2\tb1\np\t1\t2\t3\n", "", {"a1", "a1"}, {"p", "p"});
              }),
              HasSubstr("'p' occurs twice in the true labels"));
}

TEST(ExternalScores, RefuseAnInstanceWithoutARow) {
  EXPECT_THAT(input_error([] {
                match("id\ta1\ta2\tb1\n0\t1\t2\t3\n", "", {"a1", "a2"});
              }),
              HasSubstr("id '1'"));
  EXPECT_THAT(input_error([] {
                match("a1\ta2\tb1\n1\t2\t3\n", "", {"a1", "a2"});
              }),
              HasSubstr("expected 2 rows"));
}

TEST(ExternalScores, SayWhereAFieldIsWrong) {
  const auto evaluate_scores = [](const std::string& scores) {
    return input_error([&] {
      const Matched matched = match(scores, "", {"a1", "a2"});
      ThreadPool pool(2);
      evaluate(matched.labels, matched.truth, matched.predictions, {}, pool);
    });
  };
  EXPECT_THAT(evaluate_scores("a1\ta2\tb1\n1\t2\t3\n1\ttwo\t3\n"),
              AllOf(HasSubstr("scores.tsv:3:3:"), HasSubstr("'a2'"), HasSubstr("'two'")));
  EXPECT_THAT(evaluate_scores("a1\ta2\tb1\n1\tnan\t3\n1\t2\t3\n"), HasSubstr("scores.tsv:2:3:"));
  EXPECT_THAT(evaluate_scores("a1\ta2\tb1\n1\t\t3\n1\t2\t3\n"), HasSubstr("scores.tsv:2:3:"));
  EXPECT_THAT(evaluate_scores("a1\ta2\tb1\n1\t2\t3\n1\t2\n"),
              AllOf(HasSubstr("scores.tsv:3:3:"), HasSubstr("expected 3 fields")));
  EXPECT_THAT(evaluate_scores("a1\ta2\tb1\n1\t2\t3\t4\n1\t2\t3\n"), HasSubstr("got 4"));
}

TEST(ExternalScores, RefuseAHeaderWithoutClasses) {
  EXPECT_THAT(input_error([] { match("id\n0\n", "", {"a1"}); }), HasSubstr("scores.tsv:1:1:"));
  EXPECT_THAT(input_error([] { match("a1\t\tb1\n0\t1\t2\n", "", {"a1"}); }),
              HasSubstr("scores.tsv:1:4: expected a class name"));
  EXPECT_THAT(input_error([] { match("\n", "", {"a1"}); }), HasSubstr("empty file"));
}

TEST(ExternalScores, RefuseAMissingFileByItsName) {
  try {
    const ScoresFile file("no/such/scores.tsv");
    FAIL() << "expected an Error";
  } catch (const Error& error) {
    EXPECT_EQ(error.kind(), ErrorKind::environment);
    EXPECT_THAT(error.what(), HasSubstr("no/such/scores.tsv"));
  }
}

TEST(ExternalPredictions, CollectTheLabelsOfAnId) {
  const Matched matched =
      match("", "1\tb1\t0.5\troot > b\n0\ta1\n1\ta2\n2\t\n", {"a1", "a2,b1", "b1"});
  ASSERT_TRUE(matched.predictions.sets);
  const auto& sets = *matched.predictions.sets;
  EXPECT_THAT(sets[0], ElementsAre(matched.labels.find("a1").value()));
  EXPECT_EQ(sets[1].size(), 2U);
  EXPECT_THAT(sets[2], IsEmpty());
  EXPECT_THAT(matched.predictions.warnings, IsEmpty());
  EXPECT_FALSE(matched.predictions.scores);
}

TEST(ExternalPredictions, TakeAMissingIdAsAnEmptySetAndSaySo) {
  const Matched matched = match("", "1\tb1\n9\tb1\n", {"a1", "b1", ""});
  EXPECT_THAT((*matched.predictions.sets)[0], IsEmpty());
  EXPECT_THAT(matched.predictions.warnings,
              ElementsAre(HasSubstr("1 lines were ignored"),
                          AllOf(HasSubstr("1 instances have no line"), HasSubstr("id '0'"))));
}

TEST(ExternalPredictions, RefuseBadLines) {
  EXPECT_THAT(input_error([] {
                match("", "0\ta1\n1 a2\n", {"a1", "a2"});
              }),
              AllOf(HasSubstr("predictions.tsv:2:1:"), HasSubstr("expected id<TAB>label")));
  EXPECT_THAT(input_error([] {
                match("", "0\ta1\n1\ta3\n", {"a1", "a2"});
              }),
              AllOf(HasSubstr("predictions.tsv:2:3:"), HasSubstr("'a3'")));
  EXPECT_THAT(input_error([] { match("", "0\ta1\n0\ta1\n", {"a1"}); }),
              HasSubstr("predictions.tsv:2:3: label 'a1' occurs twice for id '0'"));
  EXPECT_THAT(input_error([] { match("", "x\ta1\n", {"a1"}); }), HasSubstr("none of its 1 lines"));
  EXPECT_THAT(input_error([] { match("", "\n", {"a1"}); }), HasSubstr("empty file"));
}

TEST(ExternalLabels, ComeFromTheScoresThenThePredictionsThenTheTruth) {
  const TempFolder folder;
  const auto scores_file = folder.write("scores.tsv", "id\tc\ta\n");
  const auto predictions_file = folder.write("predictions.tsv", "0\tb\n0\ta\n1\t\n");
  const ScoresFile scores(scores_file);
  const PredictionsFile predictions(predictions_file);
  Words names;
  std::string place;
  for (const LabelName& label :
       external_labels(&scores, &predictions, test::label_names({"d", "b"}))) {
    names.push_back(label.name);
    if (label.name == "b") place = label.place;
  }
  EXPECT_THAT(names, ElementsAre("c", "a", "b", "d"));
  EXPECT_THAT(place, EndsWith("predictions.tsv:1:3"));
  EXPECT_EQ(external_labels(nullptr, nullptr, test::label_names({"d"})).size(), 1U);
}

TEST(ExternalLabels, AnInnerNodeOfTheScoresIsAClassUnderEitherName) {
  const TempFolder folder;
  const auto scores_file = folder.write("scores.tsv", "a1\ta2\tb1\ta\n0\t0\t0\t5\n");
  const auto scores = std::make_shared<ScoresFile>(scores_file);
  const PredictionsFile* const no_predictions = nullptr;
  Words names;
  for (const LabelName& label : external_labels(scores.get(), no_predictions, {})) {
    names.push_back(label.name);
  }
  const LabelSpace labels = label_space(tree, names);
  const Dataset truth(records({"a__misc"}), labels);
  ThreadPool pool(1);
  const Evaluation result =
      evaluate(labels, truth, match_predictions(scores, no_predictions, labels, truth), {}, pool);
  EXPECT_EQ(result.find("accuracy"), 1);
}

}  // namespace
}  // namespace clade::detail
