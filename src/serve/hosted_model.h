// A model by its name: the generation that answers now, and what is known of it.
#pragma once

#include <atomic>
#include <cstdint>
#include <filesystem>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <thread>
#include <unordered_map>
#include <utility>
#include <vector>

#include "serve/generation.h"
#include "serve/journal/generation_log.h"
#include "serve/private_copy.h"

namespace clade::detail::serve {

struct HostedModel {
  explicit HostedModel(const std::filesystem::path& path);

  // Whoever asks keeps the generation for as long as it is needed.
  std::shared_ptr<const Generation> present() const {
    const std::lock_guard lock(mutex_);
    return present_;
  }
  void put(std::shared_ptr<const Generation> generation) {
    const std::lock_guard lock(mutex_);
    present_ = std::move(generation);
  }
  // Where there is no journal: the generations, newest first.
  std::vector<GenerationRow> history_in_memory() const {
    const std::lock_guard lock(mutex_);
    return rows_;
  }
  // An update that failed where not even that could be written down.
  std::optional<LearningRow> failed_learning() const {
    const std::lock_guard lock(mutex_);
    return failed_learning_;
  }
  void remember(LearningRow row) {
    const std::lock_guard lock(mutex_);
    failed_learning_ = std::move(row);
  }
  void remember(const GenerationRow& row) {
    const std::lock_guard lock(mutex_);
    rows_.insert(rows_.begin(), row);
  }

  const std::filesystem::path file;
  const std::string name;
  ModelId id = 0;  // in the journal

  std::mutex changing;  // held by whoever makes another generation the present one
  std::atomic<bool> updating{false};
  std::atomic<std::int64_t> update{0};  // that is running, by its number; cleared after `updating`
  std::thread learning;                 // the last update; of whoever has set `updating`
  FileStamp stamp;                      // of the file when it was looked at last
  std::string checksum;                 // of the file that was loaded last
  std::string last_problem;             // that was told of the file

  // How sure the generation is of the documents in the pool, by their numbers.
  struct PoolCertainty {
    std::mutex mutex;
    std::uint64_t generation = 0;
    std::unordered_map<std::int64_t, double> of;
  };
  PoolCertainty pool;

  struct Counts {
    std::atomic<std::uint64_t> documents{0}, explanations{0}, feedback{0}, updates{0},
        failed_updates{0}, reloads{0};
  };
  Counts counts;

 private:
  mutable std::mutex mutex_;
  std::shared_ptr<const Generation> present_;
  std::vector<GenerationRow> rows_;
  std::optional<LearningRow> failed_learning_;
};

// Whether the labels that a model gave are the right ones: they stand for the same classes, where
// labels are closed upward with all above them.
bool is_right(const LabelSpace& labels, const std::vector<std::string>& predicted,
              const std::vector<std::string>& truth);

}  // namespace clade::detail::serve
