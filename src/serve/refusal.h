// A request that is answered with an error.
#pragma once

#include <stdexcept>
#include <string>
#include <string_view>

#include "serve/service.h"

namespace clade::detail::serve {

// The rows of the table of errors in docs/SERVICE.md that the service itself gives.
enum class Fault { usage, path, conflict, size, input, internal, disk, busy };

class Refusal : public std::runtime_error {
 public:
  Refusal(Fault fault, const std::string& message) : std::runtime_error(message), fault_(fault) {}
  Fault fault() const { return fault_; }

 private:
  Fault fault_;
};

int status_of(Fault fault);
std::string_view kind_of(Fault fault);

// Within a catch block: what the exception that is being handled means to a client.
Refusal current_refusal();
Response refusal_response(const Refusal& refusal);
// {"kind":...,"message":...}
std::string error_object(std::string_view kind, std::string_view message);

}  // namespace clade::detail::serve
