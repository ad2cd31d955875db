// What a page keeps of explanations.
#include "pipeline/explained_records.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>

#include "clade/clade.h"
#include "measure/evaluate_records.h"
#include "pipeline/explained_document.h"
#include "pipeline/read.h"

namespace clade::detail {
namespace {

using ::testing::IsEmpty;
using ::testing::SizeIs;

TextExamples fruit() {
  TextExamples examples;
  for (int i = 0; i < 12; ++i) {
    examples.add("crisp and red", {"apple"});
    examples.add("soft and green", {"pear"});
    examples.add("sour and yellow", {"lemon"});
  }
  return examples;
}

// Evaluates texts and explains them all.
struct Explained {
  Explained(const Model& trained, const TextExamples& examples) : model(trained) {
    const auto source = source_of(examples, "");
    ModelReader reader = reader_for(model, *source);
    reader.options.snippet_bytes = 100;
    Records records = source->read(reader.options, pool);
    model.vectoriser()->transform(records);
    texts = records.snippets;
    EvaluateOptions options;
    options.keep_judged = true;
    measured = evaluate_records(model, std::move(records), options, pool, nullptr, &rows);
    std::vector<std::size_t> places(measured->evaluation.judged.size());
    for (std::size_t i = 0; i < places.size(); ++i) places[i] = i;
    documents = explained_records({model, measured->evaluation, measured->labels, *rows, texts},
                                  places, pool);
  }
  Model model;
  ThreadPool pool{2};
  std::vector<TextSnippet> texts;
  std::optional<Dataset> rows;
  std::optional<ModelEvaluation> measured;
  std::vector<ExplainedDocument> documents;
};

Model calibrated() {
  TrainOptions options;
  options.calibration_folds = 3;
  return train(fruit(), no_taxonomy(), *make_method("svm"), options).model;
}

TEST(ExplainedRecords, StandBesideTheLabelThatWasMissed) {
  TextExamples asked;
  asked.add("red", {"pear"});
  asked.add("red", {"lemon"});
  asked.add("red", {"apple"});
  const Explained explained(train(fruit(), no_taxonomy(), *make_method("svm")).model, asked);
  ASSERT_THAT(explained.documents, SizeIs(3));
  for (const ExplainedDocument& document : explained.documents) {
    EXPECT_EQ(document.answer.label, "apple");
    EXPECT_THAT(document.probabilities, IsEmpty());
    EXPECT_FALSE(document.answer.probability);
  }
  EXPECT_EQ(explained.documents[0].runner_up->label, "pear");
  EXPECT_EQ(explained.documents[1].runner_up->label, "lemon");
  EXPECT_TRUE(explained.documents[1].is_asked_for);
  EXPECT_FALSE(explained.documents[2].is_asked_for);
}

TEST(ExplainedRecords, HaveTheProbabilitiesOfTheAnswers) {
  TextExamples asked;
  asked.add("red", {"pear"});
  asked.add("green", {"pear"});
  const Explained explained(calibrated(), asked);
  for (std::size_t i = 0; i < 2; ++i) {
    const ExplainedDocument& document = explained.documents[i];
    const JudgedInstance& judged = explained.measured->evaluation.judged[i];
    ASSERT_THAT(judged.probabilities, SizeIs(1));
    ASSERT_TRUE(document.answer.probability);
    EXPECT_DOUBLE_EQ(judged.probabilities[0], *document.answer.probability);
    EXPECT_DOUBLE_EQ(document.probabilities[0], *document.answer.probability);
    EXPECT_GT(*document.answer.probability, *document.runner_up->probability);
  }
}

TEST(ExplainedRecords, StandBesideALabelThatWasWronglyGivenWhereNoneWasMissed) {
  TextExamples both;
  for (int i = 0; i < 12; ++i) {
    both.add("crisp and red", {"apple", "fruit"});
    both.add("soft and green", {"pear", "fruit"});
    both.add("hard and grey", {"stone"});
  }
  TextExamples asked;
  asked.add("crisp and red", {"fruit"});
  asked.add("soft and green", {"pear", "fruit"});
  const auto method = make_method("hsvm", {{"constraints", "binary"}, {"loss", "zero-one"}});
  const Explained explained(train(both, no_taxonomy(), *method).model, asked);
  const auto& judged = explained.measured->evaluation.judged[0];
  ASSERT_THAT(judged.guesses, SizeIs(2));
  const ExplainedDocument& document = explained.documents[0];
  EXPECT_EQ(document.answer.label == "apple" || document.runner_up->label == "apple", true);
  EXPECT_EQ(document.is_asked_for, document.answer.label != "apple");
}

TEST(ExplainedRecords, OfAModelWithAKernelAreNone) {
  const Model model = train(fruit(), no_taxonomy(), *make_method("svm", {{"kernel", "rbf"}})).model;
  EXPECT_FALSE(is_explainable(model));
  EXPECT_THAT(Explained(model, fruit()).documents, IsEmpty());
}

TEST(KeepStrongest, KeepsTheLargestSharesOfEitherSign) {
  ExplainedDocument document;
  document.answer.nodes = {{"n", "", 1, 1, {{"w", 1}}}};
  for (int i = 0; i < 5; ++i) document.difference.push_back({"w", 5.0 - i});
  document.text = {{"a", 0.1}, {"b", -3}, {" ", 0}, {"c", 2}, {"d", 0.2}};
  keep_strongest(document, 2, 2);
  EXPECT_THAT(document.difference, SizeIs(2));
  EXPECT_EQ(document.left_out, 3U);
  EXPECT_THAT(document.answer.nodes[0].words, IsEmpty());
  std::vector<double> shares;
  for (const MarkedPart& part : document.text) shares.push_back(part.share);
  EXPECT_THAT(shares, ::testing::ElementsAre(0, -3, 0, 2, 0));
}

}  // namespace
}  // namespace clade::detail
