// Taxonomies as people have them: spreadsheets, equal names, paths as labels.
#include <chrono>
#include <nlohmann/json.hpp>

#include "tests/cli/run_clade.h"

namespace clade::detail::test {
namespace {

using ::testing::HasSubstr;
using ::testing::Not;

// Two shops that both have accessories.
class TaxonomyFiles : public SmallProblem {
 protected:
  static constexpr const char* shop_tree =
      "shop\n├─ Phones\n│  ├─ Smart\n│  └─ Phones/Accessories\n"
      "└─ Cameras\n   ├─ Film\n   └─ Cameras/Accessories\n";

  std::string nested() const {
    return write("shop.json",
                 R"({"name":"shop","children":[
                     {"name":"Phones","children":["Smart","Accessories"]},
                     {"name":"Cameras","children":["Film","Accessories"]}]})");
  }

  // A document for each class; the labels of accessories as they are given.
  std::string documents(const std::string& of_phones, const std::string& of_cameras) const {
    return write("docs.svm", "Smart 1:1\n" + of_phones + " 1:0.5 3:1\nFilm 2:1\n" + of_cameras +
                                 " 2:0.5 4:1\n");
  }

  std::string shown(const std::string& taxonomy) const {
    const Answer answer = run_clade({"taxonomy", "show", taxonomy});
    EXPECT_EQ(answer.code, 0) << answer.err;
    return answer.out;
  }

  Answer train(const std::string& data, const std::string& taxonomy, const Words& more = {}) const {
    Words words{"train", data, "--taxonomy", taxonomy, "-o", path("m.clade")};
    words.insert(words.end(), more.begin(), more.end());
    return run_clade(words);
  }
};

TEST_F(TaxonomyFiles, EqualNamesInNestedFilesAreDifferentNodes) {
  EXPECT_EQ(shown(nested()), shop_tree);
  EXPECT_EQ(
      shown(write("shop.txt",
                  "shop\n Phones\n  Smart\n  Accessories\n Cameras\n  Film\n  Accessories\n")),
      shop_tree);
  EXPECT_EQ(shown(write("shop.csv",
                        "Level 1,Level 2,Level 3\nshop,Phones,Smart\nshop,Phones,Accessories\n"
                        "shop,Cameras,Film\nshop,Cameras,Accessories\nshop,Cameras,\n")),
            shop_tree);
}

TEST_F(TaxonomyFiles, LabelsNameEqualNamesByTheirPathsAndPredictShowsTheRightOnes) {
  const std::string data = documents("Phones/Accessories", "Cameras/Accessories");
  const Answer trained = train(data, nested(), {"--normalize", "none", "--C", "100"});
  ASSERT_EQ(trained.code, 0) << trained.err;
  const Answer answer = run_clade({"predict", path("m.clade"), data, "--quiet"});
  EXPECT_THAT(answer.out, HasSubstr("\tPhones > Smart\n1\tPhones/Accessories\t"));
  EXPECT_THAT(answer.out, HasSubstr("\tPhones > Accessories\n"));
  EXPECT_THAT(answer.out, HasSubstr("\tCameras > Accessories\n"));
}

TEST_F(TaxonomyFiles, ANameOfSeveralNodesIsNoLabelAndTheMessageListsThem) {
  const Answer answer = train(documents("Accessories", "Cameras/Accessories"), nested());
  EXPECT_EQ(answer.code, 3);
  EXPECT_THAT(answer.err,
              HasSubstr("docs.svm:2:1: label 'Accessories' is the name of 2 nodes of the taxonomy; "
                        "name one by its path: 'Phones/Accessories', 'Cameras/Accessories'"));
  const Answer checked =
      run_clade({"taxonomy", "check", nested(), documents("Accessories", "Cameras/Accessories")});
  EXPECT_EQ(checked.code, 3);
  EXPECT_THAT(checked.err, HasSubstr("'Accessories' is the name of 2 nodes"));
}

