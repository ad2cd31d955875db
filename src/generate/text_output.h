// Generated documents as lines of a file: text, or vectors of weighted words.
#pragma once

#include <span>
#include <string>
#include <vector>

#include "base/threads.h"
#include "generate/generate.h"
#include "generate/text_corpus.h"

namespace clade::detail {

// {"id":"7","labels":["Babem"],"text":"..."} per document, in data.jsonl and test.jsonl.
void write_jsonl(const TextCorpus& corpus, ThreadPool& pool, FileSink& out);

// `label index:value ...` per document: index is the word's number from 1, value its
// (1 + ln tf) (1 + ln((1 + n) / (1 + df))), scaled to unit length, n and df of the documents to
// train on. In data.svm and test.svm.
void write_svm(const TextCorpus& corpus, ThreadPool& pool, FileSink& out);

}  // namespace clade::detail
