#include "serve/feedback.h"

#include <fmt/format.h>
#include <xxhash.h>

#include <algorithm>
#include <limits>
#include <memory>
#include <utility>

#include "base/text.h"
#include "pipeline/unknown_labels.h"
#include "serve/json_in.h"
#include "serve/json_out.h"
#include "serve/refusal.h"
#include "serve/stored_content.h"

namespace clade::detail::serve {

namespace {

constexpr std::size_t longest_key = 200;

std::size_t count_letters(std::string_view text) {
  return static_cast<std::size_t>(
      std::count_if(text.begin(), text.end(), [](char c) { return (c & 0xC0) != 0x80; }));
}

// Names of nodes that the model can be trained with, each once.
std::vector<std::string> checked_labels(std::vector<std::string> labels, const LabelSpace& known) {
  const KnownLabels classes = known_classes(known);
  std::vector<std::string> once;
  for (std::string& label : labels) {
    if (!classes.has(label)) {
      throw Refusal(Fault::input,
                    fmt::format("label {} {}", quoted(label), classes.problem(label)));
    }
    if (std::find(once.begin(), once.end(), label) == once.end()) once.push_back(std::move(label));
  }
  return once;
}

// Of what a key stands for, whatever the order of the labels.
std::string digest_of(const Correction& one) {
  std::vector<std::string> labels = one.labels;
  std::sort(labels.begin(), labels.end());
  std::string all;
  append_json_string(all, one.document);
  all += one.content + json_strings(labels);
  const XXH128_hash_t hash = XXH3_128bits(all.data(), all.size());
  return fmt::format("{:016x}{:016x}", hash.high64, hash.low64);
}

Correction correction_in(const HostedModel& model, std::string_view body) {
  Fields fields(parse_object(body));
  const auto json = fields.find("document");
  auto labels = fields.strings("labels");
  const auto key = fields.string("key");
  fields.finish();
  if (!json || !labels) throw Refusal(Fault::usage, "expected the fields document and labels");
  if (key && count_letters(*key) > longest_key) refuse_type("key", "200 characters at most");
  Document document;
  parse_document(*json, document);
  Correction one;
  one.model = model.id;
  if (key) one.key = *key;
  one.content = content_json(document);
  one.document = kept_id(document.id, one.content);
  const auto generation = model.present();
  const LabelSpace& known = generation->model().label_space();
  one.labels = checked_labels(std::move(*labels), known);
  one.predicted = generation->labels(document.content());
  one.is_right = is_right(known, one.predicted, one.labels);
  one.at = time_stamp();
  one.digest = digest_of(one);
  return one;
}

void append_correction(std::string& to, const Correction& one, std::int64_t through) {
  to += fmt::format(R"({{"sequence":{},"document":)", one.sequence);
  to += with_id(one.document, one.content) + R"(,"labels":)";
  append_json_strings(to, one.labels);
  to += R"(,"predicted":)";
  append_json_strings(to, one.predicted);
  to += fmt::format(R"(,"right":{},"at":"{}","applied":{}}})", one.is_right, one.at,
                    one.sequence <= through);
}

}  // namespace

Journal::Done replying(Reply reply, std::function<std::string()> body) {
  return [reply = std::move(reply), body = std::move(body)](const std::exception_ptr& failure) {
    Response response;
    try {
      if (failure) std::rethrow_exception(failure);
      response.body = body();
    } catch (...) {
      response = refusal_response(current_refusal());
    }
    reply(std::move(response));
  };
}

std::int64_t query_number(const QueryFields& query, const std::string& name, std::int64_t usual,
                          std::int64_t most) {
  const auto found = query.find(name);
  if (found == query.end()) return usual;
  const auto number = parse_int(found->second);
  if (number && *number >= 1 && *number <= most) return *number;
  refuse_type(name, fmt::format("a whole number from 1 to {}", most));
}

void check_fields(const QueryFields& query, std::initializer_list<std::string_view> known) {
  for (const auto& [name, value] : query) {
    if (std::find(known.begin(), known.end(), name) != known.end()) continue;
    throw Refusal(Fault::usage, fmt::format("unknown field {}", quoted(name)));
  }
}

void give_feedback(Journal& journal, HostedModel& model, std::string_view body, Reply reply) {
  const auto one = std::make_shared<Correction>(correction_in(model, body));
  journal.write([one](Database& database) { one->sequence = add_correction(database, *one); },
                replying(std::move(reply), [one, &model] {
                  ++model.counts.feedback;
                  std::string answer = fmt::format(R"({{"sequence":{},"document":)", one->sequence);
                  append_json_string(answer, one->document);
                  return answer + '}';
                }));
}

void delete_document(Journal& journal, HostedModel& model, const std::string& id, Reply reply) {
  const auto deleted = std::make_shared<std::int64_t>(0);
  journal.erase(
      [deleted, id, model_id = model.id](Database& database) {
        *deleted = delete_document(database, model_id, id);
        if (*deleted > 0) return;
        throw Refusal(Fault::path, "there is no document " + quoted(id) + " in the journal");
      },
      replying(std::move(reply),
               [deleted] { return fmt::format(R"({{"deleted":{}}})", *deleted); }));
}

std::string list_feedback(Journal& journal, const HostedModel& model, const QueryFields& query) {
  check_fields(query, {"limit", "before"});
  constexpr std::int64_t usual = 50, most = 1000, end = std::numeric_limits<std::int64_t>::max();
  const auto limit = static_cast<std::size_t>(query_number(query, "limit", usual, most));
  const std::int64_t before = query_number(query, "before", end, end);
  return journal.read([&](Database& database) {
    const std::int64_t through = present_generation(database, model.id)->through;
    std::string answer = R"({"feedback":[)";
    for (const Correction& one : newest_corrections(database, model.id, before, limit)) {
      if (answer.back() == '}') answer += ',';
      append_correction(answer, one, through);
    }
    return answer + fmt::format(R"(],"total":{},"pending":{}}})",
                                count_corrections(database, model.id),
                                count_to_learn(database, model.id, through, end));
  });
}

}  // namespace clade::detail::serve
