// The interface of devices, as a plug-in must fill it, asked through its functions alone.
#include "solver/device/plain_device.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>
#include <memory>
#include <vector>

#include "base/threads.h"
#include "solver/device/device_tables.h"
#include "tests/solver/random_problem.h"
#include "tests/solver/tree_problem.h"

namespace clade::detail {
namespace {

using test::tree_problem;

class PlainDevice : public testing::Test {
 protected:
  struct Destroy {
    void operator()(CladeDevice* device) const { plain_device().destroy(device); }
  };

  explicit PlainDevice() : problem_(tree_problem(6, 4, 40, 1)), pool_(1) { start(); }

  void start() {
    tables_ = std::make_unique<DeviceTables>(problem_, pool_);
    std::array<char, 200> error{};
    device_.reset(functions_.create(&tables_->problem(), error.data(), error.size()));
    ASSERT_NE(device_, nullptr) << error.data();
  }
  // Two looks at all instances, each with steps.
  void train() {
    std::vector<std::uint32_t> all(problem_.rows.size());
    for (std::uint32_t i = 0; i < all.size(); ++i) all[i] = i;
    std::vector<CladeDeviceLook> looks(all.size());
    CladeDeviceSteps steps{};
    for (int pass = 0; pass < 2; ++pass) {
      ASSERT_EQ(functions_.look(device_.get(), all.data(), 40, looks.data()), 0);
      ASSERT_EQ(functions_.step(device_.get(), 16, &steps), 0);
      EXPECT_GT(steps.changes, 0U);
    }
  }
  std::vector<float> weights() {
    std::vector<float> rows(problem_.features * problem_.score_map.units());
    const auto features = static_cast<std::uint32_t>(problem_.features);
    EXPECT_EQ(functions_.weights(device_.get(), 0, features, rows.data()), 0);
    return rows;
  }
  Duals duals() {
    const std::size_t most = tables_->problem().most_active;
    std::vector<std::uint32_t> counts(problem_.rows.size());
    std::vector<CladeDeviceDual> rows(counts.size() * most);
    EXPECT_EQ(functions_.get_duals(device_.get(), 0, 40, counts.data(), rows.data()), 0);
    Duals result(counts.size());
    for (std::size_t i = 0; i < counts.size(); ++i) {
      for (std::uint32_t c = 0; c < counts[i]; ++c) {
        const CladeDeviceDual& v = rows[i * most + c];
        result[i].push_back({problem_.constraints.blocks(i)[0].plus, v.minus,
                             static_cast<double>(v.scale), v.beta});
      }
    }
    return result;
  }

