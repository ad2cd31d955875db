// Descriptions of classes as attributes, from the command line.
#include <gmock/gmock.h>

#include "tests/cli/run_clade.h"

namespace clade::detail::test {
namespace {

using ::testing::HasSubstr;

class ClassTexts : public SmallProblem {
 protected:
  Answer train(const std::string& texts, const std::string& method = "hsvm") const {
    return run_clade({"train", data(), "--taxonomy", taxonomy(), "--method", method, "--attributes",
                      "text:" + write("texts.tsv", texts), "-o", path("m.clade")});
  }
};

TEST_F(ClassTexts, TrainModelsThatPredict) {
  for (const char* method : {"hsvm", "perceptron", "clade"}) {
    const Answer answer = train("a1\tred balls\na2\tblue balls\nb\tcars\n", method);
    ASSERT_EQ(answer.code, 0) << answer.err;
    EXPECT_THAT(run_clade({"predict", path("m.clade"), data()}).out, HasSubstr("0\ta1\t"));
    EXPECT_THAT(run_clade({"info", path("m.clade")}).out, HasSubstr("text:texts.tsv"));
  }
}

TEST_F(ClassTexts, SayWhatIsWrong) {
  const auto refused = [&](const char* texts, const char* why) {
    const Answer answer = train(texts);
    EXPECT_EQ(answer.code, 3) << answer.err;
    EXPECT_THAT(answer.err, HasSubstr(why));
  };
  refused("a1\tx\na3\ty\n", "texts.tsv:2:");
  refused("a1\tx\nb\ty\n", "got none for 'a2'");
  refused("a1\t\n", "got one without words");
  const Answer flat = run_clade({"train", data(), "--taxonomy", taxonomy(), "--method", "hsvm",
                                 "--flat", "--attributes", "text:x", "-o", path("m.clade")});
  EXPECT_EQ(flat.code, 2);
  EXPECT_EQ(run_clade({"train", data(), "--taxonomy", taxonomy(), "--method", "hsvm",
                       "--attributes", "text:" + path("none"), "-o", path("m.clade")})
                .code,
            5);
}

}  // namespace
}  // namespace clade::detail::test
