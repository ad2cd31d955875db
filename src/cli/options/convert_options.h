// What `clade convert` takes.
#pragma once

#include <array>
#include <string>
#include <tuple>
#include <utility>

#include "base/params.h"
#include "cli/options/arguments.h"
#include "cli/options/options.h"
#include "pipeline/data_options.h"

namespace clade::detail::cli {

enum class ConvertTarget { by_name, svm, liblinear, sklearn, fasttext, clus };

}  // namespace clade::detail::cli

template <>
struct clade::detail::EnumNames<clade::detail::cli::ConvertTarget> {
  using Target = clade::detail::cli::ConvertTarget;
  static constexpr std::array values{
      std::pair{"name", Target::by_name},        std::pair{"svm", Target::svm},
      std::pair{"liblinear", Target::liblinear}, std::pair{"sklearn", Target::sklearn},
      std::pair{"fasttext", Target::fasttext},   std::pair{"clus", Target::clus}};
};

namespace clade::detail::cli {

inline constexpr const char* convert_to_help =
    "who is to read it: svm (names as labels), liblinear and sklearn (.svm with whole numbers as "
    "labels, several separated by commas for sklearn), fasttext (texts, a line each) or clus "
    "(.arff); by the name of the file where that ends in .svm or .arff";

struct ConvertOptions {
  std::string output;
  ConvertTarget to = ConvertTarget::by_name;
  std::string label_map;
  std::string model;
  std::string names;
  std::string taxonomy;
  TaxonomyOptions taxonomy_file;
  DataOptions data;
  TextParams text;

  static constexpr auto fields() {
    using P = ConvertOptions;
    return std::tuple{
        Field{"o", &P::output, file_name,
              "the file to write, .svm or .arff unless --to says what it is; '-' is standard "
              "output, as .svm"},
        PlainField{"to", &P::to, convert_to_help},
        Field{"label_map", &P::label_map, file_name,
              "for liblinear and sklearn: the numbers of labels that an earlier call wrote, so "
              "that training and test data agree"},
        Field{"model", &P::model, file_name,
              "make the vectors that this model would see; without one the words, their weights "
              "and the pruning come from DATA itself"},
        Field{"names", &P::names, file_name, "also write index<TAB>name of the named features"},
        Field{"taxonomy", &P::taxonomy, file_name,
              "the taxonomy of the labels, for .arff and for labels that are not the names of "
              "nodes; without it the labels are one flat level"},
        Nested{&P::taxonomy_file},
        Nested{&P::data}};
  }
};

}  // namespace clade::detail::cli
