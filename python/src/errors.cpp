// Errors of the library as exceptions of Python: clade._errors makes them.
#include "bindings.h"

namespace clade::python {

namespace {

const char* kind_name(ErrorKind kind) {
  switch (kind) {
    case ErrorKind::usage:
      return "usage";
    case ErrorKind::input:
      return "input";
    case ErrorKind::model:
      return "model";
    case ErrorKind::environment:
      break;
  }
  return "environment";
}

// kernel='rbf', probability=0.5, flat=True: as a call would have it.
std::string spelled(std::string_view name, std::string_view value) {
  std::string text(name == "update" ? "update_rule" : name);  // as clade._parameters.OPTION_NAMES
  if (value.empty()) return text == "calibrate" ? "calibrate=True" : text;
  const std::string written(value);
  if (written == "true") return text + "=True";
  if (written == "false") return text + "=False";
  const bool is_number = written.find_first_not_of("0123456789.") == std::string::npos;
  return text + '=' + (is_number ? written : '\'' + written + '\'');
}

void raise(const Error& error) {
  const py::object exception = py::module_::import("clade._errors")
                                   .attr("exception_of")(kind_name(error.kind()), error.parameter(),
                                                         respelled(error.what(), spelled));
  PyErr_SetObject(reinterpret_cast<PyObject*>(Py_TYPE(exception.ptr())), exception.ptr());
}

}  // namespace

void bind_errors(py::module_& module) {
  py::register_exception_translator([](std::exception_ptr pointer) {
    try {
      if (pointer) std::rethrow_exception(pointer);
    } catch (const Error& error) {
      raise(error);
    } catch (const Cancelled&) {
      PyErr_SetNone(PyExc_KeyboardInterrupt);
    }
  });
  module.def(
      "respelled", [](const std::string& text) { return respelled(text, spelled); },
      "A text of the library with parameters as Python writes them.");
}

}  // namespace clade::python