TEST_F(TaxonomyFiles, PathsAsPredictPrintsThemAreLabelsOfEveryNode) {
  const std::string data = write("docs.jsonl",
                                 R"({"label":"Phones > Smart","vector":[1]}
{"label":"shop/Phones/Accessories","vector":[0.5,0,1]}
{"label":"Cameras/Film","vector":[0,1]}
{"label":"Cameras > Accessories","vector":[0,0.5,0,1]}
{"labels":["Film","Cameras/Film"],"vector":[0,1]}
)");
  ASSERT_EQ(train(data, nested(), {"--normalize", "none", "--C", "100", "--kernel", "linear"}).code,
            0);
  const Answer answer = run_clade({"evaluate", path("m.clade"), data, "--json"});
  ASSERT_EQ(answer.code, 0) << answer.err;
  EXPECT_EQ(nlohmann::json::parse(answer.out)["metrics"]["accuracy"], 1.0);
  EXPECT_EQ(run_clade({"update", path("m.clade"), data, "-o", path("n.clade"), "--quiet"}).code, 0);
}

TEST_F(TaxonomyFiles, AnEdgeListWhoseNamesHaveSeveralParentsIsSaidToBeADag) {
  const std::string edges = write("shop.tsv",
                                  "shop\tPhones\nshop\tCameras\nPhones\tAccessories\n"
                                  "Cameras\tAccessories\nPhones\tSmart\nCameras\tFilm\n");
  const std::string data = write("d.svm", "Smart 1:1\nAccessories 3:1\nFilm 2:1\n");
  const Answer answer = train(data, edges);
  EXPECT_EQ(answer.code, 0) << answer.err;
  EXPECT_THAT(answer.err,
              HasSubstr("shop.tsv: the taxonomy is a DAG: 1 node has several parents, namely "
                        "'Accessories' (below 'Phones' and 'Cameras')"));
  EXPECT_THAT(train(data, edges, {"--quiet"}).err, Not(HasSubstr("DAG")));
  EXPECT_THAT(run_clade({"taxonomy", "check", edges}).out, HasSubstr("the taxonomy is a DAG"));
  // JSON holds it by ids, indented text does not.
  ASSERT_EQ(run_clade({"taxonomy", "convert", edges, "-o", path("dag.json"), "--quiet"}).code, 0);
  EXPECT_EQ(shown(path("dag.json")), shown(edges));
  const Answer refused = run_clade({"taxonomy", "convert", edges, "-o", path("dag.txt")});
  EXPECT_EQ(refused.code, 3);
  EXPECT_THAT(refused.err, HasSubstr("indented text cannot hold a DAG: 'Accessories'"));
}

TEST_F(TaxonomyFiles, APathIsPrintedOnceWhereNamesAreItsParts) {
  const std::string data = write("docs.jsonl",
                                 R"({"label":"Toys > Games > Board","vector":[1]}
{"label":"Toys > Dolls","vector":[0,1]}
)");
  ASSERT_EQ(train(data, "paths: > ").code, 0);
  const Answer answer = run_clade({"predict", path("m.clade"), data, "--quiet"});
  EXPECT_THAT(answer.out, HasSubstr("\tToys > Games > Board\n1\tToys > Dolls\t"));
  EXPECT_THAT(answer.out, Not(HasSubstr("Toys > Toys")));
  const Answer objects =
      run_clade({"predict", path("m.clade"), data, "--quiet", "--output", "jsonl"});
  EXPECT_THAT(objects.out, HasSubstr(R"("path":["Toys","Games","Board"])"));
  const Answer explained = run_clade({"explain", path("m.clade"), data, "--id", "0"});
  EXPECT_THAT(explained.out + explained.err, Not(HasSubstr("Toys > Toys")));
}

