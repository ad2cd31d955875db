// Why a model gives its answer, and not another: what every node and every feature adds to the
// scores of the best class and of the one behind it, or of any other.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "clade/features.h"
#include "clade/model.h"

namespace clade {

struct FeatureShare {
  std::uint32_t feature;  // its index as in the data; 0 is the constant of `bias=feature`
  double share;
};

// What a node (or what else has weights: a class, an attribute) has to do with the score of a
// class.
struct NodeShare {
  std::string node;
  // Decoding::best_class: strength times the node's score, which is its share (thesis 3.7).
  // Others: the margin of a node on the path over the best of its siblings, the `rival`.
  double amount = 0;
  std::string rival;
  // The shares of all nodes sum to the score of the class. Where that is the smallest margin of the
  // path, the node that has it has all.
  double share = 0;
  std::vector<FeatureShare> features;  // sum to `amount`; largest first, none is zero
};

struct ClassExplanation {
  ClassId label{};
  double score = 0;
  std::vector<NodeShare> nodes;  // from the root down
};

struct Explanation {
  ClassExplanation answer;
  // The class behind it, or the one that was asked for; nothing where there is one class only.
  std::optional<ClassExplanation> runner_up;
  bool is_asked_for = false;       // the runner-up is the class that was asked for
  std::vector<ClassId> predicted;  // the set of labels that the model gives; may be empty
  // What speaks for the answer and against the runner-up. Decoding::best_class: of their scores.
  // Others: of the nodes where their paths part.
  double lead = 0;
  std::vector<FeatureShare> difference;  // sum to `lead`; largest first, none is zero
};

// `asked`: the classes of which the best stands in the place of the runner-up, where the best of
// all is none of them. Error{usage} for a model with a kernel: its weights belong to training
// examples.
template <class Real>
Explanation explain(const Model& model, BasicSparseRow<Real> row,
                    std::span<const ClassId> asked = {});

// The classes that a label or another node stands for: those at the node and below that can be
// predicted. Error{usage} for an unknown name, and where there are none.
std::vector<ClassId> classes_to_explain(const Model& model, std::string_view label);

// ---- The same with names in the place of numbers (explain() of clade/report.h)

struct ExplainedWord {
  std::string word;  // or the name of a feature, its number, "(constant)"
  double share;
};

struct ExplainedNode {
  std::string node, rival;  // as in NodeShare
  double amount, share;
  std::vector<ExplainedWord> words;
  std::optional<double> probability = {};  // of calibrated models
};

struct ExplainedClass {
  std::string label;
  std::vector<std::string> path;
  double score;
  std::vector<ExplainedNode> nodes;        // from the root down
  std::optional<double> probability = {};  // of calibrated models
};

// A piece of a text: a word with what its features speak for the answer and against the runner-up,
// or something between words, with 0.
struct MarkedPart {
  std::string text;
  double share;
};

struct ExplainedDocument {
  std::string id;
  ExplainedClass answer;  // the best class; predicted unless the set of labels is empty
  std::optional<ExplainedClass> runner_up;  // or the class that was asked for
  bool is_asked_for = false;
  std::vector<std::string> predicted;  // the labels that the model gives, best first; may be none
  double lead = 0;
  std::vector<ExplainedWord> difference;
  std::vector<MarkedPart> text;
  std::string scale;  // standard or minmax: shares are of numbers on that scale; "": as they are
  std::vector<std::string> truth;     // the labels of the record, where the data have them
  std::vector<double> probabilities;  // of `predicted`, of calibrated models; else empty
  std::size_t left_out = 0;           // words of `difference` that are not kept
};

}  // namespace clade
