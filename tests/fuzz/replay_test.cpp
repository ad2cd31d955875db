#include "tests/fuzz/replay.h"

namespace clade::detail::fuzz {

INSTANTIATE_TEST_SUITE_P(Readers, Replay, ::testing::ValuesIn(reader_targets()), test_name);

}  // namespace clade::detail::fuzz
