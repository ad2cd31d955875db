// What a check of data says to people and programs.
#include <fmt/core.h>

#include <nlohmann/json.hpp>

#include "base/json_text.h"
#include "base/text.h"
#include "clade/check.h"
#include "eval/taxonomy/check_report.h"

namespace clade::detail {

namespace {

std::vector<std::string> lots_text(const std::vector<DataCheck::SameContent>& lots) {
  constexpr std::size_t most = 4;
  std::vector<std::string> texts;
  for (const DataCheck::SameContent& lot : lots) {
    const std::vector<std::string> first(
        lot.ids.begin(),
        lot.ids.begin() + static_cast<std::ptrdiff_t>(std::min(most, lot.ids.size())));
    const bool has_more = lot.ids.size() > most;
    texts.push_back(fmt::format("{}{} ({})", join(first, has_more ? ", " : " and "),
                                has_more ? ", ..." : "", join(lot.labels, " | ")));
  }
  return texts;
}

const char* unknown_advice(UnknownLabels rule) {
  switch (rule) {
    case UnknownLabels::error:
      return "train refuses them: correct the data or the taxonomy, or let `unknown_labels=skip` "
             "leave them out; `unknown_labels=prefix` takes what is known of a path.";
    case UnknownLabels::skip:
      return "They are left out, as asked for.";
    case UnknownLabels::prefix:
      return "Of paths the part that is known is taken, as asked for; others are left out.";
  }
  return "";
}

void report_data_records(const DataCheck& check, CheckReport& report) {
  for (std::size_t f = 0; f < check.files.size(); ++f) {
    report.add(fmt::format("file_{}", f + 1), f == 0 ? "files" : "", check.files[f]);
  }
  report.add("records", check.is_split ? "records for training" : "records", check.records);
  if (check.is_split) {
    report.add("without_split", "records without a split", check.without_split);
    if (check.without_split > 0) report.advise("No command takes them unless `split=all`.");
  }
  report.add("unlabelled", "records without a label", check.unlabelled);
  if (check.unlabelled > 0) report.advise("train leaves them out.");
  report.add("labels_per_record", "labels per record", check.labels_per_record);
  report.add("without_content", "records without word or feature", check.without_content);
  if (check.without_content > 0) {
    report.advise(
        "They say nothing of their classes. Is the text in another field (`text_fields`)?");
  }
}

void report_data_labels(const DataCheck& check, CheckReport& report) {
  std::vector<std::string> unknown;
  for (const DataCheck::UnknownLabel& label : check.unknown_labels) {
    unknown.push_back(
        fmt::format("{} on {}{}", quoted(label.name), label.records, label.suggestion));
  }
  report.find_shown("unknown_labels", "labels outside the taxonomy", unknown,
                    unknown_advice(check.unknown_rule));
  report.add("nodes", "nodes", check.nodes);
  report.add("classes", "classes", check.classes);
  report.find("empty_classes", "classes without examples", check.empty_classes,
              "They can be predicted from what the nodes above them learn, and train warns of "
              "them.");
  report.find("single_classes", "classes with one example", check.single_classes,
              "They cannot be learned and measured at the same time: a split leaves them in the "
              "part that trains.");
  report.find("small_classes", "classes with 2 to 4 examples", check.small_classes,
              "They are learned mostly through the nodes above them.");
}

void report_data_contents(const DataCheck& check, CheckReport& report) {
  report.find_shown("repeated", "same content, same labels", lots_text(check.repeated),
                    "Records that are there twice count twice, and parts of the data that share "
                    "them look too good; 'clade split' keeps them together.");
  report.find_shown("conflicting", "same content, other labels", lots_text(check.conflicting),
                    "At most one of them can be right, unless records may have several labels: "
                    "then give one record all of them.");
  report.find("repeated_ids", "ids that occur twice", check.repeated_ids,
              "Answers and reports cannot tell these records apart.");
  if (check.test_records == 0) return;
  report.add("test_records", "records for testing", check.test_records);
  report.find("leaks", "of these, trained on as well", check.leaks,
              "Their content is trained on: measures on them are too good.");
}

CheckReport data_report(const DataCheck& check, const ParameterSpelling& spelling) {
  CheckReport report(spelling);
  report.add_usable(check.is_usable);
  report_data_records(check, report);
  report_data_labels(check, report);
  report_data_contents(check, report);
  return report;
}

}  // namespace

}  // namespace clade::detail

namespace clade {

using namespace detail;

std::string DataCheck::text(const ParameterSpelling& spelling) const {
  return data_report(*this, spelling).text();
}

std::string DataCheck::json(const ParameterSpelling& spelling) const {
  nlohmann::ordered_json json = data_report(*this, spelling).json();
  for (std::size_t f = 0; f < files.size(); ++f) json.erase(fmt::format("file_{}", f + 1));
  json["files"] = files;
  json["obstacles"] = nlohmann::ordered_json::array();
  for (const std::string& obstacle : obstacles) {
    json["obstacles"].push_back(spelling ? respelled(obstacle, spelling) : obstacle);
  }
  return compact_json(json);
}

}  // namespace clade
