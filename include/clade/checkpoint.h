// Where work that takes long is kept from time to time, so that it can go on after its end.
#pragma once

#include <filesystem>
#include <string>

namespace clade {

// A call with the same data and options goes on from what is kept in the folder, and ends with the
// bytes of a call that was never interrupted. Error{usage} where the folder is of another call,
// with the first difference. What is kept is removed when the work is done.
struct CheckpointOptions {
  std::filesystem::path folder;  // empty: nothing is kept
  double every_seconds = 60;     // 0: as often as possible
};

}  // namespace clade
