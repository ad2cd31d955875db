// The data of the pages of evaluate and compare.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <fstream>
#include <map>
#include <nlohmann/json.hpp>

#include "data/file_checksum.h"
#include "measure/metric_definition.h"
#include "measure/metric_direction.h"
#include "report/evaluation_page.h"
#include "report/record_pictures.h"
#include "report/report_head.h"
#include "report/tree_json.h"
#include "tests/measure/small_data.h"
#include "tests/support/temp_folder.h"

namespace clade::detail::report {
namespace {

using Json = nlohmann::ordered_json;
using ::testing::ElementsAre;

const std::string edges = "r\ta\nr\tb\na\ta1\na\ta2\n";

class RecordPictures : public ::testing::Test {
 protected:
  NodeId node(std::string_view name) const { return *tree.find(name); }
  JudgedRecord record(std::size_t number, std::string_view truth, std::string_view guess) const {
    return {number, {node(truth)}, {{node(guess)}}};
  }
  Taxonomy tree = Taxonomy::parse(edges, "edges");
};

TEST_F(RecordPictures, TreeHasNamesChildrenAndRoot) {
  const Json json = tree_json(tree);
  EXPECT_EQ(json["names"], Json({"r", "a", "b", "a1", "a2"}));
  EXPECT_EQ(json["children"].dump(), "[[1,2],[3,4],[],[],[]]");
  EXPECT_EQ(json["root"], 0);
}

TEST_F(RecordPictures, AnAddedNodeIsCalledAfterItsParent) {
  const Json json = tree_json(tree.with_added_terminals(std::vector{node("a")}));
  EXPECT_EQ(json["names"].back(), "a (itself)");
  EXPECT_EQ(json["added"].dump(), "[5]");
  EXPECT_FALSE(tree_json(tree).contains("added"));
}

TEST_F(RecordPictures, DocumentsShowWrongOnesFirstAndSomeOfEveryKind) {
  std::vector<JudgedRecord> records;
  for (std::size_t i = 0; i < 10; ++i) records.push_back(record(i, "a1", "a1"));
  for (std::size_t i = 10; i < 13; ++i) records.push_back(record(i, "a1", "b"));
  records.push_back(record(13, "b", "a2"));
  const Json json = documents_json(records, Confusion(tree), Records());
  std::vector<std::string> ids;
  for (const Json& document : json) ids.push_back(document["id"]);
  EXPECT_THAT(ids, ElementsAre("10", "13", "0", "11", "1", "12", "2", "3"));
  EXPECT_EQ(json[0].dump(), R"({"id":"10","labels":[3],"guesses":[[2]],"confused":[[[3,2]]]})");
}

TEST_F(RecordPictures, AllWrongDocumentsAreShownWhereThereIsRoom) {
  std::vector<JudgedRecord> records;
  for (std::size_t i = 0; i < 103; ++i) records.push_back(record(i, "a1", "b"));
  for (std::size_t i = 103; i < 203; ++i) records.push_back(record(i, "b", "b"));
  EXPECT_EQ(documents_json(records, Confusion(tree), Records()).size(), 103U + 4U);
}

TEST_F(RecordPictures, AMissedLabelIsNotConfusedWithOneThatTheDocumentHas) {
  const JudgedRecord both{0, {node("a1"), node("b")}, {{node("b")}, {node("a2"), node("b")}}};
  const Json json = documents_json(std::vector{both}, Confusion(tree), Records());
  EXPECT_EQ(json[0]["confused"].dump(), "[[],[[3,4]]]");
}

TEST_F(RecordPictures, DocumentsBringTheBeginningsOfTheirTexts) {
  Records texts;
  texts.ids = {"x", "y"};
  texts.snippets = {{"short", false}, {"long", true}};
  const std::vector<JudgedRecord> records{record(0, "a1", "b"), record(1, "b", "b")};
  const Json json = documents_json(records, Confusion(tree), texts);
  EXPECT_EQ(json[0].dump(),
            R"({"id":"x","labels":[3],"guesses":[[2]],"confused":[[[3,2]]],"text":"short"})");
  EXPECT_EQ(json[1].dump(),
            R"({"id":"y","labels":[2],"guesses":[[2]],"confused":[[]],"text":"long","cut":true})");
}

TEST_F(RecordPictures, DocumentsAreExplainedInTheirOrderWhileThereIsRoom) {
  std::vector<JudgedRecord> records;
  for (std::size_t i = 0; i < 20; ++i) records.push_back(record(i, "a1", "b"));
  records[7].is_explained = true;
  const ExplainRecords explain = [](std::span<const std::size_t> places) {
    std::vector<Json> lists;
    for (const std::size_t place : places) {
      Json list = Json::array();
      if (place != 1) list.push_back(std::to_string(place) + std::string(100'000, 'x'));
      lists.push_back(std::move(list));
    }
    return lists;
  };
  const Json json = documents_json(records, Confusion(tree), Records(), explain);
  ASSERT_EQ(json.size(), 20U);
  EXPECT_EQ(json[0]["id"], "7") << "what is explained comes first";
  std::size_t explained = 0;
  for (const Json& document : json) explained += document.contains("explained");
  EXPECT_EQ(explained, 3U) << "of 100 KB each";
  EXPECT_FALSE(json[2].contains("explained")) << "there is nothing to say of place 1";
  EXPECT_EQ(json[1]["explained"][0].get<std::string>()[0], '0');
}

TEST_F(RecordPictures, WhatAnotherMethodHasWrongIsShown) {
  std::vector<JudgedRecord> records;
  for (std::size_t i = 0; i < 20; ++i) {
    records.push_back({i, {node("a1")}, {{node("a1")}, {node(i < 12 ? "a1" : "b")}}});
  }
  EXPECT_EQ(documents_json(records, Confusion(tree), Records()).size(), 8U + 4U);
}

TEST_F(RecordPictures, DocumentsHaveTheProbabilitiesOfTheirLabels) {
  JudgedRecord one = record(0, "a1", "b");
  one.probabilities = {{0.123456}};
  EXPECT_EQ(documents_json(std::vector{one}, Confusion(tree), Records())[0]["probabilities"].dump(),
            "[[0.1235]]");
  one.probabilities = {{}};
  EXPECT_FALSE(
      documents_json(std::vector{one}, Confusion(tree), Records())[0].contains("probabilities"));
}

TEST_F(RecordPictures, DocumentsOfAnyNumberHaveRoomInAPage) {
  Records texts;
  std::vector<JudgedRecord> records;
  for (std::size_t i = 0; i < 40; ++i) {
    records.push_back(record(i, i % 2 == 0 ? "a1" : "b", i % 3 == 0 ? "a2" : "a1"));
    texts.snippets.push_back({std::string(100'000, 'x'), true});
  }
  const Json json = documents_json(records, Confusion(tree), texts);
  EXPECT_GE(json.size(), 5U);
  EXPECT_LE(json.dump().size(), 1'000'000U);
}

TEST(SetSizes, SayNothingWhereAllAreOne) {
  SetSizes sizes;
  EXPECT_TRUE(sizes.are_all_one());
  sizes.add(1, 1);
  EXPECT_TRUE(sizes.are_all_one());
  sizes.add(2, 0);
  EXPECT_FALSE(sizes.are_all_one());
  EXPECT_EQ(set_sizes_json(sizes).dump(), R"({"true":{"1":1,"2":1},"predicted":{"0":1,"1":1}})");
}

TEST(EvaluationReport, HoldsWhatWasMeasured) {
  EvaluateOptions options;
  options.keep_judged = true;
  const LabelSpace labels = test::label_space(edges, {"a1", "a2", "b"});
  ThreadPool pool(1);
  const Dataset data(test::records({"a1", "a2", "b", "b"}), labels);
  const GivenPredictions predictions = test::with_sets(labels, {"a1", "a1", "b", "a2"});
  const Evaluation evaluation = evaluate(labels, data, predictions, options, pool);
  Records texts;
  texts.ids = {"p", "q", "r", "s"};
  ReportHead head{"title", "1.0", "clade evaluate", {{"Group", {{"C", "1"}}}}, {"a note"}};
  const Json json = evaluation_report(head, {"hsvm", evaluation, labels, texts, {}});
  EXPECT_EQ(json["kind"], "evaluation");
  EXPECT_EQ(json["instances"], 4);
  EXPECT_EQ(json["settings"].dump(), R"([{"group":"Group","values":[["C","1"]]}])");
  const Json& method = json["methods"][0];
  EXPECT_EQ(method["metrics"]["accuracy"]["mean"], 0.5);
  EXPECT_FALSE(method["metrics"]["accuracy"].contains("interval"));
  EXPECT_EQ(json["meanings"]["micro_f1"],
            "F1 of the given labels, all documents and classes together");
  EXPECT_EQ(json["better"]["accuracy"], "higher");
  EXPECT_EQ(json["better"]["tree_loss"], "lower");
  EXPECT_EQ(method["confusion"].dump(), "[[2,2,1],[2,4,1],[3,3,1],[4,3,1]]");
  EXPECT_EQ(method["documents"]["true"].dump(), "[4,2,2,1,1]");
  EXPECT_EQ(method["documents"]["given"].dump(), "[4,3,1,2,1]");
  EXPECT_EQ(method["documents"]["right"].dump(), "[4,2,1,1,0]");
  EXPECT_EQ(method["labels"]["right"].dump(), "[2,1,1,1,0]");
  EXPECT_FALSE(method.contains("set_sizes"));
  EXPECT_EQ(json["documents"].size(), 4U);
  EXPECT_EQ(json["per_class"].size(), 3U);
}

TEST(EvaluationReport, HasIntervals) {
  EvaluateOptions options;
  options.keep_judged = options.intervals = true;
  const LabelSpace labels = test::label_space(edges, {"a1", "a2", "b"});
  ThreadPool pool(1);
  const Dataset data(test::records({"a1", "a2", "b", "b"}), labels);
  const GivenPredictions predictions = test::with_sets(labels, {"a1", "a1", "b", "a1"});
  const Evaluation evaluation = evaluate(labels, data, predictions, options, pool);
  const Json json = evaluation_report({}, {"hsvm", evaluation, labels, Records(), {}});
  const Json& accuracy = json["methods"][0]["metrics"]["accuracy"];
  EXPECT_LT(accuracy["interval"][0], 0.5);
  EXPECT_GT(accuracy["interval"][1], 0.5);
  EXPECT_EQ(json["methods"][0]["metrics"]["micro_f1"]["interval"], accuracy["interval"]);
}

TEST(EvaluationReport, AClassThatWasNeverGivenHasNoPrecision) {
  EvaluateOptions options;
  options.keep_judged = true;
  const LabelSpace labels = test::label_space(edges, {"a1", "a2", "b"});
  ThreadPool pool(1);
  const Dataset data(test::records({"a1", "a2"}), labels);
  const GivenPredictions predictions = test::with_sets(labels, {"a1", "a1"});
  const Evaluation evaluation = evaluate(labels, data, predictions, options, pool);
  const Json json = evaluation_report({}, {"hsvm", evaluation, labels, Records(), {}});
  std::map<std::string, Json> of;
  for (const Json& row : json["per_class"]) of[row["class"]] = row;
  EXPECT_EQ(of["a1"]["precision"], 0.5);
  EXPECT_TRUE(of["a2"]["precision"].is_null());
  EXPECT_EQ(of["a2"]["recall"], 0);
  EXPECT_TRUE(of["b"]["f1"].is_null());
}

TEST(ReportHead, NamesTheDataAndTheTime) {
  ReportHead head{"title"};
  EXPECT_FALSE(head_json("evaluation", head).contains("files"));
  head.date = "2026-01-02 03:04 UTC";
  head.files = {{"docs.jsonl", 12, "00ff"}};
  const Json json = head_json("evaluation", head);
  EXPECT_EQ(json["date"], "2026-01-02 03:04 UTC");
  EXPECT_EQ(json["files"].dump(), R"([{"name":"docs.jsonl","bytes":12,"checksum":"00ff"}])");
}

// The number that xxhsum -H3 gives.
TEST(FileChecksum, IsOfAllBytes) {
  const test::TempFolder folder;
  std::ofstream(folder.path() / "file") << "abc";
  EXPECT_EQ(file_checksum(folder.path() / "file"), "78af5f94892f3950");
  EXPECT_THROW(file_checksum(folder.path() / "missing"), Error);
}

TEST(MetricDefinition, IsThereForEveryMetric) {
  for (const std::string_view name : metric_names)
    EXPECT_FALSE(metric_definition(name).empty()) << name;
  for (const char* name : {"precision_at_5", "log_loss", "brier", "ece"}) {
    EXPECT_FALSE(metric_definition(name).empty()) << name;
  }
  EXPECT_TRUE(metric_definition("no_metric").empty());
}

}  // namespace
}  // namespace clade::detail::report
