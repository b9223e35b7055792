#include "support/file_digest.h"

#include <cerrno>
#include <cstring>

#include <fcntl.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

#include "support/sha256.h"

namespace cleave {

// Mapped: the pages are the file's, and go when somebody needs the memory.
Expected<std::string> sha256OfFile(const std::filesystem::path& path) {
  const auto error = [&] { return Error{"cannot read " + path.string() + ": " + std::strerror(errno)}; };
  const int file = ::open(path.c_str(), O_RDONLY | O_CLOEXEC);
  if (file < 0) return error();
  struct stat status {};
  if (::fstat(file, &status) != 0) {
    const Error failed = error();
    ::close(file);
    return failed;
  }
  if (status.st_size == 0) {
    ::close(file);
    return sha256("");
  }
  const auto size = static_cast<size_t>(status.st_size);
  void* bytes = ::mmap(nullptr, size, PROT_READ, MAP_PRIVATE, file, 0);
  const Error failed = error();  // if it is one
  ::close(file);
  if (bytes == MAP_FAILED) return failed;
  std::string digest = sha256({static_cast<const char*>(bytes), size});
  ::munmap(bytes, size);
  return digest;
}

}  // namespace cleave
