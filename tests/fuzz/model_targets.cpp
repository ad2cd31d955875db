// The model file. It is loaded on trust, so that no checksum stops a change of bytes, and used.
#include <cmath>
#include <filesystem>
#include <fstream>

#include "clade/probabilities.h"
#include "model/model_impl.h"
#include "tests/fuzz/fuzz_target.h"
#include "tests/fuzz/memory_file.h"
#include "tests/model/saved_model.h"
#include "tests/support/use_model.h"

namespace clade::detail::fuzz {
namespace {

void read_model(std::string_view bytes) {
  answer_or_error([&] {
    const MemoryFile file(bytes);
    test::use_model(Model::load(file.path(), true));
  });
}

std::string bytes_of(const std::filesystem::path& file) {
  std::ifstream in(file, std::ios::binary);
  return {std::istreambuf_iterator<char>(in), {}};
}

// Small models of every kind, and those of earlier formats.
std::vector<std::string> model_seeds() {
  using namespace testing_model;
  const test::TempFolder folder;
  std::vector<std::string> seeds;
  for (const Model& model : {model_of(tree_with_added_nodes()).with_vectoriser(small_vectoriser()),
                             model_of(small_dag()).with_vectoriser(small_vectoriser()),
                             sparse_model_of(small_tree()), sparse_online_model_of(small_tree()),
                             rbf_model_of(small_tree()), letter_model_of(small_tree())}) {
    model.save(folder.path() / "m");
    seeds.push_back(bytes_of(folder.path() / "m"));
  }
  const std::filesystem::path old = std::filesystem::path(CLADE_SOURCE_DIR) / "tests/model";
  for (const auto& place : {old, old / "0.1.0", old / "0.2.0"}) {
    for (const auto& entry : std::filesystem::directory_iterator(place)) {
      if (entry.path().extension() == ".clade") seeds.push_back(bytes_of(entry.path()));
    }
  }
  std::sort(seeds.begin(), seeds.end());
  return seeds;
}

constexpr FuzzTarget targets[]{{"model", &read_model, &model_seeds}};

}  // namespace

std::span<const FuzzTarget> model_targets() { return targets; }

}  // namespace clade::detail::fuzz
