// What a model says of documents.
#pragma once

#include <functional>
#include <map>
#include <memory>
#include <string>
#include <string_view>

#include "serve/generation.h"
#include "serve/service.h"
#include "serve/workers.h"

namespace clade::detail::serve {

struct PredictCall {
  std::string_view model;
  std::shared_ptr<const Generation> generation;
  Workers* workers;
  std::size_t max_batch = 0;
};

// The bodies of the answers; they throw Refusal and Error. `documents` becomes their number.
std::string predict(const PredictCall& call, std::string_view body, std::size_t& documents);
std::string explain(const PredictCall& call, std::string_view body);

// The fields are those of the query. Refusal and Error where they cannot be used.
std::unique_ptr<LineBatch> make_line_batch(const PredictCall& call,
                                           const std::map<std::string, std::string>& query,
                                           std::function<void(std::size_t documents)> count);

}  // namespace clade::detail::serve
