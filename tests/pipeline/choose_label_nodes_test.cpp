#include "pipeline/choose_label_nodes.h"

#include <gtest/gtest.h>

#include "tests/data/support.h"

namespace clade::detail {
namespace {

using testing::read_svm_text;

LabelNodes chosen(const char* lines) {
  TaxonomySource source;
  source.kind = TaxonomySource::Kind::given;
  source.taxonomy = Taxonomy::parse("r\ta\nr\tb\na\ta1\na\ta2\n", "t");
  return choose_label_nodes(source, read_svm_text(lines));
}

TEST(ChooseLabelNodes, ClosesLabelsOfAnOntology) {
  EXPECT_EQ(chosen("a,b 1:1\na 1:1\na1 1:1\n"), LabelNodes::closed);
  // The nodes above are listed already.
  EXPECT_EQ(chosen("a,a1 1:1\nb 1:1\nb 1:1\nb 1:1\na,a2 1:1\n"), LabelNodes::closed);
}

TEST(ChooseLabelNodes, KeepsLabelsThatAreLeavesOrAlone) {
  EXPECT_EQ(chosen("a1,b 1:1\na2 1:1\nb 1:1\nb 1:1\na 1:1\n"), LabelNodes::terminal);
  EXPECT_EQ(chosen("a 1:1\na 1:1\na1 1:1\n"), LabelNodes::terminal);
}

TEST(ChooseLabelNodes, KeepsLabelsWithoutATaxonomy) {
  EXPECT_EQ(choose_label_nodes(TaxonomySource{}, read_svm_text("a,b 1:1\na 1:1\n")),
            LabelNodes::terminal);
}

TEST(ChooseLabelNodes, LeavesMethodsOfThePapersTheirWay) {
  EXPECT_EQ(usual_label_nodes(make_method("hieron")->traits()), LabelNodes::all);
  EXPECT_EQ(usual_label_nodes(make_method("clade")->traits()), std::nullopt);
}

}  // namespace
}  // namespace clade::detail
