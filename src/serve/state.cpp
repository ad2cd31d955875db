#include "serve/state.h"

#include <fmt/format.h>

#include <string>
#include <utility>
#include <vector>

#include "base/fail.h"
#include "base/text.h"
#include "serve/json_in.h"
#include "serve/refusal.h"
#include "serve/show.h"

namespace clade::detail::serve {

namespace {

// {} or {"name":7}
std::optional<std::int64_t> only_number(std::string_view body, std::string_view name) {
  Fields fields(parse_object(body));
  const auto number = fields.whole_number(name);
  fields.finish();
  if (number && *number < 0) refuse_type(name, "a whole number of at least 0");
  return number;
}

}  // namespace

Service::State::State(ServiceOptions given)
    : options(std::move(given)),
      journal(options.journal.empty() ? nullptr : std::make_unique<Journal>(options.journal)),
      generations(journal.get(), options.notice) {
  for (const auto& file : options.models) {
    auto hosted = std::make_unique<HostedModel>(file);
    const std::string name = hosted->name;
    const auto [place, is_new] = models.try_emplace(name, std::move(hosted));
    if (!is_new) {
      fail(ErrorKind::usage, "{} and {}: two models have the name {}", place->second->file.string(),
           file.string(), quoted(name));
    }
  }
  for (const auto& [name, hosted] : models) generations.begin(*hosted);
  if (journal == nullptr) return;
  learner = std::make_unique<Learner>(*journal, generations,
                                      Learner::Settings{options.calibration, options.notice});
  for (const auto& [name, hosted] : models) learner->resume(*hosted);
}

HostedModel& Service::State::model(const std::string& name) {
  const auto found = models.find(name);
  if (found != models.end()) return *found->second;
  std::vector<std::string> names;
  for (const auto& [known, hosted] : models) names.push_back(known);
  throw Refusal(Fault::path,
                fmt::format("there is no model {}{}", quoted(name), did_you_mean(name, names)));
}

Journal& Service::State::needed_journal() {
  if (journal != nullptr) return *journal;
  throw Refusal(Fault::conflict, "the service runs without a journal: it keeps no feedback");
}

PredictCall Service::State::call_for(HostedModel& hosted) {
  return {hosted.name, hosted.present(), &workers, options.max_batch};
}

std::string Service::State::list_models() {
  std::string json = R"({"models":[)";
  for (const auto& [name, hosted] : models) {
    if (json.back() == '}') json += ',';
    json += show_model(journal.get(), *hosted);
  }
  return json + "]}";
}

std::string Service::State::predict_body(const Request& request) {
  HostedModel& hosted = model(request.path[2]);
  std::size_t documents = 0;
  std::string body = predict(call_for(hosted), request.body, documents);
  hosted.counts.documents += documents;
  return body;
}

std::string Service::State::show_update(const HostedModel& hosted, const std::string& number) {
  const auto wanted = parse_int(number);
  const std::int64_t running = hosted.update;  // before the journal is asked
  auto row = needed_journal().read([&](Database& database) {
    return wanted ? find_learning(database, hosted.id, *wanted) : std::nullopt;
  });
  if (row && row->number == running) {
    // The journal knows the end before requests are answered by the new generation.
    row->state = "running";
    row->generation = row->base;
    row->reason.clear();
  }
  const auto failed = hosted.failed_learning();
  if (row && failed && failed->number == row->number && row->state == "running") {
    return learning_json(*failed);
  }
  if (row) return learning_json(*row);
  throw Refusal(Fault::path, "there is no update " + quoted(number));
}

// What is known at once.
std::string Service::State::body_of(const Route& route, const Request& request) {
  if (route.action == Action::predict) {
    check_fields(request.query, {});
    return predict_body(request);
  }
  if (route.action == Action::list_feedback) {
    HostedModel& hosted = model(request.path[2]);
    return list_feedback(needed_journal(), hosted, request.query);
  }
  if (route.action == Action::show_pool) {
    HostedModel& hosted = model(request.path[2]);
    return show_pool(needed_journal(), hosted, request.query, workers);
  }
  check_fields(request.query, {});
  if (route.action == Action::models) return list_models();
  HostedModel& hosted = model(request.path[2]);
  if (route.action == Action::explain) {
    ++hosted.counts.explanations;
    return explain(call_for(hosted), request.body);
  }
  if (route.action == Action::taxonomy) return show_taxonomy(journal.get(), hosted);
  if (route.action == Action::history) return show_history(journal.get(), hosted);
  if (route.action == Action::show_update) return show_update(hosted, request.path[4]);
  return show_model(journal.get(), hosted);
}

void Service::State::answer(const Route& route, const Request& request, const Reply& reply) {
  if (!changes_something(route.action)) {
    Response response;
    response.body = body_of(route, request);
    reply(std::move(response));
    return;
  }
  HostedModel& hosted = model(request.path[2]);
  Journal& to = needed_journal();
  check_fields(request.query, {});
  switch (route.action) {
    case Action::give_feedback:
      return give_feedback(to, hosted, request.body, reply);
    case Action::delete_document:
      return delete_document(to, hosted, request.path[4], reply);
    case Action::add_to_pool:
      return add_to_pool(to, hosted, request.body, options.max_batch, reply);
    case Action::empty_pool:
      return empty_pool(to, hosted, reply);
    case Action::update:
      return learner->start(hosted, only_number(request.body, "since"), reply);
    default:
      return roll_back(hosted, request.body, reply);
  }
}

void Service::State::roll_back(HostedModel& hosted, std::string_view body, Reply reply) {
  const auto generation = only_number(body, "generation");
  // No update may begin before it is done, nor this while one runs.
  if (hosted.updating.exchange(true)) throw Refusal(Fault::conflict, "an update is running");
  chores.add([this, &hosted, generation, reply = std::move(reply)] {
    Response response;
    try {
      const GenerationRow row = generations.roll_back(hosted, generation);
      response.body = fmt::format(R"({{"generation":{},"same_as":{}}})", row.number, row.content);
    } catch (...) {
      response = refusal_response(current_refusal());
    }
    hosted.updating = false;
    reply(std::move(response));
  });
}

}  // namespace clade::detail::serve
