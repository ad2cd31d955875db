#include "tests/cli/run_clade.h"

namespace clade::detail::test {
namespace {

using ::testing::HasSubstr;

class BadInput : public SmallProblem {
 protected:
  // Training on this text as data must end with the code and message, and leave no file.
  void expect_refused(const std::string& text, int code, const std::string& message) {
    const std::string file = write("bad.svm", text);
    const Answer answer = run_clade({"train", file, "-o", path("m"), "--quiet"});
    EXPECT_EQ(answer.code, code);
    EXPECT_THAT(answer.err, HasSubstr(message));
    EXPECT_EQ(files_in(folder_.path()), 1U);
  }
  void expect_trained(const std::string& text) {
    const Answer answer = run_clade({"train", write("odd.svm", text), "-o", path("m"), "--quiet"});
    EXPECT_EQ(answer.code, 0);
    EXPECT_EQ(answer.err, "");
  }
};

TEST_F(BadInput, AMissingFileIsTheEnvironment) {
  const Answer answer = run_clade({"train", path("none.svm"), "-o", path("m")});
  EXPECT_EQ(answer.code, 5);
  EXPECT_THAT(answer.err, HasSubstr("none.svm: cannot be opened: No such file"));
  EXPECT_EQ(run_clade({"train", data(), "--taxonomy", path("none.tsv"), "-o", path("m")}).code, 5);
  EXPECT_EQ(run_clade({"predict", path("none.clade"), data()}).code, 5);
}

TEST_F(BadInput, ABadLineIsNamedByLineAndColumn) {
  expect_refused("a 1:1\nb 9:1 3:1\n", 3, "bad.svm:2:7: expected index above 9, got 3");
  expect_refused("a 1:1\nb 2;1\n", 3, "bad.svm:2:3: ");
}

TEST_F(BadInput, NumbersMustBeFinite) {
  expect_refused("a 1:-inf\nb 2:1\n", 3, "bad.svm:1:5: ");
  expect_refused("a 1:1\nb 2:inf\n", 3, "bad.svm:2:5: ");
  expect_refused("a 1:1e999\nb 2:1\n", 3, "bad.svm:1:5: ");
}

TEST_F(BadInput, AnIndexMayBeHugeButNotTooHuge) {
  expect_trained("a 1:1\nb 4294967294:1\n");
  std::filesystem::remove(path("m"));
  std::filesystem::remove(path("odd.svm"));
  expect_refused("a 1:1\nb 99999999999:1\n", 3, "bad.svm:2:3: ");
}

TEST_F(BadInput, ATableOfSimilaritiesMustBeAKernel) {
  const auto train = [&](const std::string& table) {
    return run_clade({"train", data(), "--taxonomy", taxonomy(), "--method", "hsvm", "--attributes",
                      "similarity:" + write("s.tsv", table), "-o", path("m"), "--quiet"});
  };
  EXPECT_EQ(train("\tb\ta1\ta2\nb\t1\t0\t0\na1\t0\t1\t0.5\na2\t0\t0.5\t1\n").code, 0);
  std::filesystem::remove(path("m"));
  const Answer lopsided = train("\tb\ta1\ta2\nb\t1\t0\t0\na1\t0\t1\t0.5\na2\t0\t0.4\t1\n");
  EXPECT_EQ(lopsided.code, 3);
  EXPECT_THAT(lopsided.err, HasSubstr("s.tsv: expected a symmetric table, got 0.5"));
  const Answer indefinite = train("\tb\ta1\ta2\nb\t1\t0\t0\na1\t0\t1\t3\na2\t0\t3\t1\n");
  EXPECT_EQ(indefinite.code, 3);
  EXPECT_THAT(indefinite.err, HasSubstr("smallest eigenvalue is -2"));
  EXPECT_FALSE(std::filesystem::exists(path("m")));
}

TEST_F(BadInput, EmptyDataIsRefused) {
  expect_refused("", 3, "bad.svm");
  expect_refused("# nothing\n", 3, "bad.svm");
  expect_refused("? 1:1\n2:1\n", 3, "expected labelled instances, got 2 without a label");
}

TEST_F(BadInput, OneClassIsNothingToLearn) {
  expect_refused("a 1:1\na 2:1\n", 3, "there is only one class, 'a'");
}

TEST_F(BadInput, WindowsLinesAndAByteOrderMarkMakeNoDifference) {
  ASSERT_EQ(
      run_clade({"train", write("unix.svm", "a 1:1\nb 2:1\n"), "-o", path("m1"), "--quiet"}).code,
      0);
  const std::string windows = write("windows.svm",
                                    "\xEF\xBB\xBF"
                                    "a 1:1\r\nb 2:1\r\n");
  ASSERT_EQ(run_clade({"train", windows, "-o", path("m2"), "--quiet"}).code, 0);
  EXPECT_TRUE(read_file(path("m1")) == read_file(path("m2")));
}

TEST_F(BadInput, ALineOfTenMegabytesIsRead) {
  std::string line = "a";
  int features = 0;
  while (line.size() < 10'000'000) line += ' ' + std::to_string(++features) + ":0.001";
  const std::string file = write("long.svm", line + "\nb 1:1\n");
  const Answer answer = run_clade({"train", file, "-o", path("m"), "--max-epochs", "2", "--json"});
  EXPECT_EQ(answer.code, 0) << answer.err;
  EXPECT_THAT(answer.out, HasSubstr("\"instances\":2,\"features\":" + std::to_string(features)));
}

TEST_F(BadInput, ACycleInTheTaxonomyIsPrinted) {
  const std::string cycle = write("cycle.tsv", "r\ta1\na1\ta2\na2\ta1\nr\tb\n");
  const Answer answer = run_clade({"train", data(), "--taxonomy", cycle, "-o", path("m")});
  EXPECT_EQ(answer.code, 3);
  EXPECT_THAT(answer.err, HasSubstr("is its own ancestor: a1 -> a2 -> a1"));
}

TEST_F(BadInput, ALabelOutsideTheTaxonomyIsNamedWithTheNearest) {
  const std::string other = write("other.tsv", "r\ta1\nr\ta2\nr\tbb\n");
  const Answer answer = run_clade({"train", data(), "--taxonomy", other, "-o", path("m")});
  EXPECT_EQ(answer.code, 3);
  EXPECT_THAT(answer.err,
              HasSubstr("data.svm:5:1: label 'b' is not in the taxonomy (did you mean 'bb'?)"));
}

TEST_F(BadInput, ADamagedModelIsRefused) {
  const std::string file = model();
  const std::string bytes = read_file(file);
  for (std::size_t at = 0; at < bytes.size(); at += 1 + bytes.size() / 40) {
    std::string changed = bytes;
    changed[at] = static_cast<char>(changed[at] ^ 0x10);
    EXPECT_EQ(run_clade({"predict", write("damaged", changed), data()}).code, 4) << "byte " << at;
    EXPECT_EQ(run_clade({"info", write("cut", bytes.substr(0, at))}).code, 4) << "cut at " << at;
  }
  const Answer foreign = run_clade({"predict", data(), data()});
  EXPECT_EQ(foreign.code, 4);
  EXPECT_THAT(foreign.err, HasSubstr("is not a clade model"));
}

TEST_F(BadInput, WhereTheModelGoesIsCheckedBeforeTraining) {
  EXPECT_EQ(run_clade({"train", data(), "-o", path("none/m")}).code, 5);
  EXPECT_EQ(run_clade({"train", data(), "-o", folder_.path()}).code, 5);
  EXPECT_EQ(run_clade({"train", data(), "-o", "-"}).code, 2);
  EXPECT_EQ(run_clade({"train", data(), "-o", data()}).code, 2);
  EXPECT_EQ(run_clade({"train", path("none.svm"), "-o", path("none/m")}).err.find("none.svm"),
            std::string::npos);
}

TEST_F(BadInput, AFolderThatCannotBeWrittenIsTheEnvironment) {
  // Nobody, root included, makes files there.
  const Answer answer = run_clade({"train", data(), "-o", "/proc/self/model.clade"});
  EXPECT_EQ(answer.code, 5);
  EXPECT_THAT(answer.err, HasSubstr("/proc/self/model.clade: cannot be written"));
  EXPECT_EQ(run_clade({"train", data(), "-o", path("m"), "--trace", path("none/t")}).code, 5);
}

TEST_F(BadInput, WeightsMustMatchTheData) {
  const Answer answer = run_clade(
      {"train", data(), "-o", path("m"), "--weights", write("w.tsv", "1\n2\n"), "--quiet"});
  EXPECT_EQ(answer.code, 3);
  EXPECT_THAT(answer.err, HasSubstr("w.tsv"));
}

}  // namespace
}  // namespace clade::detail::test
