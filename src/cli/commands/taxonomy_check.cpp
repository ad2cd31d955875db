#include "cli/commands/taxonomy_check.h"

#include <algorithm>
#include <functional>
#include <optional>
#include <string_view>
#include <utility>

#include "base/fail.h"
#include "base/text.h"
#include "cli/options/options.h"
#include "cli/options/taxonomy_source.h"
#include "cli/output/help.h"
#include "cli/output/taxonomy_output.h"
#include "cli/output/taxonomy_report.h"
#include "pipeline/data_options.h"
#include "pipeline/label_profile.h"
#include "taxonomy/draft_problems.h"

namespace clade::detail::cli {

namespace {

struct CheckOptions {
  std::string fix;
  bool json = false;
  TaxonomyOptions taxonomy;
  DataOptions data;

  static constexpr auto fields() {
    using P = CheckOptions;
    return std::tuple{Field{"fix", &P::fix, file_name,
                            "write a repaired copy of the taxonomy there and say what was changed"},
                      PlainField{"json", &P::json, "one JSON object on standard output"},
                      Nested{&P::taxonomy}, Nested{&P::data}};
  }
};

CommandSpec check_spec(CheckOptions& options) {
  CommandSpec spec;
  spec.name = "taxonomy check";
  spec.summary = "find out whether a taxonomy can be used and fits the data";
  spec.usage = {"T [DATA...] [options]"};
  spec.positionals = {{"T", taxonomy_help, true, false}, {"DATA...", data_help, false, true}};
  spec.groups = {{"Options", parameters_of(options)}};
  spec.notes =
      "Exit code 3 where the taxonomy cannot be used (a cycle that --fix did not repair) or a "
      "label\n"
      "of DATA is not in it; everything else is worth knowing and no obstacle.\n";
  spec.examples = {
      {"clade taxonomy check topics.tsv", "look at the taxonomy alone"},
      {"clade taxonomy check topics.tsv train.svm", "and at the labels of the data"},
      {"clade taxonomy check topics.tsv --fix repaired.tsv", "leave out what closes cycles"}};
  return spec;
}

using Names = std::vector<std::string>;

Names names_that(const Taxonomy& taxonomy, const std::function<bool(NodeId)>& condition) {
  Names names;
  for (std::size_t i = 0; i < taxonomy.size(); ++i) {
    if (condition(NodeId(i))) names.emplace_back(taxonomy.name(NodeId(i)));
  }
  return names;
}

bool is_only_child(const Taxonomy& taxonomy, NodeId node) {
  const auto parents = taxonomy.parents(node);
  return std::any_of(parents.begin(), parents.end(),
                     [&](NodeId parent) { return taxonomy.children(parent).size() == 1; });
}

std::map<std::size_t, std::size_t> nodes_by_level(const Taxonomy& taxonomy) {
  std::map<std::size_t, std::size_t> counts;
  for (const std::size_t level : levels_of(taxonomy)) ++counts[level];
  return counts;
}

void report_shape(const Taxonomy& taxonomy, CheckReport& report) {
  const auto levels = nodes_by_level(taxonomy);
  report.add("kind", "kind", taxonomy.is_tree() ? "tree" : "DAG");
  if (!report.is_usable())
    report.advise("This and the rows below speak of what --fix would leave.");
  report.add("root", "root", shown_name(taxonomy, taxonomy.root()));
  report.add("nodes", "nodes", taxonomy.size());
  report.add("terminal_nodes", "terminal nodes", taxonomy.terminals().size());
  report.add("levels", "levels below the root", levels.rbegin()->first);
  report.add("nodes_by_level", "nodes by level", levels);
  report.find(
      "several_parents", "nodes with several parents",
      names_that(taxonomy, [&](NodeId n) { return taxonomy.parents(n).size() > 1; }),
      "The taxonomy is a DAG: a class is scored by every node above it, each once, and "
      "losses compare these sets of nodes. Methods that go from the root down need a tree.");
  report.find("only_children", "only children",
              names_that(taxonomy, [&](NodeId n) { return is_only_child(taxonomy, n); }),
              "They are kept: they share what their parent learns and add a step to the losses; "
              "methods that decide between siblings pass them without a choice.");
}

// What a reader noted: places and texts.
Names notes_of(const TaxonomyDraft& draft) {
  Names notes;
  for (const auto& note : draft.notes()) {
    notes.push_back(note.line > 0 ? fmt::format("line {}: {}", note.line, note.text) : note.text);
  }
  return notes;
}

Names names_of(const TaxonomyDraft& draft, const std::vector<NodeId>& nodes) {
  Names names;
  for (const NodeId node : nodes) names.push_back(draft.name(node));
  return names;
}

void report_problems(const TaxonomyDraft& draft, const DraftProblems& problems,
                     CheckReport& report) {
  Names cycles, similar;
  for (const auto& cycle : problems.cycles) cycles.push_back(cycle_text(draft, cycle));
  for (const auto& pair : problems.similar_names) {
    similar.push_back(quoted(draft.name(pair.first)) + " and " + quoted(draft.name(pair.second)));
  }
  report.find_shown("cycles", "cycles", cycles,
                    "A node cannot be above itself, so clade refuses this taxonomy. --fix leaves "
                    "out the edge that closes each cycle.");
  report.find("own_parents", "nodes that are their own parent",
              names_of(draft, problems.own_parents),
              "clade refuses this taxonomy; --fix leaves out these edges.");
  report.find(
      "unreachable", "nodes below no root", names_of(draft, problems.unreachable),
      "They can be reached through a cycle only; once it is open they hang below the root.");
  const bool is_forest = problems.parentless.size() > 1;
  report.find("several_roots", "roots beside each other",
              is_forest ? names_of(draft, problems.parentless) : Names(),
              "clade puts a root without a name above them; --fix gives it one.");
  report.add("repeated_edges", "repeated edges", problems.repeated_edges);
  if (problems.repeated_edges > 0) report.advise("Each counts once.");
  report.find_shown(
      "similar_names", "names that are nearly the same", similar,
      "clade takes them for different nodes. Where they mean one, give them one name; "
      "--fix does so only where they differ in blanks.");
  report.find_shown("notes", "notes of the reader", notes_of(draft),
                    "This is how the file was read; nothing is wrong with the rest of it.");
}

void report_labels(const Taxonomy& taxonomy, const Records& records, const LabelProfile& profile,
                   CheckReport& report) {
  constexpr std::size_t few = 3;
  const auto examples = [&](NodeId node) { return profile.examples[index_of(node)]; };
  Names outside;
  for (const LabelName* label : profile.outside) outside.push_back(label->name);
  report.add("instances", "instances", records.size());
  report.add("unlabelled", "instances without a label", profile.unlabelled);
  if (profile.unlabelled > 0) report.advise("train leaves them out.");
  report.add("labels_per_instance", "labels per instance", profile.set_sizes);
  report.add("mean_labels", "labels per instance, mean", profile.mean_labels);
  report.add("classes_by_depth", "classes with examples by level", profile.class_depth);
  report.find(
      "inner_labels", "labels at inner nodes",
      names_that(taxonomy, [&](NodeId n) { return examples(n) > 0 && !taxonomy.is_terminal(n); }),
      "Each gets a terminal child of its own for these examples (--label-nodes terminal), "
      "unless the method or --label-nodes says otherwise.");
  report.find(
      "empty_classes", "terminal nodes without examples",
      names_that(taxonomy, [&](NodeId n) { return examples(n) == 0 && taxonomy.is_terminal(n); }),
      "They are classes all the same: they can be predicted from what the nodes above them "
      "learn, and train warns of them.");
  report.find("rare_classes", fmt::format("classes with under {} examples", few),
              names_that(taxonomy, [&](NodeId n) { return examples(n) > 0 && examples(n) < few; }),
              "They are learned mostly through the nodes above them, which is what the taxonomy is "
              "for; cross-validation (--C auto) cannot have them in every part.");
  report.find("outside_labels", "labels outside the taxonomy", outside,
              "clade refuses them: correct the data, or add the nodes.");
}

// Thesis 7.4.1: neighbours in a taxonomy that serves should look more alike than others.
void report_cosines(const Taxonomy& taxonomy, const Records& records, CheckReport& report) {
  const CentroidCosines cosines = centroid_cosines(taxonomy, records);
  if (cosines.by_distance.empty()) return;
  report.add("cosine_by_distance", "cosine of classes by distance", cosines.by_distance);
  if (!cosines.near || !cosines.far) return;
  report.advise(
      *cosines.near > *cosines.far
          ? "Classes that are near in the taxonomy look alike: it can help to learn them together."
          : "Classes that are near in the taxonomy look no more alike than others: compare with "
            "training without it (--flat).");
}

[[noreturn]] void fail_outside(const Taxonomy& taxonomy, const LabelProfile& profile) {
  constexpr std::size_t shown = 10;
  std::string message;
  for (std::size_t i = 0; i < std::min(shown, profile.outside.size()); ++i) {
    const LabelName& label = *profile.outside[i];
    message += fmt::format("{}{}: label {} is not in the taxonomy{}", i > 0 ? "\nclade: " : "",
                           label.place, quoted(label.name), taxonomy.suggestion(label.name));
  }
  if (profile.outside.size() > shown)
    message += fmt::format("\nclade: and {} more", profile.outside.size() - shown);
  throw Error(ErrorKind::input, message);
}

// The draft of T; where it is made of the labels of the data, that of the taxonomy made.
TaxonomyDraft draft_of(const std::string& name, const CheckOptions& options,
                       const std::optional<Records>& records) {
  const TaxonomySource source = taxonomy_source(name, options.taxonomy);
  if (source.kind == TaxonomySource::Kind::given) {
    return read_taxonomy_draft(source.file, source.read_options);
  }
  const Taxonomy taxonomy = read_document(name, options.taxonomy, *records).taxonomy;
  TaxonomyDraft draft(name);
  draft.want_unnamed_root();
  for (std::size_t i = 0; i < taxonomy.size(); ++i) {
    if (taxonomy.name(NodeId(i)).empty()) continue;
    const NodeId node = draft.node(taxonomy.name(NodeId(i)));
    for (const NodeId parent : taxonomy.parents(NodeId(i))) {
      if (!taxonomy.name(parent).empty())
        draft.add_edge(draft.node(taxonomy.name(parent)), node, 0);
    }
  }
  return draft;
}

}  // namespace

int run_taxonomy_check(const Words& words, Output& out) {
  CheckOptions options;
  const CommandSpec spec = check_spec(options);
  if (wants_help(words)) return show_help(spec, out);
  const Words arguments = parse_arguments(spec, words);
  std::optional<OutputFormat> format;
  if (!options.fix.empty()) {
    check_output_file(spec.name + ": --fix", options.fix, paths_from(arguments, 0));
    format = output_format(spec.name, options.fix, "");
  }
  std::optional<Records> records = read_vectors_of(spec.name, arguments, options.data);
  const TaxonomyDraft draft = draft_of(arguments.front(), options, records);
  const DraftProblems problems = find_problems(draft);
  const RepairedDraft fixed = repaired(draft);
  const bool is_usable = problems.is_usable() || !options.fix.empty();
  const TaxonomyDocument document =
      document_of(problems.is_usable() && options.fix.empty() ? draft : fixed.draft);
  const Taxonomy& taxonomy = document.taxonomy;

  CheckReport report;
  report.add_usable(problems.is_usable());
  report_shape(taxonomy, report);
  report_problems(draft, problems, report);
  LabelProfile profile;
  if (records) {
    resolve_aliases(document, *records);
    profile = profile_labels(taxonomy, *records);
    report_labels(taxonomy, *records, profile, report);
    report_cosines(taxonomy, *records, report);
  }
  if (format) write_taxonomy(document, *format, options.fix, out);
  if (format) report.add_changes(options.fix, fixed.changes);
  out.write(options.json ? report.json() : report.text());
  if (!is_usable) static_cast<void>(Taxonomy::from_draft(draft));  // says where
  if (!profile.outside.empty()) fail_outside(taxonomy, profile);
  return 0;
}

}  // namespace clade::detail::cli
