#include "serve/stored_content.h"

#include "clade/error.h"
#include "serve/json_out.h"
#include "serve/refusal.h"

namespace clade::detail::serve {

Document parse_stored(const std::string& content) {
  Document document;
  parse_document(parse_object(content), document);
  return document;
}

std::optional<std::vector<std::string>> labels_of_stored(const Generation& generation,
                                                         const std::string& content) {
  try {
    return generation.labels(parse_stored(content).content());
  } catch (const Error&) {
    return std::nullopt;
  } catch (const Refusal&) {
    return std::nullopt;
  }
}

std::string with_id(const std::string& id, const std::string& content) {
  std::string json = R"({"id":)";
  append_json_string(json, id);
  json += ',';
  json.append(content, 1);
  return json;
}

}  // namespace clade::detail::serve
