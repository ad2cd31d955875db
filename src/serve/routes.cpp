#include "serve/routes.h"

#include <algorithm>
#include <array>
#include <vector>

#include "base/text.h"

namespace clade::detail::serve {

namespace {

constexpr std::array routes{
    Route{"GET", "/v1/models", Action::models, Role::read},
    Route{"GET", "/v1/models/{m}", Action::model, Role::read},
    Route{"GET", "/v1/models/{m}/taxonomy", Action::taxonomy, Role::read},
    Route{"GET", "/v1/models/{m}/history", Action::history, Role::read},
    Route{"POST", "/v1/models/{m}/predict", Action::predict, Role::read, true},
    Route{"POST", "/v1/models/{m}/explain", Action::explain, Role::read},
    Route{"POST", "/v1/models/{m}/feedback", Action::give_feedback, Role::feedback},
    Route{"GET", "/v1/models/{m}/feedback", Action::list_feedback, Role::feedback},
    Route{"DELETE", "/v1/models/{m}/documents/{id}", Action::delete_document, Role::feedback},
    Route{"POST", "/v1/models/{m}/update", Action::update, Role::admin},
    Route{"GET", "/v1/models/{m}/updates/{update}", Action::show_update, Role::admin},
    Route{"POST", "/v1/models/{m}/rollback", Action::rollback, Role::admin},
    Route{"POST", "/v1/models/{m}/pool", Action::add_to_pool, Role::feedback},
    Route{"GET", "/v1/models/{m}/pool", Action::show_pool, Role::feedback},
    Route{"DELETE", "/v1/models/{m}/pool", Action::empty_pool, Role::feedback},
};

// A segment in braces stands for any that is not empty.
bool fits(std::string_view pattern, std::span<const std::string> path) {
  pattern.remove_prefix(1);
  for (std::size_t i = 0; i < path.size(); ++i) {
    if (pattern.empty()) return false;
    const std::size_t end = std::min(pattern.find('/'), pattern.size());
    const std::string_view segment = pattern.substr(0, end);
    pattern.remove_prefix(std::min(end + 1, pattern.size()));
    if (segment.starts_with('{') ? path[i].empty() : path[i] != segment) return false;
  }
  return pattern.empty();
}

}  // namespace

bool changes_something(Action action) {
  switch (action) {
    case Action::give_feedback:
    case Action::delete_document:
    case Action::update:
    case Action::rollback:
    case Action::add_to_pool:
    case Action::empty_pool:
      return true;
    default:
      return false;
  }
}

const Route* find_route(std::string_view method, std::span<const std::string> path) {
  for (const Route& route : routes) {
    if (route.method == method && fits(route.pattern, path)) return &route;
  }
  return nullptr;
}

Admission admission(std::string_view method, std::span<const std::string> path) {
  Admission admission;
  std::vector<std::string> methods;
  for (const Route& route : routes) {
    if (!fits(route.pattern, path)) continue;
    methods.emplace_back(route.method);
    admission.route = route.pattern;
    if (route.method != method) continue;
    admission.role = route.role;
    admission.takes_lines = route.takes_lines;
    return admission;
  }
  admission.status = methods.empty() ? 404 : 405;
  admission.allow = join(methods, ", ");
  return admission;
}

}  // namespace clade::detail::serve
