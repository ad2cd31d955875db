#include "pipeline/checkpoint_identity.h"

#include <string>
#include <system_error>

#include "base/fail.h"
#include "data/dataset_checksum.h"
#include "data/file_checksum.h"

namespace clade::detail {

CheckpointIdentity identity_of(const std::vector<std::filesystem::path>& files) {
  CheckpointIdentity identity;
  for (const std::filesystem::path& file : files) {
    std::error_code none;
    if (file.empty() || (file != "-" && !std::filesystem::exists(file, none))) continue;
    if (!std::filesystem::is_regular_file(file, none)) {
      fail_parameter("checkpoint",
                     "{} is no ordinary file: what comes as a stream is gone after an end",
                     file.string());
    }
    identity.emplace_back(file.filename().string(), file_checksum(file));
  }
  return identity;
}

CheckpointIdentity identity_of(const TrainingSet& set, Method& method,
                               const TrainOptions& options) {
  CheckpointIdentity identity{{"examples", std::to_string(set.data.size())},
                              {"content", dataset_checksum(set.data, set.labels)},
                              {"method", std::string(method.name())}};
  for (const Parameter& p : method.parameters()) identity.emplace_back('`' + p.name + '`', p.get());
  const auto folds = options.calibration_folds;
  identity.emplace_back("`calibration_folds`", folds ? std::to_string(*folds) : "auto");
  identity.emplace_back("`choose_C_for`", options.choose_C_for);
  identity.emplace_back("`seed`", std::to_string(options.seed));
  return identity;
}

}  // namespace clade::detail
