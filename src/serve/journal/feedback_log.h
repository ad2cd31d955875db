// Corrections and the pool, as the journal keeps them.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "serve/journal/sqlite.h"

namespace clade::detail::serve {

using ModelId = std::int64_t;  // of the journal

struct Correction {
  std::int64_t sequence = 0;
  ModelId model = 0;
  std::string document;  // its id
  std::optional<std::string> key;
  std::string digest;   // of what the key stands for
  std::string content;  // JSON
  std::vector<std::string> labels;
  std::vector<std::string> predicted;  // by the generation of that time
  bool is_right = false;
  std::string at;
};

// Puts it in the place of earlier ones of the document, which leaves the pool, and returns its
// sequence number; that of the first time for a key that is known. Refusal (conflict) for a key
// that stands for something else.
std::int64_t add_correction(Database& database, const Correction& correction);

// Removes the corrections and the pool's entry of a document and what history says of it; returns
// how many entries there were.
std::int64_t delete_document(Database& database, ModelId model, std::string_view document);

// Current ones, newest first, before a sequence number.
std::vector<Correction> newest_corrections(Database& database, ModelId model, std::int64_t before,
                                           std::size_t limit);
std::int64_t count_corrections(Database& database, ModelId model);
// Those that an update from there on would learn from: current, with labels.
std::int64_t count_to_learn(Database& database, ModelId model, std::int64_t since,
                            std::int64_t through);
// The first of them, oldest first.
std::vector<Correction> to_learn(Database& database, ModelId model, std::int64_t since,
                                 std::int64_t through, std::size_t limit);
// Of all current ones.
struct GivenLabels {
  std::vector<std::string> labels, predicted;
};
std::vector<GivenLabels> all_labels(Database& database, ModelId model);
// The newest sequence number of the model's corrections; 0 where there are none.
std::int64_t newest_sequence(Database& database, ModelId model);

struct PooledDocument {
  std::string document, content;
};
// Refusal (conflict) where the pool would be too large.
void add_to_pool(Database& database, ModelId model, const std::vector<PooledDocument>& documents);
std::int64_t empty_pool(Database& database, ModelId model);
std::int64_t pool_size(Database& database, ModelId model);
// The numbers of all, in the order in which they came; a document that is stored again has a new
// one.
std::vector<std::int64_t> pool_numbers(Database& database, ModelId model);
struct PoolEntry {
  std::int64_t id = 0;
  PooledDocument document;
};
// Those that are still there, in the order of the numbers that are given.
std::vector<PoolEntry> pool_entries(Database& database, std::span<const std::int64_t> numbers);

std::string text_of_labels(const std::vector<std::string>& labels);
std::vector<std::string> labels_of_text(const std::string& json);

}  // namespace clade::detail::serve
