// clade split: parts of data, to train and to test on.
#include <fmt/core.h>

#include <nlohmann/json.hpp>
#include <string>
#include <tuple>
#include <vector>

#include "base/fail.h"
#include "base/json_text.h"
#include "base/text.h"
#include "base/threads.h"
#include "cli/commands/commands.h"
#include "cli/options/options.h"
#include "cli/output/help.h"
#include "cli/output/interrupt.h"
#include "cli/output/terminal_reporter.h"
#include "pipeline/split_files.h"

namespace clade::detail::cli {

namespace {

struct SplitCall {
  std::string folder, fractions = "0.8,0.2", names;
  std::uint64_t seed = 0;
  bool json = false;
  DataOptions data;

  static constexpr auto fields() {
    using P = SplitCall;
    return std::tuple{
        Field{"o", &P::folder, file_name, "the folder to write into"},
        Field{"fractions", &P::fractions, any_text, "the share of the records in each part"},
        Field{"names", &P::names, any_text,
              "of the parts, separated by commas; default: train,test, and of three parts "
              "train,tune,test"},
        Field{"seed", &P::seed, seed_number, "the seed of all random choices"},
        PlainField{"json", &P::json, "describe the parts as one JSON object"},
        Nested{&P::data}};
  }

  SplitOptions options() const {
    SplitOptions options;
    options.seed = seed;
    options.fractions.clear();
    for (const std::string_view word : split(fractions, ',')) {
      const auto number = parse_double(trim(word));
      if (!number) {
        fail(ErrorKind::usage, "split: --fractions: expected numbers such as 0.8,0.2, got {}",
             quoted(fractions));
      }
      options.fractions.push_back(*number);
    }
    if (options.fractions.size() == 3) options.names = {"train", "tune", "test"};
    if (names.empty()) return options;
    options.names.clear();
    for (const std::string_view name : split(names, ',')) options.names.emplace_back(trim(name));
    return options;
  }
};

CommandSpec split_spec(SplitCall& call) {
  CommandSpec spec;
  spec.name = "split";
  spec.summary = "write parts of data to train and to test on";
  spec.usage = {"DATA... -o DIR [--fractions 0.8,0.2] [--names train,test] [options]"};
  spec.positionals = {{"DATA...", data_help, true, true}};
  spec.groups = {{"Options", parameters_of(call)}};
  spec.notes =
      "Records go to files of the same format as they are written, each into one part. Every label "
      "has\n"
      "about the same share in every part, and is in the first one; a record with several labels "
      "goes by\n"
      "the rarest. Records with the same content stay together, so that no part knows another.\n";
  spec.examples = {
      {"clade split docs.jsonl -o parts", "parts/train.jsonl and parts/test.jsonl"},
      {"clade split docs.csv -o parts --fractions 0.7,0.1,0.2", "and one to choose options on"}};
  return spec;
}

std::string parts_json(const SplitParts& parts) {
  nlohmann::ordered_json json{{"parts", nlohmann::ordered_json::array()}};
  for (const SplitParts::Part& part : parts.parts) {
    json["parts"].push_back(
        {{"file", part.file.string()}, {"records", part.records}, {"labels", part.labels}});
  }
  json["same_content"] = parts.repeated;
  return json_text(json);
}

std::string parts_text(const SplitParts& parts) {
  std::string text;
  for (const SplitParts::Part& part : parts.parts) {
    text += fmt::format("{}{}: {} record{}, {} label{}", text.empty() ? "" : "\n",
                        part.file.string(), part.records, part.records == 1 ? "" : "s", part.labels,
                        part.labels == 1 ? "" : "s");
  }
  if (parts.repeated == 0) return text;
  return text + fmt::format(
                    "\n{} records have the same content as another and are in one part "
                    "with it",
                    parts.repeated);
}

}  // namespace

int run_split(const Arguments& words, Output& out) {
  SplitCall call;
  const CommandSpec spec = split_spec(call);
  if (wants_help(words)) return show_help(spec, out);
  const auto paths = paths_from(parse_arguments(spec, words), 0);
  if (call.folder.empty()) {
    fail(ErrorKind::usage, "split: -o is missing: which folder should the parts go into?");
  }
  const SplitOptions options = call.options();
  const GracefulStop stop;
  TerminalReporter reporter({call.data.quiet, ""});
  ThreadPool pool(static_cast<unsigned>(call.data.threads));
  const SplitParts parts =
      split_files(FileSource(paths, call.data.files, ""), call.folder, options, pool, reporter);
  reporter.finish();
  if (call.json) {
    out.write(parts_json(parts));
  } else if (!call.data.quiet) {
    write_error_line(parts_text(parts));
  }
  return 0;
}

}  // namespace clade::detail::cli
