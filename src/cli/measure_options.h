// How predictions are measured: options of evaluate and compare.
#pragma once

#include <array>
#include <string>
#include <tuple>
#include <utility>

#include "base/params.h"
#include "clade/metrics.h"
#include "cli/label_rule.h"
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

struct MeasureOptions {
  LabelRule label_set = LabelRule::of_model;
  ClassesMeasured classes = ClassesMeasured::all;
  std::string loss = "tree";
  bool inner_correct = false;

  static constexpr auto fields() {
    using P = MeasureOptions;
    return std::tuple{
        PlainField{
            "label_set", &P::label_set,
            "the predicted set: as the model says (top1 without a model), the best class, or "
            "all with a score above 0"},
        PlainField{"classes", &P::classes,
                   "rank all classes, or only those that are a true label of some instance"},
        Field{"loss", &P::loss, loss_spec, "the loss of top_loss, max_loss and tree_loss"},
        PlainField{"inner_correct", &P::inner_correct,
                   "a guess below a true label at an inner node is right"}};
  }

  EvaluateOptions evaluate_options() const {
    EvaluateOptions options;
    if (label_set == LabelRule::top1) options.label_set = LabelSetRule::top1;
    if (label_set == LabelRule::sign) options.label_set = LabelSetRule::sign;
    options.seen_classes = classes == ClassesMeasured::seen;
    options.loss = loss;
    options.inner_correct = inner_correct;
    return options;
  }
};

}  // namespace clade::cli
