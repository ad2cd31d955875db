// .tsv and .csv tables to records.
#include "data/format_reader.h"
#include "data/table_cells.h"
#include "data/table_header.h"
#include "data/table_parser.h"

namespace clade {

namespace {

class TableReader : public FormatReader {
 public:
  TableReader(TableKind kind, const ReadOptions& options) : kind_(kind), options_(options) {}

  std::size_t read_header(const TextChunk& first) override {
    TableCells cells(kind_, first, first.text);
    cells.next();
    header_ = read_table_header(first, cells.cells(), options_);
    return static_cast<std::size_t>(cells.position() - first.text.data());
  }

  RecordBlock parse(const TextChunk& chunk, std::string_view block) const override {
    return TableParser(kind_, header_, chunk, block, options_).parse();
  }

  bool has_splits() const override { return header_.has(TableColumn::Role::split); }

 private:
  TableKind kind_;
  const ReadOptions& options_;
  TableHeader header_;
};

}  // namespace

std::unique_ptr<FormatReader> make_tsv_reader(const ReadOptions& options) {
  return std::make_unique<TableReader>(TableKind::tsv, options);
}

std::unique_ptr<FormatReader> make_csv_reader(const ReadOptions& options) {
  return std::make_unique<TableReader>(TableKind::csv, options);
}

}  // namespace clade
