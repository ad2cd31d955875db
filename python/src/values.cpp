// From values of Python to options of the library, and back.
#include <array>

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

std::optional<LabelNodes> label_nodes_of(const std::string& name) {
  if (name == "auto") return std::nullopt;
  if (name == "terminal") return LabelNodes::terminal;
  if (name == "all") return LabelNodes::all;
  if (name == "path") return LabelNodes::path;
  if (name == "closed") return LabelNodes::closed;
  throw Error(ErrorKind::usage, "label_nodes",
              "expected auto|terminal|all|path|closed, got '" + name + "'");
}

namespace {

// By rule.
constexpr std::array label_set_names{"top1",      "sign", "threshold", "size", "class-thresholds",
                                     "least-loss"};

}  // namespace

std::string name_of(LabelSetRule rule) {
  return label_set_names.at(static_cast<std::size_t>(rule));
}

std::optional<LabelSetRule> label_set_of(const std::optional<std::string>& name) {
  if (!name) return std::nullopt;
  std::string all;
  for (std::size_t k = 0; k < label_set_names.size(); ++k) {
    if (*name == label_set_names[k]) return static_cast<LabelSetRule>(k);
    all += (k > 0 ? "|" : "") + std::string(label_set_names[k]);
  }
  throw Error(ErrorKind::usage, "label_set", "expected " + all + ", got '" + *name + "'");
}

EvaluateOptions evaluate_options_of(const py::dict& values) {
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
