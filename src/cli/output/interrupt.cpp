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
