#include "cli/model_records.h"

#include <fmt/core.h>

#include "cli/output/output.h"
#include "cli/training_data.h"
#include "data/read.h"
#include "text/vectoriser.h"

namespace clade::cli {

ModelReading reading_for_model(const Model& model, const DataOptions& options,
                               const char* default_split) {
  const Vectoriser* vectoriser = model.vectoriser();
  ModelReading reading{nullptr,
                       read_options(options, model.precision(), default_split, vectoriser)};
  reading.options.letters = model.takes_strings();
  if (vectoriser != nullptr && !reading.options.letters) {
    reading.analyzer = vectoriser->analyzer();
    reading.options.analyzer = reading.analyzer.get();
    reading.options.known_names = &vectoriser->fitted().names;
  }
  return reading;
}

Records read_for_model(const Model& model, const std::vector<std::filesystem::path>& paths,
                       const DataOptions& options, const char* default_split, ThreadPool& pool,
                       std::size_t text_beginning) {
  const Vectoriser* vectoriser = model.vectoriser();
  ModelReading reading = reading_for_model(model, options, default_split);
  ReadOptions& read = reading.options;
  read.text_beginning = text_beginning;
  Records records = read_records(paths, read, pool);
  if (read.letters && records.size() > 0) check_has_letters(records, paths);
  if (vectoriser != nullptr) vectoriser->transform(records);
  const std::string warning = reading_warning(records);
  if (!warning.empty()) write_warning(warning);
  if (records.size() > 0 && count_features(records) == 0) {
    write_warning(
        "no record has a word or feature that the model knows: is the text in "
        "another field or column (--text-fields, --text-column)?");
  }
  return records;
}

void warn_of_unknown_features(std::size_t count) {
  if (count == 0) return;
  write_warning(
      fmt::format("{} words or feature values are unknown to the model and were ignored", count));
}

}  // namespace clade::cli
