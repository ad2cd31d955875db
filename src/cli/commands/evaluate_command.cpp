// clade evaluate: a model on labelled data, or anybody's predictions.
#include <algorithm>
#include <memory>
#include <nlohmann/json.hpp>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "base/fail.h"
#include "base/file.h"
#include "base/text.h"
#include "base/threads.h"
#include "clade/model.h"
#include "cli/commands/commands.h"
#include "cli/options/beam_options.h"
#include "cli/options/measure_options.h"
#include "cli/options/options.h"
#include "cli/options/rank_options.h"
#include "cli/output/help.h"
#include "cli/output/report_settings.h"
#include "cli/output/terminal_reporter.h"
#include "measure/evaluate.h"
#include "measure/evaluate_records.h"
#include "measure/evaluation_json.h"
#include "measure/external_predictions.h"
#include "measure/progress_json.h"
#include "pipeline/data_options.h"
#include "pipeline/explained_document.h"
#include "pipeline/explained_records.h"
#include "pipeline/over_ranks.h"
#include "pipeline/read.h"
#include "pipeline/unknown_labels.h"
#include "report/evaluation_page.h"
#include "report/page.h"
#include "report/record_pictures.h"

namespace clade::detail::cli {

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
  int beam = beam_not_asked_for;
  bool json = false;
  DataOptions data;
  bool trust = false;
  std::string file, per_class, report, trace;
  GivenOptions given;

