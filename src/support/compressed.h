// Text that is kept compressed (zstd), a piece at a time: whatever ends the process that writes it, all pieces that it wrote can be read. A file is
// a list of frames, so that damage in one leaves the others; `zstdcat` shows it.
#pragma once

#include <filesystem>
#include <functional>
#include <memory>
#include <string>
#include <string_view>
#include <utility>

#include "support/expected.h"

struct ZSTD_CCtx_s;

namespace cleave {

std::string compressed(std::string_view text);
// An error: it is not what `compressed` gave, or cut short.
Expected<std::string> decompressed(std::string_view bytes);

// Whether a file of this name is compressed: it ends with .zst.
bool isCompressedName(const std::filesystem::path& file);

// A file that one process writes.
class CompressedFile {
 public:
  static Expected<CompressedFile> create(const std::filesystem::path& file);
  CompressedFile(CompressedFile&& other) noexcept;
  CompressedFile& operator=(CompressedFile&&) = delete;
  CompressedFile(const CompressedFile&) = delete;
  ~CompressedFile();

  Status add(std::string_view text);  // readable from here on
  Status end();                       // without it a reader finds the file cut short; more may follow

 private:
  struct Free {
    void operator()(ZSTD_CCtx_s* context) const;
  };
  explicit CompressedFile(int descriptor);
  Status put(std::string_view text, bool isLast);

  int descriptor_;
  std::unique_ptr<ZSTD_CCtx_s, Free> context_;
  size_t inFrame_ = 0;  // bytes of text since the frame began
};

// The lines of a text file, compressed or not, one at a time: what it says need not fit into memory. What cannot be read of a compressed one is left out
// up to the next frame, and the line that it ends in is given as it is. An error: the file cannot be opened.
struct LinesRead {
  bool isDamaged = false;  // something in it is not what was written
  bool isCut = false;      // it ends within a frame: its writer was ended
};
Expected<LinesRead> readLines(const std::filesystem::path& file, const std::function<void(std::string_view line)>& take);

// Whole files, compressed or not by their names.
Expected<std::string> readText(const std::filesystem::path& file);

}  // namespace cleave
