#include "report/page.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

#include "report/built_pages.h"
#include "tests/support/temp_folder.h"

namespace clade::detail::report {
namespace {

using Json = nlohmann::ordered_json;
using ::testing::HasSubstr;
using ::testing::Not;

TEST(ScriptJson, HoldsNothingThatCouldEndTheElement) {
  const std::string text = script_json({{"name", "</script><!--<script>]]>&amp;"}});
  for (const char* part : {"<", ">", "&"}) EXPECT_THAT(text, Not(HasSubstr(part)));
  EXPECT_THAT(text, HasSubstr("\\u003c/script\\u003e\\u003c!--"));
}

TEST(ScriptJson, ReadsBackAsTheSameValue) {
  const Json values{{"quotes", "\"'`\\ \n\t\r\x01"},
                    {"separators", "a\u2028b\u2029c"},
                    {"markup", "<b>&lt;</b>"},
                    {"right to left", "שלום \u202e עולם"},
                    {"emoji", "👩‍👩‍👧 🌲"},
                    {"<key>", {1, 2.5, nullptr, true}}};
  EXPECT_EQ(Json::parse(script_json(values)), values);
}

TEST(ScriptJson, EscapesLineSeparatorsAlone) {
  // U+2026 and U+202F begin with the same bytes.
  EXPECT_EQ(script_json("\u2028\u2029\u2026\u202f"), "\"\\u2028\\u2029\u2026\u202f\"");
  EXPECT_EQ(script_json("\xe2"), "\"\ufffd\"") << "a beginning of U+2028 alone is no UTF-8";
}

TEST(Page, HasItsDataInside) {
  if (built_page("taxonomy").empty()) GTEST_SKIP() << "built without the pages";
  const std::string page = make_page("taxonomy", {{"title", "@DATA@ </script>"}});
  const std::string data = R"(id="data">{"title":"@DATA@ \u003c/script\u003e"}</script>)";
  EXPECT_THAT(page, HasSubstr(data));
  EXPECT_TRUE(page.starts_with("<!DOCTYPE html>"));
  EXPECT_TRUE(page.ends_with("</html>\n"));
}

TEST(Page, NamesNoOtherPlace) {
  if (built_page("taxonomy").empty()) GTEST_SKIP() << "built without the pages";
  const std::string page(built_page("taxonomy"));
  for (const char* part : {"http:", "https:", "src=", "href=", "@import", "url("}) {
    EXPECT_THAT(page, Not(HasSubstr(part)));
  }
  EXPECT_THAT(page, HasSubstr("default-src 'none'; script-src 'sha256-"));
}

TEST(Page, ThatIsNotBuiltIsAnError) {
  test::expect_error([] { make_page("no such page", Json::object()); }, ErrorKind::environment,
                     "built without its pages");
}

}  // namespace
}  // namespace clade::detail::report
