// The list of methods: one line each.
#include "method/methods/methods.h"

#include <array>
#include <string>

#include "base/fail.h"
#include "base/set_options.h"
#include "base/text.h"
#include "clade/method.h"

namespace clade {

using namespace detail;

std::span<const MethodEntry> methods() {
  static constexpr std::array entries{
      MethodEntry{"clade", "the default: squared slacks, the form chosen by the data", make_clade},
      MethodEntry{"hsvm", "the hierarchical SVM of the papers", make_hsvm},
      MethodEntry{"perceptron", "the hierarchical Perceptron, one example at a time",
                  make_perceptron},
      MethodEntry{"hieron",
                  "Hieron: every node a class, margins by distance, one example at a time",
                  make_hieron},
      MethodEntry{"topdown-svm", "margins between siblings along the path, from the root down",
                  make_topdown_svm},
      MethodEntry{"topdown-psi", "the same with a loss that no outlier can raise above C",
                  make_topdown_psi},
      MethodEntry{"dnc", "divide and conquer: a flat problem at every inner node", make_dnc},
      MethodEntry{"transfer", "sibling margins, weights held to those of the parent",
                  make_transfer},
      MethodEntry{"orthogonal", "sibling margins, weights at right angles to those of ancestors",
                  make_orthogonal},
      MethodEntry{"svm", "the flat multiclass or multilabel SVM (hsvm `flat`)", make_svm},
      MethodEntry{"flatmult", "the flat SVM with C divided by the number of examples",
                  make_flatmult},
      MethodEntry{"hiermult", "dnc with C divided by the number of examples of the node",
                  make_hiermult},
      MethodEntry{"psi", "flat psi-learning (topdown-psi `flat`)", make_psi},
      MethodEntry{"treeloss", "margins by tree distance against the nodes of every level",
                  make_treeloss},
  };
  return entries;
}

std::unique_ptr<Method> make_method(std::string_view name, const Options& options) {
  std::vector<std::string> names;
  for (const MethodEntry& entry : methods()) {
    names.emplace_back(entry.name);
    if (entry.name != name) continue;
    std::unique_ptr<Method> method = entry.make();
    const std::vector<Parameter> parameters = method->parameters();
    set_options(parameters, options, fmt::format("method '{}' has", name));
    check_effects(parameters, options);
    method->check_parameters();
    return method;
  }
  fail_parameter("method", "expected {}, got {}{}", join(names, "|"), quoted(name),
                 did_you_mean(name, names));
}

std::unique_ptr<Method> method_of(const Model& model) {
  for (const MethodEntry& entry : methods()) {
    if (entry.name != model.method()) continue;
    std::unique_ptr<Method> method = entry.make();
    method->take_parameters(model);
    return method;
  }
  fail(ErrorKind::model, "the model was made by the method {}, which this clade does not have",
       quoted(model.method()));
}

MethodTraits traits_of(const Model& model) {
  try {
    return method_of(model)->traits();
  } catch (const Error&) {
    return {};
  }
}

}  // namespace clade
