// What a check says to people and programs.
#include <nlohmann/json.hpp>

#include "base/json_text.h"
#include "base/text.h"
#include "clade/taxonomy_tools.h"
#include "eval/taxonomy/check_report.h"

namespace clade::detail {

namespace {

void report_shape(const TaxonomyCheck& check, CheckReport& report) {
  report.add("kind", "kind", check.is_tree ? "tree" : "DAG");
  if (!check.is_usable) report.advise("This and the rows below speak of what `fix` would leave.");
  report.add("root", "root", check.root);
  report.add("nodes", "nodes", check.nodes);
  report.add("terminal_nodes", "terminal nodes", check.terminal_nodes);
  report.add("levels", "levels below the root", check.nodes_by_level.rbegin()->first);
  report.add("nodes_by_level", "nodes by level", check.nodes_by_level);
  report.find(
      "several_parents", "nodes with several parents", check.several_parents,
      "The taxonomy is a DAG: a class is scored by every node above it, each once, and "
      "losses compare these sets of nodes. Methods that go from the root down need a tree.");
  report.find("only_children", "only children", check.only_children,
              "They are kept: they share what their parent learns and add a step to the losses; "
              "methods that decide between siblings pass them without a choice.");
}

void report_problems(const TaxonomyCheck& check, CheckReport& report) {
  std::vector<std::string> similar;
  for (const auto& [one, other] : check.similar_names) {
    similar.push_back(quoted(one) + " and " + quoted(other));
  }
  report.find_shown("cycles", "cycles", check.cycles,
                    "A node cannot be above itself, so clade refuses this taxonomy. `fix` leaves "
                    "out the edge that closes each cycle.");
  report.find("own_parents", "nodes that are their own parent", check.own_parents,
              "clade refuses this taxonomy; `fix` leaves out these edges.");
  report.find(
      "unreachable", "nodes below no root", check.unreachable,
      "They can be reached through a cycle only; once it is open they hang below the root.");
  report.find("several_roots", "roots beside each other",
              check.roots.size() > 1 ? check.roots : std::vector<std::string>(),
              "clade puts a root without a name above them; `fix` gives it one.");
  report.add("repeated_edges", "repeated edges", check.repeated_edges);
  if (check.repeated_edges > 0) report.advise("Each counts once.");
  report.find_shown(
      "similar_names", "names that are nearly the same", similar,
      "clade takes them for different nodes. Where they mean one, give them one name; "
      "`fix` does so only where they differ in blanks.");
  report.find_shown("notes", "notes of the reader", check.notes,
                    "This is how the file was read; nothing is wrong with the rest of it.");
}

const char* outside_advice(UnknownLabels rule) {
  switch (rule) {
    case UnknownLabels::error:
      return "clade refuses them: correct the data, add the nodes, or let `unknown_labels=skip` "
             "leave such labels out.";
    case UnknownLabels::skip:
      return "They are left out, as asked for; the rows above speak of the others.";
    case UnknownLabels::prefix:
      return "Of paths the part that is known is taken, as asked for, others are left out; the "
             "rows above speak of what is taken.";
  }
  return "";
}

void report_labels(const LabelCheck& labels, CheckReport& report) {
  std::vector<std::string> outside;
  for (const LabelCheck::Outside& label : labels.outside) outside.push_back(label.name);
  report.add("instances", "instances", labels.instances);
  report.add("unlabelled", "instances without a label", labels.unlabelled);
  if (labels.unlabelled > 0) report.advise("train leaves them out.");
  report.add("labels_per_instance", "labels per instance", labels.labels_per_instance);
  report.add("mean_labels", "labels per instance, mean", labels.mean_labels);
  report.add("classes_by_depth", "classes with examples by level", labels.classes_by_level);
  report.find("inner_labels", "labels at inner nodes", labels.inner_labels,
              "Each gets a terminal child of its own for these examples "
              "(`label_nodes=terminal`), unless the method or `label_nodes` says otherwise.");
  report.find("empty_classes", "terminal nodes without examples", labels.empty_classes,
              "They are classes all the same: they can be predicted from what the nodes above them "
              "learn, and train warns of them.");
  report.find("rare_classes", "classes with under 3 examples", labels.rare_classes,
              "They are learned mostly through the nodes above them, which is what the taxonomy is "
              "for; cross-validation (`C=auto`) cannot have them in every part.");
  report.find("outside_labels", "labels outside the taxonomy", outside,
              outside_advice(labels.outside_rule));
}

// Thesis 7.4.1: neighbours in a taxonomy that serves should look more alike than others.
void report_cosines(const LabelCheck& labels, CheckReport& report) {
  if (labels.cosine_by_distance.empty()) return;
  report.add("cosine_by_distance", "cosine of classes by distance", labels.cosine_by_distance);
  if (!labels.near_are_alike) return;
  report.advise(
      *labels.near_are_alike
          ? "Classes that are near in the taxonomy look alike: it can help to learn them together."
          : "Classes that are near in the taxonomy look no more alike than others: compare with "
            "training without it (`flat`).");
}

CheckReport report_of(const TaxonomyCheck& check, const ParameterSpelling& spelling) {
  CheckReport report(spelling);
  report.add_usable(check.is_usable);
  report_shape(check, report);
  report_problems(check, report);
  if (check.labels) {
    report_labels(*check.labels, report);
    report_cosines(*check.labels, report);
  }
  return report;
}

}  // namespace

}  // namespace clade::detail

namespace clade {

using namespace detail;

std::string TaxonomyCheck::text(const ParameterSpelling& spelling) const {
  return report_of(*this, spelling).text();
}

std::string TaxonomyCheck::json(const ParameterSpelling& spelling) const {
  nlohmann::ordered_json json = report_of(*this, spelling).json();
  if (changes) json["changes"] = *changes;
  return compact_json(json);
}

}  // namespace clade
