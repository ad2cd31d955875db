// The Perceptron with a taxonomy: the label of the lowest score against the other class of the
// highest, and where that order is wrong
//   w += Delta(y,r) (Lambda(y) - Lambda(r)) (x) x
// (thesis Alg. 4; averaged Alg. 6; Minover Alg. 7; flat Alg. 3).
#include <array>
#include <string>
#include <tuple>
#include <utility>

#include "base/params.h"
#include "method/class_constraints.h"
#include "method/class_texts.h"
#include "method/loss_option.h"
#include "method/methods/methods.h"
#include "method/online/train_online.h"
#include "method/stored_options.h"

namespace clade::detail {

enum class PerceptronUpdate { online, averaged, minover };
template <>
struct EnumNames<PerceptronUpdate> {
  static constexpr std::array values{std::pair{"online", PerceptronUpdate::online},
                                     std::pair{"averaged", PerceptronUpdate::averaged},
                                     std::pair{"minover", PerceptronUpdate::minover}};
};

namespace {

struct PerceptronParams {
  bool flat = false;
  std::string loss = "auto";
  std::string attributes = "depth";
  PerceptronUpdate update = PerceptronUpdate::online;
  OnlineParams online{.epochs = 10};

  static constexpr auto fields() {
    using P = PerceptronParams;
    // Whoever spells out a default contradicts nothing.
    constexpr When<P> not_flat{[](const P& p) { return !p.flat || p.attributes == P().attributes; },
                               "with `flat`"};
    return std::tuple{
        PlainField{"flat", &P::flat, "train without the taxonomy; it still serves for evaluation"},
        Field{"loss", &P::loss, loss_or_auto,
              "what a wrong class costs; auto: tree, or zero-one with `flat`"},
        Field{"attributes", &P::attributes, attributes_spec,
              "which weights score a class, and how strongly; not used with `flat`", not_flat},
        PlainField{"update", &P::update,
                   "online: the last weights; averaged: the mean of those after each example; "
                   "minover: each step on the worst example of all"},
        Nested{&P::online}};
  }
};

class Perceptron : public OnlineMethod {
 public:
  std::string_view name() const override { return "perceptron"; }
  std::vector<Parameter> parameters() override {
    std::vector<Parameter> all = parameters_of(params_);
    for (Parameter& p : all) {
      if (p.name != "order") continue;
      p.idle = [this] {
        return std::string(is_worst_first() ? "with `update=minover`, which takes the worst" : "");
      };
    }
    return all;
  }
  MethodTraits traits() const override {
    MethodTraits traits = OnlineMethod::traits();
    traits.is_flat = params_.flat;
    traits.can_be_flat = true;
    return traits;
  }
  std::vector<Parameter> update_parameters() override {
    return selected(parameters(), {"epochs", "order", "loss"});
  }
  void check_update(const Model& from) const override {
    OnlineMethod::check_update(from);
    check_stored_loss(params_.loss, stored_option(from, "loss", "auto"));
  }

 protected:
  const OnlineParams& params() const override { return params_.online; }
  OnlineParams& params() override { return params_.online; }
  OptionTexts options() const override {
    PerceptronParams params = params_;
    params.loss = without_folder(chosen_loss());
    params.attributes = without_folder(params.attributes);
    return option_texts(parameters_of(params));
  }
  OnlineRules rules() const override {
    const bool averaged = params_.update == PerceptronUpdate::averaged;
    return {RivalRule::highest, StepRule::loss,
            averaged ? Averaging::after_steps : Averaging::none};
  }
  bool is_worst_first() const override { return params_.update == PerceptronUpdate::minover; }
  ClassAttributes attributes(const LabelSpace& labels) const override {
    return params_.flat ? identity_attributes(labels.taxonomy(), labels.classes())
                        : class_attributes(params_.attributes, labels);
  }
  std::shared_ptr<const LossRows> losses(const LabelSpace& labels,
                                         const ScoreMap& /*map*/) const override {
    return class_losses(labels, chosen_loss());
  }

 private:
  std::string chosen_loss() const {
    if (params_.loss != "auto") return params_.loss;
    return params_.flat ? "zero-one" : "tree";
  }

  PerceptronParams params_;
};

}  // namespace

std::unique_ptr<Method> make_perceptron() { return std::make_unique<Perceptron>(); }

}  // namespace clade::detail
