#include "support/mapped_file.h"

#include <cerrno>
#include <cstring>

#include <fcntl.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

namespace cleave {

Expected<MappedFile> MappedFile::open(const std::filesystem::path& path) {
  const auto error = [&] { return Error{"cannot read " + path.string() + ": " + std::strerror(errno)}; };
  const int file = ::open(path.c_str(), O_RDONLY | O_CLOEXEC);
  if (file < 0) return error();
  struct stat status {};
  if (::fstat(file, &status) != 0) {
    const Error failed = error();
    ::close(file);
    return failed;
  }
  const auto size = static_cast<size_t>(status.st_size);
  void* bytes = size == 0 ? nullptr : ::mmap(nullptr, size, PROT_READ, MAP_PRIVATE, file, 0);
  const Error failed = error();  // if it is one
  ::close(file);
  if (bytes == MAP_FAILED) return failed;
  return MappedFile({static_cast<const char*>(bytes), size});
}

MappedFile::~MappedFile() {
  if (!text_.empty()) ::munmap(const_cast<char*>(text_.data()), text_.size());
}

}  // namespace cleave
