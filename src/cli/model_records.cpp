#include "cli/model_records.h"

#include <memory>

#include "cli/output.h"
#include "data/read.h"
#include "text/vectoriser.h"

namespace clade::cli {

Records read_for_model(const Model& model, const std::vector<std::filesystem::path>& paths,
                       const DataOptions& options, const char* default_split, ThreadPool& pool) {
  ReadOptions read = read_options(options, model.precision(), default_split);
  const Vectoriser* vectoriser = model.vectoriser();
  std::unique_ptr<TextAnalyzer> analyzer;
  if (vectoriser != nullptr) {
    analyzer = vectoriser->analyzer();
    read.analyzer = analyzer.get();
    read.known_names = &vectoriser->fitted().names;
  }
  Records records = read_records(paths, read, pool);
  if (vectoriser != nullptr) vectoriser->transform(records);
  const std::string warning = reading_warning(records);
  if (!warning.empty()) write_error_line("clade: warning: " + warning);
  return records;
}

}  // namespace clade::cli
