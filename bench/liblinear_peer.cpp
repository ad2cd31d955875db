#include "bench/liblinear_peer.h"

#include <linear.h>

#include <cstdlib>
#include <stdexcept>
#include <string>

namespace clade::bench {

struct LiblinearPeer::Impl {
  std::size_t features, classes;
  std::vector<feature_node> nodes;  // every row ends with index -1
  std::vector<feature_node*> rows;
  std::vector<double> labels;
  problem data{};
  model* trained = nullptr;

  void release() {
    if (trained != nullptr) free_and_destroy_model(&trained);
  }
};

LiblinearPeer::LiblinearPeer(const SparseRows<float>& rows, const std::vector<std::size_t>& labels,
                             std::size_t features, std::size_t classes)
    : impl_(std::make_unique<Impl>()) {
  set_print_string_function([](const char*) {});
  impl_->features = features;
  impl_->classes = classes;
  impl_->nodes.reserve(rows.nonzeros() + rows.size());
  for (std::size_t i = 0; i < rows.size(); ++i) {
    impl_->rows.push_back(impl_->nodes.data() + impl_->nodes.size());
    for (const Feature& f : rows.row(i)) {
      impl_->nodes.push_back({static_cast<int>(f.index), static_cast<double>(f.value)});
    }
    impl_->nodes.push_back({-1, 0.0});
    impl_->labels.push_back(static_cast<double>(labels[i]));
  }
  impl_->data = {static_cast<int>(rows.size()), static_cast<int>(features), impl_->labels.data(),
                 impl_->rows.data(), -1.0};
}

LiblinearPeer::~LiblinearPeer() { impl_->release(); }

void LiblinearPeer::train(double C, double epsilon) {
  impl_->release();
  parameter settings{};
  settings.solver_type = MCSVM_CS;
  settings.C = C;
  settings.eps = epsilon;
  if (const char* problem_found = check_parameter(&impl_->data, &settings)) {
    throw std::runtime_error("LIBLINEAR: " + std::string(problem_found));
  }
  std::srand(1);  // its order of visits
  impl_->trained = ::train(&impl_->data, &settings);
}

DenseWeights LiblinearPeer::weights() const {
  const model& m = *impl_->trained;
  const auto columns = static_cast<std::size_t>(m.nr_class);
  DenseWeights out{impl_->features, impl_->classes, {}};
  out.values.assign(out.features * out.classes, 0.0);
  for (std::size_t feature = 0; feature < out.features; ++feature) {
    for (std::size_t k = 0; k < columns; ++k) {
      out.at(feature, static_cast<std::size_t>(m.label[k])) = m.w[feature * columns + k];
    }
  }
  return out;
}

}  // namespace clade::bench
