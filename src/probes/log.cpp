// One pass over each file when the log is opened finds the descriptions and counts; the second, in forEach, hands out records in place. A
// file is mapped, never copied. It may still be written to by a process that the run left behind: everything is checked against its size at
// the time it was opened.
#include "probes/log.h"

#include <fcntl.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cstring>
#include <map>
#include <memory>
#include <unordered_map>

#include "probes/log_format.h"

namespace cleave::probes {
namespace {

namespace fs = std::filesystem;

uint64_t wordAt(const unsigned char* place) {
  uint64_t word = 0;
  std::memcpy(&word, place, sizeof word);
  return word;
}

struct Head {
  explicit Head(uint64_t word) : description(word & 0xffffffff), words(word >> 32 & 0xffff), kind(word >> 48 & 0xff), state(word >> 56) {}
  bool isValid() const {
    return words >= 2 && (state == kCleavePending || state == kCleaveCommitted) && kind >= kCleaveValues && kind <= kCleaveThinned;
  }
  uint64_t description;
  uint64_t words;
  uint64_t kind;
  uint64_t state;
};

}  // namespace

struct Log::Mapped {
  const unsigned char* data = nullptr;
  uint64_t size = 0;                              // of the mapping
  uint64_t end = 0;                               // of what was written
  std::unordered_map<uint64_t, uint32_t> points;  // by the place of the description, in words

  Mapped() = default;
  Mapped(Mapped&& other) noexcept : data(other.data), size(other.size), end(other.end), points(std::move(other.points)) {
    other.data = nullptr;
  }
  Mapped& operator=(Mapped&&) = delete;
  ~Mapped() {
    if (data != nullptr) munmap(const_cast<unsigned char*>(data), size);
  }

  // Entries from `from` on; the function gets place and head, and returns false to end.
  template <class Visit>
  void forEach(const Visit& visit) const {
    for (uint64_t at = kCleaveHeaderBytes; at + 8 <= end;) {
      const Head head(wordAt(data + at));
      if (!head.isValid() || at + head.words * 8 > end) {  // nobody's room, or damage: the next word may be one
        at += 8;
        continue;
      }
      if (!visit(at, head)) return;
      at += head.words * 8;
    }
  }
};

// Knows the points of all files; makes records of one.
class FileReader {
 public:
  FileReader(Log& log, Log::Mapped& mapped, LogFile& file) : log_(log), mapped_(mapped), file_(file) {}

  void index(std::map<std::string, uint32_t, std::less<>>& known) {
    mapped_.forEach([&](uint64_t at, const Head& head) {
      if (head.kind == kCleaveDescription && head.state == kCleaveCommitted) addPoint(at, head, known);
      return true;
    });
    std::map<uint32_t, PointCount> inFile;
    mapped_.forEach([&](uint64_t at, const Head& head) {
      if (head.kind == kCleaveDescription) return true;
      if (head.state != kCleaveCommitted) return ++file_.unfinished, true;
      const auto point = mapped_.points.find(head.description);
      if (point != mapped_.points.end()) countEntry(at, head, inFile[point->second]);
      return true;
    });
    for (const auto& [point, count] : inFile) {
      PointCount& sum = log_.counts_[point];
      file_.records += count.records;
      sum.records += count.records;
      sum.visits += std::max(count.visits, count.records);
      sum.thinnedFrom = std::max(sum.thinnedFrom, count.thinnedFrom);
    }
  }

  static bool read(const Log& log, uint32_t file, uint64_t at, const Head& head, Record& record) {
    const Log::Mapped& mapped = log.mapped_[file];
    if (!readPart(log, mapped, at, head, record.point_, record.here_)) return false;
    record.file_ = file;
    record.entry_ = {};
    const uint64_t call = wordAt(mapped.data + at + 8);
    if (call != 0) readEntry(log, mapped, call, record);
    return true;
  }

