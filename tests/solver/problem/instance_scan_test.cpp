#include "solver/problem/instance_scan.h"

#include <gtest/gtest.h>

#include "tests/solver/random_problem.h"

namespace clade::detail {
namespace {

template <class Real>
class InstanceScanOf : public testing::Test {};
using RealTypes = testing::Types<float, double>;
TYPED_TEST_SUITE(InstanceScanOf, RealTypes);

// Every gradient against the definition, for both kinds of constraints.
TYPED_TEST(InstanceScanOf, GivesTheGradientOfEveryConstraintAndOfNothingElse) {
  for (const bool binary : {false, true}) {
    test::Shape shape;
    shape.decisions = 21;
    shape.units = 21;
    shape.binary = binary;
    const auto problem = test::random_problem<TypeParam>(9, shape);
    const ConstraintSet& constraints = problem.constraints;
    for (const int power : {1, 2}) {
      const ScanTables<TypeParam> tables(constraints, power);
      InstanceScan<TypeParam> scan(tables);
      Random random(2);
      for (std::size_t i = 0; i < problem.rows.size(); ++i) {
        AlignedArray<TypeParam> scores(shape.decisions);
        for (TypeParam& s : scores) s = static_cast<TypeParam>(random.normal());
        const std::vector<TypeParam> before(scores.begin(), scores.end());
        const auto top = static_cast<double>(scan.run(i, scores.data()));
        EXPECT_EQ(std::vector<TypeParam>(scores.begin(), scores.end()), before);

        double expected_top = -std::numeric_limits<double>::infinity();
        std::size_t expected_count = 0;
        for (const auto& block : constraints.blocks(i)) {
          std::vector<double> losses(shape.decisions, 1.0);
          if (constraints.losses() != nullptr) constraints.losses()->row(block.plus, losses);
          constraints.for_each_rival(i, block, [&](Decision minus) {
            const double loss = minus == constant_zero ? 1 : losses[minus];
            const auto score = [&](Decision d) {
              return d == constant_zero ? 0.0 : static_cast<double>(before[d]);
            };
            const double g = std::pow(loss, 1.0 / power) * (1 - score(block.plus) + score(minus));
            EXPECT_NEAR(scan.gradient(block.plus, minus), g, 1e-5);
            EXPECT_NEAR(scan.scale(block.plus, minus), std::pow(loss, 1.0 / power), 1e-6);
            expected_top = std::max(expected_top, g);
            ++expected_count;
          });
        }
        EXPECT_NEAR(top, expected_top, 1e-5);
        std::size_t count = 0;
        for (const auto& block : scan.blocks()) {
          for (const TypeParam g : block.gradients) count += std::isfinite(g) ? 1U : 0U;
        }
        EXPECT_EQ(count, expected_count);
      }
    }
  }
}

TEST(RivalScan, CollectsWhatIsAtLeastTheThreshold) {
  AlignedArray<float> gradients(40, -1.0F);
  gradients[0] = gradients[17] = 2;
  gradients[39] = 1.5;
  gradients[5] = 1.4999F;
  std::vector<std::uint32_t> found;
  collect_rivals<float>({gradients.data(), gradients.padded_size()}, 1.5F, found);
  EXPECT_EQ(found, (std::vector<std::uint32_t>{0, 17, 39}));
}

TEST(RivalScan, SumsThePositivePart) {
  AlignedArray<double> gradients(19, -1.0);
  gradients[3] = 2;
  gradients[18] = 0.5;
  const PositivePart part = positive_part<double>({gradients.data(), gradients.padded_size()});
  EXPECT_DOUBLE_EQ(part.sum, 2.5);
  EXPECT_DOUBLE_EQ(part.squares, 4.25);
}

}  // namespace
}  // namespace clade::detail
