#include "base/memory.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <fstream>
#include <limits>
#include <memory>
#include <new>
#include <string>
#include <vector>

#include "tests/support/sanitized.h"
#include "tests/support/temp_folder.h"

namespace clade::detail {
namespace {

constexpr std::size_t unlimited = std::numeric_limits<std::size_t>::max();

TEST(Memory, MeminfoTellsWhatIsAvailable) {
  EXPECT_EQ(available_in_meminfo("MemTotal: 99 kB\nMemFree:   3 kB\nMemAvailable:    20 kB\n"),
            20480U);
  EXPECT_EQ(available_in_meminfo("MemTotal: 99 kB\n"), unlimited);
  EXPECT_EQ(available_in_meminfo("MemAvailable: much\n"), unlimited);
  EXPECT_EQ(available_in_meminfo(""), unlimited);
}

class ControlGroups : public ::testing::Test {
 protected:
  void put(const std::string& file, const std::string& text) {
    const auto path = folder_.path() / file;
    std::filesystem::create_directories(path.parent_path());
    std::ofstream(path) << text;
  }
  std::size_t left(std::string_view groups) {
    return left_in_control_groups(groups, folder_.path());
  }
  test::TempFolder folder_;
};

TEST_F(ControlGroups, TheTightestOneOnTheWayUpCounts) {
  put("a/memory.max", "1000\n");
  put("a/memory.current", "400\n");
  put("a/b/memory.max", "max\n");
  put("a/b/memory.current", "100\n");
  EXPECT_EQ(left("0::/a/b\n"), 600U);
  put("a/b/memory.max", "150\n");
  EXPECT_EQ(left("0::/a/b\n"), 50U);
  put("a/b/memory.current", "200\n");
  EXPECT_EQ(left("0::/a/b\n"), 0U);
}

TEST_F(ControlGroups, TheOlderVersionIsReadToo) {
  put("memory/x/memory.limit_in_bytes", "500\n");
  put("memory/x/memory.usage_in_bytes", "100\n");
  EXPECT_EQ(left("9:name=systemd:/\n4:memory:/x\n0::/\n"), 400U);
}

TEST_F(ControlGroups, TheCacheOfFilesIsNotInTheWay) {
  put("a/memory.max", "1000\n");
  put("a/memory.current", "900\n");
  put("a/memory.stat", "anon 200\ninactive_file 500\nactive_file 100\nunevictable 0\n");
  EXPECT_EQ(left("0::/a\n"), 700U);
  put("memory/x/memory.limit_in_bytes", "1000\n");
  put("memory/x/memory.usage_in_bytes", "800\n");
  put("memory/x/memory.stat", "inactive_file 0\ntotal_inactive_file 300\ntotal_active_file 1\n");
  EXPECT_EQ(left("4:memory:/x\n"), 501U);
}

TEST_F(ControlGroups, WithoutLimitsThereIsNone) {
  EXPECT_EQ(left(""), unlimited);
  EXPECT_EQ(left("0::/no/such/group\n"), unlimited);
  EXPECT_EQ(left("nonsense\n:\n"), unlimited);
}

TEST(Memory, OfThisProcessGrowsWithWhatItTakes) {
  const std::size_t before = own_memory();
  const std::vector<char> taken(std::size_t{64} << 20, 1);
  EXPECT_GT(own_memory(), before + (std::size_t{48} << 20));
  EXPECT_GE(peak_memory(), own_memory());
  EXPECT_GT(available_memory(), 0U);
  EXPECT_EQ(taken.back(), 1);
}

TEST(Memory, ALimitIsHeldToWhileItIsThere) {
  const std::size_t before = available_memory();
  const auto allocates = [](std::size_t bytes) {
    try {
      const std::vector<char> memory(bytes, 1);
      return memory.back() == 1;
    } catch (const std::bad_alloc&) {
      return false;
    }
  };
  constexpr std::size_t mega = std::size_t{1} << 20;
  {
    const MemoryLimit limit(own_memory() + 256 * mega);
    EXPECT_LE(available_memory(), 256 * mega);
    EXPECT_TRUE(allocates(64 * mega));
    EXPECT_TRUE(test::is_sanitized || !allocates(300 * mega));
    const MemoryLimit wider(own_memory() + 1024 * mega);  // no limit is lifted by another
    EXPECT_LE(available_memory(), 256 * mega);
  }
  EXPECT_GT(available_memory(), std::min(before, 512 * mega) / 2);
  {
    // They may end in any order.
    auto first = std::make_unique<MemoryLimit>(own_memory() + 512 * mega);
    const auto second = std::make_unique<MemoryLimit>(own_memory() + 256 * mega);
    first.reset();
    EXPECT_LE(available_memory(), 256 * mega);
  }
  EXPECT_TRUE(allocates(300 * mega));
}

}  // namespace
}  // namespace clade::detail
