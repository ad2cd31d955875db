// A table of numbers over pairs of classes, as a user gives it: a header of class names after an
// empty cell or `class`, then one row per class, its name and the values, tabs between.
#pragma once

#include <filesystem>
#include <vector>

#include "base/params.h"
#include "taxonomy/class_index.h"

namespace clade::detail {

// What the numbers must be; the diagonal's words stand before the name of a class.
struct MatrixRules {
  NumberRule entry;
  NumberRule diagonal;
};

// Row by row, both in class order; the file may have them in any. Nodes that are no class may
// occur. Error{input} with file:line.
std::vector<double> read_class_matrix(const std::filesystem::path& file, const ClassIndex& index,
                                      const MatrixRules& rules);

}  // namespace clade::detail
