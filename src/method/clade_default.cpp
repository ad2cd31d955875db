// One label per example:
//   min 1/2 ||w||^2 + C sum_i xi_i^2,  F(y_i) - F(r) >= 1 - xi_i / sqrt(Delta(y_i, r))
// with half the tree distance as Delta and three quarters of a class's squared attribute length on
// its own node. Several labels: every class against zero (CIKM 22), squared slacks, equal
// attributes on all ancestors, the root included. Both were the most accurate of the formulations
// compared on public data (docs/METHODS.md).
#include "method/clade_default.h"

#include "method/hsvm.h"
#include "method/stored_options.h"

namespace clade {

namespace {

struct CladeParams {
  bool flat = false;
  MarginParams margin;

  static constexpr auto fields() {
    using P = CladeParams;
    return std::tuple{
        PlainField{"flat", &P::flat, "train without the taxonomy; it still serves for evaluation"},
        Nested{&P::margin}};
  }
};

class Clade : public Method {
 public:
  std::string_view name() const override { return "clade"; }
  std::vector<Parameter> parameters() override { return parameters_of(params_); }
  void check_parameters() const override { params_.margin.check(); }
  MethodTraits traits() const override {
    MethodTraits traits = params_.margin.traits();
    traits.is_flat = params_.flat;
    traits.can_be_flat = true;
    traits.classes_against_zero = MethodTraits::AgainstZero::with_several_labels;
    return traits;
  }
  void set_C(std::optional<double> C) override { params_.margin.C = C; }
  Trained train(const Dataset& data, const LabelSpace& labels,
                TrainContext& context) const override {
    HsvmParams choice;
    choice.flat = params_.flat;
    choice.margin = params_.margin;
    choice.slack_power = 2;
    if (data.is_multilabel()) {
      choice.constraints = Constraints::binary;
      choice.attributes = "depth+root";
    } else {
      choice.attributes = "leaf:0.75";
    }
    return train_hsvm(name(), choice, data, labels, context);
  }

  void take_parameters(const Model& from) override {
    const HsvmParams stored = stored_in(from);
    params_ = {stored.flat, stored.margin};
  }
  std::vector<Parameter> update_parameters() override {
    return selected(parameters(), {"C", "tolerance", "max_epochs"});
  }
  void check_update(const Model& from) const override { check_hsvm_update(form_of(from), from); }
  Trained update(const Model& from, const Dataset& data, TrainContext& context) const override {
    return update_hsvm(form_of(from), from, data, context);
  }

 private:
  static HsvmParams stored_in(const Model& from) {
    HsvmParams stored;
    set_stored_parameters(parameters_of(stored), from);
    return stored;
  }
  // The model's form stays, whether or not new examples have several labels.
  HsvmParams form_of(const Model& from) const {
    HsvmParams form = stored_in(from);
    form.margin = params_.margin;
    return form;
  }

  CladeParams params_;
};

}  // namespace

std::unique_ptr<Method> make_clade() { return std::make_unique<Clade>(); }

}  // namespace clade
