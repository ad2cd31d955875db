// Models that clade 0.1.0 wrote, one of each kind: what is loaded is all that was saved.
#include <algorithm>
#include <filesystem>

#include "tests/model/saved_model.h"

namespace clade::detail {
namespace {

using namespace testing_model;

std::vector<fs::path> old_models() {
  std::vector<fs::path> files;
  for (const auto& entry :
       fs::directory_iterator(fs::path(CLADE_SOURCE_DIR) / "tests/model/0.1.0")) {
    if (entry.path().extension() == ".clade") files.push_back(entry.path());
  }
  std::sort(files.begin(), files.end());
  return files;
}

TEST_F(SavedModel, OldModelsAreSavedAgainByteByByte) {
  const std::vector<fs::path> files = old_models();
  ASSERT_GE(files.size(), 33U);
  for (const fs::path& file : files) {
    const std::string bytes = read_bytes(file);
    ASSERT_EQ(bytes[8], 5) << file;  // the format of 0.1.0
    EXPECT_TRUE(saved(Model::load(file)) == bytes) << file;
    EXPECT_TRUE(saved(Model::load(file, true)) == bytes) << file;
  }
}

}  // namespace
}  // namespace clade::detail
