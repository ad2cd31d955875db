#include "linear/zeroed_pages.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <utility>

namespace clade::detail {
namespace {

constexpr std::size_t mebibyte = std::size_t{1} << 20;

bool is_zero(const ZeroedPages& pages, std::size_t bytes) {
  const auto* start = static_cast<const unsigned char*>(pages.data());
  return std::all_of(start, start + bytes, [](unsigned char c) { return c == 0; });
}

TEST(ZeroedPages, AreZeroAtFirstAndAgain) {
  for (const std::size_t bytes : {std::size_t{100}, 5 * mebibyte}) {
    ZeroedPages pages(bytes);
    ASSERT_TRUE(pages.use(bytes));
    EXPECT_TRUE(is_zero(pages, bytes));
    std::fill_n(static_cast<unsigned char*>(pages.data()), bytes, 7);
    EXPECT_FALSE(is_zero(pages, bytes));
    pages.set_zero();
    EXPECT_TRUE(is_zero(pages, bytes));
  }
}

TEST(ZeroedPages, KeepWhatIsThereWhileMoreIsTakenIntoUse) {
  ZeroedPages pages(200 * mebibyte);
  auto* start = static_cast<unsigned char*>(pages.data());
  ASSERT_TRUE(pages.use(1));
  start[0] = 7;
  ASSERT_TRUE(pages.use(200 * mebibyte));
  start[200 * mebibyte - 1] = 8;
  EXPECT_EQ(start[0], 7);
  EXPECT_EQ(pages.data(), start);
}

TEST(ZeroedPages, MayBeMovedAndEmpty) {
  ZeroedPages pages(10);
  ASSERT_TRUE(pages.use(10));
  const void* start = pages.data();
  ZeroedPages other = std::move(pages);
  EXPECT_EQ(other.data(), start);
  ZeroedPages none(0);
  EXPECT_TRUE(none.use(0));
  none.set_zero();
  EXPECT_EQ(none.data(), nullptr);
}

TEST(ZeroedPages, SayWhereTheSystemRefuses) {
  const ZeroedPages pages(~std::size_t{0} / 2);
  EXPECT_EQ(pages.data(), nullptr);
  EXPECT_EQ(pages.bytes(), 0U);
}

}  // namespace
}  // namespace clade::detail
