// Models that clade 0.1.0 wrote, one of each kind: what is loaded is all that was saved.
#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <string>
#include <vector>

#include "clade/model.h"
#include "tests/support/temp_folder.h"

namespace clade::detail {
namespace {

namespace fs = std::filesystem;

std::vector<fs::path> old_models() {
  std::vector<fs::path> files;
  const fs::path folder = fs::path(CLADE_SOURCE_DIR) / "tests/model/0.1.0";
  for (const auto& entry : fs::directory_iterator(folder)) {
    if (entry.path().extension() == ".clade") files.push_back(entry.path());
  }
  std::sort(files.begin(), files.end());
  return files;
}

std::string bytes_of(const fs::path& file) {
  std::ifstream in(file, std::ios::binary);
  return {std::istreambuf_iterator<char>(in), {}};
}

TEST(OldModelFiles, AreSavedAgainByteByByte) {
  const test::TempFolder folder;
  const fs::path again = folder.path() / "again.clade";
  const std::vector<fs::path> files = old_models();
  ASSERT_GE(files.size(), 33U);
  for (const fs::path& file : files) {
    const std::string bytes = bytes_of(file);
    ASSERT_EQ(bytes[8], 5) << file;  // the format of 0.1.0
    for (const bool trust : {false, true}) {
      Model::load(file, trust).save(again);
      EXPECT_TRUE(bytes_of(again) == bytes) << file;
    }
  }
}

}  // namespace
}  // namespace clade::detail
