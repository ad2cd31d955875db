#include "data/record_cuts.h"

#include <algorithm>
#include <cstring>

namespace clade {

namespace {

// Behind the quote that closes the field whose opening quote is at `at`; null where there is none.
const char* behind_quoted(const char* at, const char* end) {
  ++at;
  while (true) {
    at = static_cast<const char*>(std::memchr(at, '"', static_cast<std::size_t>(end - at)));
    if (at == nullptr || ++at == end) return at;
    if (*at != '"') return at;
    if (++at == end) return nullptr;
  }
}

// The length of a header of ARFF in front of the text: up to behind the line @data, the whole text
// where that line is not there yet, 0 where the text begins with data.
std::size_t length_of_arff_header(std::string_view text) {
  constexpr std::string_view data = "@data";
  for (std::size_t at = 0; at < text.size();) {
    const std::size_t end = std::min(text.find('\n', at), text.size());
    std::string_view line = text.substr(at, end - at);
    line.remove_prefix(std::min(line.find_first_not_of(" \t\r\v\f\xEF\xBB\xBF"), line.size()));
    at = std::min(end + 1, text.size());
    if (line.empty() || line.front() == '%') continue;
    if (line.front() != '@') return 0;
    const bool is_data = line.size() >= data.size() &&
                         std::equal(data.begin(), data.end(), line.begin(),
                                    [](char a, char b) { return a == (b | 0x20) || a == b; });
    if (is_data && end < text.size()) return at;
  }
  return text.size();
}

}  // namespace

std::vector<std::size_t> cut_lines(std::string_view text, std::size_t block_size) {
  std::vector<std::size_t> ends;
  const std::size_t whole = text.rfind('\n') + 1;  // 0 where there is no line end
  for (std::size_t at = 0; at < whole;) {
    const std::size_t from = std::min(at + std::max<std::size_t>(block_size, 1), whole) - 1;
    at = text.find('\n', from) + 1;
    ends.push_back(at);
  }
  return ends;
}

std::vector<std::size_t> cut_arff(std::string_view text, std::size_t block_size) {
  const std::size_t header = length_of_arff_header(text);
  if (header == text.size()) return {};
  std::vector<std::size_t> ends = cut_lines(text.substr(header), block_size);
  for (std::size_t& end : ends) end += header;
  return ends;
}

std::vector<std::size_t> cut_csv(std::string_view text, std::size_t block_size) {
  std::vector<std::size_t> ends;
  const char* const end = text.data() + text.size();
  std::size_t block_begin = 0, record_end = 0;
  // A quote opens a quoted field only where the field begins; the parser refuses it elsewhere.
  for (const char* at = text.data(); at != end; ++at) {
    if (*at == '"') at = behind_quoted(at, end);
    if (at == nullptr) break;
    while (at != end && *at != ',' && *at != '\n') ++at;
    if (at == end) break;
    if (*at == ',') continue;
    record_end = static_cast<std::size_t>(at - text.data()) + 1;
    if (record_end - block_begin >= block_size) {
      ends.push_back(record_end);
      block_begin = record_end;
    }
  }
  if (record_end > block_begin) ends.push_back(record_end);
  return ends;
}

}  // namespace clade
