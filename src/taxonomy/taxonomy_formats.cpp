#include "taxonomy/taxonomy_formats.h"

#include <algorithm>
#include <utility>

#include "base/fail.h"
#include "base/lower_case.h"
#include "base/text.h"
#include "taxonomy/format_functions.h"

namespace clade::detail {

namespace {

// A new format is one line here and its two functions. The first is taken for names that tell
// nothing.
constexpr std::array formats{
    TaxonomyFormat{"edges", {"tsv", "edges"}, &read_edges, &write_edges, UnnamedRoot::above_inner},
    TaxonomyFormat{"indented", {"txt", "indented"}, &read_indented, &write_indented},
    TaxonomyFormat{"json", {"json"}, &read_json, &write_json, UnnamedRoot::everywhere},
    TaxonomyFormat{"obo", {"obo"}, &read_obo, &write_obo},
    TaxonomyFormat{"turtle", {"ttl", "turtle"}, &read_turtle, &write_turtle},
    TaxonomyFormat{"ntriples", {"nt", "ntriples"}, &read_ntriples, &write_ntriples},
    TaxonomyFormat{"mesh", {"mesh", "mtrees", "bin"}, &read_mesh, &write_mesh},
    TaxonomyFormat{"arff", {"arff"}, &read_arff, &write_arff, UnnamedRoot::everywhere},
    TaxonomyFormat{"paths", {"paths"}, &read_paths, &write_paths, UnnamedRoot::everywhere},
    TaxonomyFormat{"table", {"csv"}, &read_table, &write_table, UnnamedRoot::above_inner},
};

constexpr std::string_view line_breaks = "\t\n\r";  // no name may hold them

// What stands behind the last dot of the file's name; "" where there is none.
std::string_view last_ending(std::string_view file) {
  const std::size_t dot = file.find_last_of("./");
  return dot == std::string_view::npos || file[dot] == '/' ? "" : file.substr(dot + 1);
}

std::string ending_of(std::string_view file) {
  std::string ending = lower_case(last_ending(file));
  if (ending == "gz" || ending == "zst") {
    ending = lower_case(last_ending(file.substr(0, file.size() - ending.size() - 1)));
  }
  return ending;
}

std::vector<std::string> names_of_formats() {
  std::vector<std::string> names;
  for (const TaxonomyFormat& format : formats) names.emplace_back(format.name);
  return names;
}

template <class Condition>
const TaxonomyFormat* format_that(Condition condition) {
  const auto found = std::find_if(formats.begin(), formats.end(), condition);
  return found != formats.end() ? &*found : nullptr;
}

// "root", or root1 and so on where a node has that name.
std::string free_root_name(const Taxonomy& taxonomy) {
  std::string name = "root";
  for (int i = 1; taxonomy.find(name); ++i) name = fmt::format("root{}", i);
  return name;
}

bool must_name_root(const Taxonomy& taxonomy, UnnamedRoot allowed) {
  if (!taxonomy.name(taxonomy.root()).empty() || allowed == UnnamedRoot::everywhere) return false;
  const auto tops = taxonomy.children(taxonomy.root());
  return tops.size() < 2 || (allowed == UnnamedRoot::above_inner &&
                             std::any_of(tops.begin(), tops.end(),
                                         [&](NodeId node) { return taxonomy.is_terminal(node); }));
}

Taxonomy with_root_name(const Taxonomy& taxonomy, const std::string& name) {
  Taxonomy::Parts parts;
  for (std::size_t i = 0; i < taxonomy.size(); ++i) {
    const auto parents = taxonomy.parents(node_at(i));
    parts.names.emplace_back(taxonomy.name(node_at(i)));
    parts.parents.emplace_back(parents.begin(), parents.end());
  }
  parts.names[index_of(taxonomy.root())] = name;
  return Taxonomy::from_parts(std::move(parts), "taxonomy");
}

}  // namespace

std::span<const TaxonomyFormat> taxonomy_formats() { return formats; }

std::string taxonomy_format_names() { return join(names_of_formats(), "|"); }

const TaxonomyFormat* format_by_ending(std::string_view file) {
  const std::string ending = ending_of(file);
  return format_that([&](const TaxonomyFormat& f) {
    const auto& endings = f.endings;
    return !ending.empty() && std::find(endings.begin(), endings.end(), ending) != endings.end();
  });
}

const TaxonomyFormat& taxonomy_format_of(const std::string& file, const std::string& asked) {
  if (!asked.empty()) {
    const auto* format = format_that([&](const TaxonomyFormat& f) { return f.name == asked; });
    if (format != nullptr) return *format;
    fail_parameter("taxonomy_format", "expected {}, got {}{}", taxonomy_format_names(),
                   quoted(asked), did_you_mean(asked, names_of_formats()));
  }
  const TaxonomyFormat* format = format_by_ending(file);
  return format != nullptr ? *format : formats.front();
}

TaxonomyDraft read_draft(std::string_view text, const std::string& name_for_messages,
                         const TaxonomyReadOptions& options) {
  TaxonomyDraft draft(name_for_messages);
  const TaxonomyFormat& format = taxonomy_format_of(name_for_messages, options.format);
  format.read(text, options, draft);
  if (draft.size() == 0) {
    fail(ErrorKind::input,
         "{}: holds no node (it was read as {}; `taxonomy_format` says otherwise)",
         name_for_messages, format.name);
  }
  return draft;
}

TaxonomyDocument document_of(const TaxonomyDraft& draft) {
  TaxonomyDocument document{Taxonomy::from_draft(draft), {}, {}};
  const std::size_t shift = document.taxonomy.size() - draft.size();  // for an unnamed root
  for (std::size_t i = 0; i < draft.size(); ++i) {
    const std::string_view title = draft.title(node_at(i));
    if (title.empty()) continue;
    document.titles.resize(document.taxonomy.size());
    document.titles[i + shift] = title;
  }
  for (const auto& alias : draft.aliases()) {
    document.aliases.push_back({alias.name, node_at(index_of(alias.node) + shift)});
  }
  document.obsolete.assign(draft.obsolete().begin(), draft.obsolete().end());
  std::stable_sort(document.obsolete.begin(), document.obsolete.end(),
                   [](const auto& a, const auto& b) { return a.name < b.name; });
  for (const auto& note : draft.notes()) {
    if (!note.is_loud) continue;
    const std::string line = note.line > 0 ? fmt::format(":{}", note.line) : "";
    document.notes.push_back(fmt::format("{}{}: {}", draft.source(), line, note.text));
  }
  return document;
}

std::string taxonomy_text(const TaxonomyDocument& document, const TaxonomyFormat& format,
                          const std::string& separator) {
  const Taxonomy& taxonomy = document.taxonomy;
  if (taxonomy.size() == 1 && taxonomy.name(taxonomy.root()).empty()) {
    fail(ErrorKind::input, "the taxonomy has no node to write");
  }
  for (const NodeId node : taxonomy.top_down()) {
    if (taxonomy.name(node).find_first_of(line_breaks) == std::string_view::npos) continue;
    fail(ErrorKind::input, "the node {} cannot be written: a tab or line end is in its name",
         quoted(taxonomy.name(node)));
  }
  if (!must_name_root(taxonomy, format.unnamed_root)) return format.write(document, separator);
  TaxonomyDocument named = document;
  named.taxonomy = with_root_name(taxonomy, free_root_name(taxonomy));
  return format.write(named, separator);
}

std::string name_of_text(std::string_view text) {
  std::string name;
  bool was_replaced = false;
  for (const char c : text) {
    const bool is_replaced = line_breaks.find(c) != std::string_view::npos;
    if (!is_replaced) name += c;
    if (is_replaced && !was_replaced) name += ' ';
    was_replaced = is_replaced;
  }
  return name;
}

}  // namespace clade::detail
