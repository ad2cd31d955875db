// Where results go: standard output, buffered in one place that notices a full disk and a closed
// pipe, or a file that is put in place whole.
#pragma once

#include <fmt/core.h>

#include <filesystem>
#include <functional>
#include <memory>
#include <string>
#include <string_view>
#include <utility>

#include "base/file.h"

namespace clade::detail::cli {

struct CommandSpec;

// Nobody reads any more: the program ends quietly.
struct ClosedPipe {};

class Output {
 public:
  explicit Output(int descriptor) : descriptor_(descriptor) {}
  // A file, which is there once commit() was called.
  explicit Output(const std::filesystem::path& file)
      : descriptor_(-1), file_(std::make_unique<AtomicFile>(file)) {}
  Output(const Output&) = delete;
  Output& operator=(const Output&) = delete;

  void write(std::string_view text);
  template <class... Args>
  void print(fmt::format_string<Args...> format, Args&&... args) {
    write(fmt::format(format, std::forward<Args>(args)...));
  }
  // Error{environment} where the text cannot be written, ClosedPipe where nobody reads it.
  void flush();
  // After everything was written.
  void commit();

  // Who wants what a help is made from, in the place of its text (cli/output/help.h).
  using SpecReader = std::function<void(const CommandSpec&)>;
  void give_specs_to(SpecReader reader) { spec_reader_ = std::move(reader); }
  const SpecReader& spec_reader() const { return spec_reader_; }

 private:
  SpecReader spec_reader_;  // none: the text is written
  int descriptor_;
  std::unique_ptr<AtomicFile> file_;  // null: the descriptor
  std::string buffer_;
};

// What -o names: a file, or standard output for "" and "-".
class ResultOutput {
 public:
  ResultOutput(const std::string& file, Output& standard) : out_(&standard) {
    if (file.empty() || file == "-") return;
    own_ = std::make_unique<Output>(std::filesystem::path(file));
    out_ = own_.get();
  }
  Output& operator*() { return *out_; }
  Output* operator->() { return out_; }
  bool is_file() const { return own_ != nullptr; }

 private:
  std::unique_ptr<Output> own_;
  Output* out_;
};

// A line on standard error; what happens to it is nobody's concern.
void write_error_line(std::string_view text);
// The same for a warning of the library (clade/error.h).
void write_warning(std::string_view text);

}  // namespace clade::detail::cli
