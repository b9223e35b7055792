// The output directory, which belongs to one run at a time: partitions.jsonl grows while cleave runs, by all workers at once, a line with
// each partition; result.json is written at the end, and then the lines, which say nothing more, are removed. What could not be written is
// remembered and told once, at the end; the analysis goes on.
#pragma once

#include <filesystem>
#include <string>
#include <utility>
#include <vector>

#include "result/result.h"
#include "support/expected.h"

namespace cleave::driver {

inline constexpr const char* kJournalFile = "partitions.jsonl";
inline constexpr const char* kResultFile = "result.json";

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
  // Takes the directory, and removes what an earlier run left in it.
  static Expected<Journal> open(const std::filesystem::path& directory);
  Journal(Journal&& other) noexcept
      : directory_(std::move(other.directory_)),
        lock_(std::move(other.lock_)),
        lines_(std::exchange(other.lines_, -1)),
        failure_(std::move(other.failure_)) {}
  Journal& operator=(Journal&&) = delete;
  Journal(const Journal&) = delete;
  ~Journal();

  void run(const std::string& version, const std::vector<std::string>& entries);
  void begin(const result::EntryResult& head);
  void add(const std::string& entry, const result::Partition& partition);
  void end(const result::EntryResult& head, size_t partitions);

  // What was found of an entry whose worker cannot tell any more.
  result::EntryResult found(const std::string& entry) const;

  Status problem() const;  // what could not be added, by this process
  // Writes result.json. `isWhole`: it has all that lines say.
  Status finish(const result::Result& result, const result::WholeEntry& whole, bool isWhole);

 private:
  Journal(std::filesystem::path directory, DirectoryLock lock, int lines)
      : directory_(std::move(directory)), lock_(std::move(lock)), lines_(lines) {}
  void write(std::string line);

  std::filesystem::path directory_;
  DirectoryLock lock_;
  int lines_;            // a descriptor that appends, so that lines of several processes stay whole
  std::string failure_;  // empty: none
};

}  // namespace cleave::driver
