#include "data/formats/numpy_array.h"

#include <zlib.h>

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstring>
#include <limits>
#include <optional>
#include <utility>

#include "base/fail.h"
#include "base/text.h"
#include "data/decompress.h"
#include "data/encoding.h"

namespace clade::detail {

static_assert(std::endian::native == std::endian::little);

namespace {

template <class T>
T load(const char* from) {
  T value;
  std::memcpy(&value, from, sizeof value);
  return value;
}

// What follows 'key': in the header, which is a dictionary as Python writes it.
std::string_view entry(std::string_view header, std::string_view key, const std::string& name) {
  const std::size_t at = header.find("'" + std::string(key) + "':");
  if (at == header.npos) fail(ErrorKind::input, "{}: its header has no {}", name, quoted(key));
  return trim(header.substr(at + key.size() + 3));
}

double half(std::uint16_t bits) {
  const int exponent = (bits >> 10) & 31, fraction = bits & 1023;
  const double sign = (bits & 0x8000) != 0 ? -1 : 1;
  if (exponent == 31) {
    return fraction == 0 ? sign * std::numeric_limits<double>::infinity()
                         : std::numeric_limits<double>::quiet_NaN();
  }
  if (exponent == 0) return sign * std::ldexp(fraction, -24);
  return sign * std::ldexp(fraction + 1024, exponent - 25);
}

constexpr std::uint64_t largest_whole = std::numeric_limits<std::int64_t>::max();

bool is_known(char kind, std::size_t size) {
  switch (kind) {
    case 'f':
      return size == 2 || size == 4 || size == 8;
    case 'i':
    case 'u':
      return size == 1 || size == 2 || size == 4 || size == 8;
    case 'b':
      return size == 1;
    case 'U':
      return size % 4 == 0;
    case 'S':
      return true;
    default:
      return false;
  }
}

}  // namespace

NumpyArray::NumpyArray(std::string_view bytes, const std::string& name) : name_(name) {
  if (!bytes.starts_with("\x93NUMPY") || bytes.size() < 12) {
    fail(ErrorKind::input, "{}: is no array of NumPy (.npy)", name);
  }
  const bool is_first_version = bytes[6] == 1;
  const std::size_t length = is_first_version ? load<std::uint16_t>(bytes.data() + 8)
                                              : load<std::uint32_t>(bytes.data() + 8);
  const std::size_t begin = is_first_version ? 10 : 12;
  if (length > bytes.size() - begin) fail(ErrorKind::input, "{}: ends in its header", name);
  const std::string_view header = bytes.substr(begin, length);
  data_ = bytes.substr(begin + length);

  const std::string_view type = entry(header, "descr", name);
  const std::string_view word = type.substr(1, std::min(type.find('\'', 1), type.size()) - 1);
  const bool is_big = word.starts_with('>');
  if (word.size() >= 3) {
    kind_ = word[1];
    const auto size = parse_int(word.substr(2));
    item_size_ = size && *size >= 0 ? static_cast<std::size_t>(*size) : 0;
    if (kind_ == 'U') item_size_ *= 4;
  }
  if (!type.starts_with('\'') || is_big || !is_known(kind_, item_size_)) {
    fail(ErrorKind::input,
         "{}: holds {}; expected numbers (float16 to float64, int8 to int64) or words, saved "
         "without pickle",
         name, quoted(word));
  }
  by_columns_ = entry(header, "fortran_order", name).starts_with("True");

  const std::string_view shape = entry(header, "shape", name);
  const std::size_t close = shape.find(')');
  if (!shape.starts_with('(') || close == shape.npos) {
    fail(ErrorKind::input, "{}: its header has no shape", name);
  }
  for (const std::string_view part : split(shape.substr(1, close - 1), ',')) {
    if (trim(part).empty()) continue;
    const auto size = parse_int(trim(part));
    if (!size || *size < 0 || dimensions_ == 2) {
      fail(ErrorKind::input, "{}: expected a matrix or a list, got the shape {}", name,
           shape.substr(0, close + 1));
    }
    (dimensions_++ == 0 ? rows_ : columns_) = static_cast<std::size_t>(*size);
  }
  const std::size_t most = std::numeric_limits<std::size_t>::max();
  const std::size_t row_bytes = columns_ * std::max<std::size_t>(item_size_, 1);
  // As many rows as anybody likes take no bytes where a row has none.
  const bool row_bytes_are_some = columns_ > 0 && item_size_ > 0;
  const bool fits = columns_ < (std::size_t{1} << 31) && item_size_ < (std::size_t{1} << 31) &&
                    (row_bytes == 0 || rows_ <= most / row_bytes) &&
                    rows_ * columns_ * item_size_ <= data_.size() &&
                    (row_bytes_are_some || rows_ == 0);
  if (!fits) {
    fail(ErrorKind::input, "{}: expected {} x {} entries of {} bytes, got {} bytes", name, rows_,
         columns_, item_size_, data_.size());
  }
}

const char* NumpyArray::at(std::size_t row, std::size_t column) const {
  const std::size_t place = by_columns_ ? column * rows_ + row : row * columns_ + column;
  return data_.data() + place * item_size_;
}

double NumpyArray::number(std::size_t row, std::size_t column) const {
  const char* from = at(row, column);
  if (kind_ == 'i') {
    switch (item_size_) {
      case 1:
        return load<std::int8_t>(from);
      case 2:
        return load<std::int16_t>(from);
      case 4:
        return load<std::int32_t>(from);
      default:
        return static_cast<double>(load<std::int64_t>(from));
    }
  }
  if (kind_ != 'f') {
    switch (item_size_) {
      case 1:
        return load<std::uint8_t>(from);
      case 2:
        return load<std::uint16_t>(from);
      case 4:
        return load<std::uint32_t>(from);
      default:
        return static_cast<double>(load<std::uint64_t>(from));
    }
  }
  if (item_size_ == 8) return load<double>(from);
  return item_size_ == 4 ? static_cast<double>(load<float>(from)) : half(load<std::uint16_t>(from));
}

std::int64_t NumpyArray::whole(std::size_t row) const {
  if (holds_words()) return -1;
  if (item_size_ == 8 && kind_ == 'i') return load<std::int64_t>(at(row, 0));
  if (item_size_ == 8 && kind_ == 'u') {
    const auto value = load<std::uint64_t>(at(row, 0));
    return value <= largest_whole ? static_cast<std::int64_t>(value) : -1;
  }
  const double value = number(row);
  const bool is_whole = value == std::floor(value) && std::abs(value) < 9e18;
  return is_whole ? static_cast<std::int64_t>(value) : -1;
}

std::string NumpyArray::word(std::size_t row) const {
  const std::string_view bytes(at(row, 0), item_size_);
  if (kind_ == 'S') return std::string(bytes.substr(0, std::min(bytes.find('\0'), bytes.size())));
  if (kind_ == 'u' && item_size_ == 8) return std::to_string(load<std::uint64_t>(bytes.data()));
  if (kind_ == 'i') return std::to_string(whole(row));
  if (kind_ != 'U') {
    const double value = number(row);
    const bool is_whole = value == std::floor(value) && std::abs(value) < 9e18;
    return is_whole ? std::to_string(static_cast<std::int64_t>(value)) : format_number(value);
  }
  std::string units;  // of UTF-16, which the one translator knows
  for (std::size_t i = 0; i + 4 <= bytes.size(); i += 4) {
    std::uint32_t letter = load<std::uint32_t>(bytes.data() + i);
    if (letter == 0) break;
    const auto add = [&units](std::uint32_t unit) {
      units += static_cast<char>(unit & 0xFF);
      units += static_cast<char>((unit >> 8) & 0xFF);
    };
    if (letter >= 0x10000) {
      letter -= 0x10000;
      add(0xD800 + ((letter >> 10) & 0x3FF));
      add(0xDC00 + (letter & 0x3FF));
    } else {
      add(letter);
    }
  }
  std::string text;
  append_utf8(units, Encoding::utf16_little, text);
  return text;
}

namespace {

class Zip {
 public:
  Zip(std::string_view bytes, const std::string& name) : bytes_(bytes), name_(name) {}

