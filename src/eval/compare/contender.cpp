#include "eval/compare/contender.h"

#include <fmt/core.h>

#include <algorithm>
#include <string_view>

#include "base/fail.h"
#include "base/set_options.h"
#include "base/text.h"
#include "data/enum_names.h"
#include "pipeline/choose_label_nodes.h"

namespace clade::detail {

namespace {

constexpr std::size_t most_settings = 10000;

const Parameter* find_parameter(const std::vector<Parameter>& parameters, const std::string& name) {
  const std::string plain = plain_name(name);
  for (const Parameter& p : parameters) {
    if (p.name == plain) return &p;
  }
  return nullptr;
}

std::vector<std::string> own_options(const ComparedMethod& method) {
  std::vector<std::string> names;
  for (const Options* options : {&method.options, &method.text}) {
    for (const Option& option : *options) names.push_back(option.name);
  }
  if (method.label_nodes) names.emplace_back("label_nodes");
  if (method.calibration_folds) names.insert(names.end(), {"calibrate", "calibrate_folds"});
  return names;
}

bool is_set(const ComparedMethod& method, const Parameter& parameter) {
  const std::vector<std::string> names = own_options(method);
  return std::find(names.begin(), names.end(), parameter.name) != names.end();
}

bool is_decided_after_reading(const Parameter& text_option) {
  const std::string& name = text_option.name;
  return name == "min_df" || name == "max_df" || name == "weighting" || name == "normalize" ||
         name == "ngram_weight" || name == "char_weight";
}

// Everything that may be chosen: of the method, of its texts, and what its models are.
std::vector<Parameter> tunable(Configured& configured) {
  std::vector<Parameter> parameters = configured.method->parameters();
  for (Parameter& p : parameters_of(configured.text)) parameters.push_back(std::move(p));
  parameters.push_back(params_detail::choice_or_auto("label_nodes", &configured.label_nodes, ""));
  for (Parameter& p : parameters_of(configured.calibration)) parameters.push_back(std::move(p));
  return parameters;
}

// Unchecked: some options are still to come.
Configured with_own_options(const ComparedMethod& method) {
  Configured configured{make_method(method.method), {}, {}, {}};
  set_options(configured.method->parameters(), method.options,
              fmt::format("method '{}' has", method.method));
  configured.label_nodes =
      method.label_nodes ? method.label_nodes : usual_label_nodes(configured.method->traits());
  set_options(parameters_of(configured.text), method.text, "the treatment of texts has");
  if (method.calibration_folds) {
    configured.calibration.calibrate_folds = static_cast<int>(*method.calibration_folds);
  }
  return configured;
}

// The same with a setting.
Configured with_setting(const ComparedMethod& method, const Setting& setting) {
  Configured configured = with_own_options(method);
  const std::vector<Parameter> parameters = tunable(configured);
  for (const auto& [name, value] : setting) find_parameter(parameters, name)->set(value);
  return configured;
}

// Why the option has no effect, whichever of the settings is taken; "" where it has one.
std::string idle_in_all(const ComparedMethod& method, const std::string& option,
                        const std::vector<Setting>& settings) {
  std::string why;
  for (const Setting& setting : settings) {
    Configured configured = with_setting(method, setting);
    const std::vector<Parameter> parameters = tunable(configured);
    const Parameter* parameter = find_parameter(parameters, option);
    why = parameter != nullptr && parameter->idle ? parameter->idle() : "";
    if (why.empty()) return why;
  }
  return why;
}

// Every combination of values, with options that have no effect.
std::vector<Setting> combinations(const ComparedMethod& method,
                                  const std::vector<OptionValues>& grid);

// In the spelling of the name that was asked for.
std::vector<std::string> spelled_like(std::string_view asked, std::vector<std::string> names) {
  if (asked.find('_') != std::string_view::npos) return names;
  for (std::string& name : names) std::replace(name.begin(), name.end(), '_', '-');
  return names;
}

std::string name_of(const ComparedMethod& method) {
  if (!method.name.empty()) return method.name;
  std::string name = method.method;
  for (const Options* options : {&method.options, &method.text}) {
    for (const Option& option : *options) {
      name += fmt::format(" {}={}", option.name, option.value.text());
    }
  }
  if (method.calibration_folds) {
    name += fmt::format(" calibration_folds={}", *method.calibration_folds);
  }
  return name;
}

}  // namespace

std::string plain_name(std::string name) {
  std::replace(name.begin(), name.end(), '-', '_');
  return name;
}

std::string setting_text(const Setting& setting) {
  std::string text;
  for (const auto& [name, value] : setting) {
    text += fmt::format("{}{}={}", text.empty() ? "" : " ", name, value);
  }
  return text;
}

std::string taxonomy_text(const SeenTaxonomy& taxonomy) {
  switch (taxonomy.kind) {
    case SeenTaxonomy::Kind::given:
      return "given";
    case SeenTaxonomy::Kind::random:
      return fmt::format("random:{}", taxonomy.count);
    case SeenTaxonomy::Kind::learned:
      return "learned";
    case SeenTaxonomy::Kind::aligned:
      return "aligned";
    case SeenTaxonomy::Kind::weights:
      return fmt::format("weights:{}", taxonomy.rounds);
  }
  return "?";
}

Configured configure(const ComparedMethod& method, const Setting& setting) {
  Configured configured = with_setting(method, setting);
  configured.method->check_parameters();
  if (configured.method->traits().kernel == KernelKind::precomputed) {
    fail(ErrorKind::usage,
         "compare: `methods`: {}: `kernel=precomputed` cannot be split: its columns are the "
         "training instances",
         method.method);
  }
  return configured;
}

namespace {

std::vector<Setting> combinations(const ComparedMethod& method,
                                  const std::vector<OptionValues>& grid) {
  Configured configured = with_own_options(method);
  const std::vector<Parameter> parameters = tunable(configured);
  std::vector<Setting> settings{{}};
  for (const OptionValues& axis : grid) {
    const Parameter* parameter = find_parameter(parameters, axis.option);
    if (parameter == nullptr || is_set(method, *parameter)) continue;
    if (settings.size() * axis.values.size() > most_settings) {
      fail_parameter("tune", "expected at most {} combinations, got more for {}", most_settings,
                     quoted(name_of(method)));
    }
    std::vector<Setting> longer;
    for (const Setting& setting : settings) {
      for (const std::string& value : axis.values) {
        parameter->set(value);
        longer.push_back(setting);
        longer.back().emplace_back(parameter->name, value);
      }
    }
    settings = std::move(longer);
  }
  return settings;
}

}  // namespace

std::vector<Setting> settings_for(const ComparedMethod& method,
                                  const std::vector<OptionValues>& grid) {
  const std::vector<Setting> all = combinations(method, grid);
  std::vector<OptionValues> used = grid;
  std::erase_if(used, [&](const OptionValues& axis) {
    return !idle_in_all(method, axis.option, all).empty();
  });
  std::vector<Setting> settings = used.size() == grid.size() ? all : combinations(method, used);
  if (settings.size() == 1 && settings.front().empty()) settings.clear();
  return settings;
}

void check_own_effects(const ComparedMethod& method, const std::vector<Setting>& settings) {
  for (const Options* options : {&method.options, &method.text}) {
    for (const Option& option : *options) {
      const std::string why = idle_in_all(method, option.name, settings);
      if (why.empty()) continue;
      fail(ErrorKind::usage, "compare: `methods`: {}: `{}` has no effect {}", name_of(method),
           option.name, why);
    }
  }
}

void check_grid_is_used(const char* parameter, const std::vector<OptionValues>& grid,
                        const std::vector<ComparedMethod>& methods) {
  for (const OptionValues& axis : grid) {
    bool is_known = false, is_used = false, has_effect = false;
    std::string why;
    std::vector<std::string> known;
    for (const ComparedMethod& method : methods) {
      Configured configured = with_own_options(method);
      const std::vector<Parameter> parameters = tunable(configured);
      for (const Parameter& p : parameters) known.push_back(p.name);
      const Parameter* found = find_parameter(parameters, axis.option);
      is_known = is_known || found != nullptr;
      if (found == nullptr || is_set(method, *found)) continue;
      is_used = true;
      const std::string idle = idle_in_all(method, axis.option, combinations(method, grid));
      has_effect = has_effect || idle.empty();
      if (!idle.empty()) why = idle;
    }
    if (!is_known) {
      fail_parameter(parameter, "no method here has the option {}{}", quoted(axis.option),
                     did_you_mean(axis.option, spelled_like(axis.option, std::move(known))));
    }
    if (!is_used) {
      fail_parameter(parameter, "every method that has the option {} sets it itself",
                     quoted(axis.option));
    }
    if (!has_effect) {
      fail_parameter(parameter, "`{}` has no effect {}", plain_name(axis.option), why);
    }
  }
}

std::string reading_key(const Configured& configured) {
  TextParams text = configured.text;
  const MethodTraits traits = configured.method->traits();
  std::string key = fmt::format("{}\n{}\n{}", traits.takes_strings(), traits.adapts_to_data,
                                static_cast<int>(traits.precision));
  for (const Parameter& p : parameters_of(text)) {
    if (!is_decided_after_reading(p)) key += "\n" + p.get();
  }
  return key;
}

const ComparisonRecords& Contender::data_for(const Configured& configured) const {
  if (other_data.empty()) return *data;
  const auto found = other_data.find(reading_key(configured));
  return found != other_data.end() ? *found->second : *data;
}

Contender make_contender(const ComparedMethod& method) {
  Contender contender;
  contender.name = name_of(method);
  static_cast<void>(configure(method));  // is it right?
  contender.configure = [method](const Setting& setting) {
    return detail::configure(method, setting);
  };
  return contender;
}

}  // namespace clade::detail
