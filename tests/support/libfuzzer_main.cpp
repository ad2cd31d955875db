// Lets libFuzzer look for inputs of one target: CLADE_FUZZ_TARGET=NAME clade_fuzz_readers CORPUS...
// CLADE_FUZZ_SEEDS=FOLDER writes the inputs to begin with and ends; without a target the names of
// all are printed.
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <fstream>

#include "tests/fuzz/fuzz_target.h"

extern "C" std::size_t LLVMFuzzerMutate(std::uint8_t* data, std::size_t size, std::size_t most);

namespace {

using clade::detail::fuzz::FuzzTarget;

FuzzTarget chosen;

void write_seeds(const FuzzTarget& target, const std::filesystem::path& folder) {
  std::size_t number = 0;
  for (const std::string& seed : target.seeds()) {
    std::ofstream(folder / ("seed-" + std::to_string(number++)), std::ios::binary) << seed;
  }
}

}  // namespace

extern "C" int LLVMFuzzerInitialize(int* /*count*/, char*** /*words*/) {
  const char* name = std::getenv("CLADE_FUZZ_TARGET");
  for (const FuzzTarget& target : clade::detail::fuzz::CLADE_FUZZ_TARGETS()) {
    if (name == nullptr) std::puts(std::string(target.name).c_str());
    if (name != nullptr && target.name == name) chosen = target;
  }
  if (name == nullptr) std::exit(0);
  if (chosen.read == nullptr) {
    std::fprintf(stderr, "there is no target '%s'\n", name);
    std::exit(2);
  }
  if (const char* folder = std::getenv("CLADE_FUZZ_SEEDS")) {
    write_seeds(chosen, folder);
    std::exit(0);
  }
  return 0;
}

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  chosen.read({reinterpret_cast<const char*>(data), size});
  return 0;
}

// Now and then what was broken stays so: that has to be found out, too.
extern "C" std::size_t LLVMFuzzerCustomMutator(std::uint8_t* data, std::size_t size,
                                               std::size_t most, unsigned seed) {
  const std::size_t made = LLVMFuzzerMutate(data, size, most);
  if (chosen.repair == nullptr || seed % 16 == 0) return made;
  std::string bytes(reinterpret_cast<const char*>(data), made);
  chosen.repair(bytes);
  std::copy(bytes.begin(), bytes.end(), data);
  return made;
}
