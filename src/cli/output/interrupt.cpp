#include "cli/output/interrupt.h"

#include <unistd.h>

#include <csignal>
#include <initializer_list>
#include <string_view>

#include "base/file.h"

namespace clade::detail::cli {

namespace {

// A signal handler can reach nothing else: the only variables of the program outside functions.
volatile std::sig_atomic_t graceful = 0;
volatile std::sig_atomic_t requested = 0;
volatile std::sig_atomic_t reload = 0;

// Calls nothing that a signal handler may not.
[[noreturn]] void end_at_once() {
  constexpr std::string_view message = "clade: interrupted\n";
  remove_temporary_files();
  static_cast<void>(!::write(STDERR_FILENO, message.data(), message.size()));
  ::_exit(exit_interrupted);
}

void on_signal(int) {
  if (graceful == 0 || requested != 0) end_at_once();
  requested = 1;
}

void on_reload(int) { reload = 1; }

// Memory of a mapped file that is not there: the file was cut, or its disk fails. Other causes end
// the program as they would without this.
void on_bus_error(int signal, siginfo_t* info, void*) {
  const char* file = mapped_file_at(info->si_addr);
  if (file == nullptr) {
    ::signal(signal, SIG_DFL);
    return;
  }
  constexpr std::string_view before = "clade: ";
  constexpr std::string_view after = ": was cut or cannot be read any more, while it was in use\n";
  remove_temporary_files();
  for (const std::string_view text : {before, std::string_view(file), after}) {
    static_cast<void>(!::write(STDERR_FILENO, text.data(), text.size()));
  }
  ::_exit(exit_environment);
}

void set_handler(int signal, void (*handler)(int)) {
  struct sigaction action = {};
  action.sa_handler = handler;
  sigemptyset(&action.sa_mask);
  action.sa_flags = SA_RESTART;
  ::sigaction(signal, &action, nullptr);
}

}  // namespace

void install_signal_handlers() {
  struct sigaction action = {};
  action.sa_handler = on_signal;
  sigemptyset(&action.sa_mask);
  action.sa_flags = SA_RESTART;
  // Shells start background jobs with SIGINT ignored; that stays so.
  for (const int signal : {SIGINT, SIGTERM}) {
    struct sigaction before = {};
    ::sigaction(signal, nullptr, &before);
    if (before.sa_handler != SIG_IGN) ::sigaction(signal, &action, nullptr);
  }
  struct sigaction bus = {};
  bus.sa_sigaction = on_bus_error;
  sigemptyset(&bus.sa_mask);
  bus.sa_flags = SA_SIGINFO;
  ::sigaction(SIGBUS, &bus, nullptr);
  action.sa_handler = SIG_IGN;
  for (const int signal : {SIGPIPE, SIGXFSZ}) ::sigaction(signal, &action, nullptr);
}

bool stop_was_requested() { return requested != 0; }

void forget_stop() { requested = 0; }

GracefulStop::GracefulStop() { graceful = 1; }
GracefulStop::~GracefulStop() { graceful = 0; }

ReloadSignal::ReloadSignal() { set_handler(SIGHUP, on_reload); }
ReloadSignal::~ReloadSignal() { set_handler(SIGHUP, SIG_DFL); }

bool take_reload_request() {
  const bool came = reload != 0;
  if (came) reload = 0;
  return came;
}

}  // namespace clade::detail::cli
