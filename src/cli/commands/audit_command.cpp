// clade audit: labels that are probably wrong, classes that are probably misplaced.
#include <algorithm>
#include <limits>
#include <string>
#include <tuple>
#include <vector>

#include "base/fail.h"
#include "base/text.h"
#include "base/threads.h"
#include "cli/commands/commands.h"
#include "cli/options/compared_methods.h"
#include "cli/options/options.h"
#include "cli/output/help.h"
#include "cli/output/interrupt.h"
#include "cli/output/terminal_reporter.h"
#include "eval/audit/audit.h"
#include "pipeline/data_options.h"

namespace clade::detail::cli {

namespace {

using Paths = std::vector<std::filesystem::path>;

constexpr std::size_t usual_top = 20;
constexpr std::size_t shown_text = 160;

struct AuditCommandOptions {
  std::string method = "clade", taxonomy, top, file;
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
        Field{"o", &P::file, file_name, result_file_help},
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

std::string audit_text(const Audit& audit, std::size_t most) {
  std::string text;
  const std::size_t shown = std::min(most, audit.records.size());
  text += fmt::format("{:>9}  record: label -> suggested\n", "margin");
  for (std::size_t k = 0; k < shown; ++k) {
    const SuspectRecord& suspect = audit.records[k];
    text += fmt::format("{:>9.4f}  {}: {} -> {}\n", suspect.margin, suspect.id, suspect.label,
                        suspect.suggested);
    if (!audit.has_texts) continue;
    text +=
        fmt::format("{:>11}{}{}\n", "", one_line(suspect.text), suspect.text_is_cut ? "..." : "");
  }
  if (shown < audit.records.size()) {
    text += fmt::format("and {} records that are less in doubt (--top)\n",
                        audit.records.size() - shown);
  }
  if (audit.unjudged > 0) {
    text += fmt::format("{} not judged: no other record has {} label\n",
                        audit.unjudged == 1 ? std::string("1 record was")
                                            : fmt::format("{} records were", audit.unjudged),
                        audit.unjudged == 1 ? "its" : "their");
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

int run_audit(const Arguments& words, Output& out) {
  AuditCommandOptions options;
  const CommandSpec spec = audit_spec(options);
  if (wants_help(words)) return show_help(spec, out);
  const Paths paths = paths_from(parse_arguments(spec, words), 0);
  const std::size_t most = options.most();
  Paths used = paths;
  used.emplace_back(options.taxonomy);
  check_result_file("audit: -o", options.file, used);
  const ComparedMethod method = parse_one_method("audit", "--method", options.method);
  AuditOptions audit_options;
  audit_options.folds = static_cast<std::size_t>(options.folds);
  audit_options.seed = options.seed;
  audit_options.snippet_bytes = shown_text;

  TerminalReporter reporter({options.data.quiet, ""});
  ThreadPool pool(static_cast<unsigned>(options.data.threads));
  const FileSource source(paths, options.data.files, "");
  const PreparedAudit prepared =
      prepare_audit(source, taxonomy_source(options.taxonomy, options.taxonomy_file), method,
                    audit_options, pool, reporter);
  const GracefulStop stop;
  reporter.on_stage("training");
  Audit found = audit(prepared.method, prepared.taxonomy, audit_options, pool, reporter);
  reporter.finish();
  ResultOutput result(options.file, out);
  if (options.json) {
    if (found.records.size() > most) found.records.resize(most);
    result->write(found.json() + '\n');
  } else {
    result->write(audit_text(found, most));
  }
  result->commit();
  return 0;
}

}  // namespace clade::detail::cli
