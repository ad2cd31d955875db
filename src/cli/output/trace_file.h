// The file of --trace: one JSON object a line for every certified pass, or for every change of an
// online method's weights.
#pragma once

#include <fstream>
#include <string>

#include "clade/reporter.h"

namespace clade::detail::cli {

// Written as training goes, so that it can be followed. Error{environment} where it cannot.
class TraceFile {
 public:
  explicit TraceFile(const std::string& path);
  void write(const Progress& progress);
  void write(const OnlineUpdate& update);

 private:
  void write_line(const std::string& line);

  std::string path_;
  std::ofstream file_;
  bool is_first_ = true;
};

}  // namespace clade::detail::cli
