#include "cli/commands/taxonomy_show.h"

#include <algorithm>
#include <cstddef>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "base/threads.h"
#include "cli/commands/taxonomy_html.h"
#include "cli/options/options.h"
#include "cli/options/taxonomy_source.h"
#include "cli/output/help.h"
#include "cli/output/taxonomy_output.h"
#include "eval/taxonomy/counted_taxonomy.h"
#include "pipeline/data_options.h"

namespace clade::detail::cli {

namespace {

struct ShowOptions {
  int depth = 100;
  int max_children = 1000;
  std::string html;
  TaxonomyOptions taxonomy;
  DataOptions data;

  static constexpr auto fields() {
    using P = ShowOptions;
    return std::tuple{
        Field{"depth", &P::depth, at_least_one, "how many levels below the root to draw"},
        Field{"max_children", &P::max_children, at_least_one,
              "how many children of a node to draw"},
        Field{"html", &P::html, any_text,
              "write a page for a browser to this file: the taxonomy as a picture to zoom into and "
              "search, wide by examples where DATA is given"},
        Nested{&P::taxonomy}, Nested{&P::data}};
  }
};

CommandSpec show_spec(ShowOptions& options) {
  CommandSpec spec;
  spec.name = "taxonomy show";
  spec.summary = "draw a taxonomy as an indented tree";
  spec.usage = {"T [DATA...] [options]"};
  spec.positionals = {
      {"T", taxonomy_help, true, false},
      {"DATA...", "data whose labels are counted, and make T where it is 'paths'", false, true}};
  spec.groups = {{"Options", parameters_of(options)}};
  spec.notes =
      "A node with several parents is drawn with its children once and marked (again) elsewhere.\n"
      "With DATA a node has the number of instances with a label at it or below it, and how many "
      "of\n"
      "them are here, at an inner node itself.\n";
  spec.examples = {
      {"clade taxonomy show topics.tsv", "the whole taxonomy"},
      {"clade taxonomy show topics.tsv --depth 2 --max-children 10", "an overview of a large one"},
      {"clade taxonomy show topics.tsv train.svm", "where the examples are"},
      {"clade taxonomy show topics.tsv train.svm --html topics.html",
       "the same as a page for a browser"}};
  return spec;
}

// Draws without recursion: a taxonomy may be deeper than the stack.
class TreeDrawing {
 public:
  TreeDrawing(const TaxonomyDocument& document, const ShowOptions& options,
              std::optional<InstanceCounts> counts)
      : document_(document),
        taxonomy_(document.taxonomy),
        options_(options),
        counts_(std::move(counts)),
        drawn_(taxonomy_.size(), false) {}

  void draw(Output& out) {
    out.print("{}{}\n", shown_name(taxonomy_, taxonomy_.root()), words_of(taxonomy_.root()));
    open(taxonomy_.root(), "", out);
    while (!open_.empty()) {
      Level& level = open_.back();
      if (level.next == level.end) {
        close(out);
      } else {
        draw_child(out);
      }
    }
  }

 private:
  struct Level {
    NodeId node;
    std::string prefix;
    std::size_t next, end, hidden;
  };

  void open(NodeId node, std::string prefix, Output& out) {
    const std::size_t children = taxonomy_.children(node).size();
    if (children == 0) return;
    if (open_.size() == static_cast<std::size_t>(options_.depth)) {
      out.print("{}└─ ... {} below\n", prefix,
                children == 1 ? "1 node" : std::to_string(children) + " nodes");
      return;
    }
    const std::size_t end = std::min(children, static_cast<std::size_t>(options_.max_children));
    open_.push_back({node, std::move(prefix), 0, end, children - end});
  }

  void draw_child(Output& out) {
    Level& level = open_.back();
    const NodeId child = taxonomy_.children(level.node)[level.next++];
    const bool is_last = level.next == level.end && level.hidden == 0;
    const bool again = drawn_[index_of(child)];
    const bool mark = again && !taxonomy_.is_terminal(child);
    out.print("{}{}{}{}{}\n", level.prefix, is_last ? "└─ " : "├─ ", taxonomy_.name(child),
              words_of(child), mark ? " (again)" : "");
    drawn_[index_of(child)] = true;
    if (!again) open(child, level.prefix + (is_last ? "   " : "│  "), out);
  }

  // Behind the name: what people call the node, and how many examples it has.
  std::string words_of(NodeId node) const {
    std::string words;
    if (!document_.title(node).empty()) words += fmt::format("  {}", document_.title(node));
    if (!counts_) return words;
    words += fmt::format("  {}", counts_->below[index_of(node)]);
    const std::size_t here = counts_->here[index_of(node)];
    if (here > 0 && !taxonomy_.is_terminal(node)) words += fmt::format(" ({} here)", here);
    return words;
  }

  void close(Output& out) {
    const Level& level = open_.back();
    if (level.hidden > 0) out.print("{}└─ ... {} more\n", level.prefix, level.hidden);
    open_.pop_back();
  }

  const TaxonomyDocument& document_;
  const Taxonomy& taxonomy_;
  const ShowOptions& options_;
  std::optional<InstanceCounts> counts_;
  std::vector<bool> drawn_;
  std::vector<Level> open_;
};

}  // namespace

int run_taxonomy_show(const Arguments& words, Output& out) {
  ShowOptions options;
  const CommandSpec spec = show_spec(options);
  if (wants_help(words)) return show_help(spec, out);
  const Arguments arguments = parse_arguments(spec, words);
  if (!options.html.empty()) check_html_output(options.html, arguments);
  const std::optional<FileSource> data = data_of(spec.name, arguments, options.data);
  ThreadPool pool(static_cast<unsigned>(options.data.threads));
  const CountedTaxonomy counted = count_in_taxonomy(
      taxonomy_source(arguments.front(), options.taxonomy), data ? &*data : nullptr, pool);
  tell_notes(counted.document, options.data.quiet);
  if (options.html.empty()) {
    TreeDrawing(counted.document, options, counted.counts).draw(out);
  } else {
    write_html(options.html, arguments, {counted.document, counted.counts, counted.instances});
  }
  return 0;
}

}  // namespace clade::detail::cli
