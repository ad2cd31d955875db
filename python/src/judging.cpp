// Evaluations, comparisons, audits, checks of data.
#include "bindings.h"

namespace clade::python {

namespace {

using namespace py::literals;

ReportHead head_of(const py::dict& values) {
  ReportHead head;
  take(values, "title", head.title);
  take(values, "command", head.command);
  take(values, "notes", head.notes);
  head.version = CLADE_VERSION;
  return head;
}

py::dict metrics_of(const Evaluation& evaluation) {
  py::dict metrics;
  for (const auto& [name, value] : evaluation.metrics) metrics[py::str(name)] = value;
  return metrics;
}

ModelEvaluation evaluate_model(const Model& model, const HeldExamples& held,
                               const py::dict& measures, const py::dict& run_options) {
  Run how(run_options);
  RunOptions options;
  how.apply(options);
  const EvaluateOptions chosen = evaluate_options_of(measures);
  return run(how.reporter, [&] { return evaluate(model, held.examples, chosen, options); });
}

using Scores = py::array_t<double, py::array::c_style>;

ModelEvaluation evaluate_answers(const HeldExamples& truth, const TaxonomySource& taxonomy,
                                 std::optional<std::vector<Labels>> sets,
                                 std::vector<std::string> classes,
                                 const std::optional<Scores>& scores, const py::dict& measures,
                                 const std::string& label_nodes, const py::dict& run_options) {
  Run how(run_options);
  RunOptions options;
  how.apply(options);
  GivenAnswers answers{std::move(sets), std::move(classes), {}};
  if (scores) answers.scores = {scores->data(), static_cast<std::size_t>(scores->size())};
  const EvaluateOptions chosen = evaluate_options_of(measures);
  const LabelNodes mode = label_nodes_of(label_nodes).value_or(LabelNodes::terminal);
  return run(how.reporter,
             [&] { return evaluate(answers, truth.examples, taxonomy, chosen, options, mode); });
}

std::vector<OptionValues> option_values(const py::dict& values) {
  std::vector<OptionValues> result;
  for (const auto& [name, choices] : values) {
    OptionValues one{py::cast<std::string>(name), {}};
    for (const auto& choice : choices) one.values.push_back(py::str(choice).cast<std::string>());
    result.push_back(std::move(one));
  }
  return result;
}

SeenTaxonomy seen_taxonomy(const std::string& text) {
  const auto colon = std::min(text.find(':'), text.size());
  const std::string kind = text.substr(0, colon);
  const std::string count = text.substr(std::min(colon + 1, text.size()));
  SeenTaxonomy seen;
  if (kind == "random") {
    seen.kind = SeenTaxonomy::Kind::random;
    if (!count.empty()) seen.count = std::stoul(count);
  } else if (kind == "learned") {
    seen.kind = SeenTaxonomy::Kind::learned;
  } else if (kind == "aligned") {
    seen.kind = SeenTaxonomy::Kind::aligned;
  } else if (kind != "given") {
    throw Error(ErrorKind::usage, "taxonomies",
                "expected given, random, random:N, learned or aligned, got '" + text + "'");
  }
  return seen;
}

CompareOptions compare_options(const py::dict& values) {
  CompareOptions options;
  take(values, "folds", options.splits.folds);
  take(values, "sample_per_class", options.splits.sample_per_class);
  take(values, "train_fraction", options.splits.train_fraction);
  take(values, "repeats", options.splits.repeats);
  std::vector<std::string> taxonomies;
  take(values, "taxonomies", taxonomies);
  if (!taxonomies.empty()) options.taxonomies.clear();
  for (const std::string& text : taxonomies) options.taxonomies.push_back(seen_taxonomy(text));
  if (values.contains("tune")) options.tuning.options = option_values(values["tune"]);
  take(values, "tune_folds", options.tuning.folds);
  take(values, "tune_for", options.tuning.measure);
  if (values.contains("measures")) options.measures = evaluate_options_of(values["measures"]);
  take(values, "keep_predictions", options.keep_predictions);
  take(values, "memory", options.memory);
  return options;
}

Comparison compare_methods(const HeldExamples& held, const std::optional<HeldExamples>& test,
                           const TaxonomySource& taxonomy, const std::vector<py::dict>& methods,
                           const py::dict& values, const py::dict& run_options) {
  Run how(run_options);
  CompareOptions options = compare_options(values);
  how.apply(options);
  std::vector<ComparedMethod> compared;
  for (const py::dict& method : methods) compared.push_back(compared_method(method));
  return run(how.reporter, [&] {
    return test ? compare(held.examples, test->examples, taxonomy, compared, options)
                : compare(held.examples, taxonomy, compared, options);
  });
}

}  // namespace

void bind_judging(py::module_& module) {
  py::class_<ModelEvaluation>(module, "Evaluation")
      .def_property_readonly("metrics",
                             [](const ModelEvaluation& e) { return metrics_of(e.evaluation); })
      .def_property_readonly("warnings",
                             [](const ModelEvaluation& e) { return e.evaluation.warnings; })
      .def("json", &ModelEvaluation::json)
      .def("text", &ModelEvaluation::text)
      .def("reliability",
           [](const ModelEvaluation& e) {
             py::list levels;
             for (const LevelReliability& level : e.evaluation.reliability) {
               py::list bins;
               for (const ReliabilityBin& bin : level.bins) {
                 bins.append(py::make_tuple(bin.confidence, bin.accuracy, bin.count));
               }
               levels.append(
                   py::dict("level"_a = level.level, "ece"_a = level.ece, "bins"_a = bins));
             }
             return levels;
           })
      .def("write_page",
           [](const ModelEvaluation& e, const std::string& file, const py::dict& head,
              const std::string& method) { write_report(file, e, head_of(head), method); });
  module.def("evaluate_model", &evaluate_model);
  module.def("evaluate_answers", &evaluate_answers);
  module.def("known_metrics", [] {
    py::dict metrics;  // whether smaller values are better, by name
    for (const std::string_view name : known_metrics())
      metrics[py::str(std::string(name))] = is_loss(name);
    return metrics;
  });

  py::class_<Comparison>(module, "Comparison")
      .def("json", &Comparison::json)
      .def("text", &Comparison::text, "metrics"_a = std::vector<std::string>{})
      .def("table",
           [](const Comparison& c, const std::vector<std::string>& metrics,
              const std::string& format) {
             return c.table(metrics, format == "markdown" ? TableFormat::markdown
                                     : format == "latex"  ? TableFormat::latex
                                                          : TableFormat::text);
           })
      .def("write_page", [](const Comparison& c, const std::string& file, const py::dict& head,
                            const std::vector<std::string>& metrics) {
        write_report(file, c, head_of(head), metrics);
      });
  module.def("compare", &compare_methods);

  module.def("audit", [](const HeldExamples& held, const TaxonomySource& taxonomy,
                         const py::dict& method, std::size_t folds, const py::dict& run_options) {
    Run how(run_options);
    AuditOptions options;
    how.apply(options);
    options.folds = folds;
    const ComparedMethod judge = compared_method(method);
    const Audit found =
        run(how.reporter, [&] { return audit(held.examples, taxonomy, judge, options); });
    py::list records, classes;
    for (const SuspectRecord& r : found.records) {
      records.append(py::dict("record"_a = r.record, "labels"_a = r.labels, "label"_a = r.label,
                              "suggested"_a = r.suggested, "margin"_a = r.margin));
    }
    for (const SuspectClass& c : found.classes) {
      classes.append(py::dict("class"_a = c.name, "parent"_a = c.parent,
                              "suggested_parent"_a = c.suggested_parent, "records"_a = c.records,
                              "among_siblings"_a = c.among_siblings, "elsewhere"_a = c.elsewhere,
                              "p"_a = c.p));
    }
    return py::make_tuple(records, classes, found.unjudged, found.json());
  });

  module.def("check_data", [](const HeldExamples& held, const TaxonomySource& taxonomy,
                              const py::dict& run_options) {
    Run how(run_options);
    CheckOptions options;
    how.apply(options);
    const DataCheck found =
        run(how.reporter, [&] { return check(held.examples, taxonomy, options); });
    return py::make_tuple(found.json(), found.text());
  });
}

}  // namespace clade::python
