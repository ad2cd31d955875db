// clade predict: labels for new data, in the order of the input.
#include <algorithm>
#include <atomic>
#include <memory>
#include <string>
#include <variant>
#include <vector>

#include "base/fail.h"
#include "base/threads.h"
#include "clade/model.h"
#include "cli/commands/commands.h"
#include "cli/options/answer_options.h"
#include "cli/options/beam_options.h"
#include "cli/options/label_rule.h"
#include "cli/options/options.h"
#include "cli/output/help.h"
#include "cli/output/prediction_writer.h"
#include "cli/output/terminal_reporter.h"
#include "model/beam.h"
#include "pipeline/read.h"

namespace clade::detail::cli {

namespace {

struct PredictOptions {
  int top = 0;
  int beam = 0;
  bool scores = false;
  LabelRule label_set = LabelRule::of_model;
  AnswerOptions answers;
  OutputFormat output = OutputFormat::tsv;
  DataOptions data;
  bool json = false;
  bool trust = false;

  static constexpr auto fields() {
    using P = PredictOptions;
    return std::tuple{
        Field{"top", &P::top, at_least_one, "write the best K classes of every instance"},
        Field{"beam", &P::beam, at_least_one, beam_help},
        PlainField{"scores", &P::scores, "write a table of all decision scores, with a header"},
        PlainField{"label_set", &P::label_set,
                   "which classes are predicted: as the model says, the best one, all with a score "
                   "above 0, or what --calibrate learned: a threshold for each instance, the "
                   "number of labels, a threshold for each class"},
        Nested{&P::answers},
        PlainField{"output", &P::output, "lines of columns, or a JSON object per line"},
        PlainField{"json", &P::json, "the same as --output jsonl"},
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
  for (const char* name : {"top", "beam", "confidence", "coverage"}) {
    hide_default(spec.groups.front().options, name);  // 0: not asked for
  }
  spec.notes =
      "Writes a line per instance and predicted class: id, label, score and path, separated by "
      "tabs.\n"
      "An instance without a predicted class (--label-set sign) has one line with an empty "
      "label.\n"
      "Probabilities and learned label sets need a model that was trained with --calibrate. "
      "Answers\n"
      "of --confidence, --coverage and --risk are nodes, of any depth. The score of an answer is "
      "what\n"
      "it was chosen by: its probability, its expected cost (--risk) or its expected loss "
      "(--decode\n"
      "expected-loss), and its probability follows.\n";
  spec.examples = {
      {"clade predict model.clade new.svm --top 3", "the three best classes of each line"},
      {"clade predict model.clade new.svm --scores", "every score, for other tools"},
      {"clade predict model.clade new.svm --beam 8",
       "the best class of a large taxonomy, from the eight best nodes of every level"},
      {"clade predict model.clade new.svm --confidence 0.9",
       "as deep as the model is sure, nine times in ten"}};
  return spec;
}

void check_options(const PredictOptions& options) {
  const bool choosing = options.top > 0 || options.label_set != LabelRule::of_model;
  if (options.top > 0 && options.label_set != LabelRule::of_model) {
    fail(ErrorKind::usage, "predict: --top and --label-set exclude each other");
  }
  if (options.scores && (choosing || options.output != OutputFormat::tsv)) {
    fail(ErrorKind::usage, "predict: --scores writes all classes and goes with no other choice");
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

// Instances are scored in blocks on all threads and written in their order; what waits to be
// written is bounded by the blocks of one round.
class BlockPredictor {
 public:
  BlockPredictor(const Model& model, std::shared_ptr<const Beam> beam,
                 const PredictionWriter& writer, const Records& records)
      : model_(model),
        beam_(std::move(beam)),
        writer_(writer),
        records_(records),
        texts_(blocks_per_round) {}

  // Returns how many feature values were unknown.
  template <class Real>
  std::size_t run(const SparseRows<Real>& rows, ThreadPool& pool, Output& out) {
    for (std::size_t first = 0; first < rows.size(); first += block_size * blocks_per_round) {
      const std::size_t count = std::min(rows.size() - first, block_size * blocks_per_round);
      pool.for_ranges(count, block_size, [&](std::size_t begin, std::size_t end) {
        predict_block(rows, first + begin, first + end, texts_[begin / block_size]);
      });
      const std::size_t blocks = (count + block_size - 1) / block_size;
      for (std::size_t b = 0; b < blocks; ++b) out.write(texts_[b]);
    }
    return unknown_;
  }
  BeamAgreement agreement() const { return {beam_->width(), checked_, same_}; }

 private:
  static constexpr std::size_t block_size = 64, blocks_per_round = 256;

  template <class Real>
  void predict_block(const SparseRows<Real>& rows, std::size_t begin, std::size_t end,
                     std::string& text) {
    Scorer scorer(model_, beam_);
    const ScoresFor needs = writer_.needs();
    text.clear();
    for (std::size_t i = begin; i < end; ++i) {
      unknown_ += scorer.score(rows.row(i), needs);
      writer_.append(records_.ids.empty() ? std::to_string(i) : records_.ids[i], scorer, text);
      if (beam_ == nullptr || !is_checked_instance(i)) continue;
      ++checked_;
      if (agrees_with_full_scan(model_, rows.row(i), scorer)) ++same_;
    }
  }

  const Model& model_;
  std::shared_ptr<const Beam> beam_;  // nothing: all classes are scored
  const PredictionWriter& writer_;
  const Records& records_;
  std::vector<std::string> texts_;
  std::atomic<std::size_t> unknown_{0}, checked_{0}, same_{0};
};

std::shared_ptr<const Beam> make_beam(const Model& model, const PredictOptions& options) {
  if (options.beam == 0) return nullptr;
  const bool is_asked_for_best = options.top > 0 || options.label_set == LabelRule::top1;
  if (!is_asked_for_best && model.label_set_rule() != LabelSetRule::top1) {
    fail(ErrorKind::usage,
         "--beam: it finds the best classes, and this model's sets of labels need the scores of "
         "all; leave --beam out or ask for --top K");
  }
  return std::make_shared<const Beam>(model, static_cast<std::size_t>(options.beam));
}

}  // namespace

int run_predict(const Arguments& words, Output& out) {
  PredictOptions options;
  const CommandSpec spec = predict_spec(options);
  if (wants_help(words)) return show_help(spec, out);
  const Arguments arguments = parse_arguments(spec, words);
  if (options.json) options.output = OutputFormat::jsonl;
  check_options(options);

  const Model model = Model::load(arguments.front(), options.trust);
  const std::shared_ptr<const Beam> beam = make_beam(model, options);
  ThreadPool pool(static_cast<unsigned>(options.data.threads));
  const auto paths = paths_from(arguments, 1);
  options.answers.check(model);
  TerminalReporter reporter({options.data.quiet, ""});
  const Records records =
      read_for_model(model, FileSource(paths, options.data.files, ""), pool, reporter);
  AnswerChoice choice = options.answers.choice();
  choice.top = static_cast<std::size_t>(options.top);
  choice.label_set = chosen_rule(options.label_set);
  const PredictionWriter writer(Predictor(model, std::move(choice)),
                                {options.scores, options.output, beam != nullptr});
  out.write(writer.header());
  BlockPredictor predictor(model, beam, writer, records);
  const std::size_t unknown =
      records.unknown_features +
      std::visit([&](const auto& rows) { return predictor.run(rows, pool, out); }, records.rows);
  out.flush();
  warn_of_unknown_features(unknown, reporter);
  if (beam != nullptr) write_beam_agreement(predictor.agreement());
  return 0;
}

}  // namespace clade::detail::cli
