#include "generate/text.h"

#include <fmt/core.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <map>
#include <nlohmann/json.hpp>
#include <set>
#include <sstream>

#include "base/text.h"
#include "clade/error.h"
#include "generate/text_corpus.h"
#include "generate/text_output.h"
#include "generate/text_words.h"

namespace clade::detail {
namespace {

using Settings = std::vector<std::pair<std::string, std::string>>;
using Files = std::map<std::string, std::string>;

void set(Generator& generator, const std::string& name, const std::string& value) {
  for (const Parameter& parameter : generator.parameters()) {
    if (parameter.name == name) return parameter.set(value);
  }
  FAIL() << "no parameter " << name;
}

Files run(const Settings& settings, std::uint64_t seed = 1) {
  TextGenerator generator;
  for (const auto& [name, value] : settings) set(generator, name, value);
  MemorySink sink;
  generator.generate(seed, sink);
  return sink.files();
}

std::vector<std::string> lines_of(const std::string& text) {
  std::vector<std::string> lines;
  std::istringstream in(text);
  for (std::string line; std::getline(in, line);) lines.push_back(line);
  return lines;
}

struct Row {
  std::string label;
  std::map<std::size_t, double> values;  // by index, from 1
};

std::vector<Row> rows_of(const std::string& text) {
  std::vector<Row> rows;
  for (const std::string& line : lines_of(text)) {
    const auto fields = split(line, ' ');
    Row row{std::string(fields[0]), {}};
    std::size_t last = 0;
    for (std::size_t i = 1; i < fields.size(); ++i) {
      const auto pair = split(fields[i], ':');
      const auto index = static_cast<std::size_t>(parse_int(pair.at(0)).value());
      EXPECT_GT(index, last) << line;
      last = index;
      row.values[index] = parse_double(pair.at(1)).value();
    }
    rows.push_back(std::move(row));
  }
  return rows;
}

std::map<std::size_t, std::size_t> document_frequencies(const std::vector<Row>& rows) {
  std::map<std::size_t, std::size_t> frequencies;
  for (const Row& row : rows) {
    for (const auto& entry : row.values) ++frequencies[entry.first];
  }
  return frequencies;
}

// An edge list as a map from each child to its parent.
std::map<std::string, std::string> parents_of(const std::string& taxonomy) {
  std::map<std::string, std::string> parents;
  for (const std::string& line : lines_of(taxonomy)) {
    const auto edge = split(line, '\t');
    EXPECT_TRUE(parents.try_emplace(std::string(edge.at(1)), edge.at(0)).second) << line;
  }
  return parents;
}

std::set<std::string> leaves_of(const std::string& taxonomy) {
  const auto parents = parents_of(taxonomy);
  std::set<std::string> leaves;
  for (const auto& edge : parents) leaves.insert(edge.first);
  for (const auto& edge : parents) leaves.erase(edge.second);
  return leaves;
}

std::map<std::string, std::size_t> class_sizes(const std::vector<Row>& rows) {
  std::map<std::string, std::size_t> sizes;
  for (const Row& row : rows) ++sizes[row.label];
  return sizes;
}

double mean_words(const std::vector<Row>& rows) {
  std::size_t total = 0;
  for (const Row& row : rows) total += row.values.size();
  return static_cast<double>(total) / static_cast<double>(rows.size());
}

TextShape small_shape() { return {{3, 6, 20}, 500, 2000, 50, 0.2, 0.3, 30, 0.6}; }

TEST(TextGenerator, TheSameSeedGivesTheSameBytes) {
  for (const char* output : {"svm", "jsonl"}) {
    EXPECT_EQ(run({{"output", output}}, 7), run({{"output", output}}, 7));
    EXPECT_NE(run({{"output", output}}, 7), run({{"output", output}}, 8));
  }
}

// Long documents make small blocks, so that these need two rounds.
TEST(TextGenerator, TheNumberOfThreadsChangesNothing) {
  TextShape shape = small_shape();
  shape.documents = 250;
  shape.length = 10'000;
  const TextCorpus corpus(shape, 1);
  ThreadPool one(1), three(3);
  MemorySink alone, together;
  write_svm(corpus, one, alone);
  write_jsonl(corpus, one, alone);
  write_svm(corpus, three, together);
  write_jsonl(corpus, three, together);
  EXPECT_EQ(alone.files(), together.files());
  const auto lines = lines_of(alone.files().at("data.jsonl"));
  ASSERT_EQ(lines.size(), 250U);
  for (std::size_t i = 0; i < lines.size(); ++i) {
    EXPECT_TRUE(lines[i].starts_with(fmt::format("{{\"id\":\"{}\",", i))) << i;
  }
}

TEST(TextGenerator, NamesTheFilesThatItWrites) {
  for (const char* output : {"svm", "jsonl"}) {
    TextGenerator generator;
    set(generator, "output", output);
    set(generator, "n", "5");
    MemorySink sink;
    generator.generate(1, sink);
    EXPECT_EQ(generator.files().front(), std::string("data.") + output);
    ASSERT_EQ(sink.files().size(), 2U);
    for (const std::string& file : generator.files()) EXPECT_TRUE(sink.files().contains(file));
  }
}

struct Expected {
  const char* preset;
  std::size_t documents, leaves, nodes, words;
};

class TextPresets : public testing::TestWithParam<Expected> {};

TEST_P(TextPresets, HaveTheSizesOfTheCollection) {
  TextCorpusParams params;
  for (const Parameter& parameter : parameters_of(params)) {
    if (parameter.name == "preset") parameter.set(GetParam().preset);
  }
  const TextShape shape = text_shape(params);
  EXPECT_EQ(shape.documents, GetParam().documents);
  EXPECT_EQ(shape.levels.back(), GetParam().leaves);
  std::size_t nodes = 0;
  for (const std::size_t level : shape.levels) nodes += level;
  EXPECT_EQ(nodes, GetParam().nodes);
  EXPECT_EQ(shape.words, GetParam().words);
}

INSTANTIATE_TEST_SUITE_P(All, TextPresets,
                         testing::Values(Expected{"wipo-d", 1'710, 160, 187, 18'077},
                                         Expected{"wipo-b", 14'690, 1'172, 1'340, 51'470},
                                         Expected{"large", 100'000, 10'000, 11'110, 200'000},
                                         Expected{"dmoz", 400'000, 28'000, 33'515, 600'000}));

void expect_shape(const Expected& expected, double words_per_document) {
  const Files files = run({{"preset", expected.preset}});
  const std::vector<Row> rows = rows_of(files.at("data.svm"));
  EXPECT_EQ(rows.size(), expected.documents);
  EXPECT_EQ(parents_of(files.at("taxonomy.tsv")).size(), expected.nodes);
  EXPECT_EQ(leaves_of(files.at("taxonomy.tsv")).size(), expected.leaves);
  EXPECT_EQ(class_sizes(rows).size(), expected.leaves);
  EXPECT_NEAR(mean_words(rows), words_per_document, 3);
  const auto frequencies = document_frequencies(rows);
  EXPECT_LE(frequencies.rbegin()->first, expected.words);
  EXPECT_GT(frequencies.size(), expected.words * 8 / 10);
}

TEST(TextGenerator, WipoDHasItsShape) { expect_shape({"wipo-d", 1'710, 160, 187, 18'077}, 80); }

TEST(TextGenerator, WipoBHasItsShape) {
  expect_shape({"wipo-b", 14'690, 1'172, 1'340, 51'470}, 82);
}

TEST(TextGenerator, WhatIsGivenOverridesThePreset) {
  const Files files =
      run({{"words", "300"}, {"preset", "wipo-d"}, {"n", "1e2"}, {"length", "12.5"}});
  const std::vector<Row> rows = rows_of(files.at("data.svm"));
  EXPECT_EQ(rows.size(), 100U);
  EXPECT_EQ(parents_of(files.at("taxonomy.tsv")).size(), 187U);
  EXPECT_LE(document_frequencies(rows).rbegin()->first, 300U);
  EXPECT_LT(mean_words(rows), 12.5);
  EXPECT_EQ(
      parents_of(run({{"preset", "wipo-d"}, {"levels", "2, 3"}, {"n", "4"}}).at("taxonomy.tsv"))
          .size(),
      5U);
}

TEST(TextGenerator, LabelsAreLeavesAndEveryLeafHasADocument) {
  const Files files = run({{"levels", "3,9,50"}, {"n", "50"}, {"skew", "2"}});
  std::set<std::string> labels;
  for (const Row& row : rows_of(files.at("data.svm"))) labels.insert(row.label);
  EXPECT_EQ(labels, leaves_of(files.at("taxonomy.tsv")));
}

TEST(TextGenerator, FewerDocumentsThanLeavesStillHaveLeaves) {
  const Files files = run({{"levels", "3,9,50"}, {"n", "20"}});
  const auto leaves = leaves_of(files.at("taxonomy.tsv"));
  const auto rows = rows_of(files.at("data.svm"));
  EXPECT_EQ(rows.size(), 20U);
  for (const Row& row : rows) EXPECT_TRUE(leaves.contains(row.label)) << row.label;
}

TEST(TextGenerator, SkewMakesClassesUnequal) {
  const auto largest = [](const char* skew) {
    const auto sizes = class_sizes(rows_of(
        run({{"levels", "20"}, {"n", "2000"}, {"length", "5"}, {"skew", skew}}).at("data.svm")));
    return std::max_element(sizes.begin(), sizes.end(),
                            [](const auto& a, const auto& b) { return a.second < b.second; })
        ->second;
  };
  EXPECT_LT(largest("0"), 140U);
  EXPECT_GT(largest("1"), 400U);
}

TEST(TextGenerator, WordsFollowZipfsLaw) {
  const auto rows = rows_of(run({{"leaf_share", "0"},
                                 {"ancestor_share", "0"},
                                 {"length", "4"},
                                 {"n", "20000"},
                                 {"words", "1000"}})
                                .at("data.svm"));
  auto frequencies = document_frequencies(rows);
  std::vector<std::size_t> octaves;  // words 1, 2-3, 4-7, ...: as frequent as one another
  for (std::size_t first = 1; first < 512; first *= 2) {
    std::size_t sum = 0;
    for (std::size_t k = first; k < 2 * first; ++k) sum += frequencies[k];
    octaves.push_back(sum / first);
  }
  for (std::size_t k = 1; k < octaves.size(); ++k) {
    EXPECT_LT(octaves[k], octaves[k - 1]) << "words from " << (1 << k);
  }
  const double ratio = static_cast<double>(octaves[3]) / static_cast<double>(octaves[6]);
  EXPECT_NEAR(ratio, 8, 1);
}

TEST(TextGenerator, RowsHaveUnitLength) {
  for (const Row& row : rows_of(run({}).at("data.svm"))) {
    double squared = 0;
    for (const auto& entry : row.values) squared += entry.second * entry.second;
    ASSERT_NEAR(squared, 1, 1e-5);
  }
}

struct CountedDocument {
  std::string label;
  std::map<std::size_t, double> counts;  // by index, from 1
};

std::vector<CountedDocument> counted(const std::string& jsonl, std::size_t words) {
  std::map<std::string, std::size_t> index;
  for (std::size_t k = 0; k < words; ++k) index[made_up_word(k)] = k + 1;
  std::vector<CountedDocument> documents;
  for (const std::string& line : lines_of(jsonl)) {
    const auto record = nlohmann::json::parse(line);
    EXPECT_EQ(record.at("id"), std::to_string(documents.size()));
    EXPECT_EQ(record.at("labels").size(), 1U);
    CountedDocument document{record.at("labels").at(0), {}};
    const auto text = record.at("text").get<std::string>();
    for (const auto word : split(text, ' ')) ++document.counts[index.at(std::string(word))];
    documents.push_back(std::move(document));
  }
  return documents;
}

TEST(TextGenerator, BothOutputsDescribeTheSameDocuments) {
  const Settings settings{{"n", "200"}, {"words", "500"}};
  Settings as_text = settings;
  as_text.emplace_back("output", "jsonl");
  const Files vectors = run(settings), texts = run(as_text);
  EXPECT_EQ(vectors.at("taxonomy.tsv"), texts.at("taxonomy.tsv"));
  const auto rows = rows_of(vectors.at("data.svm"));
  const auto documents = counted(texts.at("data.jsonl"), 500);
  const auto frequencies = document_frequencies(rows);
  ASSERT_EQ(rows.size(), documents.size());
  for (std::size_t i = 0; i < rows.size(); ++i) {
    EXPECT_EQ(rows[i].label, documents[i].label);
    std::map<std::size_t, double> weights;
    double squared = 0;
    for (const auto& [word, tf] : documents[i].counts) {
      const double df = static_cast<double>(frequencies.at(word));
      weights[word] = (1 + std::log(tf)) * (std::log(201 / (1 + df)) + 1);
      squared += weights[word] * weights[word];
    }
    ASSERT_EQ(rows[i].values.size(), weights.size());
    for (const auto& [word, weight] : weights) {
      ASSERT_NEAR(rows[i].values.at(word), weight / std::sqrt(squared), 1e-6);
    }
  }
}

TEST(TextGenerator, TestDocumentsLeaveTheOthersAsTheyAre) {
  for (const char* output : {"svm", "jsonl"}) {
    const Settings settings{{"output", output}, {"n", "300"}};
    Settings with_tests = settings;
    with_tests.emplace_back("test", "50");
    const std::string data = std::string("data.") + output, test = std::string("test.") + output;
    const Files alone = run(settings), both = run(with_tests);
    EXPECT_FALSE(alone.contains(test));
    EXPECT_EQ(alone.at(data), both.at(data));
    EXPECT_EQ(alone.at("taxonomy.tsv"), both.at("taxonomy.tsv"));
    const auto known = lines_of(both.at(data));
    const auto lines = lines_of(both.at(test));
    EXPECT_EQ(lines.size(), 50U);
    for (const std::string& line : lines) {
      EXPECT_EQ(std::find(known.begin(), known.end(), line), known.end()) << line;
    }
  }
}

TEST(TextGenerator, NamesTheFileOfTestDocuments) {
  TextGenerator generator;
  set(generator, "test", "2");
  set(generator, "output", "jsonl");
  EXPECT_EQ(generator.files(),
            (std::vector<std::string>{"data.jsonl", "taxonomy.tsv", "test.jsonl"}));
}

// The weights of words are those of the training documents, whatever the test documents hold.
TEST(TextGenerator, BothOutputsDescribeTheSameTestDocuments) {
  const Settings settings{{"n", "200"}, {"words", "500"}, {"test", "30"}};
  Settings as_text = settings;
  as_text.emplace_back("output", "jsonl");
  const Files vectors = run(settings), texts = run(as_text);
  auto frequencies = document_frequencies(rows_of(vectors.at("data.svm")));
  const auto rows = rows_of(vectors.at("test.svm"));
  const auto documents = counted(texts.at("test.jsonl"), 500);
  ASSERT_EQ(rows.size(), documents.size());
  for (std::size_t i = 0; i < rows.size(); ++i) {
    EXPECT_EQ(rows[i].label, documents[i].label);
    double squared = 0;
    const auto weight = [&](std::size_t word, double tf) {
      return (1 + std::log(tf)) *
             (std::log(201.0 / (1 + static_cast<double>(frequencies[word]))) + 1);
    };
    for (const auto& [word, tf] : documents[i].counts) squared += std::pow(weight(word, tf), 2);
    for (const auto& [word, tf] : documents[i].counts) {
      ASSERT_NEAR(rows[i].values.at(word), weight(word, tf) / std::sqrt(squared), 1e-6);
    }
  }
}

TEST(TextGenerator, TestDocumentsFollowTheClassesOfTheOthers) {
  const Files files =
      run({{"levels", "20"}, {"n", "2000"}, {"test", "2000"}, {"length", "5"}, {"skew", "1"}});
  const auto sizes = class_sizes(rows_of(files.at("data.svm")));
  auto test_sizes = class_sizes(rows_of(files.at("test.svm")));
  for (const auto& [label, size] : sizes) {
    const auto expected = static_cast<double>(size);
    EXPECT_NEAR(static_cast<double>(test_sizes[label]), expected, 6 * std::sqrt(expected) + 5);
  }
}

TEST(TextGenerator, TheSmallestPossibleDataAreFine) {
  const Files files = run({{"levels", "1"}, {"n", "1"}, {"words", "1"}, {"length", "1"}});
  const auto rows = rows_of(files.at("data.svm"));
  ASSERT_EQ(rows.size(), 1U);
  EXPECT_EQ(rows[0].values, (std::map<std::size_t, double>{{1, 1.0}}));
  EXPECT_EQ(files.at("taxonomy.tsv"), "root\t" + rows[0].label + "\n");
}

TEST(TextGenerator, RefusesBadParameters) {
  TextGenerator generator;
  for (const auto& [name, value] :
       Settings{{"n", "0"},          {"n", "-3"},          {"n", "2.5"},
                {"n", ""},           {"n", "nan"},         {"words", "0"},
                {"words", "x"},      {"length", "0"},      {"length", "inf"},
                {"length", "nan"},   {"levels", ""},       {"levels", "0"},
                {"levels", "7,5"},   {"levels", "7,,20"},  {"levels", "7;20"},
                {"levels", "7,20,"}, {"levels", "7,-20"},  {"levels", "1.5"},
                {"output", "csv"},   {"topic_words", "0"}, {"leaf_share", "1.1"},
                {"skew", "-1"},      {"preset", "wipo"}}) {
    EXPECT_THROW(set(generator, name, value), Error) << name << "=" << value;
  }
}

TEST(TextGenerator, MessagesSayWhatWasExpected) {
  const auto message = [](const std::string& name, const std::string& value) {
    TextGenerator generator;
    try {
      set(generator, name, value);
    } catch (const Error& error) {
      EXPECT_EQ(error.kind(), ErrorKind::usage);
      return std::string(error.what());
    }
    return std::string("no error");
  };
  EXPECT_NE(message("preset", "wipo-e").find("did you mean 'wipo-d'"), std::string::npos);
  EXPECT_EQ(message("n", "0"), "`n`: expected auto or a whole number of at least 1, got '0'");
  EXPECT_NE(message("levels", "9,3").find("none smaller than the one before"), std::string::npos);
}

TEST(TextGenerator, RefusesWhatDoesNotFitTogetherOrIntoMemory) {
  for (const Settings& settings : std::vector<Settings>{
           {{"leaf_share", "0.7"}, {"ancestor_share", "0.4"}},
           {{"n", "1e15"}},
           {{"test", "1e10"}},
           {{"words", "1e15"}},
           {{"levels", "9000000000000000000"}},
           {{"levels", "9000000000000000000,9000000000000000000,9000000000000000000"}},
           {{"levels", "9000000,9000000"}},
           {{"topic_words", "1e15"}}}) {
    try {
      run(settings);
      ADD_FAILURE() << settings.front().first;
    } catch (const Error& error) {
      EXPECT_EQ(error.kind(), ErrorKind::usage) << error.what();
      EXPECT_NE(std::string(error.what()).find("at most"), std::string::npos) << error.what();
    }
  }
}

}  // namespace
}  // namespace clade::detail
