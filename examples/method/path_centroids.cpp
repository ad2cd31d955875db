// A method of your own, the worked example of docs/ARCHITECTURE.md: centroids along the path. With
// m_z the sum of the rows x / ||x|| of all examples at or below a node z,
//   F(x, y) = sum over z from below the root down to y of lambda_z(y) <m_z / ||m_z||, x>
// One look at each example, no problem to solve; a class of few examples leans on its ancestors.
#include <cmath>
#include <map>
#include <tuple>
#include <vector>

#include "base/fail.h"
#include "base/params.h"
#include "base/train_context.h"
#include "data/dataset.h"
#include "data/sparse_row.h"
#include "method/margin/train_linear.h"
#include "method/stored_options.h"
#include "method/training_rows.h"
#include "model/model_builder.h"

namespace clade::detail {
namespace {

// 1. Parameters: flags, help, checks and the options in the model file follow from fields().
struct PathCentroidsParams {
  double own = 0.75;
  static constexpr auto fields() {
    return std::tuple{Field{"own", &PathCentroidsParams::own, between_zero_and_one,
                            "the share of a class's own centroid; the rest is its ancestors'"}};
  }
};

// 2. Learning: the weights of a unit are the centroid of its members.
template <class Real>
WeightRows<Real> centroids(const TrainingRows<Real>& training, const Dataset& data,
                           const std::vector<std::vector<std::size_t>>& members) {
  WeightRows<Real> weights(training.features.size(), members.size());
  for (std::size_t unit = 0; unit < members.size(); ++unit) {
    std::map<std::uint32_t, double> sum;  // by feature
    for (const std::size_t i : members[unit]) {
      const BasicSparseRow<Real> row = training.rows.row(i);
      const double scale = data.weight(i) / std::sqrt(squared_length(row));
      for (const auto& f : row) sum[f.index] += scale * static_cast<double>(f.value);
    }
    std::vector<BasicFeature<Real>> row;
    row.reserve(sum.size());
    for (const auto& [feature, value] : sum) row.push_back({feature, static_cast<Real>(value)});
    const double length = std::sqrt(squared_length<Real>(row));
    UnitChange<Real> change(members.size());
    change.add(static_cast<UnitId>(unit), length > 0 ? 1 / length : 0);
    weights.add(row, change);
  }
  return weights;
}

// 3. The method: it makes a model of its parts. What others need to know of it is in traits().
class PathCentroids : public Method {
 public:
  std::string_view name() const override { return "path-centroids"; }
  std::vector<Parameter> parameters() override { return parameters_of(params_); }
  MethodTraits traits() const override { return {}; }
  Trained train(const Dataset& data, const LabelSpace& labels,
                TrainContext& context) const override {
    if (!context.peers.is_alone()) fail(ErrorKind::usage, "path-centroids runs on one rank");
    PathCentroidsParams params = params_;
    const ClassAttributes attributes =
        make_attributes("leaf:" + std::to_string(params.own), labels.taxonomy(), labels.classes());
    std::vector<std::vector<std::size_t>> members(attributes.map.units());
    for (std::size_t i = 0; i < data.size(); ++i) {
      for (const ClassId label : data.labels(i)) {
        for (const Attribute& a : attributes.map.of(index_of(label))) {
          std::vector<std::size_t>& list = members[index_of(a.unit)];
          if (list.empty() || list.back() != i) list.push_back(i);
        }
      }
    }
    ModelBuilder model("path-centroids", option_texts(parameters_of(params)), labels, attributes);
    const auto learn = [&]<class Real>(const SparseRows<Real>& rows) {
      const TrainingRows<Real> training = training_rows<Real>(rows, 0);
      model.features(training.features).weights(centroids(training, data, members));
    };
    std::visit(learn, data.rows());
    return {model.build(), {}};
  }
  void take_parameters(const Model& from) override { set_stored_parameters(parameters(), from); }
  std::vector<Parameter> update_parameters() override { return {}; }
  void check_update(const Model&) const override {
    fail(ErrorKind::usage, "centroids cannot be updated: train on old and new examples together");
  }
  Trained update(const Model& from, const Dataset&, TrainContext&) const override {
    check_update(from);
    return {from, {}};
  }

 private:
  PathCentroidsParams params_;
};
}  // namespace
std::unique_ptr<Method> make_path_centroids() { return std::make_unique<PathCentroids>(); }
}  // namespace clade::detail
