// MeSH tree numbers: a line `term;A01.236` per place of a term in the tree.
#include <algorithm>
#include <optional>
#include <unordered_map>
#include <utility>
#include <vector>

#include "base/fail.h"
#include "base/text.h"
#include "taxonomy/format_functions.h"
#include "taxonomy/term_names.h"
#include "taxonomy/text_lines.h"

namespace clade::detail {

namespace {

// A number holds those of all places above it, so that long ones cost the square of their length.
constexpr int deepest = 64;

bool is_capital(char c) { return c >= 'A' && c <= 'Z'; }
bool is_digit(char c) { return c >= '0' && c <= '9'; }

// Capital letters, digits, and further digits behind points: D, D03, D03.383.097.
bool is_tree_number(std::string_view text) {
  const auto letters = static_cast<std::size_t>(
      std::find_if_not(text.begin(), text.end(), &is_capital) - text.begin());
  if (letters == text.size()) return letters > 0;
  for (const std::string_view part : split(text.substr(letters), '.')) {
    if (part.empty() || !std::all_of(part.begin(), part.end(), &is_digit)) return false;
  }
  return true;
}

// D03.383 for D03.383.097, D for D03, nothing for D and for 03.
std::string_view parent_number(std::string_view number) {
  const std::size_t point = number.rfind('.');
  if (point != std::string_view::npos) return number.substr(0, point);
  const std::string_view letters = number.substr(0, number.find_first_of("0123456789"));
  return letters.size() < number.size() ? letters : std::string_view();
}

struct MeshLine {
  std::string_view term, number;
};

MeshLine parse_line(std::string_view line, const TextLines& lines) {
  const std::size_t tab = line.find('\t');
  const std::size_t semicolon = line.rfind(';');
  if (tab == std::string_view::npos && semicolon == std::string_view::npos) {
    fail(ErrorKind::input, "{}: expected term;A01.236 or A01.236<TAB>term, got {}", lines.place(),
         quoted(line));
  }
  MeshLine parsed{trim(line.substr(0, semicolon)), ""};
  if (tab != std::string_view::npos) {
    parsed = {trim(line.substr(tab + 1)), trim(line.substr(0, tab))};
  } else {
    parsed.number = trim(line.substr(semicolon + 1));
  }
  if (!is_tree_number(parsed.number)) {
    fail(ErrorKind::input, "{}: expected a tree number such as A01.236, got {}", lines.place(),
         quoted(parsed.number));
  }
  if (std::count(parsed.number.begin(), parsed.number.end(), '.') >= deepest) {
    fail(ErrorKind::input, "{}: expected a tree number of at most {} parts, got {}", lines.place(),
         deepest, quoted(parsed.number));
  }
  if (parsed.term.empty()) {
    fail(ErrorKind::input, "{}: expected a term for {}, got nothing", lines.place(),
         quoted(parsed.number));
  }
  return parsed;
}

class MeshReader {
 public:
  MeshReader(const TaxonomyReadOptions& options, TaxonomyDraft& draft)
      : by_label_(options.naming == NodeNaming::label), draft_(draft) {}

  void read(std::string_view text) {
    TextLines lines(text, draft_.source());
    while (const auto line = lines.next()) {
      const MeshLine parsed = parse_line(*line, lines);
      Place& place = places_[place_of(parsed.number, lines.number())];
      if (!place.term.empty() && place.term != parsed.term) {
        fail(ErrorKind::input, "{}: {} is the number of {} already", lines.place(),
             quoted(parsed.number), quoted(place.term));
      }
      place.term = name_of_text(parsed.term);
      place.line = lines.number();
    }
    add_to_draft();
  }

 private:
  struct Place {
    std::string number, term;
    std::size_t line;
  };

  // Numbers above it are places, too, whether lines name them or not.
  std::size_t place_of(std::string_view number, std::size_t line) {
    const auto known = numbers_.find(std::string(number));
    if (known != numbers_.end()) return known->second;
    std::vector<std::string_view> missing;
    for (std::string_view above = number; !above.empty(); above = parent_number(above)) {
      if (numbers_.count(std::string(above)) > 0) break;
      missing.push_back(above);
    }
    for (std::size_t i = missing.size(); i-- > 0;) {
      numbers_.emplace(missing[i], places_.size());
      places_.push_back({std::string(missing[i]), "", line});
    }
    return places_.size() - 1;
  }

