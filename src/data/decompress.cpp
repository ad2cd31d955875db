#include "data/decompress.h"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>
#include <zlib.h>
#include <zstd.h>

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <limits>
#include <new>
#include <string>
#include <string_view>
#include <utility>

#include "base/fail.h"

namespace clade::detail {

namespace {

constexpr std::size_t buffer_size = std::size_t{1} << 18;

int open_file(const std::filesystem::path& path) {
  const int descriptor = ::open(path.c_str(), O_RDONLY | O_CLOEXEC);
  if (descriptor < 0) {
    fail(ErrorKind::environment, "{}: cannot be opened: {}", path.string(), std::strerror(errno));
  }
  struct stat status {};
  if (::fstat(descriptor, &status) == 0 && S_ISDIR(status.st_mode)) {
    ::close(descriptor);
    fail(ErrorKind::environment, "{}: is a folder, expected a file", path.string());
  }
  return descriptor;
}

}  // namespace

RawBytes::RawBytes(const std::filesystem::path& path, ByteRange range)
    : name_(range.begin == 0 ? path.string()
                             : fmt::format("{} from byte {}", path.string(), range.begin)),
      descriptor_(path == "-" ? STDIN_FILENO : open_file(path)),
      owns_descriptor_(path != "-"),
      left_(range.end - range.begin),
      buffer_(buffer_size) {
  if (range.begin > 0) ::lseek(descriptor_, static_cast<off_t>(range.begin), SEEK_SET);
}

RawBytes::~RawBytes() {
  if (owns_descriptor_) ::close(descriptor_);
}

std::string_view RawBytes::peek(std::size_t least) {
  if (end_ - begin_ < least && !at_end_) {
    std::copy(buffer_.begin() + static_cast<std::ptrdiff_t>(begin_),
              buffer_.begin() + static_cast<std::ptrdiff_t>(end_), buffer_.begin());
    end_ -= std::exchange(begin_, 0);
    while (end_ < least && !at_end_) {
      const std::size_t count = read(buffer_.data() + end_, buffer_.size() - end_);
      at_end_ = count == 0;
      end_ += count;
    }
  }
  return {buffer_.data() + begin_, end_ - begin_};
}

std::size_t RawBytes::read(char* to, std::size_t count) {
  count = static_cast<std::size_t>(std::min<std::uint64_t>(count, left_));
  while (true) {
    const ssize_t got = ::read(descriptor_, to, count);
    if (got >= 0) {
      left_ -= static_cast<std::uint64_t>(got);
      return static_cast<std::size_t>(got);
    }
    if (errno != EINTR) {
      fail(ErrorKind::environment, "{}: cannot be read: {}", name_, std::strerror(errno));
    }
  }
}

namespace {

// Another decoder, as far as that is no more than its input can mean.
class BoundedDecoder : public Decoder {
 public:
  explicit BoundedDecoder(std::unique_ptr<Decoder> decoder) : decoder_(std::move(decoder)) {}

  std::size_t decode(RawBytes& input, std::span<char> space) override {
    const std::size_t count = decoder_->decode(input, space);
    made_ += count;
    check_unpacking(input.name(), made_, input.consumed());
    return count;
  }

 private:
  std::unique_ptr<Decoder> decoder_;
  std::size_t made_ = 0;
};

class PlainDecoder : public Decoder {
 public:
  std::size_t decode(RawBytes& input, std::span<char> space) override {
    const std::string_view bytes = input.peek();
    const std::size_t count = std::min(bytes.size(), space.size());
    std::copy_n(bytes.begin(), count, space.begin());
    input.consume(count);
    return count;
  }
};

class GzipDecoder : public Decoder {
 public:
  GzipDecoder() {
    if (inflateInit2(&stream_, 16 + MAX_WBITS) != Z_OK) throw std::bad_alloc();
  }
  ~GzipDecoder() override { inflateEnd(&stream_); }
  GzipDecoder(const GzipDecoder&) = delete;
  GzipDecoder& operator=(const GzipDecoder&) = delete;

  std::size_t decode(RawBytes& input, std::span<char> space) override {
    std::size_t made = 0;
    while (made == 0) {
      if (between_members_ && !start_member(input)) return 0;
      made = step(input, space);
    }
    return made;
  }

 private:
  // False at the end of the stream. Tapes and tar pad with zeros behind the last member.
  bool start_member(RawBytes& input) {
    bool is_padded = false;
    while (true) {
      const std::string_view bytes = input.peek();
      if (bytes.empty()) return false;
      const std::size_t zeros = std::min(bytes.find_first_not_of('\0'), bytes.size());
      input.consume(zeros);
      is_padded = is_padded || zeros > 0;
      if (zeros == bytes.size()) continue;
      if (is_padded) fail_gzip(input, "something else follows");
      inflateReset(&stream_);
      between_members_ = false;
      return true;
    }
  }

