#include <fmt/core.h>

#include <algorithm>
#include <variant>

#include "base/fail.h"
#include "base/text.h"
#include "data/formats/svm.h"

namespace clade::detail {

namespace {

// "12:0.5" in front of a line would be a feature.
bool looks_like_a_feature(std::string_view label) {
  const std::size_t colon = label.find(':');
  return colon != std::string_view::npos && parse_int(label.substr(0, colon)).has_value() &&
         parse_double(label.substr(colon + 1)).has_value();
}

void check_label(const LabelName& label) {
  constexpr std::string_view not_allowed = ", \t#";
  if (label.name.find_first_of(not_allowed) == std::string::npos && label.name != "?" &&
      !looks_like_a_feature(label.name)) {
    return;
  }
  fail(
      ErrorKind::input,
      "{}: the label {} cannot stand in .svm: a label there has no comma, blank or '#', is not '?' "
      "and not like a feature, 1:2; `to=liblinear` and `to=sklearn` write numbers and a map",
      label.place, clade::detail::quoted(label.name));
}

}  // namespace

SvmWriter::SvmWriter(const Records& records, const FeatureNames& names)
    : records_(records), names_(names) {
  std::visit(
      [this](const auto& rows) {
        for (std::size_t i = 0; i < rows.size(); ++i) {
          for (const auto& feature : rows.row(i)) {
            if (feature.index < FeatureNames::first_index) {
              largest_number_ = std::max(largest_number_, feature.index);
            }
          }
        }
      },
      records.rows);
}

std::string SvmWriter::label_text(std::size_t record) const {
  std::string text;
  for (const std::uint32_t label : records_.labels_of(record)) {
    if (!text.empty()) text += ',';
    text += records_.label_names[label].name;
  }
  return text.empty() ? "?" : text;
}

void SvmWriter::write(const std::function<void(std::string_view)>& write) const {
  for (const LabelName& label : records_.label_names) check_label(label);
  std::visit(
      [&](const auto& rows) {
        std::string line;
        for (std::size_t i = 0; i < rows.size(); ++i) {
          line = label_text(i);
          for (const auto& feature : rows.row(i)) {
            const std::uint32_t index =
                feature.index < FeatureNames::first_index
                    ? feature.index
                    : largest_number_ + 1 + (feature.index - FeatureNames::first_index);
            fmt::format_to(std::back_inserter(line), " {}:{}", index, feature.value);
          }
          line += '\n';
          write(line);
        }
      },
      records_.rows);
}

std::string SvmWriter::names_text() const {
  std::string text;
  for (std::size_t n = 0; n < names_.size(); ++n) {
    text += fmt::format("{}\t{}\n", largest_number_ + 1 + n, names_.name(n));
  }
  return text;
}

}  // namespace clade::detail
