// What the files of the module share: how values of Python become those of clade.
#pragma once

#include <clade/clade.h>
#include <pybind11/numpy.h>
#include <pybind11/pybind11.h>
#include <pybind11/stl.h>

#include <chrono>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace clade::python {

namespace py = pybind11;

// Examples with the arrays that they look into.
struct HeldExamples {
  Examples examples;
  std::vector<py::object> arrays;
};

// Passes what the library says on to a Python object with on_stage(text), on_progress(dict),
// on_note(text) and on_warning(text), and asks the interpreter for signals. What goes wrong there,
// KeyboardInterrupt too, stops the work and is raised by finish().
class PythonReporter : public Reporter {
 public:
  explicit PythonReporter(py::object listener, bool wants_partial = false)
      : listener_(std::move(listener)), wants_partial_(wants_partial) {}

  void on_stage(std::string_view what) override;
  void on_pass(const Progress& progress) override;
  void on_step(const Steps& steps) override;
  void on_note(std::string_view message) override;
  void on_warning(std::string_view message) override;
  bool stop_requested() const override;
  bool wants_partial_result() const override { return wants_partial_; }

  // To be called with the interpreter's lock, when the work is over.
  bool was_stopped() const { return error_ != nullptr; }
  void finish();

 private:
  using Clock = std::chrono::steady_clock;
  template <class Call>
  void with_lock(Call call) const;
  bool is_due(Clock::time_point& last) const;

  py::object listener_;
  bool wants_partial_;
  mutable std::unique_ptr<py::error_already_set> error_;
  mutable Clock::time_point asked_{}, shown_{};
};

// Runs `work` without the interpreter's lock; afterwards raises what the reporter has caught.
template <class Work>
auto run(PythonReporter& reporter, Work work) {
  using Result = decltype(work());
  std::optional<Result> result;
  try {
    const py::gil_scoped_release release;
    result.emplace(work());
  } catch (const Cancelled&) {
    reporter.finish();
    throw;
  } catch (const Error&) {
    reporter.finish();  // an interrupted run may fail for what it had not reached
    throw;
  }
  reporter.finish();
  return std::move(*result);
}

// {"threads": 2, "seed": 0, "reporter": listener}, each may be left out.
struct Run {
  explicit Run(const py::dict& options);
  void apply(RunOptions& options);

  PythonReporter reporter;
  unsigned threads = 0;
  std::uint64_t seed = 0;
};

// Where the name is there and not None.
template <class Value>
void take(const py::dict& values, const char* name, Value& into) {
  if (!values.contains(name) || values[name].is_none()) return;
  const py::object value = values[name];
  try {
    into = value.cast<Value>();
  } catch (const py::cast_error&) {
    throw Error(ErrorKind::usage, name, "cannot be " + py::repr(value).cast<std::string>());
  }
}

Options options_of(const py::dict& values);
std::vector<std::filesystem::path> paths_of(const std::vector<std::string>& names);

// A matrix in memory that Python then owns.
py::array_t<double> as_matrix(std::vector<double> values, std::size_t columns);

ComparedMethod compared_method(const py::dict& method);
// The values of parameters that are no method's, by the name of the parameter.
std::map<std::string, std::vector<std::string>> choices();
std::optional<LabelNodes> label_nodes_of(const std::string& name);  // "auto": empty
UnknownLabels unknown_labels_of(const std::string& name);
EvaluateOptions evaluate_options_of(const py::dict& values);
std::optional<LabelSetRule> label_set_of(const std::optional<std::string>& name);
std::string name_of(LabelSetRule rule);

void bind_errors(py::module_& module);
void bind_examples(py::module_& module);
void bind_taxonomy(py::module_& module);
void bind_training(py::module_& module);
void bind_model(py::module_& module);
void bind_judging(py::module_& module);

}  // namespace clade::python
