// The one exception of the library, and its four kinds.
#pragma once

#include <stdexcept>
#include <string>

namespace clade {

// Each front end translates the kind in one place: the command line to its exit code, the server to
// an HTTP status, Python to an exception type.
enum class ErrorKind {
  usage,  // an option or call that makes no sense: names the option, what was expected, what came
  input,  // data or a taxonomy whose content cannot be used: names file:line:column
  model,  // a model file that cannot be used
  environment,  // a path, the disk, memory, a peer: gives the system's reason
};

class Error : public std::runtime_error {
 public:
  Error(ErrorKind kind, const std::string& message) : std::runtime_error(message), kind_(kind) {}
  ErrorKind kind() const { return kind_; }

 private:
  ErrorKind kind_;
};

}  // namespace clade
