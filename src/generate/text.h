// Documents over a taxonomy of any size, with the shapes of known collections: Zipf words inherited
// down a tree (text_corpus.h).
#pragma once

#include "generate/generate.h"
#include "generate/text_shape.h"

namespace clade::detail {

class TextGenerator : public Generator {
 public:
  std::vector<Parameter> parameters() override { return parameters_of(params_); }
  std::vector<std::string> files() const override;
  void generate(std::uint64_t seed, FileSink& out) const override;

 private:
  TextCorpusParams params_;
};

}  // namespace clade::detail
