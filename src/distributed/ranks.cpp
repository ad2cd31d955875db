#include "distributed/ranks.h"

#include <dlfcn.h>
#include <unistd.h>
#include <xxhash.h>

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <initializer_list>
#include <iterator>
#include <utility>
#include <vector>

#include "base/fail.h"
#include "base/text.h"

namespace clade::detail {

namespace {

constexpr const char* library_name = "libclade_mpi.so";

int number_in(std::initializer_list<const char*> names, int otherwise) {
  for (const char* name : names) {
    const char* text = std::getenv(name);
    if (text == nullptr) continue;
    if (const auto value = parse_double(text)) return static_cast<int>(*value);
  }
  return otherwise;
}

std::filesystem::path program_file() {
  std::error_code error;
  return std::filesystem::read_symlink("/proc/self/exe", error);
}

// Beside the program, or where it is installed.
std::vector<std::filesystem::path> places() {
  const std::filesystem::path folder = program_file().parent_path();
  return {folder / library_name, folder / CLADE_PLUGIN_FOLDER / library_name};
}

// Of the program's bytes.
std::uint64_t checksum_of_program() {
  std::ifstream file(program_file(), std::ios::binary);
  const std::string bytes{std::istreambuf_iterator<char>(file), {}};
  return XXH3_64bits(bytes.data(), bytes.size());
}

std::string machine_name() {
  char name[256] = "";
  return ::gethostname(name, sizeof name - 1) == 0 ? name : "?";
}

}  // namespace

LaunchedAs launched_as() {
  return {number_in({"OMPI_COMM_WORLD_RANK", "PMI_RANK", "PMIX_RANK"}, 0),
          number_in({"OMPI_COMM_WORLD_SIZE", "PMI_SIZE"}, 1),
          number_in({"OMPI_COMM_WORLD_LOCAL_SIZE", "MPI_LOCALNRANKS"}, 1)};
}

struct Ranks::Library {
  void* handle = nullptr;
  void (*close)() = nullptr;
  void (*abort)(int) = nullptr;

  template <class Function>
  void find(const char* name, Function& function) const {
    function = reinterpret_cast<Function>(::dlsym(handle, name));
    if (function == nullptr) {
      fail(ErrorKind::environment, "{}: has no {}: it belongs to another clade", library_name,
           name);
    }
  }
};

Ranks::Ranks() : library_(std::make_unique<Library>()) {
  std::string reason;
  for (const std::filesystem::path& place : places()) {
    if (!std::filesystem::exists(place)) continue;
    library_->handle = ::dlopen(place.c_str(), RTLD_NOW | RTLD_GLOBAL);
    if (library_->handle != nullptr) break;
    reason = ::dlerror();
  }
  if (library_->handle == nullptr) {
    fail(ErrorKind::environment,
         "this was started as one of several ranks, and {}; start it without mpirun",
         reason.empty() ? "this build has no MPI (Debian: libopenmpi-dev when it is built)"
                        : "MPI cannot be loaded: " + reason);
  }
  Communicator* (*open)() = nullptr;
  library_->find("clade_mpi_open", open);
  library_->find("clade_mpi_close", library_->close);
  library_->find("clade_mpi_abort", library_->abort);
  peers_ = open();
}

std::unique_ptr<Ranks> Ranks::join(const std::string& version,
                                   const std::vector<std::string>& words) {
  std::unique_ptr<Ranks> ranks(new Ranks());
  ranks->check_builds(version);
  ranks->check_words(words);
  return ranks;
}

Ranks::~Ranks() {
  if (peers_ != nullptr) library_->close();
}

// Ranks of different builds might cut data or add up numbers in different ways.
void Ranks::check_builds(const std::string& version) {
  std::string mine;
  append_text(version, mine);
  append_value(checksum_of_program(), mine);
  append_text(machine_name(), mine);
  const std::vector<std::string> all = peers_->gather(mine);
  ByteReader first(all.front());
  const std::string first_version(first.text());
  const auto first_sum = first.value<std::uint64_t>();
  for (std::size_t r = 1; r < all.size(); ++r) {
    ByteReader other(all[r]);
    const std::string its_version(other.text());
    const auto its_sum = other.value<std::uint64_t>();
    if (its_version == first_version && its_sum == first_sum) continue;
    fail(ErrorKind::usage,
         "the ranks run different programs: rank 0 clade {} (build {:016x}), rank {} on {} clade "
         "{} (build {:016x}); install the same one on all machines",
         first_version, first_sum, r, other.text(), its_version, its_sum);
  }
}

void Ranks::check_words(const std::vector<std::string>& words) {
  const std::string mine = clade::detail::join(words, " ");
  const std::vector<std::string> all = peers_->gather(mine);
  for (std::size_t r = 1; r < all.size(); ++r) {
    if (all[r] == all.front()) continue;
    fail(ErrorKind::usage,
         "the ranks were called with different words: rank 0 'clade {}', rank {} "
         "'clade {}'",
         all.front(), r, all[r]);
  }
}

void Ranks::end_all(int code) {
  library_->abort(code);
  fail(ErrorKind::environment, "MPI did not end the ranks");  // not reached
}

}  // namespace clade::detail
