// The public calls on taxonomies: check, repair, learn, advise, write.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <nlohmann/json.hpp>
#include <set>

#include "clade/error.h"
#include "clade/taxonomy_tools.h"
#include "tests/eval/memory_examples.h"
#include "tests/support/temp_folder.h"

namespace clade::detail::test {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;
using ::testing::Pair;
using Json = nlohmann::json;

// ---- Check and repair

TEST(CheckTaxonomy, DescribesASoundOne) {
  const TaxonomyCheck check = check_taxonomy_text("r\ta\nr\tb\na\ta1\na\ta2\n");
  EXPECT_TRUE(check.is_usable);
  EXPECT_TRUE(check.is_tree);
  EXPECT_EQ(check.root, "r");
  EXPECT_EQ(check.nodes, 5U);
  EXPECT_EQ(check.terminal_nodes, 3U);
  EXPECT_THAT(check.nodes_by_level, ElementsAre(Pair(0, 1), Pair(1, 2), Pair(2, 2)));
  EXPECT_THAT(check.cycles, IsEmpty());
  EXPECT_FALSE(check.labels.has_value());
  EXPECT_FALSE(check.changes.has_value());
}

TEST(CheckTaxonomy, FindsWhatIsOdd) {
  const TaxonomyCheck check = check_taxonomy_text(
      "r\ta\nr\ta\na\tb\nb\tc\nc\tb\nd\td\nr\tnewspaper\nr\tnewspapers\nx\ty\n");
  EXPECT_FALSE(check.is_usable);
  EXPECT_THAT(check.cycles,
              ElementsAre(testing::AnyOf(HasSubstr("b -> c -> b"), HasSubstr("c -> b -> c"))));
  EXPECT_THAT(check.own_parents, ElementsAre("d"));
  EXPECT_EQ(check.repeated_edges, 1U);
  EXPECT_THAT(check.roots, ElementsAre("r", "d", "x"));
  EXPECT_THAT(check.similar_names, ElementsAre(Pair("newspaper", "newspapers")));
}

TEST(CheckTaxonomy, SpellsParametersAsItIsTold) {
  const TaxonomyCheck check = check_taxonomy_text("a\tb\nb\ta\nr\ta\n");
  EXPECT_THAT(check.text(), HasSubstr("`fix` leaves out the edge"));
  const auto flags = [](std::string_view name, std::string_view) {
    return "--" + std::string(name);
  };
  EXPECT_THAT(check.text(flags), HasSubstr("--fix leaves out the edge"));
  const Json json = Json::parse(check.json(flags));
  EXPECT_EQ(json["usable"], false);
  EXPECT_THAT(json["cycles"]["advice"].get<std::string>(), HasSubstr("--fix leaves"));
}

TEST(CheckTaxonomy, LooksAtTheLabelsOfExamples) {
  const TempFolder folder;
  const auto file = folder.write("t.tsv", "r\ta\nr\tb\na\ta1\na\ta2\nb\tb1\nb\tb3\n");
  VectorExamples examples = memory_vectors(20);
  examples.add(std::vector<double>{1, 0}, {"a"});
  examples.add(std::vector<double>{1, 0});
  const TaxonomyCheck check = check_taxonomy(file, examples);
  ASSERT_TRUE(check.labels.has_value());
  EXPECT_EQ(check.labels->instances, 22U);
  EXPECT_EQ(check.labels->unlabelled, 1U);
  EXPECT_THAT(check.labels->inner_labels, ElementsAre("a"));
  EXPECT_THAT(check.labels->empty_classes, ElementsAre("b3"));
  EXPECT_THAT(check.labels->rare_classes, ElementsAre("a"));
  ASSERT_EQ(check.labels->outside.size(), 1U);
  EXPECT_EQ(check.labels->outside[0].name, "b2");
  EXPECT_THAT(check.labels->outside[0].suggestion, HasSubstr("did you mean"));
}

TEST(CheckTaxonomy, RefusesWhatIsNoTaxonomy) {
  EXPECT_THROW(check_taxonomy_text("just words\n"), Error);
  EXPECT_THROW(check_taxonomy_text(""), Error);
  EXPECT_THROW(check_taxonomy("no/such/file.tsv"), Error);
}

TEST(RepairTaxonomy, LeavesOutWhatClosesCycles) {
  const RepairedTaxonomy repaired = repair_taxonomy_text("r\ta\na\tb\nb\ta\nc\tc\n");
  EXPECT_EQ(repaired.changes.size(), 3U);
  EXPECT_TRUE(repaired.taxonomy.find("b").has_value());
  EXPECT_TRUE(check_taxonomy_text(taxonomy_text(repaired.taxonomy)).is_usable);
}

TEST(RepairTaxonomy, ChangesNothingOfASoundOne) {
  EXPECT_THAT(repair_taxonomy_text("r\ta\nr\tb\n").changes, IsEmpty());
}

// ---- Learn

TEST(LearnTaxonomy, PutsNearClassesTogether) {
  VectorExamples examples;
  const std::vector<std::pair<std::string, std::vector<double>>> places{
      {"a1", {1, 0.1}}, {"a2", {1, 0.2}}, {"b1", {0.1, 1}}, {"b2", {0.2, 1}}};
  for (const auto& [label, place] : places) {
    for (int k = 0; k < 3; ++k) examples.add(place, {label});
  }
  const LearnedTaxonomy learned = learn_taxonomy(examples);
  const auto parent = [&](const char* name) {
    return learned.taxonomy.parents(*learned.taxonomy.find(name)).front();
  };
  EXPECT_EQ(parent("a1"), parent("a2"));
  EXPECT_EQ(parent("b1"), parent("b2"));
  const Json links = Json::parse(learned.json())["links"];  // nearest first
  ASSERT_EQ(links.size(), 3U);
  EXPECT_EQ(links[0][0], 0);
  EXPECT_EQ(links[0][1], 1);
  EXPECT_EQ(links[1][0], 2);
  EXPECT_EQ(links[1][1], 3);
}

TEST(LearnTaxonomy, AlignsGroups) {
  LearnTaxonomyOptions options;
  options.align = true;
  const LearnedTaxonomy learned = learn_taxonomy(memory_vectors(40), options);
  EXPECT_EQ(Json::parse(learned.json())["alignment"].size(), 3U);
  options.with = ComparedMethod{"hsvm"};
  EXPECT_THROW(learn_taxonomy(memory_vectors(40), options), Error);
}

TEST(LearnTaxonomy, LearnsTogetherWithAMethod) {
  LearnTaxonomyOptions options;
  options.with = ComparedMethod{"hsvm"};
  options.rounds = 2;
  options.folds = 2;
  const LearnedTaxonomy learned = learn_taxonomy(memory_vectors(40), options);
  ASSERT_TRUE(learned.rounds);
  EXPECT_EQ(learned.rounds->average_precision.size(),
            Json::parse(learned.json())["rounds"]["average_precision"].size());
  EXPECT_TRUE(learned.taxonomy.find("a1"));
  EXPECT_FALSE(learn_taxonomy(memory_vectors(40)).rounds);
  options.kernel = {{"kernel", "rbf"}};
  EXPECT_THROW(learn_taxonomy(memory_vectors(40), options), Error);
  options.kernel.clear();
  options.rounds = 0;
  EXPECT_THROW(learn_taxonomy(memory_vectors(40), options), Error);
}

TEST(LearnTaxonomy, RefusesKernelsWithoutCentroidsAndSingleClasses) {
  LearnTaxonomyOptions options;
  options.kernel = {{"kernel", "subsequence"}};
  EXPECT_THROW(learn_taxonomy(memory_vectors(20), options), Error);
  options.kernel = {{"colour", "red"}};
  EXPECT_THROW(learn_taxonomy(memory_vectors(20), options), Error);
  options = {};
  options.levels = 1;
  EXPECT_THROW(learn_taxonomy(memory_vectors(20), options), Error);
  VectorExamples one;
  one.add(std::vector<double>{1.0}, {"a1"});
  EXPECT_THROW(learn_taxonomy(one), Error);
}

// ---- Advise

TEST(AdviseApi, ComparesWithNoneRandomAndLearned) {
  AdviceOptions options;
  options.per_class = 3;
  options.repeats = 2;
  options.random_trees = 2;
  options.most_changes = 1;
  const Advice advice = advise(memory_vectors(80), given(memory_taxonomy()), {"hsvm"}, options);
  ASSERT_EQ(advice.comparison.size(), 3U);
  EXPECT_EQ(advice.comparison[0].name, "hsvm flat=true");
  EXPECT_EQ(advice.random_quality.size(), 2U);
  EXPECT_THAT(advice.text(), HasSubstr("average precision against no taxonomy"));
  EXPECT_EQ(Json::parse(advice.json())["sample_per_class"], 3);
  ASSERT_FALSE(advice.centroid_cosines.empty());
  EXPECT_THAT(advice.text(), HasSubstr("how alike the centroids of two classes are"));
  const Json nearest = Json::parse(advice.json())["centroid_cosines"][0];
  EXPECT_EQ(nearest["distance"], advice.centroid_cosines[0].distance);
  EXPECT_EQ(nearest["pairs"], advice.centroid_cosines[0].pairs);
}

TEST(AdviseApi, RefusesMethodsThatCannotDoWithout) {
  EXPECT_THROW(advise(memory_vectors(40), given(memory_taxonomy()), {"dnc"}), Error);
  EXPECT_THROW(advise(memory_vectors(40), given(memory_taxonomy()), {"svm"}), Error);
  EXPECT_THROW(advise(memory_vectors(40), no_taxonomy()), Error);
}

// ---- Write

TEST(WriteTaxonomy, IsReadAgain) {
  const TempFolder folder;
  const Taxonomy taxonomy = memory_taxonomy();
  EXPECT_EQ(taxonomy_text(taxonomy), "r\ta\nr\tb\na\ta1\na\ta2\nb\tb1\nb\tb2\n");
  // Formats that nest write a node's children right below it.
  const std::string nested = "r\ta\na\ta1\na\ta2\nr\tb\nb\tb1\nb\tb2\n";
  for (const char* name : {"t.tsv", "t.json", "t.txt"}) {
    write_taxonomy(folder.path() / name, taxonomy);
    const bool is_list = std::string_view(name).ends_with(".tsv");
    EXPECT_EQ(taxonomy_text(Taxonomy::read(folder.path() / name)),
              is_list ? taxonomy_text(taxonomy) : nested)
        << name;
  }
  EXPECT_THROW(write_taxonomy(folder.path() / "t.unknown", taxonomy), Error);
  EXPECT_THROW(taxonomy_text(taxonomy, "nonsense"), Error);
}

TEST(RandomTaxonomy, KeepsTheNames) {
  const Taxonomy random = random_taxonomy(memory_taxonomy(), 3);
  for (const std::string& label : memory_labels) EXPECT_TRUE(random.find(label).has_value());
}

}  // namespace
}  // namespace clade::detail::test
