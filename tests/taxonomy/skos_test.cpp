#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "taxonomy/rdf_triples.h"
#include "tests/taxonomy/format_support.h"

namespace clade::detail {
namespace {

using test::all_names;
using test::at;
using test::document_as;
using test::expect_bad_text;
using test::names;
using test::read_as;
using testing::ElementsAre;

class Skos : public testing::Test {
 protected:
  void SetUp() override {
    if (!reads_rdf()) GTEST_SKIP() << "clade was built without libserd";
  }
};

constexpr const char* animals = R"(@prefix skos: <http://www.w3.org/2004/02/skos/core#> .
@prefix : <http://example.org/> .
:animal a skos:Concept ; skos:prefLabel "Tier"@de, "animal"@en ; skos:narrower :cat .
:cat a skos:Concept ; skos:prefLabel "cat"@en-GB, "Katze"@de .
:dog a skos:Concept ; skos:broader :animal ; skos:prefLabel "dog" .
:scheme a skos:ConceptScheme ; skos:prefLabel "the scheme"@en .
)";

TEST_F(Skos, BroaderAndNarrowerAreEdges) {
  const TaxonomyDocument d = document_as("turtle", animals);
  EXPECT_THAT(all_names(d.taxonomy), ElementsAre("animal", "cat", "dog"));
  EXPECT_THAT(names(d.taxonomy, d.taxonomy.children(d.taxonomy.root())), ElementsAre("cat", "dog"));
  ASSERT_EQ(d.aliases.size(), 3U);
  EXPECT_EQ(d.aliases[2].name, "http://example.org/dog");
  EXPECT_EQ(d.aliases[2].node, at(d.taxonomy, "dog"));
}

TEST_F(Skos, LabelsAreOfTheLanguageThatIsAskedFor) {
  TaxonomyReadOptions german;
  german.language = "DE";
  EXPECT_THAT(all_names(read_as("turtle", animals, german)), ElementsAre("Tier", "Katze", "dog"));
  TaxonomyReadOptions french;
  french.language = "fr";
  EXPECT_THAT(all_names(read_as("turtle", animals, french)), ElementsAre("Tier", "cat", "dog"));
  TaxonomyReadOptions by_id;
  by_id.naming = NodeNaming::id;
  EXPECT_THAT(
      all_names(read_as("turtle", animals, by_id)),
      ElementsAre("http://example.org/animal", "http://example.org/cat", "http://example.org/dog"));
}

TEST_F(Skos, ConceptsOfTheSameLabelAreToldApart) {
  const Taxonomy t = read_as("turtle", R"(PREFIX skos: <http://www.w3.org/2004/02/skos/core#>
    BASE <http://e/>
    <a> a skos:Concept ; skos:prefLabel "x" . <b> skos:broader <a> ; skos:prefLabel "x" . <c> skos:broader <b> .)");
  EXPECT_THAT(all_names(t), ElementsAre("x (http://e/a)", "x (http://e/b)", "http://e/c"));
}

TEST_F(Skos, ReadsEveryFormOfTurtle) {
  const Taxonomy t = read_as("turtle", R"(# a comment with [ ( " ' <
@prefix s: <http://www.w3.org/2004/02/skos/core#>. # another
@prefix e-x.y: <http://e/#> .
@base <http://b/> .
e-x.y:r a s:Concept; s:prefLabel 'it\'s "r" \\ \t\u00e9\U0001F600 # no comment'; ; .
<x?q=[(> s:broader e-x.y:r ; s:prefLabel """long "quoted"
line""" .
e-x.y:p%20c\~d s:broader e-x.y:r ; s:prefLabel '''one ' two'''@en-us .
_:blank s:broader e-x.y:r , <x?q=[(> ; s:prefLabel "blank"^^<http://www.w3.org/2001/XMLSchema#string> .
[] s:broader e-x.y:r ; s:prefLabel "nameless" ; s:note 1, 2.5, 3e4, true, ( 1 ( 2 ) [ s:x "y" ] ) .
)");
  EXPECT_THAT(all_names(t), ElementsAre("it's \"r\" \\  \u00e9\U0001F600 # no comment",
                                        "long \"quoted\" line", "one ' two", "blank", "nameless"));
  EXPECT_EQ(t.parents(at(t, "blank")).size(), 2U);
}

TEST_F(Skos, ReadsNTriples) {
  const Taxonomy t = read_as("ntriples",
                             "# a comment\n"
                             "<http://e/a> <http://www.w3.org/2004/02/skos/core#prefLabel> \"A "
                             "\\\"q\\\" \\u00E9\"@en . # c\n"
                             "_:b <http://www.w3.org/2004/02/skos/core#broader> <http://e/a> .\n\n"
                             "_:b <http://www.w3.org/2004/02/skos/core#prefLabel> \"B\" .");
  EXPECT_THAT(all_names(t), ElementsAre("B", "A \"q\" \u00e9"));
  EXPECT_EQ(t.name(t.root()), "A \"q\" \u00e9");
}

TEST_F(Skos, SaysWhereAndWhyATextIsNone) {
  const std::string prefix = "@prefix s: <http://www.w3.org/2004/02/skos/core#> .\n";
  expect_bad_text("turtle", prefix + "<a> s:broader <b> \n<c>", "t:3:");
  expect_bad_text("turtle", prefix + "<a> s:broader \"b\" .",
                  "t:2:1: broken RDF: skos:broader: expected a concept, got the text 'b'");
  expect_bad_text("turtle", prefix + "<a> s:prefLabel <b> .",
                  "skos:prefLabel: expected a text, got 'b'");
  expect_bad_text("turtle", "<a> s:broader <b> .", "t:1:");
  expect_bad_text("turtle", prefix + "<a> s:prefLabel \"open .\n", "t:");
  expect_bad_text("turtle", prefix + "<a b> s:broader <c> .", "t:2:");
  expect_bad_text("turtle", prefix + std::string("<a> \0", 5),
                  "t:2: expected text, got a byte of value 0");
  expect_bad_text("turtle", prefix + "<a> s:prefLabel \"\xff\" .", "t:2:");
  expect_bad_text("ntriples", "<http://e/a> <http://e/b> .\n", "t:1:");
  expect_bad_text("ntriples", "@prefix s: <http://e/> .\n", "t:1:");
  expect_bad_text("turtle", "", "t: holds no node");
  expect_bad_text("turtle", prefix + "<a> s:broader <b> .\n<b> s:broader <a> .\n",
                  "t:3: 'b' is its own ancestor");
}

TEST_F(Skos, RefusesBracketsWithoutEnd) {
  for (const char bracket : {'[', '('}) {
    expect_bad_text("turtle", "<a> <b> " + std::string(1'000'000, bracket),
                    "t:1: more than 500 brackets are open");
  }
  std::string nested = "<a> <http://www.w3.org/2004/02/skos/core#broader> <b> ; <c> ";
  nested += std::string(400, '(') + std::string(400, ')') + " .";
  EXPECT_EQ(read_as("turtle", nested).size(), 2U);
}

TEST(SkosText, HoldsAnyName) {
  EXPECT_THAT(test::text_as("ntriples", "r\ta b\"\\\xC3\xA9%\n"),
              testing::HasSubstr(
                  "<urn:clade:a%20b%22%5C%C3%A9%25> "
                  "<http://www.w3.org/2004/02/skos/core#prefLabel> \"a b\\\"\\\\\xC3\xA9%\" .\n"));
  EXPECT_EQ(test::text_as("turtle", "http://e/r\thttp://e/a\n"),
            "@prefix skos: <http://www.w3.org/2004/02/skos/core#> .\n"
            "<http://e/r> a skos:Concept .\n<http://e/r> skos:prefLabel \"http://e/r\" .\n"
            "<http://e/a> a skos:Concept .\n<http://e/a> skos:prefLabel \"http://e/a\" .\n"
            "<http://e/a> skos:broader <http://e/r> .\n");
}

}  // namespace
}  // namespace clade::detail