  static constexpr auto fields() {
    using P = EvaluateCall;
    return std::tuple{
        Nested{&P::measures},
        Field{"beam", &P::beam, whole_number, beam_help},
        Field{"o", &P::file, file_name, result_file_help},
        PlainField{"json", &P::json, "write one JSON object"},
        Field{"per_class", &P::per_class, file_name,
              "also write a table of all classes: support, precision, recall and F1"},
        Nested{&P::data},
        PlainField{"trust", &P::trust, "load the model without checking its checksum"},
        Field{
            "report", &P::report, file_name,
            "write a page for a browser: measures, pictures, the tree with its errors, documents"},
        Field{"trace", &P::trace, file_name,
              "what 'clade train --trace' wrote, for the report's picture of the training"}};
  }
  std::size_t text_beginning() const { return report.empty() ? 0 : report::shown_text; }
  EvaluateOptions evaluate_options() const {
    EvaluateOptions options = measures.evaluate_options();
    options.keep_judged = options.curves = !report.empty();
    options.intervals = json || !report.empty();
    options.beam = static_cast<std::size_t>(std::max(beam, 0));
    return options;
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
  hide_default(spec.groups.front().options, "beam");  // not asked for
  spec.examples = {
      {"clade evaluate model.clade test.svm", "every measure, for people"},
      {"clade evaluate model.clade test.svm --per-class classes.tsv",
       "which classes go wrong, as a table"},
      {"clade evaluate model.clade test.jsonl --report page.html",
       "a page to look at: where do errors go?"},
      {"clade evaluate --predictions p.tsv --truth test.svm --taxonomy topics.tsv --json",
       "the measures of predictions that another program made"}};
  return spec;
}

void check_form(const Arguments& arguments, const EvaluateCall& call) {
  const GivenOptions& given = call.given;
  if (arguments.empty() && !given.any()) {
    fail(ErrorKind::usage, "evaluate: MODEL and DATA are missing; see 'clade evaluate --help'");
  }
  if (!arguments.empty() && given.any()) {
    fail(ErrorKind::usage,
         "evaluate: --scores, --predictions, --truth and --taxonomy go without a MODEL");
  }
  if (arguments.size() == 1) fail(ErrorKind::usage, "evaluate: DATA is missing");
  if (!arguments.empty()) return;
  if (call.beam > 0) fail(ErrorKind::usage, "evaluate: --beam searches with a MODEL, got none");
  if (given.truth.empty()) fail(ErrorKind::usage, "evaluate: --truth is missing");
  if (given.scores.empty() && given.predictions.empty()) {
    fail(ErrorKind::usage, "evaluate: expected --scores, --predictions or both, got neither");
  }
}

void write_evaluation(const Evaluation& evaluation, const LabelSpace& labels,
                      const EvaluateCall& call, TerminalReporter& reporter, Output& out) {
  reporter.finish();
  for (const std::string& warning : evaluation.warnings) reporter.on_warning(warning);
  ResultOutput result(call.file, out);
  result->write(call.json ? evaluation_json(evaluation, labels) + '\n'
                          : evaluation_text(evaluation));
  result->commit();
  if (call.per_class.empty()) return;
  Output table{std::filesystem::path(call.per_class)};
  table.write(per_class_table(evaluation, labels));
  table.commit();
}

void tell_of_beam(const Evaluation& evaluation, const Model& model, const EvaluateCall& call) {
  if (call.data.quiet) return;
  const LabelSetRule rule = call.evaluate_options().label_set.value_or(model.label_set_rule());
  if (evaluation.beam) {
    write_beam_agreement(*evaluation.beam, false, model);
  } else if (call.beam == beam_not_asked_for && rule == LabelSetRule::top1) {
    tell_of_default_beam(model);
  }
}

// Ids and beginnings of texts, which the data leave behind on their way.
Records texts_of(Records& records) {
  Records texts;
  texts.ids = records.ids;
  texts.snippets = std::move(records.snippets);
  return texts;
}

// Passes alone: the changes of an online method's weights are too many to draw.
std::vector<Progress> read_trace(const std::string& file) {
  std::vector<Progress> passes;
  if (file.empty()) return passes;
  const std::string text = read_text(file);
  std::size_t number = 0;
  for (const std::string_view line : split(text, '\n')) {
    ++number;
    if (trim(line).empty()) continue;
    const auto json = nlohmann::ordered_json::parse(line, nullptr, false);
    if (json.is_discarded() || !json.is_object()) {
      fail(ErrorKind::input, "{}:{}: expected a line that 'clade train --trace' wrote, got {}",
           file, number, quoted(line.substr(0, 40)));
    }
    if (const auto pass = progress_of(json)) passes.push_back(*pass);
  }
  if (passes.empty()) fail(ErrorKind::input, "{}: no pass of a training is in this trace", file);
  return passes;
}

SettingsGroup model_settings(const Model& model) {
  SettingsGroup group{"Model", {{"method", model.method()}}};
  for (const auto& option : model.options()) group.values.push_back(option);
  return group;
}

void evaluate_model(const EvaluateCall& call, const Arguments& arguments, ReportHead head,
                    ThreadPool& pool, Output& out, Communicator& peers) {
  const std::vector<Progress> trace = read_trace(call.trace);
  const Model model = Model::load(arguments.front(), call.trust);
  const auto paths = paths_from(arguments, 1);
  TerminalReporter reporter(progress_over("instances", call.data.quiet));
  FileSource source(paths, call.data.files, "test");
  source.snippet_bytes = call.text_beginning();
  Records records = read_for_model(model, source, pool, reporter);
  warn_of_unknown_features(records.unknown_features, reporter);
  settle_measured_labels(model.label_space(), source.unknown_labels(), records, reporter);
  const Records texts = texts_of(records);
  std::optional<Dataset> rows;
  const auto [evaluation, labels] =
      evaluate_records(model, std::move(records), call.evaluate_options(), pool, &reporter,
                       call.report.empty() ? nullptr : &rows, peers);
  if (!peers.is_first()) return;
  write_evaluation(evaluation, labels, call, reporter, out);
  tell_of_beam(evaluation, model, call);
  if (call.report.empty()) return;
  head.title = fmt::format("{} on {}", model.method(), paths.front().filename().string());
  head.settings.insert(head.settings.begin(), model_settings(model));
  head.notes = evaluation.warnings;
  report::EvaluationPicture picture{model.method(), evaluation, labels, texts, trace};
  const MeasuredRecords measured{model, evaluation, labels, *rows, texts.snippets};
  if (is_explainable(model)) {
    picture.explain = [&](std::span<const std::size_t> places) {
      return explained_records(measured, places, pool);
    };
  } else {
    picture.unexplained = "the model has a kernel: words have no share in its scores";
  }
  report::write_page(call.report, "report", report::evaluation_report(head, picture));
}

void evaluate_given(const EvaluateCall& call, ReportHead head, ThreadPool& pool, Output& out) {
  const std::vector<Progress> trace = read_trace(call.trace);
  const GivenOptions& given = call.given;
  std::shared_ptr<const ScoresFile> scores;
  std::optional<PredictionsFile> predictions;
  if (!given.scores.empty()) scores = std::make_shared<const ScoresFile>(given.scores);
  if (!given.predictions.empty()) predictions.emplace(given.predictions);
  const PredictionsFile* predicted = predictions ? &*predictions : nullptr;

  const std::vector<std::filesystem::path> paths{given.truth};
  FileSource source(paths, call.data.files, "test");
  source.snippet_bytes = call.text_beginning();
  Records records = source.read(source.options(Precision::single, nullptr), pool);
  const Records texts = texts_of(records);
  const TaxonomySource taxonomy =
      resolve_taxonomy(taxonomy_source(given.taxonomy, given.taxonomy_file), records);
  TerminalReporter reporter(progress_over("instances", call.data.quiet));
  settle_measured_labels(taxonomy, source.unknown_labels(), records, reporter);
  const LabelSpace labels = external_label_space(taxonomy, given.label_nodes, scores.get(),
                                                 predicted, records.label_names);
  const Dataset truth(std::move(records), labels);
  const GivenPredictions matched = match_predictions(scores, predicted, labels, truth);
  const Evaluation evaluation =
      evaluate(labels, truth, matched, call.evaluate_options(), pool, &reporter);
  write_evaluation(evaluation, labels, call, reporter, out);
  if (call.report.empty()) return;
  const std::string file =
      std::filesystem::path(given.predictions.empty() ? given.scores : given.predictions)
          .filename()
          .string();
  head.title = fmt::format("{} on {}", file, paths.front().filename().string());
  head.notes = evaluation.warnings;
  report::EvaluationPicture picture{file, evaluation, labels, texts, trace};
  picture.unexplained = "the answers come from a file: there is no model to ask";
  report::write_page(call.report, "report", report::evaluation_report(head, picture));
}

// Every rank reads all data and measures a part of the records.
void divide_records(EvaluateCall& call, const Arguments& arguments, Communicator& peers) {
  if (peers.is_alone()) return;
  refuse_over_ranks("evaluate", call.given.any(), "the form without a MODEL");
  refuse_over_ranks("evaluate", !call.report.empty(), "--report");
  const std::vector<std::filesystem::path> files = paths_from(arguments, 0);
  refuse_over_ranks("evaluate", std::find(files.begin(), files.end(), "-") != files.end(),
                    "standard input");
  check_same_files(files, peers);
  share_cores(call.data, peers);
}

}  // namespace

