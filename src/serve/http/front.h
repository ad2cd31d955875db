// What all connections of the HTTP front share.
#pragma once

#include <atomic>
#include <boost/asio/thread_pool.hpp>
#include <cstddef>
#include <memory>
#include <vector>

#include "serve/http/access_log.h"
#include "serve/http/http_metrics.h"
#include "serve/http/http_options.h"
#include "serve/http/io_thread.h"
#include "serve/http/names.h"
#include "serve/http/own_routes.h"
#include "serve/http/rate_limit.h"
#include "serve/service.h"

namespace clade::detail::serve {

struct Front {
  HttpOptions options;
  Service& service;
  Names names;
  ServedPage page;
  RateLimit rate;
  // Of each address: what goes beyond waits for its answer.
  RateLimit unknown_tokens{10};
  ConnectionCounts counts;
  std::unique_ptr<AccessLog> log;  // null: none
  // For what takes longer than a small prediction.
  boost::asio::thread_pool workers;
  std::vector<std::unique_ptr<IoThread>> threads;
  std::atomic<bool> ending = false;
  std::atomic<std::size_t> body_bytes = 0;  // of large bodies that are in memory
  std::atomic<std::size_t> resting = 0;     // connections whose wrong token is answered later

  // Of all connections together.
  std::size_t most_body_bytes() const { return 64 * options.max_body; }
  // So that there is room for others.
  std::size_t most_resting() const { return options.max_connections / 4; }
  std::string metrics() const;
};

}  // namespace clade::detail::serve
