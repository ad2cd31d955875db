// What batch methods share that are a choice of score map and constraints and nothing else.
#pragma once

#include <cmath>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "base/fail.h"
#include "base/text.h"
#include "base/train_context.h"
#include "clade/method.h"
#include "data/label_combinations.h"
#include "method/margin/choose_c.h"
#include "method/margin/margin_params.h"
#include "method/margin/margin_problem.h"
#include "method/margin/train_kernel.h"
#include "method/margin/train_linear.h"
#include "method/stored_options.h"

namespace clade::detail {

// `Params` has a member `margin`.
template <class Params>
class MarginMethod : public Method {
 public:
  MarginMethod(std::string_view name, Params defaults)
      : name_(name), params_(std::move(defaults)) {}

  std::string_view name() const override { return name_; }
  std::vector<Parameter> parameters() override { return parameters_of(params_); }
  void check_parameters() const override { params_.margin.check(); }
  MethodTraits traits() const override {
    MethodTraits traits = params_.margin.traits();
    traits.intersects_labels = intersects();
    return traits;
  }
  void set_C(std::optional<double> C) override { params_.margin.C = C; }

  Trained train(const Dataset& data, const LabelSpace& labels,
                TrainContext& context) const override {
    check_parameters();
    if (!intersects() || !data.is_multilabel()) return train_on(data, labels, context);
    if (!context.peers.is_alone()) {
      fail(ErrorKind::usage, "combinations of labels are not trained over several ranks");
    }
    const LabelCombinations one_label_each = combine_labels(data, labels, true);
    return train_on(one_label_each.data, one_label_each.labels, context);
  }

  void take_parameters(const Model& from) override {
    set_stored_parameters(parameters_of(params_), from);
  }
  std::vector<Parameter> update_parameters() override {
    return selected(parameters(), {"C", "tolerance", "max_epochs"});
  }
  void check_update(const Model& from) const override {
    refuse_kernel_models(from);
    if (!params_.margin.C || std::isinf(*params_.margin.C)) {
      fail_parameter("C", "an update needs a finite number");
    }
  }
  Trained update(const Model& from, const Dataset& data, TrainContext& context) const override {
    check_update(from);
    if (!intersects() || !data.is_multilabel()) return update_on(from, data, context);
    const LabelCombinations one_label_each = combine_labels(data, from.label_space(), true);
    if (one_label_each.labels.size() > from.label_space().size()) {
      fail(ErrorKind::input,
           "some examples have labels together that the model has no category for, the first being "
           "{}: train again",
           quoted(one_label_each.labels.name(
               ClassId{static_cast<std::uint32_t>(from.label_space().size())})));
    }
    return update_on(from, one_label_each.data, context);
  }

 protected:
  const Params& params() const { return params_; }
  void take(Params params) { params_ = std::move(params); }
  // Several labels of an example are a category of their own (data/label_combinations.h).
  virtual bool intersects() const { return false; }

  // The parameters with what `auto` stands for, C aside.
  virtual Params resolved(const Dataset& /*data*/, const LabelSpace& /*labels*/) const {
    return params_;
  }
  // The problem that resolved parameters ask for.
  virtual MarginDesign design(const Params& params, const Dataset& data,
                              const LabelSpace& labels) const = 0;
  // The same for examples that a model learns further from.
  virtual MarginDesign update_design(const Model& from, const Dataset& data) const {
    MarginDesign result = design(params_, data, from.label_space());
    if (result.attributes.unit_names != from.unit_names()) {
      fail(ErrorKind::model,
           "the model has its units in another order than this clade: train it again");
    }
    return result;
  }
  // As the model keeps them: names of files without folders.
  virtual Params stored(Params params) const { return params; }

 private:
  Trained train_on(const Dataset& data, const LabelSpace& labels, TrainContext& context) const {
    Params params = resolved(data, labels);
    MarginDesign choice = design(params, data, labels);
    if (!params.margin.C) params.margin.C = choose_C(choice, params.margin, data, labels, context);
    const auto options = [&] {
      Params kept = stored(params);
      kept.margin.device = DeviceKind::automatic;  // of this machine, not of the model
      return option_texts(parameters_of(kept));
    };
    if (params.margin.kernel.kernel != KernelKind::linear) {
      return train_kernel(name_, std::move(choice), params.margin, options, data, labels, context);
    }
    return train_linear(name_, options(), std::move(choice), params.margin, data, labels, context);
  }

  Trained update_on(const Model& from, const Dataset& data, TrainContext& context) const {
    return train_linear(from.method(), from.options(), update_design(from, data), params_.margin,
                        data, from.label_space(), context, &from);
  }

  std::string name_;
  Params params_;
};

}  // namespace clade::detail
