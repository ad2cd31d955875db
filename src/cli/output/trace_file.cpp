#include "cli/output/trace_file.h"

#include <cerrno>
#include <cstring>
#include <nlohmann/json.hpp>

#include "base/fail.h"
#include "base/json_text.h"
#include "measure/progress_json.h"

namespace clade::detail::cli {

// An old trace stays until there is something new to write.
TraceFile::TraceFile(const std::string& path) : path_(path), file_(path, std::ios::app) {
  if (!file_)
    fail(ErrorKind::environment, "{}: cannot be written: {}", path_, std::strerror(errno));
}

void TraceFile::write(const Progress& progress) {
  write_line(json_text(progress_json(progress)));
  file_.flush();
}

void TraceFile::write(const OnlineUpdate& update) {
  auto line = nlohmann::ordered_json::object();
  line["step"] = update.step;
  line["instance"] = update.instance;
  line["label"] = update.label;
  line["guess"] = update.guess;
  line["margin"] = number_or_null(update.margin);
  line["step_size"] = number_or_null(update.step_size);
  write_line(json_text(line));
}

void TraceFile::write_line(const std::string& line) {
  if (is_first_) {
    file_.close();
    file_.open(path_, std::ios::trunc);
    is_first_ = false;
  }
  file_ << line;
  if (!file_)
    fail(ErrorKind::environment, "{}: cannot be written: {}", path_, std::strerror(errno));
}

}  // namespace clade::detail::cli
