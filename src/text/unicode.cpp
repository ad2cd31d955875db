#include "text/unicode.h"

#ifdef CLADE_HAS_ICU
#include <unicode/bytestream.h>
#include <unicode/normalizer2.h>
#include <unicode/uchar.h>
#include <unicode/uscript.h>
#endif

namespace clade::detail {

namespace {

struct Decoded {
  std::uint32_t point;
  std::uint8_t length;  // 0 where the text does not begin with well-formed UTF-8
};

Decoded decode(std::string_view text) {
  const auto byte = [text](std::size_t i) {
    return std::uint32_t{static_cast<unsigned char>(text[i])};
  };
  const std::uint32_t lead = byte(0);
  if (lead < 0x80) return {lead, 1};
  const std::uint8_t length = lead < 0xc2 ? 0 : lead < 0xe0 ? 2 : lead < 0xf0 ? 3 : 4;
  if (length == 0 || lead > 0xf4 || text.size() < length) return {0, 0};
  std::uint32_t point = lead & (0x7fU >> length);
  for (std::size_t i = 1; i < length; ++i) {
    if ((byte(i) & 0xc0) != 0x80) return {0, 0};
    point = point << 6 | (byte(i) & 0x3f);
  }
  const std::uint32_t least = length == 2 ? 0x80 : length == 3 ? 0x800 : 0x10000;
  const bool is_surrogate = point >= 0xd800 && point <= 0xdfff;
  const bool is_good = point >= least && point <= 0x10ffff && !is_surrogate;
  return is_good ? Decoded{point, length} : Decoded{0, 0};
}

bool is_joiner(std::uint32_t point) { return point == 0xad || point == 0x200c || point == 0x200d; }

#ifdef CLADE_HAS_ICU

bool is_unspaced(UChar32 point) {
  constexpr UChar32 first_thai = 0xe00;  // the lowest block of these scripts
  if (point < first_thai) return false;
  UErrorCode status = U_ZERO_ERROR;
  switch (uscript_getScript(point, &status)) {
    case USCRIPT_HAN:
    case USCRIPT_HIRAGANA:
    case USCRIPT_KATAKANA:
    case USCRIPT_THAI:
    case USCRIPT_LAO:
    case USCRIPT_KHMER:
    case USCRIPT_MYANMAR:
      return true;
    // The mark of long vowels serves Hiragana and Katakana, so it has no script of its own.
    case USCRIPT_COMMON:
      return uscript_hasScript(point, USCRIPT_KATAKANA) != 0;
    default:
      return false;
  }
}

CharacterKind kind_of(std::uint32_t point) {
  if (is_joiner(point)) return CharacterKind::joiner;
  const auto code = static_cast<UChar32>(point);
  const std::uint32_t category = U_GET_GC_MASK(code);
  if ((category & U_GC_M_MASK) != 0) return CharacterKind::mark;
  if ((category & (U_GC_ND_MASK | U_GC_PC_MASK)) != 0) return CharacterKind::letter;
  if ((category & (U_GC_L_MASK | U_GC_N_MASK)) == 0) return CharacterKind::separator;
  return is_unspaced(code) ? CharacterKind::unspaced : CharacterKind::letter;
}

// Folding after lower-casing makes one letter of the two Greek sigmas, and of both micro signs.
char32_t lower(std::uint32_t point) {
  const UChar32 small = u_tolower(static_cast<UChar32>(point));
  return static_cast<char32_t>(u_foldCase(small, U_FOLD_CASE_DEFAULT));
}

#else

CharacterKind kind_of(std::uint32_t point) {
  if (is_joiner(point)) return CharacterKind::joiner;
  const bool is_punctuation =
      point < 0xc0 || (point >= 0x2000 && point < 0x2070) || (point >= 0x3000 && point < 0x3040);
  return is_punctuation ? CharacterKind::separator : CharacterKind::letter;
}

char32_t lower(std::uint32_t point) { return point; }

#endif

}  // namespace

Character first_character(std::string_view text) {
  const Decoded decoded = decode(text);
  if (decoded.length == 0) return {0, CharacterKind::separator, 1};
  return {lower(decoded.point), kind_of(decoded.point), decoded.length};
}

std::size_t put_utf8(char32_t point, char* out) {
  const auto tail = [point](int shift) {
    return static_cast<char>(0x80 | (point >> shift & 0x3f));
  };
  if (point < 0x80) {
    out[0] = static_cast<char>(point);
    return 1;
  }
  if (point < 0x800) {
    out[0] = static_cast<char>(0xc0 | point >> 6);
    out[1] = tail(0);
    return 2;
  }
  if (point < 0x10000) {
    out[0] = static_cast<char>(0xe0 | point >> 12);
    out[1] = tail(6);
    out[2] = tail(0);
    return 3;
  }
  out[0] = static_cast<char>(0xf0 | point >> 18);
  out[1] = tail(12);
  out[2] = tail(6);
  out[3] = tail(0);
  return 4;
}

#ifdef CLADE_HAS_ICU

std::string_view composed(std::string_view text, char* out) {
  UErrorCode status = U_ZERO_ERROR;
  const icu::Normalizer2* nfc = icu::Normalizer2::getNFCInstance(status);
  if (U_FAILURE(status) != 0) return text;
  const icu::StringPiece piece(text.data(), static_cast<std::int32_t>(text.size()));
  if (nfc->isNormalizedUTF8(piece, status) != 0) return text;
  icu::CheckedArrayByteSink sink(out, static_cast<std::int32_t>(3 * text.size()));
  nfc->normalizeUTF8(0, piece, sink, nullptr, status);
  if (U_FAILURE(status) != 0 || sink.Overflowed() != 0) return text;
  return {out, static_cast<std::size_t>(sink.NumberOfBytesWritten())};
}

bool knows_unicode() { return true; }

#else

std::string_view composed(std::string_view text, char*) { return text; }

bool knows_unicode() { return false; }

#endif

}  // namespace clade::detail
