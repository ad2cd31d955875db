// TLS of the service: 1.2 or newer.
#pragma once

#include <boost/asio/ssl/context.hpp>
#include <filesystem>
#include <memory>

namespace clade::detail::serve {

// Error{environment} where a file cannot be read, Error{input} where it is no certificate or key,
// or they do not belong together.
std::shared_ptr<boost::asio::ssl::context> make_tls(const std::filesystem::path& certificate,
                                                    const std::filesystem::path& key);

}  // namespace clade::detail::serve
