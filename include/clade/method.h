// A learning method: it holds its parameters and turns a dataset into a model.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "clade/dataset.h"
#include "clade/label_space.h"
#include "clade/model.h"
#include "clade/parameter.h"
#include "clade/train_context.h"

namespace clade {

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
  std::uint64_t dual_variables_nonzero = 0;
  std::uint64_t dual_variables_total = 0;
  int epochs = 0;
  std::string stopped;  // tolerance | max-epochs | clean-epoch | interrupted
};

struct Trained {
  Model model;
  TrainSummary summary;
};

// Learning that goes on as examples come; memory is that of the model.
struct OnlineTraining {
  virtual ~OnlineTraining() = default;
  // The next examples, in their order. False where the run was asked to stop.
  virtual bool observe(const Dataset& piece) = 0;
  // What was learned so far.
  virtual Trained finish() = 0;
};

struct Method {
  virtual ~Method() = default;
  virtual std::string_view name() const = 0;
  virtual std::vector<Parameter> parameters() = 0;  // bound to this object
  // Error{usage} for parameters that do not go together, before any data are read.
  virtual void check_parameters() const {}
  virtual LabelNodes default_label_nodes() const { return LabelNodes::terminal; }
  // Instances are the letters of texts (ReadOptions::letters), not features.
  virtual bool reads_letters() const { return false; }
  // Learns from one example at a time, and tells every change of its weights.
  virtual bool is_online() const { return false; }
  // Whether it can learn from a stream: the parameters ask for one look at each example.
  virtual bool takes_streams() const { return false; }
  // Learning from a stream, whose labels are all classes of the label space. `context` must outlive
  // the result. Error{usage} where !takes_streams().
  virtual std::unique_ptr<OnlineTraining> start(const LabelSpace& /*labels*/,
                                                TrainContext& /*context*/) const {
    return nullptr;
  }
  // The number type for rows and weights, where it follows from the parameters.
  virtual Precision precision() const { return Precision::single; }
  virtual Trained train(const Dataset& data, const LabelSpace& labels,
                        TrainContext& context) const = 0;

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
  virtual Trained update(const Model& from, const Dataset& data, TrainContext& context) const = 0;
  // The same from a stream, as start(). Error{usage} where !takes_streams().
  virtual std::unique_ptr<OnlineTraining> resume(const Model& /*from*/,
                                                 TrainContext& /*context*/) const {
    return nullptr;
  }
};

// What the time and the memory of a method grow with.
enum class CostClass {
  joint,      // one problem over all classes: weights of every unit for every feature
  root_down,  // one problem over the choices from the root down
  nodes,      // a small problem at every inner node
  online,     // one example at a time
};

// One line per method, in src/method/methods.cpp.
struct MethodEntry {
  std::string_view name;
  std::string_view summary;
  CostClass cost;
  std::unique_ptr<Method> (*make)();
};
std::span<const MethodEntry> methods();
// Error{usage} with the nearest known name.
std::unique_ptr<Method> make_method(std::string_view name);
// The method that made the model, with its parameters. Error{model} where this clade has none.
std::unique_ptr<Method> method_of(const Model& model);

}  // namespace clade
