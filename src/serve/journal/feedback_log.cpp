#include "serve/journal/feedback_log.h"

#include <fmt/format.h>

#include <nlohmann/json.hpp>

#include "base/text.h"
#include "serve/json_out.h"
#include "serve/refusal.h"

namespace clade::detail::serve {

namespace {

constexpr const char* columns =
    "SELECT sequence, document, key, content, labels, predicted, is_right, at FROM feedback ";

std::vector<Correction> corrections_of(Query& query, ModelId model) {
  std::vector<Correction> list;
  while (query.next()) {
    Correction one;
    one.sequence = query.whole(0);
    one.model = model;
    one.document = query.text(1);
    if (!query.is_null(2)) one.key = query.text(2);
    one.content = query.text(3);
    one.labels = labels_of_text(query.text(4));
    one.predicted = labels_of_text(query.text(5));
    one.is_right = query.whole(6) != 0;
    one.at = query.text(7);
    list.push_back(std::move(one));
  }
  return list;
}

std::int64_t single_number(Query& query) {
  query.next();
  return query.whole(0);
}

// The sequence number that the key was given before.
std::optional<std::int64_t> known_sequence(Database& database, const Correction& correction) {
  if (!correction.key) return std::nullopt;
  Query query(database, "SELECT sequence, digest FROM feedback WHERE model=? AND key=?",
              correction.model, *correction.key);
  if (!query.next()) return std::nullopt;
  if (query.text(1) == correction.digest) return query.whole(0);
  throw Refusal(Fault::conflict,
                fmt::format("the key {} was used with other content", quoted(*correction.key)));
}

}  // namespace

std::string text_of_labels(const std::vector<std::string>& labels) { return json_strings(labels); }

std::vector<std::string> labels_of_text(const std::string& json) {
  return nlohmann::json::parse(json).get<std::vector<std::string>>();
}

std::int64_t add_correction(Database& database, const Correction& correction) {
  if (const auto known = known_sequence(database, correction)) return *known;
  Query(database, "UPDATE feedback SET is_current=0 WHERE model=? AND document=? AND is_current",
        correction.model, correction.document)
      .run();
  Query(database, "DELETE FROM pool WHERE model=? AND document=?", correction.model,
        correction.document)
      .run();
  Query(database,
        "INSERT INTO feedback(model, document, key, digest, content, labels, predicted, is_right, "
        "at) VALUES(?, ?, ?, ?, ?, ?, ?, ?, ?)",
        correction.model, correction.document, correction.key, correction.digest,
        correction.content, text_of_labels(correction.labels), text_of_labels(correction.predicted),
        int{correction.is_right}, correction.at)
      .run();
  return database.last_row();
}

std::int64_t delete_document(Database& database, ModelId model, std::string_view document) {
  std::int64_t deleted = 0;
  for (const char* table : {"DELETE FROM feedback WHERE model=? AND document=?",
                            "DELETE FROM pool WHERE model=? AND document=?"}) {
    Query(database, table, model, document).run();
    deleted += database.changes();
  }
  Query(database, "DELETE FROM changed WHERE model=? AND document=?", model, document).run();
  return deleted;
}

std::vector<Correction> newest_corrections(Database& database, ModelId model, std::int64_t before,
                                           std::size_t limit) {
  static const std::string sql =
      std::string(columns) +
      "WHERE model=? AND is_current AND sequence<? ORDER BY sequence DESC LIMIT ?";
  Query query(database, sql, model, before, limit);
  return corrections_of(query, model);
}

std::int64_t count_corrections(Database& database, ModelId model) {
  Query query(database, "SELECT count(*) FROM feedback WHERE model=? AND is_current", model);
  return single_number(query);
}

std::int64_t count_to_learn(Database& database, ModelId model, std::int64_t since,
                            std::int64_t through) {
  Query query(database,
              "SELECT count(*) FROM feedback WHERE model=? AND sequence>? AND sequence<=? "
              "AND is_current AND labels<>'[]'",
              model, since, through);
  return single_number(query);
}

std::vector<Correction> to_learn(Database& database, ModelId model, std::int64_t since,
                                 std::int64_t through, std::size_t limit) {
  static const std::string sql =
      std::string(columns) +
      "WHERE model=? AND sequence>? AND sequence<=? AND is_current AND labels<>'[]' "
      "ORDER BY sequence LIMIT ?";
  Query query(database, sql, model, since, through, limit);
  return corrections_of(query, model);
}

std::vector<GivenLabels> all_labels(Database& database, ModelId model) {
  Query query(database, "SELECT labels, predicted FROM feedback WHERE model=? AND is_current",
              model);
  std::vector<GivenLabels> all;
  while (query.next())
    all.push_back({labels_of_text(query.text(0)), labels_of_text(query.text(1))});
  return all;
}

std::int64_t newest_sequence(Database& database, ModelId model) {
  Query query(database,
              "SELECT coalesce(max(sequence), 0) FROM feedback WHERE model=? AND is_current",
              model);
  return single_number(query);
}

}  // namespace clade::detail::serve
