// Kernels: `clade train --kernel rbf` against LIBSVM's svm-train on the X-ray images of imclef07a
// (10,000 for training, 1,006 for testing, 63 classes, 80 numbers each), and the memory that
// training with a small cache takes.
//
// Both are run as whole commands with the same C and gamma, on one core and in turns: svm-train
// with a cache of 256 MB, clade with its default one; CPU time, median of three. With `--grid`: all
// of C 1, 10, 100 and gamma 0.003, 0.0125, 0.05, or those that are named, with the methods svm,
// hsvm and clade, one run each. LIBSVM (Debian's libsvm-tools) solves one problem for each pair of
// classes, clade one for all. Clade must be right as often, within half a point, or more.
#include <fmt/core.h>

#include <algorithm>
#include <array>
#include <cstdio>
#include <exception>
#include <filesystem>
#include <fstream>
#include <map>
#include <nlohmann/json.hpp>
#include <span>
#include <sstream>
#include <stdexcept>
#include <string>
#include <string_view>
#include <vector>

#include "base/file.h"
#include "bench/bench_main.h"
#include "bench/child.h"
#include "bench/series.h"
#include "data/input_text.h"

namespace clade::detail::bench {
namespace {

using std::filesystem::path;
using Words = std::vector<std::string>;

constexpr double half_a_point = 0.005;
constexpr const char* usual_gamma = "0.0125";  // 1/80, LIBSVM's default here
constexpr const char* libsvm_cache_mb = "256";

struct Files {
  path folder, taxonomy;
  path training = folder / "train.svm", test = folder / "test.svm";
  path numbered_training = folder / "train.num", numbered_test = folder / "test.num";
  path output = folder / "output";
};

// A plain copy, and one with the labels as numbers: LIBSVM takes nothing else.
void copy_plain(const path& source, const path& named, const path& numbered,
                std::map<std::string, std::size_t>& numbers) {
  const InputText input(source);
  std::ofstream plain(named), renamed(numbered);
  std::istringstream lines{std::string(input.text())};
  for (std::string line; std::getline(lines, line);) {
    const std::size_t end = line.find(' ');
    const auto number = numbers.try_emplace(line.substr(0, end), numbers.size() + 1);
    plain << line << '\n';
    renamed << number.first->second << line.substr(end) << '\n';
  }
  if (!plain.flush() || !renamed.flush()) throw std::runtime_error("the data cannot be written");
}

Files write_files(const path& data, const path& folder) {
  const Files files{folder, data / "taxonomy.tsv"};
  run_in_child([&] {  // whose memory does not count into the peaks of the commands
    std::map<std::string, std::size_t> numbers;
    copy_plain(data / "train.svm.gz", files.training, files.numbered_training, numbers);
    copy_plain(data / "test.svm.gz", files.test, files.numbered_test, numbers);
  });
  return files;
}

struct Trainer {
  std::string name;
  Words words;  // ends with the model's file
  Series cpu = {name, {}, {}};
  double accuracy = 0, peak_mb = 0;

