// What the HTTP front answers itself: the page, its description, and how the process is.
#pragma once

#include <optional>
#include <span>
#include <string>
#include <string_view>

#include "serve/service.h"

namespace clade::detail::serve {

enum class OwnRoute { page, openapi, health, readiness, metrics };

// Nothing for a path of the service.
std::optional<OwnRoute> own_route(std::span<const std::string> path);
// Role::nobody with GET; 405 for other methods.
Admission admit_own(OwnRoute route, std::string_view method);

// The page as it is served, and the policy that goes with it: it may ask this service alone.
struct ServedPage {
  std::string text, policy;
};
ServedPage served_page();
// src/serve/openapi.json.
std::string_view openapi_text();

}  // namespace clade::detail::serve
