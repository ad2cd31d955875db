// What a program sees of unknown labels, fingerprints, held-out parts and checks.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>

#include "clade/error.h"
#include "clade/pipeline.h"
#include "model/fingerprint_section.h"

namespace clade {
namespace {

using ::testing::HasSubstr;

const Taxonomy& fruit() {
  static const Taxonomy taxonomy =
      Taxonomy::from_edges({{"r", "a"}, {"a", "a1"}, {"a", "a2"}, {"r", "b"}});
  return taxonomy;
}

TextExamples documents() {
  TextExamples examples;
  for (int i = 0; i < 30; ++i) {
    const bool is_b = i % 3 == 2;
    const std::string label = is_b ? "b" : i % 3 == 0 ? "a1" : "a2";
    examples.add("word" + label + " common word" + std::to_string(i), {label});
  }
  return examples;
}

TEST(HeldOutApi, EvaluateKnowsTheExamplesOfTheTraining) {
  const auto method = make_method("hsvm");
  const TextExamples examples = documents();
  const Model model = train(examples, fruit(), *method).model;
  const ModelEvaluation same = evaluate(model, examples);
  EXPECT_EQ(same.evaluation.trained_on, 30U);
  EXPECT_THAT(same.evaluation.warnings.back(), HasSubstr("30 of 30 records were trained on"));
  TrainOptions without;
  without.fingerprint = false;
  EXPECT_EQ(
      evaluate(train(examples, fruit(), *method, without).model, examples).evaluation.trained_on,
      0U);
}

TEST(HeldOutApi, ASampleOfFingerprintsTellsAbout) {
  const auto method = make_method("hsvm");
  const TextExamples examples = documents();
  const Model model = train(examples, fruit(), *method).model;
  detail::Fingerprints some = *detail::fingerprints_of(model);
  some.bound = some.values[10];
  some.values.resize(10);
  const ModelEvaluation measured = evaluate(detail::with_fingerprints(model, some), examples);
  EXPECT_EQ(measured.evaluation.trained_on, 30U);
  EXPECT_THAT(measured.evaluation.warnings.back(), HasSubstr("about 30 of 30"));
}

TEST(HeldOutApi, TrainAndTestMeasuresAPartAndTrainsOnAll) {
  const auto method = make_method("hsvm");
  const TextExamples examples = documents();
  const TestedTraining both = train_and_test(examples, given(fruit()), *method, 0.2);
  EXPECT_EQ(both.trained_on, 24U);
  EXPECT_EQ(both.test.evaluation.instances, 6U);
  EXPECT_EQ(both.test.evaluation.find("accuracy"), 1.0);
  EXPECT_EQ(evaluate(both.trained.model, examples).evaluation.trained_on, 30U);
  EXPECT_THROW(train_and_test(examples, given(fruit()), *method, 1), Error);
}

TEST(HeldOutApi, UnknownLabelsFollowTheRuleOfTheExamples) {
  const auto method = make_method("hsvm");
  TextExamples examples = documents();
  examples.add("other", {"zz"});
  EXPECT_THROW(train(examples, fruit(), *method), Error);
  examples.set_unknown_labels(UnknownLabels::skip);
  EXPECT_EQ(evaluate(train(examples, fruit(), *method).model, documents()).evaluation.trained_on,
            30U);
}

}  // namespace
}  // namespace clade
