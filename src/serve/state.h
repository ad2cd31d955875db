// The parts of a service.
#pragma once

#include <atomic>
#include <functional>
#include <map>
#include <memory>
#include <string>
#include <string_view>

#include "serve/chores.h"
#include "serve/feedback.h"
#include "serve/generations.h"
#include "serve/hosted_model.h"
#include "serve/journal/journal.h"
#include "serve/learner.h"
#include "serve/predict.h"
#include "serve/routes.h"
#include "serve/service.h"
#include "serve/workers.h"

namespace clade::detail::serve {

struct Service::State {
  explicit State(ServiceOptions given);

  // Refusal (path) for a name that is none; (conflict) where there is no journal.
  HostedModel& model(const std::string& name);
  Journal& needed_journal();
  PredictCall call_for(HostedModel& hosted);

  // Throws, or replies now or later.
  void answer(const Route& route, const Request& request, const Reply& reply);
  std::string body_of(const Route& route, const Request& request);
  std::string predict_body(const Request& request);
  std::string list_models();
  void roll_back(HostedModel& hosted, std::string_view body, Reply reply);
  std::string show_update(const HostedModel& hosted, const std::string& number);

  // Those that are declared later use those before.
  ServiceOptions options;
  Workers workers;
  std::unique_ptr<Journal> journal;  // null: there is none
  std::map<std::string, std::unique_ptr<HostedModel>, std::less<>> models;
  Generations generations;
  std::unique_ptr<Learner> learner;  // null: there is no journal
  std::atomic<bool> is_looking{false};
  Chores chores;
};

}  // namespace clade::detail::serve
