#include "base/communicator.h"

#include <gtest/gtest.h>

#include <numeric>
#include <vector>

#include "clade/error.h"
#include "tests/support/thread_ranks.h"

namespace clade::detail {
namespace {

TEST(Communicator, AddsUpInTheOrderOfRanksWhateverTheLength) {
  for (const std::size_t size : {std::size_t{1}, std::size_t{10}, std::size_t{10'001}}) {
    std::vector<std::vector<double>> totals(3);
    test::run_ranks(3, [&](Communicator& peers) {
      std::vector<double> values(size);
      for (std::size_t i = 0; i < size; ++i) {
        values[i] = (peers.rank() == 0 ? 1e16 : 1.0) + static_cast<double>(i);
      }
      peers.sum(std::span(values));
      totals[static_cast<std::size_t>(peers.rank())] = values;
    });
    for (std::size_t i = 0; i < size; ++i) {
      const auto n = static_cast<double>(i);
      EXPECT_EQ(totals[0][i], ((1e16 + n) + (1 + n)) + (1 + n));
    }
    EXPECT_EQ(totals[0], totals[1]);
    EXPECT_EQ(totals[0], totals[2]);
  }
}

TEST(Communicator, AsksWhetherItIsSoOnSomeRankOrOnAll) {
  test::run_ranks(3, [](Communicator& peers) {
    EXPECT_TRUE(peers.any(peers.rank() == 2));
    EXPECT_FALSE(peers.any(false));
    EXPECT_FALSE(peers.all(peers.rank() != 1));
    EXPECT_TRUE(peers.all(true));
    EXPECT_EQ(peers.sum(std::uint64_t{1} << 60), std::uint64_t{3} << 60);
    EXPECT_EQ(peers.list(static_cast<std::uint64_t>(peers.rank())),
              (std::vector<std::uint64_t>{0, 1, 2}));
  });
}

TEST(Communicator, DividesSoThatPartsDifferByOneAtMost) {
  for (const std::uint64_t count : {0U, 1U, 7U, 12U}) {
    std::uint64_t end = 0;
    for (int r = 0; r < 5; ++r) {
      const RankPart part = part_of_rank(count, r, 5);
      EXPECT_EQ(part.begin, end);
      EXPECT_LE(part.end - part.begin, count / 5 + 1);
      EXPECT_GE(part.end - part.begin, count / 5);
      end = part.end;
    }
    EXPECT_EQ(end, count);
  }
}

TEST(ByteReader, TakesOutWhatWasPutInAndNoMore) {
  std::string bytes;
  append_value(7, bytes);
  append_text("red apple", bytes);
  append_values<double>(std::vector<double>{1, 2.5}, bytes);
  ByteReader reader(bytes);
  EXPECT_EQ(reader.value<int>(), 7);
  EXPECT_EQ(reader.text(), "red apple");
  EXPECT_EQ(reader.values<double>(), (std::vector<double>{1, 2.5}));
  EXPECT_TRUE(reader.is_at_end());
  EXPECT_THROW(static_cast<void>(reader.value<int>()), Error);
}

}  // namespace
}  // namespace clade::detail
