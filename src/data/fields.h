// Where the parts of a record stand: columns of tables and ARFF, fields of JSON.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <tuple>
#include <vector>

#include "base/params.h"
#include "base/text.h"

namespace clade::detail {

// As a call asks for them and a model remembers them; "" is the usual place.
struct FieldOptions {
  std::string text_fields;
  std::string label_field;
  std::string id_field;
  std::string feature_fields;
  std::string ignore_fields;
  std::string weight_field;
  std::string split_field;
  std::string label_separator;
  std::string delimiter;

  static constexpr auto fields() {
    using P = FieldOptions;
    return std::tuple{
        Field{"text_fields", &P::text_fields, any_text,
              "columns or JSON fields with text (a.b for b inside a), each with a weight where it "
              "is not 1: title=2,text"},
        Field{"label_field", &P::label_field, any_text, "the column or field with the labels"},
        Field{"id_field", &P::id_field, any_text, "the column or field that names the record"},
        Field{"feature_fields", &P::feature_fields, any_text,
              "columns or fields with numbers to learn from; rest: all that are nothing else. "
              "Beside text they count only where they are named"},
        Field{"ignore_fields", &P::ignore_fields, any_text, "columns or fields to pass over"},
        Field{"weight_field", &P::weight_field, any_text,
              "the column or field that says what a record counts"},
        Field{"split_field", &P::split_field, any_text,
              "the column or field that says which split a record belongs to"},
        Field{"label_separator", &P::label_separator, any_text,
              "what stands between the labels of one record; | in tables unless given"},
        Field{"delimiter", &P::delimiter, any_text,
              "what stands between the columns of .csv: a character or tab; found out unless "
              "given"}};
  }
};

struct TextField {
  std::string name;
  double weight = 1;  // what one occurrence of a word in this field counts
};

// Error{usage} for a wrong specification; nothing for an empty one.
std::vector<TextField> parse_text_fields(std::string_view specification);

// "tab", "\t", "comma", "semicolon", "pipe", "space" and single characters; Error{usage} about
// `delimiter` for others, nothing for "" and "auto".
std::optional<char> parse_delimiter(std::string_view word);
// The text that stands between labels: "tab" and the like by their names, else as it is.
std::string parse_label_separator(std::string_view word);

// Error{usage} for options that contradict each other or cannot be read.
void check_fields(const FieldOptions& fields);

// The labels of one cell or string, without the blanks around them; none behind a separator at the
// end.
template <class Take>
void for_each_label(std::string_view text, std::string_view separator, Take take) {
  while (true) {
    const std::size_t end = separator.empty() ? std::string_view::npos : text.find(separator);
    const std::string_view label = trim(text.substr(0, end));
    if (end == std::string_view::npos) {
      if (!label.empty()) take(label);
      return;
    }
    take(label.empty() ? text.substr(0, 0) : label);  // an empty one has a place as well
    text.remove_prefix(end + separator.size());
  }
}

enum class FieldRole { text, label, id, weight, split, feature, ignored, unnamed };

// What the fields of one file are.
class FieldRoles {
 public:
  // `present` are the fields of the file: of a table all, of JSON those of the first record. Each
  // part stands where `asked` says, else where `remembered` says and the file has it, else in its
  // usual place.
  FieldRoles(const FieldOptions& asked, const FieldOptions& remembered,
             const std::vector<std::string>& present);

  struct Use {
    FieldRole role = FieldRole::unnamed;  // unnamed: nobody spoke of it
    double text_weight = 1;
  };
  Use use(std::string_view name) const;
  bool has_text() const { return !texts_.empty(); }
  const std::vector<TextField>& texts() const { return texts_; }
  // What fields that nobody spoke of are, in a table.
  FieldRole role_of_rest() const;
  bool rest_are_features() const { return rest_are_features_; }
  // Whether some field `name.x` was spoken of.
  bool speaks_of_inside(std::string_view name) const;
  const std::string& label_separator() const { return label_separator_; }

  // Fields that the call names; a file that has none of that name is a slip.
  struct Asked {
    std::string parameter, name;
  };
  const std::vector<Asked>& asked() const { return asked_; }

 private:
  void choose(FieldRole role, std::string_view parameter, const std::string& asked,
              const std::string& remembered, const std::vector<std::string>& usual);
  void choose_texts(const FieldOptions& asked, const FieldOptions& remembered);
  void take(std::string_view parameter, const std::string& name, Use use);
  void choose_features(const FieldOptions& asked, const FieldOptions& remembered);
  void choose_ignored(const FieldOptions& asked, const FieldOptions& remembered);
  std::optional<std::string> find_usual(const std::vector<std::string>& usual) const;
  bool is_present(std::string_view name) const;

  struct Taken {
    std::string name;
    Use use;
  };
  std::vector<std::string> present_;
  std::vector<Taken> taken_;
  std::vector<TextField> texts_;
  std::vector<Asked> asked_;
  std::string label_separator_;
  bool rest_are_features_ = false, has_named_features_ = false;
};

// What a file was found to be, for people to read.
struct FieldSummary {
  std::string file, format;
  std::string encoding;   // "" for UTF-8
  std::string delimiter;  // "" where it is the usual one
  struct Named {
    std::string name;
    FieldRole role;
    double text_weight = 1;
  };
  std::vector<Named> fields;

  bool empty() const { return fields.empty() && encoding.empty() && delimiter.empty(); }
  // "text Title (counts 2), Description; labels Category; ignored SKU, Price"
  std::string text() const;
};

}  // namespace clade::detail
