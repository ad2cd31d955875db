#include "base/checkpoint.h"

#include <gtest/gtest.h>

#include <cmath>
#include <string>
#include <vector>

#include "tests/support/temp_folder.h"

namespace clade::detail {
namespace {

using test::expect_error;
using test::TempFolder;

struct Listener : Reporter {
  void on_warning(std::string_view message) override { warnings.emplace_back(message); }
  std::vector<std::string> warnings;
};

struct Inner {
  std::vector<double> values;
  std::optional<int> maybe;
  void state(State& s) { s(values, maybe); }
};

struct Everything {
  int number = 0;
  std::string text;
  std::vector<Inner> inner;
  std::vector<std::vector<std::uint32_t>> rows;
  std::pair<int, std::string> pair;
  void state(State& s) { s(number, text, inner, rows, pair); }
};

class Checkpoints : public ::testing::Test {
 protected:
  CheckpointOptions options(double every = 0) const { return {folder_.path() / "c", every}; }
  Checkpoint open(const CheckpointIdentity& identity = {{"data", "1"}}) {
    return Checkpoint(options(), identity, listener_);
  }
  std::size_t files() const {
    return static_cast<std::size_t>(
        std::distance(std::filesystem::directory_iterator(folder_.path() / "c"), {}));
  }

  TempFolder folder_;
  Listener listener_;
};

TEST_F(Checkpoints, GiveBackWhatWasSaved) {
  Everything saved{7, "text", {{{1.5, -0.0}, 3}, {{}, std::nullopt}}, {{1, 2}, {}}, {4, "x"}};
  open().whole().part("a").save([&](State& s) { s(saved); });
  Everything found;
  ASSERT_TRUE(open().whole().part("a").restore([&](State& s) { s(found); }));
  EXPECT_EQ(found.number, 7);
  EXPECT_EQ(found.text, "text");
  ASSERT_EQ(found.inner.size(), 2U);
  EXPECT_EQ(found.inner[0].values.size(), 2U);
  EXPECT_TRUE(std::signbit(found.inner[0].values[1]));
  EXPECT_EQ(found.inner[0].maybe, 3);
  EXPECT_EQ(found.inner[1].maybe, std::nullopt);
  EXPECT_EQ(found.rows, saved.rows);
  EXPECT_EQ(found.pair, saved.pair);
  EXPECT_FALSE(open().whole().part("b").restore([&](State& s) { s(found); }));
}

// Pages of zeros take no room, and what was there before is gone.
TEST_F(Checkpoints, KeepLargeMemoryThatIsMostlyZero) {
  constexpr std::size_t size = 3'000'001;
  std::vector<unsigned char> memory(size);
  memory[5000] = 1;
  memory[size - 1] = 2;
  open().whole().part("a").save([&](State& s) { s.zeroed(memory.data(), size); });
  EXPECT_LT(std::filesystem::file_size(folder_.path() / "c" / "a.state"), 20000U);
  std::vector<unsigned char> found(size, 9);
  ASSERT_TRUE(open().whole().part("a").restore([&](State& s) { s.zeroed(found.data(), size); }));
  EXPECT_TRUE(found == memory);
}

TEST_F(Checkpoints, NumberPartsOfTheSameName) {
  for (int process = 0; process < 2; ++process) {
    Checkpoint checkpoint = open();
    for (int k = 1; k <= 3; ++k) {
      const CheckpointPart part = checkpoint.whole().part("fold").part("step");
      int value = k;
      const auto fields = [&](State& s) { s(value); };
      if (process == 0) part.save(fields);
      value = 0;
      ASSERT_TRUE(process == 0 || part.restore(fields));
      EXPECT_EQ(value, process == 0 ? 0 : k);
      static_cast<void>(checkpoint.whole().part("fold"));
    }
  }
}

TEST_F(Checkpoints, LoseThePartsOfWhatIsOver) {
  int value = 1;
  const auto fields = [&](State& s) { s(value); };
  Checkpoint checkpoint = open();
  const CheckpointPart fold = checkpoint.whole().part("fold"), step = fold.part("step");
  step.save(fields);
  fold.save(fields);
  EXPECT_EQ(files(), 4U);  // the identity, the time, two states
  fold.finish(fields);
  EXPECT_EQ(files(), 3U);
  checkpoint.remove();
  EXPECT_FALSE(std::filesystem::exists(folder_.path() / "c"));
}

TEST_F(Checkpoints, AreRefusedWhereTheyAreOfOtherWork) {
  static_cast<void>(open({{"docs.jsonl", "12"}, {"--C", "1"}}));
  expect_error(
      [&] {
        open({{"docs.jsonl", "12"}, {"--C", "2"}});
      },
      ErrorKind::usage, "it has '--C: 1', this one '--C: 2'");
  expect_error(
      [&] {
        open({{"docs.jsonl", "13"}, {"--C", "1"}});
      },
      ErrorKind::usage, "it has 'docs.jsonl: 12', this one 'docs.jsonl: 13'");
  static_cast<void>(open({{"docs.jsonl", "12"}, {"--C", "1"}}));
}

TEST_F(Checkpoints, TakeNoFolderThatHasOtherFiles) {
  folder_.write("file", "text");
  const CheckpointOptions here{folder_.path(), 60};
  expect_error([&] { Checkpoint(here, {}, listener_); }, ErrorKind::usage, "is no checkpoint");
  const CheckpointOptions file{folder_.path() / "file", 60};
  expect_error([&] { Checkpoint(file, {}, listener_); }, ErrorKind::environment, "file");
}

TEST_F(Checkpoints, AreOfOneProcessAtATime) {
  const Checkpoint first(options(), {}, listener_);
  expect_error([&] { Checkpoint(options(), {}, listener_); }, ErrorKind::environment,
               "another process");
}

TEST_F(Checkpoints, BeginAnewWhereAFileIsDamaged) {
  std::vector<int> values(1000, 5);
  open().whole().part("a").save([&](State& s) { s(values); });
  const std::filesystem::path file = folder_.path() / "c" / "a.state";
  std::fstream(file, std::ios::in | std::ios::out).seekp(100).put('x');
  EXPECT_FALSE(open().whole().part("a").restore([&](State& s) { s(values); }));
  ASSERT_EQ(listener_.warnings.size(), 1U);
  EXPECT_NE(listener_.warnings[0].find("is damaged"), std::string::npos);
}

TEST_F(Checkpoints, RefuseAStateOfAnotherShape) {
  std::vector<int> values(3, 5);
  open().whole().part("a").save([&](State& s) { s(values); });
  std::string text;
  expect_error([&] { open().whole().part("a").restore([&](State& s) { s(text, values, text); }); },
               ErrorKind::environment, "a.state");
}

TEST_F(Checkpoints, CountTheTimeOfEarlierProcesses) {
  int value = 0;
  open().whole().part("a").save([&](State& s) { s(value); });
  const double before = open().seconds_before();
  EXPECT_GT(before, 0);
  EXPECT_LT(before, 60);
}

TEST_F(Checkpoints, DoNothingWhereThereIsNone) {
  const CheckpointPart none;
  EXPECT_FALSE(none.part("a").restore([](State&) { FAIL(); }));
  EXPECT_FALSE(none.is_due());
  none.finish([](State&) { FAIL(); });
}

}  // namespace
}  // namespace clade::detail
