// What the HTTP front of the service can be told; docs/SERVICE.md explains each.
#pragma once

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <functional>
#include <string>
#include <string_view>
#include <vector>

namespace clade::detail::serve {

struct HttpOptions {
  std::string listen = "127.0.0.1";
  std::uint16_t port = 8080;                       // 0: any free one
  std::filesystem::path token_file;                // empty: nobody is asked
  std::filesystem::path tls_certificate, tls_key;  // both or none
  std::vector<std::string> hosts;                  // further names of the service
  std::vector<std::string> cors;                   // origins whose pages may call it
  unsigned threads = 0;                            // 0: all cores
  std::size_t max_body = std::size_t{16} << 20;
  std::size_t max_header = std::size_t{16} << 10;
  double header_seconds = 10, body_seconds = 30, idle_seconds = 60;
  std::size_t max_connections = 4096;
  double rate = 0;         // requests a second; 0: no limit
  std::string access_log;  // "-" is standard error, "" none
  bool log_texts = false;
  // Told of what a person who runs the service should know. Called from any thread.
  std::function<void(std::string_view)> notice = [](std::string_view) {};
};

}  // namespace clade::detail::serve
