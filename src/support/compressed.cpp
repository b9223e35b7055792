#include "support/compressed.h"

#include <cerrno>
#include <cstring>
#include <string>

#include <fcntl.h>
#include <unistd.h>
#include <zstd.h>

#include "support/check.h"
#include "support/temp_dir.h"

namespace cleave {

namespace fs = std::filesystem;

namespace {

constexpr int kLevel = 1;                       // others take longer and give little: what is repeated lies near
constexpr size_t kMostInFrame = size_t{1} << 20;  // what damage may cost
constexpr std::string_view kMagic = "\x28\xb5\x2f\xfd";
constexpr std::string_view kExtension = ".zst";

void prepare(ZSTD_CCtx* context) {
  CHECK(context != nullptr, "no memory for compressing");
  ZSTD_CCtx_setParameter(context, ZSTD_c_compressionLevel, kLevel);
  ZSTD_CCtx_setParameter(context, ZSTD_c_checksumFlag, 1);
}

// Feeds bytes to the decoder and hands out the text, as far as there is any.
class Decoder {
 public:
  Decoder() : context_(ZSTD_createDCtx()), text_(ZSTD_DStreamOutSize(), '\0') { CHECK(context_ != nullptr, "no memory for decompressing"); }
  ~Decoder() { ZSTD_freeDCtx(context_); }
  Decoder(const Decoder&) = delete;
  Decoder& operator=(const Decoder&) = delete;

  // Where the frame begins that is wrong or cut short; otherwise the end.
  size_t run(std::string_view bytes, const std::function<void(std::string_view)>& take) {
    ZSTD_DCtx_reset(context_, ZSTD_reset_session_only);
    ZSTD_inBuffer in{bytes.data(), bytes.size(), 0};
    isWrong_ = false;
    left_ = 0;
    size_t start = 0;
    bool isFull = false;  // there may be more text without more bytes
    while (in.pos < in.size || isFull) {
      ZSTD_outBuffer out{text_.data(), text_.size(), 0};
      left_ = ZSTD_decompressStream(context_, &out, &in);
      isWrong_ = ZSTD_isError(left_) != 0;
      if (isWrong_) break;
      if (out.pos != 0) take(std::string_view(text_).substr(0, out.pos));
      isFull = left_ != 0 && out.pos == out.size;
      if (left_ == 0) start = in.pos;
    }
    return start;
  }
  bool isWrong() const { return isWrong_; }
  bool isCut() const { return !isWrong_ && left_ != 0; }  // within a frame

 private:
  ZSTD_DCtx* context_;
  std::string text_;
  size_t left_ = 0;
  bool isWrong_ = false;
};

// Splits text that comes in pieces.
class LineSplitter {
 public:
  explicit LineSplitter(const std::function<void(std::string_view)>& take) : take_(take) {}
  void add(std::string_view text) {
    for (size_t end; (end = text.find('\n')) != std::string_view::npos; text.remove_prefix(end + 1)) {
      if (rest_.empty()) {
        take_(text.substr(0, end));
      } else {
        rest_.append(text.substr(0, end));
        finish();
      }
    }
    rest_.append(text);
  }
  void finish() {
    if (!rest_.empty()) take_(rest_);
    rest_.clear();
  }

