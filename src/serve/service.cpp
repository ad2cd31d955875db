#include "serve/service.h"

#include <fmt/format.h>

#include <atomic>
#include <utility>

#include "serve/json_out.h"
#include "serve/refusal.h"
#include "serve/state.h"

namespace clade::detail::serve {

Service::Service(ServiceOptions options) : state_(std::make_unique<State>(std::move(options))) {}

Service::~Service() = default;

Admission Service::admit(std::string_view method, std::span<const std::string> path) const {
  return admission(method, path);
}

void Service::handle(const Request& request, std::function<void(Response)> reply) {
  try {
    const Route* route = find_route(request.method, request.path);
    if (route == nullptr) throw Refusal(Fault::path, "there is no such path");
    state_->answer(*route, request, reply);
  } catch (...) {
    reply(refusal_response(current_refusal()));
  }
}

std::unique_ptr<LineBatch> Service::line_batch(const Request& request, Response& refused) {
  try {
    HostedModel& hosted = state_->model(request.path.at(2));
    return make_line_batch(state_->call_for(hosted), request.query,
                           [&hosted](std::size_t count) { hosted.counts.documents += count; });
  } catch (...) {
    refused = refusal_response(current_refusal());
    return nullptr;
  }
}

bool Service::is_ready() const {
  return state_->journal == nullptr || state_->journal->is_writable();
}

void Service::look_for_new_files() {
  State& state = *state_;
  if (state.is_looking.exchange(true)) return;
  state.chores.add([&state] {
    for (const auto& [name, hosted] : state.models) {
      if (Generations::has_new_file(*hosted)) state.generations.take_new_file(*hosted);
    }
    state.is_looking = false;
  });
}

void Service::drain(double seconds) {
  if (state_->learner != nullptr) state_->learner->drain(seconds);
  if (state_->journal != nullptr) state_->journal->flush();
}

}  // namespace clade::detail::serve
