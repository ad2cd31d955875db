// Which fields of a record are text, and what each counts: `title=2,text`.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace clade::detail {

struct TextField {
  std::string name;
  double weight = 1;  // what one occurrence of a word in this field counts
};

// Fields with a meaning of their own, which are no text.
inline constexpr std::string_view reserved_fields[] = {"id",    "label",    "labels", "weight",
                                                       "split", "features", "vector"};

// `text` where the specification is empty. Error{usage} about that parameter.
std::vector<TextField> parse_text_fields(std::string_view parameter,
                                         std::string_view specification);

}  // namespace clade::detail
