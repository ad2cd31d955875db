// Files as other programs and people make them: tables of any kind, encodings, fields, records that
// lack something. What is left out or turned into something is said.
#include <fmt/core.h>

#include <algorithm>
#include <cstdint>
#include <cstring>
#include <nlohmann/json.hpp>

#include "tests/cli/run_clade.h"

namespace clade::detail::test {
namespace {

using ::testing::AllOf;
using ::testing::HasSubstr;
using ::testing::Not;
using ::testing::StartsWith;
using Json = nlohmann::json;

std::string utf16(std::string_view ascii) {
  std::string text = "\xFF\xFE";
  for (const char c : ascii) {
    text += c;
    text += '\0';
  }
  return text;
}

std::string replaced(std::string text, char from, char to) {
  std::replace(text.begin(), text.end(), from, to);
  return text;
}

// A product list with all that spreadsheets have: numbers of products, prices, addresses, two
// columns of text, two labels in a cell, an empty line.
std::string products(char delimiter) {
  std::string text = "SKU,Product Title,Long Description,Price,URL,Category\r\n";
  const std::vector<std::pair<std::string, std::string>> kinds{
      {"Bread", "loaf flour crust"}, {"Soup", "broth bowl spoon"}, {"Tea", "leaf cup kettle"}};
  for (int i = 0; i < 30; ++i) {
    const auto& [label, words] = kinds[static_cast<std::size_t>(i % 3)];
    const std::string labels = i % 10 == 0 ? "Bread / Soup" : label;
    text += fmt::format("{},{} {},\"A \"\"fine\"\"\n{}\",{}.99,http://x.example/{},{}\r\n",
                        1000000 + i, label, i, words, 10 + i, i, labels);
    if (i == 4) text += "\r\n";
    if (i == 5) text += ",,,,,\r\n";
  }
  return replaced(text, ',', delimiter);
}

class OwnFiles : public SmallProblem {
 protected:
  std::string food() const { return write("food.tsv", "food\tBread\nfood\tSoup\nfood\tTea\n"); }
  Answer train(const std::string& file, const Words& more = {}) const {
    Words words{"train", file, "-o", path("m.clade"), "--min-df", "1"};
    words.insert(words.end(), more.begin(), more.end());
    return run_clade(words);
  }
};

const Words product_fields{"--text-fields",     "Product Title=2,Long Description",
                           "--label-field",     "Category",
                           "--label-separator", "/"};

TEST_F(OwnFiles, ASpreadsheetTrainsWithThreeOptionsAndNeedsNoneAfterwards) {
  struct Case {
    std::string name, text, said;
  };
  const std::string semicolons = products(';');
  const std::vector<Case> cases{
      {"comma.csv", products(','), "(csv)"},
      {"semicolon.csv", semicolons, "columns separated by semicolons"},
      {"bar.csv", products('|'), "columns separated by bars"},
      {"tab.csv", products('\t'), "columns separated by tabs"},
      {"wide.csv", utf16(semicolons), "UTF-16"},
      {"western.csv", semicolons + "9;Caf\xE9 Tea;\"cr\xE8me leaf cup\";1;u;Tea\r\n",
       "windows-1252"}};
  for (const Case& one : cases) {
    SCOPED_TRACE(one.name);
    const std::string file = write(one.name, one.text);
    Words options = product_fields;
    options.insert(options.end(), {"--taxonomy", food()});
    const Answer trained = train(file, options);
    ASSERT_EQ(trained.code, 0) << trained.err;
    EXPECT_THAT(trained.err, HasSubstr(one.said));
    EXPECT_THAT(trained.err, HasSubstr("text Product Title (counts 2), Long Description; labels "
                                       "Category; ignored SKU, Price, URL"));
    const Answer evaluated = run_clade({"evaluate", path("m.clade"), file, "--json"});
    ASSERT_EQ(evaluated.code, 0) << evaluated.err;
    const Json measures = Json::parse(evaluated.out);
    EXPECT_EQ(measures["instances"], one.name == "western.csv" ? 31 : 30);
    EXPECT_GT(measures["metrics"]["average_precision"], 0.9);
    const Answer predicted = run_clade({"predict", path("m.clade"), file});
    EXPECT_EQ(predicted.code, 0) << predicted.err;
    EXPECT_THAT(predicted.out, HasSubstr("29\tTea\t"));
    const bool is_utf8 = one.name != "wide.csv" && one.name != "western.csv";
    EXPECT_EQ(predicted.err.find("was read as") == std::string::npos, is_utf8) << predicted.err;
    const Answer updated = run_clade({"update", path("m.clade"), file, "-o", path("n.clade")});
    EXPECT_EQ(updated.code, 0) << updated.err;
  }
}

TEST_F(OwnFiles, ANumberOfAProductIsNoFeatureBesideText) {
  const std::string file = write("p.csv", products(','));
  const Words options{"--text-fields", "Product Title,Long Description", "--label-field",
                      "Category"};
  const Answer plain = train(file, options);
  ASSERT_EQ(plain.code, 0) << plain.err;
  EXPECT_THAT(plain.err, HasSubstr("ignored SKU, Price, URL"));
  EXPECT_THAT(plain.err, Not(HasSubstr("drowns")));
  Words named = options;
  named.insert(named.end(), {"--feature-fields", "SKU,Price"});
  const Answer drowned = train(file, named);
  ASSERT_EQ(drowned.code, 0) << drowned.err;
  EXPECT_THAT(drowned.err, AllOf(HasSubstr("features SKU, Price"),
                                 HasSubstr("the feature 'SKU' makes up nearly all of the length of "
                                           "30 of 30 rows and drowns the others")));
  const Answer dry =
      train(file, {"--text-fields", "Product Title", "--label-field", "Category", "--dry-run"});
  EXPECT_THAT(dry.err, HasSubstr("ignored SKU, Long Description, Price, URL"));
}

TEST_F(OwnFiles, AnIdInCapitalsIsAnId) {
  const std::string file = write("n.csv", "ID,label,size\n1000001,A,1\n1000002,B,2\n");
  EXPECT_EQ(train(file).code, 0);
  EXPECT_THAT(run_clade({"predict", path("m.clade"), file}).out, StartsWith("1000001\t"));
}

TEST_F(OwnFiles, FieldsOfJsonAreNamedLikeColumns) {
  std::string text;
  for (int i = 0; i < 6; ++i) {
    text += fmt::format(
        R"({{"sku":"s{}","meta":{{"category":"{}","price":{}}},"title":"{} {}","extra":{{"x":1}}}})"
        "\n",
        i, i % 2 == 0 ? "Tea" : "Soup", 5 + i, i % 2 == 0 ? "green leaf" : "warm broth", i);
  }
  const std::string file = write("own.jsonl", text);
  const Answer unsaid = train(file);
  EXPECT_EQ(unsaid.code, 3);
  EXPECT_THAT(unsaid.err, AllOf(HasSubstr("6 without a label"), HasSubstr("--label-field"),
                                HasSubstr("meta.category")));
  const Answer trained = train(
      file, {"--text-fields", "title", "--label-field", "meta.category", "--id-field", "sku"});
  ASSERT_EQ(trained.code, 0) << trained.err;
  EXPECT_THAT(trained.err, HasSubstr("text title; labels meta.category; id sku; ignored"));
  const Answer predicted = run_clade({"predict", path("m.clade"), file});
  EXPECT_THAT(predicted.out, StartsWith("s0\tTea\t"));
  EXPECT_EQ(run_clade({"evaluate", path("m.clade"), file}).code, 0);
  // The old names are taken for every format.
  EXPECT_EQ(train(file, {"--text-column", "title", "--label-column", "meta.category"}).code, 0);
  const Answer twice = train(file, {"--text-column", "title", "--text-fields", "title"});
  EXPECT_EQ(twice.code, 2);
  const Answer priced =
      train(file, {"--feature-fields", "meta.price", "--label-field", "meta.category", "--json"});
  ASSERT_EQ(priced.code, 0) << priced.err;
  EXPECT_EQ(Json::parse(priced.out)["features"], 1);
}

TEST_F(OwnFiles, AnArrayOfJsonIsAFileOfRecords) {
  const std::string file = write("a.json", R"([
  {"labels": ["A"], "text": "one [two] {three}"},
  {"labels": ["B"],
   "text": "four \"five]"}, {"labels": "A", "text": "one two"}
]
)");
  const Answer trained = train(file, {"--json"});
  ASSERT_EQ(trained.code, 0) << trained.err;
  EXPECT_EQ(Json::parse(trained.out)["instances"], 3);
  EXPECT_THAT(train(write("b.json", R"([{"labels":"A","text":"x"})")).err,
              HasSubstr("b.json: the array is never closed"));
  EXPECT_THAT(train(write("c.json", "[{\"labels\":\"A\"}\n {\"labels\":\"B\"}]")).err,
              HasSubstr("c.json:2:2: expected a comma"));
}

TEST_F(OwnFiles, FormatsAreFoundInTheContent) {
  const std::string jsonl =
      "{\"labels\":[\"A\"],\"text\":\"one\"}\n{\"labels\":[\"B\"],\"text\":\"two\"}\n";
  const std::string csv = "label;text\nA;one, more\nB;two, more\n";
  for (const std::string& text :
       {jsonl, csv, replaced(csv, ';', '\t'), std::string("__label__A one\n__label__B two\n")}) {
    SCOPED_TRACE(text);
    const Answer trained = run_clade({"train", "-", "-o", path("m.clade"), "--min-df", "1"}, text);
    ASSERT_EQ(trained.code, 0) << trained.err;
    const Answer predicted = run_clade({"predict", path("m.clade"), "-"}, text);
    EXPECT_THAT(predicted.out, AllOf(StartsWith("0\tA\t"), HasSubstr("1\tB\t")));
  }
  // Lines of words are documents.
  const Answer lines = run_clade({"predict", path("m.clade"), "-"}, "two of them\none\n");
  EXPECT_THAT(lines.out, AllOf(StartsWith("0\tB\t"), HasSubstr("1\tA\t")));
  EXPECT_THAT(lines.err, HasSubstr("- was read as text, a document on each line"));
  const Answer vectors = run_clade({"train", "-", "-o", path("v.clade")}, "A 1:1\nB 2:1 3:0.5\n");
  EXPECT_EQ(vectors.code, 0) << vectors.err;
}

TEST_F(OwnFiles, SeveralFilesMayBeAPattern) {
  write("part1.csv", "label,text\nA,one\n");
  write("part2.csv", "label,text\nB,two\n");
  const Answer trained = train(path("part*.csv"), {"--json"});
  ASSERT_EQ(trained.code, 0) << trained.err;
  EXPECT_EQ(Json::parse(trained.out)["instances"], 2);
  const Answer none = train(path("nothing*.csv"));
  EXPECT_EQ(none.code, 5);
  EXPECT_THAT(none.err, HasSubstr("no file matches"));
}

TEST_F(OwnFiles, LabelsAreTrimmedAndSeparated) {
  const std::string file =
      write("t.csv", "label,text\n Bread ,loaf\nSoup; Tea,broth leaf\nSoup,broth\nTea,leaf\n");
  const Answer joined = train(file);
  ASSERT_EQ(joined.code, 0) << joined.err;
  EXPECT_THAT(joined.err, AllOf(HasSubstr("1 label looks like several in one, such as 'Soup; Tea'"),
                                HasSubstr("--label-separator ;")));
  const Answer separated = train(file, {"--label-separator", ";", "--taxonomy", food(), "--json"});
  ASSERT_EQ(separated.code, 0) << separated.err;
  EXPECT_EQ(Json::parse(separated.out)["classes"], 3);
}

TEST_F(OwnFiles, UnnamedColumnsAndQuotesInsideWordsAreNoObstacle) {
  const std::string file = write("pandas.csv", ",text,label\n0,a 5\" pipe,A\n1,\"two, three\",B\n");
  const Answer trained = train(file);
  ASSERT_EQ(trained.code, 0) << trained.err;
  EXPECT_THAT(trained.err, HasSubstr("ignored a column without a name"));
}

TEST_F(OwnFiles, WhatCannotBeReadSaysWhatToDo) {
  const std::string file = write("w.csv", "SKU,Brand,label\n1,Sony,A\n2,Bose,B\n");
  const Answer words = train(file);
  EXPECT_EQ(words.code, 3);
  EXPECT_THAT(words.err, AllOf(HasSubstr("w.csv:2:3: column 'Brand': expected a number"),
                               HasSubstr("--text-fields"), HasSubstr("--ignore-fields")));
  const Answer missing = train(write("x.csv", "size,label\nNA,A\n2,B\n"), {"--missing", "error"});
  EXPECT_EQ(missing.code, 3);
  EXPECT_THAT(missing.err, HasSubstr("x.csv:2:1: "));
  const Answer column = train(file, {"--text-fields", "Brnd"});
  EXPECT_EQ(column.code, 2);
  EXPECT_THAT(column.err, HasSubstr("did you mean 'Brand'?"));
  const Answer other = train(file, {"--text-fields", "Completely different"});
  EXPECT_THAT(other.err, HasSubstr("there are SKU, Brand, label"));
  const Answer delimiter = train(file, {"--delimiter", "ab"});
  EXPECT_EQ(delimiter.code, 2);
  const Answer encoding = train(file, {"--encoding", "utf-7"});
  EXPECT_EQ(encoding.code, 2);
  const Answer svm = train(data(), {"--label-field", "Category"});
  EXPECT_EQ(svm.code, 2);
  EXPECT_THAT(svm.err, HasSubstr("has no named fields"));
  const Answer both = train(file, {"--label-field", "Brand", "--text-fields", "Brand"});
  EXPECT_EQ(both.code, 2);
}

// Columns that training never had may be anything, when a model is asked.
TEST_F(OwnFiles, AnotherColumnIsNoObstacleToPrediction) {
  const std::string file = write("n.csv", "label,size\nA,1\nB,2\n");
  ASSERT_EQ(train(file).code, 0);
  const std::string more = write("more.csv", "size,Supplier\n1,Smith\n2,Jones\n");
  EXPECT_EQ(run_clade({"predict", path("m.clade"), more}).code, 0);
}

TEST_F(OwnFiles, ASplitThatNoRecordSpeaksOfIsAnError) {
  const std::string file = write("s.csv", "label,text\nA,one\nB,two\n");
  ASSERT_EQ(train(file).code, 0);
  const Answer evaluated = run_clade({"evaluate", path("m.clade"), file, "--split", "dev"});
  EXPECT_EQ(evaluated.code, 3);
  EXPECT_THAT(evaluated.err, HasSubstr("its records have no split"));
  EXPECT_EQ(train(file, {"--split", "nosuch"}).code, 3);
  EXPECT_EQ(train(file, {"--split", "all"}).code, 0);
}

TEST_F(OwnFiles, RecordsWithoutASplitAreCountedWhereOthersHaveOne) {
  const std::string file =
      write("s.csv", "label,text,split\nA,one,train\nB,two,train\nA,one,\nB,two,test\nB,two,\n");
  const Answer trained = train(file);
  ASSERT_EQ(trained.code, 0) << trained.err;
  EXPECT_THAT(trained.err,
              HasSubstr("2 records have no split, where others have one, and are left out"));
  EXPECT_THAT(run_clade({"evaluate", path("m.clade"), file}).err, HasSubstr("2 records have no"));
}

// Records without a label keep the others' numbers and texts as they are.
TEST_F(OwnFiles, AuditAndComparisonNameTheRecordsOfTheFile) {
  std::string text, unlabelled;
  for (int i = 0; i < 24; ++i) {
    const bool is_wrong = i == 21;
    const bool is_tea = i % 2 == 0;
    const std::string line = fmt::format("{{\"labels\":{},\"text\":\"{} number{}\"}}\n",
                                         i == 5                 ? "null"
                                         : (is_tea != is_wrong) ? "[\"Tea\"]"
                                                                : "[\"Soup\"]",
                                         is_tea ? "green leaf cup" : "warm broth bowl", i);
    text += line;
  }
  const std::string file = write("a.jsonl", text);
  const Answer audit = run_clade({"audit", file, "--top", "1", "--json", "--quiet"});
  ASSERT_EQ(audit.code, 0) << audit.err;
  EXPECT_EQ(Json::parse(audit.out)["instances"][0]["id"], "21");
  EXPECT_THAT(run_clade({"audit", file, "--top", "1", "--quiet"}).out,
              HasSubstr("warm broth bowl number21"));
  const Answer compared = run_clade({"compare", file, "--methods", "clade; svm", "--folds", "3",
                                     "--report", path("c.html"), "--quiet"});
  ASSERT_EQ(compared.code, 0) << compared.err;
  const std::string page = page_data(path("c.html")).dump();
  EXPECT_THAT(page, AllOf(HasSubstr("\"id\":\"21\""), HasSubstr("number21")));
}

template <class Real>
std::string npy(const std::string& type, const std::string& shape,
                const std::vector<Real>& values) {
  std::string header =
      "{'descr': '" + type + "', 'fortran_order': False, 'shape': " + shape + ", }";
  header.resize(118, ' ');
  header.back() = '\n';
  std::string bytes("\x93NUMPY\x01\x00", 8);
  bytes += static_cast<char>(header.size());
  bytes += '\0';
  bytes += header;
  bytes.append(reinterpret_cast<const char*>(values.data()), values.size() * sizeof(Real));
  return bytes;
}

TEST_F(OwnFiles, AMatrixHasItsLabelsBesideIt) {
  const std::vector<float> rows{1, 0, 0.5F, 0, 1, 0, 1, 0.25F, 0, 0, 1, 1};
  const std::string file = write("e.npy", npy("<f4", "(4, 3)", rows));
  const std::string labels = write("own.txt", "A\nB\nA\nB|C\n");
  const Answer unlabelled = train(file);
  EXPECT_EQ(unlabelled.code, 3);
  const Answer trained = train(file, {"--labels-file", labels, "--json"});
  ASSERT_EQ(trained.code, 0) << trained.err;
  EXPECT_EQ(Json::parse(trained.out)["features"], 3);
  EXPECT_EQ(Json::parse(trained.out)["classes"], 3);
  write("e.labels", "A\nB\nA\nB\n");
  const Answer beside = train(file);
  ASSERT_EQ(beside.code, 0) << beside.err;
  EXPECT_THAT(beside.err, HasSubstr("e.labels"));
  EXPECT_THAT(run_clade({"predict", path("m.clade"), file}).out, StartsWith("0\tA\t"));
  write("e.labels", "A\nB\n");
  EXPECT_THAT(train(file).err, HasSubstr("expected 4 lines of labels, one for each record, got 2"));
  EXPECT_EQ(train(write("cut.npy", npy("<f4", "(40, 3)", rows))).code, 3);
  EXPECT_EQ(train(write("object.npy", npy("|O", "(4, 3)", rows))).code, 3);
  EXPECT_EQ(train(write("not.npy", "text")).code, 3);
  EXPECT_EQ(train(write("not.npz", "PK\x05\x06 nothing here")).code, 3);
}

TEST_F(OwnFiles, WhatIsNoTextIsRefused) {
  ASSERT_EQ(train(write("s.csv", "label,text\nA,one\nB,two\n")).code, 0);
  const std::string workbook = write("x.xlsx", std::string("PK\x03\x04\0\0junk", 10));
  const Answer answer = run_clade({"predict", path("m.clade"), workbook});
  EXPECT_EQ(answer.code, 3);
  EXPECT_THAT(answer.err, HasSubstr("is an Excel workbook or another zip archive"));
  EXPECT_EQ(run_clade({"predict", path("m.clade"), path("m.clade")}).code, 3);
  EXPECT_EQ(run_clade({"predict", path("m.clade"), "-"}, std::string("a\0b\n", 4)).code, 3);
}

TEST_F(OwnFiles, TablesWithTabsMayHaveQuotes) {
  const std::string text = "\"label\"\t\"text\"\n\"A\"\t\"one\ntwo\"\n\"B\"\t\"three\"\n";
  const Answer trained = train(write("r.tsv", text), {"--json"});
  ASSERT_EQ(trained.code, 0) << trained.err;
  EXPECT_EQ(Json::parse(trained.out)["instances"], 2);
  EXPECT_THAT(run_clade({"predict", path("m.clade"), "-"}, text).out,
              AllOf(StartsWith("0\tA\t"), HasSubstr("1\tB\t")));
}

TEST_F(OwnFiles, PartsOfDataWithSplitsOfTheirOwnAreWarnedOf) {
  const std::string file =
      write("s.csv", "label,text,split\nA,one,train\nB,two,train\nA,three,test\nB,four,test\n");
  const Answer answer = run_clade({"split", file, "-o", path("parts"), "--fractions", "0.5,0.5"});
  EXPECT_EQ(answer.code, 0) << answer.err;
  EXPECT_THAT(answer.err, HasSubstr("read the parts with --split all"));
}

TEST_F(OwnFiles, NamesOfFeaturesGoWithLabelsOfAnyKind) {
  const std::string file = write("s.csv", "label,text\nTea Leaves,one\nSoup,two\n");
  EXPECT_EQ(run_clade({"convert", file, "-o", path("x.txt"), "--to", "liblinear", "--names",
                       path("n.tsv"), "--min-df", "1"})
                .code,
            0);
}

TEST_F(OwnFiles, TheEncodingOfATaxonomyIsSaid) {
  const std::string tree = write("wide.tsv", utf16("food\tBread\nfood\tSoup\n"));
  const Answer answer =
      train(write("s.csv", "label,text\nBread,one\nSoup,two\n"), {"--taxonomy", tree});
  EXPECT_EQ(answer.code, 0) << answer.err;
  EXPECT_THAT(answer.err, HasSubstr("the file was read as UTF-16"));
}

TEST_F(OwnFiles, TaxonomiesMayHaveQuotedHeadersWithSemicolons) {
  const std::string tree = write("t.csv", "\"parent\";\"child\"\n\"Food\";\"Bread\"\n");
  const Answer answer = run_clade({"taxonomy", "show", tree});
  EXPECT_EQ(answer.code, 0) << answer.err;
  EXPECT_THAT(answer.out, HasSubstr("Bread"));
}

}  // namespace
}  // namespace clade::detail::test
