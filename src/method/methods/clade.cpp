// clade's own choice, for people who do not want to choose: the form follows the data where options
// leave it open.
//
// One label per example, nearly always:
//   min 1/2 ||w||^2 + C sum_i xi_i^2,  F(y_i) - F(r) >= 1 - xi_i / sqrt(Delta(y_i, r))
// with half the tree distance as Delta and three quarters of a class's squared attribute length on
// its own node. Several labels: every class against zero (CIKM 22), squared slacks, a constant
// feature, so that scores of different classes can be compared. Few numeric features: the same with
// a Gaussian kernel. What folds of training parts say of these choices is in docs/lab/DEFAULTS.md;
// nothing there compares the form for one label with others.
#include <cmath>
#include <unordered_set>
#include <variant>

#include "data/several_labels.h"
#include "method/methods/hsvm.h"
#include "method/methods/methods.h"
#include "method/stored_options.h"

namespace clade::detail {

namespace {

// The price of slack. A class high up in an ontology has many examples, and a narrow one few: a
// lower price keeps the many classes of few examples from being learned by heart.
constexpr double usual_C = 1, closed_C = 0.3;
// A kernel is for rows of so few features, and for so few examples.
constexpr std::size_t most_kernel_features = 10'000;
constexpr std::size_t most_kernel_examples = 16'000;

template <class Real>
bool has_few_features(const SparseRows<Real>& rows) {
  std::unordered_set<std::uint32_t> features;
  for (std::size_t i = 0; i < rows.size(); ++i) {
    for (const auto& feature : rows.row(i)) features.insert(feature.index);
    if (features.size() > most_kernel_features) return false;
  }
  return true;
}

// Kernels want all examples on one rank.
bool suits_a_kernel(const Dataset& data, const MarginParams& params) {
  const bool is_hard = params.C && std::isinf(*params.C);
  const bool is_plain = params.solver.solver == SolverKind::fast && !is_hard;
  return is_plain && data.whole() == nullptr && !data.has_text() &&
         data.size() <= most_kernel_examples &&
         std::visit([](const auto& rows) { return has_few_features(rows); }, data.rows());
}

class Clade : public Hsvm {
 public:
  Clade() : Hsvm("clade", HsvmParams()) {}

  // The loss and the slack go with the constraints.
  std::vector<Parameter> parameters() override {
    std::vector<Parameter> parameters =
        without(MarginMethod::parameters(), {"loss", "slack", "slack_power"});
    for (Parameter& p : parameters) {
      for (const auto& [name, is_open] : open_parameters()) {
        if (p.name == name) p = with_open_value(std::move(p), "auto", is_open);
      }
      if (p.name == "gamma" || p.name == "sigma") {
        p.idle = [this, idle = p.idle] { return open_.kernel ? std::string() : idle(); };
      }
      if (p.name != "C") continue;
      p = with_open_value(std::move(p), "usual", &open_.C);
      p.help += "; usual: 1, and 0.3 where labels are closed";
    }
    return parameters;
  }
  MethodTraits traits() const override {
    using AgainstZero = MethodTraits::AgainstZero;
    MethodTraits traits = Hsvm::traits();
    traits.adapts_to_data =
        traits.kernel != KernelKind::precomputed && traits.kernel != KernelKind::subsequence;
    traits.can_be_flat = true;
    if (open_.constraints) traits.classes_against_zero = AgainstZero::with_several_labels;
    return traits;
  }
  void set_C(std::optional<double> C) override {
    open_.C = false;
    Hsvm::set_C(C);
  }
  std::unique_ptr<Method> settled(const Dataset& data, const LabelSpace& labels) const override {
    auto method = std::make_unique<Clade>();
    method->take(resolved(data, labels));
    method->open_ = closed;
    method->open_.attributes = open_.attributes && params().flat;  // there are none to choose
    return method;
  }
  void take_parameters(const Model& from) override {
    Hsvm::take_parameters(from);
    open_ = closed;
  }

 protected:
  HsvmParams resolved(const Dataset& data, const LabelSpace& labels) const override {
    HsvmParams result = params();
    result.slack_power = 2;
    if (open_.constraints) {
      const bool several = has_several_labels(data);
      result.constraints = several ? Constraints::binary : Constraints::ranking;
    }
    const bool binary = result.constraints == Constraints::binary;
    const bool is_closed = labels.mode() == LabelNodes::closed;
    // Closed labels hold the taxonomy already: what neighbours share is learned above them.
    if (open_.attributes && !result.flat) result.attributes = is_closed ? "leaf:1" : "leaf:0.75";
    KernelKind& kernel = result.margin.kernel.kernel;
    // Whoever gives its width means it.
    const bool is_asked = result.margin.kernel.gamma || result.margin.kernel.sigma != "auto";
    if (open_.kernel && (is_asked || suits_a_kernel(data, result.margin))) {
      kernel = KernelKind::rbf;
    }
    const bool is_rbf = kernel == KernelKind::rbf;
    if (open_.bias) result.margin.bias = binary || is_rbf ? Bias::feature : Bias::none;
    if (open_.C) result.margin.C = is_closed ? closed_C : usual_C;
    result.loss = result.chosen_loss();
    return result;
  }

 private:
  struct Open {
    bool constraints = true, attributes = true, bias = true, kernel = true;
    bool C = true;
  };
  static constexpr Open closed{false, false, false, false, false};
  std::vector<std::pair<std::string_view, bool*>> open_parameters() {
    return {{"constraints", &open_.constraints},
            {"attributes", &open_.attributes},
            {"bias", &open_.bias},
            {"kernel", &open_.kernel}};
  }

  Open open_;
};

}  // namespace

std::unique_ptr<Method> make_clade() { return std::make_unique<Clade>(); }

}  // namespace clade::detail