  std::size_t step(RawBytes& input, std::span<char> space) {
    constexpr std::size_t most = std::numeric_limits<uInt>::max();
    const std::string_view bytes = input.peek();
    if (bytes.empty()) fail_gzip(input, "it ends too early");
    stream_.next_in = reinterpret_cast<z_const Bytef*>(const_cast<char*>(bytes.data()));
    stream_.avail_in = static_cast<uInt>(std::min(bytes.size(), most));
    stream_.next_out = reinterpret_cast<Bytef*>(space.data());
    stream_.avail_out = static_cast<uInt>(std::min(space.size(), most));
    const uInt given = stream_.avail_in, room = stream_.avail_out;
    const int code = inflate(&stream_, Z_NO_FLUSH);
    input.consume(given - stream_.avail_in);
    if (code == Z_MEM_ERROR) throw std::bad_alloc();
    if (code != Z_OK && code != Z_STREAM_END) {
      fail_gzip(input, stream_.msg != nullptr ? stream_.msg : "not a gzip stream");
    }
    between_members_ = code == Z_STREAM_END;
    return room - stream_.avail_out;
  }

  [[noreturn]] static void fail_gzip(const RawBytes& input, std::string_view reason) {
    fail(ErrorKind::input, "{}: damaged gzip data: {}", input.name(), reason);
  }

  z_stream stream_{};
  bool between_members_ = true;
};

class ZstdDecoder : public Decoder {
 public:
  ZstdDecoder() : context_(ZSTD_createDCtx(), ZSTD_freeDCtx) {
    if (context_ == nullptr) throw std::bad_alloc();
    // Files made with --long=31 need the largest window.
    ZSTD_DCtx_setParameter(context_.get(), ZSTD_d_windowLogMax, sizeof(void*) == 8 ? 31 : 30);
  }

  std::size_t decode(RawBytes& input, std::span<char> space) override {
    ZSTD_outBuffer output{space.data(), space.size(), 0};
    while (output.pos == 0) {
      const std::string_view bytes = input.peek();
      if (bytes.empty() && !is_full_) {
        if (missing_ != 0) fail_zstd(input, "it ends too early");
        return 0;
      }
      ZSTD_inBuffer stored{bytes.data(), bytes.size(), 0};
      missing_ = ZSTD_decompressStream(context_.get(), &output, &stored);
      if (ZSTD_isError(missing_) != 0) fail_zstd(input, ZSTD_getErrorName(missing_));
      input.consume(stored.pos);
      is_full_ = missing_ != 0 && output.pos == output.size;
    }
    return output.pos;
  }

 private:
  [[noreturn]] static void fail_zstd(const RawBytes& input, std::string_view reason) {
    fail(ErrorKind::input, "{}: damaged zstd data: {}", input.name(), reason);
  }

  std::unique_ptr<ZSTD_DCtx, std::size_t (*)(ZSTD_DCtx*)> context_;
  std::size_t missing_ = 0;  // 0: at the end of a frame
  bool is_full_ = false;     // more output may wait inside the context
};

bool is_zstd(std::string_view bytes) {
  if (bytes.starts_with("\x28\xb5\x2f\xfd")) return true;
  // A skippable frame, which parallel compressors put first.
  return bytes.size() >= 4 && (static_cast<unsigned char>(bytes[0]) & 0xf0) == 0x50 &&
         bytes.substr(1, 3) == "\x2a\x4d\x18";
}

}  // namespace

void check_unpacking(const std::string& name, std::size_t unpacked, std::size_t stored) {
  if (unpacked <= unpacked_freely || unpacked / largest_unpacking <= stored) return;
  fail(ErrorKind::input,
       "{}: {} bytes unpack to more than {} MiB, which looks like an attack; if it is none, unpack "
       "them first",
       name, stored, unpacked >> 20);
}

std::unique_ptr<Decoder> make_decoder(RawBytes& input) {
  const std::string_view bytes = input.peek(4);
  const auto bounded = [](auto decoder) {
    return std::make_unique<BoundedDecoder>(std::move(decoder));
  };
  if (bytes.starts_with("\x1f\x8b")) return bounded(std::make_unique<GzipDecoder>());
  if (is_zstd(bytes)) return bounded(std::make_unique<ZstdDecoder>());
  return std::make_unique<PlainDecoder>();
}

std::unique_ptr<Decoder> make_plain_decoder() { return std::make_unique<PlainDecoder>(); }

bool is_plain(const Decoder& decoder) {
  return dynamic_cast<const PlainDecoder*>(&decoder) != nullptr;
}

}  // namespace clade::detail
