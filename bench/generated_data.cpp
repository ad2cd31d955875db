#include "bench/generated_data.h"

#include <cstddef>
#include <fstream>
#include <map>
#include <memory>
#include <stdexcept>
#include <string_view>

#include "clade/parameter.h"
#include "generate/generate.h"

namespace clade::detail::bench {

namespace {

std::unique_ptr<Generator> text_generator(const std::string& preset) {
  std::unique_ptr<Generator> generator = make_generator("text");
  for (const Parameter& p : generator->parameters()) {
    if (p.name == "preset") p.set(preset);
  }
  return generator;
}

class NumberedLabels : public FileSink {
 public:
  explicit NumberedLabels(const std::filesystem::path& file) : out_(file, std::ios::binary) {}

  void write(std::string_view file, std::string_view text) override {
    if (file != "data.svm") return;
    pending_ += text;
    std::size_t begin = 0;
    while (true) {
      const std::size_t end = pending_.find('\n', begin);
      if (end == std::string::npos) break;
      write_line(std::string_view(pending_).substr(begin, end + 1 - begin));
      begin = end + 1;
    }
    pending_.erase(0, begin);
  }

  void finish() {
    out_.close();
    if (!out_ || !pending_.empty()) throw std::runtime_error("the data could not be written");
  }

 private:
  void write_line(std::string_view line) {
    const std::size_t label = line.find_first_of(" \n");
    const auto number =
        numbers_.try_emplace(std::string(line.substr(0, label)), numbers_.size() + 1);
    out_ << number.first->second << line.substr(label);
  }

  std::ofstream out_;
  std::string pending_;
  std::map<std::string, std::size_t> numbers_;
};

}  // namespace

void generate_preset(const std::string& preset, const std::filesystem::path& folder) {
  generate_into(*text_generator(preset), 0, folder);
}

void generate_numbered(const std::string& preset, const std::filesystem::path& file) {
  std::filesystem::create_directories(file.parent_path());
  std::filesystem::path unfinished = file;
  unfinished += ".part";
  NumberedLabels sink(unfinished);
  text_generator(preset)->generate(0, sink);
  sink.finish();
  std::filesystem::rename(unfinished, file);
}

}  // namespace clade::detail::bench
