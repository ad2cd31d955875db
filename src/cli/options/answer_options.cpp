#include "cli/options/answer_options.h"

#include "base/fail.h"

namespace clade::detail::cli {

std::string AnswerOptions::chosen_flag() const {
  if (confidence > 0) return "--confidence";
  if (coverage > 0) return "--coverage";
  if (!risk.empty()) return "--risk";
  return decode == Decode::expected_loss ? "--decode expected-loss" : "";
}

void AnswerOptions::check() const {
  const int asked = (confidence > 0 ? 1 : 0) + (coverage > 0 ? 1 : 0) + (risk.empty() ? 0 : 1) +
                    (decode == Decode::expected_loss ? 1 : 0);
  if (asked > 1) {
    fail(ErrorKind::usage,
         "predict: --confidence, --coverage, --risk and --decode expected-loss exclude each other");
  }
}

void AnswerOptions::check(const Model& model) const {
  if (!needs_probabilities() || model.calibration() != nullptr) return;
  fail(ErrorKind::usage,
       "predict: {}: the model has no probabilities; train it again with --calibrate",
       chosen_flag().empty() ? "--probabilities" : chosen_flag());
}

AnswerChoice AnswerOptions::choice() const {
  AnswerChoice choice;
  choice.probabilities = probabilities;
  choice.confidence = confidence;
  choice.coverage = coverage;
  choice.risk = risk;
  choice.expected_loss = decode == Decode::expected_loss;
  return choice;
}

}  // namespace clade::detail::cli
