#include "base/set_options.h"

#include <algorithm>
#include <string>

#include "base/fail.h"
#include "base/former_names.h"
#include "base/text.h"

namespace clade {

using namespace detail;

OptionValue::OptionValue(double value) : text_(format_number(value)) {}

void detail::set_options(const std::vector<Parameter>& parameters, const Options& options,
                         std::string_view owner) {
  for (const Option& option : options) {
    const auto found = std::find_if(
        parameters.begin(), parameters.end(),
        [name = current_name(option.name)](const Parameter& p) { return p.name == name; });
    if (found != parameters.end()) {
      found->set(option.value.text());
      continue;
    }
    std::vector<std::string> known;
    for (const Parameter& p : parameters) known.push_back(p.name);
    fail_parameter(option.name, "{} no such option{}", owner, did_you_mean(option.name, known));
  }
}

void detail::check_effect(const Parameter& parameter) {
  const std::string why = parameter.idle ? parameter.idle() : "";
  if (!why.empty()) fail_parameter(parameter.name, "has no effect {}", why);
}

void detail::check_effects(const std::vector<Parameter>& parameters, const Options& options) {
  for (const Parameter& parameter : parameters) {
    const bool is_given = std::any_of(options.begin(), options.end(), [&](const Option& option) {
      return option.name == parameter.name;
    });
    if (is_given) check_effect(parameter);
  }
}

}  // namespace clade
