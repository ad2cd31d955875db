// clade audit: labels that are probably wrong, classes that are probably misplaced.
#include <algorithm>
#include <limits>
#include <memory>
#include <nlohmann/json.hpp>
#include <optional>
#include <string>
#include <tuple>
#include <utility>
#include <vector>

#include "base/fail.h"
#include "base/json_text.h"
#include "base/text.h"
#include "base/threads.h"
#include "cli/commands/commands.h"
#include "cli/options/compared_methods.h"
#include "cli/options/options.h"
#include "cli/output/help.h"
#include "cli/output/interrupt.h"
#include "cli/output/terminal_reporter.h"
#include "cli/output/training_run.h"
#include "eval/audit/audit.h"
#include "pipeline/data_options.h"
#include "pipeline/prepare.h"

namespace clade::detail::cli {

namespace {

using Json = nlohmann::ordered_json;
using Paths = std::vector<std::filesystem::path>;

constexpr std::size_t usual_top = 20;
constexpr std::size_t shown_text = 160;

struct AuditCommandOptions {
  std::string method = "clade", taxonomy, top;
  int folds = 5;
  std::uint64_t seed = 0;
  bool json = false;
  TaxonomyOptions taxonomy_file;
  DataOptions data;

  static constexpr auto fields() {
    using P = AuditCommandOptions;
    return std::tuple{
        Field{"taxonomy", &P::taxonomy, file_name, taxonomy_help},
        Nested{&P::taxonomy_file},
        Field{"method", &P::method, any_text,
              "the method that judges, with its options as 'clade train' takes them"},
        Field{"folds", &P::folds, audit_folds,
              "each record is judged by a model of the other folds"},
        Field{"top", &P::top, any_text, "how many to show; default: 20, with --json all"},
        Field{"seed", &P::seed, seed_number, "the seed of all random choices"},
        PlainField{"json", &P::json, "write one JSON object"},
        Nested{&P::data}};
  }

  static constexpr NumberRule audit_folds{[](double v) { return v >= 2 && v <= 1000; },
                                          "a whole number from 2 to 1000"};