TEST_F(TaxonomyFiles, AHeaderLineIsNoEdge) {
  const std::string plain = "shop\tPhones\nshop\tCameras\n";
  const std::string tree = "shop\n├─ Phones\n└─ Cameras\n";
  EXPECT_EQ(shown(write("a.tsv", "parent\tchild\n" + plain)), tree);
  EXPECT_EQ(shown(write("b.tsv", "Child\tParent\nPhones\tshop\nCameras\tshop\n")), tree);
  EXPECT_EQ(shown(write("c.csv", "parent,child\nshop,Phones\nshop,Cameras\n")), tree);
  EXPECT_THAT(run_clade({"taxonomy", "show", path("a.tsv")}).err,
              HasSubstr("a.tsv:1: 'parent\\x09child' is taken for a header, not for nodes"));
  EXPECT_THAT(train(write("d.svm", "Phones 1:1\nCameras 2:1\n"), path("a.tsv")).err,
              HasSubstr("is taken for a header"));
  // Nodes may be called so.
  EXPECT_EQ(shown(write("d.tsv", "parent\tchild\nchild\tgrandchild\n")),
            "parent\n└─ child\n   └─ grandchild\n");
}

TEST_F(TaxonomyFiles, SpreadsheetsOfIdsAreRead) {
  const std::string tree =
      "shop\n├─ Phones\n│  └─ Phones/Accessories\n└─ Cameras, used\n   └─ "
      "Cameras, used/Accessories\n";
  EXPECT_EQ(shown(write("a.csv",
                        "id,name,parent_id\n1,shop,\n2,Phones,1\n3,\"Cameras, used\",1\n"
                        "4,Accessories,2\n5,Accessories,3\n")),
            tree);
  EXPECT_EQ(shown(write("b.csv",
                        "\xEF\xBB\xBFParent Code;Sort;CODE;Name\r\n0;9;1;shop\r\n1;9;2;Phones\r\n"
                        "1;9;3;Cameras, used\r\n2;9;4;Accessories\r\n\r\n3;9;5;Accessories\r\n")),
            tree);
  EXPECT_EQ(shown(write("c.tsv",
                        "id\tparent_id\tname\n5\t3\tAccessories\n4\t2\tAccessories\n3\t1\tCameras, "
                        "used\n2\t1\tPhones\n1\tNULL\tshop\n")),
            "shop\n├─ Cameras, used\n│  └─ Cameras, used/Accessories\n└─ Phones\n   └─ "
            "Phones/Accessories\n");
  EXPECT_EQ(shown(write("d.csv", "id|parent\na|r\nb|r\n")), "r\n├─ a\n└─ b\n");
  // Labels are ids or names.
  const std::string data = write("d.jsonl",
                                 R"({"label":"4","vector":[1]}
{"label":5,"vector":[0,1]}
{"label":"Phones/Accessories","vector":[1]}
)");
  EXPECT_EQ(train(data, path("a.csv"), {"--quiet"}).code, 0);
  EXPECT_EQ(run_clade({"convert", write("e.jsonl", "{\"label\":\"2\",\"vector\":[1]}\n"),
                       "--taxonomy", path("a.csv"), "-o", "-"})
                .out,
            "Phones 1:1\n");
}

TEST_F(TaxonomyFiles, SpreadsheetsThatCannotBeReadGetAdvice) {
  const auto error_of = [&](const std::string& name, const std::string& text) {
    const Answer answer = run_clade({"taxonomy", "show", write(name, text)});
    EXPECT_EQ(answer.code, 3) << text;
    return answer.err;
  };
  EXPECT_THAT(
      error_of("a.csv", "Phones,Cases\n"),
      HasSubstr("a.csv: expected a header with parent and child; id, name and parent_id; or "
                "level1, level2, ..., got 'Phones,Cases'"));
  EXPECT_THAT(error_of("b.csv", "id,name,parent_id\n1,a,\n2,b,7\n"),
              HasSubstr("b.csv:3: expected the id of another row for the parent of '2', got '7'"));
  EXPECT_THAT(error_of("c.csv", "id,name,parent_id\n1,a,\n1,b,\n"),
              HasSubstr("c.csv:3: the id '1' is that of 'a' in a row above"));
  EXPECT_THAT(error_of("d.csv", "level1,level2\na,b\n,c\n"),
              HasSubstr("d.csv:3: expected the levels above 'c' filled in"));
  EXPECT_THAT(error_of("e.csv", "level1,level2\na,\"b\n"), HasSubstr("a quote is never closed"));
  EXPECT_THAT(error_of("f.tsv", "a\tb\tc\n"), HasSubstr("a table begins with a header: parent"));
  EXPECT_THAT(error_of("g.tsv", "a,b\n"), HasSubstr("--taxonomy-format"));
}

