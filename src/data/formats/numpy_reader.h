// Matrices of NumPy and SciPy as records: .npy and .npz.
#pragma once

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "base/file.h"
#include "data/file_parser.h"
#include "data/formats/numpy_array.h"
#include "data/read.h"

namespace clade::detail {

// As FileParser for text. Column k is feature k + 1. An archive holds a matrix, X, data, features,
// embeddings or the only one, or the parts of a sparse one (SciPy's save_npz), and may hold y,
// labels or label: a list of words or whole numbers, or a matrix of zeros and ones.
class NumpyParser {
 public:
  // The options must outlive the parser.
  NumpyParser(const std::filesystem::path& path, const ReadOptions& options);

  bool next(ParsedChunk& parsed);

 private:
  void open_archive();
  void choose_matrix();
  void choose_sparse();
  void choose_labels();
  void find_absent_columns();
  const NumpyArray* find(const std::string& array) const;
  RecordBlock block(std::size_t begin, std::size_t end) const;
  void add_labels(std::size_t row, std::size_t line, RecordBlock& block) const;
  void add_values(std::size_t row, class RowMaker& maker) const;
  void check_value(std::size_t row, std::size_t column, double value) const;

  std::string name_;
  const ReadOptions& options_;
  std::unique_ptr<MappedFile> file_;
  std::map<std::string, std::string> unpacked_;  // of an archive
  std::map<std::string, NumpyArray> arrays_;
  const NumpyArray* matrix_ = nullptr;
  const NumpyArray *values_ = nullptr, *columns_ = nullptr, *offsets_ = nullptr;  // of a sparse one
  const NumpyArray* labels_ = nullptr;
  std::string labels_name_;
  std::vector<std::uint32_t> absent_;  // features of the model without a column
  std::size_t rows_ = 0, next_ = 0;
};

}  // namespace clade::detail
