#include "serve/journal_examples.h"

#include <algorithm>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "clade/error.h"
#include "pipeline/memory_source.h"
#include "serve/refusal.h"
#include "serve/stored_content.h"

namespace clade::detail::serve {

namespace {

bool can_learn(const Generation& generation, const Correction& one, Document& document) {
  const LabelSpace& labels = generation.model().label_space();
  const auto is_known = [&](const std::string& label) { return labels.find(label).has_value(); };
  if (!std::all_of(one.labels.begin(), one.labels.end(), is_known)) return false;
  try {
    document = parse_stored(one.content);
    generation.reader().read(document.content());
    return true;
  } catch (const Error&) {
    return false;
  } catch (const Refusal&) {
    return false;
  }
}

void add(const Document& document, const Labels& labels, MemorySource& source) {
  switch (document.kind) {
    case DocumentContent::Kind::text:
      source.add_text(document.text, labels, {});
      return;
    case DocumentContent::Kind::features: {
      MemorySource::NamedVector named;
      for (const auto& [name, value] : document.features) named.emplace_back(name, value);
      source.add_named(std::move(named), labels, {});
      return;
    }
    case DocumentContent::Kind::vector: {
      MemorySource::SparseVector row;
      for (std::size_t k = 0; k < document.vector.size(); ++k) {
        if (document.vector[k] == 0) continue;
        row.push_back({static_cast<std::uint32_t>(k + 1), document.vector[k]});
      }
      source.add_vector(std::move(row), labels, {});
      return;
    }
  }
}

std::shared_ptr<const RecordSource> read_all(Journal& journal, const HostedModel& model,
                                             const Generation& generation,
                                             const LearningRow& update) {
  constexpr std::size_t piece = 500;  // others want to read, too
  auto source = std::make_shared<MemorySource>();
  std::int64_t since = update.since;
  while (true) {
    const auto corrections = journal.read([&](Database& database) {
      return to_learn(database, model.id, since, update.through, piece);
    });
    if (corrections.empty()) return source;
    since = corrections.back().sequence;
    for (const Correction& one : corrections) {
      Document document;
      if (can_learn(generation, one, document)) add(document, one.labels, *source);
    }
  }
}

}  // namespace

JournalExamples::JournalExamples(Journal& journal, const HostedModel& model,
                                 const Generation& generation, const LearningRow& update)
    : Examples(read_all(journal, model, generation, update)) {}

}  // namespace clade::detail::serve
