// Texts to weighted vectors: read_records and Vectoriser::fit against scikit-learn's
// TfidfVectorizer(sublinear_tf=True, min_df=2, stop_words='english'), on the training part of
// newsgroups; words, then words and pairs of neighbours (ngram_range=(1, 2)).
//
// Ours is timed from a plain .jsonl file: reading JSON, cutting words, counting, weighting. The
// peer (bench/sklearn_peer.py) is timed for fit_transform alone, its texts already in memory. CPU
// time of one thread, one warm-up, five runs in turns, the median. Clade keeps values in single
// precision, scikit-learn in double. Then ours on one and two threads by the clock on the wall,
// which means little where other programs run.
#include <fmt/core.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <cmath>
#include <cstdio>
#include <exception>
#include <filesystem>
#include <fstream>
#include <sstream>
#include <stdexcept>
#include <string>
#include <string_view>
#include <system_error>
#include <variant>
#include <vector>

#include "base/threads.h"
#include "bench/bench_main.h"
#include "bench/series.h"
#include "clade/reporter.h"
#include "data/input_text.h"
#include "data/read.h"
#include "text/vectoriser.h"

namespace clade::detail::bench {
namespace {

using std::filesystem::path;

struct Size {
  std::size_t rows = 0, words = 0, nonzeros = 0;
};

// scikit-learn in a process of its own, which answers a line with a line.
class SklearnPeer {
 public:
  SklearnPeer(const path& script, const path& data) {
    std::array<int, 2> ends{};
    if (socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, ends.data()) != 0) fail("socketpair");
    child_ = fork();
    if (child_ < 0) fail("fork");
    if (child_ == 0) become_peer(ends[1], script, data);
    close(ends[1]);
    socket_ = ends[0];
  }
  ~SklearnPeer() {
    close(socket_);
    waitpid(child_, nullptr, 0);
  }
  SklearnPeer(const SklearnPeer&) = delete;
  SklearnPeer& operator=(const SklearnPeer&) = delete;

  // No stop words left out.
  Size size(int longest_run) const {
    Size size;
    std::istringstream(answer("size", longest_run)) >> size.rows >> size.words >> size.nonzeros;
    return size;
  }
  double seconds(int longest_run) const { return std::stod(answer("time", longest_run)); }

 private:
  [[noreturn]] static void fail(const char* what) {
    throw std::system_error(errno, std::generic_category(), what);
  }

  [[noreturn]] static void become_peer(int end, const path& script, const path& data) {
    dup2(end, STDIN_FILENO);
    dup2(end, STDOUT_FILENO);
    // Debian's own Python has Debian's packages.
    execl("/usr/bin/python3", "python3", script.c_str(), data.c_str(), nullptr);
    _exit(9);
  }

  std::string answer(const char* what, int longest_run) const {
    const std::string question = fmt::format("{} {}\n", what, longest_run);
    const auto sent = send(socket_, question.data(), question.size(), MSG_NOSIGNAL);
    if (sent != static_cast<ssize_t>(question.size())) fail("send");
    std::string line;
    for (char c = 0; line.empty() || line.back() != '\n'; line += c) {
      if (read(socket_, &c, 1) != 1) {
        throw std::runtime_error("scikit-learn gave no answer (Debian: python3-sklearn)");
      }
    }
    return line;
  }

