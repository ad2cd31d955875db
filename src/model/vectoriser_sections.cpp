#include "model/vectoriser_sections.h"

#include <algorithm>

#include "base/fail.h"

namespace clade {

namespace {

// What the header says about a fitted vectoriser: its options, and what they were applied to.
struct Stored {
  TextParams params;
  CountedFeatures counted = CountedFeatures::none;

  static constexpr auto fields() {
    using P = Stored;
    return std::tuple{Nested{&P::params}, PlainField{"counted", &P::counted, "which are counts"}};
  }
};

}  // namespace

OptionPairs vectoriser_options(const Vectoriser::Fitted& fitted) {
  Stored stored{fitted.params, fitted.counted};
  OptionPairs options;
  for (const Parameter& p : parameters_of(stored)) options.emplace_back(p.name, p.get());
  return options;
}

void set_vectoriser_options(Vectoriser::Fitted& fitted, const OptionPairs& options) {
  Stored stored;
  const std::vector<Parameter> parameters = parameters_of(stored);
  for (const auto& option : options) {
    const auto found =
        std::find_if(parameters.begin(), parameters.end(),
                     [&option](const Parameter& p) { return p.name == option.first; });
    if (found == parameters.end()) {
      fail(ErrorKind::usage, "the vectoriser has no option '{}'", option.first);
    }
    found->set(option.second);
  }
  fitted.params = stored.params;
  fitted.counted = stored.counted;
}

std::vector<std::string> marked_names(const FeatureNames& names) {
  std::vector<std::string> marked;
  marked.reserve(names.size());
  for (std::size_t n = 0; n < names.size(); ++n) {
    marked.push_back(names.mark(n) + std::string(names.name(n)));
  }
  return marked;
}

}  // namespace clade
