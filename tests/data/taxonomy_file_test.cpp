#include "data/taxonomy_file.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "tests/data/support.h"

namespace clade::detail {
namespace {

using ::testing::ElementsAre;
using testing::gzip;
using ::testing::HasSubstr;
using testing::read_text;
using testing::shown_by_name;
using testing::TempFolder;
using testing::zstd;

constexpr const char* mesh = "Body;A01\nEye;A01.1\nEye;A09.2\nEar;A09.3\nA01;A09.4\n";

TEST(TaxonomyFile, IsReadPlainAndCompressed) {
  const TempFolder folder;
  const std::string text = "r\n a\n b\n";
  for (const auto& file : {folder.write("t.txt", text), folder.write("t.txt.gz", gzip(text)),
                           folder.write("t.txt.zst", zstd(text))}) {
    EXPECT_EQ(read_taxonomy_document(file, {}).taxonomy.size(), 3U) << file;
  }
  EXPECT_THAT(
      testing::error_of(ErrorKind::input,
                        [&] { read_taxonomy_draft(folder.write("b.json.gz", gzip("{")), {}); }),
      HasSubstr("b.json.gz:1: broken JSON"));
  EXPECT_THAT(testing::error_of(ErrorKind::environment,
                                [&] { read_taxonomy_draft(folder.path() / "none.obo", {}); }),
              HasSubstr("none.obo: cannot be opened"));
}

TEST(ResolveLabels, PutsNamesOfNodesInTheirPlace) {
  const TempFolder folder;
  const TaxonomyDocument document = read_taxonomy_document(folder.write("m.mesh", mesh), {});
  Records records = read_text("jsonl",
                              "{\"labels\":[\"Eye\",\"A09.2\",\"x\"]}\n{\"label\":\"A01\"}\n{}\n"
                              "{\"labels\":[\"A01.1\",\"Eye\"]}\n");
  resolve_labels(document, records);
  EXPECT_THAT(shown_by_name(records),
              ElementsAre("0 [A01.1],[A09.2],[x]", "1 [A01]", "2", "3 [A01.1],[A09.2]"));
  EXPECT_THAT(records.label_names[0].place, HasSubstr(":1:"));
}

TEST(ResolveLabels, LeavesOtherLabelsAlone) {
  const TempFolder folder;
  const TaxonomyDocument document = read_taxonomy_document(folder.write("m.mesh", mesh), {});
  Records records = read_text("jsonl", "{\"labels\":[\"b\",\"a\"]}\n");
  resolve_labels(document, records);
  EXPECT_THAT(shown_by_name(records), ElementsAre("0 [b],[a]"));
}

TEST(ResolveLabels, TakesPathsForNames) {
  const TempFolder folder;
  const TaxonomyDocument document =
      read_taxonomy_document(folder.write("t.json", R"({"r":{"a":["x","y/z"],"b":["x"]}})"), {});
  Records records = read_text("jsonl",
                              "{\"labels\":[\"a/x\",\"a > x\",\"r/b/x\"]}\n"
                              "{\"labels\":[\"a/y/z\",\"x\",\"b/y/z\",\"a/\",\"/a\"]}\n");
  resolve_labels(document, records);
  EXPECT_THAT(shown_by_name(records),
              ElementsAre("0 [a/x],[b/x]", "1 [y/z],[x],[b/y/z],[a/],[/a]"));
}

TEST(SettledSource, TakesTheTaxonomyOfTheRecordsWhereNoneIsNamed) {
  Records records = read_text("arff",
                              "@relation r\n@attribute x numeric\n@attribute c hierarchical a,b/c\n"
                              "@data\n1,a\n");
  const TaxonomySource settled = resolve_taxonomy(TaxonomySource{}, records);
  EXPECT_EQ(settled.kind, TaxonomySource::Kind::given);
  EXPECT_EQ(LabelSpace(settled, LabelNodes::terminal, records.label_names).taxonomy().size(), 4U);
  EXPECT_EQ(resolve_taxonomy(TaxonomySource::from_option("paths"), records).kind,
            TaxonomySource::Kind::paths);
  Records plain = read_text("jsonl", "{\"label\":\"a\"}\n");
  EXPECT_EQ(resolve_taxonomy(TaxonomySource{}, plain).kind, TaxonomySource::Kind::flat);
}

TEST(SettledSource, ReadsTheFileOnceWithItsOptions) {
  const TempFolder folder;
  const auto file = folder.write("m", mesh);
  TaxonomySource source = TaxonomySource::from_option(file.string());
  source.read_options.format = "mesh";
  source.read_options.naming = NodeNaming::label;
  Records records = read_text("jsonl", "{\"label\":\"A09.3\"}\n");
  const TaxonomySource settled = resolve_taxonomy(source, records);
  ASSERT_TRUE(settled.taxonomy.has_value());
  EXPECT_TRUE(settled.taxonomy->find("Ear").has_value());
  EXPECT_EQ(records.label_names[0].name, "Ear");
}

}  // namespace
}  // namespace clade::detail
