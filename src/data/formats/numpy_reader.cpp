#include "data/formats/numpy_reader.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include "base/fail.h"
#include "base/text.h"
#include "data/row_maker.h"
#include "data/utf8.h"

namespace clade::detail {

namespace {

constexpr std::size_t records_per_block = 1024;
constexpr double largest_column = 4294967000.0;

}  // namespace

NumpyParser::NumpyParser(const std::filesystem::path& path, const ReadOptions& options)
    : name_(path.string()), options_(options) {
  if (path == "-") {
    fail(ErrorKind::usage, "-: matrices of NumPy are read from files, not from standard input");
  }
  file_ = std::make_unique<MappedFile>(path);
  const std::string_view bytes = file_->text();
  if (bytes.starts_with("PK")) {
    unpacked_ = read_zip(bytes, name_);
    open_archive();
  } else {
    arrays_.emplace("X", NumpyArray(bytes, name_));
    choose_matrix();
  }
  if (rows_ == 0) fail(ErrorKind::input, "{}: holds no example", name_);
  find_absent_columns();
}

// Numbered features of the model that the matrix is too narrow for.
void NumpyParser::find_absent_columns() {
  if (offsets_ != nullptr || options_.numeric_features == nullptr) return;
  if (options_.missing == MissingValues::leave_out) return;
  for (const std::uint32_t feature : *options_.numeric_features) {
    if (feature >= FeatureNames::first_index) break;
    if (feature > matrix_->columns()) absent_.push_back(feature);
  }
  if (absent_.empty() || options_.missing == MissingValues::keep) return;
  fail(ErrorKind::input, "{}: has {} columns: {}", name_, matrix_->columns(),
       refused_missing(std::to_string(absent_.front())));
}

void NumpyParser::open_archive() {
  for (const auto& [file, bytes] : unpacked_) {
    const std::string array = file.ends_with(".npy") ? file.substr(0, file.size() - 4) : file;
    // SciPy's note of the format is a single word, which no record needs.
    if (array == "format" || array == "_is_array") continue;
    arrays_.emplace(array, NumpyArray(bytes, name_ + ":" + array));
  }
  if (find("indptr") != nullptr) {
    choose_sparse();
  } else {
    choose_matrix();
  }
  choose_labels();
}

const NumpyArray* NumpyParser::find(const std::string& array) const {
  const auto found = arrays_.find(array);
  return found != arrays_.end() ? &found->second : nullptr;
}

void NumpyParser::choose_matrix() {
  for (const char* usual : {"X", "data", "features", "embeddings", "x", "vectors"}) {
    if (matrix_ == nullptr) matrix_ = find(usual);
  }
  std::vector<std::string> names;
  const NumpyArray* only = nullptr;
  for (const auto& [array, content] : arrays_) {
    if (!content.is_list() && content.holds_numbers()) {
      names.push_back(array);
      only = &content;
    }
  }
  if (matrix_ == nullptr && names.size() == 1) matrix_ = only;
  if (matrix_ == nullptr) {
    fail(ErrorKind::input, "{}: expected a matrix called X, got {}", name_,
         names.empty() ? "none" : join(names, ", "));
  }
  if (matrix_->is_list() || !matrix_->holds_numbers()) {
    fail(ErrorKind::input, "{}: expected a matrix of numbers, a row for each record", name_);
  }
  rows_ = matrix_->rows();
}

void NumpyParser::choose_sparse() {
  offsets_ = find("indptr");
  columns_ = find("indices");
  values_ = find("data");
  const NumpyArray* shape = find("shape");
  const auto format = unpacked_.find("format.npy");
  if (format != unpacked_.end() && format->second.find("csr") == std::string::npos) {
    fail(ErrorKind::input, "{}: expected a sparse matrix by rows (csr)", name_);
  }
  if (columns_ == nullptr || values_ == nullptr || shape == nullptr || shape->rows() != 2) {
    fail(ErrorKind::input, "{}: expected indptr, indices, data and shape of a sparse matrix",
         name_);
  }
  rows_ = static_cast<std::size_t>(std::max<std::int64_t>(shape->whole(0), 0));
  const std::size_t entries = std::min(columns_->rows(), values_->rows());
  bool fits = offsets_->rows() == rows_ + 1 && offsets_->holds_numbers() &&
              columns_->holds_numbers() && values_->holds_numbers() && offsets_->whole(0) == 0;
  for (std::size_t i = 0; fits && i < rows_; ++i) {
    fits = offsets_->whole(i) <= offsets_->whole(i + 1);
  }
  fits = fits && offsets_->whole(rows_) <= static_cast<std::int64_t>(entries);
  if (!fits) fail(ErrorKind::input, "{}: the parts of its sparse matrix do not fit", name_);
}

void NumpyParser::choose_labels() {
  for (const char* usual : {"y", "labels", "label"}) {
    if (labels_ != nullptr || find(usual) == nullptr) continue;
    labels_ = find(usual);
    labels_name_ = usual;
  }
  if (labels_ != nullptr && labels_->rows() != rows_) {
    fail(ErrorKind::input, "{}: expected {} labels in {}, one for each row, got {}", name_, rows_,
         labels_name_, labels_->rows());
  }
  if (labels_ != nullptr && labels_->columns() != 1 && !labels_->holds_numbers()) {
    fail(ErrorKind::input, "{}: expected a list of labels in {}, or a matrix of zeros and ones",
         name_, labels_name_);
  }
}

void NumpyParser::add_labels(std::size_t row, std::size_t line, RecordBlock& block) const {
  if (labels_ == nullptr) return;
  if (labels_->is_list() || labels_->columns() == 1) {
    const std::string words = labels_->word(row);
    const std::string separator = parse_label_separator(options_.fields.label_separator);
    for_each_label(words, separator, [&](std::string_view label) {
      if (has_control_character(label) || label.empty()) {
        fail(ErrorKind::input, "{}: row {}: expected a label, got {}", name_, row, quoted(label));
      }
      block.add_label(label, line, 1);
    });
    return;
  }
  for (std::size_t c = 0; c < labels_->columns(); ++c) {
    if (labels_->number(row, c) != 0) block.add_label(std::to_string(c), line, 1);
  }
}

// NaN is a missing value.
void NumpyParser::check_value(std::size_t row, std::size_t column, double value) const {
  if (std::isinf(value)) {
    fail(ErrorKind::input, "{}: row {}: expected a finite number, got {}", name_, row, value);
  }
  if (std::isnan(value) && options_.missing == MissingValues::refuse) {
    fail(ErrorKind::input, "{}: row {}: {}", name_, row,
         refused_missing(std::to_string(column + 1)));
  }
}

void NumpyParser::add_values(std::size_t row, RowMaker& maker) const {
  if (offsets_ == nullptr) {
    for (std::size_t c = 0; c < matrix_->columns(); ++c) {
      const double value = matrix_->number(row, c);
      check_value(row, c, value);
      maker.add_value(static_cast<std::uint32_t>(c + 1), value);
    }
    for (const std::uint32_t feature : absent_) {
      maker.add_value(feature, std::numeric_limits<double>::quiet_NaN());
    }
    return;
  }
  for (std::int64_t k = offsets_->whole(row); k < offsets_->whole(row + 1); ++k) {
    const auto entry = static_cast<std::size_t>(k);
    const double column = columns_->number(entry), value = values_->number(entry);
    if (!(column >= 0 && column < largest_column)) {
      fail(ErrorKind::input, "{}: row {}: expected a column from 0, got {}", name_, row, column);
    }
    check_value(row, static_cast<std::size_t>(column), value);
    maker.add_value(static_cast<std::uint32_t>(column) + 1, value);
  }
}

RecordBlock NumpyParser::block(std::size_t begin, std::size_t end) const {
  RowMaker maker(options_);
  for (std::size_t row = begin; row < end; ++row) {
    maker.begin();
    add_labels(row, row - begin, maker.block());
    add_values(row, maker);
    if (const auto value = maker.unusable_value()) {
      fail(ErrorKind::input, "{}: row {}: {} is too large for `precision=single`", name_, row,
           value->value);
    }
    if (maker.end()) {
      fail(ErrorKind::input, "{}: row {}: a column has two values", name_, row);
    }
  }
  maker.block().notes().lines = end - begin;
  return std::move(maker.block());
}

bool NumpyParser::next(ParsedChunk& parsed) {
  if (next_ == rows_) return false;
  const std::size_t first = next_;
  next_ = std::min(rows_, first + records_per_block);
  parsed = {};
  parsed.file = name_;
  parsed.first_line = first + 1;
  parsed.blocks.push_back(block(first, next_));
  if (first == 0) {
    FieldSummary summary;
    summary.file = name_;
    summary.format = unpacked_.empty() ? "npy" : "npz";
    if (labels_ != nullptr) summary.fields.push_back({labels_name_, FieldRole::label, 1});
    parsed.fields = std::move(summary);
  }
  return true;
}

}  // namespace clade::detail
