// Divide and conquer: at every inner node a flat problem of its own over the node's children, from
// the examples that have a label below the node, and predictions from the root down (thesis 7.4.2).
// With the svm at each node p and its N_p examples
//
//   min 1/2 sum_j ||w_j||^2 + C sum_i xi_i      with  <w_t - w_j, x_i> >= 1 - xi_i
//
// over the children j of p and the child t that leads to the label; nothing ties nodes together.
// With a kernel, which all nodes share, <w_j, x> = sum_i alpha_ij k(x_i, x) over the examples of p.
// That is HPSI's SHSVM; with C/N_p the HIERMULT of the orthogonal paper (Eq. 12 at every inner
// node), and with Hieron at the nodes the greedy of Hieron sec. 5.
#include <algorithm>
#include <array>
#include <cmath>
#include <optional>
#include <string>
#include <tuple>
#include <utility>
#include <vector>

#include "base/fail.h"
#include "base/train_context.h"
#include "method/kernel_model.h"
#include "method/methods/methods.h"
#include "method/nodes/node_run.h"
#include "method/nodes/train_nodes.h"
#include "method/online/online_design.h"
#include "method/stored_options.h"

namespace clade::detail {

enum class NodeBase { svm, perceptron, hieron };
template <>
struct EnumNames<NodeBase> {
  static constexpr std::array values{std::pair{"svm", NodeBase::svm},
                                     std::pair{"perceptron", NodeBase::perceptron},
                                     std::pair{"hieron", NodeBase::hieron}};
};

enum class NodeUpdate { online, averaged, minover, last };
template <>
struct EnumNames<NodeUpdate> {
  static constexpr std::array values{
      std::pair{"online", NodeUpdate::online}, std::pair{"averaged", NodeUpdate::averaged},
      std::pair{"minover", NodeUpdate::minover}, std::pair{"last", NodeUpdate::last}};
};

namespace {

constexpr NumberRule epochs_or_auto{[](double v) { return v >= 1 && v == std::floor(v); },
                                    "a whole number of at least 1, or auto"};

struct DncParams {
  NodeBase base = NodeBase::svm;
  NodeUpdate update = NodeUpdate::online;
  std::optional<double> epochs;  // nothing: as the base has it
  VisitOrder order = VisitOrder::file;
  MarginParams margin;

  static constexpr auto fields() {
    using P = DncParams;
    return std::tuple{
        PlainField{"base", &P::base,
                   "what learns at every inner node; the options below are those of the base, and "
                   "the others are refused"},
        PlainField{"update", &P::update,
                   "of perceptron (which has no last) and hieron (which has no minover)"},
        Field{"epochs", &P::epochs, epochs_or_auto,
              "of perceptron and hieron: passes over the data; auto: 10 and 1"},
        PlainField{"order", &P::order, "of perceptron and hieron: of the examples in a pass"},
        Nested{&P::margin}};
  }
};

bool has_name(const std::vector<Parameter>& parameters, const std::string& name) {
  return std::any_of(parameters.begin(), parameters.end(),
                     [&](const Parameter& p) { return p.name == name; });
}

class Dnc : public Method {
 public:
  explicit Dnc(bool is_hiermult) : is_hiermult_(is_hiermult), params_(defaults()) {}

  std::string_view name() const override { return is_hiermult_ ? "hiermult" : "dnc"; }
  std::vector<Parameter> parameters() override {
    std::vector<Parameter> all = shown(params_);
    for (Parameter& p : all) {
      if (p.name == "base") continue;
      p.idle = [this, name = p.name, idle = p.idle] {
        if (has_name(base()->parameters(), name)) return idle ? idle() : std::string();
        return fmt::format("with `base={}`", enum_name(params_.base));
      };
    }
    return all;
  }
  MethodTraits traits() const override {
    MethodTraits traits = params_.margin.traits();
    traits.cost = CostClass::nodes;
    traits.default_label_nodes = is_hiermult_ ? LabelNodes::path : LabelNodes::terminal;
    traits.precision = base()->traits().precision;
    traits.learns_online = params_.base != NodeBase::svm;
    if (traits.learns_online) traits.C.reset();
    traits.epochs = static_cast<int>(params_.epochs.value_or(1));
    return traits;
  }
  void set_C(std::optional<double> C) override { params_.margin.C = C; }
  void check_parameters() const override {
    const std::unique_ptr<Method> method = base();
    refuse_foreign_options(*method);
    if (is_named(params_.margin.device)) {
      fail_parameter("device", "the nodes' problems are trained on the processor, side by side");
    }
    method->check_parameters();
  }

  Trained train(const Dataset& data, const LabelSpace& labels,
                TrainContext& context) const override {
    Dnc chosen = *this;
    const KernelSpec spec = chosen.choose_kernel(data, context);
    if (params_.base == NodeBase::svm && !params_.margin.C) chosen.choose_C(data, labels, context);
    const std::unique_ptr<Method> method = chosen.base();
    const NodeMethod at_nodes{*method, has_constant()};
    if (spec.kind != KernelKind::linear) {
      return train_kernel_nodes(at_nodes, spec, std::string(name()), chosen.options(), data, labels,
                                context);
    }
    return train_nodes(at_nodes, std::string(name()), chosen.options(), data, labels, context);
  }

