#include "support/file_digest.h"

#include "support/mapped_file.h"
#include "support/sha256.h"

namespace cleave {

Expected<std::string> sha256OfFile(const std::filesystem::path& path) {
  const Expected<MappedFile> file = MappedFile::open(path);
  if (!file) return file.error();
  return sha256(file->text());
}

}  // namespace cleave
