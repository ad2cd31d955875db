#include "serve/generations.h"

#include <fmt/format.h>

#include <algorithm>
#include <limits>
#include <utility>

#include "base/text.h"
#include "clade/error.h"
#include "serve/refusal.h"
#include "serve/stored_content.h"

namespace clade::detail::serve {

namespace {

std::shared_ptr<const Generation> make_generation(const Model& model, std::int64_t number) {
  return std::make_shared<const Generation>(model, static_cast<std::uint64_t>(number));
}

[[noreturn]] void refuse_rollback(std::string_view why) {
  throw Refusal(Fault::conflict, fmt::format("nothing to roll back to: {}", why));
}

}  // namespace

Generations::Generations(Journal* journal, std::function<void(std::string_view)> notice)
    : journal_(journal), notice_(std::move(notice)) {
  if (journal_ != nullptr) store_.emplace(models_folder(journal_->file()));
}

void Generations::begin(HostedModel& model) {
  if (journal_ != nullptr) {
    journal_->write_now([&](Database& database) { model.id = model_id(database, model.name); });
  }
  if (!begin_from_journal(model)) begin_from_file(model);
  const auto present = model.present();
  if (present->screen_bytes() > 0) {
    notice_(fmt::format("{}: {:.3g} MB more in memory, to find the best of its {} classes faster",
                        model.name, static_cast<double>(present->screen_bytes()) / 1e6,
                        present->model().label_space().size()));
  }
  if (journal_ == nullptr) return;
  const auto kept =
      journal_->read([&](Database& database) { return kept_contents(database, model.id); });
  store_->keep_only(model.name, kept);
}

bool Generations::begin_from_journal(HostedModel& model) {
  if (journal_ == nullptr) return false;
  const auto row =
      journal_->read([&](Database& database) { return present_generation(database, model.id); });
  if (!row) return false;
  model.stamp = FileStamp::of(model.file);
  // A file that cannot be used is an error even where something was learned from it before.
  model.checksum = load_private_copy(model.file).checksum;
  if (row->source != model.checksum) return false;
  try {
    model.put(make_generation(store_->load(model.name, row->content), row->number));
    return true;
  } catch (const Error& error) {
    notice_(fmt::format("{}: generation {} cannot be used, the model file takes its place: {}",
                        model.name, row->number, error.what()));
    return false;
  }
}

void Generations::begin_from_file(HostedModel& model) {
  model.stamp = FileStamp::of(model.file);
  const CopiedModel copy = load_private_copy(model.file);
  model.checksum = copy.checksum;
  GenerationRow row;
  row.how = "file";
  row.source = copy.checksum;
  put(model, copy.model, row, nullptr);
}

bool Generations::has_new_file(const HostedModel& model) {
  const FileStamp stamp = FileStamp::of(model.file);
  return stamp != FileStamp() && stamp != model.stamp;
}

void Generations::take_new_file(HostedModel& model) {
  const std::lock_guard lock(model.changing);
  const FileStamp stamp = FileStamp::of(model.file);
  try {
    const CopiedModel copy = load_private_copy(model.file);
    if (copy.checksum != model.checksum) {
      GenerationRow row;
      row.how = "file";
      row.source = copy.checksum;
      const GenerationRow made = put(model, copy.model, row, nullptr);
      model.checksum = copy.checksum;
      ++model.counts.reloads;
      notice_(fmt::format("{}: the file was replaced, generation {} answers now", model.name,
                          made.number));
    }
    model.stamp = stamp;
    model.last_problem.clear();
  } catch (...) {
    const Refusal refusal = current_refusal();
    // Of a file that is bad nothing more is expected; the disk may have room later.
    if (refusal.fault() != Fault::disk) model.stamp = stamp;
    if (std::exchange(model.last_problem, refusal.what()) == refusal.what()) return;
    notice_(fmt::format("{}: the replaced file was left alone: {}", model.name, refusal.what()));
  }
}

std::int64_t Generations::next_number(const HostedModel& model) {
  if (journal_ == nullptr) {
    return static_cast<std::int64_t>(model.history_in_memory().size()) + 1;
  }
  const auto rows =
      journal_->read([&](Database& database) { return generations(database, model.id, false); });
  return rows.empty() ? 1 : rows.front().number + 1;
}

// The file is on the disk before the journal speaks of it, and the journal before requests see it.
GenerationRow Generations::put(HostedModel& model, const Model& made, GenerationRow row,
                               const std::function<void(Database&, std::int64_t)>& also) {
  row.number = next_number(model);
  row.at = time_stamp();
  const bool is_new = row.content == 0;
  if (is_new) row.content = row.number;
  const auto before = model.present();
  const auto after = make_generation(made, row.number);
  if (journal_ == nullptr) {
    model.remember(row);
    model.put(after);
    return row;
  }
  if (is_new) store_->save(made, model.name, row.number);
  if (before != nullptr) row.recent = compare(model, *before, *after);
  std::vector<std::int64_t> kept;
  journal_->write_now([&](Database& database) {
    const std::int64_t number = add_generation(database, model.id, row);
    if (also) also(database, number);
    kept = kept_contents(database, model.id);
  });
  model.put(after);
  store_->keep_only(model.name, kept);
  return row;
}

GenerationRow Generations::put_learned(HostedModel& model, const Learned& learned) {
  const std::lock_guard lock(model.changing);
  const auto present =
      journal_->read([&](Database& database) { return present_generation(database, model.id); });
  if (!present || present->number != learned.base) {
    throw Refusal(Fault::conflict, "another generation took the place of the one it learned from");
  }
  GenerationRow row;
  row.how = "update";
  row.source = present->source;
  row.through = learned.through;
  row.examples = learned.examples;
  LearningRow update = learned.update;
  return put(model, learned.model, row, [&](Database& database, std::int64_t number) {
    update.state = "done";
    update.generation = number;
    update.examples = learned.examples;
    set_learning(database, update);
  });
}

std::int64_t Generations::target_of_rollback(HostedModel& model,
                                             std::optional<std::int64_t> generation) {
  return journal_->read([&](Database& database) {
    const auto present = present_generation(database, model.id);
    const auto kept = kept_contents(database, model.id);
    if (!generation) {
      const auto after = std::lower_bound(kept.begin(), kept.end(), present->content);
      if (after == kept.begin()) refuse_rollback("there is no earlier generation");
      return *std::prev(after);
    }
    const auto row = find_generation(database, model.id, *generation);
    if (!row) refuse_rollback(fmt::format("there is no generation {}", *generation));
    if (row->content == present->content) {
      refuse_rollback(fmt::format("generation {} is the present one", *generation));
    }
    if (std::find(kept.begin(), kept.end(), row->content) == kept.end()) {
      refuse_rollback(fmt::format("the model of generation {} is not kept any more", *generation));
    }
    return row->content;
  });
}

GenerationRow Generations::roll_back(HostedModel& model, std::optional<std::int64_t> generation) {
  const std::lock_guard lock(model.changing);
  const std::int64_t target = target_of_rollback(model, generation);
  const auto from = journal_->read(
      [&](Database& database) { return *find_generation(database, model.id, target); });
  GenerationRow row;
  row.how = "rollback";
  row.content = target;
  // It goes back to the file that is there now, so that it is found again after a start.
  row.source = model.checksum;
  row.through = from.through;
  row.examples = from.examples;
  return put(model, store_->load(model.name, target), row, nullptr);
}

// On the newest corrections that both can read.
std::optional<Recent> Generations::compare(const HostedModel& model, const Generation& before,
                                           const Generation& after) {
  constexpr std::size_t newest = 200, most_changed = 50;
  constexpr std::int64_t no_end = std::numeric_limits<std::int64_t>::max();
  const auto corrections = journal_->read(
      [&](Database& database) { return newest_corrections(database, model.id, no_end, newest); });
  Recent recent;
  for (const Correction& one : corrections) {
    const auto old_labels = labels_of_stored(before, one.content);
    const auto new_labels = labels_of_stored(after, one.content);
    if (!old_labels || !new_labels) continue;
    ++recent.documents;
    recent.right_before += is_right(before.model().label_space(), *old_labels, one.labels);
    recent.right_after += is_right(after.model().label_space(), *new_labels, one.labels);
    if (*old_labels != *new_labels && recent.changed.size() < most_changed) {
      recent.changed.push_back({one.document, one.labels, *old_labels, *new_labels});
    }
  }
  return recent;
}

}  // namespace clade::detail::serve
