// What can be done with a journal without a service.
#pragma once

#include <cstdint>
#include <filesystem>
#include <functional>
#include <string>
#include <string_view>
#include <vector>

namespace clade::detail::serve {

// Of one model, by the generation that answers.
struct JournalSummary {
  std::string model;
  std::int64_t corrections = 0;  // that hold
  std::int64_t replaced = 0;     // by later ones of the same document
  std::int64_t right = 0;        // of those that hold: the model had answered them
  std::int64_t pending = 0;      // not learned yet
  std::int64_t pool = 0;
  std::int64_t generation = 0, updates = 0;
  std::string last;  // when the newest correction came; empty: there is none
};
std::vector<JournalSummary> summarise_journal(const std::filesystem::path& file);

// Calls write(line) for each correction, oldest first. Error{usage} for a model that the journal
// does not have.
struct ExportChoice {
  std::string model;  // empty: all
  bool replaced = false;
};
void export_journal(const std::filesystem::path& file, const ExportChoice& choice,
                    const std::function<void(std::string_view line)>& write);

// Forgets what was replaced; its keys stay known. Error{environment} where a service uses it.
struct Compacted {
  std::int64_t forgotten = 0;
  std::uintmax_t bytes_before = 0, bytes_after = 0;
};
Compacted compact_journal(const std::filesystem::path& file);

}  // namespace clade::detail::serve