  pid_t child_ = -1;
  int socket_ = -1;
};

struct Task {
  std::string stopwords;
  int longest_run = 1;  // of words
  unsigned threads = 1;
  std::vector<std::string> splits = {};
};

Size vectorise(const path& file, const Task& task) {
  TextParams params;
  params.stopwords = task.stopwords;
  params.min_word_length = 2;
  params.ngrams = task.longest_run;
  const auto analyzer = make_analyzer(params);
  ReadOptions options;
  options.analyzer = analyzer.get();
  options.splits = task.splits;
  ThreadPool pool(task.threads);
  Records records = read_records(std::array{file}, options, pool);
  Reporter quiet;
  const Vectoriser vectoriser = Vectoriser::fit(params, records, quiet, &pool);
  const auto nonzeros = std::visit([](const auto& rows) { return rows.nonzeros(); }, records.rows);
  return {records.size(), vectoriser.fitted().names.size(), nonzeros};
}

void write_training_part(const path& from, const path& to) {
  const InputText all(from);
  std::filesystem::create_directories(to.parent_path());
  std::ofstream out(to, std::ios::binary);
  for (std::string_view rest = all.text(); !rest.empty();) {
    const std::string_view line = rest.substr(0, rest.find('\n'));
    if (line.find(R"("split": "train")") != std::string_view::npos) out << line << '\n';
    rest.remove_prefix(std::min(line.size() + 1, rest.size()));
  }
  if (!out.flush()) throw std::runtime_error("cannot write " + to.string());
}

bool within_one_percent(std::size_t a, std::size_t b) {
  const auto x = static_cast<double>(a), y = static_cast<double>(b);
  return std::abs(x - y) <= 0.01 * y;
}

// The lists of stop words differ, so the words are compared with none left out.
void check_answers(const path& source, const path& file, const SklearnPeer& peer, int longest_run) {
  const Size ours = vectorise(file, {"none", longest_run});
  const Size theirs = peer.size(longest_run);
  fmt::print("rows {} and {}, terms {} and {}, values {} and {} (clade and scikit-learn)\n",
             ours.rows, theirs.rows, ours.words, theirs.words, ours.nonzeros, theirs.nonzeros);
  const Size two_threads = vectorise(file, {"none", longest_run, 2});
  check(ours.words == two_threads.words && ours.nonzeros == two_threads.nonzeros,
        "another answer on two threads");
  check(ours.rows == vectorise(source, {"none", longest_run, 1, {"train"}}).rows,
        "not the training part");
  check(ours.rows == theirs.rows, "another number of rows");
  check(within_one_percent(ours.words, theirs.words), "other words");
  check(within_one_percent(ours.nonzeros, theirs.nonzeros), "other counts");
}

void compare(const path& file, const SklearnPeer& peer, int longest_run, const std::string& terms) {
  Series theirs{"text/sklearn-tfidf/" + terms, {}}, ours{"text/clade/" + terms, {}};
  Series one{"text/clade/" + terms + "/wall/1", {}}, two{"text/clade/" + terms + "/wall/2", {}};
  const auto wall_seconds = [&](unsigned threads) {
    return seconds_by(CLOCK_MONOTONIC, [&] { vectorise(file, {"english", longest_run, threads}); });
  };
  for (int i = 0; i <= timed_runs; ++i) {
    const double peer_seconds = peer.seconds(longest_run);
    const double our_seconds = cpu_seconds_of([&] { vectorise(file, {"english", longest_run}); });
    const double on_one = wall_seconds(1), on_two = wall_seconds(2);
    if (i == 0) continue;  // the warm-up
    theirs.seconds.push_back(peer_seconds);
    ours.seconds.push_back(our_seconds);
    one.seconds.push_back(on_one);
    two.seconds.push_back(on_two);
  }
  const double megabytes = 1e-6 * static_cast<double>(std::filesystem::file_size(file));
  print_table({theirs, ours}, megabytes);
  fmt::print("by the clock on the wall: one thread {:.3f} s, two {:.3f} s, {:.2f} times as fast\n",
             one.median(), two.median(), one.median() / two.median());
  print_rows({theirs, ours, one, two});
}

void run(const path& source, const path& folder, const path& script) {
  const path file = folder / "text-newsgroups.jsonl";
  write_training_part(source, file);
  const SklearnPeer peer(script, file);
  for (const int longest_run : {1, 2}) {
    check_answers(source, file, peer, longest_run);
    compare(file, peer, longest_run, longest_run == 1 ? "words" : "pairs");
  }
}

}  // namespace
}  // namespace clade::detail::bench

// text_bench DATA FOLDER SCRIPT: the data sets, where to write, and bench/sklearn_peer.py.
int main(int argc, char** argv) {
  return clade::detail::bench::guarded("text_bench", [&] {
    const std::filesystem::path source =
        clade::detail::bench::data_folder(argc, argv) / "newsgroups" / "docs.jsonl.gz";
    if (!std::filesystem::exists(source)) {
      fmt::print("skipped: {} does not exist (the benchmark reads its texts from there)\n",
                 source.string());
      return;
    }
    clade::detail::bench::run(source, argc > 2 ? argv[2] : "build/bench-data",
                              argc > 3 ? argv[3] : "bench/sklearn_peer.py");
  });
}
