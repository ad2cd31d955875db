#include "generate/generate.h"

#include <array>
#include <system_error>

#include "base/fail.h"
#include "base/file.h"
#include "base/text.h"
#include "generate/cai.h"
#include "generate/dekel.h"
#include "generate/text.h"
#include "generate/wang.h"

namespace clade::detail {
namespace {

template <class G>
std::unique_ptr<Generator> make() {
  return std::make_unique<G>();
}

template <int Example>
std::unique_ptr<Generator> make_wang() {
  return std::make_unique<Wang>(Example);
}

constexpr std::array<GeneratorEntry, 8> entries{{
    {"cai-multiclass", "one label: linear scores over a perfect tree, with a margin (CIKM 6.3)",
     &make<CaiMulticlass>},
    {"cai-multilabel", "several labels: linear scores over a perfect tree (thesis 7.1.1)",
     &make<CaiMultilabel>},
    {"dekel", "one label, at any node of a tree: a prototype plus noise (Hieron sec. 5)",
     &make<Dekel>},
    {"text", "documents over a taxonomy of any size: Zipf words inherited down a tree",
     &make<TextGenerator>},
    {"wang1", "one label: four classes that no point tells apart (HPSI 4.1, example 1)",
     &make_wang<1>},
    {"wang2", "one label: eight strips of a square, binary tree (HPSI 4.1, example 2)",
     &make_wang<2>},
    {"wang3", "one label: four quadrants of a square, binary tree (HPSI 4.1, example 3)",
     &make_wang<3>},
    {"wang4", "one label: strips of a square, binary tree of any depth (HPSI 5.3)", &make_wang<4>},
}};

// Files of one folder, put in place together at the end.
class FolderSink : public FileSink {
 public:
  explicit FolderSink(std::filesystem::path folder) : folder_(std::move(folder)) {}

  void write(std::string_view file, std::string_view text) override {
    Output& output = outputs_.try_emplace(std::string(file), folder_ / file).first->second;
    output.pending += text;
    if (output.pending.size() >= piece) output.flush();
  }

  void commit() {
    for (auto& entry : outputs_) entry.second.flush();
    for (auto& entry : outputs_) entry.second.file.commit();
  }

 private:
  static constexpr std::size_t piece = std::size_t{1} << 20;

  struct Output {
    AtomicFile file;
    std::string pending;

    explicit Output(const std::filesystem::path& path) : file(path) {}
    void flush() {
      file.write(pending);
      pending.clear();
    }
  };

  std::filesystem::path folder_;
  std::map<std::string, Output> outputs_;
};

// A folder and what is missing above it: made, and unless kept taken away again if it is empty.
class NewFolders {
 public:
  explicit NewFolders(const std::filesystem::path& folder) {
    std::error_code error;
    for (std::filesystem::path missing = folder;
         !missing.empty() && !std::filesystem::exists(missing, error);
         missing = missing.parent_path()) {
      made_.push_back(missing);
    }
    std::filesystem::create_directories(folder, error);
    if (error) {
      fail(ErrorKind::environment, "{}: cannot be made: {}", folder.string(), error.message());
    }
  }
  ~NewFolders() {
    std::error_code not_empty;
    for (const std::filesystem::path& folder : made_) std::filesystem::remove(folder, not_empty);
  }
  NewFolders(const NewFolders&) = delete;
  NewFolders& operator=(const NewFolders&) = delete;
  void keep() { made_.clear(); }

 private:
  std::vector<std::filesystem::path> made_;  // the deepest first
};

}  // namespace

std::span<const GeneratorEntry> generators() { return entries; }

std::unique_ptr<Generator> make_generator(std::string_view name) {
  std::vector<std::string> known;
  for (const GeneratorEntry& entry : entries) {
    if (entry.name == name) return entry.make();
    known.emplace_back(entry.name);
  }
  fail(ErrorKind::usage, "expected a generator ({}), got {}{}", join(known, ", "), quoted(name),
       did_you_mean(name, known));
}

void MemorySink::write(std::string_view file, std::string_view text) {
  files_[std::string(file)] += text;
}

void generate_into(const Generator& generator, std::uint64_t seed,
                   const std::filesystem::path& folder) {
  NewFolders folders(folder);
  FolderSink sink(folder);
  generator.generate(seed, sink);
  sink.commit();
  folders.keep();
}

}  // namespace clade::detail
