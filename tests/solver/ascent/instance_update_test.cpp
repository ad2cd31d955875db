#include "solver/ascent/instance_update.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <vector>

#include "tests/solver/tree_problem.h"

namespace clade::detail {
namespace {

// What a step changes reaches the scores of a later instance where they are read.
TEST(InstanceUpdate, CorrectsTheScoresThatAreRead) {
  const Problem<float> problem = test::tree_problem(10, 4, 2, 1);
  const ProblemTables<float> tables(problem);
  const std::size_t size = AlignedArray<float>::padded(problem.score_map.units());
  InstanceUpdate<float> earlier(tables, size), later(tables, size), all(tables, size);
  std::vector<DualVariable> duals;
  earlier.score_and_select(0, duals);
  earlier.step(0, duals, 1.0);
  ASSERT_TRUE(earlier.has_change());
  earlier.round_change();
  const InstanceChange<float> change = earlier.rounded_change(0);
  ASSERT_GT(change.blocks.size(), 1U);

  constexpr double inner_product = 0.75;
  std::vector<std::uint8_t> is_read(size / block_units<float>, 1);
  is_read[change.blocks[0]] = 0;
  all.correct(earlier, inner_product);
  later.correct(earlier, inner_product, is_read);
  for (std::size_t u = 0; u < size; ++u) {
    const float expected = is_read[u / block_units<float>] != 0 ? all.raw()[u] : 0.0F;
    EXPECT_NEAR(later.raw()[u], expected, 1e-6) << u;
  }
  later.correct(earlier, 0, is_read);
  EXPECT_NEAR(later.raw()[change.blocks[1] * block_units<float>],
              all.raw()[change.blocks[1] * block_units<float>], 1e-6);
}

}  // namespace
}  // namespace clade::detail
