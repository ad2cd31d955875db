// Reading .svm on one core: read_records against liblinear-train's reader, on the same plain file.
//
// LIBLINEAR's reader belongs to its program, not to its library. With `-c 0` the program reads the
// whole file, then finds the cost wrong and ends: nothing is trained and nothing written, so its
// CPU time is that of reading. Both sides run in a process of their own, and their times hold the
// kernel's share and giving the memory back. One warm-up, five runs in turns, the median.
#include <fmt/core.h>

#include <array>
#include <cstdlib>
#include <exception>
#include <filesystem>
#include <fstream>
#include <string>
#include <variant>
#include <vector>

#include "base/threads.h"
#include "bench/bench_main.h"
#include "bench/child.h"
#include "bench/generated_data.h"
#include "bench/series.h"
#include "data/input_text.h"
#include "data/read.h"

namespace clade::detail::bench {
namespace {

using std::filesystem::path;

constexpr const char* preset = "large";

// Seconds of LIBLINEAR's reading; `expected` must be what it ends with.
double liblinear_seconds(const path& file, const std::string& expected) {
  path messages = file;
  messages += ".messages";
  const ChildUsage usage = run_command({"liblinear-train", "-c", "0", file.string(), "/dev/null"},
                                       "/dev/null", messages);
  const std::string said(InputText(messages).text());
  std::filesystem::remove(messages);
  check(said.find(expected) != std::string::npos,
        fmt::format("liblinear-train (Debian: liblinear-tools) should end with '{}', it says '{}'",
                    expected, said));
  return usage.cpu_seconds;
}

Records read(const path& file, Precision precision) {
  ThreadPool pool(1);
  ReadOptions options;
  options.precision = precision;
  return read_records(std::array{file}, options, pool);
}

double clade_seconds(const path& file, Precision precision) {
  return run_in_child([&] { read(file, precision); }).cpu_seconds;
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
  if (!std::filesystem::exists(file)) {
    run_in_child([&] { generate_numbered(preset, file); });
  }
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
}  // namespace clade::detail::bench

// reading_bench FOLDER: the data are made there at the first run.
int main(int argc, char** argv) {
  return clade::detail::bench::guarded(
      "reading_bench", [&] { clade::detail::bench::run(argc > 1 ? argv[1] : "build/bench-data"); });
}
