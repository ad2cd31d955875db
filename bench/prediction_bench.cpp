// How fast, how well and from how many bytes documents are labelled: the full scan, beams, pruned
// models, and how long it takes until a model has answered its first document.
//
//   prediction_bench CLADE FOLDER [MODEL DATA]
//
// Without MODEL: hsvm on nine tenths of the preset wipo-b, measured on the others. With it any
// model whose class scores are sums over a path, such as one of the preset dmoz, and documents that
// it was not trained on. CPU time of one thread, input parsed, in turns: one warm-up, the median of
// five. Answers are checked first: classes that a beam reaches have the scores of the full scan.
#include <fmt/core.h>

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <filesystem>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "base/file.h"
#include "base/threads.h"
#include "bench/bench_main.h"
#include "bench/child.h"
#include "bench/generated_data.h"
#include "bench/series.h"
#include "clade/model.h"
#include "data/read.h"
#include "model/beam.h"
#include "model/class_screen.h"
#include "model/prune.h"

namespace clade::detail::bench {
namespace {

using std::filesystem::path;

struct Documents {
  SparseRows<float> rows;
  std::vector<std::string> labels;  // the first of each

  std::size_t size() const { return labels.size(); }
};

Documents read_documents(const path& data) {
  constexpr std::size_t most = 4000;
  ThreadPool pool(1);
  const std::vector<path> files{data};
  Records records = read_records(files, {"", Precision::single}, pool);
  Documents documents{std::get<SparseRows<float>>(std::move(records.rows)), {}};
  const std::size_t count = std::min(most, documents.rows.size());
  for (std::size_t i = 0; i < count; ++i) {
    documents.labels.push_back(records.label_names[records.labels_of(i).front()].name);
  }
  return documents;
}

// The lines of the data, nine of ten to one file.
std::pair<path, path> split_data(const path& folder) {
  const std::string text = read_text(folder / "data.svm");
  AtomicFile train(folder / "train.svm"), test(folder / "test.svm");
  std::size_t number = 0;
  for (std::size_t begin = 0; begin < text.size(); ++number) {
    const std::size_t end = text.find('\n', begin) + 1;
    (number % 10 == 9 ? test : train).write(std::string_view(text).substr(begin, end - begin));
    begin = end;
  }
  train.commit();
  test.commit();
  return {folder / "train.svm", folder / "test.svm"};
}

std::pair<path, path> trained_model(const path& clade, const path& folder) {
  generate_preset("wipo-b", folder);
  const auto [train, test] = split_data(folder);
  const path model = folder / "prediction.clade";
  run_successfully({clade.string(), "train", train.string(), "--taxonomy",
                    (folder / "taxonomy.tsv").string(), "--method", "hsvm", "--tolerance", "0.01",
                    "--threads", "1", "--quiet", "-o", model.string()},
                   folder / "report.txt");
  return {model, test};
}

// ---- Prediction

struct Way {
  std::string name;
  Model model;
  std::shared_ptr<const Beam> beam;
  double megabytes = 0;
  bool has_screen = false;
  Series series{};
  std::vector<Prediction> answers{};
};

void predict(Way& way, const Documents& documents) {
  Scorer scorer(way.model, way.beam);
  way.answers.clear();
  for (std::size_t i = 0; i < documents.size(); ++i) {
    scorer.score<float>(documents.rows.row(i), ScoresFor::best_class);
    way.answers.push_back(scorer.best(1).front());
  }
}

void check_beam(const Way& way, const Documents& documents) {
  Scorer full(way.model);
  for (std::size_t i = 0; i < documents.size(); i += 50) {
    full.score<float>(documents.rows.row(i));
    const Prediction& found = way.answers[i];
    check(found.score == full.class_scores()[index_of(found.label)],
          fmt::format("document {} of {}", i, way.name));
  }
}

// What a screen finds is what the full scan finds.
void check_screen(const Way& whole, const Way& screened) {
  for (std::size_t i = 0; i < whole.answers.size(); ++i) {
    check(whole.answers[i].label == screened.answers[i].label &&
              whole.answers[i].score == screened.answers[i].score,
          fmt::format("document {} of {}", i, screened.name));
  }
}

// A packed model of all weights gives the scores of the whole one, rounded.
void check_packed(const Way& whole, const Way& packed, const Documents& documents) {
  const double bound = largest_score_change(whole.model, packed.model) + 1e-4;
  Scorer before(whole.model), after(packed.model);
  for (std::size_t i = 0; i < documents.size(); i += 50) {
    before.score<float>(documents.rows.row(i));
    after.score<float>(documents.rows.row(i));
    for (std::size_t c = 0; c < before.class_scores().size(); ++c) {
      check(std::abs(before.class_scores()[c] - after.class_scores()[c]) <= bound,
            fmt::format("document {} of {}", i, packed.name));
    }
  }
}

Way with_beam(const Way& way, std::size_t width) {
  return {fmt::format("{}, beam {}", way.name, width), way.model,
          std::make_shared<const Beam>(way.model, width), way.megabytes};
}

std::vector<Way> screened_way(const Way& way) {
  ThreadPool pool(1);
  std::shared_ptr<const ClassScreen> screen;
  const double seconds = thread_seconds_of([&] { screen = ClassScreen::of(way.model, pool); });
  if (screen == nullptr) return {};
  const double megabytes = 1e-6 * static_cast<double>(screen->bytes());
  fmt::print("the screen of {} takes {:.1f} MB and {:.3f} s\n", way.name, megabytes, seconds);
  return {
      {way.name + ", screen", screen->screened_model(), nullptr, way.megabytes + megabytes, true}};
}

Way pruned_way(const Model& model, double threshold, double share, const path& file) {
  pruned(model, threshold, PackedNumbers::half).save(file);
  return {fmt::format("half, {:.0f}% of the weights", 100 * share), Model::load(file), nullptr,
          1e-6 * static_cast<double>(std::filesystem::file_size(file))};
}

std::vector<Way> make_ways(const path& file, const path& folder) {
  const Model model = Model::load(file);
  std::vector<Way> ways{{"all weights", model, nullptr,
                         1e-6 * static_cast<double>(std::filesystem::file_size(file))}};
  for (Way& way : screened_way(ways.front())) ways.push_back(std::move(way));
  for (const std::size_t width : {2U, 4U, 8U, 32U}) ways.push_back(with_beam(ways.front(), width));
  const WeightMagnitudes magnitudes(model);
  for (const double share : {1.0, 0.3, 0.1}) {
    const path packed = folder / fmt::format("packed-{:.0f}.clade", 100 * share);
    ways.push_back(pruned_way(model, magnitudes.threshold(share), share, packed));
    ways.push_back(with_beam(ways.back(), 8));
  }
  return ways;
}

double accuracy(const Way& way, const Documents& documents) {
  std::size_t right = 0;
  for (std::size_t i = 0; i < documents.size(); ++i) {
    const auto truth = way.model.label_space().find(documents.labels[i]);
    if (truth && *truth == way.answers[i].label) ++right;
  }
  return static_cast<double>(right) / static_cast<double>(documents.size());
}

void measure(std::vector<Way>& ways, const Documents& documents) {
  for (Way& way : ways) {
    way.series.name = "predict/" + way.name;
    predict(way, documents);
    if (way.beam != nullptr) check_beam(way, documents);
    if (way.has_screen) {
      check_screen(ways.front(), way);
    } else if (way.model.feature_count() > 0 && way.beam == nullptr && &way != &ways.front()) {
      check_packed(ways.front(), way, documents);
    }
  }
  for (int run = 0; run < timed_runs; ++run) {
    for (Way& way : ways) {
      way.series.seconds.push_back(thread_seconds_of([&] { predict(way, documents); }));
    }
  }
}

void print_ways(const std::vector<Way>& ways, const Documents& documents) {
  fmt::print("{:<32} {:>8} {:>12} {:>11} {:>7} {:>9}\n", "prediction, one thread", "MB",
             "us/document", "documents/s", "ratio", "accuracy");
  for (const Way& way : ways) {
    const double each = way.series.median() / static_cast<double>(documents.size());
    fmt::print("{:<32} {:>8.1f} {:>12.2f} {:>11.0f} {:>6.1f}x {:>9.4f}\n", way.name, way.megabytes,
               1e6 * each, 1 / each, ways.front().series.median() / way.series.median(),
               accuracy(way, documents));
  }
}

// ---- Loading: from the start of the program to the first answer, the file in the page cache

void print_loading(const path& clade, const path& model, const path& data, const path& folder) {
  const std::string text = read_text(data);
  AtomicFile one(folder / "one.svm");
  one.write(std::string_view(text).substr(0, text.find('\n') + 1));
  one.commit();
  for (const bool trust : {true, false}) {
    double wall = 1e300, cpu = 0;
    for (int run = 0; run <= timed_runs; ++run) {
      std::vector<std::string> words{clade.string(), "predict", model.string(),
                                     (folder / "one.svm").string()};
      if (trust) words.emplace_back("--trust");
      const ChildUsage usage = run_successfully(words, folder / "answer.tsv");
      if (usage.wall_seconds < wall) wall = usage.wall_seconds, cpu = usage.cpu_seconds;
    }
    fmt::print("first answer of {} MB{}: {:.3f} s, CPU {:.3f} s (the best of six)\n",
               std::filesystem::file_size(model) / 1'000'000, trust ? " with --trust" : "", wall,
               cpu);
  }
}

void run(const std::vector<std::string>& words) {
  check(words.size() == 2 || words.size() == 4, "expected CLADE FOLDER [MODEL DATA]");
  const path clade = words[0], folder = path(words[1]) / "prediction";
  std::filesystem::create_directories(folder);
  const auto [model, data] =
      words.size() == 4 ? std::pair<path, path>(words[2], words[3]) : trained_model(clade, folder);
  const Documents documents = read_documents(data);
  std::vector<Way> ways = make_ways(model, folder);
  measure(ways, documents);
  print_ways(ways, documents);
  print_loading(clade, model, data, folder);
  std::vector<Series> all;
  for (const Way& way : ways) all.push_back(way.series);
  print_rows(all);
}

}  // namespace
}  // namespace clade::detail::bench

int main(int count, char** words) {
  return clade::detail::bench::guarded("prediction_bench", [&] {
    clade::detail::bench::run({words + 1, words + count});
  });
}
