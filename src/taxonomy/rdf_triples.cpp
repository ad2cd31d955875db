#include "taxonomy/rdf_triples.h"

#include "base/fail.h"

#ifdef CLADE_HAS_SERD

#include <serd/serd.h>

#include <algorithm>
#include <array>
#include <cstdarg>
#include <cstdio>
#include <exception>
#include <memory>
#include <vector>

#include "base/text.h"

namespace clade::detail {

namespace {

constexpr std::size_t deepest_nesting = 500;  // serd calls itself for each '[' and '('

[[noreturn]] void fail_in_text(std::string_view text, std::size_t at, const std::string& name,
                               const std::string& message) {
  const std::string_view before = text.substr(0, at);
  const auto line = static_cast<std::size_t>(std::count(before.begin(), before.end(), '\n')) + 1;
  fail(ErrorKind::input, "{}:{}: {}", name, line, message);
}

// Behind the text in quotes that begins at `at`: "x", 'x', and the long forms with three marks.
std::size_t behind_text(std::string_view text, std::size_t at) {
  const char mark = text[at];
  const std::string three(3, mark);
  const bool is_long = text.substr(at).starts_with(three);
  for (at += is_long ? 3 : 1; at < text.size(); ++at) {
    if (text[at] == '\\') {
      ++at;
    } else if (is_long ? text.substr(at).starts_with(three) : text[at] == mark) {
      return at + (is_long ? 3 : 1);
    } else if (!is_long && text[at] == '\n') {
      return at;  // serd will say what is wrong
    }
  }
  return text.size();
}

// serd has no bound of its own: a text of brackets alone would end the program.
void check_nesting(std::string_view text, const std::string& name) {
  std::size_t depth = 0;
  for (std::size_t at = 0; at < text.size();) {
    const char c = text[at];
    if (c == '\\') {  // in a name: what follows is a letter like any other
      at += 2;
      continue;
    }
    if (c == '"' || c == '\'') {
      at = behind_text(text, at);
      continue;
    }
    if (c == '#' || c == '<') at = text.find_first_of(c == '#' ? "\n" : ">\n", at);
    if (at == std::string_view::npos) return;
    if ((c == '[' || c == '(') && ++depth > deepest_nesting) {
      fail_in_text(text, at, name, fmt::format("more than {} brackets are open", deepest_nesting));
    }
    if ((c == ']' || c == ')') && depth > 0) --depth;
    ++at;
  }
}

// What serd reads from: one byte at a time, so that a triple's line is known when it comes.
struct Source {
  std::string_view rest;
  std::size_t line = 1;
};

std::size_t read_bytes(void* buffer, std::size_t /*size*/, std::size_t count, void* stream) {
  auto& source = *static_cast<Source*>(stream);
  auto* bytes = static_cast<char*>(buffer);
  std::size_t done = 0;
  for (; done < count && !source.rest.empty(); ++done) {
    bytes[done] = source.rest.front();
    source.line += bytes[done] == '\n' ? 1 : 0;
    source.rest.remove_prefix(1);
  }
  return done;
}

int no_error(void* /*stream*/) { return 0; }

struct FreeNode {
  SerdNode node;
  ~FreeNode() { serd_node_free(&node); }
};

std::string_view text_of(const SerdNode& node) {
  return {reinterpret_cast<const char*>(node.buf), node.n_bytes};
}

// Where serd's calls arrive. No exception may go through serd: they are kept until it is done.
class TripleSink {
 public:
  TripleSink(const Source& source, const std::function<void(const Triple&)>& take)
      : source_(source), take_(take), env_(serd_env_new(nullptr)) {}

  static SerdStatus on_base(void* self, const SerdNode* uri) {
    return serd_env_set_base_uri(static_cast<TripleSink*>(self)->env_.get(), uri);
  }
  static SerdStatus on_prefix(void* self, const SerdNode* name, const SerdNode* uri) {
    return serd_env_set_prefix(static_cast<TripleSink*>(self)->env_.get(), name, uri);
  }
  static SerdStatus on_statement(void* self, SerdStatementFlags /*flags*/,
                                 const SerdNode* /*graph*/, const SerdNode* subject,
                                 const SerdNode* predicate, const SerdNode* object,
                                 const SerdNode* /*datatype*/, const SerdNode* language) {
    return static_cast<TripleSink*>(self)->take(*subject, *predicate, *object, language);
  }
  static SerdStatus on_error(void* self, const SerdError* error) {
    static_cast<TripleSink*>(self)->note(*error);
    return SERD_SUCCESS;
  }

