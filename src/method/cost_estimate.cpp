#include "method/cost_estimate.h"

#include <algorithm>
#include <cmath>
#include <functional>

#include "linear/row_kernels.h"
#include "linear/storage.h"
#include "method/kernel_params.h"

namespace clade::detail {

namespace {

// Everything that was fitted, on one core of a server of 2023. A cell is one weight of one feature
// of one document; seconds are of one pass.
struct Constants {
  // Dense rows of weights, and those that are kept as blocks of units.
  double dense_cell = 0.17e-9, sparse_cell = 0.4e-9, online_sparse_cell = 0.2e-9;
  double visit = 0.2e-6;   // of one document, however short
  double hierarchy = 1.6;  // times as long with units for nodes above the classes

  // Hybrid weights (linear/storage.h): scores of a batch of documents, twice, and the weights that
  // the model keeps.
  double tile_cell = 0.28e-9;
  double batch = 2 * 4096, model_bytes = 2e9;
  // All others: blocks of units that the dual variables of a document reach, or the mistakes of an
  // online method; bytes of a block with its place and room to grow.
  double blocks_of_document = 65, blocks_of_mistakes = 10;
  double block_bytes = 76;
  double dual_bytes = 500;  // of one document

  // Passes to a relative gap of 0.001 with C = 1: more for short documents, for few features that
  // all documents have, for smaller tolerances and for larger C.
  double epochs = 8, short_document_epochs = 200, full_row_epochs = 24;
  double epochs_per_decade = 0.25;                                 // of the tolerance
  double epochs_of_C = 0.2;                                        // the power of C
  double binary_epochs = 4, free_bias_epochs = 2, psi_epochs = 3;  // times as many
  double most_online_epochs = 6;  // then there are no mistakes left, mostly
  double chosen_C = 8;            // times the work of one value

  // Methods that go node by node: a visit there, and a block of weights put into the model.
  // Documents of one node share more words than documents at random.
  double node_visit = 0.6e-6, joined_block = 0.6e-6, shared_words = 0.72;
  // Where they are packed at the end (method/node_store.h).
  double stored_block = 0.25e-6, stored_weight_bytes = 3.7;

  // Kernels: one product of two values, in rows with all features or few; one change of a score.
  double full_product = 0.14e-9, sparse_product = 2.2e-9;
  double score_change = 1.6e-9, changes_of_document = 10, kernel_epochs = 4;
  double working_sets_of_matrix = 0.6, cache_of_sets = 0.5;

