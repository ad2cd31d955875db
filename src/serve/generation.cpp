#include "serve/generation.h"

#include <functional>
#include <thread>
#include <utility>
#include <variant>

#include "clade/error.h"
#include "clade/method.h"
#include "model/class_screen.h"
#include "pipeline/train.h"

namespace clade::detail::serve {

namespace {

AnswerChoice own_choice(const Model& model) {
  AnswerChoice choice;
  choice.probabilities = model.calibration() != nullptr;
  return choice;
}

}  // namespace

// A scorer for the time of one document. Takes one that waits, makes one where none does.
class Generation::Lease {
 public:
  explicit Lease(const Generation& of)
      : place_(
            of.idle_[std::hash<std::thread::id>{}(std::this_thread::get_id()) % of.idle_.size()]),
        scorer_(place_.exchange(nullptr, std::memory_order_acquire)) {
    if (scorer_ == nullptr) scorer_ = std::make_unique<Scorer>(of.scored_);
  }
  ~Lease() { delete place_.exchange(scorer_.release(), std::memory_order_acq_rel); }
  Lease(const Lease&) = delete;
  Lease& operator=(const Lease&) = delete;
  Scorer& scorer() { return *scorer_; }

 private:
  std::atomic<Scorer*>& place_;
  std::unique_ptr<Scorer> scorer_;
};

Generation::Generation(Model model, std::uint64_t number)
    : model_(std::move(model)),
      scored_(model_),
      number_(number),
      reader_(model_),
      predictor_(model_, own_choice(model_)) {
  make_screen();
  check_learning();
}

Generation::~Generation() {
  for (auto& place : idle_) delete place.load();
}

// In a DAG the scores of all nodes are needed for the paths of answers.
void Generation::make_screen() {
  if (!model_.label_space().taxonomy().is_tree()) return;
  ThreadPool pool(1);  // the service answers meanwhile
  const auto screen = ClassScreen::of(model_, pool);
  if (screen == nullptr) return;
  scored_ = screen->screened_model();
  screen_bytes_ = screen->bytes();
}

void Generation::check_learning() {
  try {
    check_updatable(model_, "the model");
    const std::unique_ptr<Method> method = method_of(model_);
    method->check_parameters();
    method->check_update(model_);
    learning_ = method->traits().is_online ? Learning::online : Learning::batch;
  } catch (const Error& error) {
    learning_problem_ = error.what();
  }
}

std::vector<Answer> Generation::answers(const Predictor& predictor,
                                        const DocumentContent& content) const {
  const Records record = reader_.read(content);
  Lease lease(*this);
  std::visit([&](const auto& rows) { lease.scorer().score(rows.row(0), predictor.needs()); },
             record.rows);
  return predictor.answers(lease.scorer());
}

std::vector<std::string> Generation::labels(const DocumentContent& content) const {
  std::vector<std::string> labels;
  for (Answer& answer : answers(asked({}), content)) labels.push_back(std::move(answer.label));
  return labels;
}

double Generation::certainty(const DocumentContent& content) const {
  AnswerChoice choice;
  choice.top = is_calibrated() ? 1 : 2;
  choice.probabilities = is_calibrated();
  const std::vector<Answer> best = answers(asked(choice), content);
  if (best.empty()) return 0;
  if (best.front().probability) return *best.front().probability;
  return best.size() < 2 ? best.front().score : best[0].score - best[1].score;
}

}  // namespace clade::detail::serve
