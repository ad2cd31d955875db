#include "pipeline/choices.h"

#include <fmt/core.h>

#include <memory>
#include <vector>

#include "base/text.h"

namespace clade::detail {

namespace {

std::string terms_words(const TextParams& text, const std::string& reason) {
  std::vector<std::string> kinds;
  if (text.ngrams != 0) kinds.emplace_back("words");
  if (text.ngrams == 2) kinds.emplace_back("pairs of words");
  if (text.ngrams > 2) kinds.push_back(fmt::format("runs of up to {} words", *text.ngrams));
  if (text.char_ngrams != "none") {
    kinds.push_back(fmt::format("runs of {} characters", text.char_ngrams));
  }
  return join(kinds, ", ") + (reason.empty() ? "" : fmt::format(" ({})", reason));
}

std::string numbers_words(const TextParams& text) {
  if (text.numbers.scale != Scale::none) {
    return fmt::format("features scaled (`scale={}`)", enum_name(text.numbers.scale));
  }
  if (text.weighting != Weighting::none) return "counts weighted by " + enum_name(text.weighting);
  return text.normalize == Normalize::unit ? "rows of length 1" : "";
}

// The values of parameters that the method leaves open.
std::vector<std::string> form_words(Method& method, const Dataset& data, const LabelSpace& labels) {
  const std::unique_ptr<Method> settled = method.settled(data, labels);
  std::vector<std::string> words;
  if (!settled) return words;
  const std::vector<Parameter> open = method.parameters();
  const std::vector<Parameter> chosen = settled->parameters();
  for (std::size_t i = 0; i < open.size(); ++i) {
    const std::string value = chosen[i].get();
    const bool is_off = value == "none" || value == "linear";
    if (open[i].get() == "auto" && value != "auto" && !is_off) {
      words.push_back(fmt::format("`{}={}`", open[i].name, value));
    }
  }
  return words;
}

}  // namespace

std::string choices_text(const Vectoriser& vectoriser, const ChosenTerms& terms,
                         const LabelSpace& labels, const Dataset& data, Method& method) {
  if (!method.traits().adapts_to_data) return "";
  const Vectoriser::Fitted& fitted = vectoriser.fitted();
  std::vector<std::string> parts;
  if (fitted.counted == CountedFeatures::terms) {
    parts.push_back(terms_words(fitted.params, terms.reason));
  } else if (const std::string numbers = numbers_words(fitted.params); !numbers.empty()) {
    parts.push_back(numbers);
  }
  if (labels.mode() == LabelNodes::closed) {
    parts.emplace_back("labels stand for the nodes above them, too");
  }
  for (std::string& form : form_words(method, data, labels)) parts.push_back(std::move(form));
  return "chosen by the data: " + join(parts, "; ");
}

}  // namespace clade::detail
