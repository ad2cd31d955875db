// clade predict: labels for new data, in the order of the input.
#include <unistd.h>

#include <memory>
#include <string>
#include <utility>

#include "base/fail.h"
#include "base/text.h"
#include "base/threads.h"
#include "clade/model.h"
#include "cli/commands/commands.h"
#include "cli/options/answer_options.h"
#include "cli/options/beam_options.h"
#include "cli/options/label_rule.h"
#include "cli/options/options.h"
#include "cli/options/rank_options.h"
#include "cli/output/help.h"
#include "cli/output/prediction_run.h"
#include "cli/output/prediction_writer.h"
#include "cli/output/terminal_reporter.h"
#include "model/beam.h"
#include "pipeline/read.h"

namespace clade::detail::cli {

namespace {

struct PredictOptions {
  int top = 0;
  int beam = beam_not_asked_for;
  bool scores = false;
  LabelRule label_set = LabelRule::of_model;
  std::string set_costs;
  AnswerOptions answers;
  OutputFormat output = OutputFormat::tsv;
  std::string file;
  bool header = false;
  DataOptions data;
  bool json = false;
  bool trust = false;

  static constexpr auto fields() {
    using P = PredictOptions;
    return std::tuple{
        Field{"top", &P::top, at_least_one, "write the best K classes of every instance"},
        Field{"beam", &P::beam, whole_number, beam_help},
        PlainField{"scores", &P::scores, "write a table of all decision scores, with a header"},
        PlainField{"label_set", &P::label_set,
                   "which classes are predicted: as the model says, the best one, all with a score "
                   "above 0, or what --calibrate learned: a threshold for each instance, the "
                   "number of labels, a threshold for each class; or the set of the smallest "
                   "expected set_loss"},
        Field{"set_costs", &P::set_costs, file_name,
              "with --label-set least-loss: volumes and costs of nodes, the file of --loss "
              "costs:FILE; without it every node counts 1"},
        Nested{&P::answers},
        Field{"o", &P::file, file_name, result_file_help},
        PlainField{"output", &P::output, "lines of columns, or a JSON object per line"},
        PlainField{"json", &P::json, "the same as --output jsonl"},
        PlainField{"header", &P::header, "begin with a line that names the columns"},
        Nested{&P::data},
        PlainField{"trust", &P::trust, "load the model without checking its checksum"}};
  }
};

CommandSpec predict_spec(PredictOptions& options) {
  CommandSpec spec;
  spec.name = "predict";
  spec.summary = "label new data with a model";
  spec.usage = {"MODEL DATA... [options]"};
  spec.positionals = {{"MODEL", "a file that 'clade train' wrote", true, false},
                      {"DATA...", data_help, true, true}};
  spec.groups = {{"Options", parameters_of(options)}};
  remove_option(spec.groups.front().options, "unknown_labels");  // labels are not looked at
  for (const char* name : {"top", "beam", "confidence", "coverage"}) {
    hide_default(spec.groups.front().options, name);  // not asked for
  }
  spec.notes =
      "Writes a line per instance and predicted class: id, label, score and path, separated by "
      "tabs.\n"
      "An instance without a predicted class (--label-set sign or least-loss) has one line with "
      "an\n"
      "empty label.\n"
      "Probabilities and learned label sets need a model that was trained with --calibrate. "
      "Answers\n"
      "of --confidence, --coverage and --risk are nodes, of any depth. The score of an answer is "
      "what\n"
      "it was chosen by: its probability, its expected cost (--risk) or its expected loss "
      "(--decode\n"
      "expected-loss), and its probability follows.\n";
  spec.examples = {
      {"clade predict model.clade new.svm --top 3", "the three best classes of each line"},
      {"clade predict model.clade new.csv --header -o answers.tsv",
       "a table for a spreadsheet program"},
      {"clade predict model.clade new.svm --scores", "every score, for other tools"},
      {"clade predict model.clade new.svm --beam 8",
       "the best class of a large taxonomy, from the eight best nodes above the classes"},
      {"clade predict model.clade new.svm --confidence 0.9",
       "as deep as the model is sure, nine times in ten"}};
  return spec;
}

// --output says in which form, -o where.
void refuse_file_as_format(const Arguments& words) {
  const auto value = peek_value(words, "--output");
  if (!value || value->find_first_of("./") == std::string::npos) return;
  fail(ErrorKind::usage, "predict: --output: expected tsv or jsonl, got {}; -o names the file",
       quoted(*value));
}

void check_options(const PredictOptions& options) {
  if (options.header && options.output == OutputFormat::jsonl) {
    fail(ErrorKind::usage, "predict: --header: lines of JSON have none, leave it out");
  }
  const bool choosing = options.top > 0 || options.label_set != LabelRule::of_model;
  if (options.top > 0 && options.label_set != LabelRule::of_model) {
    fail(ErrorKind::usage, "predict: --top and --label-set exclude each other");
  }
  if (options.scores && (choosing || options.output != OutputFormat::tsv)) {
    fail(ErrorKind::usage, "predict: --scores writes all classes and goes with no other choice");
  }
  if (!options.set_costs.empty() && options.label_set != LabelRule::least_loss) {
    fail(ErrorKind::usage, "predict: --set-costs goes with --label-set least-loss");
  }
  options.answers.check();
  const bool chooses_sets =
      options.label_set != LabelRule::of_model && options.label_set != LabelRule::top1;
  if (options.beam > 0 &&
      (options.scores || chooses_sets || options.answers.needs_probabilities())) {
    fail(ErrorKind::usage,
         "predict: --beam finds the best classes: what needs the scores of all, --scores, "
         "--label-set and probabilities, goes without it");
  }
  const std::string flag = options.answers.chosen_flag();
  if (!flag.empty() && (choosing || options.scores)) {
    fail(ErrorKind::usage,
         "predict: {} chooses the answer: it goes without --top, --label-set and "
         "--scores",
         flag);
  }
}

bool asks_for_best(const Model& model, const PredictOptions& options) {
  return options.top > 0 || options.label_set == LabelRule::top1 ||
         (options.label_set == LabelRule::of_model && model.label_set_rule() == LabelSetRule::top1);
}

std::shared_ptr<const Beam> make_beam(const Model& model, const PredictOptions& options) {
  if (options.beam == 0) return nullptr;
  const bool is_default = options.beam == beam_not_asked_for;
  constexpr int few = 10;  // of the best, not all that a beam reaches
  if (is_default &&
      (options.scores || options.answers.needs_probabilities() || options.top > few)) {
    return nullptr;
  }
  if (asks_for_best(model, options)) {
    return is_default ? default_beam(model)
                      : std::make_shared<const Beam>(model, static_cast<std::size_t>(options.beam));
  }
  if (is_default) return nullptr;
  fail(ErrorKind::usage,
       "--beam: it finds the best classes, and this model's sets of labels need the scores of "
       "all; leave --beam out or ask for --top K");
}

}  // namespace

int run_predict(const Arguments& words, Output& out, Communicator& peers) {
  PredictOptions options;
  const CommandSpec spec = predict_spec(options);
  if (wants_help(words)) return show_help(spec, out);
  refuse_file_as_format(words);
  const Arguments arguments = parse_arguments(spec, words);
  if (options.json) options.output = OutputFormat::jsonl;
  check_options(options);
  check_result_file("predict: -o", options.file, paths_from(arguments, 0));

  FileSource source(paths_from(arguments, 1), options.data.files, "");
  divide_reading("predict", source, options.data, {arguments.front()}, peers);
  const Model model = Model::load(arguments.front(), options.trust);
  const std::shared_ptr<const Beam> beam = make_beam(model, options);
  ThreadPool pool(static_cast<unsigned>(options.data.threads));
  options.answers.check(model);
  TerminalReporter reporter(progress_over("instances", options.data.quiet));
  const Records records = read_for_model(model, source, pool, reporter, RecordsFor::answers, peers);
  AnswerChoice choice = options.answers.choice();
  choice.top = static_cast<std::size_t>(options.top);
  choice.label_set = chosen_rule(options.label_set);
  choice.set_costs = options.set_costs;
  const PredictionWriter writer(Predictor(model, std::move(choice)),
                                {options.scores, options.output, beam != nullptr, options.header});
  ResultOutput result(peers.is_first() ? options.file : std::string(), out);
  if (peers.is_first()) result->write(writer.header());
  PredictionRun run(model, beam, writer, records);
  Reporter silent;  // answers on a terminal show by themselves how far it is
  const bool shows_answers = !result.is_file() && ::isatty(STDOUT_FILENO) == 1;
  std::string own;
  run.run(pool, shows_answers ? silent : reporter, [&](std::string_view text) {
    if (peers.is_first()) return result->write(text);
    own += text;
  });
  in_order(std::move(own), peers, [&](std::string_view text) { result->write(text); });
  if (peers.is_first()) result->commit();
  reporter.finish();
  warn_of_unknown_features(
      peers.sum(std::uint64_t{records.unknown_features + run.unknown_features()}), reporter);
  AnswerCounts counts = run.counts();
  for (std::size_t* count : {&counts.instances, &counts.empty_sets, &counts.featureless}) {
    *count = peers.sum(std::uint64_t{*count});
  }
  for (const std::string& warning :
       answer_warnings(counts, chosen_rule(options.label_set).value_or(model.label_set_rule()))) {
    reporter.on_warning(warning);
  }
  if (beam != nullptr && !options.data.quiet) {
    write_beam_agreement(run.agreement(), options.beam == beam_not_asked_for, model);
  }
  return 0;
}

}  // namespace clade::detail::cli