  // A second thread adds that much of a first one.
  double thread_share = 0.5, node_thread_share = 0.8;
};
constexpr Constants fitted;

double units_of(const ProblemSize& size, const MethodTraits& method) {
  return method.is_flat ? size.classes : size.nodes;
}

double stride_of(double units) {
  return static_cast<double>(padded_units(static_cast<std::size_t>(units), sizeof(float)));
}

// Every class against zero.
bool is_binary(const ProblemSize& size, const MethodTraits& method) {
  using AgainstZero = MethodTraits::AgainstZero;
  return method.classes_against_zero == AgainstZero::always ||
         (method.classes_against_zero == AgainstZero::with_several_labels && size.is_multilabel);
}

// 1 where C is chosen by cross-validation, or not there.
double C_of(const ProblemSize& size, const MethodTraits& method) {
  if (!method.C || !method.C->value) return 1;
  return *method.C->value / (method.C->is_per_example ? std::max(1.0, size.documents) : 1);
}

double words_of(const ProblemSize& size) { return size.values / std::max(1.0, size.documents); }

// The share of all features that a document has.
double density_of(const ProblemSize& size) { return words_of(size) / std::max(1.0, size.features); }

double epochs_to(const ProblemSize& size, const MethodTraits& method) {
  double epochs = fitted.epochs + fitted.short_document_epochs / std::max(1.0, words_of(size));
  constexpr double usual_tolerance = 1e-3;
  const double decades = std::log10(usual_tolerance / method.tolerance.value_or(usual_tolerance));
  epochs *= std::max(0.3, 1 + fitted.epochs_per_decade * decades);
  const double C = C_of(size, method);
  epochs *= std::isinf(C) ? 10 : std::clamp(std::pow(C, fitted.epochs_of_C), 0.3, 10.0);
  epochs *= 1 + fitted.full_row_epochs * std::pow(density_of(size), 2);
  if (is_binary(size, method)) epochs *= fitted.binary_epochs;
  if (method.has_free_bias) epochs *= fitted.free_bias_epochs;
  if (method.is_psi) epochs *= fitted.psi_epochs;
  return method.max_epochs ? std::min(epochs, static_cast<double>(*method.max_epochs)) : epochs;
}

double online_epochs(const MethodTraits& method) {
  return std::min(static_cast<double>(method.epochs), fitted.most_online_epochs);
}

// How many of `places` are expected to be occupied after so many throws at random.
double expected_occupied(double places, double throws) {
  return places * -std::expm1(-throws / places);
}

struct Weights {
  double cells = 0;  // that one pass reads
  double bytes = 0;
  double cell = 0;  // the time of one
};

StoragePlan storage_of(const ProblemSize& size, const MethodTraits& method) {
  StorageNeeds needs;
  needs.features = static_cast<std::size_t>(size.features);
  needs.units = static_cast<std::size_t>(units_of(size, method));
  needs.real_size = static_cast<std::size_t>(size.real_size);
  needs.most_row_bytes = size.most_row_bytes;
  needs.has_constant = method.has_constant;
  needs.has_slack_groups = method.has_pair_slacks || is_binary(size, method);
  needs.has_infinite_C = std::isinf(C_of(size, method));
  needs.has_other_solver = method.cost != CostClass::joint || method.learns_online ||
                           method.is_psi || method.has_paper_solver;
  return plan_storage(needs);
}

// The most frequent features have rows, all documents are scored against these in batches.
Weights hybrid_weights(const ProblemSize& size, const StoragePlan& plan, double stride) {
  std::vector<std::uint32_t> counts = size.frequencies;
  std::sort(counts.begin(), counts.end(), std::greater<>());
  Weights weights{0, fitted.batch * stride * sizeof(float), fitted.tile_cell};
  const double most = static_cast<double>(plan.row_bytes) / (stride * sizeof(float));
  for (std::size_t j = 0; j < counts.size() && static_cast<double>(j) < most; ++j) {
    if (counts[j] < plan.least_instances) break;
    weights.cells += counts[j] * stride;
    weights.bytes += stride * sizeof(float);
  }
  // The rows of data once more, apart for frequent and rare features, and what the model keeps.
  weights.bytes += 2 * size.values * sizeof(Feature);
  double kept = 0;
  for (const std::uint32_t frequency : size.frequencies) {
    kept += expected_occupied(stride, frequency * fitted.blocks_of_document) * 4;
  }
  weights.bytes += std::min(kept, fitted.model_bytes);
  return weights;
}

// Rows over all units: dense up to a size, then blocks of units where some document reached them.
Weights joint_weights(const ProblemSize& size, const MethodTraits& method) {
  const double units = units_of(size, method), stride = stride_of(units);
  const StoragePlan plan = storage_of(size, method);
  // Ranking compares classes and has to go through the nodes above them; signs are cheaper.
  const double effort = method.is_flat || is_binary(size, method) ? 1 : fitted.hierarchy;
  if (plan.storage == Storage::dense) {
    // Online methods make a second copy in the end.
    const double copies = method.learns_online || method.copies_weights ? 2 : 1;
    return {size.values * stride, copies * size.features * stride * size.real_size,
            effort * fitted.dense_cell};
  }
  if (plan.storage == Storage::hybrid) return hybrid_weights(size, plan, stride);
  const double blocks = stride / block_units<float>;
  const double of_document =
      method.learns_online ? fitted.blocks_of_mistakes : fitted.blocks_of_document;
  const double cell = method.learns_online ? fitted.online_sparse_cell : fitted.sparse_cell;
  Weights weights{0, 0, effort * cell};
  for (const std::uint32_t frequency : size.frequencies) {
    const double reached = expected_occupied(blocks, frequency * of_document);
    weights.cells += frequency * reached * block_units<float>;
    weights.bytes += reached * fitted.block_bytes * size.real_size / sizeof(float);
  }
  return weights;
}

double rows_bytes(const ProblemSize& size) {
  return size.is_numbered ? 0 : size.values * (2 * size.real_size) + size.documents * 8;
}

double sped_up(double seconds, unsigned threads, double share) {
  return seconds / (1 + share * (threads - 1));
}

// Newton's method takes over where there are few features (solver/newton/newton_hand_over.cpp).
double newton_bytes(const ProblemSize& size, const MethodTraits& method) {
  constexpr double most_features = 1000, most_bytes = 0x1p30;
  const bool is_possible = size.features <= most_features && is_binary(size, method) &&
                           method.adapts_to_data && method.cost == CostClass::joint;
  if (!is_possible) return 0;
  const double units = units_of(size, method);
  const double matrices = 2 * units * size.features * size.features;
  const double bytes =
      8 * (matrices + 2 * size.documents * size.features) + 21 * size.documents * size.classes;
  return bytes > most_bytes ? 0 : bytes;
}

// Where C is chosen, folds have weights and rows of their own, side by side while they take no more
// than this.
double folds_bytes(const ProblemSize& size, const MethodTraits& method) {
  constexpr double folds = 5, usual_bytes = 0x1p30;
  if (!method.C || method.C->value) return 0;
  const double share = 0.25 * static_cast<double>(size.memory);
  const double most_bytes = size.memory == 0 ? usual_bytes : std::min(usual_bytes, share);
  const double one =
      size.features * units_of(size, method) * size.real_size + size.values * 2 * size.real_size;
  return folds * one > most_bytes ? one : folds * one;
}

CostEstimate joint_cost(const ProblemSize& size, const MethodTraits& method, unsigned threads) {
  const Weights weights = joint_weights(size, method);
  const double epochs = epochs_to(size, method);
  CostEstimate cost;
  cost.seconds = epochs * (weights.cells * weights.cell + size.documents * fitted.visit);
  // Small problems take their visits one after the other.
  constexpr double large = 50'000;
  if (weights.cells > large * size.documents) {
    cost.seconds = sped_up(cost.seconds, threads, fitted.thread_share);
  }
  cost.bytes = weights.bytes + rows_bytes(size) + size.documents * fitted.dual_bytes;
  cost.bytes += newton_bytes(size, method);
  cost.bytes = std::max(cost.bytes, folds_bytes(size, method) + rows_bytes(size));
  return cost;
}

CostEstimate online_cost(const ProblemSize& size, const MethodTraits& method) {
  const Weights weights = joint_weights(size, method);
  CostEstimate cost;
  cost.seconds =
      online_epochs(method) * (weights.cells * weights.cell + size.documents * fitted.visit);
  cost.bytes = weights.bytes + rows_bytes(size);
  return cost;
}

// Different features among some of the documents, if those were drawn at random.
double features_among(const ProblemSize& size, double documents) {
  const double share = documents / std::max(1.0, size.documents);
  double features = 0;
  for (const std::uint32_t frequency : size.frequencies) features -= std::expm1(-share * frequency);
  return features;
}

// The same for any number, from a few of them.
class FeatureCounts {
 public:
  explicit FeatureCounts(const ProblemSize& size) {
    for (double documents = 1; documents < 2 * size.documents; documents *= 2) {
      counts_.push_back(features_among(size, documents));
    }
  }
  double among(double documents) const {
    const double place = std::log2(std::max(1.0, documents));
    const auto at = std::min(static_cast<std::size_t>(place), counts_.size() - 1);
    const std::size_t next = std::min(at + 1, counts_.size() - 1);
    const double share = std::min(1.0, place - static_cast<double>(at));
    return counts_[at] * (1 - share) + counts_[next] * share;
  }