  // One pass in the order of the data where the base is an online method, unless more is asked for.
  void take_parameters(const Model& from) override {
    set_stored_parameters(parameters(), from);
    if (params_.base == NodeBase::svm) return;
    params_.epochs = 1;
    params_.order = VisitOrder::file;
  }
  std::vector<Parameter> update_parameters() override {
    return params_.base == NodeBase::svm ? selected(parameters(), {"C", "tolerance", "max_epochs"})
                                         : selected(parameters(), {"epochs", "order"});
  }
  void check_update(const Model& from) const override {
    refuse_kernel_models(from);
    const bool is_svm = params_.base == NodeBase::svm;
    if (is_svm && (!params_.margin.C || std::isinf(*params_.margin.C))) {
      fail_parameter("C", "an update needs a finite number");
    }
    const bool has_last_weights =
        params_.update == NodeUpdate::online || params_.update == NodeUpdate::last;
    if (!is_svm && !has_last_weights) {
      fail(ErrorKind::usage,
           "the model was trained with `update={}`, of which it does not hold what going on would "
           "need; train on old and new examples together",
           enum_name(params_.update));
    }
  }
  Trained update(const Model& from, const Dataset& data, TrainContext& context) const override {
    check_update(from);
    const std::unique_ptr<Method> method = base();
    return update_nodes({*method, has_constant()}, from, data, context);
  }

 private:
  DncParams defaults() const {
    DncParams params;
    if (is_hiermult_) params.margin.scale_C = ScaleC::n;
    return params;
  }

  std::vector<Parameter> shown(DncParams& params) const {
    std::vector<Parameter> all = parameters_of(params);
    if (is_hiermult_) {
      std::erase_if(all, [](const Parameter& p) {
        return p.name == "base" || p.name == "update" || p.name == "epochs" || p.name == "order";
      });
    }
    return all;
  }

  bool has_constant() const { return params_.margin.bias != Bias::none; }

  // The base with these parameters. Error{usage} for a value that it does not know.
  std::unique_ptr<Method> base() const {
    static constexpr std::array make{make_svm, make_perceptron, make_hieron};
    std::unique_ptr<Method> method = make[static_cast<std::size_t>(params_.base)]();
    DncParams copy = params_;
    copy.margin.device = DeviceKind::cpu;  // nodes are trained side by side
    for (const Parameter& own : parameters_of(copy)) {
      if (own.name == "epochs" && !params_.epochs) continue;
      for (const Parameter& p : method->parameters()) {
        if (p.name == own.name) p.set(own.get());
        if (p.name == "flat") p.set("true");
      }
    }
    return method;
  }

  void refuse_foreign_options(Method& method) const {
    DncParams set = params_, unset = defaults();
    const std::vector<Parameter> mine = shown(set), untouched = shown(unset);
    const std::vector<Parameter> known = method.parameters();
    for (std::size_t i = 0; i < mine.size(); ++i) {
      if (mine[i].name == "base" || has_name(known, mine[i].name)) continue;
      if (mine[i].get() == untouched[i].get()) continue;
      fail_parameter(mine[i].name, "`base={}` has no such option; leave it out",
                     enum_name(params_.base));
    }
  }

  // One kernel for all nodes: `sigma=median` is over all examples and their labels.
  KernelSpec choose_kernel(const Dataset& data, TrainContext& context) {
    KernelParams& kernel = params_.margin.kernel;
    if (kernel.kernel == KernelKind::linear) return {};
    const auto choose = [&](const auto& rows) {
      return kernel_of(kernel, kernel_rows(rows, kernel.kernel).rows, data, context.seed);
    };
    return std::visit(choose, data.rows());
  }

  // One C for all nodes: that of the node that the most examples reach.
  void choose_C(const Dataset& data, const LabelSpace& labels, TrainContext& context) {
    const NodeProblems problems(data, labels, rows_of(params_.margin.kernel.kernel));
    const std::optional<Model> first = train_first_node(problems, *base(), context);
    params_.margin.C = 1;
    if (!first) return;
    if (const auto C = traits_of(*first).C) params_.margin.C = C->value;
  }

  // As the model keeps them: those of the base, and those of kernels where there is one.
  OptionTexts options() const {
    DncParams copy = params_;
    copy.margin.device = DeviceKind::automatic;
    std::vector<Parameter> kept = shown(copy);
    const std::unique_ptr<Method> method = base();
    const std::vector<Parameter> known = method->parameters();
    std::erase_if(kept,
                  [&](const Parameter& p) { return p.name != "base" && !has_name(known, p.name); });
    if (copy.margin.kernel.kernel == KernelKind::linear) {
      const std::vector<Parameter> of_kernels = parameters_of(copy.margin.kernel);
      std::erase_if(kept, [&](const Parameter& p) { return has_name(of_kernels, p.name); });
    }
    return option_texts(kept);
  }

  bool is_hiermult_;
  DncParams params_;
};

}  // namespace

std::unique_ptr<Method> make_dnc() { return std::make_unique<Dnc>(false); }
std::unique_ptr<Method> make_hiermult() { return std::make_unique<Dnc>(true); }

}  // namespace clade::detail
