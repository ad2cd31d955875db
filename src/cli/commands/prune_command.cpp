// clade prune: a smaller model for prediction.
#include <array>
#include <filesystem>
#include <memory>
#include <nlohmann/json.hpp>
#include <optional>
#include <string>
#include <tuple>
#include <utility>
#include <vector>

#include "base/fail.h"
#include "base/json_text.h"
#include "base/text.h"
#include "base/threads.h"
#include "clade/model.h"
#include "cli/commands/commands.h"
#include "cli/options/beam_options.h"
#include "cli/options/options.h"
#include "cli/output/help.h"
#include "cli/output/terminal_reporter.h"
#include "eval/search/prune_search.h"
#include "model/prune.h"
#include "pipeline/read.h"
#include "pipeline/unknown_labels.h"

template <>
struct clade::detail::EnumNames<clade::detail::PackedNumbers> {
  static constexpr std::array values{std::pair{"half", clade::detail::PackedNumbers::half},
                                     std::pair{"single", clade::detail::PackedNumbers::single}};
};

namespace clade::detail::cli {

namespace {

constexpr NumberRule share_of_weights{[](double v) { return v > 0 && v <= 1; },
                                      "a number above 0 and at most 1"};
constexpr NumberRule points{[](double v) { return v >= 0 && v < 100; },
                            "a number of points from 0 to below 100"};

struct PruneOptions {
  std::string o;
  double keep = 0, max_loss = -1;  // not asked for
  std::string data;
  PackedNumbers precision = PackedNumbers::half;
  bool json = false;
  DataOptions reading;

