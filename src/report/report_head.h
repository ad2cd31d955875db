// What every report begins with: its title, how it was made, every setting.
#pragma once

#include <nlohmann/json_fwd.hpp>
#include <string>
#include <utility>
#include <vector>

namespace clade::detail::report {

struct SettingsGroup {
  std::string title;
  std::vector<std::pair<std::string, std::string>> values;
};

struct ReportHead {
  std::string title;
  std::string version;  // of clade
  std::string command;  // the words of the call
  std::vector<SettingsGroup> settings;
  std::vector<std::string> notes;  // sentences
};

nlohmann::ordered_json head_json(const char* kind, const ReportHead& head);

}  // namespace clade::detail::report
