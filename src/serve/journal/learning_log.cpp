// Updates, from their beginning to their end.
#include <utility>

#include "serve/journal/generation_log.h"

namespace clade::detail::serve {

namespace {

LearningRow row_of(const Query& query) {
  return {query.whole(0), query.text(1),  query.whole(2), query.whole(3), query.whole(4),
          query.whole(5), query.whole(6), query.text(7),  query.whole(8)};
}

}  // namespace

std::int64_t add_learning(Database& database, ModelId model, const LearningRow& row) {
  // One that ended where not even its failure could be written down.
  Query(database,
        "UPDATE learning SET state='failed', reason='the journal could not be written to' "
        "WHERE model=? AND state='running'",
        model)
      .run();
  Query(database,
        "INSERT INTO learning(model, state, base, generation, since, through, examples, at) "
        "VALUES(?, ?, ?, ?, ?, ?, ?, ?)",
        model, row.state, row.base, row.generation, row.since, row.through, row.examples,
        time_stamp())
      .run();
  return database.last_row();
}

void set_learning(Database& database, const LearningRow& row) {
  Query(database,
        "UPDATE learning SET state=?, generation=?, examples=?, reason=?, attempts=? "
        "WHERE number=?",
        row.state, row.generation, row.examples, row.reason, row.attempts, row.number)
      .run();
}

std::optional<LearningRow> find_learning(Database& database, ModelId model, std::int64_t number) {
  Query query(database,
              "SELECT number, state, base, generation, since, through, examples, reason, attempts "
              "FROM learning WHERE model=? AND number=?",
              model, number);
  if (!query.next()) return std::nullopt;
  return row_of(query);
}

std::optional<LearningRow> running_learning(Database& database, ModelId model) {
  Query query(database,
              "SELECT number, state, base, generation, since, through, examples, reason, attempts "
              "FROM learning WHERE model=? AND state='running' ORDER BY number LIMIT 1",
              model);
  if (!query.next()) return std::nullopt;
  return row_of(query);
}

}  // namespace clade::detail::serve
