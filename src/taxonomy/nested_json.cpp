// Taxonomies as nested JSON: {"name": "a", "children": [...]}, or {"a": {"b": {}}}.
#include <algorithm>
#include <map>
#include <nlohmann/json.hpp>
#include <optional>
#include <utility>
#include <vector>

#include "base/fail.h"
#include "base/text.h"
#include "taxonomy/format_functions.h"
#include "taxonomy/placed_nodes.h"

namespace clade::detail {

namespace {

using Json = nlohmann::json;

// Counts lines for messages while the parser reads; the library keeps that to itself.
class CountingIterator {
 public:
  using iterator_category = std::input_iterator_tag;
  using value_type = char;
  using difference_type = std::ptrdiff_t;
  using pointer = const char*;
  using reference = char;

  CountingIterator(const char* at, std::size_t* line) : at_(at), line_(line) {}
  char operator*() const { return *at_; }
  CountingIterator& operator++() {
    if (*at_ == '\n') ++*line_;
    ++at_;
    return *this;
  }
  bool operator==(const CountingIterator& other) const { return at_ == other.at_; }
  bool operator!=(const CountingIterator& other) const { return at_ != other.at_; }

 private:
  const char* at_;
  std::size_t* line_;
};

// Everything in the text by what it stands in. A key and a text are entries with a name, a value
// that cannot be a node is one without.
class JsonTree : public nlohmann::json_sax<Json> {
 public:
  static constexpr std::size_t none = ~std::size_t{0};
  struct Entry {
    std::string name;
    std::size_t line = 0;
    enum class Kind { key, text, object, other } kind = Kind::other;
    std::size_t first = none, last = none, next = none;  // entries inside, and beside
  };

  explicit JsonTree(const std::size_t* line) : line_(line) { open_.push_back(add("", Kind::key)); }

  std::size_t size() const { return entries_.size(); }
  const Entry& at(std::size_t i) const { return entries_[i]; }
  bool is_list() const { return is_list_; }  // the whole text is an array
  const std::string& problem() const { return problem_; }
  std::size_t problem_line() const { return problem_line_; }

  bool null() override { return end_value(); }
  bool boolean(bool value) override { return other(value ? "true" : "false"); }
  bool number_integer(std::int64_t value) override { return other(std::to_string(value)); }
  bool number_unsigned(std::uint64_t value) override { return other(std::to_string(value)); }
  bool number_float(double /*value*/, const std::string& text) override { return other(text); }
  bool binary(Json::binary_t& /*value*/) override { return other("bytes"); }
  bool string(std::string& value) override {
    put(value, Kind::text);
    return end_value();
  }
  bool start_object(std::size_t /*size*/) override {
    open_.push_back(put("", Kind::object));
    return true;
  }
  bool key(std::string& name) override {
    open_.push_back(put(name, Kind::key));
    return true;
  }
  bool end_object() override {
    open_.pop_back();
    return end_value();
  }
  // An array is the entries in it; it is marked on the stack by the entry that it is in.
  bool start_array(std::size_t /*size*/) override {
    if (open_.size() == 1 && arrays_.empty() && entries_.size() == 1) is_list_ = true;
    open_.push_back(open_.back());
    arrays_.push_back(open_.size());
    return true;
  }
  bool end_array() override {
    open_.pop_back();
    arrays_.pop_back();
    return end_value();
  }
  bool parse_error(std::size_t /*position*/, const std::string& /*token*/,
                   const Json::exception& error) override {
    problem_line_ = *line_;
    problem_ = error.what();
    return false;
  }

 private:
  using Kind = Entry::Kind;

