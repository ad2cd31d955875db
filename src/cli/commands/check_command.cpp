// clade check: what training would make of data and a taxonomy, and what is odd about them.
#include <filesystem>
#include <optional>
#include <string>
#include <tuple>
#include <utility>
#include <vector>

#include "base/fail.h"
#include "base/text.h"
#include "base/threads.h"
#include "cli/commands/commands.h"
#include "cli/options/options.h"
#include "cli/output/help.h"
#include "eval/check/data_check.h"
#include "pipeline/data_options.h"

namespace clade::detail::cli {

namespace {

struct DataCheckOptions {
  std::string taxonomy, test;
  bool json = false;
  TaxonomyOptions taxonomy_file;
  DataOptions data;

  static constexpr auto fields() {
    using P = DataCheckOptions;
    return std::tuple{
        Field{"taxonomy", &P::taxonomy, file_name, taxonomy_help},
        Field{"test", &P::test, file_name,
              "data that a model would be measured on: what of them is in DATA, too?"},
        PlainField{"json", &P::json, "write one JSON object"}, Nested{&P::taxonomy_file},
        Nested{&P::data}};
  }
};

CommandSpec data_check_spec(DataCheckOptions& options) {
  CommandSpec spec;
  spec.name = "check";
  spec.summary = "see what training would make of data and a taxonomy, and what is odd";
  spec.usage = {"DATA... [--taxonomy T] [--test DATA2] [options]"};
  spec.positionals = {{"DATA...", data_help, true, true}};
  spec.groups = {{"Options", parameters_of(options)}};
  spec.notes =
      "Records are compared by their content: texts and values, not labels and ids. Exit code 3 "
      "where\n"
      "training would refuse the data: a label outside the taxonomy, no label at all, fewer than "
      "two\n"
      "classes, nothing to learn from. Everything else is worth knowing and no obstacle.\n";
  spec.examples = {{"clade check docs.jsonl --taxonomy topics.tsv", "before the first training"},
                   {"clade check train.csv --test test.csv --taxonomy topics.tsv --json",
                    "does the test leak, for a program"}};
  return spec;
}

}  // namespace

int run_check(const Arguments& words, Output& out) {
  DataCheckOptions options;
  const CommandSpec spec = data_check_spec(options);
  if (wants_help(words)) return show_help(spec, out);
  auto paths = paths_from(parse_arguments(spec, words), 0);
  const FileSource source(std::move(paths), options.data.files, "train");
  std::optional<FileSource> test;
  if (!options.test.empty())
    test.emplace(std::vector<std::filesystem::path>{options.test}, options.data.files, "test");
  ThreadPool pool(static_cast<unsigned>(options.data.threads));
  const DataCheck found =
      check_data(source, test ? &*test : nullptr,
                 taxonomy_source(options.taxonomy, options.taxonomy_file), pool);
  out.write(options.json ? found.json(flag_with_value) + '\n' : found.text(flag_with_value));
  if (found.is_usable) return 0;
  out.flush();
  throw Error(ErrorKind::input, join(found.obstacles, "\nclade: "));
}

}  // namespace clade::detail::cli
