#include <gtest/gtest.h>

#include "clade/check.h"

namespace clade {
namespace {

TEST(DataCheck, LooksThroughExamplesInMemory) {
  TextExamples train, test;
  train.add("red apple", {"a"}, {1, "1"});
  train.add("red apple", {"b"}, {1, "2"});
  train.add("brick", {"b"}, {1, "3"});
  train.add("stone", {"zz"}, {1, "3"});
  test.add("brick", {"b"}, {1, "4"});
  CheckOptions options;
  options.test = &test;
  const Taxonomy taxonomy = Taxonomy::from_edges({{"r", "a"}, {"r", "b"}, {"r", "c"}});
  const DataCheck found = check(train, given(taxonomy), options);
  EXPECT_FALSE(found.is_usable);
  ASSERT_EQ(found.unknown_labels.size(), 1U);
  EXPECT_EQ(found.unknown_labels[0].name, "zz");
  ASSERT_EQ(found.conflicting.size(), 1U);
  EXPECT_EQ(found.conflicting[0].ids, (std::vector<std::string>{"1", "2"}));
  EXPECT_TRUE(found.repeated.empty());
  EXPECT_EQ(found.repeated_ids, std::vector<std::string>{"3"});
  EXPECT_EQ(found.leaks, std::vector<std::string>{"4"});
  EXPECT_EQ(found.empty_classes, std::vector<std::string>{"c"});
  EXPECT_EQ(found.single_classes, std::vector<std::string>{"a"});
  EXPECT_NE(found.text().find("`unknown_labels=skip`"), std::string::npos);
}

}  // namespace
}  // namespace clade
