// A learning method: it holds its parameters and turns a dataset into a model.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "clade/features.h"
#include "clade/kernel_kind.h"
#include "clade/label_space.h"
#include "clade/model.h"
#include "clade/options.h"
#include "clade/parameter.h"
#include "clade/stop.h"

namespace clade {

namespace detail {
class Dataset;
struct TrainContext;
}  // namespace detail

// What a run reached; what a method does not have stays empty.
struct TrainSummary {
  struct Objective {
    double primal = 0;
    double dual = 0;
    double lower_bound = 0;  // the dual value less an allowance for rounding
    double relative_gap = 0;
    double mean_slack = 0;
  };
  std::optional<Objective> objective;
  // Psi-learning: every convex problem on the way; `objective` is that of the one that was kept.
  struct ConvexProblem {
    double psi_objective = 0;  // s at its solution (HPSI Eq. 3)
    double objective = 0;      // its own value there
    std::uint64_t wrong = 0;   // examples with a margin of zero or below
  };
  std::vector<ConvexProblem> convex_problems;
  std::size_t kept_problem = 0;
  std::uint64_t dual_variables_nonzero = 0;  // online: those that some step was for (thesis 7.7)
  std::uint64_t dual_variables_total = 0;
  int epochs = 0;
  Stop stopped = Stop::clean_epoch;
};

struct Trained {
  Model model;
  TrainSummary summary;
};

// Learning that goes on as examples come; memory is that of the model.
struct OnlineTraining {
  virtual ~OnlineTraining() = default;
  // The next examples, in their order. False where the run was asked to stop.
  virtual bool observe(const detail::Dataset& piece) = 0;
  // What was learned so far.
  virtual Trained finish() = 0;
};

// What the time and the memory of a method grow with.
enum class CostClass {
  joint,      // one problem over all classes: weights of every unit for every feature
  root_down,  // one problem over the choices from the root down
  nodes,      // a small problem at every inner node
  online,     // one example at a time
};

// What a method is with the parameters that it has now. Nothing else asks for one of them by name.
struct MethodTraits {
  CostClass cost = CostClass::joint;
  LabelNodes default_label_nodes = LabelNodes::terminal;
  // The number type for rows and weights.
  Precision precision = Precision::single;
  KernelKind kernel = KernelKind::linear;
  // Terms, weighting, scaling, the meaning of inner labels and probabilities follow the data where
  // options leave them open.
  bool adapts_to_data = false;
  bool is_flat = false;      // trains without the taxonomy
  bool can_be_flat = false;  // it has a parameter for that
  // Examples with several labels become examples of one category, their combination.
  bool intersects_labels = false;
  // Learns from one example at a time, and reports every change of its weights.
  bool is_online = false;
  // Can learn from a stream: the parameters ask for one look at each example.
  bool takes_streams = false;

  // The price of slack; empty if the method has none.
  struct SlackPrice {
    std::optional<double> value;  // empty: chosen by cross-validation
    bool is_per_example = false;  // divided by the number of examples
  };
  std::optional<SlackPrice> C;
  std::optional<double> tolerance;
  std::optional<int> max_epochs;

  // ---- What the estimate of cost goes by

  bool learns_online = false;  // is_online, or an online learner at every node
  int epochs = 1;              // of an online learner
  double kernel_cache_mb = 0;  // 0: by the data and the memory that is free
  bool has_constant = false;   // a constant feature, or a free bias
  bool has_free_bias = false;
  bool is_on_device = false;  // of a GPU, if it takes the problem: what the estimate does not know
  bool has_pair_slacks = false;   // a slack for each pair of classes, not for each example
  bool has_paper_solver = false;  // the papers' own algorithm
  bool is_psi = false;
  bool copies_weights = false;  // the model's are others than those that were trained
  enum class AgainstZero { never, with_several_labels, always };
  AgainstZero classes_against_zero = AgainstZero::never;  // binary constraints

  // Instances are character sequences, not features.
  bool takes_strings() const { return kernel == KernelKind::subsequence; }
};

struct Method {
  virtual ~Method() = default;
  virtual std::string_view name() const = 0;
  virtual std::vector<Parameter> parameters() = 0;  // bound to this object
  virtual MethodTraits traits() const = 0;
  // The price of slack, empty: chosen by cross-validation. Ignored where traits().C is empty.
  virtual void set_C(std::optional<double> /*C*/) {}
  // This method with the values that open parameters (`auto`) have for these data; null where none
  // is open but C.
  virtual std::unique_ptr<Method> settled(const detail::Dataset& /*data*/,
                                          const LabelSpace& /*labels*/) const {
    return nullptr;
  }
  // Error{usage} for parameters that do not go together, before any data are read.
  virtual void check_parameters() const {}
  // Learning from a stream, whose labels are all classes of the label space. `context` must outlive
  // the result. Error{usage} unless traits().takes_streams.
  virtual std::unique_ptr<OnlineTraining> start(const LabelSpace& /*labels*/,
                                                detail::TrainContext& /*context*/) const {
    return nullptr;
  }
  virtual Trained train(const detail::Dataset& data, const LabelSpace& labels,
                        detail::TrainContext& context) const = 0;

  // ---- Learning further, from a model that this method made (method_of makes the method)

  // Sets the parameters to those of the model. Error{model} for what is not among them.
  virtual void take_parameters(const Model& from) = 0;
  // Of the parameters, those that may be set anew after that.
  virtual std::vector<Parameter> update_parameters() = 0;
  // Error{usage} or Error{model} where it cannot go on from this model, before any data are read.
  virtual void check_update(const Model& from) const = 0;
  // A model that has learned from these examples, too; their labels are classes of `from`, and it
  // keeps the options of `from`. An online method goes on as if the examples had followed those of
  // the model; a batch method solves its problem for them, held to the weights w0 of the model by
  // 1/2 ||w - w0||^2.
  virtual Trained update(const Model& from, const detail::Dataset& data,
                         detail::TrainContext& context) const = 0;
  // The same from a stream, as start(). Error{usage} unless traits().takes_streams.
  virtual std::unique_ptr<OnlineTraining> resume(const Model& /*from*/,
                                                 detail::TrainContext& /*context*/) const {
    return nullptr;
  }
};

// One line per method, in src/method/methods.cpp.
struct MethodEntry {
  std::string_view name;
  std::string_view summary;
  std::unique_ptr<Method> (*make)();
};
std::span<const MethodEntry> methods();
// Error{usage} with the nearest known name.
std::unique_ptr<Method> make_method(std::string_view name, const Options& options = {});
// The method that made the model, with its parameters. Error{model} where this clade has none.
std::unique_ptr<Method> method_of(const Model& model);
// What that method is; of a model that this clade has no method for, traits of no method.
MethodTraits traits_of(const Model& model);

}  // namespace clade
