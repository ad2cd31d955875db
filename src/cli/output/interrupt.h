// SIGINT and SIGTERM: work that can stop between two steps is asked to, everything else ends at
// once, with a word about it and without the files that it has begun.
#pragma once

namespace clade::detail::cli {

constexpr int exit_interrupted = 130, exit_environment = 5;

// A mapped file that is cut while it is in use ends the program with a word about it, too. Also
// makes a closed pipe, and a file that grows too large, a failed write instead of a signal.
void install_signal_handlers();

// A signal came while a GracefulStop was alive.
bool stop_was_requested();

// What was asked for is done: work that begins now can be asked again.
void forget_stop();

// While alive, the first signal only sets the flag; a second one ends the program.
class GracefulStop {
 public:
  GracefulStop();
  ~GracefulStop();
  GracefulStop(const GracefulStop&) = delete;
  GracefulStop& operator=(const GracefulStop&) = delete;
};

// While alive, SIGHUP asks for something to be loaded anew, and no longer ends the program.
class ReloadSignal {
 public:
  ReloadSignal();
  ~ReloadSignal();
  ReloadSignal(const ReloadSignal&) = delete;
  ReloadSignal& operator=(const ReloadSignal&) = delete;
};
// Whether it came since the last call.
bool take_reload_request();

}  // namespace clade::detail::cli
