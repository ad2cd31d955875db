// Reading .svm on one core: read_records against liblinear-train's reader, on the same plain file.
//
// LIBLINEAR's reader belongs to its program, not to its library. With `-c 0` the program reads the
// whole file, then finds the cost wrong and ends: nothing is trained and nothing written, so its
// CPU time is that of reading. Both sides run in a process of their own, and their times hold the
// kernel's share and giving the memory back. One warm-up, five runs in turns, the median.
#include <fmt/core.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <cstdio>
#include <cstdlib>
#include <exception>
#include <filesystem>
#include <fstream>
#include <functional>
#include <map>
#include <memory>
#include <stdexcept>
#include <string>
#include <string_view>
#include <system_error>
#include <variant>
#include <vector>

#include "base/threads.h"
#include "bench/series.h"
#include "clade/parameter.h"
#include "data/input_text.h"
#include "data/read.h"
#include "generate/generate.h"

namespace clade::bench {
namespace {

using std::filesystem::path;

constexpr std::string_view preset = "large";

// Writes data.svm of `clade generate text --preset large --seed 0`, with the classes numbered:
// LIBLINEAR takes numbers only.
class NumberedLabels : public FileSink {
 public:
  explicit NumberedLabels(const path& file) : out_(file, std::ios::binary) {}

  void write(std::string_view file, std::string_view text) override {
    if (file != "data.svm") return;
    pending_ += text;
    std::size_t begin = 0;
    while (true) {
      const std::size_t end = pending_.find('\n', begin);
      if (end == std::string::npos) break;
      write_line(std::string_view(pending_).substr(begin, end + 1 - begin));
      begin = end + 1;
    }
    pending_.erase(0, begin);
  }

  void finish() {
    out_.close();
    if (!out_ || !pending_.empty()) throw std::runtime_error("the data could not be written");
  }

 private:
  void write_line(std::string_view line) {
    const std::size_t label = line.find_first_of(" \n");
    const auto number =
        numbers_.try_emplace(std::string(line.substr(0, label)), numbers_.size() + 1);
    out_ << number.first->second << line.substr(label);
  }

