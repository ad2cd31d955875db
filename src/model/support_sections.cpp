#include "model/support_sections.h"

#include <cmath>
#include <cstdint>
#include <vector>

#include "model/section_reader.h"

namespace clade::detail {

namespace {

template <class T>
void append(std::string& out, T value) {
  out.append(reinterpret_cast<const char*>(&value), sizeof(value));
}

template <class Real>
std::array<std::string, 3> sections_of(const SparseRows<Real>& rows) {
  std::array<std::string, 3> sections;
  std::uint64_t end = 0;
  for (std::size_t i = 0; i < rows.size(); ++i) {
    for (const auto& feature : rows.row(i)) {
      append(sections[1], feature.index);
      append(sections[2], feature.value);
    }
    append(sections[0], end += rows.row(i).size());
  }
  return sections;
}

template <class Real>
std::shared_ptr<const SupportSet> read_rows(const ModelFile& file, const ModelHeader& header) {
  SectionReader places(file, Section::support_rows, "support");
  const auto ends = places.ends(header.kernel->support);
  places.finish();
  SectionReader numbers(file, Section::support_features, "features of the support");
  const auto features = numbers.array<std::uint32_t>(total(ends));
  numbers.finish();
  SectionReader values(file, Section::support_values, "values of the support");
  const auto entries = values.array<Real>(total(ends));
  values.finish();

  const bool has_letters = header.kernel->spec.kind == KernelKind::subsequence;
  SparseRows<Real> rows;
  rows.reserve(ends.size(), features.size());
  std::size_t k = 0;
  for (const std::uint64_t end : ends) {
    for (const std::size_t begin = k; k < end; ++k) {
      if (features[k] >= header.features) numbers.wrong("points outside");
      if (k > begin && features[k] <= features[k - 1]) numbers.wrong("is not increasing");
      if (!std::isfinite(entries[k])) values.wrong("has a number that is not finite");
      if (has_letters && !is_character(entries[k])) values.wrong("has a number that is no letter");
      rows.push({features[k], entries[k]});
    }
    rows.end_row();
  }
  try {
    return std::make_shared<const SupportSet>(header.kernel->spec, std::move(rows),
                                              header.features);
  } catch (const Error& error) {
    file.damaged(error.what());
  }
}

}  // namespace

std::array<std::string, 3> support_sections(const SupportSet* support) {
  if (support == nullptr) return {};
  return std::visit([](const auto& rows) { return sections_of(rows); }, support->rows());
}

std::shared_ptr<const SupportSet> read_support(const ModelFile& file, const ModelHeader& header) {
  if (!header.kernel) {
    for (const Section id :
         {Section::support_rows, Section::support_features, Section::support_values}) {
      if (!file.section(id).empty()) file.damaged("it has a support that its header does not name");
    }
    return nullptr;
  }
  if (header.precision == Precision::double_) return read_rows<double>(file, header);
  return read_rows<float>(file, header);
}

}  // namespace clade::detail
