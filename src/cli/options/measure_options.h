// How predictions are measured: options of evaluate and compare.
#pragma once

#include <array>
#include <string>
#include <string_view>
#include <tuple>
#include <utility>

#include "base/params.h"
#include "clade/metrics.h"
#include "cli/options/label_rule.h"
#include "taxonomy/loss.h"

namespace clade::detail::cli {

enum class ClassesMeasured { all, seen };

}  // namespace clade::detail::cli

template <>
struct clade::detail::EnumNames<clade::detail::cli::ClassesMeasured> {
  static constexpr std::array values{std::pair{"all", clade::detail::cli::ClassesMeasured::all},
                                     std::pair{"seen", clade::detail::cli::ClassesMeasured::seen}};
};

namespace clade::detail::cli {

// "" or what was expected in the place of 1,3,5.
std::string ks_problem(std::string_view text);
inline constexpr TextRule whole_numbers{ks_problem, "numbers such as 1,3,5"};

struct MeasureOptions {
  LabelRule label_set = LabelRule::of_model;
  ClassesMeasured classes = ClassesMeasured::all;
  std::string loss = "tree";
  bool inner_correct = false;
  std::string k = "1,3,5";
  std::size_t auprc_from_level = 1;

  static constexpr auto fields() {
    using P = MeasureOptions;
    return std::tuple{
        PlainField{
            "label_set", &P::label_set,
            "the predicted set: as the model says (top1 without a model), the best class, all "
            "with a score above 0, or what --calibrate learned: a threshold for each instance, "
            "the number of labels, a threshold for each class; or the set of the smallest "
            "expected set_loss"},
        PlainField{"classes", &P::classes,
                   "rank all classes, or only those that are a true label of some instance"},
        Field{
            "loss", &P::loss, loss_spec,
            "the loss of top_loss, max_loss and tree_loss; costs:FILE is also that of set_loss and "
            "of --label-set least-loss"},
        PlainField{"inner_correct", &P::inner_correct,
                   "a guess below a true label at an inner node is right"},
        Field{"k", &P::k, whole_numbers, "the k of precision_at_k"},
        Field{"auprc_from_level", &P::auprc_from_level, whole_number,
              "auprc over the nodes of this level and deeper; 1 is all but the root, 0 leaves it "
              "out"}};
  }

  EvaluateOptions evaluate_options() const;
};

}  // namespace clade::detail::cli