  std::size_t add(std::string name, Kind kind) {
    entries_.push_back({std::move(name), *line_, kind});
    return entries_.size() - 1;
  }
  std::size_t put(std::string name, Kind kind) {
    const std::size_t entry = add(std::move(name), kind);
    Entry& above = entries_[open_.back()];
    (above.first == none ? above.first : entries_[above.last].next) = entry;
    above.last = entry;
    return entry;
  }
  bool other(std::string text) {
    put(std::move(text), Kind::other);
    return end_value();
  }
  // A key ends with its value; inside an array more may come.
  bool end_value() {
    const bool in_array = !arrays_.empty() && arrays_.back() == open_.size();
    if (!in_array && open_.size() > 1 && entries_[open_.back()].kind == Kind::key) open_.pop_back();
    return true;
  }

  const std::size_t* line_;
  std::vector<Entry> entries_;
  std::vector<std::size_t> open_, arrays_;
  bool is_list_ = false;
  std::string problem_;
  std::size_t problem_line_ = 0;
};

using Entry = JsonTree::Entry;
using Kind = Entry::Kind;

const Entry* key_of(const JsonTree& tree, const Entry& object, std::string_view name) {
  for (std::size_t i = object.first; i != JsonTree::none; i = tree.at(i).next) {
    if (tree.at(i).name == name) return &tree.at(i);
  }
  return nullptr;
}

// The value of a key that holds one text, or with `numbers` one number.
const Entry* single_value(const JsonTree& tree, const Entry& object, std::string_view name,
                          bool numbers) {
  const Entry* key = key_of(tree, object, name);
  if (key == nullptr || key->first == JsonTree::none || key->first != key->last) return nullptr;
  const Entry& value = tree.at(key->first);
  return value.kind == Kind::text || (numbers && value.kind == Kind::other) ? &value : nullptr;
}

// The value of "name" where the object describes a node by it.
const Entry* name_of_object(const JsonTree& tree, const Entry& object) {
  return single_value(tree, object, "name", false);
}

// Turns entries into nodes from the outside in, parents before children. An "id" beside a "name"
// tells nodes apart: one that comes again is the same node below another parent.
class JsonNodes {
 public:
  JsonNodes(const JsonTree& tree, TaxonomyDraft& draft)
      : tree_(tree), draft_(draft), has_ids_(ids_differ()) {}

  void add_all() {
    open_inside(tree_.at(0), PlacedNodes::top);
    while (!open_.empty()) {
      const Open next = open_.back();
      open_.pop_back();
      add(tree_.at(next.entry), next.parent);
    }
    const std::vector<NodeId> nodes = placed_.add_to(draft_);
    for (const auto& [id, node] : by_id_) {
      if (id != draft_.name(nodes[node])) draft_.add_alias(id, nodes[node]);
    }
  }

 private:
  using Place = PlacedNodes::Place;
  struct Open {
    std::size_t entry;
    Place parent;
  };

  // Numbers that begin anew below every node are no ids of the whole text.
  bool ids_differ() const {
    std::map<std::string_view, std::string_view> names;
    for (std::size_t i = 0; i < tree_.size(); ++i) {
      const Entry& entry = tree_.at(i);
      if (entry.kind != Kind::object) continue;
      const Entry* name = name_of_object(tree_, entry);
      const Entry* id = name != nullptr ? single_value(tree_, entry, "id", true) : nullptr;
      if (id == nullptr) continue;
      const auto known = names.try_emplace(id->name, name->name).first;
      if (known->second != name->name) return false;
    }
    return !names.empty();
  }

  void open_inside(const Entry& entry, Place parent) {
    const std::size_t begin = open_.size();
    for (std::size_t i = entry.first; i != JsonTree::none; i = tree_.at(i).next) {
      open_.push_back({i, parent});
    }
    std::reverse(open_.begin() + static_cast<std::ptrdiff_t>(begin), open_.end());
  }

