// The list of methods: one line each.
#include <array>
#include <string>

#include "base/fail.h"
#include "base/text.h"
#include "clade/method.h"
#include "method/clade_default.h"
#include "method/hsvm.h"

namespace clade {

std::span<const MethodEntry> methods() {
  static constexpr std::array entries{
      MethodEntry{"clade", "the default: squared slacks, the form chosen by the data", make_clade},
      MethodEntry{"hsvm", "the hierarchical SVM of the papers", make_hsvm},
      MethodEntry{"svm", "the flat multiclass or multilabel SVM (hsvm --flat)", make_svm},
  };
  return entries;
}

std::unique_ptr<Method> make_method(std::string_view name) {
  std::vector<std::string> names;
  for (const MethodEntry& entry : methods()) {
    if (entry.name == name) return entry.make();
    names.emplace_back(entry.name);
  }
  fail(ErrorKind::usage, "--method: expected {}, got {}{}", join(names, "|"), quoted(name),
       did_you_mean(name, names));
}

}  // namespace clade
