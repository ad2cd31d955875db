// Readers of examples in text. The last byte of an input chooses how the rest is read, so that the
// rest looks like a file.
#include <cmath>

#include "clade/label_space.h"
#include "data/dataset.h"
#include "data/read.h"
#include "data/record_stream.h"
#include "tests/data/support.h"
#include "tests/fuzz/fuzz_target.h"
#include "tests/fuzz/memory_file.h"
#include "text/vectoriser.h"
#include "text/word_analyzer.h"

namespace clade::detail::fuzz {
namespace {

ThreadPool& pool() {
  static ThreadPool one(1);
  return one;
}

const TextAnalyzer& analyzer() {
  static const auto words = make_word_analyzer({.stopwords = {"the"}, .ngrams = 2});
  return *words;
}

class Choices {
 public:
  explicit Choices(std::string_view bytes)
      : bits_(bytes.empty() ? 0 : static_cast<unsigned char>(bytes.back())) {}
  bool next() { return ((bits_ >> taken_++) & 1) != 0; }

 private:
  unsigned bits_;
  int taken_ = 0;
};

// Some byte decides between the forms in which records are read.
ReadOptions options_for(const char* format, std::string_view bytes) {
  Choices choices(bytes);
  ReadOptions options;
  options.format = format;
  if (choices.next()) options.analyzer = &analyzer();
  options.character_sequences = options.analyzer == nullptr && choices.next();
  options.precision = choices.next() ? Precision::double_ : Precision::single;
  if (choices.next()) options.snippet_bytes = 20;
  options.fingerprints = choices.next();
  if (choices.next()) options.missing = MissingValues::keep;
  if (format != std::string_view("svm") && format != std::string_view("fasttext") &&
      format != std::string_view("text") && choices.next()) {
    options.fields.text_fields = "text=2,title";
    options.fields.feature_fields = "rest";
  }
  return options;
}

void check_rows(const Records& records, bool may_miss) {
  std::visit(
      [&](const auto& rows) {
        expect(rows.size() == records.size(), "every record has a row");
        for (std::size_t i = 0; i < rows.size(); ++i) {
          for (std::size_t k = 0; k < rows.row(i).size(); ++k) {
            const auto& feature = rows.row(i)[k];
            expect(std::isfinite(feature.value) || (may_miss && std::isnan(feature.value)),
                   "a value is finite");
            expect(k == 0 || rows.row(i)[k - 1].index < feature.index, "indices increase");
          }
        }
      },
      records.rows);
}

void check_records(const Records& records, const ReadOptions& options) {
  check_rows(records, options.missing == MissingValues::keep);
  expect(records.ids.empty() || records.ids.size() == records.size(), "each record has its id");
  expect(records.weights.empty() || records.weights.size() == records.size(),
         "each record has its weight");
  for (const std::uint32_t label : records.labels) {
    expect(label < records.label_names.size(), "a label has a name");
  }
}

// The same records, read a few bytes at a time.
void check_small_blocks(const MemoryFile& file, ReadOptions options, const Records& whole) {
  options.block_size = 16;
  RecordStream stream(std::vector{file.path()}, options, pool());
  const Records pieces = stream.rest();
  expect(pieces.size() == whole.size(), "blocks make no difference to records");
  expect(pieces.labels == whole.labels, "blocks make no difference to labels");
  expect(pieces.ids == whole.ids, "blocks make no difference to ids");
}

void read_data(const char* format, std::string_view bytes) {
  const ReadOptions options = options_for(format, bytes);
  if (!bytes.empty()) bytes.remove_suffix(1);
  answer_or_error([&] {
    const MemoryFile file(bytes);
    Records records = read_records(std::vector{file.path()}, options, pool());
    check_records(records, options);
    check_small_blocks(file, options, records);
    if (options.character_sequences || records.size() == 0) return;
    Reporter silent;
    Vectoriser::fit({}, records, silent, &pool());
    check_rows(records, false);
    const LabelSpace labels({}, LabelNodes::terminal, records.label_names);
    Dataset(std::move(records), labels);
  });
}

void read_svm(std::string_view bytes) { read_data("svm", bytes); }
void read_jsonl(std::string_view bytes) { read_data("jsonl", bytes); }
void read_csv(std::string_view bytes) { read_data("csv", bytes); }
void read_tsv(std::string_view bytes) { read_data("tsv", bytes); }
void read_arff_data(std::string_view bytes) { read_data("arff", bytes); }
void read_fasttext(std::string_view bytes) { read_data("fasttext", bytes); }
void read_text_lines(std::string_view bytes) { read_data("text", bytes); }
void read_guessed(std::string_view bytes) { read_data("", bytes); }

std::vector<std::string> with_choices(const std::vector<std::string>& texts) {
  std::vector<std::string> seeds;
  for (const std::string& text : texts) {
    for (const char choice : {'\0', '\1', '\x6', '\x69', '\x7f'}) seeds.push_back(text + choice);
  }
  return seeds;
}

const std::vector<std::string> svm_texts{
    "a 1:1 3:0.5\nb,c 2:1e-3 # note\n? 4294967294:1\n",
    "\xEF\xBB\xBF-1 1:0x1p3\r\n+1 5:-.5\r\n",
    "1 qid:1 1:1\n2 1:nan\n",
};
const std::vector<std::string> jsonl_texts{
    R"({"id":"x","labels":["a","b"],"text":"one two","features":{"p":1.5},"weight":2})"
    "\n"
    R"({"labels":"a","title":"t \ud83d\ude00","vector":[1,2,null],"split":"train"})"
    "\n",
    R"([{"labels":["a"],"text":"x"},{"labels":[],"n":{"d":{"e":3}}}])",
};
const std::vector<std::string> table_texts{
    "id,label,text,n\n1,a|b,\"one \"\"two\"\"\",3\n2,c,,\n",
    "label\ttext\tsplit\nA/b\tone\ttrain\nA\ttwo\ttest\n",
    "label;x;y\na;1,5;NA\nb;2,5;\n",
    "\xFF\xFEl\0,\0x\0\n\0a\0,\0"
    "1\0",
};
const std::vector<std::string> arff_texts{
    "@relation 'a b'\n@attribute x numeric\n@attribute c {u,'v w'}\n@attribute class hierarchical "
    "root/a,a/x\n@data\n1,u,x@a\n?,'v w',a\n{0 2, 2 a}\n",
    "@RELATION r\n@ATTRIBUTE t string\n@ATTRIBUTE class {p,q}\n@DATA\n'it''s',p\n\"b\",q % c\n",
};
const std::vector<std::string> line_texts{"__label__a __label__b one two\n__label__c three\n",
                                          "one two\n\nthree\xC3\xA9\n", "\xE9t\xE9 caf\xE9\n"};

std::vector<std::string> svm_seeds() { return with_choices(svm_texts); }
std::vector<std::string> jsonl_seeds() { return with_choices(jsonl_texts); }
std::vector<std::string> table_seeds() { return with_choices(table_texts); }
std::vector<std::string> arff_seeds() { return with_choices(arff_texts); }
std::vector<std::string> line_seeds() { return with_choices(line_texts); }

// Compressed, in no format that was named: what a file is is found out.
std::vector<std::string> guessed_seeds() {
  std::vector<std::string> seeds;
  for (const auto& texts : {svm_texts, jsonl_texts, table_texts, arff_texts, line_texts}) {
    for (const std::string& text : texts) {
      seeds.push_back(text + '\1');
      seeds.push_back(testing::gzip(text) + '\1');
      seeds.push_back(testing::zstd(text) + '\1');
    }
  }
  return seeds;
}

constexpr FuzzTarget targets[]{
    {"svm", &read_svm, &svm_seeds},          {"jsonl", &read_jsonl, &jsonl_seeds},
    {"csv", &read_csv, &table_seeds},        {"tsv", &read_tsv, &table_seeds},
    {"arff", &read_arff_data, &arff_seeds},  {"fasttext", &read_fasttext, &line_seeds},
    {"text", &read_text_lines, &line_seeds}, {"guessed", &read_guessed, &guessed_seeds},
};

}  // namespace

std::span<const FuzzTarget> data_targets() { return targets; }

}  // namespace clade::detail::fuzz
