#include "report/report_head.h"

#include <nlohmann/json.hpp>

#include "data/file_checksum.h"

namespace clade::detail::report {

using Json = nlohmann::ordered_json;

ReportFile report_file(const std::filesystem::path& file) {
  return {file.filename().string(), std::filesystem::file_size(file), file_checksum(file)};
}

Json head_json(const char* kind, const ReportHead& head) {
  Json settings = Json::array();
  for (const SettingsGroup& group : head.settings) {
    Json values = Json::array();
    for (const auto& [name, value] : group.values) values.push_back({name, value});
    settings.push_back({{"group", group.title}, {"values", std::move(values)}});
  }
  Json json{{"kind", kind},
            {"title", head.title},
            {"clade", head.version},
            {"command", head.command},
            {"settings", std::move(settings)},
            {"notes", head.notes}};
  if (!head.date.empty()) json["date"] = head.date;
  for (const ReportFile& file : head.files) {
    json["files"].push_back(
        {{"name", file.name}, {"bytes", file.bytes}, {"checksum", file.checksum}});
  }
  return json;
}

}  // namespace clade::detail::report
