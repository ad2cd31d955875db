#include "method/cost_estimate.h"

#include <algorithm>
#include <cmath>
#include <functional>

#include "linear/weight_rows.h"
#include "method/node_store.h"

namespace clade {

namespace {

// Everything that was fitted, on one core of a server of 2023. A cell is one weight of one feature
// of one document; seconds are of one pass.
struct Constants {
  // Dense rows of weights, and those that are kept as blocks of units.
  double dense_cell = 0.17e-9, sparse_cell = 0.4e-9, online_sparse_cell = 0.2e-9;
  double visit = 0.2e-6;   // of one document, however short
  double hierarchy = 1.6;  // times as long with units for nodes above the classes

  // Large joint problems that the solver of large problems takes: rows of the most frequent
  // features within so many bytes (SplitBackend::usual_row_bytes), of those that so many documents
  // have; scores of a batch of documents, twice; and the weights that the model keeps.
  double tile_cell = 0.28e-9;
  double row_bytes = 4.0 * (1U << 30), least_for_row = 16, batch = 2 * 4096, model_bytes = 2e9;
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

  // A second thread adds that much of a first one.
  double thread_share = 0.5, node_thread_share = 0.8;
};
constexpr Constants fitted;

double units_of(const CostShape& shape, const CostOptions& options) {
  return options.is_flat ? shape.classes : shape.nodes;
}

double stride_of(double units) {
  return static_cast<double>(WeightRows<float>::stride_for(static_cast<std::size_t>(units)));
}

double words_of(const CostShape& shape) { return shape.values / std::max(1.0, shape.documents); }

// The share of all features that a document has.
double density_of(const CostShape& shape) {
  return words_of(shape) / std::max(1.0, shape.features);
}

double epochs_to(const CostShape& shape, const CostOptions& options) {
  double epochs = fitted.epochs + fitted.short_document_epochs / std::max(1.0, words_of(shape));
  const double decades = std::log10(1e-3 / options.tolerance);
  epochs *= std::max(0.3, 1 + fitted.epochs_per_decade * decades);
  const double C = options.C == 0 ? 1 : options.C;
  epochs *= std::isinf(C) ? 10 : std::clamp(std::pow(C, fitted.epochs_of_C), 0.3, 10.0);
  epochs *= 1 + fitted.full_row_epochs * std::pow(density_of(shape), 2);
  if (options.is_binary) epochs *= fitted.binary_epochs;
  if (options.has_free_bias) epochs *= fitted.free_bias_epochs;
  if (options.is_psi) epochs *= fitted.psi_epochs;
  return std::min(epochs, options.max_epochs);
}

double online_epochs(const CostOptions& options) {
  return std::min(options.epochs, fitted.most_online_epochs);
}

// How many of `places` are hit by so many throws at random.
double hit(double places, double throws) { return places * -std::expm1(-throws / places); }

struct Weights {
  double cells = 0;  // that one pass reads
  double bytes = 0;
  double cell = 0;  // the time of one
};

// As method/train_large.h and solver/split_backend.h decide.
bool is_for_large_solver(const CostShape& shape, const CostOptions& options) {
  return options.kind == CostClass::joint && !options.is_online && !options.is_binary &&
         !options.has_pair_slacks && !options.has_constant && !options.has_paper_solver &&
         shape.real_size == sizeof(float) && std::isfinite(options.C);
}

// The most frequent features have rows, all documents are scored against these in batches.
Weights split_weights(const CostShape& shape, double stride) {
  std::vector<std::uint32_t> counts = shape.frequencies;
  std::sort(counts.begin(), counts.end(), std::greater<>());
  Weights weights{0, fitted.batch * stride * sizeof(float), fitted.tile_cell};
  const double most = fitted.row_bytes / (stride * sizeof(float));
  for (std::size_t j = 0; j < counts.size() && static_cast<double>(j) < most; ++j) {
    if (counts[j] < fitted.least_for_row) break;
    weights.cells += counts[j] * stride;
    weights.bytes += stride * sizeof(float);
  }
  // The rows of data once more, apart for frequent and rare features, and what the model keeps.
  weights.bytes += 2 * shape.values * sizeof(Feature);
  double kept = 0;
  for (const std::uint32_t frequency : shape.frequencies) {
    kept += hit(stride, frequency * fitted.blocks_of_document) * 4;
  }
  weights.bytes += std::min(kept, fitted.model_bytes);
  return weights;
}

// Rows over all units: dense up to a size, then blocks of units where some document reached them.
Weights joint_weights(const CostShape& shape, const CostOptions& options) {
  const double units = units_of(shape, options), stride = stride_of(units);
  const auto form = shape.real_size == sizeof(double)
                        ? WeightRows<double>::form_for(static_cast<std::size_t>(shape.features),
                                                       static_cast<std::size_t>(units))
                        : WeightRows<float>::form_for(static_cast<std::size_t>(shape.features),
                                                      static_cast<std::size_t>(units));
  // Ranking compares classes and has to go through the nodes above them; signs are cheaper.
  const double effort = options.is_flat || options.is_binary ? 1 : fitted.hierarchy;
  if (form == RowForm::dense) {
    // Online methods make a second copy in the end.
    const double copies = options.is_online ? 2 : 1;
    return {shape.values * stride, copies * shape.features * stride * shape.real_size,
            effort * fitted.dense_cell};
  }
  if (is_for_large_solver(shape, options)) return split_weights(shape, stride);
  const double blocks = stride / block_units<float>;
  const double of_document =
      options.is_online ? fitted.blocks_of_mistakes : fitted.blocks_of_document;
  const double cell = options.is_online ? fitted.online_sparse_cell : fitted.sparse_cell;
  Weights weights{0, 0, effort * cell};
  for (const std::uint32_t frequency : shape.frequencies) {
    const double reached = hit(blocks, frequency * of_document);
    weights.cells += frequency * reached * block_units<float>;
    weights.bytes += reached * fitted.block_bytes * shape.real_size / sizeof(float);
  }
  return weights;
}

double rows_bytes(const CostShape& shape) {
  return shape.is_numbered ? 0 : shape.values * (2 * shape.real_size) + shape.documents * 8;
}

double sped_up(double seconds, unsigned threads, double share) {
  return seconds / (1 + share * (threads - 1));
}

CostEstimate joint_cost(const CostShape& shape, const CostOptions& options) {
  const Weights weights = joint_weights(shape, options);
  const double epochs = epochs_to(shape, options);
  CostEstimate cost;
  cost.seconds = epochs * (weights.cells * weights.cell + shape.documents * fitted.visit);
  // Small problems take their visits one after the other.
  constexpr double large = 50'000;
  if (weights.cells > large * shape.documents) {
    cost.seconds = sped_up(cost.seconds, options.threads, fitted.thread_share);
  }
  cost.bytes = weights.bytes + rows_bytes(shape) + shape.documents * fitted.dual_bytes;
  return cost;
}

CostEstimate online_cost(const CostShape& shape, const CostOptions& options) {
  const Weights weights = joint_weights(shape, options);
  CostEstimate cost;
  cost.seconds =
      online_epochs(options) * (weights.cells * weights.cell + shape.documents * fitted.visit);
  cost.bytes = weights.bytes + rows_bytes(shape);
  return cost;
}

// Different features among some of the documents, if those were drawn at random.
double features_among(const CostShape& shape, double documents) {
  const double share = documents / std::max(1.0, shape.documents);
  double features = 0;
  for (const std::uint32_t frequency : shape.frequencies)
    features -= std::expm1(-share * frequency);
  return features;
}

// The same for any number, from a few of them.
class FeatureCounts {
 public:
  explicit FeatureCounts(const CostShape& shape) {
    for (double documents = 1; documents < 2 * shape.documents; documents *= 2) {
      counts_.push_back(features_among(shape, documents));
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
CostEstimate nodes_cost(const CostShape& shape, const CostOptions& options) {
  const FeatureCounts features(shape);
  const double words = words_of(shape);
  const double epochs = options.is_online ? online_epochs(options) : epochs_to(shape, options);
  CostEstimate cost;
  double joined = 0, stored = 0, largest = 0;
  for (const CostShape::Choice& choice : shape.choices) {
    const double stride = stride_of(choice.children);
    cost.seconds +=
        epochs * choice.documents * (words * stride * fitted.dense_cell + fitted.node_visit);
    const double known = fitted.shared_words * features.among(choice.documents);
    joined += known * (1 + (choice.children - 1) / block_units<float>);
    stored += known * choice.children;
    largest = std::max(largest, choice.documents * words * 4 * shape.real_size);
  }
  cost.seconds = sped_up(cost.seconds, options.threads, fitted.node_thread_share);
  const bool is_stored = shape.real_size == sizeof(float) &&
                         needs_node_store(static_cast<std::size_t>(shape.features),
                                          static_cast<std::size_t>(shape.nodes) - 1);
  // One node at a time.
  cost.seconds += joined * (is_stored ? fitted.stored_block : fitted.joined_block);
  cost.bytes = largest + shape.documents * fitted.dual_bytes / 4;
  cost.bytes += is_stored ? stored * fitted.stored_weight_bytes
                          : joined * fitted.block_bytes * shape.real_size / sizeof(float);
  return cost;
}

// Rows of the kernel matrix are computed once where they all fit into the cache, else once a pass.
CostEstimate kernel_cost(const CostShape& shape, const CostOptions& options) {
  const double pairs = shape.documents * shape.documents;
  const double matrix = pairs * shape.real_size;
  const double epochs = options.is_online ? online_epochs(options) : fitted.kernel_epochs;
  const double again = matrix <= options.cache_bytes ? 1 : epochs;
  const double product = density_of(shape) > 0.5 ? fitted.full_product : fitted.sparse_product;
  CostEstimate cost;
  cost.seconds = pairs * (words_of(shape) * product * again +
                          fitted.changes_of_document * fitted.score_change);
  cost.seconds = sped_up(cost.seconds, options.threads, fitted.thread_share);
  cost.bytes = std::min(matrix, options.cache_bytes) +
               shape.documents * units_of(shape, options) * shape.real_size + rows_bytes(shape);
  return cost;
}

CostEstimate cost_once(const CostShape& shape, const CostOptions& options) {
  if (options.has_kernel) return kernel_cost(shape, options);
  if (options.kind == CostClass::nodes) return nodes_cost(shape, options);
  if (options.is_online) return online_cost(shape, options);
  return joint_cost(shape, options);
}

}  // namespace

CostEstimate estimate_cost(const CostShape& shape, const CostOptions& options) {
  CostEstimate cost = cost_once(shape, options);
  if (options.C == 0 && !options.is_online) cost.seconds *= fitted.chosen_C;
  return cost;
}

}  // namespace clade
