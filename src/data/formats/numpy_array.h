// Arrays that NumPy saved: one in a .npy file, several by name in an .npz archive.
#pragma once

#include <cstddef>
#include <cstdint>
#include <map>
#include <string>
#include <string_view>
#include <vector>

namespace clade::detail {

// Numbers or words with their shape; looks into bytes that the caller keeps.
class NumpyArray {
 public:
  // The bytes of a .npy file. Error{input} that begins with the name.
  NumpyArray(std::string_view bytes, const std::string& name);

  std::size_t rows() const { return rows_; }
  std::size_t columns() const { return columns_; }  // 1 for a list
  bool is_list() const { return dimensions_ < 2; }
  bool holds_words() const { return kind_ == 'U' || kind_ == 'S'; }
  bool holds_numbers() const { return !holds_words(); }
  double number(std::size_t row, std::size_t column = 0) const;
  std::int64_t whole(std::size_t row) const;  // -1 for what is no whole number, or too large
  // A word, or a whole number as it is written.
  std::string word(std::size_t row) const;

 private:
  const char* at(std::size_t row, std::size_t column) const;

  std::string name_;
  std::string_view data_;
  char kind_ = 'f';
  std::size_t item_size_ = 0;  // bytes
  bool by_columns_ = false;
  std::size_t dimensions_ = 0, rows_ = 1, columns_ = 1;
};

// The files of a zip archive by name, unpacked. Error{input} for what is no archive or damaged.
std::map<std::string, std::string> read_zip(std::string_view bytes, const std::string& name);

}  // namespace clade::detail
