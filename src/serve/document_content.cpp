// The content of a document as it is kept and named.
#include <fmt/format.h>
#include <xxhash.h>

#include <cmath>

#include "data/utf8.h"
#include "serve/json_in.h"
#include "serve/json_out.h"

namespace clade::detail::serve {

namespace {

void append_value(std::string& to, double value) {
  if (std::isnan(value)) {
    to += "null";
  } else {
    append_json_number(to, value);
  }
}

}  // namespace

std::string content_json(const Document& document) {
  std::string json;
  switch (document.kind) {
    case DocumentContent::Kind::text:
      json = R"({"text":)";
      append_json_string(json, document.text);
      return json + '}';
    case DocumentContent::Kind::features:
      json = R"({"features":{)";
      for (const auto& [name, value] : document.features) {
        if (json.back() != '{') json += ',';
        append_json_string(json, name);
        json += ':';
        append_value(json, value);
      }
      return json + "}}";
    case DocumentContent::Kind::vector:
      json = R"({"vector":[)";
      for (const double value : document.vector) {
        if (json.back() != '[') json += ',';
        append_value(json, value);
      }
      return json + "]}";
  }
  return json;
}

std::string content_name(std::string_view content) {
  return fmt::format("h{:016x}", XXH3_64bits(content.data(), content.size()));
}

std::string kept_id(std::optional<std::string_view> id, const std::string& content) {
  if (!id) return content_name(content);
  if (id->empty() || *id == "." || *id == ".." || has_control_character(*id)) {
    refuse_type("id", "a text other than . and .., neither empty nor with control characters");
  }
  return std::string(*id);
}

}  // namespace clade::detail::serve
