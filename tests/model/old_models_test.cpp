// Models that earlier versions wrote, one of each kind: what is loaded is all that was saved.
#include <gtest/gtest.h>

#include <algorithm>
#include <array>
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

struct Version {
  const char* name;
  char least_format, format;  // of its models
  std::size_t models;
};
constexpr std::array versions{Version{"0.1.0", 5, 5, 33}, Version{"0.2.0", 5, 7, 42}};

std::vector<fs::path> models_of(const std::string& version) {
  std::vector<fs::path> files;
  const fs::path folder = fs::path(CLADE_SOURCE_DIR) / "tests/model" / version;
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
  for (const Version& version : versions) {
    const std::vector<fs::path> files = models_of(version.name);
    ASSERT_GE(files.size(), version.models) << version.name;
    char newest = 0;
    for (const fs::path& file : files) {
      const std::string bytes = bytes_of(file);
      ASSERT_GE(bytes[8], version.least_format) << file;
      newest = std::max(newest, bytes[8]);
      for (const bool trust : {false, true}) {
        Model::load(file, trust).save(again);
        EXPECT_TRUE(bytes_of(again) == bytes) << file;
      }
    }
    EXPECT_EQ(newest, version.format) << version.name;
  }
}

}  // namespace
}  // namespace clade::detail
