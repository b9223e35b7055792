#include "driver/journal.h"

#include <cerrno>
#include <cstring>

#include <fcntl.h>
#include <sys/file.h>
#include <unistd.h>

#include "report/journal_lines.h"
#include "report/json.h"
#include "support/temp_dir.h"

namespace cleave::driver {

namespace fs = std::filesystem;

namespace {

constexpr int kLockAttempts = 20;  // a second: the workers of a run that was killed end, too, but not at once
constexpr timespec kLockPause{0, 50'000'000};

}  // namespace

DirectoryLock::~DirectoryLock() {
  if (descriptor_ >= 0) ::close(descriptor_);
}

Expected<DirectoryLock> DirectoryLock::take(const fs::path& directory, Kind kind) {
  const int descriptor = ::open(directory.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC);
  DirectoryLock lock(descriptor);
  const int wanted = (kind == Kind::Alone ? LOCK_EX : LOCK_SH) | LOCK_NB;
  for (int attempt = 0; descriptor >= 0 && ::flock(descriptor, wanted) != 0; ++attempt) {
    if (errno != EWOULDBLOCK && errno != EINTR) break;
    if (attempt == kLockAttempts || kind == Kind::Reading) return Error{directory.string() + " is in use by another run of cleave"};
    ::nanosleep(&kLockPause, nullptr);
  }
  return lock;
}

Journal::~Journal() {
  if (lines_ >= 0) ::close(lines_);
}

Expected<Journal> Journal::open(const fs::path& directory) {
  std::error_code failure;
  fs::create_directories(directory, failure);
  if (failure)
    return Error{"cannot create the output directory " + directory.string() + ": " + failure.message() + " (choose another with --out)"};
  Expected<DirectoryLock> lock = DirectoryLock::take(directory, DirectoryLock::Kind::Alone);
  if (!lock) return Error{lock.error().message + ": wait for its end, or choose another directory with --out"};
  // First the place for what is to come: where nothing can be written, what an earlier run left stays.
  const int lines = ::open((directory / kJournalFile).c_str(), O_RDWR | O_CREAT | O_APPEND | O_CLOEXEC, 0644);
  if (lines < 0)
    return Error{"cannot write to " + directory.string() + ": " + std::strerror(errno) + " (choose another directory with --out)"};
  for (const char* folder : {"unconfirmed", "replay", "smt2", "failed"}) fs::remove_all(directory / folder, failure);
  for (const char* file : {kResultFile, "manifest.json"}) fs::remove(directory / file, failure);
  Journal journal(directory, lock.take(), lines);
  if (::ftruncate(lines, 0) != 0) return Error{"cannot write to " + (directory / kJournalFile).string() + ": " + std::strerror(errno)};
  return journal;
}

// At once: whoever stops us finds what was proved. A line of which only a part fits ends what this process writes; a reader finds the
// next line of another behind it.
void Journal::write(std::string line) {
  if (!failure_.empty()) return;
  line += '\n';
  errno = 0;
  const ssize_t size = ::write(lines_, line.data(), line.size());
  if (size != static_cast<ssize_t>(line.size())) failure_ = std::strerror(size < 0 ? errno : ENOSPC);
}

void Journal::run(const std::string& version, const std::vector<std::string>& entries) { write(report::runLine(version, entries)); }
void Journal::begin(const result::EntryResult& head) { write(report::beginLine(head)); }
void Journal::add(const std::string& entry, const result::Partition& partition) { write(report::partitionLine(entry, partition)); }
void Journal::end(const result::EntryResult& head, size_t partitions) { write(report::endLine(head, partitions)); }

result::EntryResult Journal::found(const std::string& entry) const {
  result::EntryResult none;
  none.name = entry;
  const Expected<std::string> text = readFile(directory_ / kJournalFile);
  if (!text) return none;
  report::JournalContents contents = report::readJournal(*text, &entry);
  return contents.result.entries.empty() ? none : std::move(contents.result.entries.front());
}

Status Journal::problem() const {
  if (failure_.empty()) return std::nullopt;
  return Error{"cannot write " + (directory_ / kJournalFile).string() + " completely: " + failure_};
}

Status Journal::finish(const result::Result& result, const result::WholeEntry& whole, bool isWhole) {
  const Status failed = writeFile(
      directory_ / kResultFile, [&](std::ostream& out) { report::writeJson(result, whole, [&](std::string_view text) { out << text; }); });
  std::error_code ignored;
  if (!failed && isWhole) fs::remove(directory_ / kJournalFile, ignored);
  return failed;
}

}  // namespace cleave::driver
