// The readers and writers behind the list of taxonomy_formats.cpp, one file each.
#pragma once

#include <string>
#include <string_view>

#include "taxonomy/taxonomy_formats.h"

namespace clade {

// For formats whose texts are UTF-8 and nothing else: Error{input} for other names.
void check_utf8(std::string_view format, std::string_view name);

void read_edges(std::string_view text, const TaxonomyReading& reading, TaxonomyDraft& draft);
std::string write_edges(const TaxonomyDocument& document, const std::string& separator);

void read_indented(std::string_view text, const TaxonomyReading& reading, TaxonomyDraft& draft);
std::string write_indented(const TaxonomyDocument& document, const std::string& separator);

void read_json(std::string_view text, const TaxonomyReading& reading, TaxonomyDraft& draft);
std::string write_json(const TaxonomyDocument& document, const std::string& separator);

void read_obo(std::string_view text, const TaxonomyReading& reading, TaxonomyDraft& draft);
std::string write_obo(const TaxonomyDocument& document, const std::string& separator);

void read_mesh(std::string_view text, const TaxonomyReading& reading, TaxonomyDraft& draft);
std::string write_mesh(const TaxonomyDocument& document, const std::string& separator);

// The class attribute of Clus.
void read_arff(std::string_view text, const TaxonomyReading& reading, TaxonomyDraft& draft);
std::string write_arff(const TaxonomyDocument& document, const std::string& separator);

// SKOS.
void read_turtle(std::string_view text, const TaxonomyReading& reading, TaxonomyDraft& draft);
std::string write_turtle(const TaxonomyDocument& document, const std::string& separator);
void read_ntriples(std::string_view text, const TaxonomyReading& reading, TaxonomyDraft& draft);
std::string write_ntriples(const TaxonomyDocument& document, const std::string& separator);

void read_paths(std::string_view text, const TaxonomyReading& reading, TaxonomyDraft& draft);
std::string write_paths(const TaxonomyDocument& document, const std::string& separator);

}  // namespace clade
