// Documents that wait for a label.
#include <fmt/format.h>

#include "serve/journal/feedback_log.h"
#include "serve/refusal.h"

namespace clade::detail::serve {

namespace {

constexpr std::int64_t most_documents = 100'000;

}  // namespace

std::int64_t pool_size(Database& database, ModelId model) {
  Query query(database, "SELECT count(*) FROM pool WHERE model=?", model);
  query.next();
  return query.whole(0);
}

void add_to_pool(Database& database, ModelId model, const std::vector<PooledDocument>& documents) {
  std::int64_t more = 0;
  for (const PooledDocument& one : documents) {
    Query known(database, "SELECT 1 FROM pool WHERE model=? AND document=?", model, one.document);
    more += known.next() ? 0 : 1;
  }
  if (const std::int64_t size = pool_size(database, model); size + more > most_documents) {
    throw Refusal(Fault::conflict, fmt::format("the pool has {} documents and takes {} at most",
                                               size, most_documents));
  }
  for (const PooledDocument& one : documents) {
    // With a new number, so that who has read the earlier content notices.
    Query(database, "INSERT OR REPLACE INTO pool(model, document, content) VALUES(?, ?, ?)", model,
          one.document, one.content)
        .run();
  }
}

std::int64_t empty_pool(Database& database, ModelId model) {
  Query(database, "DELETE FROM pool WHERE model=?", model).run();
  return database.changes();
}

std::vector<std::int64_t> pool_numbers(Database& database, ModelId model) {
  Query query(database, "SELECT id FROM pool WHERE model=? ORDER BY id", model);
  std::vector<std::int64_t> numbers;
  while (query.next()) numbers.push_back(query.whole(0));
  return numbers;
}

std::vector<PoolEntry> pool_entries(Database& database, std::span<const std::int64_t> numbers) {
  std::vector<PoolEntry> entries;
  for (const std::int64_t number : numbers) {
    Query query(database, "SELECT document, content FROM pool WHERE id=?", number);
    if (query.next()) entries.push_back({number, {query.text(0), query.text(1)}});
  }
  return entries;
}

}  // namespace clade::detail::serve