TEST_F(TaxonomyFiles, ATextOfPathsIsNotAFlatTree) {
  const std::string tree = "(root)\n└─ Toys\n   ├─ Toys/Games\n   └─ Toys/Dolls\n";
  EXPECT_EQ(shown(write("p.txt", "Toys\nToys/Games\nToys/Dolls\n")), tree);
  EXPECT_THAT(run_clade({"taxonomy", "show", path("p.txt")}).err,
              HasSubstr("p.txt: no line is indented, so the lines are read as paths with the "
                        "separator '/' (--taxonomy-format indented: as names)"));
  EXPECT_THAT(shown(write("q.txt", "Toys > Games\nToys > Dolls\n")),
              HasSubstr("   ├─ Toys > Games"));
  EXPECT_EQ(run_clade({"taxonomy", "show", path("p.txt"), "--taxonomy-format", "indented"}).out,
            "(root)\n├─ Toys\n├─ Toys/Games\n└─ Toys/Dolls\n");
}

TEST_F(TaxonomyFiles, AnObsoleteTermIsSaidToBeObsolete) {
  const std::string obo = write("go.obo",
                                "[Term]\nid: G:1\n[Term]\nid: G:2\nis_a: G:1\n"
                                "relationship: part_of G:7\n[Term]\nid: G:3\nis_a: G:1\n"
                                "[Term]\nid: G:7\nis_obsolete: true\nconsider: G:2\nconsider: G:3\n"
                                "[Term]\nid: G:8\nis_obsolete: true\n"
                                "replaced_by: G:2\nreplaced_by: G:3\n"
                                "[Term]\nid: G:9\nis_obsolete: true\n"
                                "[Term]\nid: G:6\nis_obsolete: true\nreplaced_by: G:3\n");
  const auto error_of = [&](const std::string& label) {
    const Answer answer = train(write("d.svm", "G:2 1:1\n" + label + " 2:1\n"), obo);
    EXPECT_EQ(answer.code, 3) << answer.err;
    return answer.err;
  };
  EXPECT_THAT(error_of("G:7"),
              HasSubstr("d.svm:2:1: label 'G:7' is obsolete: consider 'G:2', 'G:3'"));
  EXPECT_THAT(error_of("G:8"),
              HasSubstr("label 'G:8' is obsolete: it is replaced by 'G:2', 'G:3'"));
  EXPECT_THAT(error_of("G:9"), HasSubstr("label 'G:9' is obsolete, and no other term"));
  const Answer checked =
      run_clade({"taxonomy", "check", obo, write("d.svm", "G:2 1:1\nG:7 2:1\n")});
  EXPECT_THAT(checked.err, HasSubstr("d.svm:2:1: label 'G:7' is obsolete: consider"));
  // One that has one replacement is that, and it is said.
  const Answer replaced = train(write("e.svm", "G:2 1:1\nG:6 2:1\n"), obo);
  EXPECT_EQ(replaced.code, 0) << replaced.err;
  EXPECT_THAT(replaced.err,
              HasSubstr("1 label is obsolete and replaced as the taxonomy says: 'G:6' by 'G:3'"));
  // It does not come back as the whole of something.
  EXPECT_EQ(run_clade({"taxonomy", "show", obo, "--part-of"}).out, "G:1\n├─ G:2\n└─ G:3\n");
}

TEST_F(TaxonomyFiles, CheckTakesNoLongerForDeepTaxonomies) {
  std::string chain;
  for (int i = 0; i < 100'000; ++i) {
    chain += "n" + std::to_string(i) + "\tn" + std::to_string(i + 1) + "\n";
  }
  const std::string deep = write("deep.tsv", chain);
  const auto begin = std::chrono::steady_clock::now();
  EXPECT_EQ(run_clade({"taxonomy", "check", deep}).code, 0);
  EXPECT_LT(std::chrono::steady_clock::now() - begin, std::chrono::seconds(6));
}

