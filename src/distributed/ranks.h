// The ranks that mpirun has started. MPI itself is in a library of its own, which is loaded where a
// run needs it: the program alone knows nothing of MPI.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "base/communicator.h"

namespace clade::detail {

// What a launcher of MPI says in the environment.
struct LaunchedAs {
  int rank = 0, size = 1;
  int size_here = 1;  // ranks on this machine
};
LaunchedAs launched_as();

class Ranks {
 public:
  // Every rank of the run comes here, and all end together. Error{environment} where this build
  // has no MPI; Error{usage} on all ranks where they are different builds of the program, or were
  // called with different words.
  static std::unique_ptr<Ranks> join(const std::string& version,
                                     const std::vector<std::string>& words);
  ~Ranks();
  Ranks(const Ranks&) = delete;
  Ranks& operator=(const Ranks&) = delete;

  Communicator& peers() { return *peers_; }
  // Ends all ranks at once, with this exit code.
  [[noreturn]] void end_all(int code);

 private:
  Ranks();
  void check_builds(const std::string& version);
  void check_words(const std::vector<std::string>& words);

  struct Library;
  std::unique_ptr<Library> library_;
  Communicator* peers_ = nullptr;
};

}  // namespace clade::detail
