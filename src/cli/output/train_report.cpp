#include "cli/output/train_report.h"

#include <fmt/core.h>
#include <sys/resource.h>

#include <algorithm>
#include <filesystem>
#include <nlohmann/json.hpp>
#include <system_error>

#include "base/json_text.h"
#include "base/text.h"
#include "cli/output/help.h"

namespace clade::detail::cli {

namespace {

using Json = nlohmann::ordered_json;

double peak_memory_mb() {
  struct rusage usage = {};
  ::getrusage(RUSAGE_SELF, &usage);
  return static_cast<double>(usage.ru_maxrss) / 1024.0;
}

Json sizes_json(const TrainReport& report) {
  Json json = Json::object();
  json["method"] = report.method;
  json["instances"] = report.size.instances;
  json["features"] = report.size.features;
  json["classes"] = report.size.classes;
  json["nodes"] = report.size.nodes;
  return json;
}

Json objective_json(const TrainSummary::Objective& objective) {
  Json json = Json::object();
  json["primal"] = number_or_null(objective.primal);
  json["dual"] = number_or_null(objective.dual);
  json["lower_bound"] = number_or_null(objective.lower_bound);
  json["relative_gap"] = number_or_null(objective.relative_gap);
  json["mean_slack"] = number_or_null(objective.mean_slack);
  return json;
}

Json convex_problems_json(const TrainSummary& summary) {
  Json json = Json::array();
  for (std::size_t k = 0; k < summary.convex_problems.size(); ++k) {
    const TrainSummary::ConvexProblem& one = summary.convex_problems[k];
    json.push_back({{"psi_objective", number_or_null(one.psi_objective)},
                    {"objective", number_or_null(one.objective)},
                    {"wrong", one.wrong},
                    {"kept", k == summary.kept_problem}});
  }
  return json;
}

Json dual_variables_json(const TrainSummary& summary) {
  const auto nonzero = static_cast<double>(summary.dual_variables_nonzero);
  const auto total = static_cast<double>(summary.dual_variables_total);
  Json json = Json::object();
  json["nonzero"] = summary.dual_variables_nonzero;
  json["total"] = summary.dual_variables_total;
  json["active_ratio"] = nonzero / total;
  return json;
}

Json progressive_json(const std::vector<OnlineProgress>& all) {
  Json json = Json::array();
  for (const OnlineProgress& one : all) {
    json.push_back({{"examples", one.examples},
                    {"mean_error", number_or_null(one.mean_error)},
                    {"accuracy", number_or_null(one.accuracy)}});
  }
  return json;
}

Json estimate_json(const TrainingEstimate& estimate) {
  Json json = Json::object();
  json["seconds"] = number_or_null(estimate.seconds);
  json["memory_mb"] = number_or_null(estimate.memory_mb);
  json["memory_available_mb"] = number_or_null(estimate.memory_available_mb);
  return json;
}

Json test_json(const PartTest& test) {
  Json json = Json::object();
  json["trained_on"] = test.trained_on;
  json["instances"] = test.measured.evaluation.instances;
  json["metrics"] = Json::object();
  for (const auto& [name, value] : test.measured.evaluation.metrics) {
    json["metrics"][name] = number_or_null(value);
  }
  return json;
}

Json search_json(const SearchReport& search) {
  Json json = Json::parse(search.result.json());
  json["command"] = search.command;
  return json;
}

Json options_json(const std::vector<Parameter>& parameters) {
  Json json = Json::object();
  for (const Parameter& parameter : parameters) json[parameter.name] = parameter.get();
  return json;
}

}  // namespace

std::string part_test_text(const PartTest& test) {
  const Evaluation& measured = test.measured.evaluation;
  std::string text = fmt::format(
      "trained on {} records, measured on {} others (the model below is trained on all):\n",
      test.trained_on, measured.instances);
  for (const char* name : {"accuracy", "parent_accuracy", "tree_loss", "average_precision",
                           "micro_f1", "macro_f1", "hierarchical_f1", "auprc"}) {
    if (const auto value = measured.find(name))
      text += fmt::format("  {:<22}{:>10.4f}\n", name, *value);
  }
  return text;
}

std::string train_json(const TrainReport& report) {
  const TrainSummary& summary = report.summary;
  Json json = sizes_json(report);
  if (report.chosen_C) json["C"] = *report.chosen_C;
  if (summary.objective) json["objective"] = objective_json(*summary.objective);
  if (!summary.convex_problems.empty()) {
    json["psi_objective"] = summary.convex_problems[summary.kept_problem].psi_objective;
    json["convex_problems"] = convex_problems_json(summary);
  }
  if (summary.dual_variables_total > 0) json["dual_variables"] = dual_variables_json(summary);
  if (!report.progressive.empty()) json["progressive"] = progressive_json(report.progressive);
  if (report.test != nullptr) json["test"] = test_json(*report.test);
  if (report.search != nullptr) json["search"] = search_json(*report.search);
  json["epochs"] = summary.epochs;
  json["stopped"] = stop_name(summary.stopped);
  json["seconds"] = {{"load", report.load_seconds},
                     {"train", report.train_seconds},
                     {"total", report.total_seconds}};
  json["peak_memory_mb"] = peak_memory_mb();
  return json_text(json);
}

std::string train_text(const TrainReport& report, const std::string& model_file) {
  const TrainSummary& summary = report.summary;
  std::string text = fmt::format(
      "{} {} {} {} instances, {} features, {} classes: {} epochs in {:.3g} s, stopped by {}",
      report.is_update ? "updated" : "trained", report.method, report.is_update ? "with" : "on",
      report.size.instances, report.size.features, report.size.classes, summary.epochs,
      report.train_seconds, stop_name(summary.stopped));
  if (summary.objective) {
    text += fmt::format("\nobjective {:.6g}, relative gap {:.2g}", summary.objective->primal,
                        summary.objective->relative_gap);
  }
  if (!summary.objective && summary.dual_variables_total > 0) {
    text +=
        fmt::format("\nactive ratio {:.2g}: steps were for {} of {} pairs of a label and a rival",
                    static_cast<double>(summary.dual_variables_nonzero) /
                        static_cast<double>(summary.dual_variables_total),
                    summary.dual_variables_nonzero, summary.dual_variables_total);
  }
  if (!summary.convex_problems.empty()) {
    text += fmt::format("\npsi objective {:.6g}, problem {} of {} kept",
                        summary.convex_problems[summary.kept_problem].psi_objective,
                        summary.kept_problem, summary.convex_problems.size() - 1);
  }
  std::error_code none;
  const auto size = static_cast<std::size_t>(std::filesystem::file_size(model_file, none));
  return text + fmt::format("\nmodel written to {} ({})", model_file, none ? "?" : byte_size(size));
}

std::string dry_run_text(const TrainReport& report, const std::vector<Parameter>& parameters,
                         bool as_json) {
  if (as_json) {
    Json json = sizes_json(report);
    if (report.estimate) json["estimate"] = estimate_json(*report.estimate);
    json["options"] = options_json(parameters);
    json["weight_memory_mb"] = static_cast<double>(report.size.weight_bytes) / 1e6;
    return json_text(json);
  }
  std::vector<std::pair<std::string, std::string>> rows{
      {"method", report.method},
      {"instances", std::to_string(report.size.instances)},
      {"features", std::to_string(report.size.features)},
      {"classes", std::to_string(report.size.classes)},
      {"nodes", std::to_string(report.size.nodes)},
      {"weights", "about " + byte_size(report.size.weight_bytes)}};
  if (report.estimate) rows.emplace_back("training", estimate_text(*report.estimate));
  for (const Parameter& parameter : parameters) {
    rows.emplace_back(flag_of(parameter.name), parameter.get());
  }
  return "would train:\n" + two_columns(rows);
}

}  // namespace clade::detail::cli
