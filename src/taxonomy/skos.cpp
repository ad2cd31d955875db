// Thesauri in SKOS: concepts, skos:broader and skos:narrower.
#include <algorithm>
#include <unordered_map>
#include <utility>
#include <vector>

#include "base/fail.h"
#include "base/text.h"
#include "taxonomy/format_functions.h"
#include "taxonomy/rdf_triples.h"
#include "taxonomy/term_names.h"

namespace clade::detail {

namespace {

constexpr std::string_view skos = "http://www.w3.org/2004/02/skos/core#";
constexpr std::string_view rdf_type = "http://www.w3.org/1999/02/22-rdf-syntax-ns#type";

// The part of an IRI of SKOS behind the namespace; "" for others.
std::string_view skos_word(std::string_view iri) {
  return iri.starts_with(skos) ? iri.substr(skos.size()) : std::string_view();
}

bool same_language(std::string_view a, std::string_view b) {
  return a.size() == b.size() && std::equal(a.begin(), a.end(), b.begin(), [](char x, char y) {
           return (x | 0x20) == (y | 0x20);
         });
}

// How well a label of the language `found` serves one who wants `wanted`: en, en-GB, none, others.
int rank_of(std::string_view found, std::string_view wanted) {
  if (same_language(found, wanted)) return 4;
  if (same_language(found.substr(0, found.find('-')), wanted)) return 3;
  return found.empty() ? 2 : 1;
}

class SkosReader {
 public:
  SkosReader(const TaxonomyReadOptions& options, TaxonomyDraft& draft)
      : options_(options), draft_(draft) {}

  void take(const Triple& triple) {
    const std::string_view word = skos_word(triple.predicate);
    if (triple.predicate == rdf_type) {
      if (skos_word(triple.object) == "Concept") concept_of(triple.subject, triple.line);
    } else if (word == "broader" || word == "narrower") {
      check_is_no_text(triple, word);
      const std::size_t subject = concept_of(triple.subject, triple.line);
      const std::size_t object = resource_of(triple.object, triple.line);
      const bool up = word == "broader";
      edges_.push_back({up ? object : subject, up ? subject : object, triple.line});
    } else if (word == "prefLabel") {
      take_label(triple);
    } else if (word == "topConceptOf") {
      concept_of(triple.subject, triple.line);
    }
  }

  // Concepts are numbered as they come up as subjects, so that a file may list them in any order of
  // its choice; those that are only referred to come last.
  void add_to_draft() {
    for (const Edge& edge : edges_) {
      for (const std::size_t end : {edge.parent, edge.child}) {
        if (std::exchange(resources_[end].is_concept, true)) continue;
        order_.push_back(end);
        draft_.add_note(edge.line, quoted(resources_[end].term.id) +
                                       " is used, but nothing describes it as a concept");
      }
    }
    std::vector<Term> terms;
    for (const std::size_t resource : order_) terms.push_back(resources_[resource].term);
    const bool by_label = options_.naming != NodeNaming::id;
    const std::vector<std::string> names = names_of_terms(terms, by_label);
    std::vector<NodeId> nodes(resources_.size());
    for (std::size_t i = 0; i < names.size(); ++i) {
      nodes[order_[i]] = draft_.node(names[i]);
      if (!by_label && !terms[i].label.empty()) {
        draft_.set_title(nodes[order_[i]], name_of_text(terms[i].label));
      }
      if (terms[i].id != names[i]) draft_.add_alias(terms[i].id, nodes[order_[i]]);
    }
    for (const Edge& edge : edges_) {
      draft_.add_edge(nodes[edge.parent], nodes[edge.child], edge.line);
    }
  }

 private:
  struct Resource {
    Term term;
    bool is_concept = false;
    int label_rank = 0;
  };
  struct Edge {
    std::size_t parent, child, line;
  };

  std::size_t resource_of(std::string_view iri, std::size_t line) {
    const auto [entry, is_new] = numbers_.try_emplace(std::string(iri), resources_.size());
    if (is_new) resources_.push_back({{std::string(iri), "", line}});
    return entry->second;
  }

  std::size_t concept_of(std::string_view iri, std::size_t line) {
    const std::size_t resource = resource_of(iri, line);
    if (!std::exchange(resources_[resource].is_concept, true)) order_.push_back(resource);
    return resource;
  }

  void take_label(const Triple& triple) {
    if (!triple.object_is_text) {
      fail(ErrorKind::input, "skos:prefLabel: expected a text, got {}", quoted(triple.object));
    }
    Resource& resource = resources_[resource_of(triple.subject, triple.line)];
    const int rank = rank_of(triple.language, options_.language);
    if (rank <= resource.label_rank) return;
    resource.label_rank = rank;
    resource.term.label = triple.object;
  }

