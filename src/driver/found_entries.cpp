#include "driver/found_entries.h"

#include <sstream>

#include "report/journal_lines.h"
#include "result/archive.h"
#include "support/check.h"
#include "support/compressed.h"
#include "support/mapped_file.h"
#include "support/temp_dir.h"

namespace cleave::driver {

namespace fs = std::filesystem;
using result::EntryResult;

namespace {

// Says how many partitions there are where they are not along, and their bytes.
constexpr const char* kNotedSuffix = "-noted";
constexpr const char* kKeptSuffix = "-kept";

// Of a file of the journal, below the output directory.
std::string nameBelow(const fs::path& file, const fs::path& directory) { return file.lexically_relative(directory).generic_string(); }

}  // namespace

// Those that are told first.
Status FoundEntries::keep(size_t index, const EntryResult& entry) const {
  return writeFile(fileOf(index).string() + kKeptSuffix, compressed(report::keptText(entry, kept_)));
}

Status FoundEntries::handOver(size_t index, EntryResult entry, std::optional<uint64_t> noted) const {
  if (noted) {
    const std::string numbers = std::to_string(entry.partitions.size()) + " " + std::to_string(*noted);
    if (Status failed = writeFile(fileOf(index).string() + kNotedSuffix, numbers)) return failed;
    if (Status failed = keep(index, entry)) return failed;
    entry.partitions.clear();
  }
  return result::save(entry, fileOf(index));
}

Expected<EntryResult> FoundEntries::take(size_t index, const Files& journal) {
  Expected<EntryResult> entry = result::load(fileOf(index));
  if (!entry) return entry;
  const fs::path numbers = fileOf(index).string() + kNotedSuffix;
  const Expected<std::string> noted = readFile(numbers);
  Found& found = found_[index] = {entry->partitions.size(), 0, {}};
  if (noted) {
    std::istringstream(*noted) >> found.partitions >> found.bytes;
    found.journal = journal;
  }
  std::error_code ignored;
  fs::remove(numbers, ignored);
  if (noted || entry->partitions.empty()) fs::remove(fileOf(index), ignored);
  entry->partitions = {};
  return entry;
}

EntryResult FoundEntries::put(size_t index, EntryResult entry, uint64_t noted, const Files& journal) {
  found_[index] = {entry.partitions.size(), noted, journal};
  (void)keep(index, entry);  // else they are read where they are noted
  entry.partitions = {};
  return entry;
}

size_t FoundEntries::partitionsOf(size_t index) const {
  const auto known = found_.find(index);
  return known == found_.end() ? 0 : known->second.partitions;
}

uint64_t FoundEntries::bytes() const {
  uint64_t sum = 0;
  for (const auto& [index, each] : found_) sum += each.bytes;
  return sum;
}

bool FoundEntries::isNoted(size_t index) const { return !journalOf(index).empty(); }

const FoundEntries::Files& FoundEntries::journalOf(size_t index) const {
  static const Files kNone;
  const auto known = found_.find(index);
  return known == found_.end() ? kNone : known->second.journal;
}

// Of an entry that no document has.
EntryResult FoundEntries::unwritten(size_t index, const EntryResult& head) const {
  EntryResult entry = head;
  entry.leftOut = {};
  if (partitionsOf(index) == 0) return entry;
  if (isNoted(index)) {
    report::JournalReader reader(&head.name);
    for (const fs::path& file : journalOf(index)) (void)readLines(file, [&](std::string_view line) { reader.add(line); });
    report::JournalContents contents = reader.finish();
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
  entry.leftOut = {};
  const Expected<MappedFile> document = MappedFile::open(document_);
  if (!document) return entry;
  for (const std::string_view each : report::objectsIn(document->text(), spot->second.partitions))
    entry.partitions.push_back(report::partitionOf(each, entry.inputs));
  if (!entry.partitions.empty()) entry.partitions.front().terms = report::termsIn(document->text(), spot->second.terms);
  return entry;
}

Expected<report::KeptEntry> FoundEntries::kept(size_t index, const EntryResult& head) const {
  const Expected<std::string> bytes = readFile(fileOf(index).string() + kKeptSuffix);
  Expected<std::string> text = bytes ? decompressed(*bytes) : bytes.error();
  Expected<report::KeptEntry> kept = report::readKept(text ? text.take() : report::keptText(whole(index, head), kept_));
  std::error_code ignored;
  if (kept && kept->leftOut.count() != 0)
    for (const fs::path& file : journalOf(index))
      if (fs::exists(file, ignored)) kept->leftOut.files.push_back(nameBelow(file, journalOf(index).front().parent_path()));
  return kept;
}

EntryResult FoundEntries::written(size_t index, const EntryResult& head) const {
  if (!isLarge_ || !isNoted(index)) return whole(index, head);
  const Expected<report::KeptEntry> some = kept(index, head);
  return some ? report::withKept(head, *some) : whole(index, head);
}

report::ShownEntry FoundEntries::shown(size_t index, const EntryResult& head, size_t most) const {
  if (isLarge_ && most != SIZE_MAX) return report::shown(written(index, head));
  const auto spot = spots_.find(index);
  const Expected<MappedFile> document = MappedFile::open(document_);
  if (spot == spots_.end() || !document) return report::shown(unwritten(index, head));
  return report::shown(head, report::objectsIn(document->text(), spot->second.partitions), most);
}

}  // namespace cleave::driver