  const std::string& model() const { return words.back(); }
  void run() {
    const ChildUsage usage = run_successfully(words);
    cpu.seconds.push_back(usage.cpu_seconds);
    peak_mb = usage.peak_mb;
  }
};

// What both sides are given.
struct Setting {
  std::string C, gamma = usual_gamma;
};

std::string name_of(const std::string& program, const Setting& setting) {
  return fmt::format("{} C={} gamma={}", program, setting.C, setting.gamma);
}

Trainer libsvm(const Files& files, const Setting& setting) {
  const auto& [C, gamma] = setting;
  return {name_of("svm-train", setting),
          {"svm-train", "-q", "-c", C, "-g", gamma, "-m", libsvm_cache_mb, files.numbered_training,
           files.folder / ("libsvm-" + C)}};
}

Trainer ours(const path& clade, const Files& files, const std::string& method,
             const Setting& setting, const std::string& cache_mb) {
  const auto& [C, gamma] = setting;
  return {name_of(method, setting),
          {clade,
           "train",
           files.training,
           "--taxonomy",
           files.taxonomy,
           "--method",
           method,
           "--kernel",
           "rbf",
           "--gamma",
           gamma,
           "--C",
           C,
           "--cache-mb",
           cache_mb,
           "--bias",
           "none",
           "--scale",
           "none",
           "--normalize",
           "none",
           "--calibrate-folds",
           "0",
           "--threads",
           "1",
           "--quiet",
           "-o",
           files.folder / (method + "-" + C)}};
}

// "Accuracy = 86.5805% (871/1006) (classification)"
double accuracy_of_libsvm(const Files& files, const std::string& model) {
  run_successfully({"svm-predict", files.numbered_test, model, files.folder / "labels"},
                   files.output);
  std::istringstream report(read_text(files.output));
  std::string word, sign;
  double percent = -1;
  report >> word >> sign >> percent;
  check(word == "Accuracy" && percent >= 0, "svm-predict reports no accuracy");
  return percent / 100;
}

double accuracy_of_clade(const path& clade, const Files& files, const std::string& model) {
  run_successfully({clade, "evaluate", model, files.test, "--json"}, files.output);
  return nlohmann::json::parse(read_text(files.output))["metrics"]["accuracy"];
}

void compare(const path& clade, const Files& files, const Setting& setting, int rounds,
             std::span<const char* const> methods, std::vector<Series>& all) {
  std::vector<Trainer> trainers{libsvm(files, setting)};
  for (const char* method : methods) {
    trainers.push_back(ours(clade, files, method, setting, "auto"));
  }
  for (int round = 0; round < rounds; ++round) {
    for (Trainer& trainer : trainers) trainer.run();
  }
  trainers[0].accuracy = accuracy_of_libsvm(files, trainers[0].model());
  for (std::size_t k = 1; k < trainers.size(); ++k) {
    trainers[k].accuracy = accuracy_of_clade(clade, files, trainers[k].model());
  }
  fmt::print("\n{:<32} {:>8} {:>7} {:>9} {:>8}\n", "imclef07a, rbf", "CPU s", "ratio", "accuracy",
             "peak MB");
  for (const Trainer& trainer : trainers) {
    fmt::print("{:<32} {:>8.2f} {:>6.2f}x {:>9.4f} {:>8.0f}\n", trainer.name, trainer.cpu.median(),
               trainers[0].cpu.median() / trainer.cpu.median(), trainer.accuracy, trainer.peak_mb);
    check(trainer.accuracy >= trainers[0].accuracy - half_a_point,
          fmt::format("{} is right less often than svm-train", trainer.name));
    all.push_back(trainer.cpu);
  }
  std::fflush(stdout);
}

// What training takes beyond reading the data, with a cache of about a fifth of the kernel matrix.
void measure_memory(const path& clade, const Files& files, const std::string& method) {
  constexpr double cache_mb = 80, allowed = 1.1;
  Trainer trainer = ours(clade, files, method, {"1"}, fmt::format("{}", cache_mb));
  Words reading = trainer.words;
  reading.insert(reading.begin() + 2, "--dry-run");
  const double data_mb = run_successfully(reading).peak_mb;
  trainer.run();
  const double model_mb =
      static_cast<double>(std::filesystem::file_size(trainer.model())) / (1 << 20);
  const double taken = trainer.peak_mb - data_mb, limit = allowed * cache_mb + model_mb;
  fmt::print("{:<8} {:>8.1f} {:>8.1f} {:>8.1f} {:>8.1f} {:>8.1f}\n", method, trainer.peak_mb,
             data_mb, taken, model_mb, limit);
  check(taken <= limit, fmt::format("{} takes more memory than its limit", method));
}

// Of C and gamma of the grid: those that are named as C=VALUE and gamma=VALUE, else all.
std::vector<std::string> chosen(std::string_view name, std::vector<std::string> all,
                                std::span<char* const> words) {
  std::vector<std::string> named;
  for (const std::string_view word : words) {
    if (word.starts_with(name)) named.emplace_back(word.substr(name.size()));
  }
  return named.empty() ? all : named;
}

void run(const path& data, const path& clade, const path& base, std::span<char* const> words) {
  if (!std::filesystem::exists(data / "imclef07a")) {
    fmt::print("skipped: {} does not exist\n", (data / "imclef07a").string());
    return;
  }
  const TemporaryFolder folder(base);
  const Files files = write_files(data / "imclef07a", folder.path());
  std::vector<Series> all;
  if (!words.empty() && std::string_view(words.front()) == "--grid") {
    constexpr std::array methods{"svm", "hsvm", "clade"};
    for (const std::string_view word : words.subspan(1)) {
      if (word.starts_with("C=") || word.starts_with("gamma=")) continue;
      throw std::runtime_error(fmt::format("'{}' is neither C=VALUE nor gamma=VALUE", word));
    }
    for (const std::string& gamma : chosen("gamma=", {"0.003", "0.0125", "0.05"}, words)) {
      for (const std::string& C : chosen("C=", {"1", "10", "100"}, words)) {
        compare(clade, files, {C, gamma}, 1, methods, all);
      }
    }
    return print_rows(all);
  }
  constexpr std::array methods{"svm", "clade"};
  for (const char* C : {"1", "10"}) compare(clade, files, {C}, 3, methods, all);
  fmt::print("goal 1x, accuracy no more than {} below that of svm-train\n", half_a_point);
  fmt::print(
      "\nmemory in MB with --cache-mb 80; the kernel matrix has 381 (10,000 x 10,000, single)\n"
      "{:<8} {:>8} {:>8} {:>8} {:>8} {:>8}\n",
      "method", "peak", "reading", "beyond", "model", "limit");
  for (const char* method : {"svm", "clade"}) measure_memory(clade, files, method);
  fmt::print("limit: 1.1 times the cache plus the model\n");
  print_rows(all);
}

}  // namespace
}  // namespace clade::detail::bench

// kernel_bench DATA CLADE FOLDER [--grid [C=VALUE...] [gamma=VALUE...]]
int main(int argc, char** argv) {
  return clade::detail::bench::guarded("kernel_bench", [&] {
    clade::detail::bench::run(
        clade::detail::bench::data_folder(argc, argv), argc > 2 ? argv[2] : "build/clade",
        argc > 3 ? argv[3] : "build/bench-data", {argv + std::min(argc, 4), argv + argc});
  });
}
