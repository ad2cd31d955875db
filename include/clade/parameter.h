// A parameter as front ends see it: a name, a meaning, a default, a way to set it from text.
//
// A parameter is declared once, in the `fields()` of the struct that holds it (src/base/params.h);
// flags, help, checks, Python keywords and the model file all come from that declaration.
#pragma once

#include <functional>
#include <string>
#include <string_view>
#include <vector>

namespace clade {

struct Parameter {
  std::string name;           // as in C++, Python and JSON: max_epochs
  std::string expects;        // "a number above 0", "instance|pair"
  std::string help;           // what it means; mentions others in backquotes (clade/error.h)
  std::string default_value;  // as text
  bool is_switch = false;     // true or false
  std::function<void(std::string_view)> set;  // throws Error{usage} about this parameter
  std::function<std::string()> get;
  // Where it is there: "" while the parameter has an effect, else why it has none as the others are
  // now: "without `kernel=poly`".
  std::function<std::string()> idle = {};
};

}  // namespace clade
