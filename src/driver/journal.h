// The output directory, which belongs to one run at a time. partitions.jsonl grows while cleave runs, by all workers at once, a line with
// each partition. Once it has some megabytes, each process goes on in a compressed file of its own, partitions/N.jsonl.zst (N: 0 is the parent,
// others are entries): lines resemble each other, and there may be hundreds of thousands. At the end result.json is made of the lines, and they go;
// of a large result it has a part of the partitions, and the lines stay. What could not be written is remembered and told once, at the end; the
// analysis goes on.
#pragma once

#include <filesystem>
#include <map>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "result/result.h"
#include "support/compressed.h"
#include "support/expected.h"

namespace cleave::driver {

class FoundEntries;

inline constexpr const char* kJournalFile = "partitions.jsonl";
inline constexpr const char* kJournalFolder = "partitions";  // of those that are compressed
inline constexpr const char* kResultFile = "result.json";
inline constexpr const char* kSourcesFile = "sources.json";    // kept_sources.h
inline constexpr const char* kProgramsFile = "programs.json";  // saved_project.h
inline constexpr const char* kPartFile = "result.json.part";  // while it is written
inline constexpr const char* kExpectedFile = "expected.json";  // steps towards a third version, if there is one

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
  struct Sizes {
    uint64_t plain;  // from so many bytes on partitions.jsonl takes no more lines
    uint64_t large;  // more than so many bytes of partitions, and result.json has a part of them only
  };
  // Takes the directory, and removes what an earlier run left in it.
  static Expected<Journal> open(const std::filesystem::path& directory, Sizes sizes);
  Journal(Journal&&) noexcept;
  Journal& operator=(Journal&&) = delete;
  Journal(const Journal&) = delete;
  ~Journal();

  // In the parent.
  void run(const std::string& version, const std::vector<std::string>& entries);
  void expect(const std::string& entry);  // before its worker starts: chooses its file
  void end(const result::EntryResult& head, size_t partitions);

  // In the worker of an entry.
  void begin(const result::EntryResult& head);
  void add(const std::string& entry, const result::Partition& partition);
  uint64_t close();  // no more of it comes; how many bytes of partitions there were

  // The files that may have lines of the entry, whether they are there or not: first the one for all, then its own, if it has one.
  std::vector<std::filesystem::path> filesOf(const std::string& entry) const;
  // What was found of an entry whose worker cannot tell any more, and how many bytes of partitions there are.
  std::pair<result::EntryResult, uint64_t> found(const std::string& entry) const;

  Status problem() const;  // what could not be added, by this process
  // Writes result.json. Of a result that is not large the lines go, but for those of entries that failed: nothing else has them.
  Status finish(result::Result& result, FoundEntries& found);

 private:
  Journal(std::filesystem::path directory, Sizes sizes, DirectoryLock lock, int lines)
      : directory_(std::move(directory)), sizes_(sizes), lock_(std::move(lock)), lines_(lines) {}
  std::filesystem::path file(size_t number) const;
  void write(std::optional<CompressedFile>& own, size_t number, std::string line);
  bool goesOn(std::optional<CompressedFile>& own, size_t number);

  std::filesystem::path directory_;
  Sizes sizes_;
  DirectoryLock lock_;
  int lines_;                               // a descriptor that appends, so that lines of several processes stay whole
  std::optional<CompressedFile> parents_;   // nobody else writes to it; a worker has a copy that it leaves alone
  std::optional<CompressedFile> workers_;
  std::map<std::string, size_t> numbers_;   // of files, by entry
  uint64_t added_ = 0;                      // bytes of partitions
  std::string runLine_;
  std::string failure_;  // empty: none
};

}  // namespace cleave::driver
