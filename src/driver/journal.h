// The output directory, which belongs to one run at a time. partitions.jsonl grows while cleave runs, by all workers at once, a line with
// each partition; where it becomes large, entries that begin later go on in partitions-2.jsonl, and so on. At the end result.json is made of
// the lines, file after file, and each file is removed once its lines are there: nothing large is there twice. What could not be written is
// remembered and told once, at the end; the analysis goes on.
#pragma once

#include <filesystem>
#include <map>
#include <string>
#include <utility>
#include <vector>

#include "result/result.h"
#include "support/expected.h"

namespace cleave::driver {

class FoundEntries;

inline constexpr const char* kJournalFile = "partitions.jsonl";
inline constexpr const char* kResultFile = "result.json";
inline constexpr const char* kPartFile = "result.json.part";  // while it is written

// The files of a journal in a directory, in their order.
std::vector<std::filesystem::path> journalFiles(const std::filesystem::path& directory);

// The directory as one's own, for as long as this or a copy in a worker lives.
class DirectoryLock {
 public:
  enum class Kind { Alone, Reading };
  // An error: somebody else has it. File systems without locks are nobody's.
  static Expected<DirectoryLock> take(const std::filesystem::path& directory, Kind kind);
  DirectoryLock(DirectoryLock&& other) noexcept : descriptor_(std::exchange(other.descriptor_, -1)) {}
  DirectoryLock& operator=(DirectoryLock&&) = delete;
  DirectoryLock(const DirectoryLock&) = delete;
  ~DirectoryLock();

 private:
  explicit DirectoryLock(int descriptor) : descriptor_(descriptor) {}
  int descriptor_;
};

class Journal {
 public:
  // Takes the directory, and removes what an earlier run left in it. `large`: from how many bytes on a file takes no more entries.
  static Expected<Journal> open(const std::filesystem::path& directory, uint64_t large = uint64_t{8} << 20);
  Journal(Journal&& other) noexcept
      : directory_(std::move(other.directory_)),
        large_(other.large_),
        lock_(std::move(other.lock_)),
        lines_(std::exchange(other.lines_, -1)),
        count_(other.count_),
        files_(std::move(other.files_)),
        runLine_(std::move(other.runLine_)),
        failure_(std::move(other.failure_)) {}
  Journal& operator=(Journal&&) = delete;
  Journal(const Journal&) = delete;
  ~Journal();

  void run(const std::string& version, const std::vector<std::string>& entries);
  void expect(const std::string& entry);  // before its worker starts: chooses the file
  void begin(const result::EntryResult& head);
  void add(const std::string& entry, const result::Partition& partition);
  void end(const result::EntryResult& head, size_t partitions);

  std::filesystem::path fileOf(const std::string& entry) const;
  // What was found of an entry whose worker cannot tell any more.
  result::EntryResult found(const std::string& entry) const;

  Status problem() const;  // what could not be added, by this process
  // Writes result.json, and says where in it entries are. Lines of entries that failed stay in partitions.jsonl: nothing else has them.
  Status finish(result::Result& result, FoundEntries& found);

 private:
  Journal(std::filesystem::path directory, uint64_t large, DirectoryLock lock, int lines)
      : directory_(std::move(directory)), large_(large), lock_(std::move(lock)), lines_(lines) {}
  std::filesystem::path file(size_t number) const;
  void write(int lines, std::string line);

  std::filesystem::path directory_;
  uint64_t large_;
  DirectoryLock lock_;
  int lines_;                            // a descriptor that appends, so that lines of several processes stay whole
  size_t count_ = 1;                     // of files; the last is the one that grows
  std::map<std::string, size_t> files_;  // by entry
  std::string runLine_;
  std::string failure_;  // empty: none
};

}  // namespace cleave::driver
