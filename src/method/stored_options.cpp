#include "method/stored_options.h"

#include <algorithm>

#include "base/fail.h"
#include "base/text.h"
#include "model/model_parts.h"

namespace clade::detail {

namespace {

void set_stored(const std::vector<Parameter>& parameters, const std::string& name,
                const std::string& value) {
  const auto found = std::find_if(parameters.begin(), parameters.end(),
                                  [&name](const Parameter& p) { return p.name == name; });
  if (found == parameters.end()) {
    fail(ErrorKind::model, "the model has an option {} that its method does not know",
         quoted(name));
  }
  try {
    found->set(value);
  } catch (const Error& error) {
    fail(ErrorKind::model, "the options of the model: {}", error.what());
  }
}

}  // namespace

bool names_a_file(std::string_view value) {
  return value.starts_with("costs:") || value.starts_with("matrix:") ||
         value.starts_with("file:") || value.starts_with("text:");
}

void set_stored_parameters(const std::vector<Parameter>& parameters, const Model& from) {
  for (const auto& [name, value] : from.options()) {
    if (!names_a_file(value)) set_stored(parameters, name, value);
  }
}

std::vector<Parameter> selected(std::vector<Parameter> parameters,
                                std::initializer_list<std::string_view> names) {
  std::erase_if(parameters, [names](const Parameter& p) {
    return std::find(names.begin(), names.end(), p.name) == names.end();
  });
  return parameters;
}

std::vector<Parameter> without(std::vector<Parameter> parameters,
                               std::initializer_list<std::string_view> names) {
  std::erase_if(parameters, [names](const Parameter& p) {
    return std::find(names.begin(), names.end(), p.name) != names.end();
  });
  return parameters;
}

std::string stored_option(const Model& from, std::string_view name, std::string_view otherwise) {
  for (const auto& [stored, value] : from.options()) {
    if (stored == name) return value;
  }
  return std::string(otherwise);
}

void check_stored_loss(const std::string& loss, const std::string& stored) {
  if (!names_a_file(stored)) {
    if (loss == stored) return;
    fail_parameter("loss", "the model was trained with {}, which stays; leave it out",
                   quoted(stored));
  }
  const std::string kind = stored.substr(0, stored.find(':') + 1);
  if (loss.starts_with(kind)) return;
  fail_parameter("loss",
                 "the model was trained with {}, and what is in that file is not in the model: "
                 "expected {}FILE, got {}",
                 quoted(stored), kind, loss == "auto" ? "nothing" : quoted(loss));
}

void refuse_kernel_models(const Model& from) {
  if (ModelParts(from).support() == nullptr) return;
  fail(ErrorKind::usage,
       "the model has a kernel, and learning goes on from linear models only: train with "
       "`kernel=linear`, or on old and new examples together");
}

}  // namespace clade::detail
