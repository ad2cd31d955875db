#include "cli/commands/taxonomy_advise.h"

#include <memory>
#include <nlohmann/json.hpp>
#include <string>
#include <tuple>
#include <utility>
#include <vector>

#include "base/fail.h"
#include "base/json_text.h"
#include "base/threads.h"
#include "cli/options/compared_methods.h"
#include "cli/options/options.h"
#include "cli/output/help.h"
#include "cli/output/interrupt.h"
#include "cli/output/taxonomy_output.h"
#include "cli/output/terminal_reporter.h"
#include "eval/compare/comparison_json.h"
#include "eval/compare/comparison_table.h"
#include "eval/taxonomy/taxonomy_advice.h"
#include "pipeline/data_options.h"
#include "pipeline/prepare.h"

namespace clade::detail::cli {

namespace {

using Json = nlohmann::ordered_json;

struct AdviseOptions {
  std::string method = "hsvm", output, to;
  int sample_per_class = 0, repeats = 10, random_trees = 10, changes = 20;
  std::uint64_t seed = 0;
  bool json = false;
  TaxonomyOptions taxonomy;
  DataOptions data;

  static constexpr auto fields() {
    using P = AdviseOptions;
    return std::tuple{
        Field{"o", &P::output, file_name, "write the repaired taxonomy, where there is one"},
        Field{"to", &P::to, any_text,
              "the format to write, where the name does not tell, as for --taxonomy-format"},
        Field{"method", &P::method, any_text,
              "the method that sees the taxonomy, with its options as 'clade train' takes them"},
        Field{"sample_per_class", &P::sample_per_class, whole_number,
              "training records of each class; 0: half the median class, at most 10"},
        Field{"repeats", &P::repeats, at_least_two, "random samples"},
        Field{"random_trees", &P::random_trees, at_least_two,
              "random taxonomies of the same shape to compare with"},
        Field{"changes", &P::changes, whole_number,
              "at most so many nodes are dissolved and so many moved, to see what it "
              "gives; 0: no change is looked for"},
        Field{"seed", &P::seed, seed_number, "the seed of all random choices"},
        PlainField{"json", &P::json, "write everything as one JSON object"},
        Nested{&P::taxonomy},
        Nested{&P::data}};
  }

