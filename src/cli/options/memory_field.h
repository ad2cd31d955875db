// The option of commands that keep a budget of memory.
#pragma once

#include <cstddef>
#include <string>
#include <tuple>

#include "base/params.h"
#include "base/text.h"
#include "pipeline/memory_budget.h"

namespace clade::detail::cli {

struct MemoryField {
  std::string memory;  // "": no budget

  std::size_t bytes() const { return memory.empty() ? 0 : *parse_size(memory); }

  static constexpr auto fields() {
    using P = MemoryField;
    return std::tuple{
        Field{"memory", &P::memory, memory_rule,
              "take no more than this and a tenth, mapped files aside: caches and rows of weights "
              "fit themselves in, and what does not fit is refused with what would"}};
  }
};

}  // namespace clade::detail::cli
