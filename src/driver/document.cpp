#include "driver/document.h"

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <deque>

#include "driver/journal.h"
#include "report/journal_lines.h"
#include "support/compressed.h"
#include "support/temp_dir.h"

namespace cleave::driver {

namespace fs = std::filesystem;
using report::DocumentWriter;
using result::EntryResult;
using result::Verdict;

// A file of the journal. Where it is compressed, what can be read of it.
struct DocumentFile::Lines {
  std::string text;
  report::LinesByEntry byEntry;

  explicit Lines(const fs::path& path) : text(textOf(path)), byEntry(text) {}

 private:
  static std::string textOf(const fs::path& path) {
    std::string text;
    (void)readLines(path, [&](std::string_view line) { text.append(line).append("\n"); });
    return text;
  }
};

DocumentFile::DocumentFile(fs::path directory, std::string runLine, result::Result& result, FoundEntries& found, JournalOf journalOf, uint64_t large)
    : directory_(std::move(directory)),
      result_(result),
      found_(found),
      journalOf_(std::move(journalOf)),
      isLarge_(found.bytes() > large),
      kept_(runLine.empty() ? "" : std::move(runLine) + "\n") {
  if (isLarge_) found_.staysInJournal();
}

DocumentFile::~DocumentFile() = default;

Status DocumentFile::write() {
  const fs::path part = directory_ / kPartFile, whole = directory_ / kResultFile;
  std::error_code failure;
  Status failed = writeEntries();
  if (!failed) {
    fs::rename(part, whole, failure);
    if (failure) failed = Error{failure.message()};
  }
  if (failed) {
    fs::remove(part, failure);
    return Error{"cannot write " + whole.string() + ": " + failed->message};
  }
  if (isLarge_) return std::nullopt;
  for (const auto& [index, spot] : spots_) found_.isNowIn(whole, index, spot);
  removeLines();
  return std::nullopt;
}

void DocumentFile::removeLines() const {
  std::error_code failure;
  for (const fs::path& file : journalFiles(directory_)) {
    if (std::ranges::find(keptFiles_, file) != keptFiles_.end()) continue;
    if (keepsEntries_ && file.filename() == kJournalFile && !writeFile(file, kept_)) continue;
    fs::remove(file, failure);
  }
  fs::remove(directory_ / kJournalFolder, failure);  // where nothing is in it
}

Status DocumentFile::writeEntries() {
  errno = 0;
  const auto failed = [] { return Error{std::strerror(errno == 0 ? EIO : errno)}; };
  out_.open(directory_ / kPartFile, std::ios::binary | std::ios::trunc);
  DocumentWriter writer(result_, [&](std::string_view text) { out_ << text; });
  for (size_t index = 0; index < result_.entries.size(); ++index) {
    spots_.emplace_back(index, add(index, writer));
    if (!out_) return failed();
  }
  writer.finish();
  out_.close();
  if (!out_) return failed();
  return std::nullopt;
}

DocumentWriter::Spot DocumentFile::add(size_t index, DocumentWriter& writer) {
  EntryResult& entry = result_.entries[index];
  if (entry.verdict == Verdict::Failed) {
    if (!isLarge_) keepFailed(entry);
    return writer.add(entry);
  }
  if (!found_.isNoted(index)) return writer.add(found_.whole(index, entry));
  if (isLarge_) return addKept(index, writer);
  report::EntryLines lines = plainLines().byEntry.of(entry.name);
  std::deque<Lines> own;
  for (const fs::path& file : found_.journalOf(index))
    if (file.filename() != kJournalFile) lines.append(own.emplace_back(file).byEntry.of(entry.name));
  const size_t wanted = found_.partitionsOf(index);
  if (lines.partitions.size() == wanted && lines.inputs.empty() == entry.inputs.empty()) return writer.add(entry, lines);
  EntryResult readable = found_.whole(index, entry);
  if (readable.partitions.size() > wanted) readable.partitions.clear();  // some are another's
  sayLost(entry, wanted - std::min(wanted, readable.partitions.size()));
  readable.verdict = entry.verdict;
  readable.reason = entry.reason;
  readable.guarantee = entry.guarantee;
  return writer.add(readable);
}

DocumentWriter::Spot DocumentFile::addKept(size_t index, DocumentWriter& writer) {
  EntryResult& entry = result_.entries[index];
  const Expected<report::KeptEntry> kept = found_.kept(index, entry);
  if (!kept) return writer.add(found_.whole(index, entry));
  entry.leftOut = kept->leftOut;
  return writer.add(entry, kept->lines);
}

// Nothing else has what it had found.
void DocumentFile::keepFailed(const EntryResult& entry) {
  std::error_code ignored;
  for (const std::string_view line : plainLines().byEntry.rawLinesOf(entry.name)) {
    kept_.append(line).append("\n");
    keepsEntries_ = true;
  }
  for (const fs::path& file : journalOf_(entry.name))
    if (file.filename() != kJournalFile && fs::exists(file, ignored)) {
      keptFiles_.push_back(file);
      keepsEntries_ = true;
    }
}

// Somebody has damaged the journal while we ran. What is left holds, and no more is said.
void DocumentFile::sayLost(EntryResult& entry, size_t lost) const {
  if (lost == 0) return;
  entry.reason += "; " + std::to_string(lost) + " of its partitions cannot be read any more";
  entry.guarantee.exhaustive = false;
  if (result::isPositive(entry.verdict)) entry.verdict = Verdict::Inconclusive;
}

const DocumentFile::Lines& DocumentFile::plainLines() {
  if (!plain_) plain_ = std::make_unique<Lines>(directory_ / kJournalFile);
  return *plain_;
}

}  // namespace cleave::driver
