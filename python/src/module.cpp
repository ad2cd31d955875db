// The module clade._clade: the public interface of the library for the Python files beside it.
#include "bindings.h"

#ifndef CLADE_VERSION
#error "CLADE_VERSION is set by the build"
#endif

namespace {

namespace py = pybind11;

// Before version 2.12 pybind11 reads the size of an array's numbers at another place than numpy 2
// has it, and arrays are silently wrong.
constexpr bool is_for_numpy_1 = PYBIND11_VERSION_HEX < 0x020C0000;

void check_numpy() {
  if (!is_for_numpy_1) return;
  const auto version = py::module_::import("numpy").attr("__version__").cast<std::string>();
  if (std::stoi(version) < 2) return;
  throw py::import_error("clade was built with pybind11 " + std::to_string(PYBIND11_VERSION_MAJOR) +
                         "." + std::to_string(PYBIND11_VERSION_MINOR) +
                         ", which does not know numpy 2 (here: " + version +
                         "); build it with pybind11 2.12 or newer, or use numpy 1");
}

}  // namespace

PYBIND11_MODULE(_clade, module) {
  using namespace clade::python;
  module.doc() = "What the package clade calls; not for direct use.";
  check_numpy();
  module.attr("__version__") = CLADE_VERSION;
  module.attr("is_for_numpy_1") = is_for_numpy_1;
  bind_errors(module);
  bind_examples(module);
  bind_taxonomy(module);
  bind_training(module);
  bind_model(module);
  bind_judging(module);
}
