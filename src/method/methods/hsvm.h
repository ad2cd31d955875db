// The hierarchical SVM of the papers, and with --flat the ordinary multiclass and multilabel SVM.
//
//   min 1/2 ||w||^2 + C sum_i xi_i   with  F(x_i,y) - F(x_i,r) >= 1 - xi_i / Delta(y,r)
//
// for the labels y and the other classes r of every example (thesis 4.10, dual 4.15; CIKM 24,
// dual 25; flat: thesis 4.3). Variants: a slack for each pair, squared slacks, every class against
// zero (CIKM 22).
#pragma once

#include <array>
#include <string>
#include <tuple>
#include <utility>

#include "clade/method.h"
#include "method/loss_option.h"
#include "method/margin/margin_method.h"
#include "taxonomy/attributes.h"

namespace clade::detail {

enum class SlackPer { instance, pair };
template <>
struct EnumNames<SlackPer> {
  static constexpr std::array values{std::pair{"instance", SlackPer::instance},
                                     std::pair{"pair", SlackPer::pair}};
};

enum class Constraints { ranking, binary };
template <>
struct EnumNames<Constraints> {
  static constexpr std::array values{std::pair{"ranking", Constraints::ranking},
                                     std::pair{"binary", Constraints::binary}};
};

inline constexpr NumberRule one_or_two{[](double v) { return v == 1 || v == 2; }, "1 or 2"};

struct HsvmParams {
  bool flat = false;
  std::string loss = "auto";
  std::string attributes = "depth";
  Constraints constraints = Constraints::ranking;
  SlackPer slack = SlackPer::instance;
  int slack_power = 1;
  MarginParams margin;

  static constexpr auto fields() {
    using P = HsvmParams;
    // Whoever spells out a default contradicts nothing.
    constexpr When<P> not_flat{[](const P& p) { return !p.flat || p.attributes == P().attributes; },
                               "with `flat`"};
    constexpr When<P> ranking{[](const P& p) {
                                return p.constraints == Constraints::ranking ||
                                       p.slack == SlackPer::instance;
                              },
                              "without `constraints=ranking`: every class has a slack of its own"};
    return std::tuple{
        PlainField{"flat", &P::flat, "train without the taxonomy; it still serves for evaluation"},
        Field{
            "loss", &P::loss, loss_or_auto,
            "what a wrong class costs; auto: tree, or zero-one with `flat` or binary constraints"},
        Field{"attributes", &P::attributes, attributes_spec,
              "which weights score a class, and how strongly; not used with `flat`", not_flat},
        PlainField{"constraints", &P::constraints,
                   "ranking: labels above other classes; binary: every class against zero"},
        PlainField{"slack", &P::slack, "one slack for each example, or for each pair of classes",
                   ranking},
        Field{"slack_power", &P::slack_power, one_or_two,
              "2: squared slacks, and the root of the loss"},
        Nested{&P::margin}};
  }

  // The loss that these parameters choose. Error{usage} where it does not go with the constraints.
  std::string chosen_loss() const;
};

class Hsvm : public MarginMethod<HsvmParams> {
 public:
  using MarginMethod::MarginMethod;

  std::vector<Parameter> parameters() override;
  MethodTraits traits() const override;
  void check_parameters() const override;
  std::vector<Parameter> update_parameters() override;
  void check_update(const Model& from) const override;

 protected:
  HsvmParams resolved(const Dataset& data, const LabelSpace& labels) const override;
  MarginDesign design(const HsvmParams& params, const Dataset& data,
                      const LabelSpace& labels) const override;
  // The score map and the names of the units stay those of the model.
  MarginDesign update_design(const Model& from, const Dataset& data) const override;
  HsvmParams stored(HsvmParams params) const override;
};

}  // namespace clade::detail
