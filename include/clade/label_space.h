// The label space: a taxonomy and which of its nodes are classes.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "clade/taxonomy.h"

namespace clade {

enum class ClassId : std::uint32_t {};  // a class of one LabelSpace
constexpr std::size_t index_of(ClassId c) { return static_cast<std::size_t>(c); }

// What a label at an inner node means.
enum class LabelNodes {
  terminal,  // an added terminal child, only where the training data use it (thesis 3.1)
  all,       // every node is a class, the root too where it has a name
  path,      // the label trains its own path; predictions are terminal nodes
  closed,    // a label stands for all nodes above it, too; every node that is used so is a class
};

// Where the taxonomy comes from: a file, the labels as paths, or nowhere (one flat level).
struct TaxonomySource {
  enum class Kind { given, paths, flat };
  Kind kind = Kind::flat;
  std::filesystem::path file;        // given
  TaxonomyReadOptions read_options;  // given: how the file is read
  std::optional<Taxonomy> taxonomy;  // given: what was read already
  std::string separator = "/";       // paths
  // "" | paths | paths:SEP | a file's name
  static TaxonomySource from_option(const std::string& option);
};

// A label as data wrote it, with the place of its first appearance for messages.
struct LabelName {
  std::string name;
  std::string place;  // file:line:column
};

// Classes keep their order for good: first appearance in the taxonomy, added nodes last; with a
// flat source the order of the labels.
class LabelSpace {
 public:
  // The label space for training data that use `labels` (distinct, in order of appearance). A
  // label outside a given taxonomy is an Error{input} at its place, with the nearest known name.
  LabelSpace(const TaxonomySource& source, LabelNodes mode, std::span<const LabelName> labels);

  struct Parts {
    Taxonomy taxonomy;
    std::vector<NodeId> classes;
    std::vector<bool> predictable;  // by class
    LabelNodes mode;
    TaxonomySource source;  // without the file's path
  };
  explicit LabelSpace(Parts parts);

  const Taxonomy& taxonomy() const { return parts_.taxonomy; }
  LabelNodes mode() const { return parts_.mode; }
  const TaxonomySource& source() const { return parts_.source; }
  std::size_t size() const { return parts_.classes.size(); }
  std::span<const NodeId> classes() const { return parts_.classes; }
  NodeId node(ClassId c) const { return parts_.classes[index_of(c)]; }
  std::string_view name(ClassId c) const { return parts_.taxonomy.class_name(node(c)); }
  // False for an inner node that is a class only to be trained (LabelNodes::path), and for classes
  // that `extended` put there.
  bool is_predictable(ClassId c) const { return parts_.predictable[index_of(c)]; }

  // The class at a node; nothing where there is none.
  std::optional<ClassId> class_at(NodeId node) const;

  // The class that a label means; nothing where this label space has none for it.
  std::optional<ClassId> find(std::string_view label) const;

  // This label space with a class for every label of `labels` that has none: an inner node never
  // used in training, or, where the taxonomy came from labels, a new name. Existing classes keep
  // their numbers, the new ones are never predicted. Error{input} as in the constructor.
  LabelSpace extended(std::span<const LabelName> labels) const;

  // The parts of the path from below the root (A, 01 for A, A/01); m__misc of an added class shows
  // as m, once. In a DAG the path with the largest sum of `node_scores` (first on ties); without
  // scores the first parent is taken.
  std::vector<std::string> path(ClassId c, std::span<const double> node_scores = {}) const;

 private:
  Parts parts_;
  std::vector<std::uint32_t> class_of_node_;  // by node; the largest number where it is no class
};

}  // namespace clade
