// clade generate: synthetic data.
#include <algorithm>
#include <cstdint>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "base/fail.h"
#include "cli/commands/commands.h"
#include "cli/options/options.h"
#include "cli/output/help.h"
#include "cli/output/interrupt.h"
#include "generate/generate.h"

namespace clade::detail::cli {

namespace {

struct GenerateOptions {
  std::string folder;
  std::uint64_t seed = 0;
  bool quiet = false;

  static constexpr auto fields() {
    using P = GenerateOptions;
    return std::tuple{
        Field{"o", &P::folder, file_name,
              "the folder for the files, made where it is missing; '-' writes the data alone to "
              "standard output"},
        Field{"seed", &P::seed, seed_number, "the same seed gives the same data"},
        PlainField{"quiet", &P::quiet, quiet_help}};
  }
};

// Stops between two pieces of text, so that half-written files are taken away.
class StoppableSink : public FileSink {
 public:
  explicit StoppableSink(FileSink& sink) : sink_(sink) {}
  void write(std::string_view file, std::string_view text) override {
    if (stop_was_requested()) throw Cancelled{};
    sink_.write(file, text);
  }

 private:
  FileSink& sink_;
};

class StoppableGenerator : public Generator {
 public:
  explicit StoppableGenerator(Generator& generator) : generator_(generator) {}
  std::vector<Parameter> parameters() override { return generator_.parameters(); }
  std::vector<std::string> files() const override { return generator_.files(); }
  void generate(std::uint64_t seed, FileSink& out) const override {
    StoppableSink sink(out);
    generator_.generate(seed, sink);
  }

 private:
  Generator& generator_;
};

// The data file to standard output, the others nowhere.
class DataToOutput : public FileSink {
 public:
  DataToOutput(std::string data_file, Output& out) : data_file_(std::move(data_file)), out_(out) {}
  void write(std::string_view file, std::string_view text) override {
    if (file == data_file_) out_.write(text);
  }

 private:
  std::string data_file_;
  Output& out_;
};

// The options depend on NAME, which comes before them; "" where there is none.
std::string generator_name(const Arguments& words) {
  for (const std::string& word : words) {
    for (const GeneratorEntry& entry : generators()) {
      if (entry.name == word) return word;
    }
  }
  return words.empty() || words.front().starts_with('-') ? "" : words.front();
}

std::string generator_list() {
  std::vector<std::pair<std::string, std::string>> rows;
  for (const GeneratorEntry& entry : generators()) {
    rows.emplace_back(std::string(entry.name), std::string(entry.summary));
  }
  return "Names:\n" + two_columns(rows) +
         "  'clade generate NAME --help' shows the options of one.\n";
}

CommandSpec generate_spec(GenerateOptions& options, const std::string& name, Generator* generator) {
  CommandSpec spec;
  spec.name = "generate";
  spec.summary = "make synthetic data: the papers' sets, and texts";
  spec.usage = {"NAME -o DIR [options]"};
  spec.positionals = {{"NAME", "which data, see below", true, false}};
  spec.groups = {{"Options", parameters_of(options)}};
  if (generator != nullptr) {
    spec.groups.push_back({fmt::format("Options of '{}'", name), generator->parameters()});
  }
  spec.notes = generator_list();
  spec.examples = {
      {"clade generate cai-multiclass -o data --seed 1", "data.svm and taxonomy.tsv in data"},
      {"clade generate cai-multilabel -o - | head -n 3", "look at the first lines"}};
  return spec;
}

}  // namespace

int run_generate(const Arguments& words, Output& out) {
  const std::string name = generator_name(words);
  const std::unique_ptr<Generator> generator = name.empty() ? nullptr : make_generator(name);
  GenerateOptions options;
  const CommandSpec spec = generate_spec(options, name, generator.get());
  if (wants_help(words)) return show_help(spec, out);
  const Arguments arguments = parse_arguments(spec, words);
  if (arguments.front() != name) {
    fail(ErrorKind::usage, "generate: NAME comes first; usage: clade generate {}",
         spec.usage.front());
  }
  if (options.folder.empty())
    fail(ErrorKind::usage, "generate: -o is missing: where should the files go?");
  const GracefulStop stop;
  const StoppableGenerator stoppable(*generator);
  if (options.folder == "-") {
    DataToOutput sink(generator->files().front(), out);
    stoppable.generate(options.seed, sink);
  } else {
    generate_into(stoppable, options.seed, options.folder);
  }
  return 0;
}

}  // namespace clade::detail::cli
