// Answers that need probabilities: options of `predict`.
#pragma once

#include <array>
#include <string>
#include <tuple>
#include <utility>

#include "base/params.h"
#include "cli/options/arguments.h"
#include "pipeline/predictor.h"

namespace clade::detail::cli {

enum class Decode { score, expected_loss };

}  // namespace clade::detail::cli

template <>
struct clade::detail::EnumNames<clade::detail::cli::Decode> {
  static constexpr std::array values{
      std::pair{"score", clade::detail::cli::Decode::score},
      std::pair{"expected-loss", clade::detail::cli::Decode::expected_loss}};
};

namespace clade::detail::cli {

struct AnswerOptions {
  bool probabilities = false;
  double confidence = 0;  // 0: not asked for
  double coverage = 0;    // 0: not asked for
  std::string risk;
  Decode decode = Decode::score;

  static constexpr auto fields() {
    using P = AnswerOptions;
    return std::tuple{
        PlainField{"probabilities", &P::probabilities,
                   "a fifth column with the probability of the answer; with --scores the "
                   "probabilities of all nodes in place of scores"},
        Field{"confidence", &P::confidence, between_zero_and_one,
              "answer with the deepest node that is at least so probable"},
        Field{"coverage", &P::coverage, between_zero_and_one,
              "answer with the smallest set of nodes that holds the truth with this probability"},
        Field{"risk", &P::risk, file_name,
              "answer with the node of the smallest expected cost: a file with lines "
              "node<TAB>wrong<TAB>vague, * for all other nodes"},
        PlainField{"decode", &P::decode,
                   "the class with the best score, or with the smallest expected tree loss"}};
  }

  // The option that decides which answer is given, as a flag; "" where none does.
  std::string chosen_flag() const;
  bool needs_probabilities() const { return probabilities || !chosen_flag().empty(); }
  // Error{usage} for options that exclude each other.
  void check() const;
  // Error{usage} where they need probabilities and the model has none.
  void check(const Model& model) const;
  AnswerChoice choice() const;
};

}  // namespace clade::detail::cli
