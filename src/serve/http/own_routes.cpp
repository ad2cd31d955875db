#include "serve/http/own_routes.h"

#include <nlohmann/json.hpp>

#include "report/built_pages.h"
#include "report/page.h"

namespace clade::detail::serve {

namespace {

constexpr std::string_view no_page =
    "<!DOCTYPE html><html lang=\"en\"><meta charset=\"utf-8\"><title>clade</title><p>This clade "
    "was "
    "built without its pages. The service itself works: see <a "
    "href=\"/openapi.json\">openapi.json</a>.</p></html>\n";

std::string_view pattern_of(OwnRoute route) {
  switch (route) {
    case OwnRoute::page:
      return "/";
    case OwnRoute::openapi:
      return "/openapi.json";
    case OwnRoute::health:
      return "/healthz";
    case OwnRoute::readiness:
      return "/readyz";
    case OwnRoute::metrics:
      return "/metrics";
  }
  return {};
}

// What the page's own policy says, which names its script and its style by their hashes.
std::string policy_in(std::string_view page) {
  constexpr std::string_view before = "http-equiv=\"Content-Security-Policy\" content=\"";
  const std::size_t found = page.find(before);
  if (found == std::string_view::npos) return "default-src 'none'";
  page.remove_prefix(found + before.size());
  return std::string(page.substr(0, page.find('"')));
}

}  // namespace

std::optional<OwnRoute> own_route(std::span<const std::string> path) {
  if (path.size() != 1) return std::nullopt;
  for (const OwnRoute route : {OwnRoute::page, OwnRoute::openapi, OwnRoute::health,
                               OwnRoute::readiness, OwnRoute::metrics}) {
    if (pattern_of(route).substr(1) == path.front()) return route;
  }
  return std::nullopt;
}

Admission admit_own(OwnRoute route, std::string_view method) {
  Admission admission;
  admission.route = pattern_of(route);
  if (route == OwnRoute::metrics) admission.role = Role::admin;
  if (method == "GET") return admission;
  admission.status = 405;
  admission.allow = "GET";
  return admission;
}

ServedPage served_page() {
  ServedPage page;
  if (report::built_page("service").empty()) {
    page.text = no_page;
  } else {
    page.text = report::make_page("service", nlohmann::ordered_json::object());
  }
  page.policy = policy_in(page.text);
  if (page.policy.find("connect-src") == std::string::npos) page.policy += "; connect-src 'self'";
  page.policy += "; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";
  return page;
}

}  // namespace clade::detail::serve
