// Models learn from the journal: one update of a model at a time, each in a thread of its own.
#pragma once

#include <atomic>
#include <condition_variable>
#include <cstdint>
#include <filesystem>
#include <functional>
#include <mutex>
#include <optional>
#include <string_view>
#include <vector>

#include "serve/generations.h"
#include "serve/hosted_model.h"
#include "serve/journal/journal.h"
#include "serve/service.h"

namespace clade::detail::serve {

class Learner {
 public:
  struct Settings {
    std::vector<std::filesystem::path> calibration;
    std::function<void(std::string_view)> notice;
  };
  // All of these outlive it; so do the models that are given to it.
  Learner(Journal& journal, Generations& generations, Settings settings);
  // Updates that are running are given up, and done again after the next start.
  ~Learner();
  Learner(const Learner&) = delete;
  Learner& operator=(const Learner&) = delete;

  // From the corrections after `since`, or after those that the model has learned from. Replies
  // when it has begun (batch methods), is done (online methods), or cannot begin.
  void start(HostedModel& model, std::optional<std::int64_t> since,
             std::function<void(Response)> reply);
  // Does an update again that was interrupted.
  void resume(HostedModel& model);

  // None begins any more; waits for those that are running, so many seconds at most.
  void drain(double seconds);

 private:
  using Reply = std::function<void(Response)>;
  struct Begun {
    LearningRow row;
    bool is_nothing = false;
  };
  Begun begin(Database& database, const HostedModel& model,
              std::optional<std::int64_t> since) const;
  void launch(HostedModel& model, LearningRow row, Reply reply);
  void run(HostedModel& model, LearningRow row, const Reply& reply);
  void learn(HostedModel& model, LearningRow& row);
  void put_back(HostedModel& model, LearningRow row);
  void give_up(HostedModel& model, LearningRow row, std::string_view reason);
  Model learned(const Generation& base, const Examples& examples) const;
  Model trained(const Generation& base, const Examples& examples) const;
  void end(HostedModel& model);

  Journal& journal_;
  Generations& generations_;
  Settings settings_;
  std::atomic<bool> draining_{false}, stopping_{false};
  std::mutex mutex_;
  std::condition_variable idle_;
  std::vector<HostedModel*> running_;
  std::vector<HostedModel*> launched_;
};

// The object that says how an update is.
std::string learning_json(const LearningRow& row);

}  // namespace clade::detail::serve
