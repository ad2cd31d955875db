#include "tests/cli/run_clade.h"

namespace clade::detail::test {
namespace {

using ::testing::HasSubstr;

class TaxonomyConvert : public SmallProblem {};

TEST_F(TaxonomyConvert, GoesFromFormatToFormatByTheNamesOfTheFiles) {
  std::string last = taxonomy();
  for (const char* name : {"t.txt", "t.json", "t.obo", "t.arff", "t.edges"}) {
    const Answer answer = run_clade({"taxonomy", "convert", last, "-o", path(name)});
    ASSERT_EQ(answer.code, 0) << name << ": " << answer.err;
    last = path(name);
  }
  EXPECT_EQ(run_clade({"taxonomy", "show", last}).out, "root\n├─ a\n│  ├─ a1\n│  └─ a2\n└─ b\n");
}

TEST_F(TaxonomyConvert, WritesToStandardOutputInTheFormatThatIsAskedFor) {
  EXPECT_EQ(run_clade({"taxonomy", "convert", taxonomy(), "--to", "indented", "-o", "-"}).out,
            "r\n\ta\n\t\ta1\n\t\ta2\n\tb\n");
  EXPECT_EQ(run_clade({"taxonomy", "convert", taxonomy(), "--to=paths: > ", "-o", "-"}).out,
            "a\na > a1\na > a2\nb\n");
  const std::string labels = write("p.svm", "x/y 1:1\nx 1:1\n");
  EXPECT_EQ(run_clade({"taxonomy", "convert", "paths", labels, "--to", "edges", "-o", "-"}).out,
            "root\tx\nx\tx/y\n");
}

TEST_F(TaxonomyConvert, SaysWhatIsWrongWithACall) {
  EXPECT_THAT(run_clade({"taxonomy", "convert", taxonomy()}).err, HasSubstr("-o is missing"));
  EXPECT_THAT(run_clade({"taxonomy", "convert", taxonomy(), "-o", path("x")}).err,
              HasSubstr("cannot tell the format from the name; use --to edges|indented|json"));
  EXPECT_THAT(run_clade({"taxonomy", "convert", taxonomy(), "-o", path("x.tsv.gz")}).err,
              HasSubstr("leave out the ending .gz"));
  EXPECT_THAT(run_clade({"taxonomy", "convert", taxonomy(), "-o", taxonomy()}).err,
              HasSubstr("is used for something else"));
  EXPECT_THAT(run_clade({"taxonomy", "convert", taxonomy(), "--to", "yaml", "-o", "-"}).err,
              HasSubstr("expected edges|indented"));
  EXPECT_EQ(run_clade({"taxonomy", "convert", path("none.obo"), "-o", "-", "--to=edges"}).code, 5);
}

TEST_F(TaxonomyConvert, WritesNothingWhereTheFormatCannotHoldIt) {
  const std::string dag = write("dag.tsv", "r\ta\nr\tb\na\tx\nb\tx\n");
  const Answer answer = run_clade({"taxonomy", "convert", dag, "-o", path("d.paths")});
  EXPECT_EQ(answer.code, 3);
  EXPECT_THAT(answer.err, HasSubstr("cannot hold a DAG"));
  EXPECT_FALSE(std::filesystem::exists(path("d.paths")));
}

TEST_F(TaxonomyConvert, TrainTakesEveryFormat) {
  for (const char* name : {"t.txt", "t.json", "t.obo", "t.mesh"}) {
    ASSERT_EQ(run_clade({"taxonomy", "convert", taxonomy(), "-o", path(name)}).code, 0);
    const Answer answer =
        run_clade({"train", data(), "--taxonomy", path(name), "--quiet", "-o", path("m")});
    EXPECT_EQ(answer.code, 0) << name << ": " << answer.err;
  }
}

constexpr const char* go =
    "[Term]\nid: G:1\nname: all\nalt_id: G:9\n[Term]\nid: G:2\nname: cell\nis_a: G:1\n"
    "[Term]\nid: G:3\nname: cell wall\nis_a: G:1\nrelationship: part_of G:2\n";

TEST_F(TaxonomyConvert, OptionsSayHowOntologiesAreRead) {
  const std::string obo = write("go.obo", go);
  EXPECT_EQ(run_clade({"taxonomy", "show", obo, "--taxonomy-names", "label", "--part-of"}).out,
            "all\n├─ cell\n│  └─ cell wall\n└─ cell wall\n");
  EXPECT_EQ(run_clade({"taxonomy", "convert", write("x", go), "--taxonomy-format=obo", "--to=edges",
                       "-o", "-"})
                .out,
            "G:1\tG:2\nG:1\tG:3\n");
}

TEST_F(TaxonomyConvert, LabelsMayBeAlternativeIdsAndWordsForSeveralPlaces) {
  const std::string obo = write("go.obo", go);
  const std::string labels = write(
      "d.jsonl",
      "{\"label\":\"G:9\",\"vector\":[1]}\n{\"labels\":[\"G:2\",\"G:3\"],\"vector\":[0,1]}\n");
  EXPECT_EQ(run_clade({"train", labels, "--taxonomy", obo, "--quiet", "-o", path("m")}).code, 0);
  const std::string mesh = write("m.bin", "Body;A01\nEye;A01.1\nEye;A09.2\nEar;A09.3\n");
  const std::string terms = write(
      "t.jsonl",
      "{\"labels\":[\"Eye\",\"A01.1\"],\"vector\":[1]}\n{\"label\":\"Ear\",\"vector\":[2]}\n");
  EXPECT_EQ(run_clade({"convert", terms, "--taxonomy", mesh, "-o", "-"}).out,
            "A01.1,A09.2 1:1\nA09.3 1:2\n");
  EXPECT_EQ(run_clade({"train", terms, "--taxonomy", mesh, "--quiet", "-o", path("m")}).code, 0);
}

}  // namespace
}  // namespace clade::detail::test
