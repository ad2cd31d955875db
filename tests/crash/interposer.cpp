// Preloaded into the program (LD_PRELOAD): counts the system calls that change files, and at one of
// them kills the process or lets the call fail.
//
//   CLADE_CALL=7          which one, from 1
//   CLADE_ERRNO=28        it fails with this error, and so do all writes after it; without: SIGKILL
//   CLADE_CALLS_FILE=f    how many there were is written there at the end
#include <dlfcn.h>
#include <fcntl.h>
#include <sys/types.h>
#include <unistd.h>

#include <atomic>
#include <cerrno>
#include <csignal>
#include <cstdio>
#include <cstdlib>

namespace {

long number_of(const char* name) {
  const char* text = std::getenv(name);
  return text != nullptr ? std::atol(text) : 0;
}

std::atomic<long> calls{0};

// Whether the call that comes now is to fail; may not return.
bool fails() {
  static const long which = number_of("CLADE_CALL"), error = number_of("CLADE_ERRNO");
  const long call = ++calls;
  if (which == 0 || call < which) return false;
  if (error == 0) ::kill(::getpid(), SIGKILL);
  errno = static_cast<int>(error);
  return true;
}

template <class Function>
Function real(const char* name) {
  return reinterpret_cast<Function>(::dlsym(RTLD_NEXT, name));
}

struct AtEnd {
  ~AtEnd() {
    const char* file = std::getenv("CLADE_CALLS_FILE");
    if (file == nullptr) return;
    std::FILE* out = std::fopen(file, "w");
    if (out == nullptr) return;
    std::fprintf(out, "%ld\n", calls.load());
    std::fclose(out);
  }
} at_end;

}  // namespace

extern "C" {

int mkstemp(char* name) {
  static const auto call = real<int (*)(char*)>("mkstemp");
  return fails() ? -1 : call(name);
}
int mkstemp64(char* name) {
  static const auto call = real<int (*)(char*)>("mkstemp64");
  return fails() ? -1 : call(name);
}
ssize_t write(int file, const void* bytes, size_t size) {
  static const auto call = real<ssize_t (*)(int, const void*, size_t)>("write");
  if (file > 2 && fails()) return -1;
  return call(file, bytes, size);
}
int fchmod(int file, mode_t mode) {
  static const auto call = real<int (*)(int, mode_t)>("fchmod");
  return fails() ? -1 : call(file, mode);
}
int fsync(int file) {
  static const auto call = real<int (*)(int)>("fsync");
  return fails() ? -1 : call(file);
}
int rename(const char* from, const char* to) {
  static const auto call = real<int (*)(const char*, const char*)>("rename");
  return fails() ? -1 : call(from, to);
}
int unlink(const char* name) {
  static const auto call = real<int (*)(const char*)>("unlink");
  // What failed before is to be tidied up.
  static const bool may_fail = number_of("CLADE_ERRNO") == 0;
  return may_fail && fails() ? -1 : call(name);
}

}  // extern "C"
