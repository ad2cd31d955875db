// What reads bytes from strangers, each as a function of some bytes: for libFuzzer and for a test
// that reads every input again that was ever of interest.
#pragma once

#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "clade/error.h"

namespace clade::detail::fuzz {

struct FuzzTarget {
  std::string_view name;
  // Reads the bytes. A clade::Error is an answer; everything else that leaves it is a defect.
  void (*read)(std::string_view bytes);
  // Inputs to begin with.
  std::vector<std::string> (*seeds)();
  // Mends what a change of bytes always breaks, such as checksums, so that changes reach what is
  // behind them; null where nothing has to be mended.
  void (*repair)(std::string& bytes) = nullptr;
};

// Those of one file of targets.
std::span<const FuzzTarget> data_targets();
std::span<const FuzzTarget> binary_targets();
std::span<const FuzzTarget> taxonomy_targets();
std::span<const FuzzTarget> table_targets();
std::span<const FuzzTarget> model_targets();
std::span<const FuzzTarget> answer_targets();
std::span<const FuzzTarget> service_targets();

// Two programs look for inputs, so that that of the readers is quick to build.
std::vector<FuzzTarget> reader_targets();
std::vector<FuzzTarget> upper_targets();
// Ends the program with a message where a promise does not hold.
void expect(bool holds, const char* promise);

// What may be thrown at bytes that are wrong.
void check_error(const Error& error);

// Runs `read`, which may refuse the bytes.
template <class Read>
void answer_or_error(const Read& read) {
  try {
    read();
  } catch (const Error& error) {
    check_error(error);
  }
}

}  // namespace clade::detail::fuzz
