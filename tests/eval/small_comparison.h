// Small data to compare methods on, and plans of comparisons in a few lines.
#pragma once

#include <fmt/format.h>

#include <memory>
#include <random>
#include <string>
#include <utility>
#include <vector>

#include "data/read.h"
#include "eval/compare/comparison.h"
#include "eval/compare/run_store.h"
#include "tests/measure/small_data.h"
#include "tests/support/training.h"

namespace clade::detail::test {

inline const std::string tree_edges = "r\ta\nr\tb\na\ta1\na\ta2\nb\tb1\nb\tb2\n";
inline const std::string dag_edges = tree_edges + "b\ta2\n";

// Lines of a data file: `count` records whose class has a feature of its own under noise, the
// classes in turn. `labels` of a record may be several, separated by commas.
inline Words noisy_lines(std::size_t count, const Words& labels, unsigned seed = 1,
                         double noise = 0.9) {
  std::mt19937_64 engine(seed);
  std::uniform_real_distribution<double> uniform(-noise, noise);
  Words lines;
  for (std::size_t i = 0; i < count; ++i) {
    const std::size_t k = i % labels.size();
    std::string line = labels[k];
    for (std::size_t f = 0; f < labels.size() + 3; ++f) {
      line += fmt::format(" {}:{:.4f}", f + 1, (f == k ? 1.0 : 0.0) + uniform(engine));
    }
    lines.push_back(line);
  }
  return lines;
}

// The same as documents: words of the class among words of all.
inline Words noisy_documents(std::size_t count, const Words& labels, unsigned seed = 1) {
  std::mt19937_64 engine(seed);
  Words lines;
  for (std::size_t i = 0; i < count; ++i) {
    const std::string& label = labels[i % labels.size()];
    std::string text;
    for (int word = 0; word < 8; ++word) {
      text += engine() % 3 == 0 ? fmt::format("{}word{} ", label, engine() % 4)
                                : fmt::format("common{} ", engine() % 12);
    }
    lines.push_back(fmt::format(R"({{"labels":["{}"],"text":"{}"}})", label, text));
  }
  return lines;
}

inline Records read_lines(const Words& lines, const std::string& format = "svm",
                          Precision precision = Precision::single) {
  const TempFolder folder;
  std::string text;
  for (const std::string& line : lines) text += line + '\n';
  const std::vector<std::filesystem::path> paths{folder.write("data." + format, text)};
  const auto analyzer = make_analyzer({});
  ReadOptions options{format, precision};
  options.analyzer = analyzer.get();
  ThreadPool pool(1);
  return read_records(paths, options, pool);
}

inline TaxonomySource given(const std::string& edges) {
  TaxonomySource source;
  source.kind = TaxonomySource::Kind::given;
  source.taxonomy = Taxonomy::parse(edges, "taxonomy");
  return source;
}

inline Configured configured(const std::string& method, const Options& options) {
  Configured result{make_method(method), {}, {}};
  set_options(*result.method, options);
  result.method->check_parameters();
  result.label_nodes = result.method->traits().default_label_nodes;
  return result;
}

inline Contender contender(const std::string& method, const Options& options,
                           std::shared_ptr<const ComparisonRecords> data) {
  Contender result;
  result.name = method;
  result.data = std::move(data);
  result.configure = [method, options](const Setting& setting) {
    Options all = options;
    all.insert(all.end(), setting.begin(), setting.end());
    return configured(method, all);
  };
  return result;
}

inline std::shared_ptr<const ComparisonRecords> data_of(Records records) {
  ComparisonRecords data;
  data.train = std::move(records);
  return std::make_shared<const ComparisonRecords>(std::move(data));
}

// hsvm on three folds.
inline ComparisonPlan small_plan(Records records, const std::string& edges = tree_edges) {
  ComparisonPlan plan;
  plan.splits = fold_splits(records, 3, 0);
  plan.taxonomy = given(edges);
  plan.contenders.push_back(contender("hsvm", {}, data_of(std::move(records))));
  plan.measures.keep_instances = true;
  return plan;
}

inline std::vector<std::vector<RunOutcome>> run(const ComparisonPlan& plan,
                                                RunStore* store = nullptr, unsigned threads = 1) {
  ThreadPool pool(threads);
  Reporter silent;
  return run_comparison(plan, store, pool, silent);
}

// All but the seconds.
inline void expect_same(const RunOutcome& a, const RunOutcome& b) {
  EXPECT_EQ(a.metrics, b.metrics);
  EXPECT_EQ(a.per_instance, b.per_instance);
  EXPECT_EQ(a.measured, b.measured);
  EXPECT_EQ(a.loss_histogram, b.loss_histogram);
  EXPECT_EQ(a.guesses, b.guesses);
  EXPECT_EQ(a.guess_names, b.guess_names);
  EXPECT_EQ(a.chosen, b.chosen);
  EXPECT_EQ(a.models, b.models);
  EXPECT_EQ(a.early_ends, b.early_ends);
  ASSERT_EQ(a.per_level.size(), b.per_level.size());
  for (std::size_t k = 0; k < a.per_level.size(); ++k) {
    EXPECT_EQ(a.per_level[k].accuracy, b.per_level[k].accuracy);
  }
}

inline void expect_same(const std::vector<std::vector<RunOutcome>>& a,
                        const std::vector<std::vector<RunOutcome>>& b) {
  ASSERT_EQ(a.size(), b.size());
  for (std::size_t c = 0; c < a.size(); ++c) {
    ASSERT_EQ(a[c].size(), b[c].size());
    for (std::size_t s = 0; s < a[c].size(); ++s) expect_same(a[c][s], b[c][s]);
  }
}

inline double metric(const RunOutcome& outcome, const std::string& name) {
  for (const auto& [own, value] : outcome.metrics) {
    if (own == name) return value;
  }
  ADD_FAILURE() << "no metric " << name;
  return 0;
}

}  // namespace clade::detail::test
