#include <gmock/gmock.h>
#include <gtest/gtest.h>

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

constexpr const char* small =
    "format-version: 1.2\n"
    "! a comment\n"
    "\n"
    "[Term]\n"
    "id: GO:1\n"
    "name: process\n"
    "alt_id: GO:0\n"
    "\n"
    "[Term]\n"
    "id: GO:2\n"
    "name: growth\n"
    "def: \"It grows! {really}\" [GOC:x]\n"
    "is_a: GO:1 ! process\n"
    "\n"
    "[Term]\n"
    "id: GO:3\n"
    "name: cell\n"
    "is_a: GO:1 {source=\"x!y\"} ! process\n"
    "relationship: part_of GO:2 ! growth\n"
    "relationship: regulates GO:9\n"
    "\n"
    "[Term]\n"
    "id: GO:4\n"
    "name: old\n"
    "is_obsolete: true\n"
    "replaced_by: GO:3\n"
    "\n"
    "[Typedef]\n"
    "id: part_of\n"
    "name: part of\n";

TEST(Obo, TermsAreNodesAndIsATheirEdges) {
  const TaxonomyDocument d = document_as("obo", small);
  EXPECT_THAT(all_names(d.taxonomy), ElementsAre("GO:1", "GO:2", "GO:3"));
  EXPECT_THAT(names(d.taxonomy, d.taxonomy.parents(at(d.taxonomy, "GO:3"))), ElementsAre("GO:1"));
  EXPECT_EQ(d.title(at(d.taxonomy, "GO:2")), "growth");
}

TEST(Obo, PartOfIsAnEdgeWhereItIsAskedFor) {
  TaxonomyReadOptions reading;
  reading.part_of = true;
  const Taxonomy t = read_as("obo", small, reading);
  EXPECT_THAT(names(t, t.parents(at(t, "GO:3"))), ElementsAre("GO:1", "GO:2"));
}

TEST(Obo, AlternativeAndReplacedIdsAreAliases) {
  const TaxonomyDocument d = document_as("obo", small);
  ASSERT_EQ(d.aliases.size(), 2U);
  EXPECT_EQ(d.aliases[0].name, "GO:0");
  EXPECT_EQ(d.taxonomy.name(d.aliases[0].node), "GO:1");
  EXPECT_EQ(d.aliases[1].name, "GO:4");
  EXPECT_EQ(d.taxonomy.name(d.aliases[1].node), "GO:3");
  const Taxonomy t = read_as("obo", "[Term]\nid: a\nalt_id: b\n[Term]\nid: c\nis_a: b\n");
  EXPECT_THAT(names(t, t.parents(at(t, "c"))), ElementsAre("a"));
}

TEST(Obo, NodesMayBeCalledByTheirNames) {
  TaxonomyReadOptions reading;
  reading.naming = NodeNaming::label;
  const TaxonomyDocument d = document_as("obo", small, reading);
  EXPECT_THAT(all_names(d.taxonomy), ElementsAre("process", "growth", "cell"));
  EXPECT_EQ(d.title(d.taxonomy.root()), "");
  const Taxonomy same = read_as(
      "obo", "[Term]\nid: 1\nname: x\n[Term]\nid: 2\nname: x\nis_a: 1\n[Term]\nid: 3\n", reading);
  EXPECT_THAT(all_names(same), ElementsAre("", "x (1)", "x (2)", "3"));
}

TEST(Obo, KnowsEveryEscapeCommentAndContinuation) {
  TaxonomyReadOptions reading;
  reading.naming = NodeNaming::label;
  const Taxonomy t = read_as("obo",
                             "\xEF\xBB\xBF"
                             "format-version: 1.4\r\n"
                             "[Term] ! stanza\r\n"
                             "id: A\\:1\\W\\,x\r\n"
                             "name: a \\! \\\"b\\\" \\{c\\} \\[d\\] \\(e\\) \\\\ \\: \\, f \\\r\n"
                             "g {note=\"!}\"} ! comment\r\n"
                             "  ! indented comment\r\n"
                             "[Term]\r\n"
                             "id: B\r\n"
                             "name: tab\\there\\nline 5\" long ! comment\r\n"
                             "is_a: A\\:1\\W\\,x {a=\"b\", c=\"d\"}! comment",
                             reading);
  EXPECT_THAT(all_names(t),
              ElementsAre("a ! \"b\" {c} [d] (e) \\ : , f g", "tab here line 5\" long"));
  EXPECT_TRUE(t.is_tree());
}

TEST(Obo, ATermThatIsUsedAndNotDescribedIsANode) {
  const TaxonomyDraft draft =
      read_draft("[Term]\nid: b\nis_a: a\n[Term]\nid: b\nis_a: c\n", "t", {"obo"});
  EXPECT_EQ(draft.size(), 3U);
  ASSERT_EQ(draft.notes().size(), 3U);
  EXPECT_EQ(draft.notes()[0].line, 4U);
}

TEST(Obo, SaysWhichLineIsWrongAndWhy) {
  expect_bad_text("obo", "format-version\n", "t:1: expected tag: value, got 'format-version'");
  expect_bad_text("obo", "\n[Term\nid: a\n", "t:2: expected a stanza such as [Term], got '[Term'");
  expect_bad_text("obo", "[Term] x\n", "t:1: expected a stanza");
  expect_bad_text("obo", "[Term]\nname: x\n\n[Term]\nid: a\n",
                  "t:1: expected an id in this term, got none");
  expect_bad_text("obo", "[Term]\nid: a\nid: b\n", "t:3: expected one id in a term");
  expect_bad_text("obo", "[Term]\nid: a\nis_a: ! nothing\n",
                  "t:3: is_a: expected an id, got '! nothing'");
  expect_bad_text("obo", "[Term]\nid: a\nrelationship: part_of\n",
                  "t:3: relationship: expected the name of a relationship and an id");
  expect_bad_text("obo", "[Term]\nid: a\nis_obsolete: maybe\n",
                  "t:3: is_obsolete: expected true or false, got 'maybe'");
  expect_bad_text("obo", "[Term]\nid: a\\", "t:2: expected a line that goes on");
  expect_bad_text("obo", "[Term]\nid: a\nis_a: a\n", "t:3: 'a' is its own parent");
  expect_bad_text("obo", "[Term]\nid: a\nis_a: b\n[Term]\nid: b\nis_a: a\n",
                  "t:6: 'b' is its own ancestor");
  expect_bad_text("obo", "format-version: 1.2\n", "t: holds no node");
}

TEST(Obo, ReplacementsThatGoInCirclesEndNowhere) {
  const TaxonomyDocument d =
      document_as("obo",
                  "[Term]\nid: a\n[Term]\nid: x\nis_obsolete: true\nreplaced_by: y\n"
                  "[Term]\nid: y\nis_obsolete: true\nreplaced_by: x\n");
  EXPECT_EQ(d.taxonomy.size(), 1U);
  EXPECT_TRUE(d.aliases.empty());
}

TEST(Obo, WritesWhatItReads) {
  const TaxonomyDocument d = document_as("obo", small);
  const TaxonomyDocument again = document_as("obo", test::text_of(d, "obo"));
  EXPECT_EQ(all_names(again.taxonomy), all_names(d.taxonomy));
  EXPECT_EQ(test::edges_of(again.taxonomy), test::edges_of(d.taxonomy));
  EXPECT_EQ(again.title(at(again.taxonomy, "GO:2")), "growth");
  EXPECT_EQ(again.aliases.size(), 2U);
}

}  // namespace
}  // namespace clade::detail
