// Training sets of few dense features.
#pragma once

#include <filesystem>
#include <optional>
#include <string>

#include "bench/training_set.h"

namespace clade::detail::bench {

enum class Scaling {
  none,
  standard,  // minus the mean, by the standard deviation and the root of the number of features;
             // then a constant 1
};

// The file train.svm.gz of a folder of public data. Nothing, with a message, where there is none.
// With several labels the taxonomy is made from the labels, which must be paths: that of the folder
// has classes without an example.
std::optional<TrainingSet> load_dense(const std::string& folder,
                                      const std::filesystem::path& data_folder, LabelUse use,
                                      Scaling scaling);

// Like sentence embeddings: `rows` rows of 384 numbers, of length 1, in 500 classes. The classes
// are the leaves of a tree of 5 and 50 inner nodes; centers are drawn down the tree, each near that
// of its parent, and rows near that of their class. The same for the same number.
TrainingSet generate_embeddings(const std::string& name, std::size_t rows);

}  // namespace clade::detail::bench
