// The models that the journal speaks of, in files beside it: NAME.GENERATION.clade.
#pragma once

#include <cstdint>
#include <filesystem>
#include <mutex>
#include <span>
#include <string>

#include "clade/model.h"

namespace clade::detail::serve {

// Safe to use from several threads.
class ModelStore {
 public:
  explicit ModelStore(std::filesystem::path folder) : folder_(std::move(folder)) {}

  // The file is whole and on the disk when this returns.
  void save(const Model& model, const std::string& name, std::int64_t generation);
  Model load(const std::string& name, std::int64_t generation) const;
  // Removes the other files of the model, and what a crash has left of them.
  void keep_only(const std::string& name, std::span<const std::int64_t> generations) const;

 private:
  std::filesystem::path file_of(const std::string& name, std::int64_t generation) const;

  std::filesystem::path folder_;
  std::mutex saving_;
};

}  // namespace clade::detail::serve
