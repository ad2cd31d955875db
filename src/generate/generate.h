// Synthetic data: the generators of the papers, by name.
#pragma once

#include <cstdint>
#include <filesystem>
#include <map>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "clade/parameter.h"

namespace clade::detail {

// Where a generator writes: named files, each in pieces, so that data of any size pass through.
struct FileSink {
  virtual ~FileSink() = default;
  virtual void write(std::string_view file, std::string_view text) = 0;
};

struct Generator {
  virtual ~Generator() = default;
  virtual std::vector<Parameter> parameters() = 0;  // bound to this object
  // The names of the files that generate() writes, the data first.
  virtual std::vector<std::string> files() const { return {"data.svm", "taxonomy.tsv"}; }
  // The same parameters and seed give the same bytes. Error{usage} for parameters that allow none.
  virtual void generate(std::uint64_t seed, FileSink& out) const = 0;
};

// One line per generator, in src/generate/generate.cpp.
struct GeneratorEntry {
  std::string_view name;
  std::string_view summary;
  std::unique_ptr<Generator> (*make)();
};
std::span<const GeneratorEntry> generators();
// Error{usage} with the nearest known name.
std::unique_ptr<Generator> make_generator(std::string_view name);

// Keeps the files as text.
class MemorySink : public FileSink {
 public:
  void write(std::string_view file, std::string_view text) override;
  const std::map<std::string, std::string>& files() const { return files_; }

 private:
  std::map<std::string, std::string> files_;
};

// Generates into a folder, which is made where it is missing. Either every file is written or none.
void generate_into(const Generator& generator, std::uint64_t seed,
                   const std::filesystem::path& folder);

}  // namespace clade::detail
