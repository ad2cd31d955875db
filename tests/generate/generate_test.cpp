#include "generate/generate.h"

#include <gtest/gtest.h>

#include <filesystem>

#include "base/fail.h"
#include "base/file.h"
#include "tests/support/temp_folder.h"

namespace clade::detail {
namespace {

namespace fs = std::filesystem;

class GenerateInto : public testing::Test {
 protected:
  const test::TempFolder temp_;
  const fs::path folder_ = temp_.path() / "out";
};

// Writes one file and then fails, as a full disk or a hopeless parameter would.
struct Broken : Generator {
  std::vector<Parameter> parameters() override { return {}; }
  void generate(std::uint64_t, FileSink& out) const override {
    out.write("data.svm", "A 1:1\n");
    fail(ErrorKind::usage, "broken");
  }
};

TEST_F(GenerateInto, WritesTheFilesThatTheGeneratorNames) {
  const auto generator = make_generator("cai-multiclass");
  generate_into(*generator, 4, folder_ / "deep" / "er");
  MemorySink memory;
  generator->generate(4, memory);
  for (const std::string& name : generator->files()) {
    EXPECT_EQ(read_text(folder_ / "deep" / "er" / name), memory.files().at(name));
  }
  EXPECT_EQ(memory.files().size(), generator->files().size());
  EXPECT_TRUE(generator->files().front().starts_with("data."));
}

TEST_F(GenerateInto, AFailureLeavesTheOldFiles) {
  generate_into(*make_generator("cai-multiclass"), 4, folder_);
  const std::string before = read_text(folder_ / "data.svm");
  EXPECT_THROW(generate_into(Broken(), 0, folder_), Error);
  EXPECT_EQ(read_text(folder_ / "data.svm"), before);
  EXPECT_EQ(std::distance(fs::directory_iterator(folder_), fs::directory_iterator()), 2);
}

TEST_F(GenerateInto, AFileInTheWayIsAnEnvironmentError) {
  AtomicFile file(folder_);
  file.write("x");
  file.commit();
  try {
    generate_into(*make_generator("cai-multilabel"), 4, folder_);
    ADD_FAILURE();
  } catch (const Error& error) {
    EXPECT_EQ(error.kind(), ErrorKind::environment);
  }
}

TEST(Generators, AnUnknownNameGetsTheNearestKnownOne) {
  try {
    make_generator("cai-multiclas");
    ADD_FAILURE();
  } catch (const Error& error) {
    EXPECT_EQ(error.kind(), ErrorKind::usage);
    EXPECT_NE(std::string(error.what()).find("did you mean 'cai-multiclass'"), std::string::npos)
        << error.what();
  }
}

TEST(Generators, ParametersHaveNamesAndDefaults) {
  std::vector<std::string> parameters;
  for (const Parameter& p : make_generator("cai-multiclass")->parameters()) {
    parameters.push_back(p.name + "=" + p.default_value);
  }
  EXPECT_EQ(parameters,
            (std::vector<std::string>{"n=1000", "fanout=3", "depth=3", "features=20", "rho=0.1"}));
}

}  // namespace
}  // namespace clade::detail
