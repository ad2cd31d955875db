#include "eval/compare/comparison_reader.h"

#include <algorithm>
#include <utility>
#include <vector>

#include "base/text.h"
#include "pipeline/unknown_labels.h"

namespace clade::detail {

namespace {

// Another source with a split that files are read for unless they are told otherwise, and with the
// beginnings of texts.
class SourcePart : public RecordSource {
 public:
  SourcePart(const RecordSource& source, std::string default_split, std::size_t snippet_bytes)
      : source_(source), default_split_(std::move(default_split)), snippet_bytes_(snippet_bytes) {}

  std::string name() const override { return source_.name(); }
  ReadOptions options(Precision precision, const Vectoriser* trained) const override {
    ReadOptions read = source_.options(precision, trained);
    if (const auto* files = dynamic_cast<const FileSource*>(&source_)) {
      read.splits = read_options(files->files, precision, default_split_, trained).splits;
    }
    read.snippet_bytes = snippet_bytes_;
    return read;
  }
  Records read(const ReadOptions& options, ThreadPool& pool) const override {
    return source_.read(options, pool);
  }
  Records sample(const ReadOptions& options, ThreadPool& pool) const override {
    return source_.sample(options, pool);
  }
  std::uintmax_t bytes() const override { return source_.bytes(); }

 private:
  const RecordSource& source_;
  std::string default_split_;
  std::size_t snippet_bytes_;
};

// Whether the files are read for testing, too.
bool trains_on_test(const FileSource& files) {
  const auto names = split(files.files.split, ',');
  return files.files.split == "all" || std::find(names.begin(), names.end(), "test") != names.end();
}

}  // namespace

LabelledRecords read_labelled(const RecordSource& source, const char* default_split,
                              std::size_t snippet_bytes, const TaxonomySource& taxonomy,
                              const Configured& configured, ThreadPool& pool, Reporter& reporter,
                              bool tells_of_taxonomy) {
  const SourcePart part(source, default_split, snippet_bytes);
  Records records =
      read_for_training(part, configured.text, RecordForm::of(*configured.method), pool, reporter);
  say_missing(records, configured.text.numbers.settled().missing, reporter);
  check_has_features(records, source.name());
  TaxonomySource resolved = settle_labels(taxonomy, source.unknown_labels(), records, source.name(),
                                          reporter, tells_of_taxonomy);
  return {std::move(records), std::move(resolved)};
}

std::shared_ptr<const ComparisonRecords> ComparisonReader::records_for(
    const Configured& configured) {
  std::shared_ptr<const ComparisonRecords>& records = by_key_[reading_key(configured)];
  if (!records) records = std::make_shared<const ComparisonRecords>(read(configured));
  return records;
}

ComparisonRecords ComparisonReader::read(const Configured& configured) {
  ComparisonRecords records;
  records.train = read_part(sources_.train, "train", configured);
  const auto* files = dynamic_cast<const FileSource*>(&sources_.train);
  if (sources_.test != nullptr) {
    records.test = read_part(*sources_.test, "test", configured);
  } else if (files != nullptr && records.train.has_splits && options_.splits_by_field &&
             !trains_on_test(*files)) {
    records.test = read_test_part(*files, configured);
  }
  if (sources_.tune != nullptr) records.tune = read_part(*sources_.tune, "", configured);
  return records;
}

Records ComparisonReader::read_part(const RecordSource& source, const char* default_split,
                                    const Configured& configured) {
  auto [records, taxonomy] = read_labelled(source, default_split, options_.snippet_bytes, given_,
                                           configured, pool_, reporter_, !taxonomy_);
  if (!taxonomy_) taxonomy_ = std::move(taxonomy);
  return std::move(records);
}

// Files without the field are read whole, and that for training: they have nothing to test on.
Records ComparisonReader::read_test_part(const FileSource& files, const Configured& configured) {
  FileSource tested = files;
  tested.files.split.clear();
  if (tested.paths.size() > 1) {
    const ReadOptions read =
        read_options(tested.files, configured.method->traits().precision, "test");
    std::erase_if(tested.paths, [&](const std::filesystem::path& path) {
      return !read_records(std::vector{path}, read, pool_).has_splits;
    });
  }
  return read_part(tested, "test", configured);
}

}  // namespace clade::detail
