#include "cli/options/compared_methods.h"

#include <algorithm>
#include <cmath>
#include <utility>

#include "base/fail.h"
#include "base/set_options.h"
#include "base/text.h"
#include "cli/options/train_options.h"

namespace clade::detail::cli {

namespace {

Arguments words_of(std::string_view text) {
  Arguments words;
  for (const std::string_view word : split(text, ' ')) {
    if (!trim(word).empty()) words.emplace_back(trim(word));
  }
  return words;
}

constexpr std::string_view label_nodes_name = "label_nodes";

// Where the words of a method come from, and what they may be.
struct MethodWords {
  std::string place;         // for messages: "compare: --methods"
  bool is_compared = false;  // it may be calibrated, and options may come from --tune
};

// What a method may be told there: nothing about files or runs.
CommandSpec method_spec(TrainCall& call, const MethodWords& words) {
  CommandSpec spec = train_spec(call);
  spec.name = fmt::format("{}: {}", words.place, call.method->name());
  spec.help_name = fmt::format("train --method {}", call.method->name());
  spec.checks_effects = !words.is_compared;
  spec.positionals.clear();
  std::erase_if(spec.groups.front().options, [&](const Parameter& p) {
    return p.name != label_nodes_name && !(words.is_compared && p.name.starts_with("calibrate"));
  });
  return spec;
}

ComparedMethod parse_method(const Arguments& words, const MethodWords& place) {
  ComparedMethod method;
  method.method = words.front();
  method.name = join(words, " ");
  const auto call = make_train_call({"--method", words.front()});
  CommandSpec spec = method_spec(*call, place);
  Options own;
  keep_options(spec.groups[0].options, own);
  parse_arguments(spec, {words.begin() + 1, words.end()});
  method.text = std::move(call->text_options);
  method.options = std::move(call->method_options);
  check_effects(parameters_of(call->options.calibration), own);
  call->options.calibration.check();
  const bool is_own = std::any_of(own.begin(), own.end(), [](const clade::Option& option) {
    return option.name == label_nodes_name;
  });
  if (is_own) method.label_nodes = call->options.label_nodes;
  method.calibration_folds = call->options.calibration.folds();
  return method;
}

std::vector<Arguments> split_methods(const std::string& methods) {
  std::vector<Arguments> result;
  for (const std::string_view part : split(methods, ';')) {
    Arguments words = words_of(part);
    if (!words.empty()) result.push_back(std::move(words));
  }
  if (result.empty()) {
    fail(ErrorKind::usage,
         "compare: --methods is missing: expected methods with their options, separated by ';', "
         "such as \"clade; hsvm --C 10; svm\"");
  }
  return result;
}

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
  // A range begins with a number; elsewhere a colon is part of a value, such as leaf:0.75.
  const bool is_range = parts.size() > 1 && parse_double(trim(parts[0])).has_value();
  if (!is_range) {
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

std::vector<ComparedMethod> parse_methods(const std::string& methods) {
  std::vector<ComparedMethod> result;
  for (const Arguments& words : split_methods(methods)) {
    result.push_back(parse_method(words, {"compare: --methods", true}));
  }
  return result;
}

ComparedMethod parse_one_method(const char* command, const char* flag, const std::string& words) {
  if (trim(words).empty()) {
    fail(ErrorKind::usage, "{}: {}: expected a method with its options, got nothing", command,
         flag);
  }
  const std::vector<Arguments> methods = split_methods(words);
  if (methods.size() > 1) {
    fail(ErrorKind::usage, "{}: {}: expected one method, got {}", command, flag, methods.size());
  }
  return parse_method(methods.front(), {fmt::format("{}: {}", command, flag)});
}

std::vector<SeenTaxonomy> parse_taxonomies(const std::string& taxonomies) {
  std::vector<SeenTaxonomy> result;
  for (const std::string_view part : split(taxonomies, ',')) {
    const std::string_view word = trim(part);
    if (word == "given") {
      result.push_back({SeenTaxonomy::Kind::given});
    } else if (word == "learned") {
      result.push_back({SeenTaxonomy::Kind::learned});
    } else if (word == "aligned") {
      result.push_back({SeenTaxonomy::Kind::aligned});
    } else if (word == "random" || word.starts_with("random:")) {
      const auto count = word == "random" ? 1 : parse_int(word.substr(7)).value_or(0);
      if (count < 1 || count > 1000) {
        fail(ErrorKind::usage, "--taxonomies: expected random:N with N from 1 to 1000, got {}",
             quoted(word));
      }
      result.push_back({SeenTaxonomy::Kind::random, static_cast<std::size_t>(count)});
    } else if (word == "weights" || word.starts_with("weights:")) {
      const auto rounds = word == "weights" ? 1 : parse_int(word.substr(8)).value_or(0);
      if (rounds < 1 || rounds > 100) {
        fail(ErrorKind::usage, "--taxonomies: expected weights:R with R from 1 to 100, got {}",
             quoted(word));
      }
      result.push_back({SeenTaxonomy::Kind::weights, 1, static_cast<std::size_t>(rounds)});
    } else {
      const std::vector<std::string> known{"given", "random", "learned", "aligned", "weights"};
      fail(ErrorKind::usage,
           "--taxonomies: expected given, random:N, learned, aligned or weights:R, got {}{}",
           quoted(word), did_you_mean(word, known));
    }
  }
  return result;
}

std::vector<OptionValues> parse_grid(const char* flag, const std::string& text) {
  std::vector<OptionValues> grid;
  for (const std::string_view part : split(text, ';')) {
    const std::string_view whole = trim(part);
    if (whole.empty()) continue;
    const std::size_t equals = whole.find('=');
    if (equals == std::string_view::npos) number_in(flag, "", whole);
    std::string name(trim(whole.substr(0, equals)));
    if (name.starts_with("--")) name.erase(0, 2);
    if (std::any_of(grid.begin(), grid.end(), [&](const auto& o) { return o.option == name; })) {
      fail(ErrorKind::usage, "{}: {} is given twice", flag, name);
    }
    grid.push_back({std::move(name), grid_values(flag, whole.substr(equals + 1), whole)});
  }
  return grid;
}

}  // namespace clade::detail::cli
