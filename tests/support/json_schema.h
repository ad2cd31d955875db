// Whether a value is what a JSON Schema says: the part of the language that web/report.schema.json
// uses.
#pragma once

#include <nlohmann/json.hpp>
#include <string>
#include <vector>

namespace clade::test {

class JsonSchema {
 public:
  using Json = nlohmann::ordered_json;

  explicit JsonSchema(Json schema) : schema_(std::move(schema)) {}

  // What is wrong, with where; empty where nothing is.
  std::vector<std::string> problems(const Json& value) const {
    std::vector<std::string> found;
    check(value, schema_, "$", found);
    return found;
  }
  // The same of a value that one of the definitions is of.
  std::vector<std::string> problems(const Json& value, const std::string& definition) const {
    std::vector<std::string> found;
    check(value, schema_["$defs"].at(definition), "$", found);
    return found;
  }

 private:
  using Problems = std::vector<std::string>;

  static bool is_of(const Json& value, const std::string& type) {
    if (type == "integer") return value.is_number_integer();
    if (type == "number") return value.is_number();
    if (type == "string") return value.is_string();
    if (type == "boolean") return value.is_boolean();
    if (type == "array") return value.is_array();
    if (type == "object") return value.is_object();
    return type == "null" && value.is_null();
  }

  static bool has_type(const Json& value, const Json& type) {
    if (type.is_string()) return is_of(value, type);
    for (const Json& one : type) {
      if (is_of(value, one)) return true;
    }
    return false;
  }

  void check(const Json& value, const Json& schema, const std::string& at, Problems& found) const {
    if (schema.contains("$ref")) {
      const std::string name = schema["$ref"];
      check(value, schema_["$defs"].at(name.substr(name.rfind('/') + 1)), at, found);
      return;
    }
    if (schema.contains("enum")) {
      for (const Json& one : schema["enum"]) {
        if (one == value) return;
      }
      found.push_back(at + ": " + value.dump() + " is none of " + schema["enum"].dump());
      return;
    }
    if (!has_type(value, schema["type"])) {
      found.push_back(at + ": expected " + schema["type"].dump() + ", got " + value.dump());
      return;
    }
    if (value.is_array()) check_items(value, schema, at, found);
    if (value.is_object()) check_keys(value, schema, at, found);
  }

  void check_items(const Json& value, const Json& schema, const std::string& at,
                   Problems& found) const {
    const Json places = schema.value("prefixItems", Json::array());
    if (!places.empty() && places.size() != value.size()) {
      found.push_back(at + ": expected " + std::to_string(places.size()) + " items");
      return;
    }
    for (std::size_t i = 0; i < value.size(); ++i) {
      check(value[i], places.empty() ? schema["items"] : places[i],
            at + "[" + std::to_string(i) + "]", found);
    }
  }

  void check_keys(const Json& value, const Json& schema, const std::string& at,
                  Problems& found) const {
    for (const Json& key : schema.value("required", Json::array())) {
      if (!value.contains(key)) found.push_back(at + ": lacks " + key.dump());
    }
    const Json& known = schema.value("properties", Json::object());
    const Json others = schema.value("additionalProperties", Json(true));
    for (const auto& [key, one] : value.items()) {
      const std::string place = at + "." + key;
      if (known.contains(key)) {
        check(one, known[key], place, found);
      } else if (others.is_object()) {
        check(one, others, place, found);
      } else if (others == false) {
        found.push_back(place + ": is not in the schema");
      }
    }
  }

  Json schema_;
};

}  // namespace clade::test
