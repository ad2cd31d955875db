// A folder for one test, and the error that a call throws.
#pragma once

#include <gtest/gtest.h>

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <optional>
#include <string>
#include <string_view>

#include "clade/error.h"

namespace clade::detail::test {

// Removed with everything in it at the end of the scope.
class TempFolder {
 public:
  TempFolder() {
    std::string name = (std::filesystem::temp_directory_path() / "clade-test-XXXXXX").string();
    if (::mkdtemp(name.data()) == nullptr) throw std::runtime_error("no temporary folder");
    path_ = name;
  }
  ~TempFolder() {
    std::error_code ignored;
    std::filesystem::remove_all(path_, ignored);
  }
  TempFolder(const TempFolder&) = delete;
  TempFolder& operator=(const TempFolder&) = delete;

  const std::filesystem::path& path() const { return path_; }
  // Writes a file into the folder and returns its path.
  std::filesystem::path write(const std::string& name, std::string_view text) const {
    std::ofstream(path_ / name, std::ios::binary) << text;
    return path_ / name;
  }

 private:
  std::filesystem::path path_;
};

// The Error that `call` throws, or nothing where it throws none.
template <class Call>
std::optional<Error> error_of(Call call) {
  try {
    call();
  } catch (const Error& error) {
    return error;
  }
  return std::nullopt;
}

// Expects an Error of that kind whose message contains `part`.
template <class Call>
void expect_error(Call call, ErrorKind kind, std::string_view part) {
  const std::optional<Error> error = error_of(call);
  ASSERT_TRUE(error.has_value()) << "no error, expected one with: " << part;
  EXPECT_EQ(error->kind(), kind) << error->what();
  EXPECT_NE(std::string_view(error->what()).find(part), std::string_view::npos)
      << "message: " << error->what() << "\nexpected in it: " << part;
}

}  // namespace clade::detail::test
