#include "method/methods/hsvm.h"

#include <cmath>
#include <memory>
#include <utility>

#include "base/fail.h"
#include "method/class_constraints.h"
#include "method/class_texts.h"
#include "method/methods/methods.h"
#include "method/stored_options.h"
#include "model/model_parts.h"

namespace clade::detail {

std::string HsvmParams::chosen_loss() const {
  const bool binary = constraints == Constraints::binary;
  if (loss == "auto") return binary || flat ? "zero-one" : "tree";
  if (binary && loss != "zero-one") {
    fail_parameter("loss",
                   "binary constraints know the zero-one loss only, got '{}'; leave it out or use "
                   "`constraints=ranking`",
                   loss);
  }
  return loss;
}

namespace {

ClassAttributes attributes_of(const HsvmParams& params, const LabelSpace& labels) {
  return params.flat ? identity_attributes(labels.taxonomy(), labels.classes())
                     : class_attributes(params.attributes, labels);
}

MarginDesign design_with(ClassAttributes attributes, const HsvmParams& params, const Dataset& data,
                         const LabelSpace& labels) {
  const bool binary = params.constraints == Constraints::binary;
  MarginDesign result;
  result.attributes = std::move(attributes);
  result.constraints =
      binary ? binary_constraints(data, labels) : ranking_constraints(data, labels, params.loss);
  result.groups =
      binary || params.slack == SlackPer::pair ? SlackGroups::constraint : SlackGroups::instance;
  result.slack_power = params.slack_power;
  result.label_set_rule = binary ? LabelSetRule::sign : LabelSetRule::top1;
  return result;
}

}  // namespace

// Those that are hsvm with --flat have no choice of attributes.
std::vector<Parameter> Hsvm::parameters() {
  return name() == "hsvm" ? MarginMethod::parameters()
                          : without(MarginMethod::parameters(), {"flat", "attributes"});
}

MethodTraits Hsvm::traits() const {
  using AgainstZero = MethodTraits::AgainstZero;
  const bool binary = params().constraints == Constraints::binary;
  MethodTraits traits = MarginMethod::traits();
  traits.is_flat = params().flat;
  traits.is_on_device = traits.kernel == KernelKind::linear && has_device(params().margin.device);
  traits.can_be_flat = name() == "hsvm";
  traits.has_pair_slacks = params().slack == SlackPer::pair;
  traits.classes_against_zero = binary ? AgainstZero::always : AgainstZero::never;
  return traits;
}

void Hsvm::check_parameters() const {
  (void)params().chosen_loss();
  MarginMethod::check_parameters();
}

std::vector<Parameter> Hsvm::update_parameters() {
  return selected(parameters(), {"C", "tolerance", "max_epochs", "loss"});
}

void Hsvm::check_update(const Model& from) const {
  check_stored_loss(params().loss, stored_option(from, "loss", "auto"));
  refuse_kernel_models(from);
  const std::optional<double> C = params().margin.C;
  if (C && std::isfinite(*C)) return;
  fail_parameter("C", "an update needs a finite number, got {}", C ? "inf" : "auto");
}

HsvmParams Hsvm::resolved(const Dataset& /*data*/, const LabelSpace& /*labels*/) const {
  HsvmParams result = params();
  result.loss = result.chosen_loss();
  return result;
}

MarginDesign Hsvm::design(const HsvmParams& params, const Dataset& data,
                          const LabelSpace& labels) const {
  return design_with(attributes_of(params, labels), params, data, labels);
}

// The form of the model stays, whatever the new examples are like.
MarginDesign Hsvm::update_design(const Model& from, const Dataset& data) const {
  return design_with(ModelParts(from).attributes(), Hsvm::resolved(data, from.label_space()), data,
                     from.label_space());
}

HsvmParams Hsvm::stored(HsvmParams params) const {
  params.loss = without_folder(params.loss);
  params.attributes = without_folder(params.attributes);
  return params;
}

namespace {

HsvmParams flat_params(ScaleC scale_C) {
  HsvmParams params;
  params.flat = true;
  params.margin.scale_C = scale_C;
  return params;
}

}  // namespace

std::unique_ptr<Method> make_hsvm() { return std::make_unique<Hsvm>("hsvm", HsvmParams()); }
std::unique_ptr<Method> make_svm() {
  return std::make_unique<Hsvm>("svm", flat_params(ScaleC::none));
}
std::unique_ptr<Method> make_flatmult() {
  return std::make_unique<Hsvm>("flatmult", flat_params(ScaleC::n));
}

}  // namespace clade::detail