  std::map<std::string, std::string> read() const {
    const std::size_t end = bytes_.rfind(std::string_view("PK\5\6", 4));
    if (!bytes_.starts_with("PK") || end == bytes_.npos) {
      fail(ErrorKind::input, "{}: is no archive of NumPy (.npz)", name_);
    }
    std::map<std::string, std::string> files;
    std::size_t at = number<std::uint32_t>(end + 16);
    const std::size_t count = number<std::uint16_t>(end + 10);
    std::size_t unpacked = 0;  // in all: several entries may point to the same bytes
    for (std::size_t i = 0; i < count; ++i) {
      if (part(at, 4) != std::string_view("PK\1\2", 4)) damaged();
      const std::size_t name_length = number<std::uint16_t>(at + 28);
      const std::size_t extra = number<std::uint16_t>(at + 30);
      const std::size_t comment = number<std::uint16_t>(at + 32);
      std::string content = unpack(at, part(at + 46 + name_length, extra), unpacked);
      unpacked += content.size();
      files[std::string(part(at + 46, name_length))] = std::move(content);
      at += 46 + name_length + extra + comment;
    }
    return files;
  }

 private:
  [[noreturn]] void damaged() const { fail(ErrorKind::input, "{}: damaged archive", name_); }

  std::string_view part(std::size_t at, std::size_t length) const {
    if (at > bytes_.size() || length > bytes_.size() - at) damaged();
    return bytes_.substr(at, length);
  }
  template <class T>
  std::size_t number(std::size_t at) const {
    return static_cast<std::size_t>(load<T>(part(at, sizeof(T)).data()));
  }

