// Who may do what: the tokens of `token_file`.
#pragma once

#include <array>
#include <cstdint>
#include <filesystem>
#include <memory>
#include <string_view>
#include <vector>

#include "serve/service.h"

namespace clade::detail::serve {

using TokenHash = std::array<std::uint64_t, 4>;  // SHA-256

struct TokenEntry {
  TokenHash hash{};
  Role role = Role::nobody;
};

// Error{input} for a line that is no token, Error{environment} where the file cannot be read or
// others than its owner may read it. Messages hold no token.
std::vector<TokenEntry> read_tokens(const std::filesystem::path& file);

// For one thread.
class TokenFinder {
 public:
  explicit TokenFinder(std::vector<TokenEntry> entries);
  ~TokenFinder();
  TokenFinder(const TokenFinder&) = delete;
  TokenFinder& operator=(const TokenFinder&) = delete;

  // Null for an unknown token. Takes the same time wherever the token is, and whatever it has in
  // common with one of them: hashes are compared, whole, and with all entries.
  const TokenEntry* find(std::string_view token);
  TokenHash hash(std::string_view token);

 private:
  struct Hasher;
  std::unique_ptr<Hasher> hasher_;
  std::vector<TokenEntry> entries_;
};

}  // namespace clade::detail::serve
