#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

#include "measure/evaluation_json.h"
#include "measure/metric_direction.h"
#include "tests/measure/small_data.h"

namespace clade::detail {
namespace {

using test::label_space;
using ::testing::HasSubstr;
using ::testing::Not;

Evaluation small_evaluation() {
  Evaluation evaluation;
  evaluation.instances = 4;
  evaluation.metrics = {{"accuracy", 0.5}, {"tree_loss", 0.1}};
  evaluation.loss_histogram = {{0, 2}, {1.5, 1}, {0.1, 1}};
  evaluation.per_level = {{1, 0.75, 2, 0.5, 0.25}, {2, {}, 3, 1, {}}};
  evaluation.per_class = {{static_cast<ClassId>(1), 3, 1, 0.5, 2.0 / 3}};
  return evaluation;
}

TEST(EvaluationJson, IsTheObjectOfTheContractInItsOrder) {
  const LabelSpace labels = label_space("root\ta\nroot\tb\n", {"a"});
  EXPECT_EQ(evaluation_json(small_evaluation(), labels),
            R"({"instances":4,"metrics":{"accuracy":0.5,"tree_loss":0.1},)"
            R"("loss_histogram":{"0":2,"0.1":1,"1.5":1},)"
            R"("per_level":[{"level":1,"accuracy":0.75,"nodes":2,"f1":0.5,"auprc":0.25},)"
            R"({"level":2,"nodes":3,"f1":1.0}],)"
            R"("per_class":[{"class":"b","support":3,"precision":1.0,"recall":0.5,)"
            R"("f1":0.6666666666666666}],"empty_sets":0})");
}

TEST(EvaluationJson, NamesAnAddedClassLikeItsNode) {
  const LabelSpace labels = label_space("root\ta\na\tb\n", {"a"});
  Evaluation evaluation;
  evaluation.per_class = {{labels.find("a").value(), 0, 0, 0, 0}};
  EXPECT_THAT(evaluation_json(evaluation, labels), HasSubstr(R"("class":"a")"));
}

TEST(EvaluationJson, SurvivesANameThatIsNotUtf8) {
  LabelSpace::Parts parts{Taxonomy::flat(std::vector<std::string>{"\xff\xfe"}),
                          {static_cast<NodeId>(1)},
                          {true},
                          LabelNodes::terminal,
                          {}};
  const LabelSpace labels(std::move(parts));
  Evaluation evaluation;
  evaluation.per_class = {{static_cast<ClassId>(0), 0, 0, 0, 0}};
  const auto json = nlohmann::json::parse(evaluation_json(evaluation, labels));
  EXPECT_EQ(json["per_class"].size(), 1U);
}

TEST(EvaluationJson, KeepsEmptyPartsAsEmptyContainers) {
  const LabelSpace labels = label_space("root\ta\n", {"a"});
  EXPECT_EQ(evaluation_json(Evaluation{}, labels),
            R"({"instances":0,"metrics":{},"loss_histogram":{},"per_level":[],"per_class":[],)"
            R"("empty_sets":0})");
}

TEST(EvaluationText, AlignsNamesAndValues) {
  EXPECT_EQ(evaluation_text(small_evaluation()),
            "instances                        4\n"
            "\nthe best class\n"
            "accuracy                    0.5000  the best class is a true one\n"
            "tree_loss                   0.1000  how far it is from the nearest true one\n"
            "\n"
            "  top loss   instances     share\n"
            "         0           2    0.5000\n"
            "       0.1           1    0.2500\n"
            "       1.5           1    0.2500\n"
            "\n"
            "     level       nodes  accuracy        f1     auprc\n"
            "         1           2    0.7500    0.5000    0.2500\n"
            "         2           3         -    1.0000         -\n");
}

TEST(EvaluationText, GroupsTheMetricsAndSaysWhatEachMeans) {
  Evaluation evaluation;
  evaluation.instances = 9;
  evaluation.empty_sets = 3;
  evaluation.featureless = 2;
  for (const std::string_view name : metric_names) evaluation.metrics.emplace_back(name, 1);
  evaluation.metrics.emplace_back("precision_at_3", 1);
  const std::string text = evaluation_text(evaluation);
  EXPECT_THAT(text, HasSubstr("without a label                  3\n"));
  EXPECT_THAT(text, HasSubstr("without a known feature          2\n"));
  for (const auto& [name, value] : evaluation.metrics) {
    EXPECT_THAT(text, ::testing::ContainsRegex("\n" + name + " +1.0000  [a-zA-Z]")) << name;
  }
  EXPECT_LT(text.find("\nthe best class\n"), text.find("\nthe ranking of the classes\n"));
  EXPECT_LT(text.find("\nfmax"), text.find("\nthe predicted sets of labels\n"));
  EXPECT_THAT(text, Not(HasSubstr("the probabilities")));
}

TEST(PerClassTable, HasALinePerClass) {
  const LabelSpace labels = label_space("root\ta\nroot\tb\n", {"a"});
  EXPECT_EQ(per_class_table(small_evaluation(), labels),
            "class\tsupport\tprecision\trecall\tf1\nb\t3\t1\t0.5\t0.666667\n");
}

TEST(EvaluationText, LeavesOutEmptyTables) {
  EXPECT_THAT(evaluation_text(Evaluation{}), Not(HasSubstr("level")));
}

}  // namespace
}  // namespace clade::detail