  // Places are nodes, and a term means all its places; or terms are nodes, one for all places.
  void add_to_draft() {
    std::vector<NodeId> nodes;
    for (const Place& place : places_) {
      const bool has_term = !place.term.empty();
      nodes.push_back(draft_.node(by_label_ && has_term ? place.term : place.number));
      if (!has_term && place.number.find('.') != std::string::npos) {
        draft_.add_note(place.line, "no line has the number " + quoted(place.number));
      }
      if (!has_term) continue;
      if (!by_label_) draft_.set_title(nodes.back(), place.term);
      draft_.add_alias(by_label_ ? place.number : place.term, nodes.back());
    }
    for (std::size_t i = 0; i < places_.size(); ++i) {
      const std::string_view above = parent_number(places_[i].number);
      if (above.empty()) continue;
      const NodeId parent = nodes[numbers_.at(std::string(above))];
      draft_.add_edge(parent, nodes[i], places_[i].line);
    }
  }

  bool by_label_;
  TaxonomyDraft& draft_;
  std::vector<Place> places_;
  std::unordered_map<std::string, std::size_t> numbers_;
};

// A, B, ..., Z, AA, ...
std::string letters_of(std::size_t place) {
  std::string letters;
  for (++place; place > 0; place = (place - 1) / 26) {
    letters.insert(letters.begin(), static_cast<char>('A' + (place - 1) % 26));
  }
  return letters;
}

// The name of a node whose number is its name, so that a file of numbers comes back as it was.
bool are_tree_numbers(const Taxonomy& taxonomy) {
  return taxonomy.is_tree() &&
         std::all_of(taxonomy.top_down().begin(), taxonomy.top_down().end(), [&](NodeId node) {
           if (node == taxonomy.root() && taxonomy.name(node).empty()) return true;
           const auto parents = taxonomy.parents(node);
           const std::string_view above = parents.empty() ? "" : taxonomy.name(parents[0]);
           return is_tree_number(taxonomy.name(node)) &&
                  parent_number(taxonomy.name(node)) == above;
         });
}

std::string write_numbers(const TaxonomyDocument& document) {
  std::string text;
  for (std::size_t i = 0; i < document.taxonomy.size(); ++i) {
    const std::string_view number = document.taxonomy.name(node_at(i));
    const std::string_view title = document.title(node_at(i));
    if (number.empty()) continue;
    text += fmt::format("{};{}\n", title.empty() ? number : title, number);
  }
  return text;
}

void check_term(std::string_view term) {
  if (trim(term) == term) return;
  fail(ErrorKind::input, "MeSH lines cannot hold the node {}: its name begins or ends with a blank",
       quoted(term));
}

// Found before memory is used: a DAG of few nodes may have very many paths.
void check_places(const Taxonomy& taxonomy) {
  constexpr double largest = 5e6;
  std::vector<double> places(taxonomy.size(), 0);
  std::vector<int> depth(taxonomy.size(), 0);
  double total = 0;
  for (const NodeId node : taxonomy.top_down()) {
    const auto parents = taxonomy.parents(node);
    places[index_of(node)] = parents.empty() ? 1 : 0;
    for (const NodeId parent : parents) {
      places[index_of(node)] += places[index_of(parent)];
      depth[index_of(node)] = std::max(depth[index_of(node)], depth[index_of(parent)] + 1);
    }
    total += places[index_of(node)];
    if (total > largest || depth[index_of(node)] > deepest) {
      fail(ErrorKind::input, "MeSH tree numbers cannot hold the taxonomy: {}",
           total > largest ? "it has too many paths, and every one is written" : "it is too deep");
    }
  }
}

}  // namespace

void read_mesh(std::string_view text, const TaxonomyReadOptions& options, TaxonomyDraft& draft) {
  MeshReader(options, draft).read(text);
}

// A node with several parents is written at each of its places, with everything below it.
std::string write_mesh(const TaxonomyDocument& document, const std::string& /*separator*/) {
  const Taxonomy& taxonomy = document.taxonomy;
  if (are_tree_numbers(taxonomy)) return write_numbers(document);
  check_places(taxonomy);
  struct Place {
    NodeId node;
    std::string number;
  };
  std::vector<Place> open;
  const auto open_children = [&](const Place& place, bool is_top) {
    const auto children = taxonomy.children(place.node);
    for (std::size_t i = children.size(); i-- > 0;) {
      const bool is_second =
          !is_top && place.number.find_first_of("0123456789") == std::string::npos;
      open.push_back({children[i], is_top      ? letters_of(i)
                                   : is_second ? fmt::format("{}{:02}", place.number, i + 1)
                                               : fmt::format("{}.{:03}", place.number, i + 1)});
    }
  };
  if (taxonomy.name(taxonomy.root()).empty()) {
    open_children({taxonomy.root(), ""}, true);
  } else {
    open.push_back({taxonomy.root(), letters_of(0)});
  }
  std::string text;
  while (!open.empty()) {
    const Place place = std::move(open.back());
    open.pop_back();
    check_term(taxonomy.name(place.node));
    text += fmt::format("{};{}\n", taxonomy.name(place.node), place.number);
    open_children(place, false);
  }
  return text;
}

}  // namespace clade::detail
