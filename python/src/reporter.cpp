#include "bindings.h"

namespace clade::python {

using namespace py::literals;

bool PythonReporter::is_due(Clock::time_point& last) const {
  constexpr auto pause = std::chrono::milliseconds(100);
  const auto now = Clock::now();
  if (now - last < pause) return false;
  last = now;
  return true;
}

template <class Call>
void PythonReporter::with_lock(Call call) const {
  const py::gil_scoped_acquire lock;
  if (error_) return;
  try {
    call();
  } catch (py::error_already_set& error) {
    error_ = std::make_unique<py::error_already_set>(std::move(error));
  }
}

void PythonReporter::on_stage(std::string_view what) {
  if (listener_.is_none()) return;
  with_lock([&] { listener_.attr("on_stage")(what); });
}

void PythonReporter::on_note(std::string_view message) {
  if (listener_.is_none()) return;
  with_lock([&] { listener_.attr("on_note")(message); });
}

void PythonReporter::on_warning(std::string_view message) {
  if (listener_.is_none()) return;
  with_lock([&] { listener_.attr("on_warning")(message); });
}

void PythonReporter::on_pass(const Progress& progress) {
  if (listener_.is_none() || !is_due(shown_)) return;
  with_lock([&] {
    py::dict values("epoch"_a = progress.epoch, "seconds"_a = progress.seconds);
    if (progress.online) {
      values["examples"] = progress.online->examples;
      values["accuracy"] = progress.online->accuracy;
    } else {
      values["primal"] = progress.primal;
      values["dual"] = progress.dual;
      values["relative_gap"] = progress.relative_gap;
    }
    listener_.attr("on_progress")(values);
  });
}

void PythonReporter::on_step(const Steps& steps) {
  if (listener_.is_none()) return;
  with_lock([&] { listener_.attr("on_step")(steps.done, steps.total, std::string(steps.last)); });
}

bool PythonReporter::stop_requested() const {
  if (error_) return true;
  if (!is_due(asked_)) return false;
  with_lock([] {
    if (PyErr_CheckSignals() != 0) throw py::error_already_set();
  });
  return error_ != nullptr;
}

void PythonReporter::finish() {
  if (!error_) return;
  const auto error = std::move(error_);
  throw std::move(*error);
}

}  // namespace clade::python
