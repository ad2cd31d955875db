#include "method/hsvm.h"

#include <cmath>
#include <memory>
#include <utility>

#include "base/fail.h"
#include "method/choose_c.h"
#include "method/class_constraints.h"
#include "method/stored_options.h"
#include "method/train_kernel.h"
#include "method/train_linear.h"
#include "model/model_parts.h"

namespace clade {

namespace {

void fill_in_loss(HsvmParams& params) {
  const bool binary = params.constraints == Constraints::binary;
  if (params.loss == "auto") params.loss = binary || params.flat ? "zero-one" : "tree";
  if (binary && params.loss != "zero-one") {
    fail(ErrorKind::usage,
         "--loss: binary constraints know the zero-one loss only, got '{}'; leave it out or use "
         "--constraints ranking",
         params.loss);
  }
}

ClassAttributes attributes_of(const HsvmParams& params, const LabelSpace& labels) {
  return params.flat ? identity_attributes(labels.taxonomy(), labels.classes())
                     : make_attributes(params.attributes, labels.taxonomy(), labels.classes());
}

MarginDesign design(const HsvmParams& params, ClassAttributes attributes, const Dataset& data,
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

class Hsvm : public Method {
 public:
  Hsvm(std::string_view name, bool flat, ScaleC scale_C) : name_(name) {
    params_.flat = flat;
    params_.margin.scale_C = scale_C;
  }
  std::string_view name() const override { return name_; }
  std::vector<Parameter> parameters() override {
    std::vector<Parameter> all = parameters_of(params_);
    if (name_ != "hsvm") {
      std::erase_if(all,
                    [](const Parameter& p) { return p.name == "flat" || p.name == "attributes"; });
    }
    return all;
  }
  void check_parameters() const override {
    HsvmParams copy = params_;
    fill_in_loss(copy);
    copy.margin.check();
  }
  MethodTraits traits() const override {
    using AgainstZero = MethodTraits::AgainstZero;
    MethodTraits traits = params_.margin.traits();
    traits.is_flat = params_.flat;
    traits.can_be_flat = name_ == "hsvm";
    traits.has_pair_slacks = params_.slack == SlackPer::pair;
    traits.classes_against_zero =
        params_.constraints == Constraints::binary ? AgainstZero::always : AgainstZero::never;
    return traits;
  }
  void set_C(std::optional<double> C) override { params_.margin.C = C; }
  Trained train(const Dataset& data, const LabelSpace& labels,
                TrainContext& context) const override {
    return train_hsvm(name_, params_, data, labels, context);
  }

  void take_parameters(const Model& from) override {
    set_stored_parameters(parameters_of(params_), from);
  }
  std::vector<Parameter> update_parameters() override {
    return selected(parameters(), {"C", "tolerance", "max_epochs", "loss"});
  }
  void check_update(const Model& from) const override { check_hsvm_update(params_, from); }
  Trained update(const Model& from, const Dataset& data, TrainContext& context) const override {
    return update_hsvm(params_, from, data, context);
  }

 private:
  std::string name_;
  HsvmParams params_;
};

}  // namespace

Trained train_hsvm(std::string_view method, HsvmParams params, const Dataset& data,
                   const LabelSpace& labels, TrainContext& context) {
  fill_in_loss(params);
  params.margin.check();
  MarginDesign choice = design(params, attributes_of(params, labels), data, labels);
  if (!params.margin.C) params.margin.C = choose_C(choice, params.margin, data, labels, context);
  params.loss = without_folder(params.loss);
  params.attributes = without_folder(params.attributes);
  if (params.margin.kernel.kernel != KernelKind::linear) {
    return train_kernel(
        std::string(method), std::move(choice), params.margin,
        [&] { return option_texts(parameters_of(params)); }, data, labels, context);
  }
  return train_linear(std::string(method), option_texts(parameters_of(params)), std::move(choice),
                      params.margin, data, labels, context);
}

void check_hsvm_update(const HsvmParams& params, const Model& from) {
  check_stored_loss(params.loss, from);
  refuse_kernel_models(from);
  const bool is_finite = params.margin.C && std::isfinite(*params.margin.C);
  if (is_finite) return;
  fail(ErrorKind::usage, "--C: an update needs a finite number, got {}",
       params.margin.C ? "inf" : "auto");
}

Trained update_hsvm(HsvmParams params, const Model& from, const Dataset& data,
                    TrainContext& context) {
  check_hsvm_update(params, from);
  fill_in_loss(params);
  const LabelSpace& labels = from.label_space();
  MarginDesign choice = design(params, ModelParts(from).attributes(), data, labels);
  return train_linear(from.method(), from.options(), std::move(choice), params.margin, data, labels,
                      context, &from);
}

std::unique_ptr<Method> make_hsvm() { return std::make_unique<Hsvm>("hsvm", false, ScaleC::none); }
std::unique_ptr<Method> make_svm() { return std::make_unique<Hsvm>("svm", true, ScaleC::none); }
std::unique_ptr<Method> make_flatmult() {
  return std::make_unique<Hsvm>("flatmult", true, ScaleC::n);
}

}  // namespace clade
