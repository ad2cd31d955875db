#include "cli/output/explain_text.h"

#include <fmt/core.h>

#include <algorithm>

#include "base/text.h"
#include "base/wrapped_text.h"
#include "cli/output/help.h"

namespace clade::detail::cli {

namespace {

bool is_predicted(const ExplainedDocument& document, const std::string& label) {
  return std::find(document.predicted.begin(), document.predicted.end(), label) !=
         document.predicted.end();
}

// What the best class and the one beside it are called.
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

// Which labels are predicted, where that is not the answer alone; else "".
std::string predicted_text(const ExplainedDocument& document) {
  if (document.predicted.empty()) return "no label is predicted";
  if (document.predicted.size() == 1) return "";
  return "predicted: " + join(document.predicted, ", ");
}

std::string words_text(const std::vector<ExplainedWord>& words, std::size_t most) {
  const std::size_t shown = most == 0 ? words.size() : std::min(most, words.size());
  std::string text;
  for (std::size_t k = 0; k < shown; ++k) {
    text += fmt::format("{}{} {:+.3g}", k == 0 ? "" : ", ", words[k].word, words[k].share);
  }
  if (shown < words.size()) text += fmt::format(", and {} more", words.size() - shown);
  return text;
}

std::string node_text(const ExplainedNode& node, std::size_t most) {
  std::string text = fmt::format("{:+.4g}", node.share);
  if (!node.rival.empty()) text += fmt::format(" ({:+.4g} over {})", node.amount, node.rival);
  const std::string words = words_text(node.words, most);
  return words.empty() ? text : text + ": " + words;
}

std::string class_text(const std::string& role, const ExplainedClass& explained, std::size_t most) {
  std::vector<std::pair<std::string, std::string>> rows;
  for (const ExplainedNode& node : explained.nodes) {
    rows.emplace_back(node.node, node_text(node, most));
  }
  return fmt::format("{} {} (score {:.4g}), {}\n", role, explained.label, explained.score,
                     join(explained.path, " > ")) +
         two_columns(rows);
}

}  // namespace

std::string explanation_text(const ExplainedDocument& document, std::size_t words) {
  std::string text = fmt::format("{}\n", document.id);
  const std::string predicted = predicted_text(document);
  if (!predicted.empty()) text += predicted + '\n';
  const std::string scale = scale_text(document);
  if (!scale.empty()) text += scale + '\n';
  text += class_text(role_of_answer(document), document.answer, words);
  if (!document.runner_up) return text;
  text += class_text(role_of_other(document), *document.runner_up, words);
  text += fmt::format("{} leads {} by {:.4g}\n", document.answer.label, document.runner_up->label,
                      document.lead);
  const std::string difference = words_text(document.difference, words);
  if (!difference.empty()) text += "  " + wrapped(difference, 2) + "\n";
  return text;
}

}  // namespace clade::detail::cli
