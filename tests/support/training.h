// Training in a few lines, for tests.
#pragma once

#include <filesystem>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "base/threads.h"
#include "base/train_context.h"
#include "clade/error.h"
#include "clade/method.h"
#include "data/dataset.h"
#include "data/read.h"

namespace clade::detail::test {

using Options = std::vector<std::pair<std::string, std::string>>;

inline void set_options(Method& method, const Options& options) {
  for (const auto& [name, value] : options) {
    bool found = false;
    for (Parameter& p : method.parameters()) {
      if (p.name != name) continue;
      p.set(value);
      found = true;
    }
    if (!found) throw Error(ErrorKind::usage, "no parameter " + name);
  }
}

inline Parameter parameter_of(Method& method, std::string_view name) {
  for (const Parameter& p : method.parameters()) {
    if (p.name == name) return p;
  }
  throw Error(ErrorKind::usage, "no parameter " + std::string(name));
}

struct Run {
  LabelSpace labels;
  Dataset data;
  Trained trained;
};

inline Run train_files(const std::string& method_name, const Options& options,
                       const std::filesystem::path& data_file, const std::string& taxonomy,
                       unsigned threads = 1, const std::filesystem::path& weights = {},
                       std::uint64_t seed = 0, Reporter* listener = nullptr) {
  const auto method = make_method(method_name);
  set_options(*method, options);
  ThreadPool pool(threads);
  Reporter silent;
  Reporter& reporter = listener != nullptr ? *listener : silent;
  const std::vector<std::filesystem::path> paths{data_file};
  Records records = read_records(paths, {"", method->traits().precision}, pool);
  if (!weights.empty()) records.weights = read_weights(weights, records.size());
  const LabelSpace labels(TaxonomySource::from_option(taxonomy),
                          method->traits().default_label_nodes, records.label_names);
  Dataset data(std::move(records), labels);
  TrainContext context{reporter, pool, seed};
  Trained trained = method->train(data, labels, context);
  return {labels, std::move(data), std::move(trained)};
}

// Decision scores of every row, in class order.
inline std::vector<std::vector<double>> all_scores(const Model& model, const Rows& rows) {
  std::vector<std::vector<double>> out;
  std::visit(
      [&](const auto& typed) {
        for (std::size_t i = 0; i < typed.size(); ++i) {
          out.emplace_back(model.label_space().size());
          model.scores(typed.row(i), std::span<double>(out.back()));
        }
      },
      rows);
  return out;
}

}  // namespace clade::detail::test
