// Models, their generations and updates, as the journal keeps them.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "serve/journal/feedback_log.h"
#include "serve/journal/sqlite.h"

namespace clade::detail::serve {

// How a generation fares on recent corrections beside the one before.
struct RecentChange {
  std::string document;
  std::vector<std::string> labels, before, after;
};
struct Recent {
  std::int64_t documents = 0, right_before = 0, right_after = 0;
  std::vector<RecentChange> changed;
};

struct GenerationRow {
  std::int64_t number = 0;
  std::string at;
  std::string how;           // file, update, rollback
  std::int64_t content = 0;  // the generation that it is the same as; itself where it is new
  std::string source;        // checksum of the model file that it goes back to
  std::int64_t through = 0;  // the corrections up to there have been learned
  std::int64_t examples = 0;
  std::optional<Recent> recent;
};

// Its number, a new one for a name that is not known.
ModelId model_id(Database& database, std::string_view name);
std::vector<std::pair<ModelId, std::string>> model_names(Database& database);
// The present generation; nothing where there is none yet.
std::optional<GenerationRow> present_generation(Database& database, ModelId model);
std::optional<GenerationRow> find_generation(Database& database, ModelId model,
                                             std::int64_t number);
// Newest first; with or without `changed`.
std::vector<GenerationRow> generations(Database& database, ModelId model, bool with_changed);
// It gets the next number and is the present one.
std::int64_t add_generation(Database& database, ModelId model, GenerationRow row);

// Generations whose models are kept: those that the newest ones are the same as.
constexpr std::size_t kept_generations = 5;
std::vector<std::int64_t> kept_contents(Database& database, ModelId model);

struct LearningRow {
  std::int64_t number = 0;
  std::string state;  // running, done, failed
  std::int64_t base = 0, generation = 0;
  std::int64_t since = 0, through = 0, examples = 0;
  std::string reason;
  std::int64_t attempts = 0;
};
std::int64_t add_learning(Database& database, ModelId model, const LearningRow& row);
void set_learning(Database& database, const LearningRow& row);
std::optional<LearningRow> find_learning(Database& database, ModelId model, std::int64_t number);
std::optional<LearningRow> running_learning(Database& database, ModelId model);

// Now, as "2026-01-31T12:00:00Z".
std::string time_stamp();

}  // namespace clade::detail::serve
