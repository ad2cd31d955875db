// The paths of the service that models answer, and who may ask them.
#pragma once

#include <span>
#include <string>
#include <string_view>

#include "serve/service.h"

namespace clade::detail::serve {

enum class Action {
  models,
  model,
  taxonomy,
  history,
  predict,
  explain,
  give_feedback,
  list_feedback,
  delete_document,
  update,
  show_update,
  rollback,
  add_to_pool,
  show_pool,
  empty_pool,
};

// Whether the journal is written to.
bool changes_something(Action action);

struct Route {
  std::string_view method;
  std::string_view pattern;  // "/v1/models/{m}/predict"
  Action action;
  Role role;
  bool takes_lines = false;
};

// Null where the path does not exist or does not take the method.
const Route* find_route(std::string_view method, std::span<const std::string> path);

Admission admission(std::string_view method, std::span<const std::string> path);

}  // namespace clade::detail::serve
