// Psi-learning from the root down (HPSI Eq. 3): topdown-svm with a loss that no example can raise
// above C, however wrong it is. `psi` is the flat form, of Liu and Shen.
//
//   min 1/2 sum_j ||w_j||^2 + C sum_i psi(u_i),   psi(u) = (1 - u)+ - (-u)+
//
// u_i as in topdown_svm.h; flat: the smallest f_y(x_i) - f_r(x_i) of the label y over the other
// classes r. The problem is not convex: a sequence of convex ones (solver/difference_convex.h), of
// which the first is topdown-svm, leads to a point from which no further one goes down.
#include <cmath>
#include <memory>
#include <tuple>

#include "base/fail.h"
#include "base/text.h"
#include "method/class_constraints.h"
#include "method/margin/sibling_method.h"
#include "method/methods/methods.h"

namespace clade::detail {

namespace {

struct PsiParams {
  bool flat = false;
  Multilabel multilabel = Multilabel::error;
  double dc_tolerance = 1e-3;
  int dc_iterations = 40;
  MarginParams margin{.bias = Bias::free};

  static constexpr auto fields() {
    using P = PsiParams;
    return std::tuple{
        PlainField{"flat", &P::flat, "train without the taxonomy; it still serves for evaluation"},
        PlainField{"multilabel", &P::multilabel, multilabel_help},
        Field{"dc_tolerance", &P::dc_tolerance, between_zero_and_one,
              "stop when the next convex problem changes the psi objective by no more than this "
              "part"},
        Field{"dc_iterations", &P::dc_iterations, at_least_one,
              "convex problems after the first before giving up"},
        Nested{&P::margin}};
  }
};

void refuse_several_labels(const Dataset& data) {
  for (std::size_t i = 0; i < data.size(); ++i) {
    if (data.labels(i).size() <= 1) continue;
    fail(ErrorKind::input,
         "example {} has {} labels: psi-learning takes one for each; `multilabel=intersect` "
         "makes a category of each set",
         quoted(data.id(i)), data.labels(i).size());
  }
}

MarginDesign flat_design(const Dataset& data, const LabelSpace& labels) {
  refuse_several_labels(data);
  MarginDesign result;
  result.attributes = identity_attributes(labels.taxonomy(), labels.classes());
  result.constraints = ranking_constraints(data, labels, "zero-one");
  return result;
}

class TopdownPsi : public SiblingMethod<PsiParams> {
 public:
  explicit TopdownPsi(bool flat)
      : SiblingMethod(flat ? "psi" : "topdown-psi", PsiParams{.flat = flat}) {}

  std::vector<Parameter> parameters() override {
    return name() == "psi" ? without(SiblingMethod::parameters(), {"flat"})
                           : SiblingMethod::parameters();
  }
  void check_parameters() const override {
    SiblingMethod::check_parameters();
    if (params().margin.C && std::isinf(*params().margin.C)) {
      fail_parameter("C",
                     "expected a finite number, got inf: psi-learning bounds what an "
                     "example costs");
    }
  }
  MethodTraits traits() const override {
    MethodTraits traits = SiblingMethod::traits();
    traits.is_flat = params().flat;
    traits.can_be_flat = name() != "psi";
    traits.is_psi = true;
    // w0 holds C x_i of all examples on the wrong side, which the solution takes back: single
    // precision would leave the difference to rounding.
    const bool is_single = params().margin.precision == PrecisionChoice::single;
    traits.precision = is_single ? Precision::single : Precision::double_;
    return traits;
  }
  void check_update(const Model& /*from*/) const override {
    fail(ErrorKind::usage,
         "a model of {} cannot be updated: its problem is not convex, and where "
         "it ends depends on all examples; train again",
         name());
  }

 protected:
  MarginDesign design(const PsiParams& params, const Dataset& data,
                      const LabelSpace& labels) const override {
    MarginDesign result = params.flat ? flat_design(data, labels) : sibling_design(data, labels);
    result.psi = DcParams{params.dc_tolerance, params.dc_iterations};
    return result;
  }
};

}  // namespace

std::unique_ptr<Method> make_topdown_psi() { return std::make_unique<TopdownPsi>(false); }
std::unique_ptr<Method> make_psi() { return std::make_unique<TopdownPsi>(true); }

}  // namespace clade::detail
