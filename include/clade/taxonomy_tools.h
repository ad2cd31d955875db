// What can be done with taxonomies: check, repair, learn from examples, judge, write.
#pragma once

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "clade/compare.h"
#include "clade/error.h"
#include "clade/examples.h"
#include "clade/options.h"
#include "clade/pipeline.h"
#include "clade/taxonomy.h"

namespace clade {

// ---- Check and repair

// How the labels of examples lie in the taxonomy.
struct LabelCheck {
  std::size_t instances = 0;
  std::size_t unlabelled = 0;                              // of these
  std::map<std::size_t, std::size_t> labels_per_instance;  // how many instances have so many
  double mean_labels = 0;                                  // per labelled instance
  std::map<std::size_t, std::size_t> classes_by_level;     // with examples
  std::vector<std::string> inner_labels;                   // labels that are inner nodes
  std::vector<std::string> empty_classes;                  // terminal nodes without examples
  std::vector<std::string> rare_classes;                   // with fewer than three examples
  struct Outside {
    std::string name;
    std::string place;       // of its first appearance
    std::string suggestion;  // " (did you mean 'x'?)" or ""
    std::string problem;     // in words: "is not in the taxonomy (did you mean 'x'?)"
  };
  std::vector<Outside> outside;
  UnknownLabels outside_rule =
      UnknownLabels::error;  // what the examples ask for about these  // labels that are no nodes
  // The mean cosine between the centroids of two classes by their distance in the taxonomy
  // (thesis 7.4.1), and whether near ones are more alike; empty where there are no two classes
  // with features, and where all are equally far.
  std::map<std::size_t, double> cosine_by_distance;
  std::optional<bool> near_are_alike;
};

struct TaxonomyCheck {
  bool is_usable = true;  // as it is

  // What the text says.
  std::vector<std::string> cycles;  // "a -> b -> a"
  std::vector<std::string> own_parents;
  std::vector<std::string> unreachable;  // below no root: through a cycle only
  std::vector<std::string> roots;        // the nodes without a parent
  std::size_t repeated_edges = 0;
  std::vector<std::pair<std::string, std::string>> similar_names;
  std::vector<std::string> notes;  // what the reader passed over or read in its own way

  // Of the taxonomy; where it is not usable or a repair was asked for, of what that leaves.
  bool is_tree = true;
  std::string root;  // "(root)" where it has no name
  std::size_t nodes = 0, terminal_nodes = 0;
  std::map<std::size_t, std::size_t> nodes_by_level;  // 0 is the root
  std::vector<std::string> several_parents, only_children;

  std::optional<LabelCheck> labels;                 // where there are examples
  std::optional<std::vector<std::string>> changes;  // of a repair that was asked for, in words

  // For people, with advice; parameters are spelled by `spelling` where there is one.
  std::string text(const ParameterSpelling& spelling = {}) const;
  std::string json(const ParameterSpelling& spelling = {}) const;
};

// Error{input} for text that is not in its format, Error{environment} for a file that cannot be
// read.
TaxonomyCheck check_taxonomy(const std::filesystem::path& file,
                             const TaxonomyReadOptions& options = {});
TaxonomyCheck check_taxonomy(const std::filesystem::path& file, const Examples& examples,
                             const TaxonomyReadOptions& options = {}, const RunOptions& run = {});
TaxonomyCheck check_taxonomy_text(std::string_view text, const TaxonomyReadOptions& options = {});

// Without edges of a node to itself and those that close cycles, with blanks in names put right,
// and with a named root above several parentless nodes.
struct RepairedTaxonomy {
  Taxonomy taxonomy;
  std::vector<std::string> changes;  // in words; empty where there was nothing to repair
};
RepairedTaxonomy repair_taxonomy(const std::filesystem::path& file,
                                 const TaxonomyReadOptions& options = {});
RepairedTaxonomy repair_taxonomy_text(std::string_view text,
                                      const TaxonomyReadOptions& options = {});

// ---- Learn (thesis Algorithm 8)

// How far two clusters are: the mean of the distances between their members (thesis Eq. 6.2), the
// smallest or the largest.
enum class Linkage { average, single, complete };

struct LearnTaxonomyOptions : RunOptions {
  std::size_t levels =
      2;  // below the root, classes included; fewer where nothing is left to divide
  Linkage linkage = Linkage::average;
  Options kernel;  // of the distances between classes: {"kernel", "rbf"}, {"sigma", "median"}
  Options text;    // as TrainOptions::text