int run_evaluate(const Arguments& words, Output& out, Communicator& peers) {
  EvaluateCall call;
  const CommandSpec spec = evaluate_spec(call);
  if (wants_help(words)) return show_help(spec, out);
  const Arguments arguments = parse_arguments(spec, words);
  check_form(arguments, call);
  if (!arguments.empty() && peek_value(words, "--label-nodes")) {
    fail(ErrorKind::usage, "evaluate: --label-nodes: the model has its own, leave it out");
  }
  if (!call.trace.empty() && call.report.empty()) {
    fail(ErrorKind::usage, "evaluate: --trace goes with --report");
  }
  std::vector<std::filesystem::path> used = paths_from(arguments, 0);
  for (const std::string& file : {call.given.scores, call.given.predictions, call.given.truth,
                                  call.given.taxonomy, call.trace}) {
    if (!file.empty()) used.emplace_back(file);
  }
  divide_records(call, arguments, peers);
  check_report_output("evaluate", call.report, used);
  used.emplace_back(call.report);
  check_result_file("evaluate: -o", call.file, used);
  used.emplace_back(call.file);
  check_result_file("evaluate: --per-class", call.per_class, used);
  ThreadPool pool(static_cast<unsigned>(call.data.threads));
  std::vector<std::filesystem::path> data;
  if (!call.report.empty()) {
    data = arguments.empty() ? std::vector<std::filesystem::path>{call.given.truth}
                             : paths_from(arguments, 1);
  }
  ReportHead head = report_head(spec, words, "", data);
  if (arguments.empty()) {
    evaluate_given(call, std::move(head), pool, out);
  } else {
    head.settings.pop_back();  // about given predictions
    evaluate_model(call, arguments, std::move(head), pool, out, peers);
  }
  return 0;
}

}  // namespace clade::detail::cli
