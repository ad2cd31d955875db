// From values of Python to options of the library, and back.
#include <algorithm>
#include <array>
#include <stdexcept>

#include "bindings.h"

namespace clade::python {

namespace {

OptionValue option_value(const py::handle& value) {
  if (py::isinstance<py::bool_>(value)) return value.cast<bool>();
  if (py::isinstance<py::int_>(value)) return value.cast<long long>();
  if (py::isinstance<py::float_>(value)) return value.cast<double>();
  return py::str(value).cast<std::string>();
}

}  // namespace

Run::Run(const py::dict& options)
    : reporter(options.contains("reporter") ? py::object(options["reporter"]) : py::none(),
               options.contains("keep_best") && options["keep_best"].cast<bool>()) {
  take(options, "threads", threads);
  take(options, "seed", seed);
}

void Run::apply(RunOptions& options) {
  options.threads = threads;
  options.seed = seed;
  options.reporter = &reporter;
}

Options options_of(const py::dict& values) {
  Options options;
  for (const auto& [name, value] : values) {
    options.push_back({py::cast<std::string>(name), option_value(value)});
  }
  return options;
}

std::vector<std::filesystem::path> paths_of(const std::vector<std::string>& names) {
  return {names.begin(), names.end()};
}

py::array_t<double> as_matrix(std::vector<double> values, std::size_t columns) {
  auto held = std::make_unique<std::vector<double>>(std::move(values));
  const std::size_t rows = columns == 0 ? 0 : held->size() / columns;
  double* data = held->data();
  const py::capsule owner(held.get(),
                          [](void* memory) { delete static_cast<std::vector<double>*>(memory); });
  held.release();
  return py::array_t<double>({rows, columns}, data, owner);
}

namespace {

template <class Value>
struct Choice {
  const char* name;
  Value value;
};

constexpr std::array label_nodes_choices{
    Choice<std::optional<LabelNodes>>{"auto", std::nullopt},
    Choice<std::optional<LabelNodes>>{"terminal", LabelNodes::terminal},
    Choice<std::optional<LabelNodes>>{"all", LabelNodes::all},
    Choice<std::optional<LabelNodes>>{"path", LabelNodes::path},
    Choice<std::optional<LabelNodes>>{"closed", LabelNodes::closed}};
constexpr std::array unknown_labels_choices{Choice<UnknownLabels>{"error", UnknownLabels::error},
                                            Choice<UnknownLabels>{"skip", UnknownLabels::skip},
                                            Choice<UnknownLabels>{"prefix", UnknownLabels::prefix}};
constexpr std::array label_set_choices{
    Choice<LabelSetRule>{"top1", LabelSetRule::top1},
    Choice<LabelSetRule>{"sign", LabelSetRule::sign},
    Choice<LabelSetRule>{"threshold", LabelSetRule::threshold},
    Choice<LabelSetRule>{"size", LabelSetRule::size},
    Choice<LabelSetRule>{"class-thresholds", LabelSetRule::class_thresholds},
    Choice<LabelSetRule>{"least-loss", LabelSetRule::least_loss}};

template <class Choices>
std::vector<std::string> names_of(const Choices& choices) {
  std::vector<std::string> names;
  for (const auto& choice : choices) names.emplace_back(choice.name);
  return names;
}

template <class Choices>
auto chosen(const char* parameter, const Choices& choices, const std::string& name) {
  std::string all;
  for (const auto& choice : choices) {
    if (name == choice.name) return choice.value;
    all += (all.empty() ? "" : "|") + std::string(choice.name);
  }
  throw Error(ErrorKind::usage, parameter, "expected " + all + ", got '" + name + "'");
}

}  // namespace

std::map<std::string, std::vector<std::string>> choices() {
  return {{"label_nodes", names_of(label_nodes_choices)},
          {"unknown_labels", names_of(unknown_labels_choices)},
          {"label_set", names_of(label_set_choices)}};
}

std::optional<LabelNodes> label_nodes_of(const std::string& name) {
  return chosen("label_nodes", label_nodes_choices, name);
}

UnknownLabels unknown_labels_of(const std::string& name) {
  return chosen("unknown_labels", unknown_labels_choices, name);
}

std::optional<LabelSetRule> label_set_of(const std::optional<std::string>& name) {
  if (!name) return std::nullopt;
  return chosen("label_set", label_set_choices, *name);
}

std::string name_of(LabelSetRule rule) {
  for (const auto& choice : label_set_choices) {
    if (choice.value == rule) return choice.name;
  }
  throw std::logic_error("a rule without a name");
}

EvaluateOptions evaluate_options_of(const py::dict& values) {
  constexpr std::array known{"label_set",    "seen_classes",     "loss",       "inner_correct",
                             "precision_at", "auprc_from_level", "keep_judged"};
  for (const auto& entry : values) {
    const auto name = entry.first.cast<std::string>();
    if (std::ranges::find(known, name) != known.end()) continue;
    throw Error(ErrorKind::usage, name, "measures have no such option");
  }
  EvaluateOptions options;
  std::optional<std::string> label_set;
  take(values, "label_set", label_set);
  options.label_set = label_set_of(label_set);
  take(values, "seen_classes", options.seen_classes);
  take(values, "loss", options.loss);
  take(values, "inner_correct", options.inner_correct);
  take(values, "precision_at", options.precision_at);
  take(values, "auprc_from_level", options.auprc_from_level);
  take(values, "keep_judged", options.keep_judged);
  options.intervals = options.curves = options.keep_judged;  // what a page shows
  return options;
}

ComparedMethod compared_method(const py::dict& values) {
  ComparedMethod method;
  take(values, "method", method.method);
  take(values, "name", method.name);
  if (values.contains("options")) method.options = options_of(values["options"]);
  if (values.contains("text")) method.text = options_of(values["text"]);
  std::string label_nodes = "auto";
  take(values, "label_nodes", label_nodes);
  method.label_nodes = label_nodes_of(label_nodes);
  take(values, "calibration_folds", method.calibration_folds);
  return method;
}

}  // namespace clade::python
