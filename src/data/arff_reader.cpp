// .arff files to records.
#include "data/arff_columns.h"
#include "data/arff_parser.h"
#include "data/format_reader.h"

namespace clade {

namespace {

class ArffReader : public FormatReader {
 public:
  explicit ArffReader(const ReadOptions& options) : options_(options) {}

  std::size_t read_header(const TextChunk& first) override {
    columns_ = read_arff_columns(first, options_);
    return columns_.header_length;
  }

  RecordBlock parse(const TextChunk& chunk, std::string_view block) const override {
    return ArffParser(columns_, chunk, block, options_).parse();
  }

  bool has_splits() const override { return columns_.has(ArffColumn::Role::split); }
  std::optional<Taxonomy> taxonomy() const override { return columns_.taxonomy; }

 private:
  const ReadOptions& options_;
  ArffColumns columns_;
};

}  // namespace

std::unique_ptr<FormatReader> make_arff_reader(const ReadOptions& options) {
  return std::make_unique<ArffReader>(options);
}

}  // namespace clade
