// clade::audit from examples in memory.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

#include "clade/audit.h"
#include "clade/error.h"
#include "tests/eval/memory_examples.h"

namespace clade::detail::test {
namespace {

using ::testing::ElementsAre;
using Json = nlohmann::json;

// The first text has the label of another.
TextExamples with_a_wrong_label() {
  TextExamples examples;
  examples.add("about b1 and word0 of b1", {"a1"}, {1, "wrong"});
  for (std::size_t i = 1; i < 60; ++i) {
    const std::string& label = memory_labels[i % 4];
    examples.add("about " + label + " and word" + std::to_string(i % 5) + " of " + label, {label});
  }
  return examples;
}

TEST(AuditApi, PutsTheWrongLabelFirst) {
  AuditOptions options;
  options.snippet_bytes = 8;
  const Audit found = audit(with_a_wrong_label(), given(memory_taxonomy()), {}, options);
  ASSERT_EQ(found.records.size(), 60U);
  const SuspectRecord& worst = found.records.front();
  EXPECT_EQ(worst.id, "wrong");
  EXPECT_EQ(worst.record, 0U);
  EXPECT_THAT(worst.labels, ElementsAre("a1"));
  EXPECT_EQ(worst.label, "a1");
  EXPECT_EQ(worst.suggested, "b1");
  EXPECT_LT(worst.margin, 0);
  EXPECT_TRUE(found.has_texts);
  EXPECT_EQ(worst.text, "about b1");
  EXPECT_TRUE(worst.text_is_cut);
}

TEST(AuditApi, IsWrittenAsJson) {
  const Audit found = audit(memory_vectors(40), given(memory_taxonomy()), {"hsvm"});
  const Json json = Json::parse(found.json());
  ASSERT_EQ(json["instances"].size(), 40U);
  EXPECT_EQ(json["instances"][0]["id"], found.records[0].id);
  EXPECT_EQ(json["classes"].size(), found.classes.size());
  EXPECT_FALSE(found.has_texts);
}

TEST(AuditApi, RefusesMethodsAndExamplesThatCannotJudge) {
  AuditOptions options;
  options.folds = 1;
  EXPECT_THROW(audit(memory_vectors(40), no_taxonomy(), {"svm"}, options), Error);
  EXPECT_THROW(audit(memory_vectors(40), no_taxonomy(), {"nothing"}), Error);
  EXPECT_THROW(
      audit(memory_vectors(40), given(memory_taxonomy()), {"hsvm", {{"multilabel", "intersect"}}}),
      Error);
  EXPECT_THROW(audit(TextExamples(), no_taxonomy(), {"svm"}), Error);
}

}  // namespace
}  // namespace clade::detail::test
