// The header of an ARFF file: its attributes, among them the hierarchical class of Clus.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

#include "taxonomy/taxonomy_draft.h"

namespace clade::detail {

struct ArffAttribute {
  enum class Kind { numeric, nominal, text, key, date, hierarchical };
  std::string name;
  Kind kind = Kind::numeric;
  std::vector<std::string> values;  // nominal: the values; hierarchical: the entries
  std::size_t line = 0;
};

struct ArffHeader {
  std::vector<ArffAttribute> attributes;
  std::size_t length = 0;  // bytes of the text up to the data
};

// Error{input} with file:line for a header that is wrong or does not end with @data.
ArffHeader parse_arff_header(std::string_view text, const std::string& name_for_messages);

// A word or a quoted text at the front of `rest`, which then begins behind it. Words end at a blank
// or one of `ends`. False where quotes are not closed.
bool take_arff_word(std::string_view& rest, std::string_view ends, std::string& word);

// A word as ARFF writes it, in quotes where it needs them.
std::string arff_word(std::string_view text);

// The nodes of the entries: paths A/B/C, or for a DAG pairs parent/child. Pairs are taken for such
// where all entries are two parts and some parent is called root or is a child elsewhere. The root
// is called root. Error{input} for an entry that is neither.
void add_arff_classes(const ArffAttribute& attribute, TaxonomyDraft& draft);

// The entries that say the taxonomy. Error{input} where they cannot: for '/' or '@' in names that
// are no paths.
std::string arff_classes(const Taxonomy& taxonomy);

// What a node is called in ARFF: the root is root.
std::string_view arff_name(const Taxonomy& taxonomy, NodeId node);

}  // namespace clade::detail
