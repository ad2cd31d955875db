#include "cli/output/search_report.h"

#include <fmt/core.h>

#include <algorithm>
#include <vector>

#include "base/text.h"
#include "cli/output/report_settings.h"

namespace clade::detail::cli {

namespace {

// Options of the search itself, which each have a value.
bool is_of_search(std::string_view flag) { return flag == "--budget" || flag == "--for"; }

Arguments without_search(const Arguments& words) {
  Arguments kept;
  for (std::size_t i = 0; i < words.size(); ++i) {
    if (words[i] == "--") {
      kept.insert(kept.end(), words.begin() + static_cast<std::ptrdiff_t>(i), words.end());
      break;
    }
    const std::size_t equals = words[i].find('=');
    if (!is_of_search(std::string_view(words[i]).substr(0, equals))) {
      kept.push_back(words[i]);
    } else if (equals == std::string::npos) {
      ++i;  // its value
    }
  }
  return kept;
}

bool is_switch(const CommandSpec& spec, const std::string& name) {
  for (const OptionGroup& group : spec.groups) {
    for (const Parameter& option : group.options) {
      if (option.name == name) return option.is_switch;
    }
  }
  return false;
}

std::string flags_of(const Setting& setting) {
  std::string flags;
  for (const auto& [name, value] : setting) {
    flags += (flags.empty() ? "" : " ") + flag_with_value(name, value == "true" ? "" : value);
  }
  return flags.empty() ? "(nothing)" : flags;
}

std::string marks_of(const SearchRun& run) {
  if (!run.failure.empty()) return with_flags(run.failure);
  const std::string value = fmt::format("{:.4f} +- {:.4f}", run.value, run.standard_error);
  return value + (run.is_chosen ? "  chosen" : run.is_as_good ? "  within chance" : "");
}

std::string end_words(const SearchResult& result) {
  const std::string repeated =
      result.runs.empty() ? "" : fmt::format(": --budget {}runs repeats it", result.runs.size());
  switch (result.end) {
    case SearchEnd::complete:
      return "nothing was left to try";
    case SearchEnd::runs:
      return "the number of runs was reached";
    case SearchEnd::seconds:
      return "the time was up" + repeated;
    case SearchEnd::interrupted:
      break;
  }
  return "it was interrupted" + repeated;
}

}  // namespace

std::string typed_command(const CommandSpec& spec, const Arguments& words, const Setting& chosen) {
  Arguments own = without_search(words);
  Arguments found;
  for (const auto& [name, value] : chosen) {
    found.push_back(flag_of(name));
    if (!is_switch(spec, name)) found.push_back(value);
  }
  own.insert(std::find(own.begin(), own.end(), "--"), found.begin(), found.end());
  std::string command = "clade " + spec.name;
  for (const std::string& word : own) command += ' ' + shell_word(word);
  return command;
}

std::string search_text(const SearchReport& report) {
  const SearchResult& result = report.result;
  std::size_t width = std::string_view("options").size();
  for (const SearchRun& run : result.runs) width = std::max(width, flags_of(run.options).size());
  std::string text =
      fmt::format("searched for the best {} on held-out examples: {} runs in {:.0f} s; {}\n",
                  result.measure, result.runs.size(), result.seconds, end_words(result));
  if (!result.runs.empty()) {
    text += fmt::format("  run  {:<{}}  examples  folds  {}\n", "options", width, result.measure);
  }
  for (std::size_t r = 0; r < result.runs.size(); ++r) {
    const SearchRun& run = result.runs[r];
    text += fmt::format("  {:>3}  {:<{}}  {:>8}  {:>5}  {}\n", r + 1, flags_of(run.options), width,
                        run.examples, run.folds, marks_of(run));
  }
  if (result.runs.empty()) text += "  not even the first run ended: nothing was searched\n";
  return text + "chosen: " + report.command + '\n';
}

}  // namespace clade::detail::cli
