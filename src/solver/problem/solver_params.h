// The options of the solvers, taken over by every method that uses them.
#pragma once

#include <array>
#include <tuple>
#include <utility>

#include "base/params.h"

namespace clade::detail {

enum class SolverKind { fast, paper };
template <>
struct EnumNames<SolverKind> {
  static constexpr std::array values{std::pair{"fast", SolverKind::fast},
                                     std::pair{"paper", SolverKind::paper}};
};

enum class PaperStep { instance, all };
template <>
struct EnumNames<PaperStep> {
  static constexpr std::array values{std::pair{"instance", PaperStep::instance},
                                     std::pair{"all", PaperStep::all}};
};

struct SolverParams {
  double tolerance = 1e-3;
  int max_epochs = 20000;
  SolverKind solver = SolverKind::fast;
  PaperStep paper_step = PaperStep::instance;
  bool no_active_set = false;

  static constexpr auto fields() {
    using P = SolverParams;
    constexpr When<P> paper{[](const P& p) { return p.solver == SolverKind::paper; },
                            "without `solver=paper`"};
    return std::tuple{
        Field{"tolerance", &P::tolerance, between_zero_and_one,
              "stop at this relative duality gap, (primal - lower bound) / primal; with "
              "`solver=paper` at this violation psi of the optimality conditions (orthogonal Alg. "
              "1: this "
              "distance of its bounds)"},
        Field{"max_epochs", &P::max_epochs, at_least_one, "passes over the data before giving up"},
        PlainField{
            "solver", &P::solver,
            "fast, or the paper's own algorithm (thesis Alg. 2, orthogonal Alg. 1), which is for "
            "small data"},
        PlainField{
            "paper_step", &P::paper_step,
            "with `solver=paper`: optimise the active variables of one example (step 8a), or "
            "of all (8b)",
            paper},
        PlainField{"no_active_set", &P::no_active_set,
                   "with `solver=paper`: optimise all variables of an example, not its active ones "
                   "alone",
                   paper}};
  }

  // Error{usage} for options that do not go together.
  void check() const;
};

}  // namespace clade::detail
