// Counters for Prometheus.
#include <fmt/format.h>

#include <string>
#include <string_view>

#include "serve/state.h"

namespace clade::detail::serve {

namespace {

using Models = std::map<std::string, std::unique_ptr<HostedModel>, std::less<>>;

// As the value of a label has to be written.
std::string escaped(std::string_view name) {
  std::string text;
  for (const char c : name) {
    if (c == '\n') {
      text += "\\n";
      continue;
    }
    if (c == '\\' || c == '"') text += '\\';
    text += c;
  }
  return text;
}

struct Metric {
  std::string_view name, type, help;
};

void append_head(std::string& to, const Metric& metric) {
  to += fmt::format("# HELP {0} {1}\n# TYPE {0} {2}\n", metric.name, metric.help, metric.type);
}

template <class ValueOf>
void append_by_model(std::string& to, const Metric& metric, const Models& models,
                     const ValueOf& value_of) {
  append_head(to, metric);
  for (const auto& [name, hosted] : models) {
    to += fmt::format("{}{{model=\"{}\"}} {}\n", metric.name, escaped(name), value_of(*hosted));
  }
}

void append_journal(std::string& to, const Journal::Counts& counts) {
  append_head(to, {"clade_journal_changes_total", "counter", "Changes that are on the disk."});
  to += fmt::format("clade_journal_changes_total {}\n", counts.changes);
  append_head(to, {"clade_journal_commits_total", "counter", "Commits, each of some changes."});
  to += fmt::format("clade_journal_commits_total {}\n", counts.commits);
  append_head(to, {"clade_journal_commit_seconds_total", "counter", "Time of commits."});
  to += fmt::format("clade_journal_commit_seconds_total {}\n", counts.commit_seconds);
  append_head(to, {"clade_journal_failures_total", "counter", "Commits that failed."});
  to += fmt::format("clade_journal_failures_total {}\n", counts.failures);
}

}  // namespace

std::string Service::metrics() const {
  const Models& models = state_->models;
  std::string text;
  append_by_model(text, {"clade_documents_total", "counter", "Documents that were predicted."},
                  models, [](const HostedModel& m) { return m.counts.documents.load(); });
  append_by_model(text, {"clade_explanations_total", "counter", "Documents that were explained."},
                  models, [](const HostedModel& m) { return m.counts.explanations.load(); });
  append_by_model(text, {"clade_feedback_total", "counter", "Corrections that were acknowledged."},
                  models, [](const HostedModel& m) { return m.counts.feedback.load(); });
  append_by_model(text, {"clade_updates_total", "counter", "Updates that were done."}, models,
                  [](const HostedModel& m) { return m.counts.updates.load(); });
  append_by_model(text, {"clade_failed_updates_total", "counter", "Updates that failed."}, models,
                  [](const HostedModel& m) { return m.counts.failed_updates.load(); });
  append_by_model(text, {"clade_reloads_total", "counter", "Model files that were replaced."},
                  models, [](const HostedModel& m) { return m.counts.reloads.load(); });
  append_by_model(text, {"clade_generation", "gauge", "The generation that answers."}, models,
                  [](const HostedModel& m) { return m.present()->number(); });
  append_by_model(text, {"clade_updating", "gauge", "1 while the model learns."}, models,
                  [](const HostedModel& m) { return m.updating ? 1 : 0; });
  if (state_->journal != nullptr) append_journal(text, state_->journal->counts());
  return text;
}

}  // namespace clade::detail::serve
