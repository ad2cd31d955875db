// Hieron: every node v of the tree is a class, with the prototype W^v = sum of w^u over the nodes u
// from below the root down to v, and a wrong guess asks for a margin of the root of its distance:
//   loss = (W^r x - W^y x + sqrt(gamma(y,r)))+      (Hieron 5)
//   w^v +-= loss / (gamma(y,r) ||x||^2) x           (Hieron 8: + on y's side of the path, - on r's)
// Online the guess r is what the model predicts (Alg. 1). Averaged it is the class of the largest
// loss, and the result is the mean of all weights (sec. 4, Eq. 13); last are the weights after the
// last example of the same run.
#include <array>
#include <string>
#include <tuple>
#include <utility>

#include "base/params.h"
#include "method/methods/methods.h"
#include "method/online/train_online.h"

namespace clade::detail {

enum class HieronUpdate { online, averaged, last };
template <>
struct EnumNames<HieronUpdate> {
  static constexpr std::array values{std::pair{"online", HieronUpdate::online},
                                     std::pair{"averaged", HieronUpdate::averaged},
                                     std::pair{"last", HieronUpdate::last}};
};

namespace {

struct HieronParams {
  bool flat = false;
  HieronUpdate update = HieronUpdate::online;
  OnlineParams online;

  static constexpr auto fields() {
    using P = HieronParams;
    return std::tuple{
        PlainField{"flat", &P::flat,
                   "put every class right below the root; the taxonomy still serves for "
                   "evaluation"},
        PlainField{"update", &P::update,
                   "online: learn from what is predicted, take the last weights; averaged: learn "
                   "from the largest loss, take the mean; last: learn from the largest loss, take "
                   "the last weights"},
        Nested{&P::online}};
  }
};

// One unit of strength 1 for every node from below the root down to the class; flat: for its own
// node. The root has none: its prototype is zero for good.
ClassAttributes prototypes(const LabelSpace& labels, bool flat) {
  const Taxonomy& taxonomy = labels.taxonomy();
  const ClassAttributes all = flat ? identity_attributes(taxonomy, labels.classes())
                                   : make_attributes("unit", taxonomy, labels.classes());
  // A root's unit is the only one that its class has.
  std::vector<bool> is_root(all.map.units());
  for (std::size_t c = 0; c < labels.size(); ++c) {
    if (!taxonomy.parents(labels.classes()[c]).empty()) continue;
    for (const Attribute& a : all.map.of(c)) is_root[index_of(a.unit)] = true;
  }
  ClassAttributes result;
  std::vector<UnitId> renumbered(all.map.units());
  for (std::size_t u = 0; u < all.map.units(); ++u) {
    if (is_root[u]) continue;
    renumbered[u] = UnitId(static_cast<std::uint32_t>(result.unit_names.size()));
    result.unit_names.push_back(all.unit_names[u]);
  }
  Csr<Attribute> rows;
  for (std::size_t c = 0; c < labels.size(); ++c) {
    for (const Attribute& a : all.map.of(c)) {
      if (!is_root[index_of(a.unit)]) rows.push({renumbered[index_of(a.unit)], a.strength});
    }
    rows.end_row();
  }
  result.map = ScoreMap(std::move(rows), result.unit_names.size());
  return result;
}

// gamma(y,r), the number of edges between two nodes of a tree, is ||Lambda(y) - Lambda(r)||^2.
class PrototypeDistances : public LossRows {
 public:
  explicit PrototypeDistances(ScoreMap map) : map_(std::move(map)) {}
  void row(Decision plus, std::span<double> out) const override {
    for (std::size_t d = 0; d < out.size(); ++d) out[d] = distance(plus, d);
  }
  void row(Decision plus, std::span<const Decision> minus, std::span<double> out) const override {
    for (std::size_t k = 0; k < minus.size(); ++k) out[k] = distance(plus, minus[k]);
  }

 private:
  double distance(std::size_t a, std::size_t b) const {
    return map_.gram(a, a) - 2 * map_.gram(a, b) + map_.gram(b, b);
  }

  ScoreMap map_;
};

class Hieron : public OnlineMethod {
 public:
  std::string_view name() const override { return "hieron"; }
  std::vector<Parameter> parameters() override { return parameters_of(params_); }
  MethodTraits traits() const override {
    MethodTraits traits = OnlineMethod::traits();
    traits.default_label_nodes = LabelNodes::all;
    traits.is_flat = params_.flat;
    traits.can_be_flat = true;
    return traits;
  }

 protected:
  const OnlineParams& params() const override { return params_.online; }
  OnlineParams& params() override { return params_.online; }
  OptionTexts options() const override {
    HieronParams params = params_;
    return option_texts(parameters_of(params));
  }
  OnlineRules rules() const override {
    if (params_.update == HieronUpdate::online) {
      return {RivalRule::predicted, StepRule::hinge, Averaging::none};
    }
    return {RivalRule::largest_loss, StepRule::hinge,
            params_.update == HieronUpdate::last ? Averaging::none : Averaging::with_the_start};
  }
  ClassAttributes attributes(const LabelSpace& labels) const override {
    return prototypes(labels, params_.flat);
  }
  std::shared_ptr<const LossRows> losses(const LabelSpace& /*labels*/,
                                         const ScoreMap& map) const override {
    return std::make_shared<PrototypeDistances>(map);
  }

 private:
  HieronParams params_;
};

}  // namespace

std::unique_ptr<Method> make_hieron() { return std::make_unique<Hieron>(); }

}  // namespace clade::detail
