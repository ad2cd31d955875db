// clade journal: the file that `clade serve` keeps feedback in.
#include <fmt/core.h>

#include <array>
#include <filesystem>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "base/fail.h"
#include "base/json_text.h"
#include "cli/commands/command_parts.h"
#include "cli/options/options.h"
#include "cli/output/help.h"
#ifdef CLADE_HAS_SERVICE
#include "serve/journal/journal_tools.h"
#endif

namespace clade::detail::cli {

#ifndef CLADE_HAS_SERVICE

std::span<const Command> journal_parts() { return {}; }

int run_journal(const Arguments& /*words*/, Output& /*out*/) {
  fail(ErrorKind::usage,
       "journal: this clade was built without the service; Boost, OpenSSL or SQLite was missing");
}

#else

namespace {

constexpr const char* journal_overview =
    "clade journal: look after the file that 'clade serve' keeps feedback in\n"
    "\n"
    "Usage: clade journal show FILE.db\n"
    "       clade journal export FILE.db [-o OUT.jsonl]\n"
    "       clade journal compact FILE.db\n"
    "\n"
    "'clade journal show --help' and so on explain each.\n"
    "\n"
    "Examples:\n"
    "  clade journal show feedback.db\n"
    "      what is in it, by model\n"
    "  clade journal export feedback.db -o corrections.jsonl\n"
    "      the feedback, to train on\n"
    "  clade journal compact feedback.db\n"
    "      forget what was replaced and give its space back\n";

CommandSpec journal_spec(std::string name, std::string summary, const char* usage) {
  CommandSpec spec;
  spec.name = "journal " + name;
  spec.summary = std::move(summary);
  spec.usage = {usage};
  spec.positionals = {{"FILE.db", "a journal of 'clade serve'", true, false}};
  return spec;
}

struct JournalShowOptions {
  bool json = false;

  static constexpr auto fields() {
    using P = JournalShowOptions;
    return std::tuple{PlainField{"json", &P::json, "one JSON object"}};
  }
};

CommandSpec journal_show_spec(JournalShowOptions& options) {
  CommandSpec spec = journal_spec("show", "what is in a journal, by model", "FILE.db [options]");
  spec.groups = {{"Options", parameters_of(options)}};
  spec.notes = "Works while a service runs.\n";
  spec.examples = {{"clade journal show feedback.db", "how many corrections each model has"}};
  return spec;
}

std::string summary_text(const serve::JournalSummary& one) {
  std::string text = fmt::format("{}: generation {}, {} update{}\n", one.model, one.generation,
                                 one.updates, one.updates == 1 ? "" : "s");
  text += fmt::format("  {} correction{} ({} confirmed the answer), {} not learned yet{}\n",
                      one.corrections, one.corrections == 1 ? "" : "s", one.right, one.pending,
                      one.last.empty() ? "" : ", the last at " + one.last);
  if (one.replaced > 0) text += fmt::format("  {} replaced by later ones\n", one.replaced);
  if (one.pool > 0) text += fmt::format("  {} in the pool\n", one.pool);
  return text;
}

nlohmann::ordered_json summary_json(const serve::JournalSummary& one) {
  return {{"model", one.model},       {"generation", one.generation},
          {"updates", one.updates},   {"corrections", one.corrections},
          {"right", one.right},       {"pending", one.pending},
          {"replaced", one.replaced}, {"pool", one.pool},
          {"last", one.last}};
}

int run_journal_show(const Arguments& words, Output& out) {
  JournalShowOptions options;
  const CommandSpec spec = journal_show_spec(options);
  if (wants_help(words)) return show_help(spec, out);
  const Arguments arguments = parse_arguments(spec, words);
  const auto summaries = serve::summarise_journal(arguments.front());
  if (options.json) {
    nlohmann::ordered_json models = nlohmann::ordered_json::array();
    for (const auto& one : summaries) models.push_back(summary_json(one));
    out.write(json_text({{"models", std::move(models)}}));
    return 0;
  }
  for (const auto& one : summaries) out.write(summary_text(one));
  if (summaries.empty()) out.write("no model has used this journal yet\n");
  return 0;
}

struct JournalExportOptions {
  std::string file, model;
  bool all = false;

  static constexpr auto fields() {
    using P = JournalExportOptions;
    return std::tuple{Field{"o", &P::file, file_name, result_file_help},
                      Field{"model", &P::model, any_text, "the feedback of this model alone"},
                      PlainField{"all", &P::all, "what was replaced by later feedback, too"}};
  }
};

CommandSpec journal_export_spec(JournalExportOptions& options) {
  CommandSpec spec =
      journal_spec("export", "write the feedback as lines of JSON", "FILE.db [options]");
  spec.groups = {{"Options", parameters_of(options)}};
  spec.notes =
      "A line for each correction, oldest first: its sequence number, model, id, labels and\n"
      "document. 'clade train' and 'clade update' take such a file. Works while a service runs.\n";
  spec.examples = {
      {"clade journal export feedback.db -o corrections.jsonl", "all that was corrected"},
      {"clade journal export feedback.db --model topics -o more.jsonl", "for one model"}};
  return spec;
}

int run_journal_export(const Arguments& words, Output& out) {
  JournalExportOptions options;
  const CommandSpec spec = journal_export_spec(options);
  if (wants_help(words)) return show_help(spec, out);
  const Arguments arguments = parse_arguments(spec, words);
  check_result_file("journal export: -o", options.file, paths_from(arguments, 0));
  ResultOutput result(options.file, out);
  serve::export_journal(arguments.front(), {options.model, options.all},
                        [&](std::string_view line) { result->write(line); });
  result->commit();
  return 0;
}

int run_journal_compact(const Arguments& words, Output& out) {
  CommandSpec spec = journal_spec("compact", "forget replaced feedback", "FILE.db");
  spec.notes =
      "Feedback that later feedback of the same document replaced is taken out of the file, which\n"
      "becomes smaller. Keys stay known. Does not work while a service uses the journal.\n";
  spec.examples = {{"clade journal compact feedback.db", "between two runs of the service"}};
  if (wants_help(words)) return show_help(spec, out);
  const Arguments arguments = parse_arguments(spec, words);
  const serve::Compacted done = serve::compact_journal(arguments.front());
  out.print("{} replaced correction{} forgotten, {} bytes became {}\n", done.forgotten,
            done.forgotten == 1 ? "" : "s", done.bytes_before, done.bytes_after);
  return 0;
}

constexpr std::array journal_parts_list{
    Command{"show", "what is in a journal, by model", run_journal_show},
    Command{"export", "write the feedback as lines of JSON", run_journal_export},
    Command{"compact", "forget replaced feedback", run_journal_compact}};

}  // namespace

std::span<const Command> journal_parts() { return journal_parts_list; }

int run_journal(const Arguments& words, Output& out) {
  return run_part({"journal", journal_parts_list, journal_overview}, words, out);
}

#endif

}  // namespace clade::detail::cli
