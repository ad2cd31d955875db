#include "taxonomy/draft_problems.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "base/random.h"
#include "tests/taxonomy/format_support.h"

namespace clade::detail {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;
using testing::SizeIs;

TaxonomyDraft draft_of(std::string_view edges) { return read_draft(edges, "t", {}); }

std::vector<std::string> names_of(const TaxonomyDraft& draft, const std::vector<NodeId>& nodes) {
  std::vector<std::string> names;
  for (const NodeId node : nodes) names.push_back(draft.name(node));
  return names;
}

TEST(DraftProblems, ASoundTreeHasNone) {
  const DraftProblems p = find_problems(draft_of("r\ta\nr\tb\na\tx\n"));
  EXPECT_TRUE(p.is_usable());
  EXPECT_THAT(p.parentless, SizeIs(1));
  EXPECT_THAT(p.unreachable, IsEmpty());
  EXPECT_THAT(p.similar_names, IsEmpty());
  EXPECT_EQ(p.repeated_edges, 0U);
}

TEST(DraftProblems, FindsOneCycleOfEachTangle) {
  const TaxonomyDraft draft =
      draft_of("r\ta\na\tb\nb\tc\nc\ta\nb\ta\nx\ty\ny\tx\ny\tz\nr\tr\nr\ta\n");
  const DraftProblems p = find_problems(draft);
  EXPECT_FALSE(p.is_usable());
  ASSERT_THAT(p.cycles, SizeIs(2));
  for (const auto& cycle : p.cycles) {
    for (std::size_t i = 0; i < cycle.size(); ++i) {
      const NodeId parent = cycle[i], child = cycle[(i + 1) % cycle.size()];
      EXPECT_TRUE(std::any_of(draft.edges().begin(), draft.edges().end(), [&](const auto& e) {
        return e.parent == parent && e.child == child;
      })) << cycle_text(draft, cycle);
    }
  }
  EXPECT_THAT(names_of(draft, p.own_parents), ElementsAre("r"));
  EXPECT_THAT(names_of(draft, p.unreachable), ElementsAre("x", "y", "z"));
  EXPECT_EQ(p.repeated_edges, 1U);
}

TEST(DraftProblems, FindsNamesThatAreNearlyTheSame) {
  const TaxonomyDraft draft = draft_of(
      "r\tSound waves\nr\tsound-waves\nr\tElectronics\nr\tElectrnics\nr\tElectronics 2\nr\t01/01\n"
      "r\t01/0 1\nr\t0101\nr\tabc\nr\tabd\n");
  std::vector<std::string> found;
  for (const auto& pair : similar_names(draft))
    found.push_back(draft.name(pair.first) + "|" + draft.name(pair.second));
  EXPECT_THAT(found, ElementsAre("Sound waves|sound-waves", "Electronics|Electrnics"));
}

TEST(DraftRepair, LeavesOutWhatClosesCyclesAndSaysSo) {
  const RepairedDraft fixed = repaired(draft_of("r\ta\na\tb\nb\ta\nb\tb\nb\tc\nr\ta\n"));
  const Taxonomy t = Taxonomy::from_draft(fixed.draft);
  EXPECT_THAT(test::edges_of(t), ElementsAre(" > a", "a > b", "b > c"));
  EXPECT_THAT(fixed.changes,
              ElementsAre("line 4: 'b' is not its own parent any more",
                          "edges that were repeated are there once: 1",
                          "line 3: left out the edge from 'b' to 'a', which closes a cycle"));
}

TEST(DraftRepair, PutsBlanksRightAndARootAboveSeveral) {
  const RepairedDraft fixed = repaired(draft_of("top\ta  b\n a b \tc\nother\td\n"));
  const Taxonomy t = Taxonomy::from_draft(fixed.draft);
  EXPECT_THAT(test::all_names(t), ElementsAre("top", "a b", "c", "other", "d", "root"));
  EXPECT_EQ(t.name(t.root()), "root");
  EXPECT_THAT(fixed.changes, SizeIs(3));
}

TEST(DraftRepair, ChangesNothingAboutASoundDraft) {
  const TaxonomyDraft draft = draft_of("r\ta\nr\tb\na\tx\nb\tx\n");
  const RepairedDraft fixed = repaired(draft);
  EXPECT_THAT(fixed.changes, IsEmpty());
  EXPECT_EQ(test::edges_of(Taxonomy::from_draft(fixed.draft)),
            test::edges_of(Taxonomy::from_draft(draft)));
}

TEST(DraftRepair, AnyGraphBecomesATaxonomyWithAllItsNodes) {
  Random random(11);
  for (int round = 0; round < 300; ++round) {
    std::string text;
    const std::uint64_t nodes = 2 + random.below(8);
    for (std::uint64_t i = 0; i < 1 + random.below(20); ++i) {
      text +=
          std::to_string(random.below(nodes)) + "\t" + std::to_string(random.below(nodes)) + "\n";
    }
    const TaxonomyDraft draft = draft_of(text);
    const bool is_usable = find_problems(draft).is_usable();
    EXPECT_EQ(is_usable, !test::error_of([&] { Taxonomy::from_draft(draft); }).has_value()) << text;
    const RepairedDraft fixed = repaired(draft);
    EXPECT_TRUE(find_problems(fixed.draft).is_usable()) << text;
    EXPECT_EQ(find_problems(fixed.draft).parentless.size(), 1U) << text;
    const Taxonomy t = Taxonomy::from_draft(fixed.draft);
    for (std::size_t i = 0; i < draft.size(); ++i) {
      EXPECT_TRUE(t.find(draft.name(static_cast<NodeId>(i))).has_value()) << text;
    }
  }
}

TEST(DraftProblems, AreFoundQuicklyInLongChainsAndTangles) {
  std::string text;
  constexpr int length = 100'000;
  for (int i = 0; i < length; ++i)
    text += std::to_string(i) + "\t" + std::to_string((i + 1) % length) + "\n";
  const TaxonomyDraft draft = draft_of(text);
  EXPECT_THAT(find_problems(draft).cycles, SizeIs(1));
  EXPECT_THAT(repaired(draft).changes, SizeIs(1));
}

}  // namespace
}  // namespace clade::detail