 private:
  void addPoint(uint64_t at, const Head& head, std::map<std::string, uint32_t, std::less<>>& known) {
    const uint64_t bytes = wordAt(mapped_.data + at + 8);
    if (head.description * 8 != at || bytes > (head.words - 2) * 8) return;
    const std::string_view text(reinterpret_cast<const char*>(mapped_.data + at + 16), bytes);
    auto found = known.find(text);
    if (found == known.end()) {
      Expected<Point> point = pointOf(text);
      if (!point) return;
      found = known.emplace(std::string(text), uint32_t(log_.points_.size())).first;
      log_.layouts_.push_back(layoutOf(*point));
      log_.points_.push_back(point.take());
      log_.counts_.emplace_back();
    }
    mapped_.points[at / 8] = found->second;
  }

  static Record::Layout layoutOf(const Point& point) {
    Record::Layout layout;
    for (const Variable& variable : point.variables) {
      layout.types.push_back(variable.type);
      if (variable.onEntry) {
        layout.sources.push_back(uint32_t(layout.types.size() - 1 - layout.own));
        layout.offsets.push_back(0);
        continue;
      }
      layout.sources.push_back(uint32_t(layout.own++));
      layout.offsets.push_back(layout.bytes);
      layout.bytes += slotBytes(variable.type);
    }
    return layout;
  }

  void countEntry(uint64_t at, const Head& head, PointCount& count) const {
    if (head.kind == kCleaveValues) ++count.records;
    if (head.kind != kCleaveThinned || head.words < 3) return;
    count.thinnedFrom = std::max(count.thinnedFrom, wordAt(mapped_.data + at + 8));
    count.visits = std::max(count.visits, wordAt(mapped_.data + at + 16));
  }

  static bool readPart(const Log& log, const Log::Mapped& mapped, uint64_t at, const Head& head, uint32_t& point, Record::Part& part) {
    if (head.kind != kCleaveValues || head.state != kCleaveCommitted || head.words < 3) return false;
    const auto found = mapped.points.find(head.description);
    if (found == mapped.points.end()) return false;
    point = found->second;
    const Record::Layout& layout = log.layouts_[point];
    const uint32_t presence = layout.presenceBytes();
    if (16 + presence + layout.bytes > head.words * 8) return false;
    part = {mapped.data + at + 16, mapped.data + at + 16 + presence, &layout};
    return true;
  }

  // A program that jumps out of functions may hand us nonsense: only an entry of the same function will do.
  static void readEntry(const Log& log, const Log::Mapped& mapped, uint64_t at, Record& record) {
    if (at % 8 != 0 || at < kCleaveHeaderBytes || at + 24 > mapped.end) return;
    const Head head(wordAt(mapped.data + at));
    uint32_t point = 0;
    Record::Part part;
    if (!head.isValid() || at + head.words * 8 > mapped.end || !readPart(log, mapped, at, head, point, part)) return;
    const Point& entry = log.points_[point];
    const Point& exit = log.points_[record.point_];
    if (entry.kind == PointKind::Entry && entry.function == exit.function &&
        exit.variables.size() == record.here_.layout->own + entry.variables.size())
      record.entry_ = part;
  }

