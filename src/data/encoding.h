// How the letters of a text are stored, and from there to UTF-8.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

namespace clade::detail {

enum class Encoding { utf8, utf16_little, utf16_big, windows_1252 };

// What `encoding` may be: auto (or "") is nothing special. Error{usage} for an unknown name.
bool is_automatic(std::string_view name);
Encoding parse_encoding(std::string_view name);
std::string_view encoding_name(Encoding encoding);

// Found out from the beginning of a text; `is_all` where nothing follows. A byte order mark
// decides; zeros between letters are UTF-16; letters that are no UTF-8, more often than they are,
// are windows-1252.
Encoding detect_encoding(std::string_view beginning, bool is_all);

// Appends the text in UTF-8 and returns how many bytes were used: the rest is the beginning of a
// letter. What stands for no letter becomes U+FFFD.
std::size_t append_utf8(std::string_view text, Encoding encoding, std::string& out);

}  // namespace clade::detail
