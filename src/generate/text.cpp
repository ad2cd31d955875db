#include "generate/text.h"

#include "base/threads.h"
#include "generate/text_corpus.h"
#include "generate/text_output.h"

namespace clade::detail {

std::vector<std::string> TextGenerator::files() const {
  const std::string ending = params_.output == TextOutput::svm ? ".svm" : ".jsonl";
  std::vector<std::string> files{"data" + ending, "taxonomy.tsv"};
  if (params_.test > 0) files.push_back("test" + ending);
  return files;
}

void TextGenerator::generate(std::uint64_t seed, FileSink& out) const {
  const TextCorpus corpus(text_shape(params_), seed);
  out.write("taxonomy.tsv", corpus.tree().edge_list());
  ThreadPool pool;
  if (params_.output == TextOutput::svm) {
    write_svm(corpus, pool, out);
  } else {
    write_jsonl(corpus, pool, out);
  }
}

}  // namespace clade::detail
