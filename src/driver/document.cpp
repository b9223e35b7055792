#include "driver/document.h"

#include <algorithm>
#include <cerrno>
#include <cstring>

#include "driver/journal.h"
#include "report/journal_lines.h"
#include "report/read_json.h"
#include "support/mapped_file.h"
#include "support/temp_dir.h"

namespace cleave::driver {

namespace fs = std::filesystem;
using report::DocumentWriter;
using result::EntryResult;
using result::Verdict;

struct DocumentFile::Lines {
  Expected<MappedFile> file;
  report::LinesByEntry byEntry;

  explicit Lines(const fs::path& path) : file(MappedFile::open(path)), byEntry(text()) {}
  std::string_view text() const { return file ? file->text() : std::string_view(); }
};

DocumentFile::DocumentFile(fs::path directory, std::string runLine, result::Result& result, FoundEntries& found, JournalOf journalOf)
    : directory_(std::move(directory)),
      result_(result),
      found_(found),
      journalOf_(std::move(journalOf)),
      kept_(runLine.empty() ? "" : std::move(runLine) + "\n") {}

DocumentFile::~DocumentFile() = default;

Status DocumentFile::write() {
  const fs::path part = directory_ / kPartFile, whole = directory_ / kResultFile;
  std::error_code failure;
  if (Status failed = writeEntries()) {
    if (hasRemoved_) {
      tellFound(part);
    } else {
      fs::remove(part, failure);
    }
    return Error{"cannot write " + whole.string() + ": " + failed->message};
  }
  fs::rename(part, whole, failure);
  if (failure) {
    tellFound(part);
    return Error{"cannot write " + whole.string() + ": " + failure.message()};
  }
  for (const auto& [journal, fresh] : fresh_) spots_.insert(spots_.end(), fresh.begin(), fresh.end());
  tellFound(whole);
  for (const fs::path& file : journalFiles(directory_)) {
    if (keepsEntries_ && file.filename() == kJournalFile && !writeFile(file, kept_)) continue;
    fs::remove(file, failure);
  }
  return std::nullopt;
}

Status DocumentFile::writeEntries() {
  errno = 0;
  const auto failed = [] { return Error{std::strerror(errno == 0 ? EIO : errno)}; };
  out_.open(directory_ / kPartFile, std::ios::binary | std::ios::trunc);
  DocumentWriter writer(result_, [&](std::string_view text) { out_ << text; });
  for (size_t index = 0; index < result_.entries.size(); ++index) ++left_[fileOf(index)];
  for (size_t index = 0; index < result_.entries.size(); ++index) {
    const fs::path journal = fileOf(index);
    const DocumentWriter::Spot spot = add(index, writer);
    if (!out_) return failed();
    fresh_[journal].emplace_back(index, spot);
    if (--left_[journal] == 0 && !journal.empty()) leave(journal);
  }
  writer.finish();
  out_.close();
  if (!out_) return failed();
  return std::nullopt;
}

DocumentWriter::Spot DocumentFile::add(size_t index, DocumentWriter& writer) {
  EntryResult& entry = result_.entries[index];
  if (entry.verdict == Verdict::Failed) {
    for (const std::string_view line : linesOf(journalOf_(entry.name)).byEntry.rawLinesOf(entry.name)) {
      kept_.append(line).append("\n");
      keepsEntries_ = true;
    }
    return writer.add(entry);
  }
  const fs::path journal = found_.journalOf(index);
  if (journal.empty()) return writer.add(found_.whole(index, entry));
  const report::EntryLines& lines = linesOf(journal).byEntry.of(entry.name);
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

// Somebody has damaged the journal while we ran. What is left holds, and no more is said.
void DocumentFile::sayLost(EntryResult& entry, size_t lost) const {
  if (lost == 0) return;
  entry.reason += "; " + std::to_string(lost) + " of its partitions cannot be read any more";
  entry.guarantee.exhaustive = false;
  if (result::isPositive(entry.verdict)) entry.verdict = Verdict::Inconclusive;
}

// Empty: it is in none.
fs::path DocumentFile::fileOf(size_t index) const {
  const EntryResult& entry = result_.entries[index];
  return entry.verdict == Verdict::Failed ? journalOf_(entry.name) : found_.journalOf(index);
}

// Entries come in an order of their own, and a few files are open at a time.
const DocumentFile::Lines& DocumentFile::linesOf(const fs::path& journal) {
  constexpr size_t kMostOpen = 4;
  const auto known = std::ranges::find_if(lines_, [&](const auto& each) { return each.first == journal; });
  if (known != lines_.end()) {
    std::rotate(known, known + 1, lines_.end());
  } else {
    if (lines_.size() == kMostOpen) lines_.erase(lines_.begin());
    lines_.emplace_back(journal, std::make_unique<Lines>(journal));
  }
  return *lines_.back().second;
}

// All that the file says is written, and so it can go; partitions.jsonl stays with what nothing else has.
void DocumentFile::leave(const fs::path& journal) {
  std::erase_if(lines_, [&](const auto& each) { return each.first == journal; });
  if (!out_.flush()) return;
  const bool isFirst = journal.filename() == kJournalFile;
  if (!isFirst && !isFirstDone_ && keepsEntries_) return;  // what is to stay has no place yet
  if ((isFirst || isFirstDone_) && writeFile(directory_ / kJournalFile, kept_)) return;
  isFirstDone_ = isFirstDone_ || isFirst;
  std::error_code failure;
  if (!isFirst) fs::remove(journal, failure);
  hasRemoved_ = true;
  Spots& fresh = fresh_[journal];
  spots_.insert(spots_.end(), fresh.begin(), fresh.end());
  fresh.clear();
}

void DocumentFile::tellFound(const fs::path& document) {
  for (const auto& [index, spot] : spots_) found_.isNowIn(document, index, spot);
}

Expected<result::Result> readPart(const fs::path& file) {
  constexpr std::string_view kEntryEnd = "\n    }", kDocumentEnd = "\n  ]\n}";
  Expected<std::string> text = readFile(file);
  if (!text) return text.error();
  const size_t end = text->rfind(kEntryEnd);
  if (end == std::string::npos) return Error{file.string() + " has no entry"};
  text->resize(end + kEntryEnd.size());
  return report::readResult(*text + std::string(kDocumentEnd));
}

}  // namespace cleave::driver
