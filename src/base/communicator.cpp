#include "base/communicator.h"

namespace clade::detail {

Communicator& single_rank() {
  static SingleRank rank;
  return rank;
}

}  // namespace clade::detail
