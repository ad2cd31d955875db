#include "cli/options/compare_readings.h"

#include <algorithm>
#include <utility>

#include "base/text.h"
#include "cli/options/compared_methods.h"
#include "pipeline/data_options.h"
#include "pipeline/prepare.h"
#include "report/record_pictures.h"

namespace clade::detail::cli {

std::shared_ptr<const Reading> Readings::of(const Configured& configured) {
  std::shared_ptr<const Reading>& reading = by_key_[reading_key(configured)];
  if (!reading) reading = std::make_shared<const Reading>(read(configured));
  return reading;
}

Reading Readings::read(const Configured& configured) {
  Reading reading;
  reading.train = read_part(paths_, configured, options_.data.files.split, "train");
  if (is_split_by_field(reading.train)) {
    reading.test = read_part(paths_with_splits(configured), configured, "test", "");
  } else if (!options_.splits.test.empty()) {
    reading.test = read_part({options_.splits.test}, configured, "", "test");
  }
  if (!options_.tuning.data.empty()) {
    reading.tune = read_part({options_.tuning.data}, configured, "all", "");
  }
  return reading;
}

bool Readings::is_split_by_field(const Records& records) const {
  const SplitOptions& splits = options_.splits;
  return records.has_splits && !trains_on_test() && splits.test.empty() && splits.folds == 0 &&
         splits.sample_per_class == 0 && splits.train_fraction == 0;
}

// Whether --split takes the records for testing, too.
bool Readings::trains_on_test() const {
  const auto names = split(options_.data.files.split, ',');
  return options_.data.files.split == "all" ||
         std::find(names.begin(), names.end(), "test") != names.end();
}

// Files without the field are read whole, and that for training: they have nothing to test on.
Readings::Paths Readings::paths_with_splits(const Configured& configured) {
  if (paths_.size() == 1) return paths_;
  Paths result;
  for (const std::filesystem::path& path : paths_) {
    const ReadOptions read =
        read_options(options_.data.files, configured.method->traits().precision, "test");
    if (read_records(std::vector{path}, read, pool_).has_splits) result.push_back(path);
  }
  return result;
}

Records Readings::read_part(const Paths& paths, const Configured& configured,
                            const std::string& split, const char* default_split) {
  FileSource source(paths, options_.data.files, default_split);
  source.files.split = split;
  if (!options_.report.empty()) source.snippet_bytes = report::shown_text;
  Records records = read_for_training(source, configured.text, RecordForm::of(*configured.method),
                                      pool_, reporter_);
  check_has_features(records, source.name());
  TaxonomySource taxonomy =
      resolve_taxonomy(taxonomy_source(options_.taxonomy, options_.taxonomy_file), records);
  if (!taxonomy_) taxonomy_ = std::move(taxonomy);
  return records;
}

}  // namespace clade::detail::cli
