// What advice says to people and programs.
#include <fmt/core.h>

#include <nlohmann/json.hpp>

#include "base/json_text.h"
#include "clade/taxonomy_tools.h"
#include "eval/compare/comparison_json.h"
#include "eval/compare/comparison_table.h"

namespace clade::detail {

namespace {

using Json = nlohmann::ordered_json;

const char* verdict_name(Verdict verdict) {
  switch (verdict) {
    case Verdict::helps:
      return "helps";
    case Verdict::makes_sense:
      return "makes sense";
    case Verdict::no_difference:
      return "no difference";
    case Verdict::hurts:
      return "hurts";
  }
  return "?";
}

const char* verdict_words(Verdict verdict) {
  switch (verdict) {
    case Verdict::helps:
      return "The taxonomy helps: it is better than none, and than random ones.";
    case Verdict::makes_sense:
      return "The taxonomy makes sense, being better than random ones, but is no better than none.";
    case Verdict::no_difference:
      return "The taxonomy cannot be told from random ones of its shape.";
    case Verdict::hurts:
      return "The taxonomy hurts: training without it is better.";
  }
  return "?";
}

std::string cosines_text(const std::vector<CentroidCosine>& cosines) {
  std::string out =
      "\nhow alike the centroids of two classes are, by their distance in the taxonomy\n";
  out += fmt::format("{:>8}{:>10}{:>13}\n", "distance", "pairs", "mean cosine");
  for (const CentroidCosine& one : cosines) {
    out += fmt::format("{:>8}{:>10}{:>13.4f}\n", one.distance, one.pairs, one.mean_cosine);
  }
  return out;
}

}  // namespace

}  // namespace clade::detail

namespace clade {

using namespace detail;

std::string Advice::text() const {
  std::string out = fmt::format(
      "{}\n\naverage precision against no taxonomy {:+.4f} (p = {:.3g}), against random ones "
      "{:+.4f} (p = {:.3g}),\nwith {} training records of each class, {} samples\n\n",
      verdict_words(verdict), gain_over_flat, p_over_flat, gain_over_random, p_over_random,
      per_class, repeats);
  out += comparison_table(comparison,
                          {"average_precision", "accuracy", "tree_loss", "parent_accuracy"},
                          TableFormat::text);
  if (!centroid_cosines.empty()) out += cosines_text(centroid_cosines);
  if (!changes.empty()) {
    out += fmt::format("\n{:<8}{:>10}{:>8}  {}\n", "", "gain", "p", "change");
  }
  // Of what was not taken the first few: json() has all.
  constexpr std::size_t shown = 5;
  std::size_t rejected = 0;
  for (const TaxonomyChange& change : changes) {
    if (!change.is_taken && ++rejected > shown) continue;
    out += fmt::format("{:<8}{:>+10.4f}{:>8.3f}  {}\n", change.is_taken ? "taken" : "", change.gain,
                       change.p, change.what);
  }
  if (rejected > shown) {
    out += fmt::format("{:<28}and {} more that {} not taken\n", "", rejected - shown,
                       rejected - shown == 1 ? "was" : "were");
  }
  if (changes.empty()) return out;
  if (!repaired) return out + "\nNo change was found that helps.\n";
  return out + fmt::format(
                   "\nWith the changes that were taken, on records that played no part in finding "
                   "them: {:+.4f} (p = {:.3g})\n",
                   repaired_gain, repaired_p);
}

std::string Advice::json() const {
  Json out{{"verdict", verdict_name(verdict)},
           {"measure", "average_precision"},
           {"sample_per_class", per_class},
           {"repeats", repeats},
           {"against_flat", {{"gain", gain_over_flat}, {"p_t", p_over_flat}}},
           {"against_random", {{"gain", gain_over_random}, {"p_t", p_over_random}}},
           {"random", random_quality},
           {"centroid_cosines", Json::array()},
           {"changes", Json::array()}};
  for (const CentroidCosine& one : centroid_cosines) {
    out["centroid_cosines"].push_back(
        Json{{"distance", one.distance}, {"pairs", one.pairs}, {"mean_cosine", one.mean_cosine}});
  }
  for (const TaxonomyChange& change : changes) {
    out["changes"].push_back(Json{{"change", change.what},
                                  {"gain", change.gain},
                                  {"p_t", change.p},
                                  {"taken", change.is_taken}});
  }
  if (repaired) {
    out["repaired"] = Json{{"gain", repaired_gain}, {"p_t", repaired_p}};
  }
  const ComparisonNotes notes{"samples of each class", repeats, 0, ""};
  out["comparison"] = comparison_json(comparison, notes)["methods"];
  return compact_json(out);
}

}  // namespace clade
