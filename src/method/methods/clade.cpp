// clade's own choice, for people who do not want to choose.
//
// One label per example:
//   min 1/2 ||w||^2 + C sum_i xi_i^2,  F(y_i) - F(r) >= 1 - xi_i / sqrt(Delta(y_i, r))
// with half the tree distance as Delta and three quarters of a class's squared attribute length on
// its own node. Several labels: every class against zero (CIKM 22), squared slacks, equal
// attributes on all ancestors, the root included. Both were the most accurate of the formulations
// compared on public data (docs/METHODS.md).
#include "method/methods/hsvm.h"
#include "method/methods/methods.h"
#include "method/stored_options.h"

namespace clade::detail {

namespace {

class Clade : public Hsvm {
 public:
  Clade() : Hsvm("clade", HsvmParams()) {}

  // The form is not for the user to choose.
  std::vector<Parameter> parameters() override {
    return without(MarginMethod::parameters(),
                   {"loss", "attributes", "constraints", "slack", "slack_power"});
  }
  MethodTraits traits() const override {
    MethodTraits traits = Hsvm::traits();
    traits.can_be_flat = true;
    traits.classes_against_zero = MethodTraits::AgainstZero::with_several_labels;
    return traits;
  }

 protected:
  HsvmParams resolved(const Dataset& data, const LabelSpace& /*labels*/) const override {
    HsvmParams result;
    result.flat = params().flat;
    result.margin = params().margin;
    result.slack_power = 2;
    const bool binary = data.is_multilabel();
    result.constraints = binary ? Constraints::binary : Constraints::ranking;
    result.attributes = binary ? "depth+root" : "leaf:0.75";
    result.loss = result.chosen_loss();
    return result;
  }
};

}  // namespace

std::unique_ptr<Method> make_clade() { return std::make_unique<Clade>(); }

}  // namespace clade::detail