  void add(const Entry& entry, Place parent) {
    if (entry.kind == Kind::other) {
      fail(ErrorKind::input, "{}:{}: expected the name of a node in quotes or an object, got {}",
           draft_.source(), entry.line, quoted(entry.name));
    }
    if (entry.kind != Kind::object) {
      return open_inside(entry, placed_.child(parent, checked_name(entry), entry.line));
    }
    const Entry* name = name_of_object(tree_, entry);
    if (name == nullptr) return open_inside(entry, parent);  // its keys are nodes
    const Entry* id = has_ids_ ? single_value(tree_, entry, "id", true) : nullptr;
    const Place described = id != nullptr && !id->name.empty()
                                ? node_with_id(id->name, *name, parent)
                                : placed_.child(parent, checked_name(*name), name->line);
    if (const Entry* children = key_of(tree_, entry, "children")) {
      open_inside(*children, described);
    }
  }

  Place node_with_id(const std::string& id, const Entry& name, Place parent) {
    const auto known = by_id_.find(id);
    const Place node =
        known != by_id_.end() ? known->second : placed_.add(checked_name(name), id, name.line);
    by_id_.emplace(id, node);
    if (parent != PlacedNodes::top) placed_.add_edge(parent, node, name.line);
    return node;
  }

  std::string checked_name(const Entry& entry) const {
    std::string name = name_of_text(entry.name);
    if (name.empty()) {
      fail(ErrorKind::input, "{}:{}: expected the name of a node, got an empty one",
           draft_.source(), entry.line);
    }
    return name;
  }

  const JsonTree& tree_;
  TaxonomyDraft& draft_;
  bool has_ids_;
  PlacedNodes placed_;
  std::map<std::string, Place> by_id_;
  std::vector<Open> open_;
};

// What the library says, without its own prefix.
std::string reason_of(const std::string& message) {
  const std::size_t begin = message.find("syntax error");
  return begin == std::string::npos ? message : message.substr(begin);
}

std::string json_string(std::string_view text) {
  check_utf8("JSON", text);
  return Json(text).dump();
}

}  // namespace

void read_json(std::string_view text, const TaxonomyReadOptions& /*options*/,
               TaxonomyDraft& draft) {
  std::size_t line = 1;
  JsonTree tree(&line);
  const CountingIterator begin(text.data(), &line), end(text.data() + text.size(), &line);
  if (!Json::sax_parse(begin, end, &tree)) {
    fail(ErrorKind::input, "{}:{}: broken JSON: {}", draft.source(), tree.problem_line(),
         reason_of(tree.problem()));
  }
  if (tree.is_list()) draft.want_unnamed_root();
  JsonNodes(tree, draft).add_all();
}

void check_utf8(std::string_view format, std::string_view name) {
  try {
    static_cast<void>(Json(name).dump());
  } catch (const Json::exception&) {
    fail(ErrorKind::input, "{} cannot hold the node {}: its name is not in UTF-8", format,
         quoted(name));
  }
}

// A node per line. One with several parents has its name for an id, so that it is known again.
std::string write_json(const TaxonomyDocument& document, const std::string& /*separator*/) {
  const Taxonomy& taxonomy = document.taxonomy;
  const bool is_forest = taxonomy.name(taxonomy.root()).empty();
  const std::vector<NestedStep> order = nested_order(taxonomy);
  std::string text = is_forest ? "[\n" : "";
  for (std::size_t i = 0; i < order.size(); ++i) {
    const std::size_t depth = order[i].depth;
    const std::string name = json_string(taxonomy.name(order[i].node));
    const bool is_shared = taxonomy.parents(order[i].node).size() > 1;
    text += (is_shared ? "{\"id\":" + name + ",\"name\":" : "{\"name\":") + name;
    const std::size_t next = i + 1 < order.size() ? order[i + 1].depth : 0;
    const bool is_last = i + 1 == order.size();
    if (!is_last && next > depth) {
      text += ",\"children\":[\n";
      continue;
    }
    text += '}';
    for (std::size_t closed = depth; closed > (is_last ? 0 : next); --closed) text += "]}";
    text += is_last ? "\n" : ",\n";
  }
  return text + (is_forest ? "]\n" : "");
}

}  // namespace clade::detail
