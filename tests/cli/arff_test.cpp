// ARFF written and read back is the same problem.
#include <cmath>
#include <nlohmann/json.hpp>
#include <set>
#include <sstream>

#include "tests/cli/run_clade.h"

namespace clade::detail::test {
namespace {

namespace fs = std::filesystem;

class Arff : public SmallProblem {
 protected:
  // What training on the data says of the problem.
  nlohmann::json trained(Words words) {
    words.insert(words.begin(), "train");
    for (const char* more : {"--json", "--quiet", "--normalize=unit", "--max-epochs=1", "-o"}) {
      words.emplace_back(more);
    }
    words.push_back(path("m.clade"));
    const Answer answer = run_clade(words);
    EXPECT_EQ(answer.code, 0) << answer.err;
    return nlohmann::json::parse(answer.out);
  }

  // Data and taxonomy as ARFF are trained on as they are themselves.
  void expect_same_problem(const std::string& data, const std::string& taxonomy) {
    const std::string arff = path("x.arff");
    const Answer converted = run_clade({"convert", data, "--taxonomy", taxonomy, "-o", arff});
    ASSERT_EQ(converted.code, 0) << converted.err;
    const auto given = trained({data, "--taxonomy", taxonomy}), again = trained({arff});
    for (const char* count : {"instances", "features", "classes", "nodes"}) {
      EXPECT_EQ(again[count], given[count]) << count;
    }
    const double objective = given["objective"]["primal"];
    EXPECT_NEAR(again["objective"]["primal"], objective, 1e-5 * std::abs(objective));
    ASSERT_EQ(run_clade({"convert", data, "--normalize=none", "-o", path("a.svm")}).code, 0);
    ASSERT_EQ(run_clade({"convert", arff, "--normalize=none", "-o", path("b.svm")}).code, 0);
    EXPECT_EQ(read_file(path("b.svm")), read_file(path("a.svm")));
    expect_same_taxonomy(taxonomy, arff);
  }

  void expect_same_taxonomy(const std::string& given, const std::string& arff) {
    const auto edges = [&](const std::string& file) {
      const Answer answer = run_clade({"taxonomy", "convert", file, "--to", "edges", "-o", "-"});
      EXPECT_EQ(answer.code, 0) << answer.err;
      std::istringstream stream(answer.out);
      std::multiset<std::string> lines;
      for (std::string line; std::getline(stream, line);) lines.insert(line);
      return lines;
    };
    EXPECT_EQ(edges(arff), edges(given));
  }
};

TEST_F(Arff, ATreeComesBack) {
  const std::string tree = write("t.tsv", "root\ta\na\ta1\na\ta2\nroot\tb\n");
  expect_same_problem(data(), tree);
}

TEST_F(Arff, PathNamesComeBack) {
  const std::string tree = write("t.tsv", "root\t01\n01\t01/02\n01\t01/03\nroot\t02\n");
  expect_same_problem(write("d.svm", "01/02,02 1:1 3:0.5\n01/03 1:0.9\n02 2:1 3:0.5\n01 2:0.8\n"),
                      tree);
}

TEST_F(Arff, ADagComesBack) {
  const std::string dag = write("t.tsv", "root\ta\nroot\tb\na\tx\nb\tx\nb\ty\n");
  expect_same_problem(write("d.svm", "x 1:1 3:0.5\ny 1:0.9\na 2:1 3:0.5\nx,y 2:0.8\n"), dag);
}

TEST_F(Arff, AModelIsTrainedWithTheTaxonomyInTheFile) {
  const std::string arff = write("x.arff",
                                 "@relation r\n@attribute f numeric\n@attribute g {u,v}\n"
                                 "@attribute class hierarchical A/1,A/2,B\n@data\n"
                                 "1,u,A/1\n0.5,?,A/2\n-1,v,B\n?,v,B@A/1\n");
  ASSERT_EQ(run_clade({"train", arff, "-o", path("m.clade"), "--quiet"}).code, 0);
  const Answer answer = run_clade({"predict", path("m.clade"), arff});
  EXPECT_EQ(answer.code, 0) << answer.err;
  EXPECT_THAT(answer.out, testing::HasSubstr("A > 1"));
  EXPECT_EQ(run_clade({"evaluate", path("m.clade"), arff}).code, 0);
}

class YeastAsArff : public Arff, public testing::WithParamInterface<const char*> {};

TEST_P(YeastAsArff, IsTheSameProblem) {
  const fs::path folder = fs::path(CLADE_SOURCE_DIR) / ".." / "shared" / "data" / GetParam();
  if (!fs::exists(folder / "taxonomy.tsv")) {
    GTEST_SKIP() << "the data set " << GetParam() << " is not beside the repository";
  }
  expect_same_problem((folder / "train.svm.gz").string(), (folder / "taxonomy.tsv").string());
}

INSTANTIATE_TEST_SUITE_P(Sets, YeastAsArff,
                         testing::Values("cellcycle_funcat", "church_funcat", "gasch1_funcat",
                                         "pheno_funcat", "spo_funcat", "cellcycle_go", "gasch1_go",
                                         "pheno_go", "spo_go"));

}  // namespace
}  // namespace clade::detail::test
