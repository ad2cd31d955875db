#include "data/fields.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "tests/data/support.h"

namespace clade::detail {
namespace {

using ::testing::ElementsAre;
using testing::error_of;
using ::testing::HasSubstr;
using Names = std::vector<std::string>;

FieldRole role(const FieldRoles& roles, std::string_view name) { return roles.use(name).role; }

TEST(FieldRoles, AreTheUsualOnesUnlessSaid) {
  const FieldRoles roles({}, {}, Names{"ID", "label", "text", "Split", "Weight", "weight", "size"});
  EXPECT_EQ(role(roles, "ID"), FieldRole::id);
  EXPECT_EQ(role(roles, "label"), FieldRole::label);
  EXPECT_EQ(role(roles, "text"), FieldRole::text);
  EXPECT_EQ(role(roles, "weight"), FieldRole::weight);
  EXPECT_EQ(role(roles, "Split"), FieldRole::split);
  EXPECT_EQ(role(roles, "Weight"), FieldRole::unnamed) << "what a thing weighs";
  EXPECT_EQ(roles.role_of_rest(), FieldRole::ignored) << "beside text";
  EXPECT_EQ(FieldRoles({}, {}, Names{"label", "size"}).role_of_rest(), FieldRole::feature);
}

TEST(FieldRoles, FollowTheCallThenTheModelThenUse) {
  FieldOptions asked, remembered;
  remembered.label_field = "topic";
  remembered.text_fields = "title=2,body";
  const Names names{"topic", "title", "body", "kind", "label", "size"};
  const FieldRoles by_model({}, remembered, names);
  EXPECT_EQ(role(by_model, "topic"), FieldRole::label);
  EXPECT_EQ(role(by_model, "label"), FieldRole::ignored) << "the truth is no feature";
  EXPECT_EQ(by_model.use("title").text_weight, 2);
  asked.label_field = "kind";
  asked.feature_fields = "size";
  const FieldRoles by_call(asked, remembered, names);
  EXPECT_EQ(role(by_call, "kind"), FieldRole::label);
  EXPECT_EQ(role(by_call, "topic"), FieldRole::unnamed);
  EXPECT_EQ(role(by_call, "size"), FieldRole::feature);
  // What a model remembers may be missing.
  EXPECT_EQ(role(FieldRoles({}, remembered, Names{"labels", "title"}), "labels"), FieldRole::label);
}

TEST(FieldRoles, RefuseAFieldForTwoThings) {
  FieldOptions asked;
  asked.label_field = asked.id_field = "x";
  EXPECT_THAT(error_of(ErrorKind::usage, [&] { FieldRoles(asked, {}, {}); }),
              HasSubstr("`id_field`: 'x' is something else already"));
}

TEST(FieldRoles, TakeTheRestWhereAsked) {
  FieldOptions asked;
  asked.feature_fields = "rest";
  asked.ignore_fields = "sku";
  const FieldRoles roles(asked, {}, Names{"text", "sku", "price"});
  EXPECT_EQ(roles.role_of_rest(), FieldRole::feature);
  EXPECT_EQ(role(roles, "sku"), FieldRole::ignored);
}

TEST(FieldLabels, AreTrimmedAndSeparated) {
  const auto labels = [](std::string_view text, std::string_view separator) {
    Names all;
    for_each_label(text, separator, [&](std::string_view label) { all.emplace_back(label); });
    return all;
  };
  EXPECT_THAT(labels(" a b ; c;", ";"), ElementsAre("a b", "c"));
  EXPECT_THAT(labels("a;;b", ";"), ElementsAre("a", "", "b"));
  EXPECT_THAT(labels(" a;b ", ""), ElementsAre("a;b"));
  EXPECT_THAT(labels("a, b", ", "), ElementsAre("a", "b"));
  EXPECT_EQ(parse_label_separator("semicolon"), ";");
  EXPECT_EQ(parse_delimiter("tab"), '\t');
  EXPECT_EQ(parse_delimiter("auto"), std::nullopt);
}

}  // namespace
}  // namespace clade::detail
