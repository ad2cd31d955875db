// Records read the way a model wants them.
#pragma once

#include <filesystem>
#include <memory>
#include <vector>

#include "base/threads.h"
#include "clade/dataset.h"
#include "clade/model.h"
#include "cli/options/options.h"
#include "data/read.h"

namespace clade::cli {

// How to read for a model: with its words and named features, behind its vectoriser's analyzer.
struct ModelReading {
  std::unique_ptr<TextAnalyzer> analyzer;
  ReadOptions options;  // point to the analyzer and into the model
};
ModelReading reading_for_model(const Model& model, const DataOptions& options,
                               const char* default_split);

// With the model's words and named features, through its vectoriser; with the beginnings of texts,
// so many bytes, where `text_beginning` is not 0.
Records read_for_model(const Model& model, const std::vector<std::filesystem::path>& paths,
                       const DataOptions& options, const char* default_split, ThreadPool& pool,
                       std::size_t text_beginning = 0);

// On standard error, where there are any.
void warn_of_unknown_features(std::size_t count);

}  // namespace clade::cli
