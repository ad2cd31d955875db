// clade::search: what it finds, what it leaves alone, and that it is the same every time.
#include "eval/search/search.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <nlohmann/json.hpp>
#include <random>
#include <sstream>

#include "clade/clade.h"
#include "eval/search/axes.h"
#include "eval/search/rungs.h"
#include "tests/eval/memory_examples.h"

namespace clade::detail::test {
namespace {

using ::testing::Contains;
using ::testing::HasSubstr;
using Json = nlohmann::json;

SearchOptions runs(std::size_t count, unsigned threads = 1) {
  SearchOptions options;
  options.budget.runs = count;
  options.threads = threads;
  return options;
}

SearchResult found(const Examples& examples, std::size_t count, unsigned threads = 1,
                   const ComparedMethod& method = {}) {
  return search(examples, given(memory_taxonomy()), method, runs(count, threads));
}

// A method that takes words and weights unless it is told otherwise.
const ComparedMethod plain{"hsvm"};

// Words that never occur twice: the class is in their middle.
TextExamples texts_of_parts(std::size_t count) {
  std::mt19937_64 engine(3);
  const auto letters = [&](std::size_t length) {
    std::string word;
    for (std::size_t i = 0; i < length; ++i) word += static_cast<char>('a' + engine() % 26);
    return word;
  };
  const std::vector<std::string> parts{"qxz", "wvk", "jyq", "zkx"};
  TextExamples examples;
  for (std::size_t i = 0; i < count; ++i) {
    examples.add(letters(6) + parts[i % 4] + letters(6) + " the " + letters(9),
                 {memory_labels[i % 4]});
  }
  return examples;
}

// A ring around a disk: no line parts them.
VectorExamples rings(std::size_t count) {
  std::mt19937_64 engine(5);
  std::uniform_real_distribution<double> uniform(0, 1);
  VectorExamples examples;
  for (std::size_t i = 0; i < count; ++i) {
    const double radius = static_cast<double>(i % 4) + 0.6 * uniform(engine),
                 angle = 6.2832 * uniform(engine);
    examples.add(std::vector{radius * std::cos(angle), radius * std::sin(angle)},
                 {memory_labels[i % 4]});
  }
  return examples;
}

std::string value_of(const Setting& setting, const std::string& name) {
  for (const auto& [option, value] : setting) {
    if (option == name) return value;
  }
  return "";
}

void expect_equal(const SearchResult& a, const SearchResult& b, std::size_t runs) {
  ASSERT_GE(a.runs.size(), runs);
  ASSERT_GE(b.runs.size(), runs);
  for (std::size_t r = 0; r < runs; ++r) {
    EXPECT_EQ(a.runs[r].options, b.runs[r].options) << r;
    EXPECT_EQ(a.runs[r].examples, b.runs[r].examples) << r;
    EXPECT_EQ(a.runs[r].value, b.runs[r].value) << r;
    EXPECT_EQ(a.runs[r].standard_error, b.runs[r].standard_error) << r;
  }
}

TEST(Search, TakesRunsOfCharactersWhereWordsNeverOccurTwice) {
  const SearchResult result = found(texts_of_parts(120), 14, 1, plain);
  EXPECT_EQ(result.measure, "average_precision");
  EXPECT_EQ(value_of(result.chosen, "char_ngrams"), "3-4") << result.json();
  EXPECT_EQ(result.end, SearchEnd::runs);
  EXPECT_GT(*result.value, result.runs.front().value + 0.2);
}

TEST(Search, TakesAKernelWhereNoLinePartsTheClasses) {
  const SearchResult result = found(rings(160), 8, 1, plain);
  EXPECT_EQ(value_of(result.chosen, "kernel"), "rbf") << result.json();
}

TEST(Search, KeepsTheDefaultWhereNothingIsBetter) {
  // Every class has a feature of its own and nothing else.
  const SearchResult result = found(memory_vectors(80, 1, 0.01), 12);
  EXPECT_EQ(result.chosen, Setting{});
  EXPECT_TRUE(result.runs.front().options.empty());
  EXPECT_TRUE(result.runs.front().is_chosen);
  EXPECT_DOUBLE_EQ(*result.value, 1.0);
  EXPECT_TRUE(result.runs.back().is_as_good);
}

TEST(Search, LeavesGivenOptionsAlone) {
  const ComparedMethod method{"clade", {{"C", 0.5}}, {{"char_ngrams", "none"}}};
  const SearchResult result = found(texts_of_parts(80), 30, 1, method);
  EXPECT_GT(result.runs.size(), 2U);
  for (const SearchRun& run : result.runs) {
    EXPECT_EQ(value_of(run.options, "C"), "");
    EXPECT_EQ(value_of(run.options, "char_ngrams"), "");
  }
}

TEST(Search, IsTheSameWithAnyNumberOfThreads) {
  const Examples examples = memory_vectors(100, 1, 0.9);
  const SearchResult alone = found(examples, 12, 1), together = found(examples, 12, 4);
  expect_equal(alone, together, 12);
  EXPECT_EQ(alone.chosen, together.chosen);
}

TEST(Search, FewerRunsAreTheFirstOfMore) {
  const Examples examples = memory_vectors(100, 1, 0.9);
  const SearchResult all = found(examples, 9);
  for (std::size_t count = 1; count < 9; ++count) {
    const SearchResult some = found(examples, count);
    EXPECT_EQ(some.runs.size(), count);
    EXPECT_EQ(some.end, SearchEnd::runs);
    expect_equal(some, all, count);
  }
}

TEST(Search, EndsByItselfWhenEverythingWasTried) {
  const ComparedMethod method{"clade",
                              {{"C", 1.0}, {"kernel", "linear"}, {"bias", "none"}},
                              {{"normalize", "none"}, {"weighting", "none"}}};
  const SearchResult result = found(memory_vectors(40, 1, 0.1), 1000, 1, method);
  EXPECT_EQ(result.end, SearchEnd::complete);
  EXPECT_LT(result.runs.size(), 60U);
}

TEST(Search, FoundOptionsTrainAModel) {
  const Examples examples = rings(160);
  const ComparedMethod method = with_found_options(plain, found(examples, 8, 1, plain));
  const auto trained = make_method(method.method, method.options);
  TrainOptions options;
  options.text = method.text;
  const Trained result = train(examples, given(memory_taxonomy()), *trained, options);
  EXPECT_EQ(result.model.kernel(), KernelKind::rbf);
}

TEST(Search, ChoosesByTheMeasureThatIsAskedFor) {
  SearchOptions options = runs(2);
  for (const std::string measure : {"macro_f1", "tree_loss", "auprc", "precision_at_2"}) {
    options.measure = measure;
    const SearchResult result = search(memory_vectors(40), given(memory_taxonomy()), {}, options);
    EXPECT_EQ(result.measure, measure);
    EXPECT_GT(result.runs[0].standard_error + result.runs[0].value, 0) << measure;
  }
}

TEST(Search, TakesTheAreaUnderCurvesWhereExamplesHaveSeveralLabels) {
  VectorExamples examples;
  std::mt19937_64 engine(7);
  std::uniform_real_distribution<double> uniform(-0.5, 0.5);
  for (std::size_t i = 0; i < 60; ++i) {
    std::vector<double> row(5);
    for (double& value : row) value = uniform(engine);
    row[i % 4] += 1;
    row[(i + 1) % 4] += 1;
    examples.add(row, {memory_labels[i % 4], memory_labels[(i + 1) % 4]});
  }
  EXPECT_EQ(found(examples, 2).measure, "auprc");
}

TEST(Search, SaysInJsonWhatItDid) {
  const SearchResult result = found(memory_vectors(60, 1, 0.9), 4);
  const Json json = Json::parse(result.json());
  EXPECT_EQ(json["measure"], "average_precision");
  EXPECT_EQ(json["stopped"], "runs");
  ASSERT_EQ(json["runs"].size(), 4U);
  EXPECT_EQ(json["runs"][0]["value"], result.runs[0].value);
  EXPECT_EQ(json["runs"][0]["folds"], 4);
  EXPECT_EQ(json["runs"][0]["examples"], 60);
}

class StoppingReporter : public Reporter {
 public:
  void on_note(std::string_view message) override { notes.emplace_back(message); }
  bool stop_requested() const override { return notes.size() >= 3; }
  std::vector<std::string> notes;
};

TEST(Search, KeepsTheBestSoFarWhenItIsStopped) {
  StoppingReporter reporter;
  SearchOptions options = runs(50);
  options.reporter = &reporter;
  const SearchResult result = search(rings(120), given(memory_taxonomy()), {}, options);
  EXPECT_EQ(result.end, SearchEnd::interrupted);
  EXPECT_EQ(result.runs.size(), 3U);
  EXPECT_THAT(reporter.notes.front(), HasSubstr("run 1: no option on 120 examples"));
  EXPECT_THAT(reporter.notes.back(), HasSubstr("47 runs left"));
}

TEST(Search, EndsInTime) {
  SearchOptions options;
  options.threads = 1;
  options.budget.seconds = 1;
  const SearchResult result =
      search(memory_vectors(2000, 1, 3), given(memory_taxonomy()), {}, options);
  EXPECT_LT(result.seconds, 5);
  EXPECT_TRUE(result.end == SearchEnd::seconds || result.end == SearchEnd::complete);
}

TEST(Search, RefusesWhatItCannotSearch) {
  const auto message = [](const ComparedMethod& method, const std::string& measure = "") {
    SearchOptions options = runs(3);
    options.measure = measure;
    try {
      search(memory_vectors(40), given(memory_taxonomy()), method, options);
    } catch (const Error& error) {
      EXPECT_EQ(error.kind(), ErrorKind::usage);
      return std::string(error.what());
    }
    return std::string();
  };
  EXPECT_THAT(message({"perceptron"}), HasSubstr("has no C"));
  EXPECT_THAT(message({"clade", {{"C", "auto"}}}), HasSubstr("leave out `C=auto`"));
  EXPECT_THAT(message({"clade", {{"kernel", "precomputed"}}}), HasSubstr("precomputed"));
  EXPECT_THAT(message({}, "beauty"), HasSubstr("there is no measure 'beauty'"));
  EXPECT_THAT(message({}, "macro_f2"), HasSubstr("did you mean 'macro_f1'?"));
}

TEST(Search, SaysWhereExamplesAreTooFew) {
  const auto message = [](const Examples& examples) {
    try {
      search(examples, no_taxonomy(), {}, runs(3));
    } catch (const Error& error) {
      EXPECT_EQ(error.kind(), ErrorKind::input);
      return std::string(error.what());
    }
    return std::string();
  };
  EXPECT_THAT(message(memory_vectors(7)), HasSubstr("too few examples for a search"));
  VectorExamples of_one_class, single;
  for (int i = 0; i < 20; ++i) {
    of_one_class.add(std::vector{1.0 * i}, {"only"});
    single.add(std::vector{1.0 * i}, {"class" + std::to_string(i)});
  }
  EXPECT_THAT(message(of_one_class), HasSubstr("1 of 1 classes"));
  EXPECT_THAT(message(single), HasSubstr("0 of 20 classes"));
}

// ---- The parts

TEST(SearchRungs, FollowFromTheNumberOfExamples) {
  EXPECT_EQ(rung_sizes(800), (std::vector<std::size_t>{800}));
  EXPECT_EQ(rung_sizes(5999), (std::vector<std::size_t>{5999}));
  EXPECT_EQ(rung_sizes(8000), (std::vector<std::size_t>{2000, 8000}));
  EXPECT_EQ(rung_sizes(30000), (std::vector<std::size_t>{1875, 7500, 30000}));
  EXPECT_EQ(rung_sizes(5000000), (std::vector<std::size_t>{1875, 7500, 30000}));
}

TEST(SearchAxes, LeaveOutWhatDoesNotExistOrIsTheSame) {
  const Candidates candidates{ComparedMethod{}};
  const auto any = [](const SearchedData&) { return true; };
  const ResolvedOptions resolved{{"kernel", "linear"}, {"C", "1"}};
  EXPECT_TRUE(candidates.along({"x", any, {"no_such_option=1"}}, 0, {}, resolved).empty());
  EXPECT_TRUE(candidates.along({"x", any, {"kernel=sine"}}, 0, {}, resolved).empty());
  EXPECT_TRUE(candidates.along({"x", any, {"kernel=linear"}}, 0, {}, resolved).empty());
  EXPECT_EQ(candidates.along({"x", any, {"kernel=rbf C=10"}}, 0, {}, resolved),
            (std::vector<Setting>{{{"C", "10"}, {"kernel", "rbf"}}}));
  EXPECT_EQ(candidates.along({"C", any, {}, {}, {{0.3, 3}, {1.8}}}, 0, {}, resolved),
            (std::vector<Setting>{{{"C", "0.3"}}, {{"C", "3"}}}));
  EXPECT_EQ(candidates.along({"C", any, {}, {}, {{0.3, 3}, {1.8}}}, 5, {}, resolved),
            (std::vector<Setting>{{{"C", "1.8"}}}));
}

TEST(SearchAxes, DropOptionsThatLoseTheirEffect) {
  const Candidates candidates{ComparedMethod{}};
  const auto any = [](const SearchedData&) { return true; };
  const Setting best{{"kernel", "rbf"}, {"gamma", "0.5"}};
  const ResolvedOptions resolved{{"kernel", "rbf"}, {"gamma", "0.5"}};
  EXPECT_EQ(candidates.along({"gamma", any, {}, {}, {{4}}}, 0, best, resolved),
            (std::vector<Setting>{{{"kernel", "rbf"}, {"gamma", "2"}}}));
  for (const Setting& other : candidates.along({"x", any, {"kernel=linear"}}, 0, best, resolved)) {
    EXPECT_EQ(value_of(other, "gamma"), "");
  }
}

TEST(SearchAxes, TellTextsFromCountsAndNumbers) {
  SearchedData text, counts, numbers;
  text.has_text = true;
  counts.has_counts = true;
  numbers.has_few_features = true;
  std::map<std::string, std::vector<bool>> fits;
  for (const Axis& axis : search_axes()) {
    fits.emplace(axis.name, std::vector{axis.fits(text), axis.fits(counts), axis.fits(numbers)});
  }
  EXPECT_EQ(fits["ngrams"], (std::vector{true, false, false}));
  EXPECT_EQ(fits["weighting"], (std::vector{false, true, false}));
  EXPECT_EQ(fits["kernel"], (std::vector{false, false, true}));
  EXPECT_EQ(fits["C"], (std::vector{true, true, true}));
}

TEST(SearchBudget, IsATimeOrANumberOfRuns) {
  EXPECT_EQ(parse_budget("90s").seconds, 90);
  EXPECT_EQ(parse_budget("5m").seconds, 300);
  EXPECT_EQ(parse_budget("1.5h").seconds, 5400);
  EXPECT_EQ(parse_budget("20runs").runs, 20U);
  EXPECT_EQ(parse_budget("1run").runs, 1U);
  EXPECT_TRUE(std::isinf(parse_budget("20runs").seconds));
  for (const char* text :
       {"", "5", "5x", "0m", "-3runs", "2.5runs", "m", "nanm", "infs", "5 m m"}) {
    EXPECT_THROW(parse_budget(text), Error) << text;
  }
}

// What does not exist is left out of a search without a word, so a name that changed would be
// missed.
TEST(SearchAxes, NameOptionsAndValuesThatTheDefaultMethodHas) {
  for (const Axis& axis : search_axes()) {
    std::vector<std::string> values = axis.values;
    values.insert(values.end(), axis.later_values.begin(), axis.later_values.end());
    for (const std::string& value : values) {
      std::istringstream words(value);
      Configured configured = configure(ComparedMethod{});
      std::vector<Parameter> parameters = configured.method->parameters();
      for (Parameter& p : parameters_of(configured.text)) parameters.push_back(std::move(p));
      for (std::string word; words >> word;) {
        const std::string name = word.substr(0, word.find('='));
        const auto found = std::find_if(parameters.begin(), parameters.end(),
                                        [&](const Parameter& p) { return p.name == name; });
        ASSERT_NE(found, parameters.end()) << word;
        EXPECT_NO_THROW(found->set(word.substr(word.find('=') + 1))) << word;
      }
    }
    if (!axis.factors.empty()) {
      EXPECT_TRUE(Candidates({}).may_set(axis.name)) << axis.name;
    }
  }
}

}  // namespace
}  // namespace clade::detail::test
