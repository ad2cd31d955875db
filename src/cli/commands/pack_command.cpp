// clade pack: a binary copy of data, which other commands map instead of reading it.
#include <fmt/core.h>

#include <filesystem>
#include <nlohmann/json.hpp>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "base/fail.h"
#include "base/json_text.h"
#include "base/text.h"
#include "base/threads.h"
#include "clade/model.h"
#include "cli/commands/commands.h"
#include "cli/options/options.h"
#include "cli/output/help.h"
#include "cli/output/interrupt.h"
#include "cli/output/terminal_reporter.h"
#include "pipeline/data_options.h"
#include "pipeline/pack.h"

namespace clade::detail::cli {

namespace {

using Paths = std::vector<std::filesystem::path>;

struct PackOptions {
  std::string output;
  std::string model;
  Precision precision = Precision::single;
  bool json = false;
  DataOptions data;

  static constexpr auto fields() {
    using P = PackOptions;
    return std::tuple{
        Field{"o", &P::output, file_name, "the file to write, called .pack"},
        Field{"model", &P::model, file_name,
              "make the vectors that this model would see, which texts need: a pack holds vectors. "
              "They are for training other models; this one reads the texts itself"},
        PlainField{"precision", &P::precision,
                   "of the values: single, or double for what will be trained in double precision"},
        PlainField{"json", &P::json, "describe the pack as one JSON object"}, Nested{&P::data}};
  }
};

CommandSpec pack_spec(PackOptions& options) {
  CommandSpec spec;
  spec.name = "pack";
  spec.summary = "copy data into a file that is mapped, not read";
  spec.usage = {"DATA... -o OUT.pack [options]", "DATA... -o OUT.pack --model MODEL [options]"};
  spec.positionals = {{"DATA...", data_help, true, true}};
  spec.groups = {{"Options", parameters_of(options)}};
  remove_option(spec.groups.front().options, "unknown_labels");  // labels stay as they are
  spec.notes =
      "Every command takes a .pack as DATA. It opens at the speed of memory, and training uses its "
      "rows\nwhere they are in the file. Labels, ids, weights, names of features and the taxonomy "
      "of .arff are\nkept; splits are not: pack each of them by itself (--split).\n";
  spec.examples = {{"clade pack train.svm -o train.pack", "the same examples, ready to be mapped"},
                   {"clade pack docs.jsonl --split train --model model.clade -o train.pack",
                    "the training part as the vectors that a model makes of its texts"}};
  return spec;
}

void check_options(const PackOptions& options, const Paths& paths) {
  if (options.output.empty()) fail(ErrorKind::usage, "pack: -o is missing: where should it go?");
  if (!options.output.ends_with(".pack")) {
    fail(ErrorKind::usage, "pack: -o: expected a name that ends in .pack, got {}",
         quoted(options.output));
  }
  Paths files = paths;
  files.emplace_back(options.model);
  check_output_file("pack: -o", options.output, files);
  check_can_be_written("pack: -o", options.output, "a pack");
}

}  // namespace

int run_pack(const Arguments& words, Output& out) {
  PackOptions options;
  const CommandSpec spec = pack_spec(options);
  if (wants_help(words)) return show_help(spec, out);
  const Paths paths = paths_from(parse_arguments(spec, words), 0);
  check_options(options, paths);
  const GracefulStop stop;
  ThreadPool pool(static_cast<unsigned>(options.data.threads));
  std::optional<Model> model;
  if (!options.model.empty()) model = Model::load(options.model);
  TerminalReporter reporter({options.data.quiet, ""});
  const PackedSize packed =
      pack(FileSource(paths, options.data.files, ""), model ? &*model : nullptr, options.model,
           options.precision, options.output, pool, reporter);
  const Missing treatment = model && model->vectoriser() != nullptr
                                ? model->vectoriser()->fitted().params.numbers.missing
                                : Missing::zero;
  if (const std::string text = missing_text(packed.missing, treatment); !text.empty()) {
    reporter.on_note(text);
  }
  if (model) {
    reporter.on_note(fmt::format(
        "{} holds finished vectors, to train other models on: {} itself reads the texts",
        options.output, options.model));
  }
  if (options.json) {
    out.write(
        json_text(nlohmann::ordered_json{{"records", packed.records},
                                         {"values", packed.values},
                                         {"bytes", std::filesystem::file_size(options.output)}}));
  } else if (!options.data.quiet) {
    write_error_line(fmt::format("{}: {} examples, {} values, {} MB", options.output,
                                 packed.records, packed.values,
                                 std::filesystem::file_size(options.output) >> 20));
  }
  return 0;
}

}  // namespace clade::detail::cli
