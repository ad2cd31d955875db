// clade convert: what LIBLINEAR, scikit-learn, fastText and Clus read.
#include <cstdlib>

#include "tests/cli/run_clade.h"

namespace clade::detail::test {
namespace {

using ::testing::AllOf;
using ::testing::HasSubstr;
using ::testing::IsEmpty;
using ::testing::Not;

class Convert : public SmallProblem {
 protected:
  std::string documents() const {
    return write("docs.jsonl", R"({"labels":["Big Cats"],"text":"a tiger\nroars"}
{"labels":["Big_Cats","dogs"],"text":"a dog and a tiger"}
{"text":"nothing is known"}
)");
  }
};

TEST_F(Convert, WritesWholeNumbersForLiblinearAndAMap) {
  const std::string spaced = write("spaced.jsonl", R"({"labels":["Big Cats"],"features":{"1":1}}
{"labels":["dogs"],"features":{"2":0.5}}
{"labels":["Big Cats"],"features":{"1":2}}
)");
  const Answer answer =
      run_clade({"convert", spaced, "-o", path("train.txt"), "--to", "liblinear"});
  ASSERT_EQ(answer.code, 0) << answer.err;
  EXPECT_THAT(read_file(path("train.txt")), AllOf(HasSubstr("1 1:"), HasSubstr("\n2 2:")));
  EXPECT_EQ(read_file(path("train.txt.labels.tsv")), "1\tBig Cats\n2\tdogs\n");
  if (std::system("liblinear-train > /dev/null 2>&1") == 0 ||
      std::system("command -v liblinear-train > /dev/null") == 0) {
    EXPECT_EQ(std::system(("liblinear-train -q " + path("train.txt") + " " + path("ll.model") +
                           " > /dev/null 2>&1")
                              .c_str()),
              0);
  }
}

TEST_F(Convert, TestDataGetTheNumbersOfTrainingData) {
  ASSERT_EQ(run_clade({"convert", data(), "-o", path("train"), "--to", "liblinear"}).code, 0);
  const std::string test = write("test.svm", "b 4:1\nnew 2:1\na1 1:1\n? 3:1\n");
  const Answer answer = run_clade({"convert", test, "-o", path("test"), "--to", "liblinear",
                                   "--label-map", path("train.labels.tsv")});
  ASSERT_EQ(answer.code, 0) << answer.err;
  EXPECT_EQ(read_file(path("test")), "3 4:1\n4 2:1\n1 1:1\n0 3:1\n");
  EXPECT_EQ(read_file(path("test.labels.tsv")), "1\ta1\n2\ta2\n3\tb\n4\tnew\n");
  EXPECT_THAT(answer.err, HasSubstr("1 record has no label: the number 0"));
  const std::string broken = write("broken.tsv", "1\ta\nx\tb\n");
  const Answer refused =
      run_clade({"convert", test, "-o", path("t"), "--to", "liblinear", "--label-map", broken});
  EXPECT_EQ(refused.code, 3);
  EXPECT_THAT(refused.err, HasSubstr("broken.tsv:2: expected number<TAB>label"));
  EXPECT_FALSE(std::filesystem::exists(path("t")));
}

TEST_F(Convert, NumbersFollowTheClassesOfAModel) {
  const std::string test = write("test.svm", "b 4:1\na1 1:1\n");
  ASSERT_EQ(
      run_clade({"convert", test, "-o", path("t"), "--to", "liblinear", "--model", model()}).code,
      0);
  EXPECT_EQ(read_file(path("t")), "3 4:1\n1 1:1\n");
}

TEST_F(Convert, WritesSeveralLabelsForScikitLearnOnly) {
  const std::string sets = write("sets.svm", "a,b 1:1\n? 2:1\nb 3:1\n?\n");
  const Answer refused = run_clade({"convert", sets, "-o", path("x"), "--to", "liblinear"});
  EXPECT_EQ(refused.code, 3);
  EXPECT_THAT(refused.err, HasSubstr("--to sklearn"));
  const Answer answer = run_clade({"convert", sets, "-o", path("x"), "--to", "sklearn"});
  ASSERT_EQ(answer.code, 0) << answer.err;
  EXPECT_EQ(read_file(path("x")), "1,2 1:1\n2:1\n2 3:1\n");
  EXPECT_THAT(answer.err, AllOf(HasSubstr("multilabel=True"), HasSubstr("1 record with neither")));
}

TEST_F(Convert, WritesTextsForFastText) {
  const Answer answer =
      run_clade({"convert", documents(), "-o", path("x.txt"), "--to", "fasttext"});
  ASSERT_EQ(answer.code, 0) << answer.err;
  EXPECT_EQ(read_file(path("x.txt")),
            "__label__Big_Cats a tiger roars\n"
            "__label__Big_Cats_ __label__dogs a dog and a tiger\n"
            "nothing is known\n");
  EXPECT_EQ(read_file(path("x.txt.labels.tsv")),
            "__label__Big_Cats\tBig Cats\n__label__Big_Cats_\tBig_Cats\n__label__dogs\tdogs\n");
  const Answer vectors = run_clade({"convert", data(), "-o", path("y"), "--to", "fasttext"});
  EXPECT_EQ(vectors.code, 3);
  EXPECT_THAT(vectors.err, HasSubstr("fastText reads texts"));
}

TEST_F(Convert, WritesForClusUnderAnyName) {
  ASSERT_EQ(run_clade({"convert", data(), "--taxonomy", taxonomy(), "-o", path("a.arff")}).code, 0);
  ASSERT_EQ(
      run_clade({"convert", data(), "--taxonomy", taxonomy(), "-o", path("b"), "--to", "clus"})
          .code,
      0);
  EXPECT_EQ(read_file(path("a.arff")), read_file(path("b")));
  EXPECT_THAT(read_file(path("b")), HasSubstr(" hierarchical "));
}

TEST_F(Convert, RefusesANameThatSaysNothing) {
  const Answer answer = run_clade({"convert", data(), "-o", path("x.foo")});
  EXPECT_EQ(answer.code, 2);
  EXPECT_THAT(answer.err, AllOf(HasSubstr("ends in .svm or .arff"), HasSubstr("--to")));
  EXPECT_FALSE(std::filesystem::exists(path("x.foo")));
  EXPECT_EQ(run_clade({"convert", data(), "-o", path("x.foo"), "--to", "svm"}).code, 0);
  EXPECT_EQ(run_clade({"convert", data(), "-o", "-", "--to", "liblinear"}).code, 2);
  EXPECT_EQ(run_clade({"convert", data(), "-o", path("x.svm"), "--label-map", "m"}).code, 2);
  EXPECT_THAT(run_clade({"convert", documents(), "--min-df", "1", "-o", "-"}).err,
              HasSubstr("--to liblinear and --to sklearn write numbers"));
}

TEST_F(Convert, CountsRowsThatAreEmpty) {
  const Answer answer =
      run_clade({"convert", documents(), "--min-df", "1000", "-o", path("x"), "--to", "sklearn"});
  EXPECT_EQ(answer.code, 0);
  EXPECT_THAT(answer.err,
              HasSubstr("3 of 3 records are without a feature: every word is too rare"));
  EXPECT_THAT(run_clade({"convert", data(), "-o", path("x.svm")}).err, IsEmpty());
}

}  // namespace
}  // namespace clade::detail::test
