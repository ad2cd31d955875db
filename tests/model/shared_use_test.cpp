// One model in many threads, while others come and go: for the thread sanitizer above all.
#include <gtest/gtest.h>

#include <atomic>
#include <thread>

#include "tests/model/saved_model.h"
#include "tests/support/use_model.h"

namespace clade::detail {
namespace {

using namespace testing_model;

class SharedModel : public SavedModel {};

TEST_F(SharedModel, SixteenThreadsUseItWhileAnotherIsLoadedAndFreed) {
  model_of(small_dag()).with_vectoriser(small_vectoriser()).save(folder_ / "shared");
  rbf_model_of(small_tree()).save(folder_ / "other");
  const Model shared = Model::load(folder_ / "shared");
  const auto expected = shared.predict_text("price", 2);

  std::atomic<bool> is_over = false;
  std::atomic<int> wrong = 0;
  std::thread loader([&] {
    while (!is_over) test::use_model(Model::load(folder_ / "other"));
  });
  std::vector<std::thread> users;
  for (int t = 0; t < 16; ++t) {
    users.emplace_back([&] {
      for (int round = 0; round < 40; ++round) {
        const Model copy = shared;
        test::use_model(copy);
        const auto answer = copy.predict_text("price", 2);
        const bool is_same = answer.size() == expected.size() &&
                             answer[0].label == expected[0].label &&
                             answer[0].score == expected[0].score;
        if (!is_same) ++wrong;
      }
    });
  }
  for (std::thread& user : users) user.join();
  is_over = true;
  loader.join();
  EXPECT_EQ(wrong, 0);
}

}  // namespace
}  // namespace clade::detail
