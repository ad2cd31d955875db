#include "serve/journal/journal_tools.h"

#include <fmt/format.h>

#include <optional>
#include <utility>

#include "base/fail.h"
#include "base/text.h"
#include "serve/journal/generation_log.h"
#include "serve/journal/journal.h"
#include "serve/journal/schema.h"
#include "serve/json_out.h"

namespace clade::detail::serve {

namespace {

template <class Use>
auto with_database(const std::filesystem::path& file, Database::Access access, const Use& use) {
  try {
    Database database(file, access);
    check_schema(database, file);
    return use(database);
  } catch (const DatabaseError& error) {
    fail(ErrorKind::environment, "{}: {}", file.string(), error.what());
  }
}

JournalSummary summary_of(Database& database, ModelId model, const std::string& name) {
  JournalSummary summary;
  summary.model = name;
  Query counts(database,
               "SELECT count(*) FILTER (WHERE is_current), "
               "count(*) FILTER (WHERE NOT is_current AND content<>''), "
               "count(*) FILTER (WHERE is_current AND is_right), coalesce(max(at), '') "
               "FROM feedback WHERE model=?",
               model);
  counts.next();
  summary.corrections = counts.whole(0);
  summary.replaced = counts.whole(1);
  summary.right = counts.whole(2);
  summary.last = counts.text(3);
  summary.pool = pool_size(database, model);
  Query updates(database, "SELECT count(*) FROM learning WHERE model=? AND state='done'", model);
  updates.next();
  summary.updates = updates.whole(0);
  const auto present = present_generation(database, model);
  if (!present) return summary;
  summary.generation = present->number;
  summary.pending =
      count_to_learn(database, model, present->through, newest_sequence(database, model));
  return summary;
}

// The model to export; 0 for all.
ModelId chosen_model(const std::vector<std::pair<ModelId, std::string>>& models,
                     const std::string& wanted) {
  if (wanted.empty()) return 0;
  std::vector<std::string> known;
  for (const auto& [id, name] : models) {
    if (name == wanted) return id;
    known.push_back(name);
  }
  fail_parameter("model", "the journal has no model {}{}", quoted(wanted),
                 did_you_mean(wanted, known));
}

std::string line_of(const Query& query) {
  std::string line = fmt::format(R"({{"sequence":{},"model":)", query.whole(0));
  append_json_string(line, query.text(1));
  line += R"(,"id":)";
  append_json_string(line, query.text(2));
  line += R"(,"labels":)" + query.text(3) + ',';
  line.append(query.text(4), 1);
  return line + '\n';
}

std::vector<std::string> lines_after(Database& database, ModelId model, bool replaced,
                                     std::int64_t& after) {
  constexpr int piece = 500;
  Query query(database,
              "SELECT sequence, name, document, labels, content FROM feedback JOIN model ON "
              "model.id=feedback.model WHERE sequence>? AND (model.id=? OR ?=0) AND "
              "(is_current OR ?) AND content<>'' ORDER BY sequence LIMIT ?",
              after, model, model, int{replaced}, piece);
  std::vector<std::string> lines;
  while (query.next()) {
    after = query.whole(0);
    lines.push_back(line_of(query));
  }
  return lines;
}

}  // namespace

std::vector<JournalSummary> summarise_journal(const std::filesystem::path& file) {
  return with_database(file, Database::Access::read, [](Database& database) {
    std::vector<JournalSummary> summaries;
    for (const auto& [id, name] : model_names(database)) {
      summaries.push_back(summary_of(database, id, name));
    }
    return summaries;
  });
}

// A piece at a time: who reads for long keeps the service from cleaning the file of what it
// deletes.
void export_journal(const std::filesystem::path& file, const ExportChoice& choice,
                    const std::function<void(std::string_view line)>& write) {
  with_database(file, Database::Access::read, [&](Database& database) {
    const ModelId model = chosen_model(model_names(database), choice.model);
    std::int64_t after = 0;
    while (true) {
      const auto lines = lines_after(database, model, choice.replaced, after);
      if (lines.empty()) return;
      for (const std::string& line : lines) write(line);
    }
  });
}

Compacted compact_journal(const std::filesystem::path& file) {
  // Before anything is made beside a file that is not there.
  with_database(file, Database::Access::read, [](Database&) {});
  const JournalLock lock(file);
  Compacted result;
  result.bytes_before = std::filesystem::file_size(file);
  with_database(file, Database::Access::write, [&](Database& database) {
    prepare_schema(database, file);
    database.run("BEGIN IMMEDIATE");
    Query(database, "DELETE FROM feedback WHERE NOT is_current AND key IS NULL").run();
    result.forgotten = database.changes();
    Query(database,
          "UPDATE feedback SET content='', labels='[]', predicted='[]' "
          "WHERE NOT is_current AND content<>''")
        .run();
    result.forgotten += database.changes();
    database.run("COMMIT");
    database.run("VACUUM");
    cut_log(database);
  });
  result.bytes_after = std::filesystem::file_size(file);
  return result;
}

}  // namespace clade::detail::serve
