#include "report/page.h"

#include <nlohmann/json.hpp>

#include "base/fail.h"
#include "base/file.h"
#include "report/built_pages.h"

namespace clade::detail::report {

namespace {

constexpr std::string_view place_of_data = "@DATA@";

}  // namespace

std::string script_json(const nlohmann::ordered_json& value) {
  const std::string plain =
      value.dump(-1, ' ', false, nlohmann::ordered_json::error_handler_t::replace);
  std::string safe;
  safe.reserve(plain.size());
  for (std::size_t i = 0; i < plain.size(); ++i) {
    // All of these occur inside strings only, where an escape means the same.
    const std::string_view rest = std::string_view(plain).substr(i);
    if (rest.starts_with("\u2028") || rest.starts_with("\u2029")) {
      safe += rest.starts_with("\u2028") ? "\\u2028" : "\\u2029";
      i += 2;
    } else if (rest.front() == '<') {
      safe += "\\u003c";
    } else if (rest.front() == '>') {
      safe += "\\u003e";
    } else if (rest.front() == '&') {
      safe += "\\u0026";
    } else {
      safe += rest.front();
    }
  }
  return safe;
}

void require_page(std::string_view name) {
  if (!built_page(name).empty()) return;
  fail(ErrorKind::environment,
       "this clade was built without its pages: build it again where Node.js 18 or newer and npm "
       "are installed (Debian: nodejs, npm)");
}

std::string make_page(std::string_view name, const nlohmann::ordered_json& data) {
  require_page(name);
  const std::string_view page = built_page(name);
  const std::size_t at = page.find(place_of_data);
  std::string text(page.substr(0, at));
  text += script_json(data);
  text += page.substr(at + place_of_data.size());
  return text;
}

void write_page(const std::filesystem::path& file, std::string_view name,
                const nlohmann::ordered_json& data) {
  AtomicFile page(file);
  page.write(make_page(name, data));
  page.commit();
}

}  // namespace clade::detail::report
