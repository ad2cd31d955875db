#include "cli/output/checkpoint_run.h"

#include <algorithm>
#include <array>
#include <string_view>

#include "base/fail.h"
#include "data/file_checksum.h"

namespace clade::detail::cli {

namespace {

// Options that say where something goes, how long and how loud, and names of files, of which the
// content counts.
constexpr std::array<std::string_view, 22> of_no_matter{
    "o",           "threads",     "quiet",     "json",      "trace",      "trace_updates",
    "progressive", "max_seconds", "keep_best", "force",     "checkpoint", "checkpoint_every",
    "dry_run",     "taxonomy",    "weights",   "stopwords", "report",     "metrics",
    "output",      "save_best",   "test",      "tune_data"};

bool matters(const Parameter& parameter) {
  return std::find(of_no_matter.begin(), of_no_matter.end(), parameter.name) == of_no_matter.end();
}

std::string read_identity(const std::filesystem::path& file) {
  if (!std::filesystem::is_regular_file(file)) {
    fail(ErrorKind::usage,
         "--checkpoint: {} is no ordinary file: what comes as a stream is gone after an end",
         file.string());
  }
  return file_checksum(file);
}

CheckpointIdentity identity_of(const CommandSpec& spec,
                               const std::vector<std::filesystem::path>& files) {
  CheckpointIdentity identity{{"command", spec.name}};
  for (const std::filesystem::path& file : files) {
    std::error_code none;
    // A name that is a word, such as that of a language, is among the options.
    if (file.empty() || (file != "-" && !std::filesystem::exists(file, none))) continue;
    identity.emplace_back(file.filename().string(), read_identity(file));
  }
  for (const OptionGroup& group : spec.groups) {
    for (const Parameter& parameter : group.options) {
      if (matters(parameter) && parameter.get) {
        identity.emplace_back(flag_of(parameter.name), parameter.get());
      }
    }
  }
  return identity;
}

}  // namespace

std::unique_ptr<Checkpoint> open_checkpoint(const CheckpointFields& fields, const CommandSpec& spec,
                                            const std::vector<std::filesystem::path>& files,
                                            Reporter& reporter, const CheckpointIdentity& given) {
  if (fields.checkpoint.empty()) return nullptr;
  const CheckpointOptions options{fields.checkpoint, *parse_seconds(fields.every)};
  CheckpointIdentity identity = identity_of(spec, files);
  for (const auto& [name, value] : given) identity.emplace_back(flag_of(name), value);
  return std::make_unique<Checkpoint>(options, identity, reporter);
}

CheckpointPart whole_of(const std::unique_ptr<Checkpoint>& checkpoint) {
  return checkpoint != nullptr ? checkpoint->whole() : CheckpointPart();
}

}  // namespace clade::detail::cli
