// Labels that stand in a file of their own, a line for each record.
#pragma once

#include <filesystem>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "data/records.h"

namespace clade::detail {

// The file that was asked for, or NAME.labels (NAME.labels.txt) beside each NAME.npy, where all
// have one; empty where there is none.
std::vector<std::filesystem::path> label_files(std::span<const std::filesystem::path> data,
                                               const std::string& asked);

// Gives the records the labels of these files, one after the other; an empty line is a record
// without a label. "" separates labels by |. Error{input} where there are more or fewer lines than
// records, or where records have labels already.
void read_labels(std::span<const std::filesystem::path> files, std::string_view separator,
                 Records& records);

}  // namespace clade::detail
