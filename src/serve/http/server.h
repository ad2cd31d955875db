// The service over HTTP: threads, a port, and what a person who runs it may ask for.
#pragma once

#include <cstdint>
#include <memory>
#include <string>

#include "serve/http/http_options.h"
#include "serve/service.h"

namespace clade::detail::serve {

// Before long work: Error{usage}, {input} or {environment} for options that contradict each other,
// names that are none, and files of tokens and keys that cannot be used.
void check_options(const HttpOptions& options);

class Server {
 public:
  // Listens when it returns, and answers. Errors as above, and Error{environment} where the port
  // cannot be had.
  Server(std::unique_ptr<Service> service, HttpOptions options);
  // Ends at once if stop() was not called.
  ~Server();

  std::uint16_t port() const;
  std::string url() const;

  // Takes model files that were replaced.
  void look_for_new_files();
  // The same, and reads tokens and certificates and opens the access log again. What cannot be read
  // is reported, and the old goes on to hold.
  void reload();
  // Takes no further connections, finishes what was taken, for so many seconds at most, and ends.
  void stop(double seconds);

 private:
  struct State;
  std::unique_ptr<State> state_;
};

}  // namespace clade::detail::serve
