// Models and what they answer.
#include <charconv>

#include "bindings.h"

namespace clade::python {

namespace {

using namespace py::literals;

py::list class_names(const Model& model, bool predictable_alone) {
  py::list names;
  const LabelSpace& labels = model.label_space();
  for (std::size_t c = 0; c < labels.size(); ++c) {
    if (predictable_alone && !labels.is_predictable(ClassId(c))) continue;
    names.append(labels.name(ClassId(c)));
  }
  return names;
}

std::vector<std::size_t> predictable(const LabelSpace& labels) {
  std::vector<std::size_t> classes;
  for (std::size_t c = 0; c < labels.size(); ++c) {
    if (labels.is_predictable(ClassId(c))) classes.push_back(c);
  }
  return classes;
}

// The columns of the classes that can be predicted, in the order that Python wants: column k of the
// result is the predictable class order[k].
void reorder(std::vector<double>& matrix, const LabelSpace& labels,
             const std::vector<std::size_t>& order) {
  const std::vector<std::size_t> kept = predictable(labels);
  std::vector<std::size_t> from;
  bool is_same = kept.size() == labels.size();
  for (std::size_t k = 0; k < order.size(); ++k) {
    from.push_back(kept.at(order[k]));
    is_same = is_same && from.back() == k;
  }
  if (is_same) return;
  std::vector<double> row(labels.size());
  const std::size_t rows = labels.size() == 0 ? 0 : matrix.size() / labels.size();
  for (std::size_t i = 0; i < rows; ++i) {
    const double* old = matrix.data() + i * labels.size();
    row.assign(old, old + labels.size());
    double* out = matrix.data() + i * from.size();
    for (std::size_t k = 0; k < from.size(); ++k) out[k] = row[from[k]];
  }
  matrix.resize(rows * from.size());
}

using Matrix = std::vector<double> (*)(const Model&, const Examples&, const RunOptions&);

template <Matrix matrix_of>
py::array_t<double> matrix(const Model& model, const HeldExamples& held,
                           const std::vector<std::size_t>& order, const py::dict& run_options) {
  Run how(run_options);
  RunOptions options;
  how.apply(options);
  std::vector<double> values = run(how.reporter, [&] {
    std::vector<double> result = matrix_of(model, held.examples, options);
    reorder(result, model.label_space(), order);
    return result;
  });
  return as_matrix(std::move(values), order.size());
}

// The number of the best class of every example among those that can be predicted.
py::array_t<std::int64_t> best(const Model& model, const HeldExamples& held,
                               const py::dict& run_options) {
  Run how(run_options);
  RunOptions options;
  how.apply(options);
  const std::vector<Prediction> found =
      run(how.reporter, [&] { return best_classes(model, held.examples, options); });
  const LabelSpace& labels = model.label_space();
  std::vector<std::int64_t> number(labels.size(), -1);
  const std::vector<std::size_t> kept = predictable(labels);
  for (std::size_t k = 0; k < kept.size(); ++k) number[kept[k]] = static_cast<std::int64_t>(k);
  py::array_t<std::int64_t> result(static_cast<py::ssize_t>(found.size()));
  std::int64_t* out = result.mutable_data();
  for (const Prediction& one : found) *out++ = number[index_of(one.label)];
  return result;
}

// Lists of (label, score, path, probability or None), one list for each example.
py::list answers(const Model& model, const HeldExamples& held, const py::dict& choice,
                 const py::dict& run_options) {
  Run how(run_options);
  PredictOptions options;
  how.apply(options);
  if (choice.contains("top")) options.top = choice["top"].cast<std::size_t>();
  if (choice.contains("label_set")) {
    options.label_set = label_set_of(choice["label_set"].cast<std::optional<std::string>>());
  }
  if (choice.contains("set_costs")) options.set_costs = choice["set_costs"].cast<std::string>();
  if (choice.contains("probabilities"))
    options.probabilities = choice["probabilities"].cast<bool>();
  if (choice.contains("confidence")) options.confidence = choice["confidence"].cast<double>();
  if (choice.contains("coverage")) options.coverage = choice["coverage"].cast<double>();
  const auto found = run(how.reporter, [&] { return predict(model, held.examples, options); });
  py::list result;
  for (const auto& row : found) {
    py::list list;
    for (const Answer& answer : row) {
      list.append(py::make_tuple(answer.label, answer.score, answer.path, answer.probability));
    }
    result.append(std::move(list));
  }
  return result;
}

// What explain() found.
struct Explained {
  std::vector<ExplainedDocument> documents;
};

// Names of columns in the place of the numbers of features, which count from 1.
void name_features(std::vector<ExplainedWord>& words, const std::vector<std::string>& names) {
  for (ExplainedWord& one : words) {
    std::size_t number = 0;
    const char* end = one.word.data() + one.word.size();
    const auto read = std::from_chars(one.word.data(), end, number);
    if (read.ptr == end && number > 0 && number <= names.size()) one.word = names[number - 1];
  }
}

void name_features(ExplainedDocument& document, const std::vector<std::string>& names) {
  for (ExplainedNode& node : document.answer.nodes) name_features(node.words, names);
  if (document.runner_up) {
    for (ExplainedNode& node : document.runner_up->nodes) name_features(node.words, names);
  }
  name_features(document.difference, names);
}

Explained explained(const Model& model, const HeldExamples& held, const std::string& label,
                    const std::vector<std::string>& names, const py::dict& run_options) {
  Run how(run_options);
  RunOptions options;
  how.apply(options);
  auto found = run(how.reporter, [&] { return explain(model, held.examples, options, label); });
  for (ExplainedDocument& document : found) name_features(document, names);
  return {std::move(found)};
}

py::list texts_of(const Explained& found) {
  py::list texts;
  for (const ExplainedDocument& document : found.documents) {
    texts.append(explanation_json(document));
  }
  return texts;
}

}  // namespace

void bind_model(py::module_& module) {
  py::class_<Explained>(module, "Explained")
      .def("texts", &texts_of)
      .def("write_page", [](const Explained& found, const std::string& file, std::size_t words) {
        write_report(file, found.documents, words);
      });
  py::class_<Model>(module, "Model")
      .def_static(
          "load",
          [](const std::string& file, bool trust) {
            const py::gil_scoped_release release;
            return Model::load(file, trust);
          },
          "file"_a, "trust"_a = false)
      .def("save",
           [](const Model& model, const std::string& file) {
             const py::gil_scoped_release release;
             model.save(file);
           })
      .def_property_readonly("method", &Model::method)
      .def_property_readonly("options", &Model::options)
      .def_property_readonly("feature_count", &Model::feature_count)
      .def_property_readonly("nonzero_weights", &Model::nonzero_weights)
      .def_property_readonly("is_calibrated",
                             [](const Model& model) { return model.calibration() != nullptr; })
      .def_property_readonly("label_set_rule",
                             [](const Model& model) { return name_of(model.label_set_rule()); })
      .def_property_readonly("taxonomy",
                             [](const Model& model) { return model.label_space().taxonomy(); })
      .def_property_readonly(
          "separator", [](const Model& model) { return model.label_space().source().separator; })
      .def("class_names", &class_names, "predictable_alone"_a = true)
      .def("class_paths",
           [](const Model& model) {
             py::list paths;
             for (const std::size_t c : predictable(model.label_space())) {
               paths.append(model.label_space().path(ClassId(c)));
             }
             return paths;
           })
      .def("decision_scores", &matrix<&decision_scores>)
      .def("class_probabilities", &matrix<&class_probabilities>)
      .def("best_classes", &best)
      .def("answers", &answers)
      .def("explain", &explained)
      .def("calibrated", [](const Model& model, const HeldExamples& held, std::size_t folds,
                            const py::dict& run_options) {
        Run how(run_options);
        RunOptions options;
        how.apply(options);
        return run(how.reporter, [&] { return calibrate(model, held.examples, folds, options); });
      });
}

}  // namespace clade::python
