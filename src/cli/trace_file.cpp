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
  nlohmann::ordered_json line;
  line["epoch"] = progress.epoch;
  line["seconds"] = number_or_null(progress.seconds);
  if (progress.online) {
    line["updates"] = progress.updates;
    line["examples"] = progress.online->examples;
    line["mean_error"] = number_or_null(progress.online->mean_error);
    line["accuracy"] = number_or_null(progress.online->accuracy);
  } else {
    line["primal"] = number_or_null(progress.primal);
    line["dual"] = number_or_null(progress.dual);
    line["relative_gap"] = number_or_null(progress.relative_gap);
    line["active_ratio"] = number_or_null(progress.active_ratio);
    line["updates"] = progress.updates;
  }
  write_line(json_text(line));
  file_.flush();
}

void TraceFile::write(const OnlineUpdate& update) {
  nlohmann::ordered_json line;
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

}  // namespace clade::cli
