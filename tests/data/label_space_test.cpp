#include "clade/label_space.h"

#include <fmt/core.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <string>
#include <vector>

#include "base/text.h"
#include "tests/data/support.h"

namespace clade::detail {
namespace {

using ::testing::ElementsAre;
using testing::error_of;
using ::testing::HasSubstr;
using testing::TempFolder;

// root -> Science -> (Physics -> (Optics, Sound), Biology); root -> Arts. Sound is below Arts, too.
constexpr const char* tree_text =
    "root\tScience\nScience\tPhysics\nScience\tBiology\nPhysics\tOptics\nPhysics\tSound\nroot\tArts"
    "\n";
constexpr const char* dag_text =
    "root\tScience\nroot\tArts\nScience\tPhysics\nArts\tMusic\nPhysics\tSound\nMusic\tSound\nArts\t"
    "Dance\n";

std::vector<LabelName> labels(const std::vector<std::string>& names) {
  std::vector<LabelName> out;
  for (std::size_t i = 0; i < names.size(); ++i) {
    out.push_back({names[i], fmt::format("train.svm:{}:1", i + 1)});
  }
  return out;
}

LabelSpace given(const char* taxonomy, LabelNodes mode, const std::vector<std::string>& names) {
  const TempFolder folder;
  TaxonomySource source;
  source.kind = TaxonomySource::Kind::given;
  source.file = folder.write("t.tsv", taxonomy);
  return LabelSpace(source, mode, labels(names));
}

LabelSpace from_labels(const std::string& option, LabelNodes mode,
                       const std::vector<std::string>& names) {
  return LabelSpace(TaxonomySource::from_option(option), mode, labels(names));
}

// Class names in order, marked - where the class is never predicted.
std::vector<std::string> class_names(const LabelSpace& space) {
  std::vector<std::string> names;
  for (std::size_t c = 0; c < space.size(); ++c) {
    const auto id = static_cast<ClassId>(c);
    names.push_back(fmt::format("{}{}", space.is_predictable(id) ? "" : "-", space.name(id)));
  }
  return names;
}

std::string node_name(const LabelSpace& space, std::string_view label) {
  const auto found = space.find(label);
  return found ? std::string(space.taxonomy().name(space.node(*found))) : "none";
}

TEST(TaxonomySource, FollowsFromTheOption) {
  EXPECT_EQ(TaxonomySource::from_option("").kind, TaxonomySource::Kind::flat);
  EXPECT_EQ(TaxonomySource::from_option("paths").separator, "/");
  EXPECT_EQ(TaxonomySource::from_option("paths:::").separator, "::");
  EXPECT_EQ(TaxonomySource::from_option("paths:::").kind, TaxonomySource::Kind::paths);
  EXPECT_EQ(TaxonomySource::from_option("t.tsv").kind, TaxonomySource::Kind::given);
  EXPECT_EQ(TaxonomySource::from_option("t.tsv").file, "t.tsv");
  EXPECT_THAT(error_of(ErrorKind::usage, [] { TaxonomySource::from_option("paths:"); }),
              HasSubstr("`taxonomy`: expected a separator"));
}

TEST(LabelSpaceTerminal, HasTheTerminalNodesInNodeOrder) {
  const LabelSpace space = given(tree_text, LabelNodes::terminal, {"Sound", "Arts"});
  EXPECT_THAT(class_names(space), ElementsAre("Biology", "Optics", "Sound", "Arts"));
  EXPECT_EQ(space.taxonomy().size(), 7U);
  EXPECT_EQ(node_name(space, "Arts"), "Arts");
  EXPECT_EQ(node_name(space, "Physics"), "none");
  EXPECT_EQ(node_name(space, "Physics__misc"), "none");
  EXPECT_EQ(node_name(space, "Arts__misc"), "none");
  EXPECT_EQ(node_name(space, "Chemistry"), "none");
  EXPECT_EQ(node_name(space, ""), "none");
  EXPECT_TRUE(space.source().file.empty());
}

TEST(LabelSpaceTerminal, AddsChildrenForLabelsAtInnerNodesInTheOrderOfTheirParents) {
  const LabelSpace space = given(tree_text, LabelNodes::terminal, {"Physics", "root", "Optics"});
  EXPECT_THAT(class_names(space),
              ElementsAre("Biology", "Optics", "Sound", "Arts", "root", "Physics"));
  for (const char* name : {"Physics", "Physics__misc"})
    EXPECT_EQ(node_name(space, name), "Physics__misc");
  EXPECT_EQ(node_name(space, "root"), "root__misc");
  EXPECT_EQ(node_name(space, "Science"), "none");
}

TEST(LabelSpaceTerminal, TakesBothNamesOfAnAddedChildAsOneClass) {
  const LabelSpace space = given(tree_text, LabelNodes::terminal, {"Physics__misc", "Physics"});
  EXPECT_THAT(class_names(space), ElementsAre("Biology", "Optics", "Sound", "Arts", "Physics"));
  EXPECT_EQ(space.find("Physics"), space.find("Physics__misc"));
}

TEST(LabelSpaceTerminal, UsesAnAddedChildThatTheFileListsItself) {
  const LabelSpace space = given("r\ta\na\tb\na\ta__misc\n", LabelNodes::terminal, {"a"});
  EXPECT_THAT(class_names(space), ElementsAre("b", "a__misc"));
  EXPECT_EQ(space.find("a"), space.find("a__misc"));
}

TEST(LabelSpaceAll, HasEveryNodeAndAddsNone) {
  const LabelSpace space = given(tree_text, LabelNodes::all, {"Physics"});
  EXPECT_THAT(class_names(space),
              ElementsAre("root", "Science", "Physics", "Biology", "Optics", "Sound", "Arts"));
  EXPECT_EQ(node_name(space, "Physics__misc"), "Physics");
  EXPECT_EQ(node_name(space, "Optics__misc"), "none");
}

TEST(LabelSpacePath, HasInnerNodesBehindTheTerminalOnesThatAreNeverPredicted) {
  const LabelSpace space =
      given(tree_text, LabelNodes::path, {"Physics", "Arts", "Science", "Physics__misc"});
  EXPECT_THAT(class_names(space),
              ElementsAre("Biology", "Optics", "Sound", "Arts", "-Science", "-Physics"));
  EXPECT_EQ(node_name(space, "Physics__misc"), "Physics");
  EXPECT_EQ(node_name(space, "root"), "none");
}

TEST(LabelSpace, ReportsUnknownLabelsAtTheirPlace) {
  for (const LabelNodes mode : {LabelNodes::terminal, LabelNodes::all, LabelNodes::path}) {
    EXPECT_EQ(error_of(ErrorKind::input,
                       [&] {
                         given(tree_text, mode, {"Arts", "Sound", "Phisics"});
                       }),
              "train.svm:3:1: label 'Phisics' is not in the taxonomy (did you mean 'Physics'?)");
  }
  EXPECT_EQ(
      error_of(ErrorKind::input, [&] { given(tree_text, LabelNodes::terminal, {"zzzzzzzzzz"}); }),
      "train.svm:1:1: label 'zzzzzzzzzz' is not in the taxonomy");
  EXPECT_THAT(
      error_of(ErrorKind::input, [&] { given(tree_text, LabelNodes::terminal, {"Optics__misc"}); }),
      HasSubstr("label 'Optics__misc' is not in the taxonomy"));
}

TEST(LabelSpace, NeedsNoLabelWithATaxonomy) {
  EXPECT_EQ(given(tree_text, LabelNodes::terminal, {}).size(), 4U);
}

TEST(LabelSpaceFlat, KeepsTheOrderOfTheLabels) {
  const LabelSpace space = from_labels("", LabelNodes::terminal, {"b", "a", "c__misc"});
  EXPECT_THAT(class_names(space), ElementsAre("b", "a", "c__misc"));
  EXPECT_EQ(space.find("a"), static_cast<ClassId>(1));
  EXPECT_EQ(join(space.path(static_cast<ClassId>(1)), " > "), "a");
  EXPECT_THAT(class_names(from_labels("", LabelNodes::all, {"b", "a"})), ElementsAre("b", "a"));
}

TEST(LabelSpaceFlat, NeedsLabels) {
  for (const char* option : {"", "paths"}) {
    EXPECT_THAT(error_of(ErrorKind::input, [&] { from_labels(option, LabelNodes::terminal, {}); }),
                HasSubstr("no labels"));
  }
}

TEST(LabelSpacePaths, DerivesTheTaxonomyFromTheLabels) {
  const LabelSpace space =
      from_labels("paths", LabelNodes::terminal, {"A/01/B", "C", "A/02", "A/01"});
  EXPECT_THAT(class_names(space), ElementsAre("A/01/B", "C", "A/02", "A/01"));
  EXPECT_EQ(node_name(space, "A/01"), "A/01__misc");
  EXPECT_EQ(node_name(space, "A"), "none");
  EXPECT_THAT(class_names(from_labels("paths:.", LabelNodes::path, {"A.b", "A"})),
              ElementsAre("A.b", "-A"));
}

TEST(LabelSpacePaths, TakesTheNameOfAnAddedChildForItsParent) {
  const LabelSpace space =
      from_labels("paths", LabelNodes::terminal, {"A__misc", "A/b", "A", "C__misc"});
  EXPECT_THAT(class_names(space), ElementsAre("A/b", "C__misc", "A"));
  EXPECT_EQ(space.find("A"), space.find("A__misc"));
  EXPECT_THAT(class_names(from_labels("paths", LabelNodes::terminal, {"A__misc"})),
              ElementsAre("A__misc"));
}

TEST(LabelSpacePaths, ReportsEmptyPartsAtTheirPlace) {
  for (const std::string bad : {"A//B", "/A", "A/"}) {
    EXPECT_EQ(error_of(ErrorKind::input,
                       [&] {
                         from_labels("paths", LabelNodes::terminal, {"A", bad});
                       }),
              "train.svm:2:1: label '" + bad + "' has an empty part, expected a path like A/B/C");
  }
}

// Old classes keep node and number, the rest is behind them and never predicted.
void expect_extends(const LabelSpace& extended, const LabelSpace& old) {
  ASSERT_GE(extended.size(), old.size());
  for (std::size_t c = 0; c < extended.size(); ++c) {
    const auto id = static_cast<ClassId>(c);
    if (c >= old.size()) {
      EXPECT_FALSE(extended.is_predictable(id));
      continue;
    }
    EXPECT_EQ(extended.node(id), old.node(id));
    EXPECT_EQ(extended.name(id), old.name(id));
    EXPECT_EQ(extended.is_predictable(id), old.is_predictable(id));
  }
  for (std::size_t n = 0; n < old.taxonomy().size(); ++n) {
    const auto node = static_cast<NodeId>(n);
    EXPECT_EQ(extended.taxonomy().name(node), old.taxonomy().name(node));
    EXPECT_EQ(extended.taxonomy().is_added(node), old.taxonomy().is_added(node));
  }
}

TEST(LabelSpaceExtended, AddsInnerLabelsThatTrainingNeverHad) {
  const LabelSpace old = given(tree_text, LabelNodes::terminal, {"Physics"});
  const LabelSpace space =
      old.extended(labels({"Science", "Optics", "Physics", "root", "Science__misc"}));
  expect_extends(space, old);
  EXPECT_THAT(class_names(space),
              ElementsAre("Biology", "Optics", "Sound", "Arts", "Physics", "-root", "-Science"));
  EXPECT_EQ(node_name(space, "Science"), "Science__misc");
  const LabelSpace same = old.extended(labels({"Optics", "Physics"}));
  EXPECT_EQ(same.size(), old.size());
  EXPECT_EQ(same.taxonomy().size(), old.taxonomy().size());
}

TEST(LabelSpaceExtended, ReportsLabelsOutsideAGivenTaxonomy) {
  for (const LabelNodes mode : {LabelNodes::terminal, LabelNodes::all, LabelNodes::path}) {
    const LabelSpace old = given(tree_text, mode, {"Optics"});
    EXPECT_EQ(error_of(ErrorKind::input, [&] { old.extended(labels({"Opticks"})); }),
              "train.svm:1:1: label 'Opticks' is not in the taxonomy (did you mean 'Optics'?)");
  }
}

TEST(LabelSpaceExtended, AddsInnerNodesInPathMode) {
  const LabelSpace old = given(tree_text, LabelNodes::path, {"Physics"});
  const LabelSpace space = old.extended(labels({"root", "Science"}));
  expect_extends(space, old);
  EXPECT_THAT(class_names(space),
              ElementsAre("Biology", "Optics", "Sound", "Arts", "-Physics", "-root", "-Science"));
  EXPECT_EQ(space.taxonomy().size(), old.taxonomy().size());
}

TEST(LabelSpaceExtended, AddsNewNamesOfAFlatLevel) {
  for (const LabelNodes mode : {LabelNodes::terminal, LabelNodes::all, LabelNodes::path}) {
    const LabelSpace old = from_labels("", mode, {"b", "a"});
    const LabelSpace space = old.extended(labels({"z", "a", "y", "z"}));
    expect_extends(space, old);
    EXPECT_EQ(space.size(), old.size() + 2);
    EXPECT_EQ(space.find("y"), static_cast<ClassId>(old.size() + 1));
    EXPECT_EQ(join(space.path(*space.find("y")), " > "), "y");
  }
}

TEST(LabelSpaceExtended, AddsNewPathsBehindTheOldNodes) {
  const LabelSpace old = from_labels("paths", LabelNodes::terminal, {"A/b", "A", "C"});
  const LabelSpace space = old.extended(labels({"A/b/new", "D/e", "D", "A/b"}));
  expect_extends(space, old);
  EXPECT_THAT(class_names(space), ElementsAre("A/b", "C", "A", "-A/b/new", "-D/e", "-D"));
  EXPECT_EQ(node_name(space, "A/b"), "A/b");  // still the class it was, though no longer terminal
  EXPECT_EQ(node_name(space, "D"), "D__misc");
  EXPECT_EQ(join(space.path(*space.find("A/b/new")), " > "), "A > b > new");
  EXPECT_EQ(join(space.path(*space.find("D")), " > "), "D");
  const LabelSpace twice = space.extended(labels({"D/f", "E"}));
  expect_extends(twice, space);
  EXPECT_EQ(twice.size(), space.size() + 2);
}

TEST(LabelSpaceExtended, MakesEveryNewNodeAClassInAllMode) {
  const LabelSpace old = from_labels("paths", LabelNodes::all, {"A/b"});
  const LabelSpace space = old.extended(labels({"D/e"}));
  expect_extends(space, old);
  EXPECT_THAT(class_names(space), ElementsAre("A", "A/b", "-D", "-D/e"));
}

TEST(LabelSpaceExtended, RejectsPathsBelowAnAddedChild) {
  const LabelSpace old = from_labels("paths", LabelNodes::terminal, {"A/b", "A"});
  EXPECT_THAT(error_of(ErrorKind::input, [&] { old.extended(labels({"A__misc/x"})); }),
              HasSubstr("train.svm:1:1: label 'A__misc/x' lies below 'A__misc'"));
  EXPECT_THAT(error_of(ErrorKind::input, [&] { old.extended(labels({"A//x"})); }),
              HasSubstr("empty part"));
}

TEST(LabelSpacePathText, JoinsNamesFromBelowTheRoot) {
  const LabelSpace space = given(tree_text, LabelNodes::terminal, {"Physics", "root"});
  EXPECT_EQ(join(space.path(*space.find("Optics")), " > "), "Science > Physics > Optics");
  EXPECT_EQ(join(space.path(*space.find("Arts")), " > "), "Arts");
  EXPECT_EQ(join(space.path(*space.find("Physics")), " > "), "Science > Physics");
  EXPECT_EQ(join(space.path(*space.find("root")), " > "), "root");
  const LabelSpace all = given(tree_text, LabelNodes::all, {});
  EXPECT_TRUE(all.path(*all.find("root")).empty());
  EXPECT_EQ(join(all.path(*all.find("Physics")), " > "), "Science > Physics");
}

TEST(LabelSpacePathText, TakesTheBestPathOfADag) {
  const LabelSpace space = given(dag_text, LabelNodes::terminal, {});
  const ClassId sound = *space.find("Sound");
  EXPECT_EQ(join(space.path(sound), " > "), "Science > Physics > Sound");
  std::vector<double> scores(space.taxonomy().size(), 0.0);
  EXPECT_EQ(join(space.path(sound, scores), " > "),
            "Science > Physics > Sound");  // a tie goes to the first
  const auto score = [&](const char* name) -> double& {
    return scores[index_of(*space.taxonomy().find(name))];
  };
  score("Physics") = 1;
  score("Arts") = 3;
  score("Music") = -1;
  EXPECT_EQ(join(space.path(sound, scores), " > "), "Arts > Music > Sound");
  score("Science") = 1.5;
  EXPECT_EQ(join(space.path(sound, scores), " > "), "Science > Physics > Sound");
  EXPECT_EQ(join(space.path(*space.find("Dance"), scores), " > "), "Arts > Dance");
}

TEST(LabelSpace, ClosedClassesAreTheNodesThatAreUsedAndThoseAboveThem) {
  const LabelSpace space = given(tree_text, LabelNodes::closed, {"Optics", "Arts"});
  EXPECT_THAT(class_names(space), ElementsAre("Science", "Physics", "Optics", "Arts"));
  EXPECT_FALSE(space.find("Biology"));
  EXPECT_THAT(class_names(space.extended(labels({"Biology"}))),
              ElementsAre("Science", "Physics", "Optics", "Arts", "-Biology"));
  // The root is above everything, unless a label names it.
  EXPECT_THAT(class_names(given(tree_text, LabelNodes::closed, {"root", "Arts"})),
              ElementsAre("root", "Arts"));
}

TEST(LabelSpace, ClosedClassesOfADagLieOnAllPaths) {
  EXPECT_THAT(class_names(given(dag_text, LabelNodes::closed, {"Sound"})),
              ElementsAre("Science", "Arts", "Physics", "Music", "Sound"));
  // Whatever is above a new label is new, too.
  const LabelSpace space = given(dag_text, LabelNodes::closed, {"Physics"});
  EXPECT_THAT(class_names(space.extended(labels({"Sound"}))),
              ElementsAre("Science", "Physics", "-Arts", "-Music", "-Sound"));
}

TEST(LabelSpace, RejectsPartsThatDoNotFit) {
  const LabelSpace good = given(tree_text, LabelNodes::terminal, {});
  const auto parts = [&](std::vector<NodeId> classes, std::size_t marks) {
    return LabelSpace::Parts{good.taxonomy(),
                             std::move(classes),
                             std::vector<bool>(marks, true),
                             LabelNodes::terminal,
                             {}};
  };
  const NodeId arts = *good.taxonomy().find("Arts");
  EXPECT_EQ(LabelSpace(parts({arts}, 1)).size(), 1U);
  error_of(ErrorKind::model, [&] { LabelSpace{parts({}, 0)}; });
  error_of(ErrorKind::model, [&] { LabelSpace{parts({arts}, 2)}; });
  error_of(ErrorKind::model, [&] { LabelSpace{parts({arts, arts}, 2)}; });
  error_of(ErrorKind::model, [&] { LabelSpace{parts({static_cast<NodeId>(99)}, 1)}; });
}

}  // namespace
}  // namespace clade::detail
