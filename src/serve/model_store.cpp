#include "serve/model_store.h"

#include <fmt/format.h>

#include <algorithm>
#include <cctype>
#include <optional>
#include <string_view>
#include <system_error>

#include "base/text.h"

namespace clade::detail::serve {

namespace {

// The generation in the name of a file of the model, and whether more follows, as in the names of
// files that are not complete.
struct FileName {
  std::int64_t generation;
  bool is_temporary;
};
std::optional<FileName> parsed(std::string_view file, const std::string& name) {
  if (!file.starts_with(name + '.')) return std::nullopt;
  file.remove_prefix(name.size() + 1);
  const auto is_digit = [](unsigned char c) { return std::isdigit(c) != 0; };
  const auto digits =
      static_cast<std::size_t>(std::find_if_not(file.begin(), file.end(), is_digit) - file.begin());
  const auto generation = parse_int(file.substr(0, digits));
  file.remove_prefix(digits);
  if (!generation || !file.starts_with(".clade")) return std::nullopt;
  return FileName{*generation, file != ".clade"};
}

}  // namespace

std::filesystem::path ModelStore::file_of(const std::string& name, std::int64_t generation) const {
  return folder_ / fmt::format("{}.{}.clade", name, generation);
}

void ModelStore::save(const Model& model, const std::string& name, std::int64_t generation) {
  const std::lock_guard lock(saving_);
  model.save(file_of(name, generation));
}

Model ModelStore::load(const std::string& name, std::int64_t generation) const {
  return Model::load(file_of(name, generation));
}

void ModelStore::keep_only(const std::string& name,
                           std::span<const std::int64_t> generations) const {
  std::error_code error;
  for (const auto& entry : std::filesystem::directory_iterator(folder_, error)) {
    const auto file = parsed(entry.path().filename().string(), name);
    if (!file) continue;
    const bool is_kept = !file->is_temporary && std::find(generations.begin(), generations.end(),
                                                          file->generation) != generations.end();
    if (!is_kept) std::filesystem::remove(entry.path(), error);
  }
}

}  // namespace clade::detail::serve
