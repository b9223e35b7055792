#include "driver/journal.h"

#include <cerrno>
#include <cstdlib>
#include <cstring>

#include <fcntl.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include "driver/document.h"
#include "report/journal_lines.h"

namespace cleave::driver {

namespace fs = std::filesystem;

namespace {

constexpr int kLockAttempts = 20;  // a second: the workers of a run that was killed end, too, but not at once
constexpr timespec kLockPause{0, 50'000'000};

constexpr const char* kCompressed = ".jsonl.zst";

fs::path journalFile(const fs::path& directory, size_t number) { return directory / kJournalFolder / (std::to_string(number) + kCompressed); }

int openLines(const fs::path& file) { return ::open(file.c_str(), O_RDWR | O_CREAT | O_APPEND | O_CLOEXEC, 0644); }

}  // namespace

std::vector<fs::path> journalFiles(const fs::path& directory) {
  std::map<size_t, fs::path> files;  // by number; some may be gone
  std::error_code failure;
  for (fs::directory_iterator each(directory / kJournalFolder, failure), end; !failure && each != end; each.increment(failure)) {
    const size_t number = std::strtoul(each->path().filename().c_str(), nullptr, 10);
    if (each->path() == journalFile(directory, number)) files.emplace(number, each->path());
  }
  std::vector<fs::path> list;
  if (fs::exists(directory / kJournalFile, failure)) list.push_back(directory / kJournalFile);
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

Journal::Journal(Journal&& other) noexcept
    : directory_(std::move(other.directory_)),
      sizes_(other.sizes_),
      lock_(std::move(other.lock_)),
      lines_(std::exchange(other.lines_, -1)),
      parents_(std::move(other.parents_)),
      workers_(std::move(other.workers_)),
      numbers_(std::move(other.numbers_)),
      added_(other.added_),
      runLine_(std::move(other.runLine_)),
      failure_(std::move(other.failure_)) {}

Journal::~Journal() {
  if (lines_ >= 0) ::close(lines_);
}

Expected<Journal> Journal::open(const fs::path& directory, Sizes sizes) {
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
  for (const char* folder : {"unconfirmed", "replay", "smt2", "failed", kJournalFolder}) fs::remove_all(directory / folder, failure);
  for (const char* file : {kResultFile, kPartFile, kExpectedFile, kSourcesFile, kProgramsFile, "manifest.json"}) fs::remove(directory / file, failure);
  Journal journal(directory, sizes, lock.take(), lines);
  if (::ftruncate(lines, 0) != 0) return Error{"cannot write to " + (directory / kJournalFile).string() + ": " + std::strerror(errno)};
  return journal;
}

fs::path Journal::file(size_t number) const { return journalFile(directory_, number); }

std::vector<fs::path> Journal::filesOf(const std::string& entry) const {
  std::vector<fs::path> files{directory_ / kJournalFile};
  if (const auto at = numbers_.find(entry); at != numbers_.end()) files.push_back(file(at->second));
  return files;
}

// Whether lines go to a file of one's own. From the first on: nobody mixes.
bool Journal::goesOn(std::optional<CompressedFile>& own, size_t number) {
  if (own) return true;
  struct stat status {};
  if (::fstat(lines_, &status) != 0 || static_cast<uint64_t>(status.st_size) < sizes_.plain) return false;
  std::error_code ignored;  // then it cannot be created either
  fs::create_directories(directory_ / kJournalFolder, ignored);
  Expected<CompressedFile> created = CompressedFile::create(file(number));
  if (created) own.emplace(created.take());  // else the other grows on
  return created.hasValue();
}

// At once: whoever stops us finds what was proved. A line of which only a part fits ends what this process writes; a reader finds the
// next line of another behind it.
void Journal::write(std::optional<CompressedFile>& own, size_t number, std::string line) {
  if (!failure_.empty()) return;
  line += '\n';
  if (goesOn(own, number)) {
    if (const Status failed = own->add(line)) failure_ = failed->message;
    return;
  }
  errno = 0;
  const ssize_t size = ::write(lines_, line.data(), line.size());
  if (size != static_cast<ssize_t>(line.size())) failure_ = std::strerror(size < 0 ? errno : ENOSPC);
}

void Journal::run(const std::string& version, const std::vector<std::string>& entries) {
  runLine_ = report::runLine(version, entries);
  write(parents_, 0, runLine_);
}

void Journal::expect(const std::string& entry) { numbers_.emplace(entry, numbers_.size() + 1); }

void Journal::end(const result::EntryResult& head, size_t partitions) { write(parents_, 0, report::endLine(head, partitions)); }

void Journal::begin(const result::EntryResult& head) { write(workers_, numbers_.at(head.name), report::beginLine(head)); }

void Journal::add(const std::string& entry, const result::Partition& partition) {
  std::string line = report::partitionLine(entry, partition);
  added_ += line.size();
  write(workers_, numbers_.at(entry), std::move(line));
}

uint64_t Journal::close() {
  const Status failed = workers_ ? workers_->end() : std::nullopt;
  if (failed && failure_.empty()) failure_ = failed->message;
  workers_.reset();
  return std::exchange(added_, 0);
}

std::pair<result::EntryResult, uint64_t> Journal::found(const std::string& entry) const {
  report::JournalReader reader(&entry);
  for (const fs::path& file : filesOf(entry)) (void)readLines(file, [&](std::string_view line) { reader.add(line); });
  report::JournalContents contents = reader.finish();
  if (!contents.result.entries.empty()) return {std::move(contents.result.entries.front()), contents.bytes.front()};
  result::EntryResult none;
  none.name = entry;
  return {none, 0};
}

Status Journal::problem() const {
  if (failure_.empty()) return std::nullopt;
  return Error{"cannot write " + (directory_ / kJournalFile).string() + " completely: " + failure_};
}

Status Journal::finish(result::Result& result, FoundEntries& found) {
  if (parents_) (void)parents_->end();
  return DocumentFile(directory_, runLine_, result, found, [&](const std::string& entry) { return filesOf(entry); }, sizes_.large).write();
}

}  // namespace cleave::driver
