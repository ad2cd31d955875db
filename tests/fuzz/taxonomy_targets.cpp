// Readers of taxonomies: a target for each format.
#include "data/taxonomy_file.h"
#include "taxonomy/draft_problems.h"
#include "taxonomy/taxonomy_formats.h"
#include "tests/fuzz/fuzz_target.h"

namespace clade::detail::fuzz {
namespace {

// Each node comes behind its parents.
void check_taxonomy(const Taxonomy& taxonomy) {
  expect(taxonomy.top_down().size() == taxonomy.size(), "every node is below the root");
  std::vector<bool> seen(taxonomy.size(), false);
  for (const NodeId node : taxonomy.top_down()) {
    for (const NodeId parent : taxonomy.parents(node)) {
      expect(seen[index_of(parent)], "parents come before children");
    }
    seen[index_of(node)] = true;
  }
  for (const NodeId node : taxonomy.terminals()) {
    expect(taxonomy.find(taxonomy.name(node)) == node, "a node is found by its name");
  }
}

// What was read can be written, where the format can hold it, and is the same again.
void check_round_trip(const TaxonomyDocument& document, const TaxonomyFormat& format) {
  std::string text;
  try {
    text = taxonomy_text(document, format);
  } catch (const Error& error) {
    return check_error(error);
  }
  TaxonomyReadOptions options;
  options.format = format.name;
  const TaxonomyDocument again = document_of(read_draft(text, "written", options));
  const std::size_t nodes = document.taxonomy.size(), read = again.taxonomy.size();
  // A root without a name may get one, or lose it.
  expect(read + 1 >= nodes && read <= nodes + 1, "what is written is read again");
}

void read_taxonomy(std::string_view format, std::string_view bytes) {
  answer_or_error([&] {
    TaxonomyReadOptions options;
    options.format = format;
    if (!bytes.empty() && (bytes.back() & 1) != 0) options.naming = NodeNaming::label;
    if (!bytes.empty() && (bytes.back() & 2) != 0) options.part_of = true;
    const TaxonomyDraft draft = read_draft(bytes, "text", options);
    const TaxonomyDocument document = document_of(draft);
    check_taxonomy(document.taxonomy);
    check_round_trip(document, taxonomy_format_of("", options.format));
  });
}

void read_edges_text(std::string_view bytes) { read_taxonomy("edges", bytes); }
void read_indented_text(std::string_view bytes) { read_taxonomy("indented", bytes); }
void read_json_text(std::string_view bytes) { read_taxonomy("json", bytes); }
void read_obo_text(std::string_view bytes) { read_taxonomy("obo", bytes); }
void read_turtle_text(std::string_view bytes) { read_taxonomy("turtle", bytes); }
void read_ntriples_text(std::string_view bytes) { read_taxonomy("ntriples", bytes); }
void read_mesh_text(std::string_view bytes) { read_taxonomy("mesh", bytes); }
void read_arff_text(std::string_view bytes) { read_taxonomy("arff", bytes); }
void read_paths_text(std::string_view bytes) { read_taxonomy("paths", bytes); }
void read_table_text(std::string_view bytes) { read_taxonomy("table", bytes); }

std::vector<std::string> edges_seeds() {
  return {"r\ta\nr\tb\r\na\tx y\n\nb\tx y\n", "id\tparent\tname\n1\t0\ta\n2\t1\tb\n"};
}
std::vector<std::string> indented_seeds() { return {"r\n  a\n    x\n  b\n\tc\n"}; }
std::vector<std::string> json_seeds() {
  return {R"({"name":"r","children":["a",{"b":{"c":["d",null]},"e":{}},{"name":"f\u00e9"}]})",
          R"([{"id":1,"name":"a","children":[{"id":2,"name":"x"}]},{"name":"x"}])"};
}
std::vector<std::string> obo_seeds() {
  return {
      "format-version: 1.2\n! c\n[Term]\nid: G:1\nname: a \\\"b\\\" {x=\"y\"} ! z\nalt_id: G:0\n\n"
      "[Term]\nid: G:2\nis_a: G:1 ! a\nrelationship: part_of G:0\n[Term]\nid: G:3\n"
      "is_obsolete: true\nreplaced_by: G:2\n[Typedef]\nid: part_of\n"};
}
std::vector<std::string> turtle_seeds() {
  return {
      "@prefix s: <http://www.w3.org/2004/02/skos/core#> .\n@base <http://e/> .\n"
      "<a> a s:Concept ; s:prefLabel \"A\"@en, '''B'''@de ; s:narrower <b>, [ s:prefLabel "
      "\"n\" ] .\n<c> s:broader <a> ; s:x ( 1 2.5 \"q\\u00e9\" ) . # end\n"};
}
std::vector<std::string> ntriples_seeds() {
  return {
      "<http://e/a> <http://www.w3.org/2004/02/skos/core#broader> <http://e/b> .\n"
      "_:x <http://www.w3.org/2004/02/skos/core#prefLabel> \"A \\\"q\\\"\"@en . # c\n"};
}
std::vector<std::string> mesh_seeds() { return {"Body;A01\nEye;A01.456\nEye;A09.371\nB02.1\tx\n"}; }
std::vector<std::string> arff_seeds() {
  return {
      "% c\n@relation 'a b'\n@attribute x numeric\n@attribute y {u,'v w'}\n@attribute class "
      "hierarchical root/a,root/b,a/x,'b/x' % c\n@data\n1,u,x\n"};
}
std::vector<std::string> paths_seeds() { return {"A/01/x\nA/02\nB\n"}; }
std::vector<std::string> table_seeds() {
  return {"id,name,parent_id\n1,a,\n2,\"b \"\"q\"\"\",1\r\n3,a,2\n",
          "Level 1;Level 2\na;b\na;\n\"c\nd\";b\n", "child|parent\nx|r\nx|\n"};
}

constexpr FuzzTarget targets[]{
    {"taxonomy-edges", &read_edges_text, &edges_seeds},
    {"taxonomy-indented", &read_indented_text, &indented_seeds},
    {"taxonomy-json", &read_json_text, &json_seeds},
    {"taxonomy-obo", &read_obo_text, &obo_seeds},
    {"taxonomy-turtle", &read_turtle_text, &turtle_seeds},
    {"taxonomy-ntriples", &read_ntriples_text, &ntriples_seeds},
    {"taxonomy-mesh", &read_mesh_text, &mesh_seeds},
    {"taxonomy-arff", &read_arff_text, &arff_seeds},
    {"taxonomy-paths", &read_paths_text, &paths_seeds},
    {"taxonomy-table", &read_table_text, &table_seeds},
};

}  // namespace

std::span<const FuzzTarget> taxonomy_targets() { return targets; }

}  // namespace clade::detail::fuzz
