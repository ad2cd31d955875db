// Documents that wait for a label, those first that the model is least sure of.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <memory>
#include <optional>
#include <utility>

#include "clade/error.h"
#include "serve/feedback.h"
#include "serve/json_in.h"
#include "serve/json_out.h"
#include "serve/refusal.h"
#include "serve/stored_content.h"

namespace clade::detail::serve {

namespace {

std::vector<PooledDocument> documents_in(const Generation& generation, std::string_view body,
                                         std::size_t max_batch) {
  Fields fields(parse_object(body));
  const auto several = fields.find("documents");
  fields.finish();
  simdjson::dom::array list;
  if (!several || several->get(list) != simdjson::SUCCESS) {
    refuse_type("documents", "an array of documents");
  }
  if (list.size() > max_batch) {
    throw Refusal(Fault::size, fmt::format("{} documents are too many for a request, expected {} "
                                           "at most",
                                           list.size(), max_batch));
  }
  std::vector<PooledDocument> documents;
  for (const JsonValue json : list) {
    Document document;
    parse_document(json, document);
    generation.reader().read(document.content());  // what cannot be read is refused now
    std::string content = content_json(document);
    std::string id = kept_id(document.id, content);
    documents.push_back({std::move(id), std::move(content)});
  }
  return documents;
}

double certainty_of(const Generation& generation, const std::string& content) {
  try {
    const double certainty = generation.certainty(parse_stored(content).content());
    return std::isfinite(certainty) ? certainty : 0;
  } catch (const Error&) {
    return 0;  // it was given to an earlier model of that name
  }
}

// All that is in the pool, with how sure the generation is of it. What is known already is not
// asked again.
std::vector<std::pair<double, std::int64_t>> certainties(Journal& journal, HostedModel& model,
                                                         const Generation& generation,
                                                         Workers& workers) {
  const std::lock_guard lock(model.pool.mutex);
  if (model.pool.generation != generation.number()) model.pool.of.clear();
  model.pool.generation = generation.number();
  const auto ids =
      journal.read([&](Database& database) { return pool_numbers(database, model.id); });
  std::unordered_map<std::int64_t, double> known;
  std::vector<std::int64_t> unknown;
  for (const std::int64_t id : ids) {
    const auto found = model.pool.of.find(id);
    if (found == model.pool.of.end()) {
      unknown.push_back(id);
    } else {
      known.insert(*found);
    }
  }
  constexpr std::size_t piece = 500;  // others want to read, too
  for (std::size_t begin = 0; begin < unknown.size(); begin += piece) {
    const auto part = std::span(unknown).subspan(begin, std::min(piece, unknown.size() - begin));
    const auto entries =
        journal.read([&](Database& database) { return pool_entries(database, part); });
    std::vector<double> values(entries.size());
    workers.for_each(entries.size(), [&](std::size_t i) {
      values[i] = certainty_of(generation, entries[i].document.content);
    });
    for (std::size_t i = 0; i < entries.size(); ++i) known[entries[i].id] = values[i];
  }
  model.pool.of = std::move(known);
  std::vector<std::pair<double, std::int64_t>> all;
  for (const auto& [id, certainty] : model.pool.of) all.emplace_back(certainty, id);
  return all;
}

void append_pooled(std::string& to, const Generation& generation, const PoolEntry& entry,
                   double certainty) {
  if (to.back() == '}') to += ',';
  to += with_id(entry.document.document, entry.document.content);
  to.pop_back();
  to += R"(,"labels":)";
  std::vector<Answer> answers;
  try {
    const Document document = parse_stored(entry.document.content);
    answers = generation.answers(generation.asked({}), document.content());
  } catch (const Error&) {
    answers.clear();
  }
  append_answers(to, answers);
  to += R"(,"certainty":)";
  append_json_number(to, certainty);
  to += '}';
}

}  // namespace

void add_to_pool(Journal& journal, HostedModel& model, std::string_view body, std::size_t max_batch,
                 Reply reply) {
  const auto documents = std::make_shared<const std::vector<PooledDocument>>(
      documents_in(*model.present(), body, max_batch));
  journal.write(
      [documents, id = model.id](Database& database) { add_to_pool(database, id, *documents); },
      replying(std::move(reply),
               [documents] { return fmt::format(R"({{"stored":{}}})", documents->size()); }));
}

void empty_pool(Journal& journal, HostedModel& model, Reply reply) {
  const auto deleted = std::make_shared<std::int64_t>(0);
  journal.erase(
      [deleted, id = model.id](Database& database) { *deleted = empty_pool(database, id); },
      replying(std::move(reply),
               [deleted] { return fmt::format(R"({{"deleted":{}}})", *deleted); }));
}

std::string show_pool(Journal& journal, HostedModel& model, const QueryFields& query,
                      Workers& workers) {
  check_fields(query, {"limit"});
  constexpr std::int64_t usual = 20, most = 1000;
  const auto limit = static_cast<std::size_t>(query_number(query, "limit", usual, most));
  const auto generation = model.present();
  auto all = certainties(journal, model, *generation, workers);
  const std::size_t shown = std::min(limit, all.size());
  std::partial_sort(all.begin(), all.begin() + static_cast<std::ptrdiff_t>(shown), all.end());
  std::vector<std::int64_t> ids;
  for (std::size_t i = 0; i < shown; ++i) ids.push_back(all[i].second);
  const auto entries =
      journal.read([&](Database& database) { return pool_entries(database, ids); });
  std::string answer = R"({"documents":[)";
  for (const PoolEntry& entry : entries) {
    const auto found = std::find(ids.begin(), ids.end(), entry.id);
    append_pooled(answer, *generation, entry,
                  all[static_cast<std::size_t>(found - ids.begin())].first);
  }
  return answer + fmt::format(R"(],"total":{}}})", all.size());
}

}  // namespace clade::detail::serve
