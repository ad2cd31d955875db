// What python_bench.py measures the Python package against: the same work on the same arrays
// through the public interface of the library.
//
//   python_peer FOLDER METHOD TAXONOMY MODEL ANSWERS
//
// FOLDER has labels.txt, a line for each row, and offsets.bin with either texts.bin or columns.bin
// and values.bin, as python_bench.py writes them. Prints the processor time of training and of the
// best class of every row, and the peak of memory, as JSON; writes those classes to ANSWERS.
#include <clade/clade.h>
#include <fmt/core.h>
#include <sys/resource.h>

#include <ctime>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <string>
#include <string_view>
#include <unordered_map>
#include <utility>
#include <vector>

#include "bench/bench_main.h"

namespace clade::detail::bench {
namespace {

using std::filesystem::path;

double cpu_seconds() {
  timespec now{};
  clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &now);
  return static_cast<double>(now.tv_sec) + 1e-9 * static_cast<double>(now.tv_nsec);
}

double peak_mib() {
  rusage usage{};
  getrusage(RUSAGE_SELF, &usage);
  return static_cast<double>(usage.ru_maxrss) / 1024;
}

template <class Value>
std::vector<Value> array_of(const path& file) {
  std::vector<Value> values(std::filesystem::file_size(file) / sizeof(Value));
  std::ifstream stream(file, std::ios::binary);
  stream.read(reinterpret_cast<char*>(values.data()),
              static_cast<std::streamsize>(values.size() * sizeof(Value)));
  if (!stream) throw std::runtime_error(file.string() + " cannot be read");
  return values;
}

// The lines of a file, every one as the number of its text.
struct LabelLines {
  explicit LabelLines(const path& file) {
    std::unordered_map<std::string, std::int64_t> numbers;
    std::ifstream stream(file);
    for (std::string line; std::getline(stream, line);) {
      const auto next = static_cast<std::int64_t>(names.size());
      const auto [entry, is_new] = numbers.try_emplace(line, next);
      if (is_new) names.push_back(line);
      codes.push_back(entry->second);
    }
  }
  std::vector<std::string> names;
  std::vector<std::int64_t> codes;
};

// The arrays of a folder, and examples that look into them.
struct Rows {
  explicit Rows(const path& folder)
      : offsets(array_of<std::int32_t>(folder / "offsets.bin")), labels(folder / "labels.txt") {
    if (exists(folder / "texts.bin")) {
      texts = array_of<char>(folder / "texts.bin");
    } else {
      columns = array_of<std::int32_t>(folder / "columns.bin");
      values = array_of<float>(folder / "values.bin");
    }
  }

  // Making them belongs to the work, as Python makes them in every call.
  Examples examples(bool with_labels) const {
    if (texts.empty()) {
      const CsrView<float, std::int32_t> view{offsets, columns, values};
      return labelled(VectorExamples::view(view), with_labels);
    }
    std::vector<std::string_view> views;
    for (std::size_t i = 0; i + 1 < offsets.size(); ++i) {
      const auto begin = static_cast<std::size_t>(offsets[i]);
      const auto end = static_cast<std::size_t>(offsets[i + 1]);
      views.emplace_back(texts.data() + begin, end - begin);
    }
    return labelled(TextExamples::view(std::move(views)), with_labels);
  }
  template <class Kind>
  Kind labelled(Kind examples, bool with_labels) const {
    if (with_labels) examples.set_labels({labels.names, labels.codes});
    return examples;
  }

  std::vector<std::int32_t> offsets, columns;
  std::vector<float> values;
  std::vector<char> texts;
  LabelLines labels;
};

void measure(const std::vector<std::string>& words) {
  const Rows rows(words.at(0));
  const Taxonomy taxonomy = Taxonomy::read(words.at(2));
  const std::unique_ptr<Method> method = make_method(words.at(1), {});
  TrainOptions options;
  options.threads = 1;
  double began = cpu_seconds();
  const Model model = train(rows.examples(true), taxonomy, *method, options).model;
  const double fit = cpu_seconds() - began;
  const double peak = peak_mib();
  began = cpu_seconds();
  const std::vector<Prediction> best = best_classes(model, rows.examples(false), options);
  const double predict = cpu_seconds() - began;
  model.save(words.at(3));
  std::ofstream answers(words.at(4));
  for (const Prediction& one : best) answers << model.label_space().name(one.label) << '\n';
  fmt::print(R"({{"fit": {}, "peak": {}, "predict": {}}})"
             "\n",
             fit, peak, predict);
}

}  // namespace
}  // namespace clade::detail::bench

int main(int argc, char** argv) {
  using namespace clade::detail::bench;
  return guarded("python_peer", [&] { measure(std::vector<std::string>(argv + 1, argv + argc)); });
}
