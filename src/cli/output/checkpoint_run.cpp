#include "cli/output/checkpoint_run.h"

#include <algorithm>
#include <array>
#include <string>
#include <string_view>
#include <system_error>
#include <utility>

#include "pipeline/checkpoint_identity.h"

namespace clade::detail::cli {

namespace {

// Options that say where something goes, how long and how loud.
constexpr std::array<std::string_view, 18> of_no_matter{
    "o",           "threads",     "quiet",     "json",   "trace",      "trace_updates",
    "progressive", "max_seconds", "keep_best", "force",  "checkpoint", "checkpoint_every",
    "dry_run",     "report",      "metrics",   "output", "save_best",  "memory"};
// Options that may name a file, of which the content counts.
constexpr std::array<std::string_view, 5> of_files{"taxonomy", "weights", "stopwords", "test",
                                                   "tune_data"};

bool matters(const Parameter& parameter) {
  const auto is_in = [&](const auto& names) {
    return std::find(names.begin(), names.end(), parameter.name) != names.end();
  };
  if (!parameter.get || is_in(of_no_matter)) return false;
  std::error_code none;
  return !is_in(of_files) || !std::filesystem::exists(parameter.get(), none);
}

CheckpointIdentity identity_of_call(const CommandSpec& spec,
                                    const std::vector<std::filesystem::path>& files) {
  CheckpointIdentity identity{{"command", spec.name}};
  for (auto& file : detail::identity_of(files)) identity.push_back(std::move(file));
  for (const OptionGroup& group : spec.groups) {
    for (const Parameter& parameter : group.options) {
      if (matters(parameter)) identity.emplace_back(flag_of(parameter.name), parameter.get());
    }
  }
  return identity;
}

}  // namespace

std::unique_ptr<Checkpoint> open_checkpoint(const CheckpointFields& fields, const CommandSpec& spec,
                                            const std::vector<std::filesystem::path>& files,
                                            Reporter& reporter, const CheckpointIdentity& given,
                                            Communicator& peers) {
  if (fields.checkpoint.empty()) return nullptr;
  CheckpointOptions options{fields.checkpoint, *parse_seconds(fields.every)};
  CheckpointIdentity identity = identity_of_call(spec, files);
  if (!peers.is_alone()) {
    options.folder /= fmt::format("rank{}", peers.rank());
    identity.emplace_back("ranks", std::to_string(peers.size()));
  }
  for (const auto& [name, value] : given) identity.emplace_back(flag_of(name), value);
  return std::make_unique<Checkpoint>(options, identity, reporter);
}

CheckpointPart whole_of(const std::unique_ptr<Checkpoint>& checkpoint) {
  return checkpoint != nullptr ? checkpoint->whole() : CheckpointPart();
}

}  // namespace clade::detail::cli
