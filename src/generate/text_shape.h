// The size and the character of generated documents: the presets, and what the user sets instead.
#pragma once

#include <array>
#include <cstddef>
#include <string>
#include <string_view>
#include <tuple>
#include <utility>
#include <vector>

#include "base/params.h"

namespace clade::detail {

enum class TextPreset { custom, wipo_d, wipo_b, large, dmoz };
template <>
struct EnumNames<TextPreset> {
  static constexpr std::array values{
      std::pair{"custom", TextPreset::custom}, std::pair{"wipo-d", TextPreset::wipo_d},
      std::pair{"wipo-b", TextPreset::wipo_b}, std::pair{"large", TextPreset::large},
      std::pair{"dmoz", TextPreset::dmoz}};
};

enum class TextOutput { svm, jsonl };
template <>
struct EnumNames<TextOutput> {
  static constexpr std::array values{std::pair{"svm", TextOutput::svm},
                                     std::pair{"jsonl", TextOutput::jsonl}};
};

std::string levels_problem(std::string_view text);
std::string count_problem(std::string_view text);
std::string length_problem(std::string_view text);
inline constexpr TextRule levels_or_auto{levels_problem, "auto or numbers such as 7,20,160"};
inline constexpr TextRule count_or_auto{count_problem, "auto or a whole number of at least 1"};
inline constexpr TextRule length_or_auto{length_problem, "auto or a number of at least 1"};
inline constexpr NumberRule share_of_one{[](double v) { return v >= 0 && v <= 1; },
                                         "a number from 0 to 1"};
inline constexpr NumberRule zipf_exponent{[](double v) { return v >= 0 && v <= 10; },
                                          "a number from 0 to 10"};

// "auto" is the preset's.
struct TextCorpusParams {
  TextPreset preset = TextPreset::custom;
  std::string levels = "auto";
  std::string n = "auto";
  std::size_t test = 0;
  std::string words = "auto";
  std::string length = "auto";
  TextOutput output = TextOutput::svm;
  double leaf_share = 0.05;
  double ancestor_share = 0.06;
  std::size_t topic_words = 100;
  double skew = 0.6;

  static constexpr auto fields() {
    using P = TextCorpusParams;
    return std::tuple{
        PlainField{"preset", &P::preset,
                   "levels, n, words and length of a known collection (custom: a small one)"},
        Field{"levels", &P::levels, levels_or_auto,
              "nodes on each level below the root, the leaves last; auto: the preset's"},
        Field{"n", &P::n, count_or_auto, "how many documents; auto: the preset's"},
        Field{"test", &P::test, whole_number,
              "how many further documents for testing, in test.svm or test.jsonl; 0: no such file"},
        Field{"words", &P::words, count_or_auto, "size of the vocabulary; auto: the preset's"},
        Field{"length", &P::length, length_or_auto,
              "mean number of words of a document; auto: the preset's"},
        PlainField{"output", &P::output,
                   "svm: tf-idf vectors of unit length in data.svm; jsonl: text in data.jsonl"},
        Field{"leaf_share", &P::leaf_share, share_of_one,
              "share of a document's words that are its leaf's own"},
        Field{"ancestor_share", &P::ancestor_share, share_of_one,
              "share that are its ancestors' own, the root's left out, all ancestors alike; the "
              "rest comes from the whole vocabulary"},
        Field{"topic_words", &P::topic_words, at_least_one, "how many words a node has of its own"},
        Field{"skew", &P::skew, zipf_exponent,
              "how unequal the classes are: the k-th largest has a share of 1/k^skew"}};
  }
};

// What is generated, with every "auto" replaced.
struct TextShape {
  std::vector<std::size_t> levels;
  std::size_t documents;
  std::size_t words;
  double length;
  double leaf_share;
  double ancestor_share;
  std::size_t topic_words;
  double skew;
  std::size_t test = 0;  // further documents
};

// Error{usage} where the parameters do not fit together or ask for more than memory can hold.
TextShape text_shape(const TextCorpusParams& params);

}  // namespace clade::detail
