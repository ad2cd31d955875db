#include "serve/http/tokens.h"

#include <openssl/evp.h>
#include <sys/stat.h>

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <new>
#include <string>

#include "base/fail.h"
#include "base/file.h"
#include "base/text.h"

namespace clade::detail::serve {

namespace {

constexpr std::size_t least_length = 16;

void check_mode(const std::filesystem::path& file) {
  struct stat status = {};
  if (::stat(file.c_str(), &status) != 0) {
    fail(ErrorKind::environment, "{}: cannot be read: {}", file.string(), std::strerror(errno));
  }
  if ((status.st_mode & 077U) == 0) return;
  fail(ErrorKind::environment,
       "{}: other users may read or write this file of tokens; 'chmod 600' takes that away",
       file.string());
}

bool is_printable(char c) { return c > ' ' && c < 0x7f; }

Role role_of(std::string_view word, const std::string& where) {
  if (word.empty() || word == "admin") return Role::admin;
  if (word == "feedback") return Role::feedback;
  if (word == "read") return Role::read;
  fail(ErrorKind::input, "{}: expected the role read, feedback or admin behind the token", where);
}

}  // namespace

struct TokenFinder::Hasher {
  EVP_MD* digest = ::EVP_MD_fetch(nullptr, "SHA256", nullptr);
  EVP_MD_CTX* context = ::EVP_MD_CTX_new();

  Hasher() {
    if (digest == nullptr || context == nullptr) throw std::bad_alloc();
  }
  ~Hasher() {
    ::EVP_MD_CTX_free(context);
    ::EVP_MD_free(digest);
  }
  Hasher(const Hasher&) = delete;
  Hasher& operator=(const Hasher&) = delete;

  TokenHash operator()(std::string_view token) {
    TokenHash hash{};
    unsigned size = sizeof(hash);
    if (::EVP_DigestInit_ex2(context, digest, nullptr) != 1 ||
        ::EVP_DigestUpdate(context, token.data(), token.size()) != 1 ||
        ::EVP_DigestFinal_ex(context, reinterpret_cast<unsigned char*>(hash.data()), &size) != 1) {
      throw std::bad_alloc();
    }
    return hash;
  }
};

std::vector<TokenEntry> read_tokens(const std::filesystem::path& file) {
  check_mode(file);
  const std::string text = read_text(file);
  TokenFinder finder({});
  std::vector<TokenEntry> entries;
  std::size_t number = 0;
  for (std::string_view line : split(text, '\n')) {
    const std::string where = file.string() + ":" + std::to_string(++number);
    line = trim(line);
    if (line.empty() || line.front() == '#') continue;
    const std::size_t end = std::min(line.find_first_of(" \t"), line.size());
    const std::string_view token = line.substr(0, end);
    std::string_view rest = trim(line.substr(end));
    rest = trim(rest.substr(0, std::min(rest.find('#'), rest.size())));
    if (token.size() < least_length || !std::all_of(token.begin(), token.end(), is_printable)) {
      fail(ErrorKind::input, "{}: expected a token of at least {} printable characters", where,
           least_length);
    }
    const TokenEntry entry{finder.hash(token), role_of(rest, where)};
    const auto same = [&](const TokenEntry& other) { return other.hash == entry.hash; };
    if (std::any_of(entries.begin(), entries.end(), same)) {
      fail(ErrorKind::input, "{}: this token is there twice", where);
    }
    entries.push_back(entry);
  }
  if (entries.empty()) {
    fail(ErrorKind::input, "{}: expected a token a line, found none", file.string());
  }
  return entries;
}

TokenFinder::TokenFinder(std::vector<TokenEntry> entries)
    : hasher_(std::make_unique<Hasher>()), entries_(std::move(entries)) {}

TokenFinder::~TokenFinder() = default;

TokenHash TokenFinder::hash(std::string_view token) { return (*hasher_)(token); }

const TokenEntry* TokenFinder::find(std::string_view token) {
  const TokenHash wanted = hash(token);
  std::uintptr_t found = 0;
  for (const TokenEntry& entry : entries_) {
    std::uint64_t difference = 0;
    for (std::size_t i = 0; i < wanted.size(); ++i) difference |= wanted[i] ^ entry.hash[i];
    // All bits set where nothing differs.
    const std::uint64_t equal = ((difference | (0 - difference)) >> 63U) - 1;
    found |= reinterpret_cast<std::uintptr_t>(&entry) & static_cast<std::uintptr_t>(equal);
  }
  return reinterpret_cast<const TokenEntry*>(found);
}

}  // namespace clade::detail::serve
