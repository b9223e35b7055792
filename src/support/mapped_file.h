// A file's bytes as text, without being read at once: the pages are the file's, and go when somebody needs the memory. Who shortens the file
// meanwhile ends us, so it is for files that are ours.
#pragma once

#include <filesystem>
#include <string_view>
#include <utility>

#include "support/expected.h"

namespace cleave {

class MappedFile {
 public:
  static Expected<MappedFile> open(const std::filesystem::path& path);
  MappedFile(MappedFile&& other) noexcept : text_(std::exchange(other.text_, {})) {}
  MappedFile& operator=(MappedFile&&) = delete;
  MappedFile(const MappedFile&) = delete;
  ~MappedFile();

  std::string_view text() const { return text_; }

 private:
  explicit MappedFile(std::string_view text) : text_(text) {}
  std::string_view text_;
};

}  // namespace cleave
