#include "method/topdown_svm.h"

#include <cmath>
#include <tuple>
#include <utility>
#include <vector>

#include "base/fail.h"
#include "method/sibling_constraints.h"
#include "method/stored_options.h"
#include "method/train_kernel.h"
#include "method/train_linear.h"

namespace clade {

namespace {

struct TopdownParams {
  MarginParams margin{.bias = Bias::free};

  static constexpr auto fields() { return std::tuple{Nested{&TopdownParams::margin}}; }
};

// Path sums, for rankings; what is compared in training are the nodes themselves.
MarginDesign design(const Dataset& data, const LabelSpace& labels) {
  MarginDesign result;
  result.attributes = path_attributes(labels);
  result.decisions = ScoreMap::identity(result.attributes.map.units());
  result.constraints = sibling_constraints(data, labels);
  result.decoding = Decoding::from_the_root;
  return result;
}

class TopdownSvm : public Method {
 public:
  std::string_view name() const override { return "topdown-svm"; }
  std::vector<Parameter> parameters() override { return parameters_of(params_); }
  void check_parameters() const override {
    params_.margin.check();
    if (!params_.margin.C) {
      fail(ErrorKind::usage, "--C: topdown-svm needs a number, got auto");
    }
  }
  bool reads_letters() const override {
    return params_.margin.kernel.kernel == KernelKind::subsequence;
  }
  Precision precision() const override { return params_.margin.chosen_precision(); }
  Trained train(const Dataset& data, const LabelSpace& labels,
                TrainContext& context) const override {
    TopdownParams params = params_;
    MarginDesign choice = design(data, labels);
    const auto options = [&params] { return option_texts(parameters_of(params)); };
    if (params.margin.kernel.kernel != KernelKind::linear) {
      return train_kernel(std::string(name()), std::move(choice), params.margin, options, data,
                          labels, context);
    }
    return train_linear(std::string(name()), options(), std::move(choice), params.margin, data,
                        labels, context);
  }

  void take_parameters(const Model& from) override { set_stored_parameters(parameters(), from); }
  std::vector<Parameter> update_parameters() override {
    return selected(parameters(), {"C", "tolerance", "max_epochs"});
  }
  void check_update(const Model& from) const override {
    refuse_kernel_models(from);
    if (!params_.margin.C || std::isinf(*params_.margin.C)) {
      fail(ErrorKind::usage, "--C: an update needs a finite number");
    }
  }
  Trained update(const Model& from, const Dataset& data, TrainContext& context) const override {
    check_update(from);
    const LabelSpace& labels = from.label_space();
    return train_linear(from.method(), from.options(), design(data, labels), params_.margin, data,
                        labels, context, &from);
  }

 private:
  TopdownParams params_;
};

}  // namespace

std::unique_ptr<Method> make_topdown_svm() { return std::make_unique<TopdownSvm>(); }

}  // namespace clade
