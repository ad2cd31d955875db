// What `clade train` takes: its own options and those of the chosen method.
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <tuple>

#include "clade/method.h"
#include "cli/options.h"
#include "data/enum_names.h"
#include "text/vectoriser.h"

namespace clade::cli {

struct TrainOptions {
  std::string taxonomy;
  std::string method;
  std::string model_file;
  LabelNodes label_nodes = LabelNodes::terminal;
  std::string weights;
  std::string trace;
  bool trace_updates = false;
  bool progressive = false;
  DataOptions data;
  TextParams text;
  std::uint64_t seed = 0;
  bool json = false;
  bool dry_run = false;
  bool quiet = false;

  static constexpr auto fields() {
    using P = TrainOptions;
    return std::tuple{
        Field{"o", &P::model_file, file_name, "where the model goes; required but for --dry-run"},
        Field{"taxonomy", &P::taxonomy, file_name,
              "the taxonomy, or paths (paths:SEP) where labels are paths such as A/B/C; without it "
              "the labels are one flat level"},
        Field{"method", &P::method, any_text, "the learning method, see below"},
        PlainField{"label_nodes", &P::label_nodes,
                   "what a label at an inner node means: a class of its own below that node, every "
                   "node is a class, or it trains its path and is never predicted"},
        Field{"weights", &P::weights, file_name, "one positive weight per instance and line"},
        Field{"trace", &P::trace, file_name,
              "write a JSON object per line for every certified pass of the solver, or every pass "
              "of an online method"},
        PlainField{"trace_updates", &P::trace_updates,
                   "of an online method: the trace holds every change of the weights instead"},
        PlainField{"progressive", &P::progressive,
                   "of an online method: print how well it predicted examples before it learned "
                   "from them, at 1024 examples, 2048 and so on"},
        Nested{&P::data},
        Field{"seed", &P::seed, seed_number, "the seed of all random choices"},
        PlainField{"json", &P::json, "describe the run as one JSON object on standard output"},
        PlainField{"dry_run", &P::dry_run, "say what would be trained and stop"},
        PlainField{"quiet", &P::quiet, "show warnings and errors only"}};
  }
};

// The method that --method names (or the default one) and the spec bound to it and to `options`.
struct TrainCall {
  TrainOptions options;
  std::unique_ptr<Method> method;
};
std::unique_ptr<TrainCall> make_train_call(const Words& words);
CommandSpec train_spec(TrainCall& call);

}  // namespace clade::cli