 private:
  const std::function<void(std::string_view)>& take_;
  std::string rest_;
};

// Frames are decoded one after the other; behind damage it goes on where the next one begins.
LinesRead readFrames(std::string_view bytes, LineSplitter& lines) {
  Decoder decoder;
  LinesRead read;
  while (!bytes.empty()) {
    const size_t start = decoder.run(bytes, [&](std::string_view text) { lines.add(text); });
    read.isCut = decoder.isCut();
    if (!decoder.isWrong()) break;
    lines.finish();
    read.isDamaged = true;
    const size_t next = bytes.find(kMagic, start + 1);  // or what looks like one, which is wrong, too
    bytes.remove_prefix(next == std::string_view::npos ? bytes.size() : next);
  }
  return read;
}

}  // namespace

std::string compressed(std::string_view text) {
  std::string bytes(ZSTD_compressBound(text.size()), '\0');
  ZSTD_CCtx* context = ZSTD_createCCtx();
  prepare(context);
  const size_t size = ZSTD_compress2(context, bytes.data(), bytes.size(), text.data(), text.size());
  ZSTD_freeCCtx(context);
  CHECK(ZSTD_isError(size) == 0, std::string("compressing: ") + ZSTD_getErrorName(size));
  bytes.resize(size);
  return bytes;
}

Expected<std::string> decompressed(std::string_view bytes) {
  std::string text;
  Decoder decoder;
  decoder.run(bytes, [&](std::string_view piece) { text += piece; });
  if (decoder.isWrong() || decoder.isCut() || bytes.empty()) return Error{"it is damaged or cut short"};
  return text;
}

bool isCompressedName(const fs::path& file) { return file.extension() == kExtension; }

void CompressedFile::Free::operator()(ZSTD_CCtx_s* context) const { ZSTD_freeCCtx(context); }

CompressedFile::CompressedFile(int descriptor) : descriptor_(descriptor), context_(ZSTD_createCCtx()) { prepare(context_.get()); }

CompressedFile::CompressedFile(CompressedFile&& other) noexcept
    : descriptor_(std::exchange(other.descriptor_, -1)), context_(std::move(other.context_)), inFrame_(other.inFrame_) {}

CompressedFile::~CompressedFile() {
  if (descriptor_ >= 0) ::close(descriptor_);
}

Expected<CompressedFile> CompressedFile::create(const fs::path& file) {
  const int descriptor = ::open(file.c_str(), O_WRONLY | O_CREAT | O_TRUNC | O_APPEND | O_CLOEXEC, 0644);
  if (descriptor < 0) return Error{"cannot write " + file.string() + ": " + std::strerror(errno)};
  return CompressedFile(descriptor);
}

Status CompressedFile::put(std::string_view text, bool isLast) {
  std::string bytes(ZSTD_compressBound(text.size()) + ZSTD_CStreamOutSize(), '\0');
  ZSTD_inBuffer in{text.data(), text.size(), 0};
  for (size_t left = 1; left != 0;) {
    ZSTD_outBuffer out{bytes.data(), bytes.size(), 0};
    left = ZSTD_compressStream2(context_.get(), &out, &in, isLast ? ZSTD_e_end : ZSTD_e_flush);
    CHECK(ZSTD_isError(left) == 0, std::string("compressing: ") + ZSTD_getErrorName(left));
    errno = 0;
    const ssize_t size = ::write(descriptor_, bytes.data(), out.pos);
    if (size != static_cast<ssize_t>(out.pos)) return Error{std::strerror(size < 0 ? errno : ENOSPC)};
  }
  inFrame_ = isLast ? 0 : inFrame_ + text.size();
  return std::nullopt;
}

Status CompressedFile::add(std::string_view text) { return put(text, inFrame_ + text.size() > kMostInFrame); }

Status CompressedFile::end() { return inFrame_ == 0 ? std::nullopt : put("", true); }

Expected<LinesRead> readLines(const fs::path& file, const std::function<void(std::string_view)>& take) {
  const Expected<std::string> bytes = readFile(file);  // a copy: whoever writes it may begin anew
  if (!bytes) return bytes.error();
  LineSplitter lines(take);
  LinesRead read;
  if (isCompressedName(file)) {
    read = readFrames(*bytes, lines);
  } else {
    lines.add(*bytes);
  }
  lines.finish();
  return read;
}

Expected<std::string> readText(const fs::path& file) {
  Expected<std::string> bytes = readFile(file);
  if (!bytes || !isCompressedName(file)) return bytes;
  Expected<std::string> text = decompressed(*bytes);
  if (!text) return Error{file.string() + ": " + text.error().message};
  return text;
}

}  // namespace cleave