  // Groups of classes are merged so that the grouping is aligned best with the kernel matrix of the
  // examples; there is no linkage then.
  bool align = false;
  // Classes are clustered by the distances between their weights in this method instead, which is
  // then trained with the tree, and so on: thesis 8.2, learning both at the same time. Kernel and
  // text options are those of the method then.
  std::optional<ComparedMethod> with;
  std::size_t rounds = 5;  // at most; they end where cross-validated average precision stops rising
  std::size_t folds = 5;
};

// What learning with a method went through.
struct LearningRounds {
  std::vector<double> average_precision;  // cross-validated, by round; 0: without a taxonomy
  std::size_t kept = 1;                   // the round whose taxonomy was kept
};

namespace detail {
struct LearnedDetails;
}

struct LearnedTaxonomy {
  Taxonomy taxonomy;  // its inner nodes are called root, cluster1, cluster1.2
  std::shared_ptr<const detail::LearnedDetails> details;
  std::optional<LearningRounds> rounds{};  // where it was learned with a method

  // Classes, the links between clusters and where they were cut.
  std::string json() const;
};

// Classes whose centroids (or weights) are near each other become siblings. Error{input} for fewer
// than two classes, Error{usage} for a kernel without centroids and a method without class weights.
// Cancelled where the reporter asks to stop a method.
LearnedTaxonomy learn_taxonomy(const Examples& examples, const LearnTaxonomyOptions& options = {});

// A random tree with as many nodes at every level (thesis 7.4.3), with the same names.
Taxonomy random_taxonomy(const Taxonomy& taxonomy, std::uint64_t seed);

// ---- Advise

// Does a taxonomy help to classify these examples, which of its nodes hurt, and what would be
// better? Everything is measured by training on small samples of each class, where a taxonomy
// matters most (thesis 7.3), and by average precision, which knows nothing of the taxonomy itself:
// so a wrong taxonomy cannot look good by being its own judge.
struct AdviceOptions : RunOptions {
  std::size_t per_class = 0;  // training examples; 0: half the median class, at most 10
  std::size_t repeats = 10;
  std::size_t random_trees = 10;
  std::size_t most_changes = 20;  // nodes and moves that are tried; 0: none
};

enum class Verdict {
  helps,          // better than no taxonomy and than random ones
  makes_sense,    // better than random ones, but no better than none
  no_difference,  // not told from random ones
  hurts,          // worse than none
};

// A change of the taxonomy and what it does to average precision.
struct TaxonomyChange {
  std::string what;  // in words: dissolve 'x'; move 'a' from 'x' to 'y'
  double gain = 0;
  double p = 1;  // paired t-test
  bool is_taken = false;
};

// Pairs of classes at one distance in the taxonomy, and how alike their centroids are (thesis
// 7.4.1): the hierarchical SVM assumes that near ones are more alike.
struct CentroidCosine {
  std::size_t distance = 0;  // edges between the two
  std::size_t pairs = 0;
  double mean_cosine = 0;
};

struct Advice {
  std::size_t per_class = 0, repeats = 0;
  Verdict verdict = Verdict::no_difference;
  std::vector<MethodSummary> comparison;  // flat, then the method with given, learned
  std::vector<double> random_quality;     // average precision with each random taxonomy
  double gain_over_flat = 0, p_over_flat = 1;
  double gain_over_random = 0, p_over_random = 1;
  std::vector<CentroidCosine> centroid_cosines;  // nearest first
  std::vector<TaxonomyChange> changes;           // that were tried, those that gain most first
  // All changes that were taken, and what they gain on examples that played no part in finding
  // them; empty where none was taken.
  std::optional<Taxonomy> repaired;
  double repaired_gain = 0, repaired_p = 1;

  std::string text() const;
  std::string json() const;
};

// The method must be one that can be trained with and without a taxonomy (Error{usage}), such as
// hsvm. Cancelled where the reporter asks to stop.
Advice advise(const Examples& examples, const TaxonomySource& taxonomy,
              const ComparedMethod& method = {"hsvm"}, const AdviceOptions& options = {});

// ---- Write

// In one of the formats of docs/DATA_FORMATS.md: edges, indented, json, paths, paths:SEP, ... Error
// {input} where the format cannot hold the taxonomy, Error{usage} for one that is not known.
std::string taxonomy_text(const Taxonomy& taxonomy, const std::string& format = "edges");
// The whole file or none of it; without a format that which the ending of its name tells.
void write_taxonomy(const std::filesystem::path& file, const Taxonomy& taxonomy,
                    const std::string& format = "");

}  // namespace clade
