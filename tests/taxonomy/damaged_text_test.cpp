// No text may crash or hang a reader of taxonomies: it is read, or refused with a place.
#include <gtest/gtest.h>

#include "taxonomy/draft_problems.h"
#include "taxonomy/rdf_triples.h"
#include "tests/support/mutations.h"
#include "tests/taxonomy/format_support.h"

namespace clade::detail {
namespace {

using test::edges_of;

struct Sample {
  std::string_view format, text;
};

constexpr std::array samples{
    Sample{"edges", "r\ta\nr\tb\r\na\tx y\n\nb\tx y\n"},
    Sample{"indented", "r\n  a\n    x\n  b\n\tc\n"},
    Sample{"json",
           R"({"name":"r","children":["a",{"b":{"c":["d",null]},"e":{}},{"name":"f\u00e9"}]})"},
    Sample{"json", R"([{"id":1,"name":"a","children":[{"id":2,"name":"x"}]},{"name":"x"}])"},
    Sample{"paths", "A/01/x\nA/02\nB\n"},
    Sample{"table", "id,name,parent_id\n1,a,\n2,\"b \"\"q\"\"\",1\r\n3,a,2\n"},
    Sample{"table", "Level 1;Level 2\na;b\na;\n\"c\nd\";b\n"},
    Sample{"table", "child|parent\nx|r\nx|\n"},
    Sample{"edges", "id\tparent\tname\n1\t0\ta\n2\t1\tb\n"},
    Sample{"mesh", "Body;A01\nEye;A01.456\nEye;A09.371\nB02.1\tx\n"},
    Sample{"obo",
           "format-version: 1.2\n! c\n[Term]\nid: G:1\nname: a \\\"b\\\" {x=\"y\"} ! z\nalt_id: "
           "G:0\n\n"
           "[Term]\nid: G:2\nis_a: G:1 ! a\nrelationship: part_of G:0\n[Term]\nid: G:3\n"
           "is_obsolete: true\nreplaced_by: G:2\n[Typedef]\nid: part_of\n"},
    Sample{"turtle",
           "@prefix s: <http://www.w3.org/2004/02/skos/core#> .\n@base <http://e/> .\n"
           "<a> a s:Concept ; s:prefLabel \"A\"@en, '''B'''@de ; s:narrower <b>, [ s:prefLabel "
           "\"n\" ] .\n"
           "<c> s:broader <a> ; s:x ( 1 2.5 \"q\\u00e9\" ) . # end\n"},
    Sample{"ntriples",
           "<http://e/a> <http://www.w3.org/2004/02/skos/core#broader> <http://e/b> .\n"
           "_:x <http://www.w3.org/2004/02/skos/core#prefLabel> \"A \\\"q\\\"\"@en . # c\n"},
    Sample{"arff",
           "% c\n@relation 'a b'\n@attribute x numeric\n@attribute y {u,'v w'}\n"
           "@attribute class hierarchical root/a,root/b,a/x,'b/x' % c\n@data\n1,u,x\n"},
};

constexpr std::array<std::string_view, 24> words{
    "\t", "\n", "\r\n", "\"",  "'",      "\\",       "{",          "}",
    "[",  "]",  "(",    "[[[", "is_a: ", "[Term]\n", "@data\n",    "root/",
    "/",  ";",  "A01.", "<",   "> . \n", "\"\"\"",   "@prefix : ", std::string_view("\0", 1)};

class DamagedText : public testing::TestWithParam<Sample> {};

// Writing what was read in each format that can hold it, and reading that, gives the same edges.
void expect_round_trips(const TaxonomyDocument& document) {
  for (const std::string format :
       {"edges", "indented", "json", "obo", "mesh", "arff", "table", "turtle", "ntriples"}) {
    std::string text;
    if (!reads_rdf() && (format == "turtle" || format == "ntriples")) continue;
    if (test::error_of([&] { text = test::text_of({document.taxonomy, {}, {}}, format); }))
      continue;
    TaxonomyReadOptions reading;
    if (format == "mesh") reading.naming = NodeNaming::label;
    EXPECT_EQ(edges_of(test::read_as(format, text, reading)), edges_of(document.taxonomy))
        << format << "\n"
        << text;
  }
}

TEST_P(DamagedText, IsReadOrRefused) {
  const Sample& sample = GetParam();
  const bool is_rdf = sample.format == "turtle" || sample.format == "ntriples";
  if (is_rdf && !reads_rdf()) GTEST_SKIP() << "clade was built without libserd";
  Random random(17);
  int was_read = 0, was_refused = 0;
  for (int round = 0; round < 600; ++round) {
    const std::string text = test::mutated(sample.text, words, random);
    TaxonomyReadOptions reading{std::string(sample.format)};
    reading.part_of = round % 2 == 0;
    if (round % 3 == 0) reading.naming = NodeNaming::label;
    std::optional<TaxonomyDraft> draft;
    const auto refused = test::error_of([&] { draft.emplace(read_draft(text, "file", reading)); });
    if (refused) {
      ++was_refused;
      EXPECT_EQ(refused->kind(), ErrorKind::input) << text;
      EXPECT_TRUE(std::string_view(refused->what()).starts_with("file:")) << refused->what();
      continue;
    }
    ++was_read;
    const RepairedDraft fixed = repaired(*draft);
    EXPECT_TRUE(find_problems(fixed.draft).is_usable()) << text;
    if (find_problems(*draft).is_usable()) expect_round_trips(document_of(*draft));
  }
  EXPECT_GT(was_read, 20);
  EXPECT_GT(was_refused, sample.format == "edges" || sample.format == "obo" ? 20 : 5);
}

INSTANTIATE_TEST_SUITE_P(Formats, DamagedText, testing::ValuesIn(samples), [](const auto& sample) {
  return std::string(sample.param.format) + std::to_string(sample.index);
});

}  // namespace
}  // namespace clade::detail
