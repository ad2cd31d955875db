// The header and the cells of a spreadsheet that holds a taxonomy.
#pragma once

#include <cstddef>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace clade::detail {

// The records of a text one after the other. A cell may stand in quotes, where it may hold the
// delimiter, line ends and quotes written twice; blanks around cells are left out.
class TableRecords {
 public:
  TableRecords(std::string_view text, char delimiter, std::string name);

  // The next record that is not blank; null at the end. Error{input} for a quote that is not
  // closed.
  const std::vector<std::string>* next();
  std::size_t line() const { return line_; }  // of its beginning, from 1

 private:
  void read_record();
  std::string read_cell();
  std::string read_quoted();

  std::string_view rest_;
  char delimiter_;
  std::string name_;
  std::size_t line_ = 0, next_line_ = 1;
  std::vector<std::string> cells_;
};

// What the columns hold, by the words of the header.
struct TableColumns {
  std::optional<std::size_t> parent, id, name;
  std::vector<std::size_t> levels;  // from the top down
  bool names_parent = false;        // the parent is given by its name, not its id
};

// Empty where the cells are no header that is known.
std::optional<TableColumns> columns_of(std::span<const std::string> header);

// What may be in a header, for messages.
inline constexpr std::string_view known_headers =
    "parent and child; id, name and parent_id; or level1, level2, ...";

}  // namespace clade::detail
