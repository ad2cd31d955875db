// Wrong labels come first, misplaced classes are told with their evidence.
#include "eval/audit/audit.h"

#include <algorithm>
#include <cmath>
#include <set>

#include "tests/eval/small_comparison.h"

namespace clade::detail::test {
namespace {

const Words four{"a1", "a2", "b1", "b2"};

Audit audit_of(Records records, const std::string& edges = tree_edges,
               const Setting& options = {}) {
  ThreadPool pool(2);
  Reporter silent;
  const Contender method = contender("hsvm", options, data_of(std::move(records)));
  return audit(method, given(edges), {}, pool, silent);
}

TEST(Audit, PutsWrongLabelsFirst) {
  Words lines = noisy_lines(120, four, 3, 0.3);
  const std::set<std::size_t> wrong{7, 30, 66, 101};
  for (const std::size_t i : wrong)
    lines[i].replace(0, 2, lines[i].starts_with("a1") ? "b2" : "a1");
  const Audit audit = audit_of(read_lines(lines));
  ASSERT_EQ(audit.records.size(), 120U);
  std::set<std::size_t> first;
  for (std::size_t k = 0; k < wrong.size(); ++k) first.insert(audit.records[k].record);
  EXPECT_EQ(first, wrong);
  for (std::size_t k = 1; k < audit.records.size(); ++k) {
    EXPECT_GE(audit.records[k].margin, audit.records[k - 1].margin);
  }
  EXPECT_LT(audit.records.front().margin, 0);
  for (const SuspectRecord& suspect : audit.records) EXPECT_NE(suspect.label, suspect.suggested);
}

TEST(Audit, SuggestsWhatTheRecordLooksLike) {
  Words lines = noisy_lines(120, four, 3, 0.3);
  ASSERT_TRUE(lines[2].starts_with("b1"));
  lines[2].replace(0, 2, "a2");
  const SuspectRecord worst = audit_of(read_lines(lines)).records.front();
  EXPECT_EQ(worst.record, 2U);
  EXPECT_EQ(worst.label, "a2");
  EXPECT_EQ(worst.suggested, "b1");
}

TEST(Audit, JudgesTheLeastBelievedOfSeveralLabels) {
  Words lines = noisy_lines(120, {"a1", "a2,b1", "b2"}, 3, 0.3);
  lines[1].replace(0, 5, "a2,b2");  // was a2,b1
  const SuspectRecord worst = audit_of(read_lines(lines)).records.front();
  EXPECT_EQ(worst.record, 1U);
  EXPECT_EQ(worst.label, "b2");
  EXPECT_EQ(worst.suggested, "b1");
}

TEST(Audit, TellsWhichClassWouldSitBetterElsewhere) {
  // Records of x look like those of b1 and b2, but x stands among a1 and a2.
  Words lines = noisy_lines(160, four, 5, 0.2);
  for (std::size_t i = 0; i < 40; ++i) {
    lines.push_back(fmt::format("x {}:0.9 6:{:.2f}", 3 + i % 2, 0.01 * static_cast<double>(i)));
  }
  const Audit audit = audit_of(read_lines(lines), tree_edges + "a\tx\n");
  ASSERT_FALSE(audit.classes.empty());
  const SuspectClass& found = audit.classes.front();
  EXPECT_EQ(found.name, "x");
  EXPECT_EQ(found.parent, "a");
  EXPECT_EQ(found.suggested_parent, "b");
  EXPECT_EQ(found.records, 40U);
  EXPECT_GT(found.elsewhere, found.among_siblings);
  EXPECT_LT(found.p, 0.05);
}

TEST(Audit, SaysNothingOfClassesWithoutATaxonomy) {
  ThreadPool pool(1);
  Reporter silent;
  const Contender method = contender("svm", {}, data_of(read_lines(noisy_lines(40, four))));
  const auto found = audit(method, TaxonomySource{}, {}, pool, silent);
  EXPECT_EQ(found.records.size(), 40U);
  EXPECT_TRUE(found.classes.empty());
}

TEST(Audit, IsTheSameForAnyNumberOfThreads) {
  const auto run = [](unsigned threads) {
    ThreadPool pool(threads);
    Reporter silent;
    const Contender method = contender("hsvm", {}, data_of(read_lines(noisy_lines(80, four))));
    const auto found = audit(method, given(tree_edges), {}, pool, silent);
    std::vector<std::pair<std::size_t, double>> result;
    for (const SuspectRecord& suspect : found.records) {
      result.emplace_back(suspect.record, suspect.margin);
    }
    return result;
  };
  EXPECT_EQ(run(1), run(3));
}

TEST(Audit, DoesNotDoubtAClassThatNoModelHasSeen) {
  Words lines = noisy_lines(80, four, 3, 0.3);
  lines.push_back("x 1:0.1 2:0.1 7:1");  // the only one of its class
  const Audit found = audit_of(read_lines(lines), tree_edges + "a\tx\n");
  EXPECT_EQ(found.records.size(), 80U);
  for (const SuspectRecord& suspect : found.records) EXPECT_NE(suspect.label, "x");
}

TEST(Audit, SuggestsNoParentThatTheClassHasAlready) {
  Words lines = noisy_lines(160, four, 5, 0.2);
  for (std::size_t i = 0; i < 40; ++i) {
    lines.push_back(fmt::format("x {}:0.9 6:{:.2f}", 3 + i % 2, 0.01 * static_cast<double>(i)));
  }
  const Audit found = audit_of(read_lines(lines), tree_edges + "a\tx\nb\tx\n");
  for (const SuspectClass& suspect : found.classes) EXPECT_NE(suspect.name, "x");
}

TEST(Audit, StopsWhenAsked) {
  struct Impatient : Reporter {
    bool stop_requested() const override { return true; }
  } reporter;
  ThreadPool pool(1);
  const Contender method = contender("hsvm", {}, data_of(read_lines(noisy_lines(40, four))));
  EXPECT_THROW(audit(method, given(tree_edges), {}, pool, reporter), Cancelled);
}

}  // namespace
}  // namespace clade::detail::test
