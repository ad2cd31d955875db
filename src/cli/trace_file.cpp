#include "cli/trace_file.h"

#include <cerrno>
#include <cstring>
#include <nlohmann/json.hpp>

#include "base/fail.h"
#include "cli/json_text.h"

namespace clade::cli {

// An old trace stays until there is something new to write.
TraceFile::TraceFile(const std::string& path) : path_(path), file_(path, std::ios::app) {
  if (!file_)
    fail(ErrorKind::environment, "{}: cannot be written: {}", path_, std::strerror(errno));
}

void TraceFile::write(const Progress& progress) {
  if (is_first_) {
    file_.close();
    file_.open(path_, std::ios::trunc);
    is_first_ = false;
  }
  nlohmann::ordered_json line;
  line["epoch"] = progress.epoch;
  line["seconds"] = number_or_null(progress.seconds);
  line["primal"] = number_or_null(progress.primal);
  line["dual"] = number_or_null(progress.dual);
  line["relative_gap"] = number_or_null(progress.relative_gap);
  line["active_ratio"] = number_or_null(progress.active_ratio);
  line["updates"] = progress.updates;
  file_ << json_text(line) << std::flush;
  if (!file_)
    fail(ErrorKind::environment, "{}: cannot be written: {}", path_, std::strerror(errno));
}

}  // namespace clade::cli
