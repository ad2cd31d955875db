#include "pipeline/explained_document.h"

#include <algorithm>
#include <cmath>
#include <functional>
#include <optional>
#include <set>
#include <unordered_map>
#include <utility>

#include "data/feature_index.h"
#include "taxonomy/shown_name.h"
#include "text/text_parts.h"
#include "text/vectoriser.h"

namespace clade::detail {

namespace {

// Features by name, and texts by feature.
class Words {
 public:
  Words(const Model& model, const DocumentSource& source) : source_(source) {
    if (model.vectoriser() != nullptr) names_ = &model.vectoriser()->fitted().names;
    if (hash_bits() == 0) return;
    // The model has numbers only; the words are in the document.
    for_each_term(source_.text, [this](std::string_view term) {
      of_hash_.try_emplace(hashed_term_index(term, hash_bits()), term);
    });
  }

  std::string name(std::uint32_t feature) const {
    if (feature == FeatureIndex::constant) return "(constant)";
    const auto hashed = of_hash_.find(feature);
    if (hashed != of_hash_.end()) return hashed->second;
    // A term of a part of the text that is not at hand.
    if (hash_bits() > 0 && feature >= first_hashed_index) return "(a word further on)";
    const std::size_t number = feature - FeatureNames::first_index;
    const bool is_named =
        names_ != nullptr && feature >= FeatureNames::first_index && number < names_->size();
    return is_named ? std::string(names_->name(number)) : std::to_string(feature);
  }

  // What the terms of a single word are, each once.
  std::set<std::uint32_t> features_of(std::string_view word) const {
    std::set<std::uint32_t> features;
    for_each_term(word, [&](std::string_view term) {
      features.insert(hash_bits() > 0     ? hashed_term_index(term, hash_bits())
                      : names_ != nullptr ? names_->find(FeatureNames::term_mark, term)
                                          : FeatureNames::unknown);
    });
    features.erase(FeatureNames::unknown);
    return features;
  }

 private:
  int hash_bits() const { return source_.analyzer == nullptr ? 0 : source_.analyzer->hash_bits(); }

  template <class Use>
  void for_each_term(std::string_view text, const Use& use) const {
    struct Sink final : TermSink {
      explicit Sink(const Use& call) : call_(call) {}
      void term(std::string_view term) override { call_(term); }
      const Use& call_;
    };
    Sink sink(use);
    if (source_.analyzer != nullptr) source_.analyzer->analyze(text, sink);
  }

  const DocumentSource& source_;
  const FeatureNames* names_ = nullptr;
  std::unordered_map<std::uint32_t, std::string> of_hash_;
};

std::vector<ExplainedWord> named(const Words& words, const std::vector<FeatureShare>& shares) {
  std::vector<ExplainedWord> result;
  result.reserve(shares.size());
  for (const FeatureShare& share : shares)
    result.push_back({words.name(share.feature), share.share});
  return result;
}

// Not all that has weights is a node.
std::string shown_name(const LabelSpace& labels, const std::string& name) {
  const auto node = labels.taxonomy().find(name);
  return node ? detail::shown_name(labels.taxonomy(), *node) : name;
}

// What a model says of one row, with what is needed to name it.
struct Answered {
  const Model& model;
  const Words& words;
  std::vector<double> node_scores;
  std::optional<Probabilities> probabilities;

