#include <sstream>

#include "tests/cli/run_clade.h"

namespace clade::detail::test {
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
  EXPECT_THAT(answer.out, HasSubstr("labels outside the taxonomy      2: 'a11', 'zebra'\n"));
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

TEST_F(TaxonomyCommand, ShowCountsTheInstancesOfData) {
  const std::string labels = write("l.svm", "a1,a2 1:1\na 1:1\na,b 1:1\n? 1:1\nzebra 1:1\n");
  EXPECT_EQ(run_clade({"taxonomy", "show", taxonomy(), labels}).out,
            "r  3\n├─ a  3 (2 here)\n│  ├─ a1  1\n│  └─ a2  1\n└─ b  1\n");
}

TEST_F(TaxonomyCommand, ShowGivesTheWordsForCodes) {
  const std::string obo =
      write("g.obo", "[Term]\nid: G:1\nname: all\n[Term]\nid: G:2\nis_a: G:1\n");
  EXPECT_EQ(run_clade({"taxonomy", "show", obo}).out, "G:1  all\n└─ G:2\n");
}

TEST_F(TaxonomyCommand, CheckSaysWhatCladeDoesAboutWhatItFinds) {
  const std::string odd = write("o.tsv", "a\tSound waves\na\tsound-waves\nb\tc\nb\tc\n");
  const Answer answer = run_clade({"taxonomy", "check", odd});
  EXPECT_EQ(answer.code, 0) << answer.err;
  EXPECT_THAT(answer.out,
              HasSubstr("roots beside each other          2: 'a', 'b'\n    clade puts a root"));
  EXPECT_THAT(answer.out, HasSubstr("repeated edges                   1\n    Each counts once.\n"));
  EXPECT_THAT(answer.out,
              HasSubstr("1: 'Sound waves' and 'sound-waves'\n    clade takes them for"));
  EXPECT_THAT(answer.out, HasSubstr("nodes by level                   0: 1, 1: 2, 2: 3\n"));
}

TEST_F(TaxonomyCommand, CheckProfilesLabelsAndCompares) {
  const Answer answer = run_clade({"taxonomy", "check", taxonomy(), data()});
  EXPECT_EQ(answer.code, 0) << answer.err;
  EXPECT_THAT(answer.out, HasSubstr("labels per instance              1: 6\n"));
  EXPECT_THAT(answer.out, HasSubstr("classes with under 3 examples    3: 'a1', 'a2', 'b'\n"));
  EXPECT_THAT(
      answer.out,
      HasSubstr("cosine of classes by distance    2: 0.07, 3: 0.03\n    Classes that are near"));
  const Answer json = run_clade({"taxonomy", "check", taxonomy(), data(), "--json"});
  EXPECT_THAT(json.out, HasSubstr("\"usable\":true,\"kind\":\"tree\""));
  EXPECT_THAT(
      json.out,
      HasSubstr(
          "\"rare_classes\":{\"count\":3,\"names\":[\"a1\",\"a2\",\"b\"],\"advice\":\"They are"));
  EXPECT_THAT(json.out, HasSubstr("\"labels_per_instance\":{\"1\":6}"));
}

TEST_F(TaxonomyCommand, FixWritesARepairedCopyAndSaysWhatChanged) {
  const std::string bad = write("c.tsv", "r\ta\na\tb\nb\ta\nr\tr\n");
  const Answer check = run_clade({"taxonomy", "check", bad});
  EXPECT_EQ(check.code, 3);
  EXPECT_THAT(check.out, HasSubstr("cycles                           1: b -> a -> b\n"));
  EXPECT_THAT(check.err, HasSubstr("c.tsv:4: 'r' is its own parent"));
  const Answer fix = run_clade({"taxonomy", "check", bad, "--fix", path("f.txt")});
  EXPECT_EQ(fix.code, 0) << fix.err;
  EXPECT_THAT(fix.out,
              HasSubstr("  line 3: left out the edge from 'b' to 'a', which closes a cycle\n"));
  EXPECT_EQ(read_file(path("f.txt")), "r\n\ta\n\t\tb\n");
  const std::string labels = write("l.svm", "b 1:1\nzebra 1:1\n");
  EXPECT_EQ(run_clade({"taxonomy", "check", bad, labels, "--fix", path("g.txt")}).code, 3);
  EXPECT_EQ(run_clade({"taxonomy", "check", bad, "--fix", bad}).code, 2);
  EXPECT_THAT(run_clade({"taxonomy", "check", taxonomy(), "--fix", path("h.tsv")}).out,
              HasSubstr("nothing had to be changed"));
}

TEST_F(TaxonomyCommand, RandomFitsTheSameData) {
  ASSERT_EQ(run_clade({"taxonomy", "random", taxonomy(), "-o", path("r.tsv"), "--seed", "3"}).code,
            0);
  EXPECT_EQ(run_clade({"taxonomy", "check", path("r.tsv"), data()}).code, 0);
  EXPECT_EQ(run_clade({"taxonomy", "random", taxonomy(), "-o", "-", "--to=edges", "--seed=3"}).out,
            read_file(path("r.tsv")));
  EXPECT_EQ(run_clade({"taxonomy", "random", taxonomy()}).code, 2);
}

TEST_F(TaxonomyCommand, PathsComeFromTheLabels) {
  const std::string labels = write("paths.svm", "x/y 1:1\nx/z 1:1\n");
  const Answer answer = run_clade({"taxonomy", "show", "paths", labels});
  EXPECT_EQ(answer.out, "(root)  2\n└─ x  2\n   ├─ x/y  1\n   └─ x/z  1\n");
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

// The page itself is tested in tests/report and web/test; it may be left out of a build.
TEST_F(TaxonomyCommand, ShowWritesAPageOrSaysWhyNot) {
  const std::string html = path("page.html");
  const Answer answer = run_clade({"taxonomy", "show", taxonomy(), data(), "--html", html});
  if (answer.code == 5) {
    EXPECT_THAT(answer.err, HasSubstr("built without its pages"));
    EXPECT_FALSE(std::filesystem::exists(html));
    GTEST_SKIP() << "built without the pages";
  }
  EXPECT_EQ(answer.code, 0) << answer.err;
  EXPECT_EQ(answer.out, "");
  const std::string page = read_file(html);
  EXPECT_THAT(page, HasSubstr(R"("title":"taxonomy.tsv","names":["r","a","a1","a2","b"])"));
  EXPECT_THAT(page, HasSubstr(R"("below":[6,4,2,2,2],"total":6})"));
}

TEST_F(TaxonomyCommand, ShowLeavesAnOldPageWhereTheInputIsBad) {
  const std::string html = write("page.html", "old");
  const std::string cycle = write("cycle.tsv", "r\ta\na\tb\nb\ta\n");
  EXPECT_NE(run_clade({"taxonomy", "show", cycle, "--html", html}).code, 0);
  EXPECT_EQ(read_file(html), "old");
  const Answer same = run_clade({"taxonomy", "show", taxonomy(), "--html", taxonomy()});
  EXPECT_EQ(same.code, 2);
  EXPECT_THAT(same.err, HasSubstr("--html"));
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
}  // namespace clade::detail::test