  std::ofstream out_;
  std::string pending_;
  std::map<std::string, std::size_t> numbers_;
};

void make_data(const path& file) {
  const std::unique_ptr<Generator> generator = make_generator("text");
  for (Parameter& p : generator->parameters()) {
    if (p.name == "preset") p.set(std::string(preset));
  }
  std::filesystem::create_directories(file.parent_path());
  path unfinished = file;
  unfinished += ".part";
  NumberedLabels sink(unfinished);
  generator->generate(0, sink);
  sink.finish();
  std::filesystem::rename(unfinished, file);
}

// CPU time of a process that does `work` and nothing else.
double child_seconds(const std::function<void()>& work) {
  std::fflush(nullptr);
  const pid_t child = fork();
  if (child < 0) throw std::system_error(errno, std::generic_category(), "fork");
  if (child == 0) {
    work();
    _exit(0);
  }
  int status = 0;
  rusage usage{};
  if (wait4(child, &status, 0, &usage) != child || !WIFEXITED(status)) {
    throw std::runtime_error("a run did not end well");
  }
  const auto seconds = [](const timeval& t) {
    return static_cast<double>(t.tv_sec) + 1e-6 * static_cast<double>(t.tv_usec);
  };
  return seconds(usage.ru_utime) + seconds(usage.ru_stime);
}

// Ends the child with LIBLINEAR's messages in `messages`.
void become_liblinear(const path& file, const path& messages) {
  if (std::freopen(messages.c_str(), "w", stderr) == nullptr) _exit(9);
  execlp("liblinear-train", "liblinear-train", "-c", "0", file.c_str(), "/dev/null", nullptr);
  _exit(9);
}

// Seconds of LIBLINEAR's reading; `expected` must be what it ends with.
double liblinear_seconds(const path& file, const std::string& expected) {
  path messages = file;
  messages += ".messages";
  const double seconds = child_seconds([&] { become_liblinear(file, messages); });
  const std::string said(InputText(messages).text());
  std::filesystem::remove(messages);
  check(said.find(expected) != std::string::npos,
        fmt::format("liblinear-train (Debian: liblinear-tools) should end with '{}', it says '{}'",
                    expected, said));
  return seconds;
}

Records read(const path& file, Precision precision) {
  ThreadPool pool(1);
  ReadOptions options;
  options.precision = precision;
  return read_records(std::array{file}, options, pool);
}

// An exception must not leave the child: it would go on as a second parent.
double clade_seconds(const path& file, Precision precision) {
  return child_seconds([&] {
    try {
      read(file, precision);
    } catch (const std::exception& e) {
      fmt::print(stderr, "{}\n", e.what());
      std::abort();
    }
  });
}

float c_library_value(const char* at, char** end, float) { return std::strtof(at, end); }
double c_library_value(const char* at, char** end, double) { return std::strtod(at, end); }

// Whether the C library, with which LIBLINEAR reads, finds the same row at `at`, which moves on.
template <class Real>
bool is_same_row(BasicSparseRow<Real> row, const char*& at) {
  char* next = nullptr;
  std::strtod(at, &next);  // the label
  for (const BasicFeature<Real>& feature : row) {
    if (std::strtoul(next, &next, 10) != feature.index || *next != ':') return false;
    if (c_library_value(next + 1, &next, Real{}) != feature.value) return false;
  }
  at = next + 1;
  return *next == '\n';
}

template <class Real>
void check_rows(const SparseRows<Real>& rows, const std::string& text) {
  const char* at = text.c_str();
  for (std::size_t i = 0; i < rows.size(); ++i) {
    if (!is_same_row(rows.row(i), at)) check(false, fmt::format("line {} is read wrongly", i + 1));
  }
  check(*at == '\0', "there are more lines than were read");
}

// With a broken line at the end LIBLINEAR names it: it reads to the end before it looks at -c.
void check_liblinear_reads_all(const path& file, std::size_t rows) {
  path broken = file;
  broken += ".broken";
  std::filesystem::copy_file(file, broken, std::filesystem::copy_options::overwrite_existing);
  std::ofstream(broken, std::ios::app) << "1 1:broken\n";
  liblinear_seconds(broken, fmt::format("Wrong input format at line {}", rows + 1));
  std::filesystem::remove(broken);
}

void check_answers(const path& file) {
  const std::string text(InputText(file).text());
  std::size_t rows = 0;
  for (const Precision precision : {Precision::single, Precision::double_}) {
    const Records records = read(file, precision);
    std::visit([&](const auto& r) { check_rows(r, text); }, records.rows);
    rows = records.size();
  }
  check_liblinear_reads_all(file, rows);
  fmt::print("{}: {} rows; every number is what the C library reads\n", file.filename().string(),
             rows);
}

void run(const path& folder) {
  const path file = folder / fmt::format("reading-{}.svm", preset);
  if (!std::filesystem::exists(file)) make_data(file);
  check_answers(file);
  std::vector<Series> all{{"svm/liblinear-train", {}}, {"svm/clade-double", {}}, {"svm/clade", {}}};
  for (int i = 0; i <= timed_runs; ++i) {
    const std::array seconds{liblinear_seconds(file, "C <= 0"),
                             clade_seconds(file, Precision::double_),
                             clade_seconds(file, Precision::single)};
    if (i == 0) continue;  // the warm-up
    for (std::size_t k = 0; k < all.size(); ++k) all[k].seconds.push_back(seconds[k]);
  }
  print_table(all, 1e-6 * static_cast<double>(std::filesystem::file_size(file)));
  print_rows(all);
}

}  // namespace
}  // namespace clade::bench

// reading_bench FOLDER: the data are made there at the first run.
int main(int argc, char** argv) {
  try {
    clade::bench::run(argc > 1 ? argv[1] : "build/bench-data");
    return 0;
  } catch (const std::exception& e) {
    fmt::print(stderr, "reading_bench: {}\n", e.what());
    return 1;
  }
}