  Log& log_;
  Log::Mapped& mapped_;
  LogFile& file_;
};

const Record::Part& Record::partOf(size_t variable) const { return variable < here_.layout->own ? here_ : entry_; }

bool Record::present(size_t variable) const {
  const Part& part = partOf(variable);
  const uint32_t source = here_.layout->sources[variable];
  return part.slots != nullptr && (part.presence[source / 8] >> (source % 8) & 1) != 0;
}

uint64_t Record::bits(size_t variable) const {
  const Part& part = partOf(variable);
  const uint32_t source = here_.layout->sources[variable];
  const Type& type = here_.layout->types[variable];
  uint64_t value = 0;
  std::memcpy(&value, part.slots + part.layout->offsets[source], slotBytes(type));
  return type.bits < 64 ? value & ((uint64_t{1} << type.bits) - 1) : value;
}

Sequence Record::sequence(size_t variable) const {
  const Part& part = partOf(variable);
  const unsigned char* slot = part.slots + part.layout->offsets[here_.layout->sources[variable]];
  const uint32_t bytes = (slotBytes(here_.layout->types[variable]) - 4) / kCleaveMostElements;
  Sequence result;
  uint32_t length = 0;
  std::memcpy(&length, slot, 4);
  result.length = length;
  for (uint32_t i = 0; i < std::min<uint32_t>(length, kCleaveMostElements); ++i) {
    uint64_t element = 0;
    std::memcpy(&element, slot + 4 + i * bytes, bytes);
    result.elements.push_back(element);
  }
  return result;
}

Log::Log() = default;
Log::Log(Log&&) noexcept = default;
Log::~Log() = default;

Expected<Log> Log::open(const fs::path& directory) {
  std::error_code error;
  std::vector<fs::path> paths;
  for (const fs::directory_entry& entry : fs::directory_iterator(directory, error))
    if (entry.path().extension() == CLEAVE_LOG_SUFFIX) paths.push_back(entry.path());
  if (error) return Error{"cannot read " + directory.string() + ": " + error.message()};
  Log log;
  for (const fs::path& path : paths) {
    const int file = ::open(path.c_str(), O_RDONLY | O_CLOEXEC | O_NONBLOCK);
    struct stat status {};
    Mapped mapped;
    if (file >= 0 && fstat(file, &status) == 0 && S_ISREG(status.st_mode) && status.st_size >= kCleaveHeaderBytes) {
      void* data = mmap(nullptr, size_t(status.st_size), PROT_READ, MAP_SHARED, file, 0);
      if (data != MAP_FAILED) mapped.data = static_cast<const unsigned char*>(data), mapped.size = uint64_t(status.st_size);
    }
    if (file >= 0) ::close(file);
    cleave_log_header header{};
    if (mapped.data != nullptr) std::memcpy(&header, mapped.data, sizeof header);
    if (header.magic != CLEAVE_LOG_MAGIC) {
      ++log.foreign_;
      continue;
    }
    mapped.end = std::min({header.used, header.ready, mapped.size});
    LogFile& info = log.files_.emplace_back();
    info.path = path;
    info.program.assign(header.program, strnlen(header.program, sizeof header.program));
    info.process = header.process;
    info.started = header.started;
    info.fileFull = (header.stopped & kCleaveFileFull) != 0;
    info.totalFull = (header.stopped & kCleaveTotalFull) != 0;
    info.diskFull = (header.stopped & kCleaveDiskFull) != 0;
    log.mapped_.push_back(std::move(mapped));
  }
  log.sortAndIndex();
  return log;
}

void Log::sortAndIndex() {
  std::vector<uint32_t> order(files_.size());
  for (uint32_t i = 0; i < order.size(); ++i) order[i] = i;
  std::sort(order.begin(), order.end(), [&](uint32_t a, uint32_t b) {
    return std::pair(files_[a].started, files_[a].path) < std::pair(files_[b].started, files_[b].path);
  });
  std::vector<LogFile> files;
  std::vector<Mapped> mapped;
  for (const uint32_t i : order) {
    files.push_back(std::move(files_[i]));
    mapped.push_back(std::move(mapped_[i]));
  }
  files_.swap(files);
  mapped_.swap(mapped);
  std::map<std::string, uint32_t, std::less<>> known;
  for (size_t i = 0; i < files_.size(); ++i) FileReader(*this, mapped_[i], files_[i]).index(known);
}

void Log::forEach(const std::function<bool(const Record&)>& visit) const {
  Record record;
  bool more = true;
  for (uint32_t file = 0; file < files_.size() && more; ++file)
    mapped_[file].forEach([&](uint64_t at, const Head& head) {
      if (FileReader::read(*this, file, at, head, record)) more = visit(record);
      return more;
    });
}

}  // namespace cleave::probes
