// What the benchmarks train on.
#pragma once

#include <cstddef>
#include <filesystem>
#include <optional>
#include <string>

#include "clade/label_space.h"
#include "data/dataset.h"

namespace clade::detail::bench {

// As `clade train` would see it: texts through the vectoriser's defaults, rows of unit length.
struct TrainingSet {
  std::string name;
  LabelSpace label_space;
  Dataset data;
  SparseRows<float> rows;  // those of data, the features numbered from 0 without gaps
  std::size_t features = 0;

  std::size_t size() const { return data.size(); }
  std::size_t classes() const { return label_space.size(); }
  std::size_t label(std::size_t i) const { return index_of(data.labels(i).front()); }
};

enum class LabelUse { first_only, all };

// `name` is a preset of `clade generate text` (seed 0), or a folder below `data_folder`, of which
// the training part is taken. Nothing, with a message, where there is no such folder. Every class
// of the result has an example: LIBLINEAR knows no others.
std::optional<TrainingSet> load_set(const std::string& name,
                                    const std::filesystem::path& data_folder, LabelUse use);

enum class RowLength { unit, as_given };

// The training part of a file; `taxonomy` is what `clade train --taxonomy` takes. "": flat.
TrainingSet read_set(const std::string& name, const std::filesystem::path& data,
                     const std::string& taxonomy, LabelUse use, RowLength length = RowLength::unit);

}  // namespace clade::detail::bench
