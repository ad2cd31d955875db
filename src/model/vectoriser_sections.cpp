#include "model/vectoriser_sections.h"

#include <algorithm>
#include <cmath>
#include <functional>

#include "base/fail.h"
#include "model/section_reader.h"

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

// What was done to numbers before there was a choice goes without saying, so that such models are
// the same files as before.
bool goes_without_saying(const Parameter& option, const ScalingParams& numbers) {
  if (numbers.settled() != ScalingParams::plain()) return false;
  ScalingParams plain = numbers;
  const std::vector<Parameter> parameters = parameters_of(plain);
  return std::any_of(parameters.begin(), parameters.end(),
                     [&](const Parameter& p) { return p.name == option.name; });
}

}  // namespace

OptionPairs vectoriser_options(const Vectoriser::Fitted& fitted) {
  Stored stored{fitted.params, fitted.counted, fitted.places, {}};
  OptionPairs options;
  for (const Parameter& p : parameters_of(stored)) {
    if (goes_without_saying(p, fitted.params.numbers)) continue;
    std::string value = p.get();
    // What is left open goes without saying.
    if (!value.empty() && value != "auto") options.emplace_back(p.name, std::move(value));
  }
  return options;
}

void set_vectoriser_options(Vectoriser::Fitted& fitted, const OptionPairs& options) {
  Stored stored;
  stored.params.numbers = ScalingParams::plain();
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

// Shifts, widths and fills of all features, then their indices.
std::string scaling_section(const FeatureScaling& scaling) {
  std::string out;
  const auto append = [&out](const auto& values) {
    out.append(reinterpret_cast<const char*>(values.data()), values.size() * sizeof(values[0]));
  };
  append(scaling.shifts);
  append(scaling.widths);
  append(scaling.fills);
  append(scaling.features);
  return out;
}

FeatureScaling read_scaling(const ModelFile& file) {
  constexpr std::size_t of_feature = 3 * sizeof(double) + sizeof(std::uint32_t);
  SectionReader reader(file, Section::scaling, "scaling");
  const std::size_t count = file.section(Section::scaling).size() / of_feature;
  FeatureScaling scaling;
  scaling.shifts = reader.array<double>(count);
  scaling.widths = reader.array<double>(count);
  scaling.fills = reader.array<double>(count);
  scaling.features = reader.array<std::uint32_t>(count);
  reader.finish();
  for (const std::vector<double>* values : {&scaling.shifts, &scaling.widths, &scaling.fills}) {
    if (!std::all_of(values->begin(), values->end(), [](double v) { return std::isfinite(v); })) {
      reader.wrong("has a number that is not finite");
    }
  }
  if (std::any_of(scaling.widths.begin(), scaling.widths.end(), [](double w) { return w < 0; })) {
    reader.wrong("has a width below 0");
  }
  const auto& features = scaling.features;
  if (std::adjacent_find(features.begin(), features.end(), std::greater_equal<>()) !=
      features.end()) {
    reader.wrong("is not increasing");
  }
  return scaling;
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
