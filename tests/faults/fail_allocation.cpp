// For LD_PRELOAD: lets the allocation of number CLADE_FAIL_AT fail, and with CLADE_FAIL_ALL every
// one behind it, counted from main() on: what libraries do before cannot be caught. Without a
// number nothing fails. How many there were is written to the file CLADE_ALLOCATIONS at the end.
#include <dlfcn.h>
#include <fcntl.h>
#include <unistd.h>

#include <atomic>
#include <cerrno>
#include <cstddef>
#include <cstdio>
#include <cstdlib>
#include <new>

extern "C" {
void* __libc_malloc(std::size_t size);
void* __libc_calloc(std::size_t count, std::size_t size);
void* __libc_realloc(void* memory, std::size_t size);
void* __libc_memalign(std::size_t alignment, std::size_t size);
}

namespace {

std::atomic<bool> has_begun{false};
std::atomic<long> calls{0};
long failing = 0;  // 0: none
bool all = false;

using Main = int (*)(int, char**, char**);
Main real_main = nullptr;

int counted_main(int count, char** words, char** environment) {
  const char* at = std::getenv("CLADE_FAIL_AT");
  all = std::getenv("CLADE_FAIL_ALL") != nullptr;
  failing = at != nullptr ? std::atol(at) : 0;
  has_begun = true;
  return real_main(count, words, environment);
}

bool fails() {
  if (!has_begun) return false;
  const long call = ++calls;
  return failing > 0 && (call == failing || (all && call > failing));
}

void* none() {
  errno = ENOMEM;
  return nullptr;
}

struct Counter {
  ~Counter() {
    const char* file = std::getenv("CLADE_ALLOCATIONS");
    if (file == nullptr) return;
    const int descriptor = ::open(file, O_WRONLY | O_CREAT | O_TRUNC, 0600);
    char text[32];
    const int length = std::snprintf(text, sizeof text, "%ld\n", calls.load());
    if (::write(descriptor, text, static_cast<std::size_t>(length)) != length) std::abort();
    ::close(descriptor);
  }
} counter;

}  // namespace

extern "C" {

int __libc_start_main(Main program, int count, char** words, void (*init)(), void (*fini)(),
                      void (*loader)(), void* stack) {
  real_main = program;
  const auto start =
      reinterpret_cast<decltype(&__libc_start_main)>(::dlsym(RTLD_NEXT, "__libc_start_main"));
  return start(&counted_main, count, words, init, fini, loader, stack);
}

void* malloc(std::size_t size) { return fails() ? none() : __libc_malloc(size); }
void* calloc(std::size_t count, std::size_t size) {
  return fails() ? none() : __libc_calloc(count, size);
}
void* realloc(void* memory, std::size_t size) {
  return fails() ? none() : __libc_realloc(memory, size);
}
void* memalign(std::size_t alignment, std::size_t size) {
  return fails() ? none() : __libc_memalign(alignment, size);
}
void* aligned_alloc(std::size_t alignment, std::size_t size) {
  return fails() ? none() : __libc_memalign(alignment, size);
}
int posix_memalign(void** memory, std::size_t alignment, std::size_t size) {
  if (fails()) return ENOMEM;
  *memory = __libc_memalign(alignment, size);
  return *memory != nullptr ? 0 : ENOMEM;
}

}  // extern "C"

// Never fails: who asks in this way looks at the answer, but for simdjson 3.0.1, whose readers have
// one such buffer.
void* operator new[](std::size_t size, const std::nothrow_t& /*no_throw*/) noexcept {
  return __libc_malloc(size);
}
