#include "method/perceptron.h"

#include <array>
#include <string>
#include <tuple>
#include <utility>

#include "base/params.h"
#include "method/class_constraints.h"
#include "method/loss_option.h"
#include "method/train_online.h"

namespace clade {

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
    return std::tuple{
        PlainField{"flat", &P::flat, "train without the taxonomy; it still serves for evaluation"},
        Field{"loss", &P::loss, loss_or_auto,
              "what a wrong class costs; auto: tree, or zero-one with --flat"},
        Field{"attributes", &P::attributes, attributes_spec,
              "which weights score a class, and how strongly; not used with --flat"},
        PlainField{"update", &P::update,
                   "online: the last weights; averaged: the mean of those after each example; "
                   "minover: each step on the worst example of all"},
        Nested{&P::online}};
  }
};

class Perceptron : public OnlineMethod {
 public:
  std::string_view name() const override { return "perceptron"; }
  std::vector<Parameter> parameters() override { return parameters_of(params_); }
  bool takes_streams() const override {
    return OnlineMethod::takes_streams() && params_.update != PerceptronUpdate::minover;
  }

 protected:
  const OnlineParams& params() const override { return params_.online; }
  OnlineDesign design(const LabelSpace& labels) const override {
    PerceptronParams params = params_;
    if (params.loss == "auto") params.loss = params.flat ? "zero-one" : "tree";
    OnlineDesign result;
    result.attributes =
        params.flat ? identity_attributes(labels.taxonomy(), labels.classes())
                    : make_attributes(params.attributes, labels.taxonomy(), labels.classes());
    result.losses = class_losses(labels, params.loss);
    result.rules = {
        RivalRule::highest, StepRule::loss,
        params.update == PerceptronUpdate::averaged ? Averaging::after_steps : Averaging::none};
    result.worst_first = params.update == PerceptronUpdate::minover;
    params.loss = without_folder(params.loss);
    params.attributes = without_folder(params.attributes);
    result.method = "perceptron";
    result.options = option_texts(parameters_of(params));
    result.params = params.online;
    return result;
  }

 private:
  PerceptronParams params_;
};

}  // namespace

std::unique_ptr<Method> make_perceptron() { return std::make_unique<Perceptron>(); }

}  // namespace clade
