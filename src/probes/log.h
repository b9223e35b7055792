// Reads what probes recorded in a run: all log files of a directory as one stream of records. Files of other kinds, files that a dead
// process left unfinished, and records that it was writing when it died are passed over and counted.
#pragma once

#include <cstdint>
#include <filesystem>
#include <functional>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "probes/point.h"
#include "support/expected.h"

namespace cleave::probes {

// The elements of a sequence, and how many there were, which may be more.
struct Sequence {
  uint64_t length = 0;
  std::vector<uint64_t> elements;
};

// A point's variables in one record. The bits of a value are those of its type, the rest is zero.
class Record {
 public:
  uint32_t point() const { return point_; }  // index in Log::points()
  uint32_t file() const { return file_; }    // index in Log::files()
  bool present(size_t variable) const;
  uint64_t bits(size_t variable) const;  // of one that is present and no sequence
  Sequence sequence(size_t variable) const;

 private:
  friend class FileReader;
  friend class Log;
  struct Layout {
    std::vector<Type> types;
    std::vector<uint32_t> offsets;
    std::vector<uint32_t> sources;  // of a variable on entry: which of the entry's; otherwise itself
    size_t own = 0;                 // variables that are not on entry
    uint32_t bytes = 0;
    uint32_t presenceBytes() const { return own <= 64 ? 8 : static_cast<uint32_t>((own + 63) / 64 * 8); }
  };
  struct Part {  // the values of one record in the file
    const unsigned char* presence = nullptr;  // words
    const unsigned char* slots = nullptr;
    const Layout* layout = nullptr;
  };
  const Part& partOf(size_t variable) const;

  uint32_t point_ = 0;
  uint32_t file_ = 0;
  Part here_;
  Part entry_;  // of the same call; slots null when there is none
};

// What became of the recording in one process (or one shared library of it).
struct LogFile {
  std::filesystem::path path;
  std::string program;
  uint32_t process = 0;
  uint64_t started = 0;  // nanoseconds since 1970
  uint64_t records = 0;
  uint64_t unfinished = 0;  // records that were being written when the process died
  bool fileFull = false;    // recording ended early, and why
  bool totalFull = false;
  bool diskFull = false;
};

struct PointCount {
  uint64_t records = 0;
  uint64_t visits = 0;       // at least so many
  uint64_t thinnedFrom = 0;  // 0: every visit was recorded; otherwise at most one in so many was, at the end of some process
};

class Log {
 public:
  // All of a directory, in the order of time. Fails only where the directory cannot be read; one without logs is an empty log.
  static Expected<Log> open(const std::filesystem::path& directory);

  const std::vector<Point>& points() const { return points_; }  // those that were reached, in the order of the files
  const std::vector<PointCount>& counts() const { return counts_; }
  const std::vector<LogFile>& files() const { return files_; }
  uint64_t foreignFiles() const { return foreign_; }  // named like logs, but none

  // Every record, in the order of each file. Ends early when `visit` returns false.
  void forEach(const std::function<bool(const Record&)>& visit) const;

  Log(Log&&) noexcept;
  Log& operator=(Log&&) = delete;
  ~Log();

 private:
  friend class FileReader;
  struct Mapped;
  Log();
  void sortAndIndex();

  std::vector<Point> points_;
  std::vector<PointCount> counts_;
  std::vector<LogFile> files_;
  std::vector<Record::Layout> layouts_;  // of each point
  std::vector<Mapped> mapped_;           // of each file
  uint64_t foreign_ = 0;
};

// A value as the source would write it: -3, true, GREEN, 2.5, null, 0x7ffc0012, {1, 2, 3, ...}; "absent".
std::string valueText(const Record& record, const Point& point, size_t variable);

}  // namespace cleave::probes
