// .arff files to records.
#include "data/arff_columns.h"
#include "data/arff_parser.h"
#include "data/format_reader.h"

namespace clade {

namespace {

template <class Real>
class ArffReader : public FormatReader<Real> {
 public:
  explicit ArffReader(const ReadOptions& options) : options_(options) {}

  std::size_t read_header(const TextChunk& first) override {
    columns_ = read_arff_columns(first, options_);
    return columns_.header_length;
  }

  RecordBlock<Real> parse(const TextChunk& chunk, std::string_view block) const override {
    return ArffParser<Real>(columns_, chunk, block, options_).parse();
  }

  bool has_splits() const override { return columns_.has(ArffColumn::Role::split); }
  std::optional<Taxonomy> taxonomy() const override { return columns_.taxonomy; }

 private:
  const ReadOptions& options_;
  ArffColumns columns_;
};

}  // namespace

template <class Real>
std::unique_ptr<FormatReader<Real>> make_arff_reader(const ReadOptions& options) {
  return std::make_unique<ArffReader<Real>>(options);
}

template std::unique_ptr<FormatReader<float>> make_arff_reader(const ReadOptions&);
template std::unique_ptr<FormatReader<double>> make_arff_reader(const ReadOptions&);

}  // namespace clade