  // Throws what went wrong while `status` came about.
  void check(SerdStatus status, const std::string& name) const {
    if (failure_) std::rethrow_exception(failure_);
    if (status <= SERD_FAILURE && message_.empty()) return;
    const std::string reason =
        !message_.empty() ? message_ : reinterpret_cast<const char*>(serd_strerror(status));
    fail(ErrorKind::input, "{}:{}:{}: broken RDF: {}", name, line_ > 0 ? line_ : source_.line,
         column_, reason);
  }

 private:
  struct FreeEnv {
    void operator()(SerdEnv* env) const { serd_env_free(env); }
  };

  // A whole IRI for what is written with a prefix or relative to the base; blank nodes as _:x.
  std::string whole(const SerdNode& node) {
    if (node.type == SERD_BLANK) return "_:" + std::string(text_of(node));
    if (node.type == SERD_LITERAL) return std::string(text_of(node));
    const FreeNode expanded{serd_env_expand_node(env_.get(), &node)};
    if (expanded.node.buf == nullptr && node.type == SERD_CURIE) {
      fail(ErrorKind::input, "the prefix of {} is not known", quoted(text_of(node)));
    }
    return std::string(text_of(expanded.node.buf == nullptr ? node : expanded.node));
  }

  SerdStatus take(const SerdNode& subject, const SerdNode& predicate, const SerdNode& object,
                  const SerdNode* language) {
    try {
      const std::string s = whole(subject), p = whole(predicate), o = whole(object);
      take_({s, p, o, object.type == SERD_LITERAL,
             language == nullptr ? std::string_view() : text_of(*language), source_.line});
      return SERD_SUCCESS;
    } catch (const Error& error) {
      if (message_.empty()) message_ = error.what();
    } catch (...) {
      failure_ = std::current_exception();
    }
    return SERD_ERR_UNKNOWN;
  }

  // The first is the cause of those that follow.
  void note(const SerdError& error) {
    if (!message_.empty() || failure_) return;
    std::array<char, 256> text{};
    // serd hands the arguments over begun, which the analyser cannot see.
    // NOLINTNEXTLINE(clang-analyzer-valist.Uninitialized)
    std::vsnprintf(text.data(), text.size(), error.fmt, *error.args);
    message_ = quoted(trim(text.data()));
    message_ = message_.substr(1, message_.size() - 2);
    line_ = error.line;
    column_ = error.col;
  }

  const Source& source_;
  const std::function<void(const Triple&)>& take_;
  std::unique_ptr<SerdEnv, FreeEnv> env_;
  std::string message_;
  std::size_t line_ = 0, column_ = 1;
  std::exception_ptr failure_;
};

}  // namespace

bool reads_rdf() { return true; }

void read_triples(std::string_view text, const std::string& name_for_messages, RdfSyntax syntax,
                  const std::function<void(const Triple&)>& take) {
  if (text.starts_with("\xEF\xBB\xBF")) text.remove_prefix(3);
  const std::size_t nul = text.find('\0');
  if (nul != std::string_view::npos) {
    fail_in_text(text, nul, name_for_messages, "expected text, got a byte of value 0");
  }
  check_nesting(text, name_for_messages);
  Source source{text};
  TripleSink sink(source, take);
  struct FreeReader {
    void operator()(SerdReader* reader) const { serd_reader_free(reader); }
  };
  const std::unique_ptr<SerdReader, FreeReader> reader(serd_reader_new(
      syntax == RdfSyntax::turtle ? SERD_TURTLE : SERD_NTRIPLES, &sink, nullptr,
      &TripleSink::on_base, &TripleSink::on_prefix, &TripleSink::on_statement, nullptr));
  serd_reader_set_strict(reader.get(), true);
  serd_reader_set_error_sink(reader.get(), &TripleSink::on_error, &sink);
  const SerdStatus status =
      serd_reader_read_source(reader.get(), &read_bytes, &no_error, &source, nullptr, 1);
  sink.check(status, name_for_messages);
}

}  // namespace clade::detail

#else

namespace clade::detail {

bool reads_rdf() { return false; }

void read_triples(std::string_view /*text*/, const std::string& name_for_messages,
                  RdfSyntax /*syntax*/, const std::function<void(const Triple&)>& /*take*/) {
  fail(ErrorKind::environment,
       "{}: this clade was built without libserd, which reads Turtle and N-Triples; install it "
       "(Debian: libserd-dev) and build again, or convert the file elsewhere",
       name_for_messages);
}

}  // namespace clade::detail

#endif
