#include "cli/model_records.h"

#include <memory>

#include "data/read.h"
#include "text/vectoriser.h"

namespace clade::cli {

Records read_for_model(const Model& model, const std::vector<std::filesystem::path>& paths,
                       const DataOptions& options, const char* default_split, ThreadPool& pool) {
  ReadOptions read = read_options(options, model.precision(), default_split);
  const Vectoriser* vectoriser = model.vectoriser();
  if (vectoriser == nullptr) return read_records(paths, read, pool);
  const std::unique_ptr<TextAnalyzer> analyzer = vectoriser->analyzer();
  read.analyzer = analyzer.get();
  read.known_names = &vectoriser->fitted().names;
  Records records = read_records(paths, read, pool);
  vectoriser->transform(records);
  return records;
}

}  // namespace clade::cli
