#include "data/decompress.h"

#include <zlib.h>
#include <zstd.h>

#include <algorithm>
#include <limits>
#include <memory>
#include <new>

#include "base/fail.h"

namespace clade {

namespace {

constexpr std::size_t piece = std::size_t{1} << 18;

// A zlib state for gzip members.
class Inflater {
 public:
  Inflater() {
    if (inflateInit2(&stream_, 16 + MAX_WBITS) != Z_OK) throw std::bad_alloc();
  }
  ~Inflater() { inflateEnd(&stream_); }
  Inflater(const Inflater&) = delete;
  Inflater& operator=(const Inflater&) = delete;

  void start_member() { inflateReset(&stream_); }

  // Consumes from `input`, appends to `out`; zlib's code.
  int step(std::string_view& input, ByteBuffer& out) {
    const std::span<char> space = out.space(piece);
    constexpr std::size_t most = std::numeric_limits<uInt>::max();
    stream_.next_in = reinterpret_cast<z_const Bytef*>(const_cast<char*>(input.data()));
    stream_.avail_in = static_cast<uInt>(std::min(input.size(), most));
    stream_.next_out = reinterpret_cast<Bytef*>(space.data());
    stream_.avail_out = static_cast<uInt>(std::min(space.size(), most));
    const uInt room = stream_.avail_out;
    const uInt given = stream_.avail_in;
    const int code = inflate(&stream_, Z_NO_FLUSH);
    out.filled(room - stream_.avail_out);
    input.remove_prefix(given - stream_.avail_in);
    return code;
  }

  const char* reason() const { return stream_.msg != nullptr ? stream_.msg : "not a gzip stream"; }

 private:
  z_stream stream_{};
};

[[noreturn]] void fail_gzip(const std::string& name, std::string_view reason) {
  fail(ErrorKind::input, "{}: damaged gzip data: {}", name, reason);
}

// Tapes and tar pad with zeros behind the last member.
bool is_padding(std::string_view bytes) {
  return bytes.find_first_not_of('\0') == std::string_view::npos;
}

}  // namespace

Compression compression_of(std::string_view bytes) {
  if (bytes.starts_with("\x1f\x8b")) return Compression::gzip;
  if (bytes.starts_with("\x28\xb5\x2f\xfd")) return Compression::zstd;
  // A skippable frame, which parallel compressors put first.
  const bool skippable = bytes.size() >= 4 &&
                         (static_cast<unsigned char>(bytes[0]) & 0xf0) == 0x50 &&
                         bytes.substr(1, 3) == "\x2a\x4d\x18";
  return skippable ? Compression::zstd : Compression::none;
}

ByteBuffer gunzip(std::string_view bytes, const std::string& name) {
  ByteBuffer out(name);
  Inflater inflater;
  while (!is_padding(bytes)) {
    inflater.start_member();
    int code = Z_OK;
    while (code != Z_STREAM_END) {
      code = inflater.step(bytes, out);
      if (code == Z_MEM_ERROR) throw std::bad_alloc();
      // There is always room for output, so no progress means that no input is left.
      if (code == Z_BUF_ERROR) fail_gzip(name, "it ends too early");
      if (code != Z_OK && code != Z_STREAM_END) fail_gzip(name, inflater.reason());
    }
  }
  return out;
}

ByteBuffer unzstd(std::string_view bytes, const std::string& name) {
  ByteBuffer out(name);
  const std::unique_ptr<ZSTD_DCtx, std::size_t (*)(ZSTD_DCtx*)> context(ZSTD_createDCtx(),
                                                                        ZSTD_freeDCtx);
  if (context == nullptr) throw std::bad_alloc();
  // Files made with --long=31 need the largest window.
  ZSTD_DCtx_setParameter(context.get(), ZSTD_d_windowLogMax, sizeof(void*) == 8 ? 31 : 30);
  ZSTD_inBuffer input{bytes.data(), bytes.size(), 0};
  std::size_t missing = 0;  // 0: at the end of a frame
  bool full = false;        // more output may wait inside the context
  while (input.pos < input.size || full) {
    const std::span<char> space = out.space(piece);
    ZSTD_outBuffer output{space.data(), space.size(), 0};
    missing = ZSTD_decompressStream(context.get(), &output, &input);
    if (ZSTD_isError(missing) != 0) {
      fail(ErrorKind::input, "{}: damaged zstd data: {}", name, ZSTD_getErrorName(missing));
    }
    out.filled(output.pos);
    full = missing != 0 && output.pos == output.size;
  }
  if (missing != 0) fail(ErrorKind::input, "{}: damaged zstd data: it ends too early", name);
  return out;
}

}  // namespace clade
