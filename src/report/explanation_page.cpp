#include "report/explanation_page.h"

#include <fmt/core.h>

#include <algorithm>
#include <cctype>
#include <cmath>

#include "base/text.h"
#include "report/explained_document.h"
#include "report/html_text.h"

namespace clade::detail::report {

namespace {

// Words that count for less than this part of the strongest one are not marked.
constexpr double faintest = 0.15;

constexpr const char* style =
    ":root{color-scheme:light dark}"
    "body{background:#fff;color:#17202a;font:16px/1.5 system-ui,sans-serif;margin:2rem auto;"
    "max-width:60rem;padding:0 1rem}"
    "h1{font-size:1.5rem}h2{font-size:1.15rem;margin-top:2.5rem}h3{font-size:1rem}"
    "h2,h3{overflow-wrap:anywhere}"
    ".text{white-space:pre-wrap;overflow-wrap:anywhere;border-left:3px solid #8a949e;"
    "padding-left:1rem}"
    "mark{color:#17202a;border-radius:.2em;padding:0 .1em}"
    ".for{background:rgb(40 130 220/var(--share));text-decoration:underline}"
    ".against{background:rgb(220 110 20/var(--share));text-decoration:underline dotted}"
    "table{border-collapse:collapse;margin:.5rem 0}"
    "th,td{text-align:left;vertical-align:top;padding:.15rem .9rem .15rem 0}"
    "td.number{text-align:right;font-variant-numeric:tabular-nums;white-space:nowrap}"
    "small,.note{color:#52606d}"
    "@media (prefers-color-scheme:dark){body{background:#14181d}body,mark{color:#f2f5f8}"
    "small,.note{color:#a7b3bf}}"
    "@media (max-width:40rem){body{margin:1rem auto;padding:0 .75rem}tr:first-child{display:none}"
    "table,tbody,tr{display:block}tr{padding:.35rem 0;border-top:1px solid #8a949e}"
    "td,td.number{display:block;overflow-wrap:anywhere;text-align:left;white-space:normal;"
    "padding:0}}"
    "@media print{body{margin:0}}";

std::string mark(const MarkedPart& part, double largest) {
  if (!(largest > 0) || std::abs(part.share) < faintest * largest) return escaped(part.text);
  const double strength = 0.12 + 0.5 * std::min(1.0, std::abs(part.share) / largest);
  return fmt::format("<mark class=\"{}\" style=\"--share:{:.2f}\" title=\"{:+.4g}\">{}</mark>",
                     part.share > 0 ? "for" : "against", strength, part.share, escaped(part.text));
}

double largest_share(const ExplainedDocument& document) {
  double largest = 0;
  for (const MarkedPart& part : document.text) {
    largest = std::max(largest, std::abs(part.share));
  }
  return largest;
}

class Page {
 public:
  explicit Page(std::size_t words) : most_words_(words) {}

  std::string document(const ExplainedDocument& document) const {
    std::string text = fmt::format(
        "<h2>{}: {}</h2>\n", escaped(document.id),
        document.predicted.empty() ? "no label" : escaped(join(document.answer.path, " > ")));
    for (const std::string& line :
         {predicted_text(document), truth_text(document), scale_text(document)}) {
      if (!line.empty()) text += fmt::format("<p class=\"note\">{}</p>\n", escaped(line));
    }
    const double largest = largest_share(document);
    if (!document.text.empty()) {
      text += "<p class=\"text\">";
      for (const MarkedPart& part : document.text) text += mark(part, largest);
      text += "</p>\n";
    }
    text += explained_class(role_of_answer(document), document.answer);
    if (!document.runner_up) return text;
    return text + explained_class(role_of_other(document), *document.runner_up) +
           fmt::format("<h3>{} leads {} by {:.4g}</h3>\n<p>{}</p>\n",
                       escaped(document.answer.label), escaped(document.runner_up->label),
                       document.lead, words(document.difference));
  }

 private:
  std::string explained_class(std::string role, const ExplainedClass& explained) const {
    role.front() = static_cast<char>(std::toupper(static_cast<unsigned char>(role.front())));
    if (!role.ends_with(':')) role += ':';
    std::string text = fmt::format(
        "<h3>{} {}, score "
        "{:.4g}</h3>\n<table><tr><th>node</th><th>share</th><th>words</th></tr>\n",
        role, escaped(explained.label), explained.score);
    for (const ExplainedNode& node : explained.nodes) {
      const std::string against =
          node.rival.empty()
              ? ""
              : fmt::format("<br><small>{:+.4g} over {}</small>", node.amount, escaped(node.rival));
      text += fmt::format("<tr><td>{}{}</td><td class=\"number\">{:+.4g}</td><td>{}</td></tr>\n",
                          escaped(node.node), against, node.share, words(node.words));
    }
    return text + "</table>\n";
  }

  std::string words(const std::vector<ExplainedWord>& list) const {
    const std::size_t shown = most_words_ == 0 ? list.size() : std::min(most_words_, list.size());
    std::string text;
    for (std::size_t k = 0; k < shown; ++k) {
      text += fmt::format("{}{} <small>{:+.3g}</small>", k == 0 ? "" : ", ", escaped(list[k].word),
                          list[k].share);
    }
    if (shown < list.size())
      text += fmt::format(" <small>and {} more</small>", list.size() - shown);
    return text;
  }

  std::size_t most_words_;
};

}  // namespace

std::string explanation_page(std::span<const ExplainedDocument> documents, std::size_t words) {
  std::string text = fmt::format(
      "<!doctype html>\n<html lang=\"en\"><head><meta charset=\"utf-8\">"
      "<meta http-equiv=\"Content-Security-Policy\" content=\"default-src 'none'; style-src "
      "'unsafe-inline'\">"
      "<meta name=\"viewport\" content=\"width=device-width,initial-scale=1\">"
      "<title>Explained answers</title><style>{}</style></head><body><main>\n<h1>Explained "
      "answers</h1>\n"
      "<p class=\"note\">Marked words speak <mark class=\"for\" style=\"--share:.4\">for the "
      "answer</mark> or <mark class=\"against\" style=\"--share:.4\">for the class beside "
      "it</mark>, the stronger the more they count; words below {:.0f} % of a document's strongest "
      "are not marked. The shares of the nodes sum to the score of a class.</p>\n",
      style, 100 * faintest);
  const Page page(words);
  for (const ExplainedDocument& document : documents) text += page.document(document);
  return text + "</main></body></html>\n";
}

}  // namespace clade::detail::report
