// The service apart from HTTP: requests that were read, checked and allowed become answers.
// docs/SERVICE.md is the contract.
#pragma once

#include <cstddef>
#include <filesystem>
#include <functional>
#include <map>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace clade::detail::serve {

enum class Role { nobody, read, feedback, admin };  // each may do what those before it may

struct ServiceOptions {
  std::vector<std::filesystem::path> models;
  std::filesystem::path journal;                   // empty: no feedback, no updates
  std::vector<std::filesystem::path> calibration;  // data; empty: updates keep the calibration
  std::size_t max_batch = 10000;
  // Told of what a person who runs the service should know: a file that could not be loaded, an
  // update that failed. Called from any thread.
  std::function<void(std::string_view)> notice = [](std::string_view) {};
};

struct Request {
  std::string method;             // GET, POST, DELETE
  std::vector<std::string> path;  // its segments, percent-decoded: {"v1", "models", "m", "predict"}
  std::map<std::string, std::string> query;
  std::string body;
};

struct Response {
  int status = 200;
  std::string body;
  std::string type = "application/json";
  std::string allow;  // with 405
};

// Whether the path exists, and what a request needs to be let in.
struct Admission {
  int status = 200;   // or 404, 405
  std::string allow;  // with 405: methods, separated by ", "
  Role role = Role::nobody;
  bool takes_lines = false;  // POST as application/x-ndjson, too
  std::string route;         // its pattern, for metrics: "/v1/models/{m}/predict"
};

// One batch that comes document by document. One thread at a time.
class LineBatch {
 public:
  virtual ~LineBatch() = default;
  // A line of the answer, with its end, for each line; never throws for what a line holds.
  virtual std::string answer(std::span<const std::string_view> lines) = 0;
};

// Safe to use from several threads.
class Service {
 public:
  // Loads every model and opens the journal; throws clade::Error. Updates that were interrupted
  // begin anew.
  explicit Service(ServiceOptions options);
  ~Service();

  Admission admit(std::string_view method, std::span<const std::string> path) const;

  // Calls `reply` once, before it returns or later from another thread: when feedback is durable,
  // when an online method has learned. Does not throw. The request must have been admitted.
  void handle(const Request& request, std::function<void(Response)> reply);

  // For a predict request whose admission takes lines: the fields of the query are checked here.
  // Null and a response where they cannot be used.
  std::unique_ptr<LineBatch> line_batch(const Request& request, Response& refused);

  bool is_ready() const;
  // Takes model files that were replaced; cheap if none was.
  void look_for_new_files();
  // Further lines for /metrics, each with its end.
  std::string metrics() const;
  // No further updates begin; returns when feedback is written and the running update has ended,
  // or after so many seconds.
  void drain(double seconds);

 private:
  struct State;
  std::unique_ptr<State> state_;
};

// The body of an answer other than 2xx.
std::string error_body(std::string_view kind, std::string_view message);

}  // namespace clade::detail::serve