  std::size_t most() const {
    if (top.empty()) return json ? std::numeric_limits<std::size_t>::max() : usual_top;
    const auto number = parse_int(top);
    if (!number || *number < 0) {
      fail(ErrorKind::usage, "audit: --top: expected a whole number, got {}", quoted(top));
    }
    return static_cast<std::size_t>(*number);
  }
};

CommandSpec audit_spec(AuditCommandOptions& options) {
  CommandSpec spec;
  spec.name = "audit";
  spec.summary = "find labels that are probably wrong, and classes that are probably misplaced";
  spec.usage = {"DATA... [--taxonomy T] [options]"};
  spec.positionals = {{"DATA...", data_help, true, true}};
  spec.groups = {{"Options", parameters_of(options)}};
  spec.notes =
      "Every record is judged by a model that was trained without it. The margin is the score of\n"
      "its label less that of the best class that it has not: far below zero, the model is sure "
      "of\n"
      "something else. Of several labels the least believed one counts. Where records have one "
      "label\n"
      "each, a class is listed if its records are taken for classes under another node more often\n"
      "than for its siblings, and more often than the number of classes there would explain.\n";
  spec.examples = {{"clade audit docs.jsonl --taxonomy topics.tsv", "the twenty worst labels"},
                   {"clade audit docs.jsonl --taxonomy topics.tsv --json",
                    "all records, worst first, and the classes, for a program"}};
  return spec;
}

std::string id_of(const Records& records, std::size_t i) {
  return records.ids.empty() ? std::to_string(i) : records.ids[i];
}

std::string audit_json(const Audit& audit, const Records& records, std::size_t most) {
  Json json{{"instances", Json::array()}, {"classes", Json::array()}};
  for (std::size_t k = 0; k < std::min(most, audit.records.size()); ++k) {
    const SuspectRecord& suspect = audit.records[k];
    Json labels = Json::array();
    for (const std::uint32_t label : records.labels_of(suspect.record)) {
      labels.push_back(records.label_names[label].name);
    }
    json["instances"].push_back(Json{{"id", id_of(records, suspect.record)},
                                     {"labels", std::move(labels)},
                                     {"label", suspect.label},
                                     {"suggested", suspect.suggested},
                                     {"margin", number_or_null(suspect.margin)}});
  }
  for (const SuspectClass& suspect : audit.classes) {
    json["classes"].push_back(Json{{"class", suspect.name},
                                   {"parent", suspect.parent},
                                   {"suggested_parent", suspect.suggested_parent},
                                   {"records", suspect.records},
                                   {"taken_for_siblings", suspect.among_siblings},
                                   {"taken_for_classes_there", suspect.elsewhere},
                                   {"p", suspect.p}});
  }
  return json_text(json);
}

// One line, without the spaces and line ends of the text.
std::string one_line(std::string_view text) {
  std::string line;
  for (const char c : text) {
    const bool is_space = c == ' ' || static_cast<unsigned char>(c) < 0x20;
    if (is_space && (line.empty() || line.back() == ' ')) continue;
    line += is_space ? ' ' : c;
  }
  return line;
}

std::string audit_text(const Audit& audit, const Records& records, std::size_t most) {
  std::string text;
  const std::size_t shown = std::min(most, audit.records.size());
  text += fmt::format("{:>9}  record: label -> suggested\n", "margin");
  for (std::size_t k = 0; k < shown; ++k) {
    const SuspectRecord& suspect = audit.records[k];
    text += fmt::format("{:>9.4f}  {}: {} -> {}\n", suspect.margin, id_of(records, suspect.record),
                        suspect.label, suspect.suggested);
    if (records.snippets.empty()) continue;
    const TextSnippet& beginning = records.snippets[suspect.record];
    text +=
        fmt::format("{:>11}{}{}\n", "", one_line(beginning.text), beginning.is_cut ? "..." : "");
  }
  if (shown < audit.records.size()) {
    text += fmt::format("and {} records that are less in doubt (--top)\n",
                        audit.records.size() - shown);
  }
  if (audit.classes.empty()) return text;
  text += fmt::format("\n{:>9}  class: parent -> suggested parent\n", "p");
  for (std::size_t k = 0; k < std::min(most, audit.classes.size()); ++k) {
    const SuspectClass& suspect = audit.classes[k];
    text += fmt::format(
        "{:>9.2g}  {}: {} -> {}\n{:>11}of {} records {} were taken for classes there, {} for its "
        "siblings\n",
        suspect.p, suspect.name, suspect.parent, suspect.suggested_parent, "", suspect.records,
        suspect.elsewhere, suspect.among_siblings);
  }
  return text;
}

}  // namespace

int run_audit(const Words& words, Output& out) {
  AuditCommandOptions options;
  const CommandSpec spec = audit_spec(options);
  if (wants_help(words)) return show_help(spec, out);
  const Paths paths = paths_from(parse_arguments(spec, words), 0);
  const std::size_t most = options.most();
  Contender method = one_contender("audit", options.method);
  if (method.configure({}).method->traits().intersects_labels) {
    fail(ErrorKind::usage,
         "audit: --method: with --multilabel intersect sets of labels are classes, not labels: "
         "leave it out");
  }

  TerminalReporter reporter({options.data.quiet, ""});
  ThreadPool pool(static_cast<unsigned>(options.data.threads));
  reporter.on_stage("reading");
  FileSource source(paths, options.data.files, "");
  source.snippet_bytes = shown_text;
  const Configured configured = method.configure({});
  Records all = read_for_training(source, configured.text, RecordForm::of(*configured.method), pool,
                                  reporter);
  check_has_features(all, source.name());
  const TaxonomySource taxonomy =
      resolve_taxonomy(taxonomy_source(options.taxonomy, options.taxonomy_file), all);
  method.reading = std::make_shared<const Reading>(Reading{std::move(all), {}, {}});
  const Records& records = method.reading->train;
  const GracefulStop stop;
  reporter.on_stage("training");
  const Audit found = audit(
      method, taxonomy, {static_cast<std::size_t>(options.folds), options.seed}, pool, reporter);
  reporter.finish();
  out.write(options.json ? audit_json(found, records, most) : audit_text(found, records, most));
  return 0;
}

}  // namespace clade::detail::cli