  // Large files have their sizes and places in an extra field.
  std::string unpack(std::size_t entry, std::string_view extra, std::size_t before) const {
    constexpr std::size_t large = 0xFFFFFFFF;
    std::size_t size = number<std::uint32_t>(entry + 24);
    std::size_t packed = number<std::uint32_t>(entry + 20);
    std::size_t place = number<std::uint32_t>(entry + 42);
    while (extra.size() >= 4) {
      const std::size_t length = load<std::uint16_t>(extra.data() + 2);
      if (length > extra.size() - 4) damaged();
      std::string_view values = extra.substr(4, length);
      if (load<std::uint16_t>(extra.data()) == 1) {
        for (std::size_t* value : {&size, &packed, &place}) {
          if (*value != large) continue;
          if (values.size() < 8) damaged();
          *value = static_cast<std::size_t>(load<std::uint64_t>(values.data()));
          values.remove_prefix(8);
        }
      }
      extra.remove_prefix(4 + length);
    }
    if (part(place, 4) != std::string_view("PK\3\4", 4)) damaged();
    const std::size_t begin =
        place + 30 + number<std::uint16_t>(place + 26) + number<std::uint16_t>(place + 28);
    const std::string_view stored = part(begin, packed);
    if (size / 1100 > stored.size() + 1) damaged();  // no stream of zlib unpacks to more
    check_unpacking(name_, before + size, bytes_.size());
    const std::size_t method = number<std::uint16_t>(entry + 10);
    std::string result = method == 0 ? std::string(stored) : inflated(stored, size);
    const auto sum = crc32_z(0, reinterpret_cast<const Bytef*>(result.data()), result.size());
    if (result.size() != size || sum != number<std::uint32_t>(entry + 16)) damaged();
    return result;
  }

  std::string inflated(std::string_view stored, std::size_t size) const {
    std::string result(size, '\0');
    z_stream stream{};
    if (inflateInit2(&stream, -MAX_WBITS) != Z_OK) throw std::bad_alloc();
    constexpr std::size_t most = std::numeric_limits<uInt>::max();
    std::size_t used = 0, made = 0;
    int code = Z_OK;
    while (code == Z_OK) {
      stream.next_in = reinterpret_cast<z_const Bytef*>(const_cast<char*>(stored.data() + used));
      stream.avail_in = static_cast<uInt>(std::min(stored.size() - used, most));
      stream.next_out = reinterpret_cast<Bytef*>(result.data() + made);
      stream.avail_out = static_cast<uInt>(std::min(size - made, most));
      const uInt given = stream.avail_in, room = stream.avail_out;
      code = inflate(&stream, Z_NO_FLUSH);
      used += given - stream.avail_in;
      made += room - stream.avail_out;
      if (code == Z_OK && given == stream.avail_in && room == stream.avail_out) break;
    }
    inflateEnd(&stream);
    if (code != Z_STREAM_END || made != size) damaged();
    return result;
  }

  std::string_view bytes_;
  const std::string& name_;
};

}  // namespace

std::map<std::string, std::string> read_zip(std::string_view bytes, const std::string& name) {
  return Zip(bytes, name).read();
}

}  // namespace clade::detail
