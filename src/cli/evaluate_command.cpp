// clade evaluate: a model on labelled data, or anybody's predictions.
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "base/fail.h"
#include "base/threads.h"
#include "clade/metrics.h"
#include "clade/model.h"
#include "cli/commands.h"
#include "cli/help.h"
#include "cli/measure_options.h"
#include "cli/model_records.h"
#include "cli/options.h"
#include "cli/taxonomy_options.h"
#include "data/enum_names.h"
#include "data/read.h"
#include "data/taxonomy_file.h"
#include "eval/evaluate_records.h"
#include "eval/foreign.h"

namespace clade::cli {

namespace {

struct GivenOptions {
  std::string scores, predictions, truth, taxonomy;
  LabelNodes label_nodes = LabelNodes::terminal;
  TaxonomyOptions taxonomy_file;

  static constexpr auto fields() {
    using P = GivenOptions;
    return std::tuple{
        Field{"scores", &P::scores, file_name,
              "a table of scores as 'clade predict --scores' writes it; without a column 'id' its "
              "rows are in the order of the truth"},
        Field{"predictions", &P::predictions, file_name,
              "lines id<TAB>label as 'clade predict' writes them; an empty label is an empty set"},
        Field{"truth", &P::truth, file_name, "data with the true labels"},
        Field{"taxonomy", &P::taxonomy, file_name, taxonomy_help},
        Nested{&P::taxonomy_file},
        PlainField{"label_nodes", &P::label_nodes, "what a label at an inner node means"}};
  }
  bool any() const {
    return !(scores.empty() && predictions.empty() && truth.empty() && taxonomy.empty());
  }
};

struct EvaluateCall {
  MeasureOptions measures;
  bool json = false;
  DataOptions data;
  bool trust = false;
  GivenOptions given;

  static constexpr auto fields() {
    using P = EvaluateCall;
    return std::tuple{
        Nested{&P::measures}, PlainField{"json", &P::json, "write one JSON object"},
        Nested{&P::data},
        PlainField{"trust", &P::trust, "load the model without checking its checksum"}};
  }
};

CommandSpec evaluate_spec(EvaluateCall& call) {
  CommandSpec spec;
  spec.name = "evaluate";
  spec.summary = "measure predictions against true labels";
  spec.usage = {"MODEL DATA... [options]",
                "--truth DATA [--scores FILE] [--predictions FILE] [--taxonomy T] [options]"};
  spec.positionals = {{"MODEL", "a file that 'clade train' wrote", false, false},
                      {"DATA...", data_help, false, true}};
  spec.groups = {{"Options", parameters_of(call)},
                 {"Options for predictions of any program", parameters_of(call.given)}};
  spec.examples = {
      {"clade evaluate model.clade test.svm", "every measure, for people"},
      {"clade evaluate --predictions p.tsv --truth test.svm --taxonomy topics.tsv --json",
       "the measures of predictions that another program made"}};
  return spec;
}

void check_form(const Words& arguments, const GivenOptions& given) {
  if (arguments.empty() && !given.any()) {
    fail(ErrorKind::usage, "evaluate: MODEL and DATA are missing; see 'clade evaluate --help'");
  }
  if (!arguments.empty() && given.any()) {
    fail(ErrorKind::usage,
         "evaluate: --scores, --predictions, --truth and --taxonomy go without a MODEL");
  }
  if (arguments.size() == 1) fail(ErrorKind::usage, "evaluate: DATA is missing");
  if (!arguments.empty()) return;
  if (given.truth.empty()) fail(ErrorKind::usage, "evaluate: --truth is missing");
  if (given.scores.empty() && given.predictions.empty()) {
    fail(ErrorKind::usage, "evaluate: expected --scores, --predictions or both, got neither");
  }
}

void write_evaluation(const Evaluation& evaluation, const LabelSpace& labels, bool as_json,
                      Output& out) {
  for (const std::string& warning : evaluation.warnings) {
    write_error_line("clade: warning: " + warning);
  }
  out.write(as_json ? evaluation_json(evaluation, labels) + '\n' : evaluation_text(evaluation));
}

void evaluate_model(const EvaluateCall& call, const Words& arguments, ThreadPool& pool,
                    Output& out) {
  const Model model = Model::load(arguments.front(), call.trust);
  const auto paths = paths_from(arguments, 1);
  Records records = read_for_model(model, paths, call.data, "test", pool);
  warn_of_unknown_features(records.unknown_features);
  const auto [evaluation, labels] =
      evaluate_records(model, std::move(records), call.measures.evaluate_options(), pool);
  write_evaluation(evaluation, labels, call.json, out);
}

void evaluate_given(const EvaluateCall& call, ThreadPool& pool, Output& out) {
  const GivenOptions& given = call.given;
  std::shared_ptr<const ScoresFile> scores;
  std::optional<PredictionsFile> predictions;
  if (!given.scores.empty()) scores = std::make_shared<const ScoresFile>(given.scores);
  if (!given.predictions.empty()) predictions.emplace(given.predictions);
  const PredictionsFile* predicted = predictions ? &*predictions : nullptr;

  const std::vector<std::filesystem::path> paths{given.truth};
  Records records = read_records(paths, read_options(call.data, Precision::single, "test"), pool);
  const TaxonomySource source =
      settled_source(taxonomy_source(given.taxonomy, given.taxonomy_file), records);
  const LabelSpace labels(source, given.label_nodes,
                          foreign_labels(scores.get(), predicted, records.label_names));
  const Dataset truth(std::move(records), labels);
  const GivenPredictions matched = match_predictions(scores, predicted, labels, truth);
  write_evaluation(evaluate(labels, truth, matched, call.measures.evaluate_options(), pool), labels,
                   call.json, out);
}

}  // namespace

int run_evaluate(const Words& words, Output& out) {
  EvaluateCall call;
  const CommandSpec spec = evaluate_spec(call);
  if (wants_help(words)) return show_help(spec, out);
  const Words arguments = parse_arguments(spec, words);
  check_form(arguments, call.given);
  if (!arguments.empty() && peek_value(words, "--label-nodes")) {
    fail(ErrorKind::usage, "evaluate: --label-nodes: the model has its own, leave it out");
  }
  ThreadPool pool(static_cast<unsigned>(call.data.threads));
  if (arguments.empty()) {
    evaluate_given(call, pool, out);
  } else {
    evaluate_model(call, arguments, pool, out);
  }
  return 0;
}

}  // namespace clade::cli
