// Ontologies in OBO 1.2 and 1.4: the terms and their is_a.
#include <optional>
#include <unordered_map>
#include <unordered_set>
#include <utility>
#include <vector>

#include "base/fail.h"
#include "base/text.h"
#include "taxonomy/format_functions.h"
#include "taxonomy/obo_lines.h"
#include "taxonomy/term_names.h"

namespace clade::detail {

namespace {

struct OboEdge {
  std::size_t child;
  std::string parent;
  std::size_t line;
};

struct OtherId {
  std::string id, target;
};

struct OboStanza {
  std::size_t line = 0;
  std::string id, label;
  bool is_obsolete = false;
  std::vector<std::pair<std::string, std::size_t>> parents;  // with their lines
  std::vector<std::string> other_ids;
  std::vector<std::string> replacements, proposals;  // replaced_by, consider
};

class OboReader {
 public:
  OboReader(std::string_view text, const TaxonomyReadOptions& options, TaxonomyDraft& draft)
      : lines_(text, draft.source()), options_(options), draft_(draft) {}

  void read() {
    std::optional<OboStanza> stanza;
    OboLine line;
    while (lines_.next(line)) {
      if (!line.stanza.empty()) {
        if (stanza) close(*stanza);
        stanza.reset();
        if (line.stanza == "Term") stanza.emplace().line = line.number;
      } else if (stanza) {
        take(line, *stanza);
      }
    }
    if (stanza) close(*stanza);
    add_to_draft();
  }

 private:
  void take(const OboLine& line, OboStanza& stanza) {
    if (line.tag == "id") {
      if (!stanza.id.empty()) fail_at(line.number, "expected one id in a term, got another");
      stanza.id = word(line, 0, 1);
    } else if (line.tag == "name") {
      stanza.label = obo_text(line.value);
    } else if (line.tag == "is_a") {
      stanza.parents.emplace_back(word(line, 0, 1), line.number);
    } else if (line.tag == "alt_id") {
      stanza.other_ids.push_back(word(line, 0, 1));
    } else if (line.tag == "replaced_by") {
      stanza.replacements.push_back(word(line, 0, 1));
    } else if (line.tag == "consider") {
      stanza.proposals.push_back(word(line, 0, 1));
    } else if (line.tag == "is_obsolete") {
      stanza.is_obsolete = truth(line);
    } else if (line.tag == "relationship" && word(line, 0, 2) == "part_of" && options_.part_of) {
      stanza.parents.emplace_back(word(line, 1, 2), line.number);
    }
  }

  // The word at `place` of a value that has `least` words. More words behind an id are the name of
  // what it means, in files that leave out the '!'.
  std::string word(const OboLine& line, std::size_t place, std::size_t least) {
    std::vector<std::string> words = obo_words(line.value);
    if (words.size() < least || words[place].empty()) {
      fail_at(line.number,
              fmt::format("{}: expected {}, got {}", line.tag,
                          least == 1 ? "an id" : "the name of a relationship and an id",
                          quoted(trim(line.value))));
    }
    return std::move(words[place]);
  }

  bool truth(const OboLine& line) {
    const std::string value = obo_text(line.value);
    if (value != "true" && value != "false") {
      fail_at(line.number, fmt::format("{}: expected true or false, got {}", line.tag,
                                       clade::detail::quoted(value)));
    }
    return value == "true";
  }

  void close(OboStanza& stanza) {
    if (stanza.id.empty()) fail_at(stanza.line, "expected an id in this term, got none");
    if (stanza.is_obsolete) {
      ++obsolete_;
      stanza.other_ids.push_back(stanza.id);
      for (const std::string& id : stanza.other_ids) {
        obsolete_ids_.insert(id);
        draft_.add_obsolete({id, stanza.replacements, stanza.proposals});
      }
      if (stanza.replacements.size() != 1) return;
      for (std::string& id : stanza.other_ids)
        others_.push_back({std::move(id), stanza.replacements[0]});
      return;
    }
    const auto [entry, is_new] = numbers_.try_emplace(stanza.id, terms_.size());
    if (!is_new) {
      draft_.add_note(stanza.line,
                      fmt::format("the id {} is that of an earlier term: both are taken for one",
                                  quoted(stanza.id)));
    } else {
      terms_.push_back({stanza.id, stanza.label, stanza.line});
    }
    for (auto& [parent, line] : stanza.parents) {
      edges_.push_back({entry->second, std::move(parent), line});
    }
    for (std::string& id : stanza.other_ids) others_.push_back({std::move(id), stanza.id});
  }

  // The term that an id means, through alternative and replaced ids; one that no stanza describes
  // is a term without a name.
  std::size_t term(const std::string& id, std::size_t line) {
    const auto known = numbers_.find(id);
    if (known != numbers_.end()) return known->second;
    draft_.add_note(line, fmt::format("{} is used, but no term describes it", quoted(id)));
    numbers_.emplace(id, terms_.size());
    terms_.push_back({id, "", line});
    return terms_.size() - 1;
  }

