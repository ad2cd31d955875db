#include "taxonomy/class_matrix.h"

#include <optional>
#include <string_view>
#include <utility>

#include "base/fail.h"
#include "base/file.h"
#include "base/text.h"
#include "taxonomy/text_lines.h"

namespace clade::detail {

namespace {

// Reads one table. Names of nodes that are no class may occur; their numbers are checked and left.
class MatrixReader {
 public:
  MatrixReader(std::string_view text, const std::string& name, const ClassIndex& index,
               const MatrixRules& rules)
      : lines_(text, name), index_(index), rules_(rules) {}

  std::vector<double> read() {
    read_header();
    values_.resize(index_.size() * index_.size());
    std::vector<bool> has_row(index_.size());
    while (const auto line = lines_.next()) {
      const auto fields = split(*line, '\t');
      if (fields.size() != columns_.size() + 1) {
        fail(ErrorKind::input, "{}: expected a name and {} values by tabs, got {} fields",
             lines_.place(), columns_.size(), fields.size());
      }
      const auto row = index_.find(fields[0], lines_.place());
      if (row) mark(has_row, *row, "row");
      read_row(fields, row);
    }
    check_all(has_row, "row");
    return std::move(values_);
  }

 private:
  void read_header() {
    const auto header = lines_.next();
    if (!header) {
      fail(ErrorKind::input, "{}: is empty; expected a header line of class names", lines_.name());
    }
    const auto names = split(*header, '\t');
    if (!names[0].empty() && names[0] != "class") {
      fail(ErrorKind::input,
           "{}: expected a header line of class names after an empty cell or 'class', got {}",
           lines_.place(), quoted(names[0]));
    }
    std::vector<bool> has_column(index_.size());
    for (std::size_t i = 1; i < names.size(); ++i) {
      columns_.push_back(index_.find(names[i], lines_.place()));
      if (columns_.back()) mark(has_column, *columns_.back(), "column");
    }
    check_all(has_column, "column");
  }

  void read_row(const std::vector<std::string_view>& fields, std::optional<std::size_t> row) {
    for (std::size_t i = 0; i < columns_.size(); ++i) {
      const auto value = parse_double(fields[i + 1]);
      if (!value || !rules_.entry.holds(*value)) {
        fail(ErrorKind::input, "{}: expected {} in column {}, got {}", lines_.place(),
             rules_.entry.expects, i + 2, quoted(fields[i + 1]));
      }
      if (!row || !columns_[i]) continue;
      if (*row == *columns_[i] && !rules_.diagonal.holds(*value)) {
        fail(ErrorKind::input, "{}: expected {} {}, got {}", lines_.place(),
             rules_.diagonal.expects, quoted(fields[0]), *value);
      }
      values_[*row * index_.size() + *columns_[i]] = *value;
    }
  }

  void mark(std::vector<bool>& seen, std::size_t position, const char* what) const {
    if (seen[position]) {
      fail(ErrorKind::input, "{}: class {} has a {} already", lines_.place(),
           quoted(index_.name(position)), what);
    }
    seen[position] = true;
  }

  void check_all(const std::vector<bool>& seen, const char* what) const {
    for (std::size_t i = 0; i < seen.size(); ++i) {
      if (seen[i]) continue;
      fail(ErrorKind::input, "{}: expected a {} for every class, got none for {}", lines_.name(),
           what, quoted(index_.name(i)));
    }
  }

  TextLines lines_;
  const ClassIndex& index_;
  const MatrixRules& rules_;
  std::vector<std::optional<std::size_t>> columns_;
  std::vector<double> values_;
};

}  // namespace

std::vector<double> read_class_matrix(const std::filesystem::path& file, const ClassIndex& index,
                                      const MatrixRules& rules) {
  const MappedFile content(file);
  return MatrixReader(content.text(), file.string(), index, rules).read();
}

}  // namespace clade::detail
