// The option --loss of methods that choose a loss by themselves where none is given.
#pragma once

#include <string>
#include <string_view>

#include "base/params.h"

namespace clade::detail {

std::string loss_or_auto_problem(std::string_view text);
inline constexpr TextRule loss_or_auto{
    loss_or_auto_problem,
    "auto|zero-one|tree|symdiff|normalized|subtree|sibling|costs:FILE|matrix:FILE"};

// costs:some/folder/costs.tsv -> costs:costs.tsv. A model holds no path: equal files in another
// folder make the same model.
std::string without_folder(const std::string& spec);

}  // namespace clade::detail