 private:
  std::vector<double> counts_;
};

// A flat problem at every inner node; their weights are joined, as blocks of units.
CostEstimate nodes_cost(const ProblemSize& size, const MethodTraits& method, unsigned threads) {
  const FeatureCounts features(size);
  const double words = words_of(size);
  const double epochs = method.learns_online ? online_epochs(method) : epochs_to(size, method);
  CostEstimate cost;
  double joined = 0, stored = 0, largest = 0;
  for (const ProblemSize::Choice& choice : size.choices) {
    const double stride = stride_of(choice.children);
    cost.seconds +=
        epochs * choice.documents * (words * stride * fitted.dense_cell + fitted.node_visit);
    const double known = fitted.shared_words * features.among(choice.documents);
    joined += known * (1 + (choice.children - 1) / block_units<float>);
    stored += known * choice.children;
    largest = std::max(largest, choice.documents * words * 4 * size.real_size);
  }
  cost.seconds = sped_up(cost.seconds, threads, fitted.node_thread_share);
  const StoragePlan plan = plan_node_storage(static_cast<std::size_t>(size.features),
                                             static_cast<std::size_t>(size.nodes) - 1,
                                             static_cast<std::size_t>(size.real_size));
  const bool is_stored = plan.storage == Storage::packed;
  // One node at a time.
  cost.seconds += joined * (is_stored ? fitted.stored_block : fitted.joined_block);
  cost.bytes = largest + size.documents * fitted.dual_bytes / 4;
  cost.bytes += is_stored ? stored * fitted.stored_weight_bytes
                          : joined * fitted.block_bytes * size.real_size / sizeof(float);
  return cost;
}

// Rows of the kernel matrix are computed once where they all fit into the cache, else once a pass.
CostEstimate kernel_cost(const ProblemSize& size, const MethodTraits& method, unsigned threads) {
  const auto cache_bytes = static_cast<double>(
      kernel_cache_bytes(method.kernel_cache_mb, static_cast<std::size_t>(size.documents),
                         static_cast<std::size_t>(size.real_size)));
  const double pairs = size.documents * size.documents;
  const double matrix = pairs * size.real_size;
  const double epochs = method.learns_online ? online_epochs(method) : fitted.kernel_epochs;
  const double again = matrix <= cache_bytes ? 1 : epochs;
  const double product = density_of(size) > 0.5 ? fitted.full_product : fitted.sparse_product;
  CostEstimate cost;
  cost.seconds =
      pairs * (words_of(size) * product * again + fitted.changes_of_document * fitted.score_change);
  cost.seconds = sped_up(cost.seconds, threads, fitted.thread_share);
  const double copies = method.learns_online ? 1 : 3;  // coefficients and scores
  // With several labels there are many working sets, whatever the matrix.
  const double working_sets = method.learns_online ? 0
                              : size.is_multilabel ? fitted.cache_of_sets * cache_bytes
                                                   : fitted.working_sets_of_matrix * matrix;
  cost.bytes = std::min(matrix + working_sets, cache_bytes) +
               copies * size.documents * units_of(size, method) * size.real_size + rows_bytes(size);
  return cost;
}

CostEstimate cost_once(const ProblemSize& size, const MethodTraits& method, unsigned threads) {
  if (method.kernel != KernelKind::linear) return kernel_cost(size, method, threads);
  if (method.cost == CostClass::nodes) return nodes_cost(size, method, threads);
  if (method.learns_online) return online_cost(size, method);
  return joint_cost(size, method, threads);
}

}  // namespace

CostEstimate estimate_cost(const ProblemSize& size, const MethodTraits& method, unsigned threads) {
  CostEstimate cost = cost_once(size, method, std::max(1U, threads));
  const bool is_chosen = method.C && !method.C->value;
  if (is_chosen && !method.learns_online) cost.seconds *= fitted.chosen_C;
  return cost;
}

}  // namespace clade::detail
