#include "bench/dense_data.h"

#include <fmt/core.h>
#include <fmt/os.h>

#include <cmath>
#include <cstddef>
#include <string>
#include <vector>

#include "base/random.h"
#include "bench/child.h"

namespace clade::detail::bench {

namespace {

using std::filesystem::path;

struct Moments {
  std::vector<double> means, deviations;
};

Moments moments_of(const TrainingSet& set) {
  const auto n = static_cast<double>(set.size());
  Moments result{std::vector<double>(set.features), std::vector<double>(set.features)};
  for (std::size_t i = 0; i < set.size(); ++i) {
    for (const Feature& f : set.rows.row(i)) {
      const auto value = static_cast<double>(f.value);
      result.means[f.index] += value / n;
      result.deviations[f.index] += value * value / n;
    }
  }
  for (std::size_t j = 0; j < set.features; ++j) {
    const double variance = result.deviations[j] - result.means[j] * result.means[j];
    result.deviations[j] = variance > 0 ? std::sqrt(variance) : 1;
  }
  return result;
}

std::string labels_of(const TrainingSet& set, std::size_t i) {
  std::string text;
  for (const ClassId c : set.data.labels(i)) {
    if (!text.empty()) text += ',';
    text += set.label_space.name(c);
  }
  return text;
}

void write_standardised(const TrainingSet& set, const path& file) {
  const Moments moments = moments_of(set);
  const double root = std::sqrt(static_cast<double>(set.features));
  auto out = fmt::output_file(file.string());
  std::vector<double> row(set.features);
  for (std::size_t i = 0; i < set.size(); ++i) {
    std::fill(row.begin(), row.end(), 0.0);
    for (const Feature& f : set.rows.row(i)) row[f.index] = static_cast<double>(f.value);
    out.print("{}", labels_of(set, i));
    for (std::size_t j = 0; j < row.size(); ++j) {
      out.print(" {}:{:.6g}", j + 1, (row[j] - moments.means[j]) / moments.deviations[j] / root);
    }
    out.print(" {}:1\n", row.size() + 1);
  }
}

std::vector<double> near(const std::vector<double>& center, double distance, Random& random) {
  const double scale = distance / std::sqrt(static_cast<double>(center.size()));
  std::vector<double> point(center);
  for (double& x : point) x += scale * random.normal();
  return point;
}

}  // namespace

std::optional<TrainingSet> load_dense(const std::string& folder, const path& data_folder,
                                      LabelUse use, Scaling scaling) {
  const path file = data_folder / folder / "train.svm.gz";
  const std::string taxonomy =
      use == LabelUse::all ? "paths" : (data_folder / folder / "taxonomy.tsv").string();
  if (!std::filesystem::exists(file)) {
    fmt::print("{}: skipped, {} does not exist\n", folder, file.string());
    return std::nullopt;
  }
  TrainingSet given = read_set(folder, file, taxonomy, use, RowLength::as_given);
  if (scaling == Scaling::none) return given;
  const TemporaryFolder temporary(std::filesystem::temp_directory_path());
  write_standardised(given, temporary.path() / "data.svm");
  return read_set(folder + "-standard", temporary.path() / "data.svm", taxonomy, use,
                  RowLength::as_given);
}

TrainingSet generate_embeddings(const std::string& name, std::size_t rows) {
  constexpr std::size_t columns = 384, tops = 5, fan = 10;
  constexpr double to_child = 0.7, to_row = 1.2;
  const TemporaryFolder folder(std::filesystem::temp_directory_path());
  Random random(1);
  auto taxonomy = fmt::output_file((folder.path() / "taxonomy.tsv").string());
  std::vector<std::vector<double>> centers;
  std::vector<std::string> names;
  for (std::size_t a = 0; a < tops; ++a) {
    const auto top = near(std::vector<double>(columns), 1, random);
    for (std::size_t b = 0; b < fan; ++b) {
      const auto middle = near(top, to_child, random);
      taxonomy.print("{}\t{}.{}\n", a, a, b);
      for (std::size_t c = 0; c < fan; ++c) {
        centers.push_back(near(middle, to_child, random));
        names.push_back(fmt::format("{}.{}.{}", a, b, c));
        taxonomy.print("{}.{}\t{}\n", a, b, names.back());
      }
    }
  }
  taxonomy.close();
  auto data = fmt::output_file((folder.path() / "data.svm").string());
  for (std::size_t i = 0; i < rows; ++i) {
    const std::size_t own = i < names.size() ? i : random.below(names.size());
    const auto row = near(centers[own], to_row, random);
    data.print("{}", names[own]);
    for (std::size_t j = 0; j < columns; ++j) data.print(" {}:{:.5g}", j + 1, row[j]);
    data.print("\n");
  }
  data.close();
  return read_set(name, folder.path() / "data.svm", (folder.path() / "taxonomy.tsv").string(),
                  LabelUse::all);
}

}  // namespace clade::detail::bench
