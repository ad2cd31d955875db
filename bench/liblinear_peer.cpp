#include "bench/liblinear_peer.h"

#include <linear.h>

#include <algorithm>
#include <cstdlib>
#include <limits>
#include <memory>
#include <span>
#include <stdexcept>
#include <string>
#include <variant>
#include <vector>

#include "bench/series.h"
#include "data/feature_index.h"

namespace clade::detail::bench {

namespace {

struct TookTooLong {};

double last_second = std::numeric_limits<double>::infinity();  // of the thread

// LIBLINEAR prints every ten iterations.
void end_in_time(const char* /*text*/) {
  if (thread_seconds() > last_second) throw TookTooLong();
}

}  // namespace

struct LiblinearPeer::Impl {
  const TrainingSet& set;
  int solver;
  std::vector<feature_node> nodes;  // every row ends with index -1
  std::vector<feature_node*> rows;
  std::vector<double> labels;
  std::vector<model*> trained;  // one, or one per class

  void copy_rows();
  void label_by_class();
  void label_against_the_rest(std::size_t label);
  model* train(double C, double epsilon);
  void train_all(double C, double epsilon);
  Weights joint_weights() const;
  Weights weights_by_class() const;
};

void LiblinearPeer::Impl::copy_rows() {
  nodes.reserve(set.rows.nonzeros() + set.size());
  for (std::size_t i = 0; i < set.size(); ++i) {
    rows.push_back(nodes.data() + nodes.size());
    for (const Feature& f : set.rows.row(i)) {
      nodes.push_back({static_cast<int>(f.index) + 1, static_cast<double>(f.value)});
    }
    nodes.push_back({-1, 0.0});
  }
}

void LiblinearPeer::Impl::label_by_class() {
  for (std::size_t i = 0; i < set.size(); ++i) labels[i] = static_cast<double>(set.label(i));
}

void LiblinearPeer::Impl::label_against_the_rest(std::size_t label) {
  for (std::size_t i = 0; i < set.size(); ++i) {
    const std::span<const ClassId> own = set.data.labels(i);
    labels[i] = std::binary_search(own.begin(), own.end(), ClassId(label)) ? 1 : -1;
  }
}

model* LiblinearPeer::Impl::train(double C, double epsilon) {
  const problem data{static_cast<int>(set.size()), static_cast<int>(set.features), labels.data(),
                     rows.data(), -1.0};
  parameter settings{};
  settings.solver_type = solver;
  settings.C = C;
  settings.eps = epsilon;
  if (const char* problem_found = check_parameter(&data, &settings)) {
    throw std::runtime_error("LIBLINEAR: " + std::string(problem_found));
  }
  std::srand(1);  // its order of visits
  return ::train(&data, &settings);
}

void LiblinearPeer::Impl::train_all(double C, double epsilon) {
  if (solver == MCSVM_CS) {
    label_by_class();
    trained.push_back(train(C, epsilon));
    return;
  }
  for (std::size_t c = 0; c < set.classes(); ++c) {
    label_against_the_rest(c);
    trained.push_back(train(C, epsilon));
  }
}

Weights LiblinearPeer::Impl::joint_weights() const {
  const model& m = *trained.front();
  const auto units = static_cast<std::size_t>(m.nr_class);
  const auto add = [&m, units](std::size_t feature, double value, std::span<double> raw) {
    const double* w = m.w + feature * units;
    for (std::size_t k = 0; k < units; ++k) raw[k] += value * w[k];
  };
  const auto decide = [&m, units](std::span<const double> raw, std::span<double> scores) {
    for (std::size_t k = 0; k < units; ++k) scores[static_cast<std::size_t>(m.label[k])] = raw[k];
  };
  return {units, add, decide};
}

// With the labels 1 and -1 LIBLINEAR's weights are those of 1. They are put side by side by
// feature: scoring would take minutes otherwise.
Weights LiblinearPeer::Impl::weights_by_class() const {
  const std::size_t units = trained.size();
  auto by_feature = std::make_shared<std::vector<double>>(set.features * units);
  for (std::size_t c = 0; c < units; ++c) {
    for (std::size_t j = 0; j < set.features; ++j) {
      (*by_feature)[j * units + c] = trained[c]->w[j];
    }
  }
  const auto add = [by_feature, units](std::size_t feature, double value, std::span<double> raw) {
    const double* w = by_feature->data() + feature * units;
    for (std::size_t c = 0; c < units; ++c) raw[c] += value * w[c];
  };
  const auto decide = [](std::span<const double> raw, std::span<double> scores) {
    std::copy(raw.begin(), raw.end(), scores.begin());
  };
  return {units, add, decide};
}

namespace {

int number_of(LiblinearSolver solver) {
  switch (solver) {
    case LiblinearSolver::multiclass:
      return MCSVM_CS;
    case LiblinearSolver::primal_per_class:
      return L2R_L2LOSS_SVC;
    default:
      return L2R_L2LOSS_SVC_DUAL;
  }
}

}  // namespace

LiblinearPeer::LiblinearPeer(const TrainingSet& set, LiblinearSolver solver)
    : impl_(new Impl{set, number_of(solver), {}, {}, std::vector<double>(set.size()), {}}) {
  set_print_string_function(end_in_time);
  impl_->copy_rows();
}

LiblinearPeer::~LiblinearPeer() { forget(); }

void LiblinearPeer::forget() {
  for (model*& m : impl_->trained) free_and_destroy_model(&m);
  impl_->trained.clear();
}

bool LiblinearPeer::train(double C, double epsilon, double most_seconds) {
  forget();
  last_second = thread_seconds() + most_seconds;
  try {
    impl_->train_all(C, epsilon);
    return true;
  } catch (const TookTooLong&) {
    forget();
    return false;
  }
}

Weights LiblinearPeer::weights() const {
  return impl_->solver == MCSVM_CS ? impl_->joint_weights() : impl_->weights_by_class();
}

double liblinear_file_objective(const TrainingSet& set, const std::filesystem::path& model_file,
                                double C) {
  model* m = load_model(model_file.c_str());
  if (m == nullptr) throw std::runtime_error(model_file.string() + ": not a model of LIBLINEAR");
  const FeatureIndex index = FeatureIndex::of(std::get<SparseRows<float>>(set.data.rows()), false);
  const auto units = static_cast<std::size_t>(m->nr_class);
  const auto add = [&](std::size_t feature, double value, std::span<double> raw) {
    const double* w = m->w + (index.indices()[feature] - 1) * units;
    for (std::size_t k = 0; k < units; ++k) raw[k] += value * w[k];
  };
  const auto decide = [&](std::span<const double> raw, std::span<double> scores) {
    for (std::size_t k = 0; k < units; ++k) {
      scores[static_cast<std::size_t>(m->label[k]) - 1] = raw[k];
    }
  };
  const double objective = primal_objective(set, {units, add, decide}, Formulation{}, C);
  free_and_destroy_model(&m);
  return objective;
}

}  // namespace clade::detail::bench
