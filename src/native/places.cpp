#include "native/places.h"

#include <cerrno>
#include <cstring>

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include "sandbox/room.h"
#include "support/temp_dir.h"

namespace cleave::native {

namespace fs = std::filesystem;

namespace {

constexpr mode_t kToAll = 0777, kReadable = 0644;
// Bytes of an answer that says nothing. Not none: what becomes empty and is written again, ext4 writes to the disk as soon as it is closed.
constexpr off_t kNoAnswer = 1;

// Without what is in there. False: not all of it goes.
bool empty(const fs::path& directory) {
  std::error_code failure;
  for (fs::directory_iterator file(directory, failure), end; !failure && file != end; file.increment(failure)) {
    fs::remove_all(file->path(), failure);
    if (failure) return false;
  }
  return !failure;
}

// A file that has no other name, and this mode if one is asked for.
bool isOwnFile(const struct stat& found, mode_t mode) {
  return S_ISREG(found.st_mode) && found.st_nlink == 1 && (mode == 0 || (found.st_mode & 07777) == mode);
}

// Whether what stands at a place may stay there for the next run.
bool mayStay(const Places& places, const fs::path& place, const fs::path& executable) {
  struct stat found {};
  if (::lstat(place.c_str(), &found) != 0) return false;
  std::error_code failure;
  if (place == places.directory) return S_ISDIR(found.st_mode) && (found.st_mode & 07777) == kToAll && empty(place);
  if (place == places.program) return S_ISLNK(found.st_mode) && fs::read_symlink(place, failure) == executable;
  if (place == places.script) return isOwnFile(found, kReadable);
  if (place == places.answer) return isOwnFile(found, 0) && ::truncate(place.c_str(), kNoAnswer) == 0;
  return false;
}

bool tidy(const Places& places, const fs::path& executable) {
  std::error_code failure;
  for (fs::directory_iterator file(places.own, failure), end; !failure && file != end; file.increment(failure)) {
    if (mayStay(places, file->path(), executable)) continue;
    fs::remove_all(file->path(), failure);
    if (failure) return false;
  }
  return !failure;
}

Error cannot(const fs::path& path, const std::string& why) { return Error{"cannot prepare " + path.string() + ": " + why}; }

// It may be read by another user, whatever our umask is. What was there is overwritten, not emptied first (see kNoAnswer).
Status writeScript(const fs::path& path, const std::string& script) {
  const int file = ::open(path.c_str(), O_WRONLY | O_CREAT | O_NOFOLLOW | O_CLOEXEC, kReadable);
  if (file < 0) return cannot(path, std::strerror(errno));
  const auto size = static_cast<ssize_t>(script.size());
  const bool written = ::write(file, script.data(), script.size()) == size && ::ftruncate(file, size) == 0 && ::fchmod(file, kReadable) == 0;
  const int why = errno;
  ::close(file);
  if (!written) return cannot(path, std::strerror(why));
  return std::nullopt;
}

}  // namespace

Places::Places(const fs::path& given)
    : own(given),
      directory(own / "work"),
      program(own / "program"),
      script(own / "script"),
      answer(own / "answer"),
      sanitizer(own / "sanitizer") {}

Status Places::prepare(const fs::path& executable, const std::string& text) const {
  if (!tidy(*this, executable)) return cannot(own, "what a run left there does not go");
  std::error_code failure;
  if (fs::create_directory(directory, failure))
    if (Status failed = sandbox::openToAll(directory)) return failed;
  if (failure) return cannot(directory, failure.message());
  std::error_code absent;
  if (!fs::is_symlink(fs::symlink_status(program, absent))) fs::create_symlink(executable, program, failure);
  if (failure) return cannot(program, failure.message());
  return writeScript(script, text);
}

Expected<std::string> readOwnFile(const fs::path& path) {
  std::error_code failure;
  if (!fs::is_regular_file(fs::symlink_status(path, failure))) return Error{"cannot read " + path.string() + ": it is no file"};
  return readFile(path);
}

}  // namespace cleave::native
