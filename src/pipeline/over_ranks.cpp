#include "pipeline/over_ranks.h"

#include <cerrno>
#include <cmath>
#include <cstdint>
#include <cstring>
#include <fstream>
#include <string>

#include "base/fail.h"
#include "data/paths.h"

namespace clade::detail {

namespace {

// Files are compared at so many places: files in which records are in another order differ there.
constexpr std::uint64_t places = 64, bytes_at_place = 1024;

std::uint64_t mixed(std::uint64_t hash, std::uint64_t value) {
  hash = (hash ^ value) * 0x9e3779b97f4a7c15U;
  return hash ^ (hash >> 29);
}

struct Glance {
  std::string problem;  // why it cannot be read; "": it can
  std::uint64_t size = 0, hash = 0;
};

Glance look_at(const std::filesystem::path& path) {
  std::error_code error;
  Glance glance;
  glance.size = std::filesystem::file_size(path, error);
  if (error) return {error.message()};
  std::ifstream file(path, std::ios::binary);
  if (!file) return {std::strerror(errno)};
  std::string bytes(bytes_at_place, '\0');
  for (std::uint64_t p = 0; p < places; ++p) {
    const auto begin = static_cast<std::uint64_t>(static_cast<double>(glance.size) *
                                                  static_cast<double>(p) / places);
    file.clear();
    file.seekg(static_cast<std::streamoff>(begin));
    file.read(bytes.data(), static_cast<std::streamsize>(bytes.size()));
    for (std::streamsize i = 0; i < file.gcount(); ++i) {
      glance.hash =
          mixed(glance.hash, static_cast<unsigned char>(bytes[static_cast<std::size_t>(i)]));
    }
  }
  return glance;
}

void compare(const std::string& file, const std::vector<Glance>& ranks) {
  for (std::size_t r = 0; r < ranks.size(); ++r) {
    if (ranks[r].problem.empty()) continue;
    fail(ErrorKind::environment, "{}: cannot be read on rank {}: {}", file, r, ranks[r].problem);
  }
  for (std::size_t r = 1; r < ranks.size(); ++r) {
    if (ranks[r].size != ranks[0].size) {
      fail(ErrorKind::input,
           "{}: has {} bytes on rank {} and {} on rank 0; all ranks read parts of "
           "the same files",
           file, ranks[r].size, r, ranks[0].size);
    }
    if (ranks[r].hash != ranks[0].hash) {
      fail(ErrorKind::input,
           "{}: holds other bytes on rank {} than on rank 0, or the same in another "
           "order; all ranks read parts of the same files",
           file, r);
    }
  }
}

std::vector<std::filesystem::path> matching_files(const std::vector<std::filesystem::path>& files) {
  std::vector<std::filesystem::path> named;
  for (const auto& path : files) {
    if (!path.empty()) named.push_back(path);
  }
  return matching_paths(named);
}

}  // namespace

void check_method_over_ranks(const MethodTraits& traits) {
  if (traits.kernel != KernelKind::linear) {
    fail_parameter("kernel",
                   "a kernel wants all examples on one rank; use `kernel=linear`, or start "
                   "it without mpirun");
  }
  if (traits.C && (!traits.C->value || std::isinf(*traits.C->value))) {
    fail_parameter("C",
                   "over several ranks it is a finite number; choose it on a part of the data");
  }
  if (traits.has_free_bias) {
    fail_parameter("bias", "free biases want all examples on one rank; use `bias=feature`");
  }
}

void check_checkpoint_over_ranks(const MethodTraits& traits) {
  const bool is_kept =
      traits.cost == CostClass::nodes ||
      (traits.cost == CostClass::joint && !traits.learns_online && !traits.has_paper_solver);
  if (is_kept) return;
  fail_parameter("checkpoint",
                 "over several ranks it is for one problem over all classes (such as hsvm) and for "
                 "dnc and hiermult; leave it out");
}

void check_same_files(const std::vector<std::filesystem::path>& files, Communicator& peers) {
  if (peers.is_alone()) return;
  std::string mine;
  for (const auto& path : matching_files(files)) {
    const Glance glance = look_at(path);
    append_text(path.string(), mine);
    append_text(glance.problem, mine);
    append_value(glance.size, mine);
    append_value(glance.hash, mine);
  }
  const std::vector<std::string> all = peers.gather(mine);
  std::vector<ByteReader> readers(all.begin(), all.end());
  while (!readers.front().is_at_end()) {
    std::string file;
    std::vector<Glance> glances;
    for (ByteReader& reader : readers) {
      const std::string of_rank(reader.is_at_end() ? "nothing" : reader.text());
      if (glances.empty()) file = of_rank;
      if (of_rank != file) {
        fail(ErrorKind::input,
             "rank {} finds {} where rank 0 finds {}; all ranks read parts of "
             "the same files",
             glances.size(), of_rank, file);
      }
      Glance glance{std::string(reader.text())};
      glance.size = reader.value<std::uint64_t>();
      glance.hash = reader.value<std::uint64_t>();
      glances.push_back(glance);
    }
    compare(file, glances);
  }
}

}  // namespace clade::detail