  std::optional<double> of_class(ClassId label) const {
    if (!probabilities) return std::nullopt;
    return probabilities->classes[index_of(label)];
  }
  std::optional<double> of_node(const std::string& name) const {
    const auto node = model.label_space().taxonomy().find(name);
    if (!probabilities || !node) return std::nullopt;
    return probabilities->nodes[index_of(*node)];
  }
};

ExplainedClass named(const Answered& answered, const ClassExplanation& explained) {
  const LabelSpace& labels = answered.model.label_space();
  ExplainedClass result{std::string(labels.name(explained.label)),
                        labels.path(explained.label, answered.node_scores),
                        explained.score,
                        {},
                        answered.of_class(explained.label)};
  for (const NodeShare& node : explained.nodes) {
    result.nodes.push_back({shown_name(labels, node.node), shown_name(labels, node.rival),
                            node.amount, node.share, named(answered.words, node.features),
                            answered.of_node(node.node)});
  }
  return result;
}

std::vector<MarkedPart> marked(const Words& words, std::string_view text,
                               const std::unordered_map<std::uint32_t, double>& share_of) {
  std::vector<MarkedPart> parts;
  for (const TextPart& part : text_parts(text)) {
    double share = 0;
    if (part.is_word) {
      for (const std::uint32_t feature : words.features_of(part.text)) {
        const auto found = share_of.find(feature);
        if (found != share_of.end()) share += found->second;
      }
    }
    const bool joins = share == 0 && !parts.empty() && parts.back().share == 0;
    if (joins) {
      parts.back().text += part.text;
    } else {
      parts.push_back({std::string(part.text), share});
    }
  }
  return parts;
}

std::string scale_of(const Model& model) {
  if (model.vectoriser() == nullptr || model.vectoriser()->fitted().scaling.empty()) return "";
  const Scale scale = model.vectoriser()->fitted().params.numbers.scale;
  return scale == Scale::none ? "" : enum_name(scale);
}

std::vector<FeatureShare> all_features(const ClassExplanation& explained) {
  std::vector<FeatureShare> all;
  for (const NodeShare& node : explained.nodes) {
    all.insert(all.end(), node.features.begin(), node.features.end());
  }
  return all;
}

}  // namespace

template <class Real>
ExplainedDocument explained_document(const Model& model, BasicSparseRow<Real> row,
                                     const DocumentSource& source) {
  const Explanation explanation = explain(model, row, source.asked);
  const Words words(model, source);
  Answered answered{model, words, std::vector<double>(model.label_space().taxonomy().size()), {}};
  model.node_scores(row, answered.node_scores);
  if (source.probabilities != nullptr) {
    std::vector<double> scores(model.label_space().size());
    model.scores(row, std::span(scores));
    source.probabilities->apply(scores, answered.probabilities.emplace());
  }
  ExplainedDocument document;
  document.id = source.id;
  document.answer = named(answered, explanation.answer);
  if (explanation.runner_up) document.runner_up = named(answered, *explanation.runner_up);
  document.is_asked_for = explanation.is_asked_for;
  for (const ClassId c : explanation.predicted) {
    document.predicted.emplace_back(model.label_space().name(c));
    if (const auto p = answered.of_class(c)) document.probabilities.push_back(*p);
  }
  document.lead = explanation.lead;
  document.difference = named(words, explanation.difference);
  std::unordered_map<std::uint32_t, double> share_of;
  for (const FeatureShare& share :
       explanation.runner_up ? explanation.difference : all_features(explanation.answer)) {
    share_of[share.feature] += share.share;
  }
  document.text = marked(words, source.text, share_of);
  document.scale = scale_of(model);
  document.truth = source.truth;
  return document;
}

bool is_explainable(const Model& model) { return model.kernel() == KernelKind::linear; }

void keep_strongest(ExplainedDocument& document, std::size_t words, std::size_t marks) {
  for (ExplainedNode& node : document.answer.nodes) node.words.clear();
  if (document.runner_up) {
    for (ExplainedNode& node : document.runner_up->nodes) node.words.clear();
  }
  if (document.difference.size() > words) {  // the strongest come first
    document.left_out = document.difference.size() - words;
    document.difference.resize(words);
  }
  std::vector<double> strengths;
  for (const MarkedPart& part : document.text) {
    if (part.share != 0) strengths.push_back(std::abs(part.share));
  }
  if (strengths.size() <= marks) return;
  const auto weakest = strengths.begin() + static_cast<std::ptrdiff_t>(marks);
  std::nth_element(strengths.begin(), weakest, strengths.end(), std::greater<>());
  for (MarkedPart& part : document.text) {
    if (std::abs(part.share) <= *weakest) part.share = 0;
  }
}

template ExplainedDocument explained_document(const Model&, BasicSparseRow<float>,
                                              const DocumentSource&);
template ExplainedDocument explained_document(const Model&, BasicSparseRow<double>,
                                              const DocumentSource&);

}  // namespace clade::detail
