#include "driver/journal.h"

#include <cerrno>
#include <cstdlib>
#include <cstring>
#include <string_view>

#include <fcntl.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include "driver/document.h"
#include "report/journal_lines.h"
#include "support/mapped_file.h"
#include "support/temp_dir.h"

namespace cleave::driver {

namespace fs = std::filesystem;

namespace {

constexpr int kLockAttempts = 20;  // a second: the workers of a run that was killed end, too, but not at once
constexpr timespec kLockPause{0, 50'000'000};

constexpr size_t kNumberAt = std::string_view("partitions-").size();

fs::path journalFile(const fs::path& directory, size_t number) {
  return directory / (number == 1 ? kJournalFile : "partitions-" + std::to_string(number) + ".jsonl");
}

int openLines(const fs::path& file) { return ::open(file.c_str(), O_RDWR | O_CREAT | O_APPEND | O_CLOEXEC, 0644); }

}  // namespace

std::vector<fs::path> journalFiles(const fs::path& directory) {
  std::map<size_t, fs::path> files;  // by number; some may be gone
  std::error_code failure;
  for (fs::directory_iterator each(directory, failure), end; !failure && each != end; each.increment(failure)) {
    const std::string name = each->path().filename().string();
    const size_t number = name == kJournalFile ? 1 : std::strtoul(name.substr(std::min(name.size(), kNumberAt)).c_str(), nullptr, 10);
    if (number != 0 && name == journalFile(directory, number).filename()) files.emplace(number, each->path());
  }
  std::vector<fs::path> list;
  for (auto& [number, file] : files) list.push_back(std::move(file));
  return list;
}

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

Expected<Journal> Journal::open(const fs::path& directory, uint64_t large) {
  std::error_code failure;
  fs::create_directories(directory, failure);
  if (failure)
    return Error{"cannot create the output directory " + directory.string() + ": " + failure.message() + " (choose another with --out)"};
  Expected<DirectoryLock> lock = DirectoryLock::take(directory, DirectoryLock::Kind::Alone);
  if (!lock) return Error{lock.error().message + ": wait for its end, or choose another directory with --out"};
  // First the place for what is to come: where nothing can be written, what an earlier run left stays.
  const int lines = openLines(directory / kJournalFile);
  if (lines < 0)
    return Error{"cannot write to " + directory.string() + ": " + std::strerror(errno) + " (choose another directory with --out)"};
  for (const char* folder : {"unconfirmed", "replay", "smt2", "failed"}) fs::remove_all(directory / folder, failure);
  for (const char* file : {kResultFile, kPartFile, "manifest.json"}) fs::remove(directory / file, failure);
  for (const fs::path& file : journalFiles(directory))
    if (file.filename() != kJournalFile) fs::remove(file, failure);
  Journal journal(directory, large, lock.take(), lines);
  if (::ftruncate(lines, 0) != 0) return Error{"cannot write to " + (directory / kJournalFile).string() + ": " + std::strerror(errno)};
  return journal;
}

fs::path Journal::file(size_t number) const { return journalFile(directory_, number); }

fs::path Journal::fileOf(const std::string& entry) const {
  const auto at = files_.find(entry);
  return file(at == files_.end() ? 1 : at->second);
}

// At once: whoever stops us finds what was proved. A line of which only a part fits ends what this process writes; a reader finds the
// next line of another behind it.
void Journal::write(int lines, std::string line) {
  if (!failure_.empty()) return;
  line += '\n';
  errno = 0;
  const ssize_t size = ::write(lines, line.data(), line.size());
  if (size != static_cast<ssize_t>(line.size())) failure_ = std::strerror(size < 0 ? errno : ENOSPC);
}

void Journal::run(const std::string& version, const std::vector<std::string>& entries) {
  runLine_ = report::runLine(version, entries);
  write(lines_, runLine_);
}

void Journal::expect(const std::string& entry) {
  struct stat status {};
  if (::fstat(lines_, &status) == 0 && static_cast<uint64_t>(status.st_size) >= large_) {
    if (const int next = openLines(file(count_ + 1)); next >= 0) {  // else it grows on
      ::close(std::exchange(lines_, next));
      ++count_;
    }
  }
  files_[entry] = count_;
}

void Journal::begin(const result::EntryResult& head) { write(lines_, report::beginLine(head)); }
void Journal::add(const std::string& entry, const result::Partition& partition) { write(lines_, report::partitionLine(entry, partition)); }

// In the file of the entry, which need not be the last any more.
void Journal::end(const result::EntryResult& head, size_t partitions) {
  const auto at = files_.find(head.name);
  const bool isEarlier = at != files_.end() && at->second != count_;
  const int lines = isEarlier ? openLines(file(at->second)) : lines_;
  write(lines, report::endLine(head, partitions));
  if (isEarlier && lines >= 0) ::close(lines);
}

result::EntryResult Journal::found(const std::string& entry) const {
  result::EntryResult none;
  none.name = entry;
  const Expected<MappedFile> lines = MappedFile::open(fileOf(entry));
  if (!lines) return none;
  report::JournalContents contents = report::readJournal(lines->text(), &entry);
  return contents.result.entries.empty() ? none : std::move(contents.result.entries.front());
}

Status Journal::problem() const {
  if (failure_.empty()) return std::nullopt;
  return Error{"cannot write " + (directory_ / kJournalFile).string() + " completely: " + failure_};
}

Status Journal::finish(result::Result& result, FoundEntries& found) {
  return DocumentFile(directory_, runLine_, result, found, [&](const std::string& entry) { return fileOf(entry); }).write();
}

}  // namespace cleave::driver
