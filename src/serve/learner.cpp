#include "serve/learner.h"

#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <thread>
#include <utility>

#include "clade/error.h"
#include "clade/method.h"
#include "clade/pipeline.h"
#include "model/calibration.h"
#include "serve/background.h"
#include "serve/journal_examples.h"
#include "serve/json_out.h"
#include "serve/refusal.h"

namespace clade::detail::serve {

namespace {

constexpr std::int64_t most_attempts = 3;

// Silent; asks to stop when the service ends.
struct StoppableReporter final : Reporter {
  explicit StoppableReporter(const std::atomic<bool>& flag) : stopping(flag) {}
  bool stop_requested() const override { return stopping; }
  bool wants_partial_result() const override { return false; }
  const std::atomic<bool>& stopping;
};

Response ok(int status, const LearningRow& row) {
  Response response;
  response.status = status;
  response.body = learning_json(row);
  return response;
}

}  // namespace

std::string learning_json(const LearningRow& row) {
  std::string json = fmt::format(R"({{"update":{},"state":"{}","generation":{},"through":{},)"
                                 R"("examples":{})",
                                 row.number, row.state, row.generation, row.through, row.examples);
  if (!row.reason.empty()) {
    json += R"(,"reason":)";
    append_json_string(json, row.reason);
  }
  return json + '}';
}

Learner::Learner(Journal& journal, Generations& generations, Settings settings)
    : journal_(journal), generations_(generations), settings_(std::move(settings)) {}

Learner::~Learner() {
  draining_ = true;
  stopping_ = true;
  // An update that has begun in the journal but has no thread yet gets one until here.
  journal_.flush();
  for (HostedModel* model : launched_) model->learning.join();
}

void Learner::start(HostedModel& model, std::optional<std::int64_t> since, Reply reply) {
  const auto present = model.present();
  if (present->learning() == Learning::no) {
    throw Refusal(Fault::conflict, present->learning_problem());
  }
  if (draining_) throw Refusal(Fault::busy, "the service is about to end");
  if (model.updating.exchange(true)) throw Refusal(Fault::conflict, "an update is running");
  const bool is_online = present->learning() == Learning::online;
  const auto begun = std::make_shared<Begun>();
  journal_.write(
      [this, &model, since, begun](Database& database) { *begun = begin(database, model, since); },
      [this, &model, is_online, begun, reply](const std::exception_ptr& failure) {
        try {
          if (failure) std::rethrow_exception(failure);
          if (begun->is_nothing) {
            end(model);
            reply(ok(200, begun->row));
            return;
          }
          launch(model, begun->row, is_online ? reply : Reply());
          if (!is_online) reply(ok(202, begun->row));
        } catch (...) {
          end(model);
          reply(refusal_response(current_refusal()));
        }
      });
}

Learner::Begun Learner::begin(Database& database, const HostedModel& model,
                              std::optional<std::int64_t> since) const {
  const auto present = present_generation(database, model.id);
  LearningRow row;
  row.base = row.generation = present->number;
  row.since = since.value_or(present->through);
  if (row.since > present->through) {
    throw Refusal(Fault::usage,
                  fmt::format("since: corrections after {} have not been learned yet, expected "
                              "that number at most",
                              present->through));
  }
  row.through = std::max(present->through, newest_sequence(database, model.id));
  row.examples = count_to_learn(database, model.id, row.since, row.through);
  if (row.examples == 0) {
    row.state = "nothing";
    return {row, true};
  }
  row.state = "running";
  row.number = add_learning(database, model.id, row);
  return {row, false};
}

void Learner::resume(HostedModel& model) {
  const auto row =
      journal_.read([&](Database& database) { return running_learning(database, model.id); });
  if (!row) return;
  model.updating = true;
  launch(model, *row, nullptr);
}

void Learner::launch(HostedModel& model, LearningRow row, Reply reply) {
  const std::lock_guard lock(mutex_);
  if (model.learning.joinable()) model.learning.join();  // it has ended: `updating` was not set
  running_.push_back(&model);
  model.update = row.number;
  model.learning = std::thread([this, &model, row = std::move(row), reply = std::move(reply)] {
    step_back();
    run(model, row, reply);
  });
  if (std::find(launched_.begin(), launched_.end(), &model) == launched_.end()) {
    launched_.push_back(&model);
  }
}

// Says how it went once the model answers requests, or has not changed.
void Learner::run(HostedModel& model, LearningRow row, const Reply& reply) {
  Response response;
  try {
    learn(model, row);
    ++model.counts.updates;
    response = ok(200, row);
  } catch (const Cancelled&) {
    put_back(model, row);
    response = refusal_response(
        {Fault::busy, "the service is about to end; the update is done after its next start"});
  } catch (...) {
    const Refusal refusal = current_refusal();
    ++model.counts.failed_updates;
    give_up(model, row, refusal.what());
    response = refusal_response(refusal);
  }
  end(model);
  if (reply) reply(std::move(response));
}

void Learner::end(HostedModel& model) {
  const std::lock_guard lock(mutex_);
  std::erase(running_, &model);
  model.updating = false;
  model.update = 0;
  idle_.notify_all();
}

// To be done again: that it was stopped in time is no failed attempt.
void Learner::put_back(HostedModel& model, LearningRow row) {
  --row.attempts;
  try {
    journal_.write_now([&](Database& database) { set_learning(database, row); });
  } catch (const Refusal& refusal) {
    settings_.notice(fmt::format("{}: {}", model.name, refusal.what()));
  }
}

void Learner::give_up(HostedModel& model, LearningRow row, std::string_view reason) {
  row.state = "failed";
  row.reason = reason;
  settings_.notice(fmt::format("{}: update {} failed: {}", model.name, row.number, reason));
  try {
    journal_.write_now([&](Database& database) { set_learning(database, row); });
  } catch (const Refusal& refusal) {
    model.remember(row);
    settings_.notice(
        fmt::format("{}: that cannot be written down, so it is done again after the "
                    "next start: {}",
                    model.name, refusal.what()));
  }
}

void Learner::learn(HostedModel& model, LearningRow& row) {
  const auto base = model.present();
  const bool is_batch = base->learning() == Learning::batch;
  if (++row.attempts > most_attempts) {
    throw Refusal(Fault::internal, "it was interrupted several times");
  }
  journal_.write_now([&](Database& database) { set_learning(database, row); });
  if (static_cast<std::int64_t>(base->number()) != row.base) {
    throw Refusal(Fault::conflict, "another generation took the place of the one it learned from");
  }
  const JournalExamples examples(journal_, model, *base, row);
  row.examples = static_cast<std::int64_t>(examples.size());
  if (row.examples == 0) {
    throw Refusal(Fault::input, "the model can use none of the corrections");
  }
  const Model made = is_batch ? trained(*base, examples) : learned(*base, examples);
  const GenerationRow put =
      generations_.put_learned(model, {made, row.base, row.through, row.examples, row});
  row.state = "done";
  row.generation = put.number;
}

// An online method goes through the examples once.
Model Learner::learned(const Generation& base, const Examples& examples) const {
  StoppableReporter reporter(stopping_);
  UpdateOptions options;
  options.reporter = &reporter;
  options.threads = 1;
  const Model made = update(base.model(), examples, {}, options).model;
  if (stopping_) throw Cancelled();
  return base.is_calibrated() ? made.with_calibration(*base.model().calibration()) : made;
}

Model Learner::trained(const Generation& base, const Examples& examples) const {
  StoppableReporter reporter(stopping_);
  UpdateOptions options;
  options.reporter = &reporter;
  options.threads = background_threads();
  const Model made = update(base.model(), examples, {}, options).model;
  if (stopping_) throw Cancelled();
  if (settings_.calibration.empty()) {
    return base.is_calibrated() ? made.with_calibration(*base.model().calibration()) : made;
  }
  constexpr std::size_t folds = 5;
  const Model calibrated = calibrate(made, FileExamples(settings_.calibration), folds, options);
  if (stopping_) throw Cancelled();
  return calibrated;
}

void Learner::drain(double seconds) {
  draining_ = true;
  journal_.flush();
  std::unique_lock lock(mutex_);
  idle_.wait_for(lock, std::chrono::duration<double>(seconds), [&] { return running_.empty(); });
}

}  // namespace clade::detail::serve
