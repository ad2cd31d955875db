// Bodies of requests: JSON objects whose fields are all known.
#pragma once

#include <simdjson.h>

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "pipeline/document_reader.h"

namespace clade::detail::serve {

using JsonObject = simdjson::dom::object;
using JsonValue = simdjson::dom::element;

// The body as an object, valid until this thread parses the next. Refusal (usage) for anything
// else.
JsonObject parse_object(std::string_view body);

// The fields of one object. Refusal (usage) for a wrong type, a second field of a name and, in
// finish(), for a field that nobody asked for.
class Fields {
 public:
  explicit Fields(JsonObject object);

  std::optional<JsonValue> find(std::string_view name);
  std::optional<std::string_view> string(std::string_view name);
  std::optional<std::int64_t> whole_number(std::string_view name);
  std::optional<double> number(std::string_view name);
  std::optional<bool> boolean(std::string_view name);
  std::optional<std::vector<std::string>> strings(std::string_view name);
  void finish() const;

 private:
  struct Field {
    std::string_view name;
    JsonValue value;
    bool is_taken = false;
  };
  std::vector<Field> fields_;
  // What find() was asked for, for the error of a name that is nearly one of them.
  static constexpr std::size_t most_known = 8;
  std::array<std::string_view, most_known> known_{};
  std::size_t known_count_ = 0;
};

// Refusal (usage) that names the nearest of those known.
[[noreturn]] void refuse_unknown_field(std::string_view name,
                                       std::span<const std::string_view> known);
[[noreturn]] void refuse_type(std::string_view name, std::string_view expected);

// A document of a request; texts and names are those of the parser.
struct Document {
  std::optional<std::string_view> id;
  DocumentContent::Kind kind = DocumentContent::Kind::text;
  std::string_view text;
  std::vector<std::pair<std::string_view, double>> features;
  std::vector<double> vector;

  DocumentContent content() const { return {kind, text, features, vector}; }
};

// Refusal (usage) for wrong types and unknown fields; (input) where the content is not one of the
// three kinds, or a feature occurs twice. The document then has its id if there is one.
void parse_document(JsonObject json, Document& document);
// Of a value that has to be an object.
void parse_document(JsonValue json, Document& document);

// The content as JSON, the same for the same content: {"text":"..."}.
std::string content_json(const Document& document);
// What a document without an id is called: h and 16 digits that follow from the content.
std::string content_name(std::string_view content);
// What a document is called that is kept: its id, which has to be one that a path can name. Refusal
// (usage).
std::string kept_id(std::optional<std::string_view> id, const std::string& content);

}  // namespace clade::detail::serve
