#include "support/temp_dir.h"

#include <cerrno>
#include <cstdlib>
#include <cstring>
#include <fstream>
#include <sstream>

#include <unistd.h>

namespace cleave {

namespace fs = std::filesystem;

Expected<TempDir> TempDir::create(std::string_view purpose) {
  std::error_code failure;
  const fs::path base = fs::temp_directory_path(failure);
  if (failure) return Error{"no directory for temporary files: " + failure.message() + " (set TMPDIR)"};
  std::string pattern = (base / ("cleave-" + std::string(purpose) + "-XXXXXX")).string();
  if (::mkdtemp(pattern.data()) == nullptr) return Error{"cannot create " + pattern + ": " + std::strerror(errno) + " (set TMPDIR)"};
  return TempDir(fs::path(pattern));
}

TempDir::~TempDir() {
  std::error_code ignored;  // a leftover in the temporary directory is no reason to fail
  if (!path_.empty()) fs::remove_all(path_, ignored);
}

Expected<std::string> readFile(const fs::path& path) {
  std::error_code failure;
  if (fs::is_directory(path, failure)) return Error{"cannot read " + path.string() + ": it is a directory"};
  std::ifstream file(path, std::ios::binary);
  if (!file) return Error{"cannot read " + path.string() + ": " + std::strerror(errno)};
  std::ostringstream contents;
  contents << file.rdbuf();
  if (file.bad()) return Error{"cannot read " + path.string() + ": " + std::strerror(errno)};
  return std::move(contents).str();
}

Status writeFile(const fs::path& path, std::string_view contents) {
  return writeFile(path, [&](std::ostream& out) { out << contents; });
}

Status writeFile(const fs::path& path, const std::function<void(std::ostream&)>& write) {
  const fs::path beside = path.string() + ".new" + std::to_string(::getpid());
  std::error_code ignored;
  {
    std::ofstream file(beside, std::ios::binary | std::ios::trunc);
    write(file);
    file.flush();
    if (!file) {
      const std::string why = std::strerror(errno);
      file.close();
      fs::remove(beside, ignored);
      return Error{"cannot write " + path.string() + ": " + why};
    }
  }
  std::error_code failure;
  fs::rename(beside, path, failure);
  if (!failure) return std::nullopt;
  fs::remove(beside, ignored);
  return Error{"cannot write " + path.string() + ": " + failure.message()};
}

}  // namespace cleave
