#include "driver/document.h"

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
  if (failure) return Error{"cannot write " + whole.string() + ": " + failure.message()};
  spots_.insert(spots_.end(), fresh_.begin(), fresh_.end());
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
  for (size_t index = 0; index < result_.entries.size(); ++index) {
    const DocumentWriter::Spot spot = add(index, writer);
    if (!out_) return failed();
    fresh_.emplace_back(index, spot);
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
  if (entry.verdict == Verdict::Equivalent) entry.verdict = Verdict::Inconclusive;
}

// Entries come in the order of the files.
const DocumentFile::Lines& DocumentFile::linesOf(const fs::path& journal) {
  if (lines_ != nullptr && journal != current_) leaveJournal();
  if (lines_ == nullptr) lines_ = std::make_unique<Lines>(journal);
  current_ = journal;
  return *lines_;
}

// What the file says is written, and so it can go; partitions.jsonl stays with what nothing else has.
bool DocumentFile::leaveJournal() {
  lines_ = nullptr;
  if (!out_.flush()) return false;
  std::error_code failure;
  if (writeFile(directory_ / kJournalFile, kept_)) return false;
  if (current_.filename() != kJournalFile) fs::remove(current_, failure);
  hasRemoved_ = true;
  spots_.insert(spots_.end(), fresh_.begin(), fresh_.end());
  fresh_.clear();
  return true;
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
