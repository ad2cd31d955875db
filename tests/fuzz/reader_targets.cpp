#include "tests/fuzz/fuzz_target.h"

namespace clade::detail::fuzz {

std::vector<FuzzTarget> reader_targets() {
  std::vector<FuzzTarget> all;
  for (const auto targets :
       {data_targets(), binary_targets(), taxonomy_targets(), table_targets(), model_targets()}) {
    all.insert(all.end(), targets.begin(), targets.end());
  }
  return all;
}

}  // namespace clade::detail::fuzz
