#include "report/explained_document.h"

#include <algorithm>
#include <nlohmann/json.hpp>
#include <set>
#include <unordered_map>
#include <utility>

#include "base/json_text.h"
#include "base/text.h"
#include "data/feature_index.h"
#include "text/text_parts.h"
#include "text/vectoriser.h"

namespace clade::detail::report {

namespace {

using Json = nlohmann::ordered_json;

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

// A node that was added for a label at an inner node goes by that one's name.
std::string shown_name(const LabelSpace& labels, const std::string& name) {
  const auto node = labels.taxonomy().find(name);
  if (!node || !labels.taxonomy().is_added(*node)) return name;
  return std::string(labels.taxonomy().class_name(*node)) + " (itself)";
}

ExplainedClass named(const Model& model, const Words& words, const ClassExplanation& explained,
                     std::span<const double> node_scores) {
  const LabelSpace& labels = model.label_space();
  ExplainedClass result{std::string(labels.name(explained.label)),
                        labels.path(explained.label, node_scores),
                        explained.score,
                        {}};
  for (const NodeShare& node : explained.nodes) {
    result.nodes.push_back({shown_name(labels, node.node), shown_name(labels, node.rival),
                            node.amount, node.share, named(words, node.features)});
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

Json words_json(const std::vector<ExplainedWord>& words) {
  Json list = Json::array();
  for (const ExplainedWord& word : words) {
    list.push_back(Json{{"word", word.word}, {"share", number_or_null(word.share)}});
  }
  return list;
}

void add_class(const ExplainedClass& explained, Json& json) {
  json["label"] = explained.label;
  json["score"] = number_or_null(explained.score);
  json["path"] = explained.path;
  json["nodes"] = Json::array();
  for (const ExplainedNode& node : explained.nodes) {
    Json entry{{"node", node.node}, {"share", number_or_null(node.share)}};
    if (!node.rival.empty()) {
      entry["margin"] = number_or_null(node.amount);
      entry["rival"] = node.rival;
    }
    entry["words"] = words_json(node.words);
    json["nodes"].push_back(std::move(entry));
  }
}

}  // namespace

template <class Real>
ExplainedDocument explained_document(const Model& model, BasicSparseRow<Real> row,
                                     const DocumentSource& source) {
  const Explanation explanation = explain(model, row, source.asked);
  const Words words(model, source);
  std::vector<double> node_scores(model.label_space().taxonomy().size());
  model.node_scores(row, node_scores);
  ExplainedDocument document;
  document.id = source.id;
  document.answer = named(model, words, explanation.answer, node_scores);
  if (explanation.runner_up) {
    document.runner_up = named(model, words, *explanation.runner_up, node_scores);
  }
  document.is_asked_for = explanation.is_asked_for;
  for (const ClassId c : explanation.predicted) {
    document.predicted.emplace_back(model.label_space().name(c));
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

namespace {

bool is_predicted(const ExplainedDocument& document, const std::string& label) {
  return std::find(document.predicted.begin(), document.predicted.end(), label) !=
         document.predicted.end();
}

}  // namespace

std::string role_of_answer(const ExplainedDocument& document) {
  return is_predicted(document, document.answer.label) ? "answer" : "best class, not predicted:";
}

std::string role_of_other(const ExplainedDocument& document) {
  const bool predicted = is_predicted(document, document.runner_up->label);
  if (document.is_asked_for) {
    return predicted ? "asked for, predicted too:" : "asked for, not predicted:";
  }
  return "runner-up";
}

std::string scale_text(const ExplainedDocument& document) {
  if (document.scale.empty()) return "";
  return "numeric features are scaled (" + document.scale + "): their shares are of scaled values";
}

std::string truth_text(const ExplainedDocument& document) {
  std::vector<std::string> labels;
  for (const std::string& label : document.truth) {
    labels.push_back(label + (is_predicted(document, label) ? " (predicted)" : " (missed)"));
  }
  return labels.empty() ? "" : "true: " + join(labels, ", ");
}

std::string predicted_text(const ExplainedDocument& document) {
  if (document.predicted.empty()) return "no label is predicted";
  if (document.predicted.size() == 1) return "";
  return "predicted: " + join(document.predicted, ", ");
}

Json explanation_json(const ExplainedDocument& document) {
  Json json{{"id", document.id}, {"predicted", document.predicted}};
  if (!document.scale.empty()) json["scale"] = document.scale;
  add_class(document.answer, json);
  if (!document.runner_up) return json;
  add_class(*document.runner_up, json[document.is_asked_for ? "asked" : "runner_up"]);
  json["difference"] = {{"lead", number_or_null(document.lead)},
                        {"words", words_json(document.difference)}};
  return json;
}

template ExplainedDocument explained_document(const Model&, BasicSparseRow<float>,
                                              const DocumentSource&);
template ExplainedDocument explained_document(const Model&, BasicSparseRow<double>,
                                              const DocumentSource&);

}  // namespace clade::detail::report
