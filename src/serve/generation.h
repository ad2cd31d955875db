// A model as requests see it: immutable, so that whoever has begun with one ends with it.
#pragma once

#include <array>
#include <atomic>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "clade/model.h"
#include "clade/pipeline.h"
#include "pipeline/document_reader.h"
#include "pipeline/predictor.h"
#include "serve/json_in.h"

namespace clade::detail::serve {

// How feedback can change a model.
enum class Learning { no, online, batch };

// Safe to use from several threads.
class Generation {
 public:
  Generation(Model model, std::uint64_t number);
  ~Generation();
  Generation(const Generation&) = delete;
  Generation& operator=(const Generation&) = delete;

  std::uint64_t number() const { return number_; }
  const Model& model() const { return model_; }
  // That finding the best of many classes takes beside the model (model/class_screen.h).
  std::size_t screen_bytes() const { return screen_bytes_; }
  const DocumentReader& reader() const { return reader_; }
  bool is_calibrated() const { return model_.calibration() != nullptr; }
  Learning learning() const { return learning_; }
  // Why it cannot learn.
  const std::string& learning_problem() const { return learning_problem_; }

  // Null where the model is not calibrated.
  const ProbabilityMap* probabilities() const { return predictor_.probabilities(); }
  // What is asked of the model; Error{usage} where it cannot serve that.
  Predictor asked(const AnswerChoice& choice) const { return predictor_.asked(choice); }
  // The answers to a document, by a predictor of this generation.
  std::vector<Answer> answers(const Predictor& predictor, const DocumentContent& content) const;
  // The model's own set of labels.
  std::vector<std::string> labels(const DocumentContent& content) const;
  // How sure it is: the probability of the best class, or its lead over the next one.
  double certainty(const DocumentContent& content) const;

 private:
  class Lease;
  // Scorers wait here for the next request: any thread takes one out of any place.
  using Places = std::array<std::atomic<Scorer*>, 64>;
  void make_screen();
  void check_learning();

  Model model_;
  Model scored_;  // the same, with a screen where it has many classes
  std::size_t screen_bytes_ = 0;
  std::uint64_t number_;
  DocumentReader reader_;
  Predictor predictor_;
  Learning learning_ = Learning::no;
  std::string learning_problem_;
  mutable Places idle_{};
};

}  // namespace clade::detail::serve
