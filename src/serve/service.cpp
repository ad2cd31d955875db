#include "serve/service.h"

#include <atomic>
#include <map>
#include <mutex>
#include <utility>

#include "base/fail.h"
#include "base/text.h"
#include "serve/generation.h"
#include "serve/predict.h"
#include "serve/refusal.h"
#include "serve/routes.h"

namespace clade::detail::serve {

namespace {

std::string name_of(const std::filesystem::path& file) {
  return file.extension() == ".clade" ? file.stem().string() : file.filename().string();
}

}  // namespace

struct Service::State {
  explicit State(ServiceOptions given) : options(std::move(given)) {
    for (const auto& file : options.models) {
      const auto [place, is_new] =
          models.try_emplace(name_of(file), std::make_shared<Generation>(Model::load(file), 1));
      if (is_new) continue;
      fail(ErrorKind::usage, "{}: a second model is called {}", file.string(), place->first);
    }
  }

  PredictCall call_for(const std::string& model) {
    const auto found = models.find(model);
    if (found == models.end()) {
      throw Refusal(Fault::path, "there is no model " + quoted(model));
    }
    return {found->first, found->second, &workers, options.max_batch};
  }

  ServiceOptions options;
  Workers workers;
  std::map<std::string, std::shared_ptr<const Generation>, std::less<>> models;
};

Service::Service(ServiceOptions options) : state_(std::make_unique<State>(std::move(options))) {}

Service::~Service() = default;

Admission Service::admit(std::string_view method, std::span<const std::string> path) const {
  return admission(method, path);
}

void Service::handle(const Request& request, std::function<void(Response)> reply) {
  Response response;
  try {
    const Route* route = find_route(request.method, request.path);
    if (route == nullptr) throw Refusal(Fault::path, "no such path");
    const PredictCall call = state_->call_for(request.path.at(2));
    std::size_t documents = 0;
    response.body = route->action == Action::explain ? explain(call, request.body)
                                                     : predict(call, request.body, documents);
  } catch (...) {
    response = refusal_response(current_refusal());
  }
  reply(std::move(response));
}

std::unique_ptr<LineBatch> Service::line_batch(const Request& request, Response& refused) {
  try {
    return make_line_batch(state_->call_for(request.path.at(2)), request.query, [](std::size_t) {});
  } catch (...) {
    refused = refusal_response(current_refusal());
    return nullptr;
  }
}

bool Service::is_ready() const { return true; }
void Service::look_for_new_files() {}
std::string Service::metrics() const { return ""; }
void Service::drain(double /*seconds*/) {}

}  // namespace clade::detail::serve
