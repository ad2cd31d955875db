// Why training stopped.
#pragma once

#include <string_view>

namespace clade {

enum class Stop {
  tolerance,    // the tolerance was reached
  max_epochs,   // the limit of epochs was reached
  max_seconds,  // the time was up
  precision,    // rounding keeps the solver from getting closer
  clean_epoch,  // an epoch passed without an update
  interrupted,  // the reporter asked to stop
};

// As it is printed: tolerance | max-epochs | max-seconds | precision | clean-epoch |
// interrupted.
constexpr std::string_view stop_name(Stop stop) {
  switch (stop) {
    case Stop::tolerance:
      return "tolerance";
    case Stop::max_epochs:
      return "max-epochs";
    case Stop::max_seconds:
      return "max-seconds";
    case Stop::precision:
      return "precision";
    case Stop::clean_epoch:
      return "clean-epoch";
    case Stop::interrupted:
      break;
  }
  return "interrupted";
}

}  // namespace clade
