// What `clade train` takes: its own options and those of the chosen method.
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <tuple>

#include "clade/method.h"
#include "cli/options/options.h"
#include "cli/output/training_run.h"
#include "eval/search/budget.h"
#include "pipeline/calibrate_options.h"
#include "pipeline/data_options.h"

namespace clade::detail::cli {

inline constexpr TextRule budget_rule{budget_problem, "90s, 5m, 2h or 20runs"};

struct TrainOptions {
  std::string taxonomy;
  std::string method;
  std::string model_file;
  std::optional<LabelNodes> label_nodes;  // empty: chosen by the data
  bool close_labels = false;
  std::string weights;
  TaxonomyOptions taxonomy_file;
  DataOptions data;
  TextParams text;
  CalibrateOptions calibration;
  std::string budget;   // of a search; "": none
  std::string measure;  // that decides
  bool dry_run = false;
  bool force = false;
  bool no_fingerprint = false;
  double test_fraction = 0;
  RunOptions run;

  static constexpr auto fields() {
    using P = TrainOptions;
    return std::tuple{
        Field{"o", &P::model_file, file_name, "where the model goes; required but for --dry-run"},
        Field{"taxonomy", &P::taxonomy, file_name,
              "the taxonomy, or paths (paths:SEP) where labels are paths such as A/B/C; without it "
              "the labels are one flat level"},
        Field{"method", &P::method, any_text, "the learning method, see below"},
        PlainField{"label_nodes", &P::label_nodes,
                   "what a label at an inner node means: a class of its own below that node; every "
                   "node is a class; it trains its path and is never predicted; or, closed, every "
                   "label stands for the nodes above it, too"},
        PlainField{"close_labels", &P::close_labels,
                   "add to every label the nodes above it, as ontologies mean it: "
                   "`label_nodes=closed`"},
        Field{"weights", &P::weights, file_name, "one positive weight per instance and line"},
        Nested{&P::taxonomy_file},
        Nested{&P::data},
        Nested{&P::calibration},
        Field{"budget", &P::budget, budget_rule,
              "search for the best options within this time, or so many runs: terms, scaling, C, "
              "form and kernel are tried on held-out folds, and what was found is printed and "
              "trained; options that you give stay as they are"},
        Field{"for", &P::measure, any_text,
              "with `budget` or `C=auto`: the measure of held-out examples that decides, such as "
              "macro_f1; without it average precision does, or auprc where a search sees several "
              "labels"},
        PlainField{
            "dry_run", &P::dry_run,
            "say what would be trained, how long it would take and with how much memory, and stop"},
        PlainField{"force", &P::force,
                   "train even where the estimate says that memory will not suffice",
                   When<P>{[](const P& p) { return !p.dry_run; }, "with `dry_run`"}},
        PlainField{"no_fingerprint", &P::no_fingerprint,
                   "keep no hashes of the records in the model; 'clade evaluate' then cannot tell "
                   "whether it was trained on them"},
        Field{"test_fraction", &P::test_fraction, between_zero_and_one,
              "first train without that share of the records and measure on it; then train on all"},
        Nested{&P::run}};
  }
};

// The method that --method names (or the default one) and the spec bound to it and to `options`.
struct TrainCall {
  TrainOptions options;
  std::unique_ptr<Method> method;
  // What was set by name, as far as options of the method and of texts go.
  Options method_options{}, text_options{};
};
std::unique_ptr<TrainCall> make_train_call(const Arguments& words);
CommandSpec train_spec(TrainCall& call);

}  // namespace clade::detail::cli
