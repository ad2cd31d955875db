#include "cli/commands/taxonomy_convert.h"

#include <optional>
#include <tuple>

#include "base/threads.h"
#include "cli/options/taxonomy_source.h"
#include "cli/output/help.h"
#include "cli/output/taxonomy_output.h"
#include "eval/taxonomy/counted_taxonomy.h"

namespace clade::detail::cli {

namespace {

struct ConvertTaxonomyOptions {
  std::string output, to;
  TaxonomyOptions taxonomy;
  DataOptions data;

  static constexpr auto fields() {
    using P = ConvertTaxonomyOptions;
    return std::tuple{
        Field{"o", &P::output, file_name, "the file to write; '-' is standard output"},
        Field{"to", &P::to, any_text,
              "the format to write, where the name does not tell, as for --taxonomy-format"},
        Nested{&P::taxonomy}, Nested{&P::data}};
  }
};

CommandSpec convert_spec(ConvertTaxonomyOptions& options) {
  CommandSpec spec;
  spec.name = "taxonomy convert";
  spec.summary = "write a taxonomy in another format";
  spec.usage = {"T [DATA...] -o OUT [options]"};
  spec.positionals = {{"T", taxonomy_help, true, false},
                      {"DATA...", "data whose labels are paths, where T is 'paths'", false, true}};
  spec.groups = {{"Options", parameters_of(options)}};
  spec.notes =
      "Every edge is kept; what a format cannot hold ends with code 3 and what it was (a DAG in\n"
      "indented text and in paths).\n";
  spec.examples = {
      {"clade taxonomy convert go.obo -o go.tsv", "the is_a edges of an ontology, by ids"},
      {"clade taxonomy convert thesaurus.ttl --language de -o thesaurus.json",
       "a thesaurus as nested JSON, by its German labels"},
      {"clade taxonomy convert paths docs.jsonl -o topics.json",
       "the taxonomy that path labels make"}};
  return spec;
}

}  // namespace

int run_taxonomy_convert(const Arguments& words, Output& out) {
  ConvertTaxonomyOptions options;
  const CommandSpec spec = convert_spec(options);
  if (wants_help(words)) return show_help(spec, out);
  const Arguments arguments = parse_arguments(spec, words);
  const TaxonomyOutputFormat format = output_format(spec.name, options.output, options.to);
  check_output_file(spec.name + ": -o", options.output, paths_from(arguments, 0));
  const std::optional<FileSource> data = data_of(spec.name, arguments, options.data);
  ThreadPool pool(static_cast<unsigned>(options.data.threads));
  const CountedTaxonomy counted = count_in_taxonomy(
      taxonomy_source(arguments.front(), options.taxonomy), data ? &*data : nullptr, pool);
  tell_notes(counted.document, options.data.quiet);
  write_taxonomy(counted.document, format, options.output, out);
  return 0;
}

}  // namespace clade::detail::cli
