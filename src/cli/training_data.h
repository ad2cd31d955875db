// What `train` does between reading records and training: leaving out what cannot be used, and
// telling the user about what looks like a mistake.
#pragma once

#include <cstddef>
#include <filesystem>
#include <string>
#include <vector>

#include "base/threads.h"
#include "clade/dataset.h"
#include "clade/label_space.h"
#include "clade/reporter.h"
#include "data/read.h"

namespace clade::cli {

// The labelled records, with the weights of a file where one is named. Error{input} where there are
// none; warns of those that are left out.
Records read_labelled(const std::vector<std::filesystem::path>& paths, const ReadOptions& options,
                      const std::string& weights, ThreadPool& pool, Reporter& reporter);

// For a kernel of letters: Error{input} where no record has a text. The records have numbers from
// now on, the letters of their texts.
void check_has_letters(Records& records, const std::vector<std::filesystem::path>& paths);
// Error{input} where no record has a feature.
void check_has_features(const Records& records, const std::vector<std::filesystem::path>& paths);

// Where records have texts that no analyzer read, because the model has no words.
void warn_of_unread_texts(Reporter& reporter);

// Takes out the records without a label, in place; returns how many there were.
std::size_t drop_unlabelled(Records& records);

// Error{input} where there is nothing to learn; warnings for classes without examples and for
// instances that carry every class.
void check_labels(const Dataset& data, const LabelSpace& labels, Reporter& reporter);

}  // namespace clade::cli
