// The one exception of the library for what went wrong, and the one for work that was cancelled.
#pragma once

#include <functional>
#include <stdexcept>
#include <string>
#include <string_view>
#include <utility>

namespace clade {

// Each front end translates the kind in one place: the command line to its exit code, the server to
// an HTTP status, Python to an exception type.
enum class ErrorKind {
  usage,  // an option or call that makes no sense: names the option, what was expected, what came
  input,  // data or a taxonomy whose content cannot be used: names file:line:column
  model,  // a model file that cannot be used
  environment,  // a path, the disk, memory, a peer: gives the system's reason
};

// Texts of the library mention a parameter in backquotes, by its name in C++, Python and JSON, a
// value after an equals sign: `max_epochs`, `kernel=linear`. They can be read as they are; a front
// end that has its own way to write parameters respells them.
using ParameterSpelling = std::function<std::string(std::string_view name, std::string_view value)>;
std::string respelled(std::string_view text, const ParameterSpelling& spelling);

class Error : public std::runtime_error {
 public:
  Error(ErrorKind kind, const std::string& message)
      : std::runtime_error(message), kind_(kind), message_(message) {}
  // A parameter that cannot be used as it is: what() is "`parameter`: message".
  Error(ErrorKind kind, std::string parameter, std::string message)
      : std::runtime_error("`" + parameter + "`: " + message),
        kind_(kind),
        parameter_(std::move(parameter)),
        message_(std::move(message)) {}

  ErrorKind kind() const { return kind_; }
  const std::string& parameter() const { return parameter_; }  // empty if it is not about one
  const std::string& message() const { return message_; }

 private:
  ErrorKind kind_;
  std::string parameter_, message_;
};

// Thrown where Reporter::stop_requested asks to stop and there is no partial result worth keeping.
struct Cancelled {};

}  // namespace clade
