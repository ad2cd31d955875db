#include "cli/options/compared_methods.h"

#include <algorithm>
#include <cmath>
#include <utility>

#include "base/fail.h"
#include "base/text.h"
#include "cli/options/train_options.h"
#include "cli/output/training_run.h"

namespace clade::detail::cli {

namespace {

Words words_of(std::string_view text) {
  Words words;
  for (const std::string_view word : split(text, ' ')) {
    if (!trim(word).empty()) words.emplace_back(trim(word));
  }
  return words;
}

// What a method of a comparison may be told: nothing about files or runs.
CommandSpec method_spec(TrainCall& call) {
  CommandSpec spec = train_spec(call);
  spec.name = fmt::format("compare: --methods: {}", call.method->name());
  spec.positionals.clear();
  std::erase_if(spec.groups.front().options,
                [](const Parameter& p) { return p.name != "label_nodes"; });
  return spec;
}

const Parameter* find_parameter(const std::vector<Parameter>& parameters, std::string_view name) {
  for (const Parameter& p : parameters) {
    if (p.name == name || flag_of(p.name) == fmt::format("--{}", name)) return &p;
  }
  return nullptr;
}

bool is_decided_after_reading(const Parameter& text_option) {
  const std::string& name = text_option.name;
  return name == "min_df" || name == "max_df" || name == "weighting" || name == "normalize";
}

// Those that --tune may set: of the method, and of its texts what is decided after reading.
std::vector<Parameter> tunable(TrainCall& call) {
  std::vector<Parameter> parameters = call.method->parameters();
  for (Parameter& p : parameters_of(call.options.text)) {
    if (is_decided_after_reading(p)) parameters.push_back(std::move(p));
  }
  return parameters;
}

std::unique_ptr<TrainCall> parsed(const MethodWords& method) {
  Words words{"--method", method.words.front()};
  auto call = make_train_call(words);
  parse_arguments(method_spec(*call), {method.words.begin() + 1, method.words.end()});
  return call;
}

void check_can_be_compared(TrainCall& call) {
  if (call.method->traits().kernel == KernelKind::precomputed) {
    fail(ErrorKind::usage,
         "compare: --methods: {}: --kernel precomputed cannot be split: its columns are the "
         "training instances",
         call.method->name());
  }
}

constexpr std::size_t most_settings = 10000;

double number_in(const char* flag, std::string_view text, std::string_view whole) {
  const auto value = parse_double(trim(text));
  if (!value || !std::isfinite(*value)) {
    fail(ErrorKind::usage, "{}: expected NAME=LOW:HIGH:POINTS or NAME=VALUE,VALUE, got {}", flag,
         quoted(whole));
  }
  return *value;
}

std::vector<std::string> grid_values(const char* flag, std::string_view values,
                                     std::string_view whole) {
  std::vector<std::string> result;
  const auto parts = split(values, ':');
  if (parts.size() == 1) {
    for (const std::string_view value : split(values, ',')) {
      if (trim(value).empty()) number_in(flag, value, whole);
      result.emplace_back(trim(value));
    }
    return result;
  }
  if (parts.size() != 3) number_in(flag, "", whole);
  const double low = number_in(flag, parts[0], whole), high = number_in(flag, parts[1], whole);
  const auto points = parse_int(trim(parts[2])).value_or(0);
  if (low <= 0 || high < low || points < 1 || points > 1000 || (points == 1 && low < high)) {
    fail(ErrorKind::usage,
         "{}: expected 0 < LOW <= HIGH and 2 to 1000 POINTS in LOW:HIGH:POINTS, got {}", flag,
         quoted(whole));
  }
  for (std::int64_t k = 0; k < points; ++k) {
    const double share = points == 1 ? 0 : static_cast<double>(k) / static_cast<double>(points - 1);
    // Twelve digits: 0.1 is 0.1 and not the rounding of a logarithm.
    result.push_back(fmt::format("{:.12g}", low * std::pow(high / low, share)));
  }
  return result;
}

}  // namespace

std::vector<MethodWords> split_methods(const std::string& methods) {
  std::vector<MethodWords> result;
  for (const std::string_view part : split(methods, ';')) {
    Words words = words_of(part);
    if (words.empty()) continue;
    result.push_back({join(words, " "), words});
  }
  if (result.empty()) {
    fail(ErrorKind::usage,
         "compare: --methods is missing: expected methods with their options, separated by ';', "
         "such as \"clade; hsvm --C 10; svm\"");
  }
  return result;
}

Configured configure(const MethodWords& method, const Setting& setting) {
  const auto call = parsed(method);
  const std::vector<Parameter> parameters = tunable(*call);
  for (const auto& [name, value] : setting) find_parameter(parameters, name)->set(value);
  call->method->check_parameters();
  check_can_be_compared(*call);
  return {std::move(call->method), call->options.text, call->options.label_nodes};
}

Contender one_contender(const char* command, const std::string& words) {
  if (trim(words).empty()) {
    fail(ErrorKind::usage, "{}: --method: expected a method with its options, got nothing",
         command);
  }
  const std::vector<MethodWords> methods = split_methods(words);
  if (methods.size() > 1) {
    fail(ErrorKind::usage, "{}: --method: expected one method, got {}", command, methods.size());
  }
  Contender contender;
  contender.name = methods.front().name;
  contender.configure = [method = methods.front()](const Setting& setting) {
    return configure(method, setting);
  };
  return contender;
}

std::vector<SeenTaxonomy> split_taxonomies(const std::string& taxonomies) {
  std::vector<SeenTaxonomy> result;
  for (const std::string_view part : split(taxonomies, ',')) {
    const std::string_view word = trim(part);
    if (word == "given") {
      result.push_back({SeenTaxonomy::Kind::given});
    } else if (word == "learned") {
      result.push_back({SeenTaxonomy::Kind::learned});
    } else if (word == "random" || word.starts_with("random:")) {
      const auto count = word == "random" ? 1 : parse_int(word.substr(7)).value_or(0);
      if (count < 1 || count > 1000) {
        fail(ErrorKind::usage, "--taxonomies: expected random:N with N from 1 to 1000, got {}",
             quoted(word));
      }
      result.push_back({SeenTaxonomy::Kind::random, static_cast<std::size_t>(count)});
    } else {
      const std::vector<std::string> known{"given", "random", "learned"};
      fail(ErrorKind::usage, "--taxonomies: expected given, random:N or learned, got {}{}",
           quoted(word), did_you_mean(word, known));
    }
  }
  return result;
}

Grid parse_grid(const char* flag, const std::string& text) {
  Grid grid;
  for (const std::string_view part : split(text, ';')) {
    const std::string_view whole = trim(part);
    if (whole.empty()) continue;
    const std::size_t equals = whole.find('=');
    if (equals == std::string_view::npos) number_in(flag, "", whole);
    std::string name(trim(whole.substr(0, equals)));
    if (name.starts_with("--")) name.erase(0, 2);
    if (std::any_of(grid.begin(), grid.end(), [&](const auto& o) { return o.first == name; })) {
      fail(ErrorKind::usage, "{}: {} is given twice", flag, name);
    }
    grid.emplace_back(std::move(name), grid_values(flag, whole.substr(equals + 1), whole));
  }
  return grid;
}

void check_grid_is_used(const char* flag, const Grid& grid,
                        const std::vector<MethodWords>& methods) {
  for (const auto& [name, values] : grid) {
    bool is_known = false, is_used = false;
    std::vector<std::string> known;
    for (const MethodWords& method : methods) {
      const auto call = parsed(method);
      const std::vector<Parameter> parameters = tunable(*call);
      for (const Parameter& p : parameters) known.push_back(flag_of(p.name).substr(2));
      const Parameter* parameter = find_parameter(parameters, name);
      is_known = is_known || parameter != nullptr;
      is_used = is_used || (parameter != nullptr && !peek_value(method.words, flag_of(parameter->name)));
    }
    if (!is_known) {
      fail(ErrorKind::usage, "{}: no method here has the option {}{}", flag, quoted(name),
           did_you_mean(name, known));
    }
    if (!is_used) {
      fail(ErrorKind::usage, "{}: every method that has the option {} sets it itself", flag,
           quoted(name));
    }
  }
}

std::vector<Setting> settings_for(const MethodWords& method, const Grid& grid) {
  const auto call = parsed(method);
  const std::vector<Parameter> parameters = tunable(*call);
  std::vector<Setting> settings{{}};
  for (const auto& [name, values] : grid) {
    const Parameter* parameter = find_parameter(parameters, name);
    if (parameter == nullptr || peek_value(method.words, flag_of(parameter->name))) continue;
    if (settings.size() * values.size() > most_settings) {
      fail(ErrorKind::usage, "--tune: expected at most {} combinations, got more for {}",
           most_settings, quoted(method.name));
    }
    std::vector<Setting> longer;
    for (const Setting& setting : settings) {
      for (const std::string& value : values) {
        parameter->set(value);
        longer.push_back(setting);
        longer.back().emplace_back(parameter->name, value);
      }
    }
    settings = std::move(longer);
  }
  if (settings.size() == 1 && settings.front().empty()) settings.clear();
  return settings;
}

std::string reading_key(const Configured& configured) {
  TextParams text = configured.text;
  std::string key = fmt::format("{}\n{}", configured.method->traits().takes_strings(),
                                static_cast<int>(configured.method->traits().precision));
  for (const Parameter& p : parameters_of(text)) {
    if (!is_decided_after_reading(p)) key += "\n" + p.get();
  }
  return key;
}

}  // namespace clade::detail::cli
