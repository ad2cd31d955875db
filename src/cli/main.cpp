// The program `clade`: the one place where errors become messages and exit codes.
#include <fcntl.h>
#include <unistd.h>

#include <cstdlib>
#include <exception>
#include <memory>
#include <new>
#include <string>
#include <string_view>
#include <system_error>

#include "base/file.h"
#include "clade/error.h"
#include "cli/commands/commands.h"
#include "cli/options/arguments.h"
#include "cli/output/interrupt.h"
#include "cli/output/output.h"
#include "cli/output/rank_voice.h"
#include "distributed/ranks.h"

namespace clade::detail::cli {

namespace {

constexpr int exit_bug = 1;

int exit_code(ErrorKind kind) {
  switch (kind) {
    case ErrorKind::usage:
      return 2;
    case ErrorKind::input:
      return 3;
    case ErrorKind::model:
      return 4;
    case ErrorKind::environment:
      return exit_environment;
  }
  return exit_bug;
}

// Where a standard stream is closed, the next file opened would take its place; a stream that
// can only fail takes it instead.
void occupy_standard_streams() {
  while (true) {
    const int descriptor = ::open("/dev/null", O_RDONLY);
    if (descriptor > STDERR_FILENO) ::close(descriptor);
    if (descriptor < 0 || descriptor > STDERR_FILENO) return;
  }
}

int report(const std::string& message, int code) {
  write_error_line("clade: " + message);
  return code;
}

// Takes no memory itself.
int report_no_memory() noexcept {
  constexpr std::string_view message = "clade: out of memory\n";
  // Nothing can be done where standard error is closed.
  [[maybe_unused]] const auto written = ::write(STDERR_FILENO, message.data(), message.size());
  return exit_environment;
}

// Where memory runs out in a place that must not throw, such as a destructor, or while an error is
// told, the program ends at once, and in the same way.
[[noreturn]] void end_at_once() noexcept {
  try {
    if (const std::exception_ptr failure = std::current_exception()) {
      std::rethrow_exception(failure);
    }
  } catch (const std::bad_alloc&) {
    remove_temporary_files();
    ::_exit(report_no_memory());
  } catch (...) {
    __gnu_cxx::__verbose_terminate_handler();  // a bug: what it is, then abort()
  }
  std::abort();
}

int run_and_translate(const Arguments& words, Communicator& peers) {
  Output out(STDOUT_FILENO);
  try {
    const int code = run_program(words, out, peers);
    out.flush();
    return code;
  } catch (const ClosedPipe&) {
    return 0;
  } catch (const Cancelled&) {
    return report("interrupted", exit_interrupted);
  } catch (const Error& error) {
    try {
      out.flush();  // what was printed before the error, such as the report of a check
    } catch (...) {
      // the error below matters more
    }
    return report(with_flags(error.what()), exit_code(error.kind()));
  } catch (const std::bad_alloc&) {
    return report_no_memory();
  } catch (const std::system_error& error) {
    return report(error.what(), exit_environment);
  } catch (const std::exception& error) {
    return report(std::string("internal error: ") + error.what(), exit_bug);
  }
}

// One of several: what goes wrong on one rank ends all, so that none waits for it.
int run_as_rank(const Arguments& words, const LaunchedAs& launched) {
  RankVoice voice(launched.rank);
  std::unique_ptr<Ranks> ranks;
  int code = 0;
  try {
    ranks = Ranks::join(CLADE_VERSION, words);
    code = run_and_translate(words, ranks->peers());
  } catch (const Error& error) {
    code = report(error.what(), exit_code(error.kind()));
  }
  if (code == 0) return 0;
  voice.say_last_words(launched.size);
  if (ranks == nullptr) return code;
  ranks->end_all(code);
}

}  // namespace

}  // namespace clade::detail::cli

int main(int argc, char** argv) {
  std::set_terminate(&clade::detail::cli::end_at_once);
  clade::detail::cli::occupy_standard_streams();
  clade::detail::cli::install_signal_handlers();
  const clade::detail::cli::Arguments words(argv + (argc > 0 ? 1 : 0), argv + argc);
  const clade::detail::LaunchedAs launched = clade::detail::launched_as();
  if (launched.size > 1) return clade::detail::cli::run_as_rank(words, launched);
  return clade::detail::cli::run_and_translate(words, clade::detail::single_rank());
}
