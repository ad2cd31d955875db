#include "tests/fuzz/replay.h"

namespace clade::detail::fuzz {

INSTANTIATE_TEST_SUITE_P(Upper, Replay, ::testing::ValuesIn(upper_targets()), test_name);

}  // namespace clade::detail::fuzz
