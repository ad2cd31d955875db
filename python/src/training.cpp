// Methods with their parameters, training, updating, searching.
#include <limits>

#include "bindings.h"

namespace clade::python {

namespace {

using namespace py::literals;

py::list described(const std::vector<Parameter>& parameters) {
  py::list list;
  for (const Parameter& p : parameters) {
    list.append(py::dict("name"_a = p.name, "expects"_a = p.expects, "help"_a = p.help,
                         "default"_a = p.default_value, "is_switch"_a = p.is_switch));
  }
  return list;
}

py::list method_list() {
  py::list list;
  for (const MethodEntry& entry : methods()) {
    const std::unique_ptr<Method> method = entry.make();
    const MethodTraits traits = method->traits();
    list.append(py::dict(
        "name"_a = entry.name, "summary"_a = entry.summary,
        "parameters"_a = described(method->parameters()), "is_online"_a = traits.is_online,
        "adapts_to_data"_a = traits.adapts_to_data, "has_price_of_slack"_a = traits.C.has_value()));
  }
  return list;
}

py::dict summary_of(const TrainSummary& summary) {
  py::dict result("epochs"_a = summary.epochs, "stopped"_a = stop_name(summary.stopped));
  if (const auto& o = summary.objective) {
    result["objective"] =
        py::dict("primal"_a = o->primal, "dual"_a = o->dual, "lower_bound"_a = o->lower_bound,
                 "relative_gap"_a = o->relative_gap, "mean_slack"_a = o->mean_slack);
  }
  return result;
}

// The model of an interrupted run is kept where that was asked for: (model, summary, error or
// None).
py::tuple kept(PythonReporter& reporter, Trained trained) {
  py::object error = py::none();
  try {
    reporter.finish();
  } catch (py::error_already_set& caught) {
    if (!reporter.wants_partial_result()) throw;
    error = caught.value();
  }
  return py::make_tuple(std::move(trained.model), summary_of(trained.summary), error);
}

template <class Work>
py::tuple trained_by(PythonReporter& reporter, Work work) {
  std::optional<Trained> trained;
  try {
    const py::gil_scoped_release release;
    trained.emplace(work());
  } catch (const Cancelled&) {
    reporter.finish();
    throw;
  } catch (const Error&) {
    reporter.finish();
    throw;
  }
  return kept(reporter, std::move(*trained));
}

py::tuple train_model(const HeldExamples& held, const TaxonomySource& taxonomy,
                      const py::dict& what, const py::dict& run_options) {
  Run how(run_options);
  const ComparedMethod method = compared_method(what);
  TrainOptions options;
  how.apply(options);
  options.text = method.text;
  options.label_nodes = method.label_nodes;
  options.calibration_folds = method.calibration_folds;
  if (run_options.contains("max_seconds") && !run_options["max_seconds"].is_none()) {
    options.max_seconds = run_options["max_seconds"].cast<double>();
  }
  if (run_options.contains("checkpoint")) {
    options.checkpoint.folder = run_options["checkpoint"].cast<std::string>();
    options.checkpoint.every_seconds = run_options["checkpoint_every"].cast<double>();
  }
  if (run_options.contains("memory")) options.memory = run_options["memory"].cast<std::size_t>();
  if (run_options.contains("choose_C_for")) {
    options.choose_C_for = run_options["choose_C_for"].cast<std::string>();
  }
  const std::unique_ptr<Method> learner = make_method(method.method, method.options);
  return trained_by(how.reporter,
                    [&] { return train(held.examples, taxonomy, *learner, options); });
}

py::tuple update_model(const Model& model, const HeldExamples& held, const py::dict& method_options,
                       const py::dict& run_options) {
  Run how(run_options);
  UpdateOptions options;
  how.apply(options);
  if (run_options.contains("max_seconds") && !run_options["max_seconds"].is_none()) {
    options.max_seconds = run_options["max_seconds"].cast<double>();
  }
  if (run_options.contains("memory")) options.memory = run_options["memory"].cast<std::size_t>();
  const Options chosen = options_of(method_options);
  return trained_by(how.reporter, [&] { return update(model, held.examples, chosen, options); });
}

Trained finished(TrainingStream stream, const Examples& examples) {
  stream.observe(examples);
  return stream.finish();
}

py::tuple start_stream(const HeldExamples& held, const Taxonomy& taxonomy, const py::dict& what,
                       const py::dict& run_options) {
  Run how(run_options);
  const ComparedMethod method = compared_method(what);
  TrainOptions options;
  how.apply(options);
  options.text = method.text;
  options.label_nodes = method.label_nodes;
  const std::unique_ptr<Method> learner = make_method(method.method, method.options);
  return trained_by(how.reporter, [&] {
    return finished(TrainingStream(taxonomy, *learner, options), held.examples);
  });
}

py::tuple search_options(const HeldExamples& held, const TaxonomySource& taxonomy,
                         const py::dict& what, const std::string& budget,
                         const std::string& measure, const py::dict& run_options) {
  Run how(run_options);
  SearchOptions options;
  how.apply(options);
  options.budget = parse_budget(budget);
  options.measure = measure;
  const ComparedMethod method = compared_method(what);
  SearchResult found;
  try {
    const py::gil_scoped_release release;
    found = search(held.examples, taxonomy, method, options);
  } catch (const Error&) {
    how.reporter.finish();
    throw;
  }
  how.reporter.finish();
  const ComparedMethod best = with_found_options(method, found);
  const auto as_dict = [](const Options& list) {
    py::dict values;
    for (const Option& option : list) values[py::str(option.name)] = option.value.text();
    return values;
  };
  return py::make_tuple(found.json(), as_dict(best.options), as_dict(best.text));
}

}  // namespace

void bind_training(py::module_& module) {
  module.def("methods", &method_list);
  module.def("choices", &choices);
  module.def("text_parameters", [] { return described(text_parameters()); });
  module.def("train", &train_model);
  module.def("update", &update_model);
  module.def("start_stream", &start_stream);
  module.def("search", &search_options);
}

}  // namespace clade::python
