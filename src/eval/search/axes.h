// What a search tries: one table of axes, and the candidates that it makes of the best so far.
#pragma once

#include <cstddef>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "clade/compare.h"
#include "data/records.h"
#include "eval/compare/contender.h"

namespace clade::detail {

// What decides which axes make sense.
struct SearchedData {
  bool has_text = false;
  bool has_several_labels = false;  // some example has
  bool is_about_sets = false;       // and these are more than a few strays
  bool has_counts = false;          // all values are whole numbers and not negative
  bool has_few_features = false;    // a kernel may do better than weights
  bool has_levels = false;          // classes share ancestors below the root

  // `deep`: the taxonomy has more than one level.
  static SearchedData of(const Records& records, bool deep);
};

// The value of every option by its name, `auto` filled in as a training did.
using ResolvedOptions = std::map<std::string, std::string>;

// One axis of the table: values of options that are tried together with all others as they are.
struct Axis {
  std::string name;
  bool (*fits)(const SearchedData& data);
  // name=value, several separated by spaces.
  std::vector<std::string> values{};
  // The same, from the second round on: what is seldom better.
  std::vector<std::string> later_values{};
  // Of a numeric option, the first that `name` names: the factors of its value, by round. The last
  // entry holds for all further rounds.
  std::vector<std::vector<double>> factors{};
  // Options without whose value the axis has no effect: where that was left open, it is spelled
  // out.
  std::vector<std::string> needs{};
};

// The most valuable first.
std::vector<Axis> search_axes();
inline constexpr std::size_t search_rounds = 3;

// Options of candidates in one spelling: without those that have no effect or the default value, in
// the order of the method's parameters, then those of texts.
class Candidates {
 public:
  // Options that `method` is given are not for the search.
  explicit Candidates(ComparedMethod method);

  // The other candidates of the axis around one whose options were resolved like this, in the order
  // of the table. What does not exist here, cannot be set or is what `best` has is left out.
  std::vector<Setting> along(const Axis& axis, std::size_t round, const Setting& best,
                             const ResolvedOptions& resolved) const;
  // Whether the method, or texts, have the option and the search may set it.
  bool may_set(const std::string& option) const;

  // Ready to train, to a gap below which the order of candidates hardly moves.
  Configured for_comparing(Setting setting) const;

  const ComparedMethod& method() const { return method_; }

 private:
  std::vector<Setting> changes(const Axis& axis, std::size_t round,
                               const ResolvedOptions& resolved) const;
  // `best` with the change; nothing where it cannot be.
  std::optional<Setting> changed(const Setting& best, const Setting& change) const;

  ComparedMethod method_;
};

// All options of a model and of the texts that it was trained on.
ResolvedOptions resolved_options(const Model& model);

}  // namespace clade::detail
