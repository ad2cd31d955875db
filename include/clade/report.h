// Pages for a browser: one HTML file each, with its data inside, which asks for nothing else.
#pragma once

#include <cstdint>
#include <filesystem>
#include <string>
#include <utility>
#include <vector>

#include "clade/compare.h"
#include "clade/explanation.h"
#include "clade/pipeline.h"
#include "clade/reporter.h"
#include "clade/taxonomy.h"
#include "clade/taxonomy_tools.h"

namespace clade {

struct SettingsGroup {
  std::string title;
  std::vector<std::pair<std::string, std::string>> values;  // by name
};

// A file that went into a report; its checksum tells whether another one is the same.
struct ReportFile {
  std::string name;
  std::uint64_t bytes = 0;
  std::string checksum;
};

// What every report begins with: its title, how it was made, every setting.
struct ReportHead {
  std::string title;
  std::string version{};  // of clade
  std::string command{};  // that made it
  std::vector<SettingsGroup> settings{};
  std::vector<std::string> notes{};  // sentences
  std::string date{};                // when it was made
  std::vector<ReportFile> files{};   // that were measured on
};

// All functions write the whole page or leave the old file as it was. Error{environment} where the
// file cannot be written, or where clade was built without its pages.

// Tables, pictures, the tree with its errors, documents. `metrics` are the columns of the table, as
// Comparison::table takes them. The settings of the methods and the notes are added to the head.
// Error{usage} unless the comparison has kept what was predicted (CompareOptions).
void write_report(const std::filesystem::path& file, const Comparison& comparison, ReportHead head,
                  const std::vector<std::string>& metrics = {});

// Measures, pictures, the tree with its errors. `method` is what was measured, in a word or two,
// `trace` the passes of its training. Records are shown where the evaluation has kept them
// (EvaluateOptions::keep_judged), by their numbers.
void write_report(const std::filesystem::path& file, const ModelEvaluation& evaluation,
                  const ReportHead& head, const std::string& method = "model",
                  const std::vector<Progress>& trace = {});

// Distances between classes, the dendrogram with its cuts, the tree.
void write_report(const std::filesystem::path& file, const LearnedTaxonomy& learned,
                  const ReportHead& head);

// The taxonomy as a picture to zoom into and search.
void write_report(const std::filesystem::path& file, const Taxonomy& taxonomy,
                  const std::string& title);

// ---- Why

// Why the model gives its answer to each example: the shares of nodes and words in the scores of
// the best class and of the one behind it, or of `label`, a class or a node, where one is named.
// Error{usage} for a model with a kernel, and for a label that it does not know.
std::vector<ExplainedDocument> explain(const Model& model, const Examples& examples,
                                       const RunOptions& options = {},
                                       const std::string& label = "");
// One object, as 'clade explain --json' writes it.
std::string explanation_json(const ExplainedDocument& document);
// A page with the words of the documents marked, the strongest `words` of every list; 0: all.
void write_report(const std::filesystem::path& file,
                  const std::vector<ExplainedDocument>& documents, std::size_t words = 8);

}  // namespace clade
