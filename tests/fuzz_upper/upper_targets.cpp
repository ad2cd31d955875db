#include "tests/fuzz/fuzz_target.h"

namespace clade::detail::fuzz {

std::vector<FuzzTarget> upper_targets() {
  std::vector<FuzzTarget> all;
  for (const auto targets : {answer_targets(), service_targets()}) {
    all.insert(all.end(), targets.begin(), targets.end());
  }
  return all;
}

}  // namespace clade::detail::fuzz