  const CladeDeviceFunctions& functions_ = plain_device();
  Problem<float> problem_;
  ThreadPool pool_;
  std::unique_ptr<DeviceTables> tables_;
  std::unique_ptr<CladeDevice, Destroy> device_;
};

TEST_F(PlainDevice, KeepsTheWeightsOfItsDuals) {
  EXPECT_EQ(functions_.version, CLADE_DEVICE_VERSION);
  train();
  const auto expected = test::weights_of(problem_, duals());
  const std::vector<float> found = weights();
  double largest = 0, norm = 0, told = 0;
  for (std::size_t j = 0; j < problem_.features; ++j) {
    for (std::size_t u = 0; u < problem_.score_map.units(); ++u) {
      const auto w = static_cast<double>(found[j * problem_.score_map.units() + u]);
      EXPECT_NEAR(w, expected[j][u], 2e-6) << j << " " << u;
      largest = std::max(largest, std::abs(w));
      norm += w * w;
    }
  }
  EXPECT_GT(largest, 0.1);
  ASSERT_EQ(functions_.squared_norm(device_.get(), &told), 0);
  EXPECT_NEAR(told, norm, 1e-5 * norm);
}

TEST_F(PlainDevice, RebuildsTheSameWeights) {
  train();
  const std::vector<float> before = weights();
  ASSERT_EQ(functions_.rebuild(device_.get()), 0);
  const std::vector<float> after = weights();
  for (std::size_t k = 0; k < before.size(); ++k) EXPECT_NEAR(after[k], before[k], 1e-6) << k;
}

// The unit of weights becomes coarser, as often as it takes.
TEST_F(PlainDevice, HoldsWeightsOfAnySize) {
  train();
  const Duals small = duals();
  const std::vector<float> usual = weights();
  const std::size_t most = tables_->problem().most_active;
  constexpr double factor = 1e6;
  for (std::uint32_t i = 0; i < small.size(); ++i) {
    std::vector<CladeDeviceDual> row(most);
    for (std::size_t c = 0; c < small[i].size(); ++c) {
      const DualVariable& v = small[i][c];
      row[c] = {factor * v.beta, v.minus, static_cast<float>(v.scale)};
    }
    const auto count = static_cast<std::uint32_t>(small[i].size());
    ASSERT_EQ(functions_.set_duals(device_.get(), i, 1, &count, row.data()), 0);
  }
  ASSERT_EQ(functions_.rebuild(device_.get()), 0);
  const std::vector<float> large = weights();
  for (std::size_t k = 0; k < large.size(); ++k) {
    EXPECT_NEAR(static_cast<double>(large[k]) / factor, static_cast<double>(usual[k]), 1e-5) << k;
  }
}

TEST_F(PlainDevice, ChoosesNoMoreThanThereIsRoomFor) {
  CladeDeviceProblem narrow = tables_->problem();
  narrow.most_active = 3;
  std::array<char, 200> error{};
  device_.reset(functions_.create(&narrow, error.data(), error.size()));
  std::vector<std::uint32_t> all(40);
  for (std::uint32_t i = 0; i < all.size(); ++i) all[i] = i;
  std::vector<CladeDeviceLook> looks(all.size());
  CladeDeviceSteps steps{};
  ASSERT_EQ(functions_.look(device_.get(), all.data(), 40, looks.data()), 0);
  ASSERT_EQ(functions_.step(device_.get(), 16, &steps), 0);
  EXPECT_EQ(steps.full, 40U);  // all of the first look's constraints are equal
  std::vector<std::uint32_t> counts(40);
  ASSERT_EQ(functions_.get_duals(device_.get(), 0, 40, counts.data(), nullptr), 0);
  EXPECT_LE(*std::max_element(counts.begin(), counts.end()), 3U);
}

TEST_F(PlainDevice, RefusesWhatDoesNotFit) {
  CladeDeviceProblem huge = tables_->problem();
  huge.features = 0xfffffff0U;
  std::array<char, 200> error{};
  huge.units = 0xfffffff0U;
  EXPECT_EQ(functions_.create(&huge, error.data(), error.size()), nullptr);
  EXPECT_STREQ(error.data(), "its weights do not fit into memory");
}

// Losses of a tree are a column for each group of siblings, others one for each class.
TEST(DeviceTables, KnowEveryLoss) {
  ThreadPool pool(2);
  for (const bool is_tree : {true, false}) {
    Problem<float> problem = tree_problem(5, 3, 60, 2);
    auto losses = std::make_shared<test::TableLosses>(
        dynamic_cast<const test::TableLosses&>(*problem.constraints.losses()));
    if (!is_tree) losses->table[4][7] = 1.5;
    ConstraintSet constraints(15, losses);
    std::vector<Decision> all(15);
    for (Decision d = 0; d < 15; ++d) all[d] = d;
    const std::uint32_t list = constraints.add_list(all);
    for (Decision d = 0; d < 15; ++d) {
      const ConstraintSet::Block block{d, list};
      for (int copy = 0; copy < 4; ++copy) {
        constraints.add_instance(constraints.add_pattern({&block, 1}, {&d, 1}));
      }
    }
    problem.constraints = constraints;
    const DeviceTables tables(problem, pool);
    EXPECT_EQ(tables.problem().loss_columns, is_tree ? 5U : 15U);
    for (Decision p = 0; p < 15; ++p) {
      for (Decision m = 0; m < 15; ++m) {
        if (m == p) continue;
        EXPECT_FLOAT_EQ(tables.scale(p, m), static_cast<float>(std::sqrt(losses->table[p][m])));
      }
    }
  }
}

}  // namespace
}  // namespace clade::detail