  static constexpr NumberRule at_least_two{[](double v) { return v >= 2 && v <= 10000; },
                                           "a whole number from 2 to 10000"};
};

CommandSpec advise_spec(AdviseOptions& options) {
  CommandSpec spec;
  spec.name = "taxonomy advise";
  spec.summary = "does the taxonomy help to classify these data, and which nodes hurt?";
  spec.usage = {"T DATA... [-o OUT] [options]"};
  spec.positionals = {{"T", taxonomy_help, true, false}, {"DATA...", data_help, true, true}};
  spec.groups = {{"Options", parameters_of(options)}};
  spec.notes =
      "The method is trained on small samples of each class, where a taxonomy matters most, with\n"
      "the given taxonomy, without one, with random ones of the same shape and with one learned\n"
      "from the sample. Average precision decides: it knows nothing of the taxonomy. Then inner\n"
      "nodes are dissolved and nodes moved to where their classes are nearer, on one half of the\n"
      "records; what helped is measured on the other half.\n";
  spec.examples = {{"clade taxonomy advise topics.tsv docs.jsonl -o better.tsv",
                    "is topics.tsv worth having, and what would be better?"}};
  return spec;
}

Contender contender_of(const std::string& words) { return one_contender("taxonomy advise", words); }

// The same without a taxonomy.
Contender flat_of(const std::string& words) {
  const Configured configured = contender_of(words).configure({});
  const MethodTraits traits = configured.method->traits();
  if (traits.can_be_flat && !traits.is_flat) return contender_of(words + " --flat");
  fail(ErrorKind::usage,
       "taxonomy advise: --method: {} cannot be trained with and without a taxonomy; take hsvm, "
       "clade, perceptron or hieron",
       configured.method->name());
}

struct Examples {
  Records records;
  Taxonomy taxonomy;
};

Examples read_examples(const Words& arguments, const AdviseOptions& options,
                       const Configured& configured, ThreadPool& pool, Reporter& reporter) {
  const FileSource data(paths_from(arguments, 1), options.data.files, "train");
  Records records =
      read_for_training(data, configured.text, RecordForm::of(*configured.method), pool, reporter);
  check_has_features(records, data.name());
  TaxonomySource source =
      resolve_taxonomy(taxonomy_source(arguments.front(), options.taxonomy), records);
  std::vector<std::string> names;
  for (const LabelName& label : records.label_names) names.push_back(label.name);
  Taxonomy taxonomy = source.kind == TaxonomySource::Kind::paths
                          ? Taxonomy::from_paths(names, source.separator)
                          : *source.taxonomy;
  return {std::move(records), std::move(taxonomy)};
}

const char* verdict_name(Verdict verdict) {
  switch (verdict) {
    case Verdict::helps:
      return "helps";
    case Verdict::makes_sense:
      return "makes sense";
    case Verdict::no_difference:
      return "no difference";
    case Verdict::hurts:
      return "hurts";
  }
  return "?";
}

const char* verdict_words(Verdict verdict) {
  switch (verdict) {
    case Verdict::helps:
      return "The taxonomy helps: it is better than none, and than random ones.";
    case Verdict::makes_sense:
      return "The taxonomy makes sense, being better than random ones, but is no better than none.";
    case Verdict::no_difference:
      return "The taxonomy cannot be told from random ones of its shape.";
    case Verdict::hurts:
      return "The taxonomy hurts: training without it is better.";
  }
  return "?";
}

std::string advice_text(const Advice& advice) {
  std::string text = fmt::format(
      "{}\n\naverage precision against no taxonomy {:+.4f} (p = {:.3g}), against random ones "
      "{:+.4f} (p = {:.3g}),\nwith {} training records of each class, {} samples\n\n",
      verdict_words(advice.verdict), advice.gain_over_flat, advice.p_over_flat,
      advice.gain_over_random, advice.p_over_random, advice.per_class, advice.repeats);
  text += comparison_table(advice.comparison,
                           {"average_precision", "accuracy", "tree_loss", "parent_accuracy"},
                           TableFormat::text);
  if (!advice.changes.empty()) {
    text += fmt::format("\n{:<8}{:>10}{:>8}  {}\n", "", "gain", "p", "change");
  }
  for (const TaxonomyChange& change : advice.changes) {
    text += fmt::format("{:<8}{:>+10.4f}{:>8.3f}  {}\n", change.is_taken ? "taken" : "",
                        change.gain, change.p, change.what);
  }
  if (advice.changes.empty()) return text;
  if (!advice.repaired) return text + "\nNo change was found that helps.\n";
  return text + fmt::format(
                    "\nWith the changes that were taken, on records that played no part in finding "
                    "them: {:+.4f} (p = {:.3g})\n",
                    advice.repaired_gain, advice.repaired_p);
}

std::string advice_json(const Advice& advice) {
  Json json{{"verdict", verdict_name(advice.verdict)},
            {"measure", "average_precision"},
            {"sample_per_class", advice.per_class},
            {"repeats", advice.repeats},
            {"against_flat", {{"gain", advice.gain_over_flat}, {"p_t", advice.p_over_flat}}},
            {"against_random", {{"gain", advice.gain_over_random}, {"p_t", advice.p_over_random}}},
            {"random", advice.random_quality},
            {"changes", Json::array()}};
  for (const TaxonomyChange& change : advice.changes) {
    json["changes"].push_back(Json{{"change", change.what},
                                   {"gain", change.gain},
                                   {"p_t", change.p},
                                   {"taken", change.is_taken}});
  }
  if (advice.repaired) {
    json["repaired"] = Json{{"gain", advice.repaired_gain}, {"p_t", advice.repaired_p}};
  }
  const ComparisonNotes notes{"samples of each class", advice.repeats, 0, ""};
  json["comparison"] = comparison_json(advice.comparison, notes)["methods"];
  return json_text(json);
}

}  // namespace

int run_taxonomy_advise(const Words& words, Output& out) {
  AdviseOptions options;
  const CommandSpec spec = advise_spec(options);
  if (wants_help(words)) return show_help(spec, out);
  const Words arguments = parse_arguments(spec, words);
  std::optional<OutputFormat> format;
  if (!options.output.empty()) {
    format = output_format(spec.name, options.output, options.to);
    check_output_file(spec.name + ": -o", options.output, paths_from(arguments, 0));
  }
  Contender method = contender_of(options.method), flat = flat_of(options.method);

  TerminalReporter reporter({options.data.quiet, ""});
  ThreadPool pool(static_cast<unsigned>(options.data.threads));
  reporter.on_stage("reading");
  Examples examples = read_examples(arguments, options, method.configure({}), pool, reporter);
  auto reading = std::make_shared<const Reading>(Reading{std::move(examples.records), {}, {}});
  method.reading = flat.reading = reading;
  const AdviceOptions advice_options{static_cast<std::size_t>(options.sample_per_class),
                                     static_cast<std::size_t>(options.repeats),
                                     static_cast<std::size_t>(options.random_trees),
                                     static_cast<std::size_t>(options.changes), options.seed};
  const GracefulStop stop;
  const Advice advice = advise(flat, method, examples.taxonomy, advice_options, pool, reporter);
  reporter.finish();
  if (format && advice.repaired) {
    write_taxonomy({*advice.repaired, {}, {}}, *format, options.output, out);
  } else if (format) {
    reporter.on_warning("no change was found that helps: nothing was written");
  }
  out.write(options.json ? advice_json(advice) : advice_text(advice));
  return 0;
}

}  // namespace clade::detail::cli