  // Whether the edge leads to an obsolete term that no other took the place of.
  bool is_gone(const OboEdge& edge) {
    if (numbers_.count(edge.parent) > 0 || obsolete_ids_.count(edge.parent) == 0) return false;
    draft_.add_note(edge.line,
                    fmt::format("{} is obsolete: the edge to it is left out", quoted(edge.parent)));
    return true;
  }

  void resolve_other_ids() {
    // An id may be replaced by one that is replaced: a few rounds, as they may go in circles.
    for (int round = 0; round < 8; ++round) {
      for (const OtherId& other : others_) {
        const auto target = numbers_.find(other.target);
        if (target == numbers_.end()) continue;
        const auto [entry, is_new] = numbers_.try_emplace(other.id, target->second);
        if (is_new) aliases_.emplace_back(other.id, entry->second);
      }
    }
  }

  void add_to_draft() {
    resolve_other_ids();
    std::vector<std::size_t> parents;
    std::erase_if(edges_, [&](const OboEdge& edge) { return is_gone(edge); });
    for (const OboEdge& edge : edges_) parents.push_back(term(edge.parent, edge.line));
    const bool by_label = options_.naming == NodeNaming::label;
    const std::vector<std::string> names = names_of_terms(terms_, by_label);
    std::vector<NodeId> nodes;
    for (std::size_t i = 0; i < names.size(); ++i) {
      nodes.push_back(draft_.node(names[i]));
      const std::string& label = terms_[i].label;
      if (!by_label && !label.empty()) draft_.set_title(nodes[i], name_of_text(label));
      if (terms_[i].id != names[i]) draft_.add_alias(terms_[i].id, nodes[i]);
    }
    for (std::size_t i = 0; i < edges_.size(); ++i) {
      draft_.add_edge(nodes[parents[i]], nodes[edges_[i].child], edges_[i].line);
    }
    for (auto& [alias, target] : aliases_) draft_.add_alias(std::move(alias), nodes[target]);
    if (obsolete_ > 0)
      draft_.add_note(0, fmt::format("obsolete terms are left out: {}", obsolete_));
  }

  [[noreturn]] void fail_at(std::size_t line, const std::string& message) const {
    fail(ErrorKind::input, "{}:{}: {}", draft_.source(), line, message);
  }

  OboLines lines_;
  const TaxonomyReadOptions& options_;
  TaxonomyDraft& draft_;
  std::vector<Term> terms_;
  std::unordered_map<std::string, std::size_t> numbers_;  // by id
  std::vector<OboEdge> edges_;
  std::vector<OtherId> others_;
  std::vector<std::pair<std::string, std::size_t>> aliases_;
  std::unordered_set<std::string> obsolete_ids_;
  std::size_t obsolete_ = 0;
};

// By node: the aliases that mean it alone and are no name of a node.
std::vector<std::vector<std::string>> other_ids_of(const TaxonomyDocument& document) {
  std::unordered_map<std::string_view, std::size_t> uses;
  for (const auto& alias : document.aliases) ++uses[alias.name];
  std::vector<std::vector<std::string>> ids(document.taxonomy.size());
  for (const auto& alias : document.aliases) {
    if (uses[alias.name] > 1 || document.taxonomy.find(alias.name)) continue;
    ids[index_of(alias.node)].push_back(obo_escaped(alias.name));
  }
  return ids;
}

}  // namespace

void read_obo(std::string_view text, const TaxonomyReadOptions& options, TaxonomyDraft& draft) {
  OboReader(text, options, draft).read();
}

std::string write_obo(const TaxonomyDocument& document, const std::string& /*separator*/) {
  const Taxonomy& taxonomy = document.taxonomy;
  const std::vector<std::vector<std::string>> other_ids = other_ids_of(document);
  std::string text = "format-version: 1.4\n";
  for (std::size_t i = 0; i < taxonomy.size(); ++i) {
    const NodeId node = node_at(i);
    if (taxonomy.name(node).empty()) continue;  // terms without is_a need no common root
    const std::string id = obo_escaped(taxonomy.name(node));
    const std::string_view title = document.title(node);
    text +=
        fmt::format("\n[Term]\nid: {}\nname: {}\n", id, title.empty() ? id : obo_escaped(title));
    for (const std::string& other : other_ids[i]) text += fmt::format("alt_id: {}\n", other);
    for (const NodeId parent : taxonomy.parents(node)) {
      if (taxonomy.name(parent).empty()) continue;
      text += fmt::format("is_a: {}\n", obo_escaped(taxonomy.name(parent)));
    }
  }
  return text;
}

}  // namespace clade::detail
