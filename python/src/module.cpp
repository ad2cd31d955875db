// The module clade._clade: the public interface of the library for the Python files beside it.
#include "bindings.h"

#ifndef CLADE_VERSION
#error "CLADE_VERSION is set by the build"
#endif

PYBIND11_MODULE(_clade, module) {
  using namespace clade::python;
  module.doc() = "What the package clade calls; not for direct use.";
  module.attr("__version__") = CLADE_VERSION;
  bind_errors(module);
  bind_examples(module);
  bind_taxonomy(module);
  bind_training(module);
  bind_model(module);
  bind_judging(module);
}
