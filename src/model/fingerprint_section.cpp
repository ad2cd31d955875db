#include "model/fingerprint_section.h"

#include <algorithm>
#include <functional>
#include <utility>

#include "model/model_impl.h"
#include "model/section_reader.h"

namespace clade::detail {

const Fingerprints* fingerprints_of(const Model& model) { return model.impl().fingerprints.get(); }

Model with_fingerprints(const Model& model, Fingerprints fingerprints) {
  auto changed = std::make_shared<Model::Impl>(model.impl());
  changed->fingerprints = fingerprints.empty()
                              ? nullptr
                              : std::make_shared<const Fingerprints>(std::move(fingerprints));
  return Model(std::move(changed));
}

std::string fingerprint_section(const Fingerprints* fingerprints) {
  std::string out;
  if (fingerprints == nullptr) return out;
  const auto append = [&out](const std::uint64_t* values, std::size_t count) {
    out.append(reinterpret_cast<const char*>(values), count * sizeof(std::uint64_t));
  };
  append(&fingerprints->bound, 1);
  append(fingerprints->values.data(), fingerprints->values.size());
  return out;
}

std::shared_ptr<const Fingerprints> read_fingerprints(const ModelFile& file) {
  if (file.section(Section::fingerprints).empty()) return nullptr;
  SectionReader reader(file, Section::fingerprints, "fingerprints");
  auto result = std::make_shared<Fingerprints>();
  result->bound = reader.array<std::uint64_t>(1).front();
  result->values = reader.rest<std::uint64_t>();
  reader.finish();
  const auto& values = result->values;
  const bool increases =
      std::adjacent_find(values.begin(), values.end(), std::greater_equal<>()) == values.end();
  if (values.empty() || !increases || !result->covers(values.front()) ||
      !result->covers(values.back())) {
    reader.wrong("is not increasing");
  }
  return result;
}

}  // namespace clade::detail
