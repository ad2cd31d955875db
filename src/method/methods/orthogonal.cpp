// Orthogonal transfer (orthogonal Eq. 4): topdown-svm without biases, where a node's weights are
// held to the right angle with those of its ancestors.
//
//   min 1/2 sum_ij K_ij |w_i.w_j| + C/N sum_k xi_k
//
// over all nodes but the root, margins between siblings along the path.
#include <cmath>
#include <memory>
#include <optional>
#include <string>
#include <tuple>
#include <utility>
#include <vector>

#include "base/fail.h"
#include "base/text.h"
#include "method/margin/interaction_weights.h"
#include "method/margin/sibling_method.h"
#include "method/methods/methods.h"
#include "method/sibling_units.h"

namespace clade::detail {

namespace {

// The value of --K that names no file.
constexpr const char* no_file = "none";

struct OrthogonalParams {
  std::optional<double> alpha;
  std::string K = no_file;
  Multilabel multilabel = Multilabel::error;
  MarginParams margin{.scale_C = ScaleC::n};

  static constexpr auto fields() {
    using P = OrthogonalParams;
    return std::tuple{
        Field{"alpha", &P::alpha, above_zero_or_auto,
              "the price of the angle between a node and an ancestor, beside the size of its "
              "subtree for the node itself; auto: 1, or the largest that is safely convex"},
        Field{"K", &P::K, any_text,
              "a file with the prices of all pairs of nodes in place of alpha and subtree sizes"},
        PlainField{"multilabel", &P::multilabel, multilabel_help}, Nested{&P::margin}};
  }
  bool has_file() const { return K != no_file; }
};

AncestorPairs pairs_of(const Taxonomy& tree) { return {tree, sibling_unit_nodes(tree)}; }

// Where --C auto looks for C: the form without its prices between nodes, which is S = 0.
ScoreMap without_angles(const ProductRegulariser& regulariser) {
  const std::vector<double> no_signs(regulariser.pairs.size());
  return attributes_of(regulariser.pairs,
                       *factorised(regulariser.pairs, regulariser.with_signs(no_signs)));
}

void check_solver(const MarginParams& margin) {
  const SolverParams& solver = margin.solver;
  if (solver.paper_step != PaperStep::instance || solver.no_active_set) {
    fail_parameter(solver.no_active_set ? "no_active_set" : "paper_step",
                   "belongs to the algorithm of the thesis, orthogonal has its own");
  }
  if (solver.solver != SolverKind::paper) return;
  if (margin.kernel.kernel != KernelKind::linear) {
    fail_parameter("solver",
                   "expected fast with a kernel, got paper; the paper's algorithm has explicit "
                   "weights");
  }
  if (margin.bias == Bias::free) {
    fail_parameter("bias",
                   "expected none or feature with `solver=paper`, got free; the paper's algorithm "
                   "needs a price on everything");
  }
}

[[noreturn]] void refuse(const OrthogonalParams& params, double eigenvalue, double factor) {
  if (params.has_file()) {
    fail(ErrorKind::input,
         "{}: the problem is not strongly convex, the smallest eigenvalue of the comparison "
         "matrix of K is {:.6g}; multiplying what stands off the diagonal by {:.3g} would make "
         "it so",
         params.K, eigenvalue, factor);
  }
  fail_parameter("alpha",
                 "with {} the problem is not strongly convex, the smallest eigenvalue of the "
                 "comparison matrix of K is {:.6g}; {:.3g} would do on this taxonomy, or auto",
                 format_number(*params.alpha), eigenvalue, factor * *params.alpha);
}

// Positive definite, so that the problem is strongly convex (orthogonal Cor. 2).
AncestorForm prices_for(const OrthogonalParams& params, const Taxonomy& tree,
                        const AncestorPairs& pairs) {
  AncestorForm prices = params.has_file()
                            ? read_prices(params.K, tree, sibling_unit_nodes(tree), pairs)
                            : subtree_prices(pairs, params.alpha.value());
  const AncestorForm comparison = comparison_form(prices);
  if (factorised(pairs, comparison)) return prices;
  refuse(params, smallest_eigenvalue(pairs, comparison), largest_factor(pairs, prices));
}

class Orthogonal : public SiblingMethod<OrthogonalParams> {
 public:
  Orthogonal() : SiblingMethod("orthogonal", {}) {}

  MethodTraits traits() const override {
    MethodTraits traits = SiblingMethod::traits();
    traits.default_label_nodes = LabelNodes::path;
    traits.copies_weights = true;
    // The paper's algorithm has bounds from sums of very many terms.
    const bool is_open = params().margin.precision == PrecisionChoice::automatic;
    if (is_open && traits.has_paper_solver) traits.precision = Precision::double_;
    return traits;
  }
  void check_parameters() const override {
    SiblingMethod::check_parameters();
    check_solver(params().margin);
    if (params().margin.C && std::isinf(*params().margin.C)) {
      fail_parameter("C", "expected a finite number for orthogonal, got inf");
    }
    if (params().has_file() && params().alpha) {
      fail(ErrorKind::usage, "`alpha` and `K` exclude each other: the file has all prices");
    }
  }
  void check_update(const Model& /*from*/) const override {
    fail(ErrorKind::usage,
         "a model of orthogonal cannot be updated: the price of its angles knows no weights to "
         "be held to; train again");
  }

 protected:
  OrthogonalParams resolved(const Dataset& /*data*/, const LabelSpace& labels) const override {
    OrthogonalParams result = params();
    if (!result.has_file() && !result.alpha) {
      result.alpha = chosen_alpha(pairs_of(labels.taxonomy()));
    }
    return result;
  }
  OrthogonalParams stored(OrthogonalParams params) const override {
    if (params.has_file()) params.K = std::filesystem::path(params.K).filename().string();
    return params;
  }

  MarginDesign design(const OrthogonalParams& params, const Dataset& data,
                      const LabelSpace& labels) const override {
    MarginDesign result = sibling_design(data, labels);
    AncestorPairs pairs = pairs_of(labels.taxonomy());
    AncestorForm prices = prices_for(params, labels.taxonomy(), pairs);
    result.products = ProductRegulariser{std::move(pairs), std::move(prices)};
    result.decisions = without_angles(*result.products);
    return result;
  }
};

}  // namespace

std::unique_ptr<Method> make_orthogonal() { return std::make_unique<Orthogonal>(); }

}  // namespace clade::detail
