// Which generation of a model answers: from its file, from the journal, learned or taken back.
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <string_view>

#include "serve/hosted_model.h"
#include "serve/journal/journal.h"
#include "serve/model_store.h"

namespace clade::detail::serve {

class Generations {
 public:
  // `journal` is null, or outlives this.
  Generations(Journal* journal, std::function<void(std::string_view)> notice);

  // The first generation of this run: that of the journal if it goes back to the file as it is,
  // else the file. Throws.
  void begin(HostedModel& model);

  // Takes the file where it was replaced by one that can be used. Does not throw.
  void take_new_file(HostedModel& model);
  // Whether take_new_file() has something to do.
  static bool has_new_file(const HostedModel& model);

  // Puts a learned model in the place of generation `base`, and the update's row is done in the
  // same step; returns its row. Refusal (conflict) where another one is the present generation.
  struct Learned {
    Model model;
    std::int64_t base, through, examples;
    LearningRow update;
  };
  GenerationRow put_learned(HostedModel& model, const Learned& learned);

  // Back to a generation, or to the one before the present. Refusal (conflict) where that cannot
  // be. `updating` is not set while it runs.
  GenerationRow roll_back(HostedModel& model, std::optional<std::int64_t> generation);

 private:
  bool begin_from_journal(HostedModel& model);
  void begin_from_file(HostedModel& model);
  GenerationRow put(HostedModel& model, const Model& made, GenerationRow row,
                    const std::function<void(Database&, std::int64_t number)>& also);
  std::int64_t next_number(const HostedModel& model);
  std::int64_t target_of_rollback(HostedModel& model, std::optional<std::int64_t> generation);
  std::optional<Recent> compare(const HostedModel& model, const Generation& before,
                                const Generation& after);

  Journal* journal_;
  std::optional<ModelStore> store_;
  std::function<void(std::string_view)> notice_;
};

}  // namespace clade::detail::serve
