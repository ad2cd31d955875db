#include "cli/output/rank_voice.h"

#include <fcntl.h>
#include <fmt/core.h>
#include <sys/mman.h>
#include <unistd.h>

#include <chrono>
#include <string_view>
#include <thread>

#include "cli/output/output.h"

namespace clade::detail::cli {

namespace {

constexpr auto head_start = std::chrono::milliseconds(500);

void let_take(int descriptor, int place) {
  if (descriptor >= 0) ::dup2(descriptor, place);
}

std::string last_line(int file) {
  constexpr off_t most = 1 << 16;
  const off_t size = ::lseek(file, 0, SEEK_END);
  const off_t begin = size > most ? size - most : 0;
  std::string text(static_cast<std::size_t>(size - begin), '\0');
  const ssize_t got = ::pread(file, text.data(), text.size(), begin);
  text.resize(got > 0 ? static_cast<std::size_t>(got) : 0);
  while (!text.empty() && text.back() == '\n') text.pop_back();
  return text.substr(text.rfind('\n') + 1);
}

}  // namespace

RankVoice::RankVoice(int rank) : rank_(rank) {
  if (rank == 0) return;
  kept_ = ::memfd_create("clade", MFD_CLOEXEC);
  terminal_ = ::fcntl(STDERR_FILENO, F_DUPFD_CLOEXEC, 3);
  const int nowhere = ::open("/dev/null", O_WRONLY | O_CLOEXEC);
  let_take(nowhere, STDOUT_FILENO);
  let_take(kept_ >= 0 ? kept_ : nowhere, STDERR_FILENO);
  if (nowhere >= 0) ::close(nowhere);
}

RankVoice::~RankVoice() {
  if (terminal_ >= 0) ::close(terminal_);
  if (kept_ >= 0) ::close(kept_);
}

void RankVoice::say_last_words(int ranks) {
  if (rank_ == 0) return;
  std::this_thread::sleep_for(head_start);
  std::string line = kept_ >= 0 ? last_line(kept_) : std::string();
  let_take(terminal_, STDERR_FILENO);
  constexpr std::string_view name = "clade: ";
  if (line.starts_with(name)) line.erase(0, name.size());
  write_error_line(fmt::format("clade: rank {} of {}: {}", rank_, ranks, line));
}

}  // namespace clade::detail::cli
