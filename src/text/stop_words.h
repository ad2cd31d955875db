// Words that say nothing about the subject of a text.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace clade::detail {

// The words of `choice`: none, a language (languages.h), or a file with one word per line, where
// lines that begin with # are comments. They are cut and lower-cased as texts are; sorted, without
// duplicates. Error{environment} for a file that cannot be read, Error{usage} for a language
// without a list.
std::vector<std::string> stop_words(const std::string& choice);

}  // namespace clade::detail
