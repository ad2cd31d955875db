#include "model/vectoriser_sections.h"

#include <algorithm>

#include "base/fail.h"

namespace clade::detail {

namespace {

// What the header says about a fitted vectoriser: its options, and what they were applied to.
struct Stored {
  TextParams params;
  CountedFeatures counted = CountedFeatures::none;
  FieldOptions places;
  std::string text_column;  // what columns with text were called once

  static constexpr auto fields() {
    using P = Stored;
    return std::tuple{Nested{&P::params}, PlainField{"counted", &P::counted, "which are counts"},
                      Nested{&P::places},
                      Field{"text_column", &P::text_column, any_text, "columns with text"}};
  }
};

}  // namespace

OptionPairs vectoriser_options(const Vectoriser::Fitted& fitted) {
  Stored stored{fitted.params, fitted.counted, fitted.places, {}};
  OptionPairs options;
  for (const Parameter& p : parameters_of(stored)) {
    std::string value = p.get();
    // What is left open goes without saying.
    if (!value.empty() && value != "auto") options.emplace_back(p.name, std::move(value));
  }
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
  fitted.places = stored.places;
  if (fitted.places.text_fields.empty()) fitted.places.text_fields = stored.text_column;
}

std::vector<std::string> marked_names(const FeatureNames& names) {
  std::vector<std::string> marked;
  marked.reserve(names.size());
  for (std::size_t n = 0; n < names.size(); ++n) {
    marked.push_back(names.mark(n) + std::string(names.name(n)));
  }
  return marked;
}

}  // namespace clade::detail
