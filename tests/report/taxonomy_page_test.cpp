#include "report/taxonomy_page.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <fstream>
#include <nlohmann/json.hpp>
#include <sstream>

#include "report/built_pages.h"
#include "tests/support/json_schema.h"
#include "tests/support/temp_folder.h"

namespace clade::detail::report {
namespace {

using Json = nlohmann::ordered_json;
using ::testing::HasSubstr;
using ::testing::IsEmpty;

const std::optional<InstanceCounts> no_counts;

TaxonomyDocument document_of(std::string_view edges) {
  return {Taxonomy::parse(edges, "t"), {}, {}};
}

TEST(TaxonomyPage, DataAreNodesAndEdgesInTheirOrder) {
  const TaxonomyDocument dag = document_of("a\tc\nb\tc\n");
  EXPECT_EQ(taxonomy_data("t.tsv", {dag, no_counts}),
            Json::parse(R"({"kind":"taxonomy","title":"t.tsv","names":["","a","c","b"],)"
                        R"("children":[[1,3],[2],[],[2]],"root":0})"));
}

TEST(TaxonomyPage, HasExamplesAndWordsWhereThereAreSome) {
  TaxonomyDocument document = document_of("a\tc\nb\tc\n");
  const std::optional<InstanceCounts> counts{{{0, 0, 1, 0}, {1, 1, 1, 1}}};
  const Json counted = taxonomy_data("t", {document, counts, 5});
  EXPECT_EQ(counted["examples"], Json::parse(R"({"here":[0,0,1,0],"below":[1,1,1,1],"total":5})"));
  EXPECT_FALSE(counted.contains("words"));
  document.titles = {"", "beech", "", "oak"};
  const Json named = taxonomy_data("t", {document, counts, 5});
  EXPECT_EQ(named["words"], Json::parse(R"(["","beech","","oak"])"));
  std::ifstream file(std::filesystem::path(CLADE_SOURCE_DIR) / "web/report.schema.json");
  const clade::test::JsonSchema schema(Json::parse(file));
  EXPECT_THAT(schema.problems(named, "TaxonomyData"), IsEmpty());
}

TEST(TaxonomyPage, IsWrittenWholeOrNotAtAll) {
  if (built_page("taxonomy").empty()) GTEST_SKIP() << "built without the pages";
  const test::TempFolder folder;
  const TaxonomyDocument document = document_of("r\t<b>\n");
  const auto file = folder.path() / "t.html";
  write_taxonomy_page(file, "t", {document, no_counts});
  std::ostringstream text;
  text << std::ifstream(file, std::ios::binary).rdbuf();
  EXPECT_THAT(text.str(), HasSubstr(R"("names":["r","\u003cb\u003e"])"));
  test::expect_error(
      [&] {
        write_taxonomy_page(folder.path() / "none/t.html", "t", {document, no_counts});
      },
      ErrorKind::environment, "none");
}

}  // namespace
}  // namespace clade::detail::report
