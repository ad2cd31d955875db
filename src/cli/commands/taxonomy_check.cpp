#include "cli/commands/taxonomy_check.h"

#include <algorithm>
#include <optional>
#include <string>
#include <vector>

#include "base/fail.h"
#include "base/text.h"
#include "base/threads.h"
#include "cli/options/options.h"
#include "cli/options/taxonomy_source.h"
#include "cli/output/help.h"
#include "cli/output/taxonomy_output.h"
#include "eval/taxonomy/taxonomy_check.h"
#include "pipeline/data_options.h"

namespace clade::detail::cli {

namespace {

struct CheckOptions {
  std::string fix;
  bool json = false;
  TaxonomyOptions taxonomy;
  DataOptions data;

  static constexpr auto fields() {
    using P = CheckOptions;
    return std::tuple{Field{"fix", &P::fix, file_name,
                            "write a repaired copy of the taxonomy there and say what was changed"},
                      PlainField{"json", &P::json, "one JSON object on standard output"},
                      Nested{&P::taxonomy}, Nested{&P::data}};
  }
};

CommandSpec check_spec(CheckOptions& options) {
  CommandSpec spec;
  spec.name = "taxonomy check";
  spec.summary = "find out whether a taxonomy can be used and fits the data";
  spec.usage = {"T [DATA...] [options]"};
  spec.positionals = {{"T", taxonomy_help, true, false}, {"DATA...", data_help, false, true}};
  spec.groups = {{"Options", parameters_of(options)}};
  spec.notes =
      "Exit code 3 where the taxonomy cannot be used (a cycle that --fix did not repair) or a "
      "label\n"
      "of DATA is not in it; everything else is worth knowing and no obstacle.\n";
  spec.examples = {
      {"clade taxonomy check topics.tsv", "look at the taxonomy alone"},
      {"clade taxonomy check topics.tsv train.svm", "and at the labels of the data"},
      {"clade taxonomy check topics.tsv --fix repaired.tsv", "leave out what closes cycles"}};
  return spec;
}

[[noreturn]] void fail_outside(const std::vector<LabelCheck::Outside>& outside) {
  constexpr std::size_t shown = 10;
  std::string message;
  for (std::size_t i = 0; i < std::min(shown, outside.size()); ++i) {
    message += fmt::format("{}{}: label {} {}", i > 0 ? "\nclade: " : "", outside[i].place,
                           quoted(outside[i].name), outside[i].problem);
  }
  if (outside.size() > shown) {
    message += fmt::format("\nclade: and {} more", outside.size() - shown);
  }
  throw Error(ErrorKind::input, message);
}

std::string changes_text(const std::string& file, const std::vector<std::string>& changes) {
  std::string text = fmt::format(
      "{}: {}\n", file,
      changes.empty() ? "written; nothing had to be changed" : "written with these changes");
  for (const std::string& change : changes) text += fmt::format("  {}\n", change);
  return text;
}

}  // namespace

int run_taxonomy_check(const Arguments& words, Output& out) {
  CheckOptions options;
  const CommandSpec spec = check_spec(options);
  if (wants_help(words)) return show_help(spec, out);
  const Arguments arguments = parse_arguments(spec, words);
  std::optional<TaxonomyOutputFormat> format;
  if (!options.fix.empty()) {
    check_output_file(spec.name + ": --fix", options.fix, paths_from(arguments, 0));
    format = output_format(spec.name, options.fix, "");
  }
  const std::optional<FileSource> data = data_of(spec.name, arguments, options.data);
  ThreadPool pool(static_cast<unsigned>(options.data.threads));
  const CheckedTaxonomy checked =
      check_taxonomy(taxonomy_source(arguments.front(), options.taxonomy), data ? &*data : nullptr,
                     format.has_value(), pool);
  const TaxonomyCheck& check = checked.check;
  if (format) write_taxonomy(checked.document, *format, options.fix, out);
  if (options.json) {
    out.write(check.json(flag_with_value) + '\n');
  } else {
    out.write(check.text(flag_with_value));
    if (format) out.write(changes_text(options.fix, *check.changes));
  }
  // Says where.
  if (!check.is_usable && !format) static_cast<void>(Taxonomy::from_draft(checked.draft));
  if (check.labels && check.labels->outside_rule == UnknownLabels::error &&
      !check.labels->outside.empty()) {
    fail_outside(check.labels->outside);
  }
  return 0;
}

}  // namespace clade::detail::cli
