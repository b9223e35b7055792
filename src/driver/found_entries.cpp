#include "driver/found_entries.h"

#include "report/journal_lines.h"
#include "result/archive.h"
#include "support/check.h"
#include "support/mapped_file.h"
#include "support/temp_dir.h"

namespace cleave::driver {

namespace fs = std::filesystem;
using result::EntryResult;

namespace {

// Says how many partitions there are where they are not along.
constexpr const char* kCountSuffix = "-partitions";

}  // namespace

Status FoundEntries::handOver(size_t index, EntryResult entry, bool isNoted) const {
  if (isNoted) {
    if (Status failed = writeFile(fileOf(index).string() + kCountSuffix, std::to_string(entry.partitions.size()))) return failed;
    entry.partitions.clear();
  }
  return result::save(entry, fileOf(index));
}

Expected<EntryResult> FoundEntries::take(size_t index, const fs::path& journal) {
  Expected<EntryResult> entry = result::load(fileOf(index));
  if (!entry) return entry;
  const fs::path count = fileOf(index).string() + kCountSuffix;
  const Expected<std::string> noted = readFile(count);
  found_[index] = noted ? Found{std::stoul(*noted), journal} : Found{entry->partitions.size(), {}};
  std::error_code ignored;
  fs::remove(count, ignored);
  if (noted || entry->partitions.empty()) fs::remove(fileOf(index), ignored);
  entry->partitions = {};
  return entry;
}

EntryResult FoundEntries::put(size_t index, EntryResult entry, const fs::path& journal) {
  found_[index] = {entry.partitions.size(), journal};
  entry.partitions = {};
  return entry;
}

size_t FoundEntries::partitionsOf(size_t index) const {
  const auto known = found_.find(index);
  return known == found_.end() ? 0 : known->second.partitions;
}

fs::path FoundEntries::journalOf(size_t index) const {
  const auto known = found_.find(index);
  return known == found_.end() ? fs::path() : known->second.journal;
}

// Of an entry that no document has.
EntryResult FoundEntries::unwritten(size_t index, const EntryResult& head) const {
  EntryResult entry = head;
  if (partitionsOf(index) == 0) return entry;
  if (const fs::path journal = journalOf(index); !journal.empty()) {
    const Expected<MappedFile> lines = MappedFile::open(journal);
    if (!lines) return entry;
    report::JournalContents contents = report::readJournal(lines->text(), &head.name);
    if (!contents.result.entries.empty()) entry.partitions = std::move(contents.result.entries.front().partitions);
    return entry;
  }
  Expected<EntryResult> loaded = result::load(fileOf(index));
  CHECK(loaded.hasValue(), "what was found is gone: " + loaded.error().message);
  entry.partitions = std::move(loaded->partitions);
  return entry;
}

void FoundEntries::isNowIn(const fs::path& document, size_t index, report::DocumentWriter::Spot spot) {
  document_ = document;
  spots_[index] = spot;
}

EntryResult FoundEntries::whole(size_t index, const EntryResult& head) const {
  const auto spot = spots_.find(index);
  if (spot == spots_.end()) return unwritten(index, head);
  EntryResult entry = head;
  const Expected<MappedFile> document = MappedFile::open(document_);
  if (!document) return entry;
  for (const std::string_view each : report::objectsIn(document->text(), spot->second.partitions))
    entry.partitions.push_back(report::partitionOf(each, entry.inputs));
  if (!entry.partitions.empty()) entry.partitions.front().terms = report::termsIn(document->text(), spot->second.terms);
  return entry;
}

report::ShownEntry FoundEntries::shown(size_t index, const EntryResult& head, size_t most) const {
  const auto spot = spots_.find(index);
  const Expected<MappedFile> document = MappedFile::open(document_);
  if (spot == spots_.end() || !document) return report::shown(unwritten(index, head));
  return report::shown(head, report::objectsIn(document->text(), spot->second.partitions), most);
}

}  // namespace cleave::driver
