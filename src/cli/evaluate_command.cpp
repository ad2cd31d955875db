// clade evaluate: a model on labelled data, or anybody's predictions.
#include <algorithm>
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
#include "cli/label_rule.h"
#include "cli/model_records.h"
#include "cli/options.h"
#include "cli/taxonomy_options.h"
#include "data/enum_names.h"
#include "data/intersections.h"
#include "data/read.h"
#include "data/taxonomy_file.h"
#include "eval/foreign.h"
#include "taxonomy/loss.h"

namespace clade::cli {

enum class ClassesMeasured { all, seen };

}  // namespace clade::cli

template <>
struct clade::EnumNames<clade::cli::ClassesMeasured> {
  static constexpr std::array values{std::pair{"all", clade::cli::ClassesMeasured::all},
                                     std::pair{"seen", clade::cli::ClassesMeasured::seen}};
};

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
  LabelRule label_set = LabelRule::of_model;
  ClassesMeasured classes = ClassesMeasured::all;
  std::string loss = "tree";
  bool inner_correct = false;
  bool json = false;
  DataOptions data;
  bool trust = false;
  GivenOptions given;

  static constexpr auto fields() {
    using P = EvaluateCall;
    return std::tuple{
        PlainField{
            "label_set", &P::label_set,
            "the predicted set: as the model says (top1 without a model), the best class, or "
            "all with a score above 0"},
        PlainField{"classes", &P::classes,
                   "rank all classes, or only those that are a true label of some instance"},
        Field{"loss", &P::loss, loss_spec, "the loss of top_loss, max_loss and tree_loss"},
        PlainField{"inner_correct", &P::inner_correct,
                   "a guess below a true label at an inner node is right"},
        PlainField{"json", &P::json, "write one JSON object"},
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

EvaluateOptions measure_options(const EvaluateCall& call) {
  EvaluateOptions options;
  if (call.label_set == LabelRule::top1) options.label_set = LabelSetRule::top1;
  if (call.label_set == LabelRule::sign) options.label_set = LabelSetRule::sign;
  options.seen_classes = call.classes == ClassesMeasured::seen;
  options.loss = call.loss;
  options.inner_correct = call.inner_correct;
  return options;
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

// Sets of labels are categories to the model.
bool makes_categories(const Model& model) {
  const auto& options = model.options();
  return std::find(options.begin(), options.end(),
                   std::pair<std::string, std::string>("multilabel", "intersect")) != options.end();
}

void evaluate_model(const EvaluateCall& call, const Words& arguments, ThreadPool& pool,
                    Output& out) {
  const Model model = Model::load(arguments.front(), call.trust);
  const auto paths = paths_from(arguments, 1);
  Records records = read_for_model(model, paths, call.data, "test", pool);
  warn_of_unknown_features(records.unknown_features);
  const LabelSpace labels = model.label_space().extended(records.label_names);
  const Dataset data(std::move(records), labels);
  const auto measure = [&](const LabelSpace& space, const Dataset& truth) {
    write_evaluation(evaluate(model, space, truth, measure_options(call), pool), space, call.json,
                     out);
  };
  if (!makes_categories(model) || !data.is_multilabel()) return measure(labels, data);
  const Intersected one_label_each = intersected(data, labels, false);
  measure(one_label_each.labels, one_label_each.data);
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
  write_evaluation(evaluate(labels, truth, matched, measure_options(call), pool), labels, call.json,
                   out);
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
