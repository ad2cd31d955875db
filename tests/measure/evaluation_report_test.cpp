#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

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
            R"("f1":0.6666666666666666}]})");
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
            R"({"instances":0,"metrics":{},"loss_histogram":{},"per_level":[],"per_class":[]})");
}

TEST(EvaluationText, AlignsNamesAndValues) {
  EXPECT_EQ(evaluation_text(small_evaluation()),
            "instances                        4\n"
            "accuracy                    0.5000\n"
            "tree_loss                   0.1000\n"
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

TEST(EvaluationText, LeavesOutEmptyTables) {
  EXPECT_THAT(evaluation_text(Evaluation{}), Not(HasSubstr("level")));
}

}  // namespace
}  // namespace clade::detail
