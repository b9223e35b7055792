// A fresh directory that is removed with its contents at the end of its life. And reading and writing whole files.
#pragma once

#include <filesystem>
#include <functional>
#include <iosfwd>
#include <string>
#include <string_view>

#include "support/expected.h"

namespace cleave {

class TempDir {
 public:
  static Expected<TempDir> create(std::string_view purpose);
  TempDir(TempDir&& other) noexcept : path_(std::move(other.path_)) { other.path_.clear(); }
  TempDir& operator=(TempDir&&) = delete;
  TempDir(const TempDir&) = delete;
  ~TempDir();

  const std::filesystem::path& path() const { return path_; }

 private:
  explicit TempDir(std::filesystem::path path) : path_(std::move(path)) {}
  std::filesystem::path path_;
};

Expected<std::string> readFile(const std::filesystem::path& path);
Status writeFile(const std::filesystem::path& path, std::string_view contents);  // whole or not at all: writes beside it, then renames
Status writeFile(const std::filesystem::path& path, const std::function<void(std::ostream&)>& write);  // the same, a piece at a time

}  // namespace cleave
