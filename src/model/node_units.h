// Which unit scores a taxonomy node.
#pragma once

#include <cstdint>
#include <vector>

#include "model/model_impl.h"

namespace clade::detail {

inline constexpr std::uint32_t no_unit = ~std::uint32_t{0};

// The unit that has the node's name, by node; `no_unit` where there is none.
std::vector<std::uint32_t> units_of_nodes(const Model::Impl& model);

}  // namespace clade::detail
