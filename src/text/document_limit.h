// In how many documents a word may be before it says nothing any more (--max-df).
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

#include "base/params.h"

namespace clade {

// "" for none, a share above 0 and below 1, or a whole number of documents.
std::string max_df_problem(std::string_view text);
inline constexpr TextRule max_df_rule{max_df_problem,
                                      "none, a share below 1, or a number of documents"};

// The largest number of `records` that a word may be in, for a text without a problem.
std::size_t most_documents(std::string_view max_df, std::size_t records);

}  // namespace clade
