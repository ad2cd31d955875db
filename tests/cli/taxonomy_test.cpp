#include <sstream>

#include "tests/cli/run_clade.h"

namespace clade::test {
namespace {

using ::testing::HasSubstr;

class TaxonomyCommand : public SmallProblem {};

TEST_F(TaxonomyCommand, CheckReportsTheShape) {
  const Answer answer = run_clade({"taxonomy", "check", taxonomy()});
  EXPECT_EQ(answer.code, 0);
  EXPECT_THAT(answer.out, HasSubstr("kind                             tree\n"));
  EXPECT_THAT(answer.out, HasSubstr("nodes                            5\n"));
  EXPECT_THAT(answer.out, HasSubstr("terminal nodes                   3\n"));
  const std::string dag = write("dag.tsv", "r\ta\nr\tb\na\tc\nb\tc\nc\td\n");
  const Answer report = run_clade({"taxonomy", "check", dag});
  EXPECT_THAT(report.out, HasSubstr("kind                             DAG\n"));
  EXPECT_THAT(report.out, HasSubstr("nodes with several parents       1: 'c'\n"));
  EXPECT_THAT(report.out, HasSubstr("only children                    2: 'c', 'd'\n"));
  EXPECT_THAT(report.out, HasSubstr("levels below the root            3\n"));
}

TEST_F(TaxonomyCommand, CheckComparesWithData) {
  const std::string labels = write("labels.svm", "a 1:1\na1 1:1\n? 1:1\n");
  const Answer answer = run_clade({"taxonomy", "check", taxonomy(), labels});
  EXPECT_EQ(answer.code, 0) << answer.err;
  EXPECT_THAT(answer.out, HasSubstr("labels at inner nodes            1: 'a'\n"));
  EXPECT_THAT(answer.out, HasSubstr("terminal nodes without examples  2: 'a2', 'b'\n"));
  EXPECT_THAT(answer.out, HasSubstr("instances without a label        1\n"));
}

TEST_F(TaxonomyCommand, CheckNamesEveryLabelOutside) {
  const std::string labels = write("labels.svm", "a1 1:1\na11 1:1\nzebra 1:1\na__misc 1:1\n");
  const Answer answer = run_clade({"taxonomy", "check", taxonomy(), labels});
  EXPECT_EQ(answer.code, 3);
  EXPECT_THAT(answer.out, HasSubstr("labels outside the taxonomy      2\n"));
  EXPECT_THAT(answer.err,
              HasSubstr("labels.svm:2:1: label 'a11' is not in the taxonomy (did you mean"));
  EXPECT_THAT(answer.err, HasSubstr("labels.svm:3:1: label 'zebra' is not in the taxonomy\n"));
}

TEST_F(TaxonomyCommand, CheckRefusesACycle) {
  const Answer answer = run_clade({"taxonomy", "check", write("c.tsv", "r\ta\na\tb\nb\ta\n")});
  EXPECT_EQ(answer.code, 3);
  EXPECT_THAT(answer.err, HasSubstr("'a' is its own ancestor: a -> b -> a"));
}

TEST_F(TaxonomyCommand, ShowDrawsTheTree) {
  EXPECT_EQ(run_clade({"taxonomy", "show", taxonomy()}).out, "r\n├─ a\n│  ├─ a1\n│  └─ a2\n└─ b\n");
  EXPECT_EQ(run_clade({"taxonomy", "show", taxonomy(), "--depth", "1"}).out,
            "r\n├─ a\n│  └─ ... 2 nodes below\n└─ b\n");
  EXPECT_EQ(run_clade({"taxonomy", "show", taxonomy(), "--max-children=1"}).out,
            "r\n├─ a\n│  ├─ a1\n│  └─ ... 1 more\n└─ ... 1 more\n");
}

TEST_F(TaxonomyCommand, ShowMarksANodeThatComesAgain) {
  const std::string dag = write("dag.tsv", "r\ta\nr\tb\na\tc\nb\tc\nc\td\n");
  EXPECT_EQ(run_clade({"taxonomy", "show", dag}).out,
            "r\n├─ a\n│  └─ c\n│     └─ d\n└─ b\n   └─ c (again)\n");
}

TEST_F(TaxonomyCommand, PathsComeFromTheLabels) {
  const std::string labels = write("paths.svm", "x/y 1:1\nx/z 1:1\n");
  const Answer answer = run_clade({"taxonomy", "show", "paths", labels});
  EXPECT_EQ(answer.out, "(root)\n└─ x\n   ├─ x/y\n   └─ x/z\n");
  EXPECT_EQ(run_clade({"taxonomy", "check", "paths", labels}).code, 0);
  EXPECT_EQ(run_clade({"taxonomy", "show", "paths"}).code, 2);
}

TEST_F(TaxonomyCommand, ShowSurvivesAVeryDeepTaxonomy) {
  std::ostringstream chain;
  for (int i = 0; i < 30000; ++i) chain << 'n' << i << "\tn" << i + 1 << '\n';
  const Answer answer = run_clade({"taxonomy", "show", write("deep.tsv", chain.str())});
  EXPECT_EQ(answer.code, 0) << answer.err;
  EXPECT_THAT(answer.out, HasSubstr("... 1 node below"));
}

class Generate : public SmallProblem {};

TEST_F(Generate, WritesAFolderThatTrainCanRead) {
  ASSERT_EQ(run_clade({"generate", "cai-multilabel", "-o", path("new/folder"), "--n", "30"}).code,
            0);
  EXPECT_EQ(
      run_clade({"taxonomy", "check", path("new/folder/taxonomy.tsv"), path("new/folder/data.svm")})
          .code,
      0);
}

TEST_F(Generate, ToStandardOutputGivesTheSameData) {
  const Words words{"generate", "cai-multiclass", "--n=20", "--seed", "3"};
  Words to_folder = words, to_output = words;
  to_folder.insert(to_folder.end(), {"-o", path("g")});
  to_output.insert(to_output.end(), {"-o", "-"});
  ASSERT_EQ(run_clade(to_folder).code, 0);
  EXPECT_EQ(run_clade(to_output).out, read_file(path("g/data.svm")));
  EXPECT_NE(run_clade({"generate", "cai-multiclass", "--n=20", "--seed=4", "-o", "-"}).out,
            read_file(path("g/data.svm")));
}

TEST_F(Generate, DekelHasATestPartAndItsStreamFitsToIt) {
  const Words words{"generate", "dekel", "--n=300", "--seed=3", "-o"};
  Words to_folder = words, to_output = words;
  to_folder.push_back(path("d"));
  to_output.push_back("-");
  ASSERT_EQ(run_clade(to_folder).code, 0);
  EXPECT_EQ(run_clade(to_output).out, read_file(path("d/data.svm")));
  for (const char* file : {"d/data.svm", "d/test.svm"}) {
    const Answer answer = run_clade({"taxonomy", "check", path("d/taxonomy.tsv"), path(file)});
    EXPECT_EQ(answer.code, 0) << answer.err;
    EXPECT_THAT(answer.out, HasSubstr("nodes                            121\n"));
    EXPECT_THAT(answer.out, HasSubstr("labels at inner nodes            40: 'root', "));
  }
  EXPECT_EQ(run_clade({"generate", "dekel", "--n=0", "-o", path("d")}).code, 2);
  EXPECT_EQ(run_clade({"generate", "dekel", "--rho=1", "-o", path("d")}).code, 2);
}

TEST_F(Generate, ReportsAFolderThatCannotBeMade) {
  const std::string file = write("file", "");
  EXPECT_EQ(run_clade({"generate", "cai-multiclass", "-o", file + "/sub", "--n", "5"}).code, 5);
}

}  // namespace
}  // namespace clade::test