  static constexpr auto fields() {
    using P = PruneOptions;
    return std::tuple{
        Field{"o", &P::o, file_name, "the file for the pruned model"},
        Field{"keep", &P::keep, share_of_weights,
              "the share of the weights that stays, the largest by magnitude; 1 packs all of them"},
        Field{"max_loss", &P::max_loss, points,
              "the smallest model that loses at most so many points of accuracy on --data; 0.2 is "
              "two documents of a thousand"},
        Field{"data", &P::data, file_name,
              "labelled data, on which the accuracy before and after is told; not what the model "
              "was trained on"},
        PlainField{"precision", &P::precision, "of the weights"},
        PlainField{"json", &P::json, "describe the result as one JSON object"},
        Nested{&P::reading}};
  }
};

constexpr double usual_share = 0.3;

CommandSpec prune_spec(PruneOptions& options) {
  CommandSpec spec;
  spec.name = "prune";
  spec.summary = "make a model smaller, for prediction";
  spec.usage = {"MODEL -o OUT [--keep P] [--data DATA] [options]",
                "MODEL -o OUT --max-loss P --data DATA [options]"};
  spec.positionals = {{"MODEL", "a file that 'clade train' wrote", true, false}};
  spec.groups = {{"Options", parameters_of(options)}};
  for (const char* name : {"keep", "max_loss"}) hide_default(spec.groups.front().options, name);
  spec.notes =
      "Without --keep and --max-loss three tenths of the weights stay. The loss is told: with "
      "--data the\n"
      "accuracy before and after, and always by how much any score can change for an instance of "
      "length 1.\n"
      "A pruned model predicts, is measured and explained as others are; 'clade update' refuses "
      "it.\n";
  spec.examples = {{"clade prune model.clade -o small.clade --keep 0.3", "the largest weights"},
                   {"clade prune model.clade -o small.clade --max-loss 0.2 --data held-out.svm",
                    "as small as two lost documents of a thousand allow"}};
  return spec;
}

void check_options(const PruneOptions& options) {
  if (options.o.empty()) fail(ErrorKind::usage, "prune: -o is missing: the file for the model");
  if (options.keep > 0 && options.max_loss >= 0) {
    fail(ErrorKind::usage, "prune: --keep and --max-loss exclude each other");
  }
  if (options.max_loss >= 0 && options.data.empty()) {
    fail(ErrorKind::usage, "prune: --max-loss needs --data to measure the loss on");
  }
}

Dataset read_held_out(const Model& model, const PruneOptions& options, ThreadPool& pool) {
  TerminalReporter reporter({.quiet = options.reading.quiet, .silences_warnings = true});
  const FileSource source({options.data}, options.reading.files, "test");
  Records records = read_for_model(model, source, pool, reporter);
  settle_measured_labels(model.label_space(), source.unknown_labels(), records, reporter);
  const LabelSpace labels = model.label_space().extended(records.label_names);
  return Dataset(std::move(records), labels);
}

struct Outcome {
  Model model;
  std::optional<double> accuracy_before, accuracy_after;
};

Outcome prune(const Model& model, const WeightMagnitudes& magnitudes, const PruneOptions& options) {
  const double share = options.keep > 0 ? options.keep : usual_share;
  const auto prune_to_share = [&] {
    return pruned(model, magnitudes.threshold(share), options.precision);
  };
  if (options.data.empty()) return {prune_to_share(), {}, {}};
  ThreadPool pool(static_cast<unsigned>(options.reading.threads));
  const Dataset data = read_held_out(model, options, pool);
  const double before = accuracy_of(model, data, pool);
  if (options.max_loss >= 0) {
    const PruneGoal goal{before - options.max_loss / 100, options.precision};
    PrunedToGoal found = prune_to_goal(model, magnitudes, data, goal, pool);
    return {std::move(found.model), before, found.accuracy};
  }
  Model small = prune_to_share();
  const double after = accuracy_of(small, data, pool);
  return {std::move(small), before, after};
}

std::string file_size(const std::string& file) {
  return byte_size(static_cast<std::size_t>(std::filesystem::file_size(file)));
}

std::string outcome_json(const Model& model, const WeightMagnitudes& magnitudes,
                         const Outcome& outcome, const std::string& file,
                         const std::string& small_file) {
  auto json = nlohmann::ordered_json::object();
  json["weights"] = {{"kept", outcome.model.nonzero_weights()}, {"before", magnitudes.count()}};
  json["bytes"] = {{"after", std::filesystem::file_size(small_file)},
                   {"before", std::filesystem::file_size(file)}};
  if (outcome.accuracy_before) {
    json["accuracy"] = {{"after", *outcome.accuracy_after}, {"before", *outcome.accuracy_before}};
  }
  json["largest_score_change"] = number_or_null(largest_score_change(model, outcome.model));
  return json_text(json);
}

void print_outcome(const Model& model, const WeightMagnitudes& magnitudes, const Outcome& outcome,
                   const std::string& file, const std::string& small_file, Output& out) {
  const std::size_t kept = outcome.model.nonzero_weights();
  const double share = magnitudes.count() == 0
                           ? 1
                           : static_cast<double>(kept) / static_cast<double>(magnitudes.count());
  out.print("weights       {} of {} ({:.1f}%)\n", kept, magnitudes.count(), 100 * share);
  out.print("file          {} of {}\n", file_size(small_file), file_size(file));
  if (outcome.accuracy_before) {
    out.print("accuracy      {:.4f}, before {:.4f}\n", *outcome.accuracy_after,
              *outcome.accuracy_before);
  }
  out.print("score change  at most {:.4g} for an instance of length 1\n",
            largest_score_change(model, outcome.model));
}

}  // namespace

int run_prune(const Arguments& words, Output& out) {
  PruneOptions options;
  const CommandSpec spec = prune_spec(options);
  if (wants_help(words)) return show_help(spec, out);
  const Arguments arguments = parse_arguments(spec, words);
  check_options(options);
  check_output_file("prune: -o", options.o, {arguments.front(), options.data});
  check_can_be_written("-o", options.o, "a model");
  const Model model = Model::load(arguments.front());
  const WeightMagnitudes magnitudes(model);
  const Outcome outcome = prune(model, magnitudes, options);
  outcome.model.save(options.o);
  if (options.json) {
    out.write(outcome_json(model, magnitudes, outcome, arguments.front(), options.o));
  } else if (!options.reading.quiet) {
    print_outcome(model, magnitudes, outcome, arguments.front(), options.o, out);
  }
  out.flush();
  return 0;
}

}  // namespace clade::detail::cli
