#include "serve/journal/generation_log.h"

#include <algorithm>
#include <array>
#include <ctime>
#include <set>
#include <utility>

namespace clade::detail::serve {

namespace {

constexpr const char* columns =
    "SELECT number, at, how, content, source, through, examples, documents, right_before, "
    "right_after FROM generation ";

GenerationRow row_of(const Query& query) {
  GenerationRow row{query.whole(0), query.text(1),  query.text(2),  query.whole(3),
                    query.text(4),  query.whole(5), query.whole(6), std::nullopt};
  if (!query.is_null(7)) row.recent = Recent{query.whole(7), query.whole(8), query.whole(9), {}};
  return row;
}

void read_changed(Database& database, ModelId model, GenerationRow& row) {
  Query query(database,
              "SELECT document, labels, before, after FROM changed WHERE model=? AND generation=? "
              "ORDER BY id",
              model, row.number);
  while (query.next()) {
    row.recent->changed.push_back({query.text(0), labels_of_text(query.text(1)),
                                   labels_of_text(query.text(2)), labels_of_text(query.text(3))});
  }
}

}  // namespace

std::string time_stamp() {
  const std::time_t now = std::time(nullptr);
  std::tm parts{};
  ::gmtime_r(&now, &parts);
  std::array<char, 32> text{};
  return {text.data(), std::strftime(text.data(), text.size(), "%Y-%m-%dT%H:%M:%SZ", &parts)};
}

ModelId model_id(Database& database, std::string_view name) {
  Query(database, "INSERT INTO model(name) VALUES(?) ON CONFLICT DO NOTHING", name).run();
  Query query(database, "SELECT id FROM model WHERE name=?", name);
  query.next();
  return query.whole(0);
}

std::vector<std::pair<ModelId, std::string>> model_names(Database& database) {
  Query query(database, "SELECT id, name FROM model ORDER BY name");
  std::vector<std::pair<ModelId, std::string>> names;
  while (query.next()) names.emplace_back(query.whole(0), query.text(1));
  return names;
}

std::optional<GenerationRow> find_generation(Database& database, ModelId model,
                                             std::int64_t number) {
  static const std::string sql = std::string(columns) + "WHERE model=? AND number=?";
  Query query(database, sql, model, number);
  if (!query.next()) return std::nullopt;
  return row_of(query);
}

std::optional<GenerationRow> present_generation(Database& database, ModelId model) {
  Query query(database, "SELECT generation FROM model WHERE id=?", model);
  if (!query.next()) return std::nullopt;
  return find_generation(database, model, query.whole(0));
}

std::vector<GenerationRow> generations(Database& database, ModelId model, bool with_changed) {
  static const std::string sql = std::string(columns) + "WHERE model=? ORDER BY number DESC";
  std::vector<GenerationRow> rows;
  Query query(database, sql, model);
  while (query.next()) rows.push_back(row_of(query));
  for (GenerationRow& row : rows) {
    if (with_changed && row.recent) read_changed(database, model, row);
  }
  return rows;
}

std::int64_t add_generation(Database& database, ModelId model, GenerationRow row) {
  {
    Query last(database, "SELECT coalesce(max(number), 0) FROM generation WHERE model=?", model);
    last.next();
    row.number = last.whole(0) + 1;
  }
  if (row.content == 0) row.content = row.number;
  const auto recent = [&](std::int64_t Recent::*number) -> std::optional<std::int64_t> {
    if (!row.recent) return std::nullopt;
    return (*row.recent).*number;
  };
  Query(database, "INSERT INTO generation VALUES(?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)", model,
        row.number, row.at, row.how, row.content, row.source, row.through, row.examples,
        recent(&Recent::documents), recent(&Recent::right_before), recent(&Recent::right_after))
      .run();
  Query(database, "UPDATE model SET generation=? WHERE id=?", row.number, model).run();
  if (!row.recent) return row.number;
  for (const RecentChange& change : row.recent->changed) {
    Query(database,
          // A document that was deleted meanwhile leaves no trace.
          "INSERT INTO changed(model, generation, document, labels, before, after) "
          "SELECT ?, ?, ?, ?, ?, ? WHERE EXISTS(SELECT 1 FROM feedback WHERE model=? AND "
          "document=?)",
          model, row.number, change.document, text_of_labels(change.labels),
          text_of_labels(change.before), text_of_labels(change.after), model, change.document)
        .run();
  }
  return row.number;
}

std::vector<std::int64_t> kept_contents(Database& database, ModelId model) {
  Query query(database, "SELECT content FROM generation WHERE model=? ORDER BY number DESC LIMIT ?",
              model, kept_generations);
  std::set<std::int64_t> contents;
  while (query.next()) contents.insert(query.whole(0));
  return {contents.begin(), contents.end()};
}

}  // namespace clade::detail::serve
