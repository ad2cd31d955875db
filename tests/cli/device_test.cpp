// train --device: what is said where there is no GPU.
#include <cstdlib>

#include "tests/cli/run_clade.h"

namespace clade::detail::test {
namespace {

using ::testing::HasSubstr;

class Device : public SmallProblem {
 protected:
  Answer train(const std::string& device, const Words& more = {}) const {
    Words words{"train",   data(),     "--taxonomy", taxonomy(), "-o",
                path("m"), "--device", device,       "--method", "hsvm"};
    words.insert(words.end(), more.begin(), more.end());
    return run_clade(words);
  }
};

TEST_F(Device, AMissingPluginIsAnErrorThatSaysWhereItWasLookedFor) {
  ::setenv("CLADE_CUDA_PLUGIN", "/nowhere/libclade_cuda.so", 1);
  const Answer named = train("cuda");
  const Answer any = train("auto");
  ::setenv("CLADE_CUDA_PLUGIN", data().c_str(), 1);
  const Answer other = train("cuda");
  ::unsetenv("CLADE_CUDA_PLUGIN");
  EXPECT_EQ(named.code, 5);
  EXPECT_THAT(named.err, HasSubstr("--device cuda: there is no /nowhere/libclade_cuda.so"));
  EXPECT_THAT(named.err, HasSubstr("docs/GPU.md"));
  EXPECT_EQ(any.code, 0) << any.err;
  EXPECT_EQ(other.code, 5);
  EXPECT_THAT(other.err, HasSubstr("data.svm"));
}

TEST_F(Device, PlainTrainsAsTheGpuWould) {
  const Answer answer = train("plain");
  EXPECT_EQ(answer.code, 0);
  EXPECT_THAT(answer.err, HasSubstr("training on plain C++ on one thread"));
}

TEST_F(Device, NamesAreThoseOfTheHelp) {
  const Answer answer = train("gpu");
  EXPECT_EQ(answer.code, 2);
  EXPECT_THAT(answer.err, HasSubstr("--device"));
}

}  // namespace
}  // namespace clade::detail::test