TEST_F(TaxonomyFiles, APathThatIsTooLongIsSaidWithItsPlace) {
  std::string label = "a";
  for (int i = 0; i < 1000; ++i) label += "/a";
  const Answer answer = train(write("d.svm", "a 1:1\n" + label + " 2:1\n"), "paths");
  EXPECT_EQ(answer.code, 3);
  EXPECT_THAT(answer.err, HasSubstr("d.svm:2:1: label 'a/a/a"));
  EXPECT_THAT(answer.err, HasSubstr("is a path of more than 1000 parts"));
}

TEST_F(TaxonomyFiles, AMessageNamesTheOptionForTheSeparatorOfPaths) {
  const std::string edges = write("t.tsv", "r\ta/b\nr\tc\n");
  EXPECT_THAT(run_clade({"taxonomy", "convert", edges, "-o", path("t.paths")}).err,
              HasSubstr("the separator '/' is in its name, choose another (--to paths:SEP)"));
}

TEST_F(TaxonomyFiles, AdviseWritesTheGivenTaxonomyWhereNoChangeHelps) {
  std::string lines;
  for (int i = 0; i < 12; ++i) lines += "a1 1:1 5:1\na2 2:1 5:1\nb1 3:1 6:1\nb2 4:1 6:1\n";
  const std::string tree = write("t.tsv", "r\ta\nr\tb\na\ta1\na\ta2\nb\tb1\nb\tb2\n");
  const Answer answer =
      run_clade({"taxonomy", "advise", tree, write("d.svm", lines), "-o", path("better.tsv"),
                 "--changes", "1", "--repeats", "2", "--random-trees", "2"});
  EXPECT_EQ(answer.code, 0) << answer.err;
  EXPECT_THAT(answer.out, HasSubstr("No change was found that helps."));
  EXPECT_EQ(read_file(path("better.tsv")), read_file(tree));
  EXPECT_THAT(answer.err, HasSubstr("better.tsv: the taxonomy as it was given: no change was found "
                                    "that helps"));
}

TEST_F(TaxonomyFiles, AdviseDoesNotMoveEverythingToOneNode) {
  // The classes of `mix` are short, so that all others are nearer to them than to each other.
  std::string tree = "r\tmix\nmix\tz1\nmix\tz2\n", lines;
  int feature = 1;
  for (const char* group : {"a", "b", "c"}) {
    tree += std::string("r\t") + group + "\n";
    for (int k = 1; k <= 4; ++k, ++feature) {
      const std::string name = group + std::to_string(k);
      tree += group + ("\t" + name) + "\n";
      for (int i = 0; i < 8; ++i) lines += name + " " + std::to_string(feature) + ":1\n";
    }
  }
  for (int i = 0; i < 8; ++i) lines += "z1 20:0.1\nz2 21:0.1\n";
  const std::string data = write("d.svm", lines), taxonomy = write("t.tsv", tree);
  const Words words{"taxonomy", "advise", taxonomy, data, "--repeats", "2", "--random-trees", "2"};
  Words with_json = words;
  with_json.push_back("--json");
  std::size_t moves = 0, rejected = 0;
  const auto advice = nlohmann::json::parse(run_clade(with_json).out);
  for (const auto& change : advice["changes"]) {
    const auto what = change["change"].get<std::string>();
    moves += what.starts_with("move") && what.ends_with("to 'mix'") && change["taken"] == false;
    rejected += change["taken"] == false;
  }
  EXPECT_EQ(moves, 2U);
  EXPECT_GT(rejected, 6U);
  EXPECT_THAT(run_clade(words).out,
              HasSubstr("and " + std::to_string(rejected - 5) + " more that were not taken"));
}

}  // namespace
}  // namespace clade::detail::test
