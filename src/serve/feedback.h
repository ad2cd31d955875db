// Corrections and the pool: requests about them.
#pragma once

#include <functional>
#include <map>
#include <string>
#include <string_view>

#include "serve/hosted_model.h"
#include "serve/journal/journal.h"
#include "serve/service.h"
#include "serve/workers.h"

namespace clade::detail::serve {

using Reply = std::function<void(Response)>;
using QueryFields = std::map<std::string, std::string>;

// They throw Refusal and Error as long as nothing was given to the journal; then they reply, from
// its thread.
void give_feedback(Journal& journal, HostedModel& model, std::string_view body, Reply reply);
void delete_document(Journal& journal, HostedModel& model, const std::string& id, Reply reply);
void add_to_pool(Journal& journal, HostedModel& model, std::string_view body, std::size_t max_batch,
                 Reply reply);
void empty_pool(Journal& journal, HostedModel& model, Reply reply);

// The bodies of answers.
std::string list_feedback(Journal& journal, const HostedModel& model, const QueryFields& query);
std::string show_pool(Journal& journal, HostedModel& model, const QueryFields& query,
                      Workers& workers);

// What is told of a change to who asked for it: a body, or why it was not made.
Journal::Done replying(Reply reply, std::function<std::string()> body);

// Whole numbers of a query. Refusal (usage) for others, and in check_fields() for unknown fields.
std::int64_t query_number(const QueryFields& query, const std::string& name, std::int64_t usual,
                          std::int64_t most);
void check_fields(const QueryFields& query, std::initializer_list<std::string_view> known);

}  // namespace clade::detail::serve