  static void check_is_no_text(const Triple& triple, std::string_view word) {
    if (!triple.object_is_text) return;
    fail(ErrorKind::input, "skos:{}: expected a concept, got the text {}", word,
         quoted(triple.object));
  }

  const TaxonomyReadOptions& options_;
  TaxonomyDraft& draft_;
  std::vector<Resource> resources_;
  std::unordered_map<std::string, std::size_t> numbers_;  // by IRI
  std::vector<std::size_t> order_;                        // of the concepts
  std::vector<Edge> edges_;
};

void read_skos(std::string_view text, const TaxonomyReadOptions& options, TaxonomyDraft& draft,
               RdfSyntax syntax) {
  SkosReader reader(options, draft);
  read_triples(text, draft.source(), syntax, [&](const Triple& t) { reader.take(t); });
  reader.add_to_draft();
}

bool is_plain_in_iri(char c) {
  constexpr std::string_view allowed = "-._~/:?#@!$&'()*+,;=%";
  const auto byte = static_cast<unsigned char>(c);
  return (byte >= '0' && byte <= '9') || ((byte | 0x20) >= 'a' && (byte | 0x20) <= 'z') ||
         allowed.find(c) != std::string_view::npos;
}

// A name that is an IRI stands for itself; others become one.
std::string iri_of(std::string_view name) {
  const bool is_iri =
      name.starts_with("http://") || name.starts_with("https://") || name.starts_with("urn:");
  const bool is_plain = std::all_of(name.begin(), name.end(), &is_plain_in_iri);
  if (is_iri && is_plain && !name.starts_with("urn:clade:")) return "<" + std::string(name) + ">";
  std::string iri = "<urn:clade:";
  for (const char c : name) {
    const auto byte = static_cast<unsigned char>(c);
    const bool is_letter = (byte >= '0' && byte <= '9') ||
                           ((byte | 0x20) >= 'a' && (byte | 0x20) <= 'z') || c == '-' || c == '.' ||
                           c == '_' || c == ':';
    iri += is_letter ? std::string(1, c) : fmt::format("%{:02X}", byte);
  }
  return iri + ">";
}

std::string rdf_text(std::string_view text) {
  std::string out = "\"";
  for (const char c : text) {
    const auto byte = static_cast<unsigned char>(c);
    if (c == '"' || c == '\\') {
      out += {'\\', c};
    } else if (byte < 0x20 || byte == 0x7f) {
      out += fmt::format("\\u{:04X}", byte);
    } else {
      out += c;
    }
  }
  return out + '"';
}

struct RdfWords {
  std::string head, type, label, broader, is_concept;
};

// A statement per line: short in Turtle, whole in N-Triples.
std::string write_skos(const TaxonomyDocument& document, const RdfWords& words) {
  const Taxonomy& taxonomy = document.taxonomy;
  std::string text = words.head;
  for (std::size_t i = 0; i < taxonomy.size(); ++i) {
    const std::string_view name = taxonomy.name(node_at(i));
    if (name.empty()) continue;  // concepts without a broader one need no common root
    check_utf8("RDF", name);
    const std::string iri = iri_of(name);
    text += fmt::format("{} {} {} .\n", iri, words.type, words.is_concept);
    text += fmt::format("{} {} {} .\n", iri, words.label, rdf_text(name));
    for (const NodeId parent : taxonomy.parents(node_at(i))) {
      if (taxonomy.name(parent).empty()) continue;
      text += fmt::format("{} {} {} .\n", iri, words.broader, iri_of(taxonomy.name(parent)));
    }
  }
  return text;
}

}  // namespace

void read_turtle(std::string_view text, const TaxonomyReadOptions& options, TaxonomyDraft& draft) {
  read_skos(text, options, draft, RdfSyntax::turtle);
}

void read_ntriples(std::string_view text, const TaxonomyReadOptions& options,
                   TaxonomyDraft& draft) {
  read_skos(text, options, draft, RdfSyntax::ntriples);
}

std::string write_turtle(const TaxonomyDocument& document, const std::string& /*separator*/) {
  return write_skos(document, {fmt::format("@prefix skos: <{}> .\n", skos), "a", "skos:prefLabel",
                               "skos:broader", "skos:Concept"});
}

std::string write_ntriples(const TaxonomyDocument& document, const std::string& /*separator*/) {
  const auto iri = [](std::string_view word) { return fmt::format("<{}{}>", skos, word); };
  return write_skos(document, {"", fmt::format("<{}>", rdf_type), iri("prefLabel"), iri("broader"),
                               iri("Concept")});
}

}  // namespace clade::detail
