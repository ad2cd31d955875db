#include "cli/output/report_settings.h"

#include <algorithm>
#include <array>
#include <ctime>
#include <utility>

#include "cli/options/options.h"
#include "report/page.h"
#include "report/report_head.h"

namespace clade::detail::cli {

namespace {

bool is_plain(char c) {
  return std::isalnum(static_cast<unsigned char>(c)) != 0 ||
         std::string_view("-_./:=,+@%").find(c) != std::string_view::npos;
}

std::string date_now() {
  const std::time_t now = std::time(nullptr);
  std::tm parts{};
  gmtime_r(&now, &parts);
  std::array<char, 32> text{};
  std::strftime(text.data(), text.size(), "%Y-%m-%d %H:%M UTC", &parts);
  return text.data();
}

}  // namespace

std::string shell_word(const std::string& word) {
  if (!word.empty() && std::all_of(word.begin(), word.end(), is_plain)) return word;
  std::string quoted = "'";
  for (const char c : word) quoted += c == '\'' ? std::string("'\\''") : std::string(1, c);
  return quoted + '\'';
}

void check_report_output(const std::string& command, const std::string& file,
                         const std::vector<std::filesystem::path>& others) {
  if (file.empty()) return;
  check_output_file(command + ": --report", file, others);
  check_can_be_written(command + ": --report", file, "a page");
  report::require_page("report");
}

SettingsGroup settings_of(std::string title, const std::vector<Parameter>& parameters) {
  SettingsGroup group{std::move(title), {}};
  for (const Parameter& parameter : parameters) {
    group.values.emplace_back(parameter.name, parameter.get());
  }
  return group;
}

ReportHead report_head(const CommandSpec& spec, const Arguments& words, std::string title,
                       const std::vector<std::filesystem::path>& files) {
  ReportHead head;
  head.title = std::move(title);
  head.version = CLADE_VERSION;
  head.command = "clade " + spec.name;
  for (const std::string& word : words) head.command += ' ' + shell_word(word);
  for (const OptionGroup& group : spec.groups) {
    head.settings.push_back(settings_of(group.title, group.options));
  }
  head.date = date_now();
  for (const std::filesystem::path& file : files) {
    if (!std::filesystem::is_regular_file(file)) continue;
    head.files.push_back(report::report_file(file));
  }
  return head;
}

}  // namespace clade::detail::cli
