// The options of commands that can go on after they were ended.
#pragma once

#include <string>
#include <string_view>
#include <tuple>

#include "base/params.h"
#include "base/text.h"
#include "cli/options/arguments.h"

namespace clade::detail::cli {

inline constexpr TextRule time_rule{
    [](std::string_view text) {
      return std::string(parse_seconds(text) ? "" : "a time such as 60s, 5m or 2h");
    },
    "60s, 5m or 2h"};

struct CheckpointFields {
  std::string checkpoint;  // a folder; "": none
  std::string every = "60s";

  static constexpr auto fields() {
    using P = CheckpointFields;
    return std::tuple{
        Field{"checkpoint", &P::checkpoint, file_name,
              "keep in this folder what was reached, from time to time: after an end at any moment "
              "the same command goes on from there, and writes the same bytes as if it had never "
              "ended; the folder is removed when all is done"},
        Field{"checkpoint_every", &P::every, time_rule, "how often",
              When<P>{[](const P& p) { return !p.checkpoint.empty(); }, "without `checkpoint`"}}};
  }
};

}  // namespace clade::detail::cli
