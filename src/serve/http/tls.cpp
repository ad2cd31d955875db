#include "serve/http/tls.h"

#include <openssl/err.h>
#include <openssl/ssl.h>
#include <openssl/x509err.h>

#include <boost/asio/buffer.hpp>
#include <string>

#include "base/fail.h"
#include "base/file.h"

namespace clade::detail::serve {

namespace {

namespace ssl = boost::asio::ssl;
using Problem = boost::system::error_code;

void expect(const Problem& problem, const std::filesystem::path& file, const char* what) {
  if (problem) fail(ErrorKind::input, "{}: expected {} as PEM", file.string(), what);
}

}  // namespace

std::shared_ptr<ssl::context> make_tls(const std::filesystem::path& certificate,
                                       const std::filesystem::path& key) {
  const std::string chain = read_text(certificate), secret = read_text(key);
  auto tls = std::make_shared<ssl::context>(ssl::context::tls_server);
  SSL_CTX* const native = tls->native_handle();
  ::SSL_CTX_set_min_proto_version(native, TLS1_2_VERSION);
  ::SSL_CTX_set_options(
      native, SSL_OP_NO_COMPRESSION | SSL_OP_NO_RENEGOTIATION | SSL_OP_CIPHER_SERVER_PREFERENCE);
  ::SSL_CTX_set_mode(native, SSL_MODE_RELEASE_BUFFERS);  // of idle connections
  // A key with a passphrase would ask on the terminal.
  Problem problem;
  tls->set_password_callback([](std::size_t, ssl::context::password_purpose) { return ""; },
                             problem);
  tls->use_certificate_chain(boost::asio::buffer(chain), problem);
  expect(problem, certificate, "a certificate, or a chain of them");
  tls->use_private_key(boost::asio::buffer(secret), ssl::context::pem, problem);
  // OpenSSL has compared the key with the certificate already.
  if (problem &&
      ERR_GET_REASON(static_cast<unsigned long>(problem.value())) == X509_R_KEY_VALUES_MISMATCH) {
    fail(ErrorKind::input, "{}: this key does not belong to the certificate {}", key.string(),
         certificate.string());
  }
  expect(problem, key, "a private key without a passphrase");
  return tls;
}

}  // namespace clade::detail::serve
