// One pass of the online methods against one of fastText, on the documents of newsgroups, one core.
//
// Both are run as whole commands from a plain file, with two numbers of epochs; what is compared is
// the CPU time that an epoch more takes, so reading, vocabulary and saving do not count. fastText
// (Debian's `fasttext supervised -thread 1 -lr 0.5`, its defaults otherwise) gets the same texts in
// lower case, without punctuation, shuffled. What averaging costs is measured on the Perceptron,
// which chooses the same steps with and without it. Both sides must be right for most of the test
// part.
#include <fmt/core.h>

#include <cctype>
#include <cstdio>
#include <exception>
#include <filesystem>
#include <fstream>
#include <nlohmann/json.hpp>
#include <span>
#include <sstream>
#include <stdexcept>
#include <string>
#include <vector>

#include "base/random.h"
#include "bench/bench_main.h"
#include "bench/child.h"
#include "bench/series.h"
#include "data/input_text.h"

namespace clade::detail::bench {
namespace {

using std::filesystem::path;
using Words = std::vector<std::string>;

constexpr int few = 1, many = 11;
constexpr double least_accuracy = 0.5;

struct Files {
  path documents, training, test;  // .jsonl for clade; the two parts for fastText
  std::size_t examples = 0;
};

std::string plain(const std::string& text) {
  std::string out;
  for (const char c : text) {
    const auto byte = static_cast<unsigned char>(c);
    out += byte < 128 && std::isalnum(byte) == 0 ? ' ' : static_cast<char>(std::tolower(byte));
  }
  return out;
}

Files write_files(const path& source, const path& folder) {
  Files files{folder / "docs.jsonl", folder / "train.txt", folder / "test.txt", 0};
  const InputText input(source);
  std::ofstream documents(files.documents), test(files.test);
  std::vector<std::string> training;
  std::istringstream lines{std::string(input.text())};
  for (std::string line; std::getline(lines, line);) {
    const auto record = nlohmann::json::parse(line);
    const bool is_training = record["split"] == "train";
    documents << line << '\n';
    const std::string labelled =
        fmt::format("__label__{} {}\n", record["labels"][0].get<std::string>(),
                    plain(record["text"].get<std::string>()));
    if (is_training) {
      training.push_back(labelled);
    } else {
      test << labelled;
    }
  }
  // The file is sorted by label, and fastText learns in its order.
  Random(0).shuffle(std::span(training));
  std::ofstream shuffled(files.training);
  for (const std::string& line : training) shuffled << line;
  files.examples = training.size();
  return files;
}

// A command that takes the number of epochs last.
struct Learner {
  std::string name;
  Words words;
  Series epoch = {name, {}, {}};

  double seconds(int epochs) const {
    Words all = words;
    all.push_back(std::to_string(epochs));
    return run_successfully(all).cpu_seconds;
  }
  void run() { epoch.seconds.push_back((seconds(many) - seconds(few)) / (many - few)); }
};

Learner clade_learner(const std::string& name, const path& clade, const Files& files,
                      const path& taxonomy, const path& model, const Words& options) {
  Words words{clade,           "train",   files.documents, "--taxonomy", taxonomy, "--quiet",
              "--threads",     "1",       "--order",       "random",     "-o",     model,
              "--label-nodes", "terminal"};
  words.insert(words.end(), options.begin(), options.end());
  words.emplace_back("--epochs");
  return {name, words};
}

std::string output_of(const Words& words, const path& folder) {
  run_successfully(words, folder / "output");
  std::ifstream file(folder / "output");
  return {std::istreambuf_iterator<char>(file), {}};
}

void check_clade(const path& clade, const Files& files, const path& model, const path& folder) {
  const auto report = nlohmann::json::parse(
      output_of({clade, "evaluate", model, files.documents, "--json"}, folder));
  const double accuracy = report["metrics"]["accuracy"];
  check(accuracy > least_accuracy,
        fmt::format("{} has an accuracy of {}", model.string(), accuracy));
  fmt::print("{}: accuracy {:.3f}\n", model.filename().string(), accuracy);
}

void check_fasttext(const Files& files, const path& model, const path& folder) {
  std::istringstream report(output_of({"fasttext", "test", model, files.test}, folder));
  std::string word;
  double precision = 0;
  while (report >> word) {
    if (word == "P@1") report >> precision;
  }
  check(precision > least_accuracy, fmt::format("fastText has a precision of {}", precision));
  fmt::print("fastText: accuracy {:.3f}\n", precision);
}

void run(const path& data, const path& clade, const path& base) {
  const path source = data / "newsgroups/docs.jsonl.gz",
             taxonomy = data / "newsgroups/taxonomy.tsv";
  if (!std::filesystem::exists(source)) {
    fmt::print("{} is not there: nothing to measure\n", source.string());
    return;
  }
  const TemporaryFolder folder(base);
  const path& in = folder.path();
  const Files files = write_files(source, in);
  std::vector<Learner> learners{
      {"fasttext",
       {"fasttext", "supervised", "-input", files.training, "-output", in / "fasttext", "-thread",
        "1", "-lr", "0.5", "-epoch"}},
      clade_learner("hieron", clade, files, taxonomy, in / "hieron", {"--method", "hieron"}),
      clade_learner("hieron averaged", clade, files, taxonomy, in / "hieron-averaged",
                    {"--method", "hieron", "--update", "averaged"}),
      clade_learner("perceptron", clade, files, taxonomy, in / "perceptron",
                    {"--method", "perceptron"}),
      clade_learner("perceptron averaged", clade, files, taxonomy, in / "perceptron-averaged",
                    {"--method", "perceptron", "--update", "averaged"})};
  for (int turn = 0; turn < timed_runs; ++turn) {
    for (Learner& learner : learners) learner.run();
  }
  for (const char* model : {"hieron", "hieron-averaged", "perceptron", "perceptron-averaged"}) {
    check_clade(clade, files, in / model, in);
  }
  learners[0].seconds(many);
  check_fasttext(files, in / "fasttext.bin", in);
  fmt::print("\n{:<22} {:>12} {:>14} {:>7}\n", "newsgroups, one epoch", "seconds", "examples/s",
             "ratio");
  std::vector<Series> all;
  for (const Learner& learner : learners) {
    const double seconds = learner.epoch.median();
    fmt::print("{:<22} {:>12.4f} {:>14.0f} {:>6.1f}x\n", learner.name, seconds,
               static_cast<double>(files.examples) / seconds, learners[0].epoch.median() / seconds);
    all.push_back(learner.epoch);
  }
  fmt::print("averaging costs {:.2f} times (goal 1.3 at most); goal against fastText 2x\n",
             learners[4].epoch.median() / learners[3].epoch.median());
  print_rows(all);
}

}  // namespace
}  // namespace clade::detail::bench

// online_bench DATA CLADE FOLDER
int main(int argc, char** argv) {
  return clade::detail::bench::guarded("online_bench", [&] {
    clade::detail::bench::run(clade::detail::bench::data_folder(argc, argv),
                              argc > 2 ? argv[2] : "build/clade",
                              argc > 3 ? argv[3] : "build/bench-data");
  });
}
