#include "driver/saved_result.h"

#include <algorithm>
#include <map>
#include <set>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "driver/journal.h"
#include "report/journal_lines.h"
#include "report/read_json.h"
#include "support/compressed.h"
#include "support/file_digest.h"
#include "support/sha256.h"
#include "support/temp_dir.h"
#include "support/text.h"

namespace cleave::driver {

namespace fs = std::filesystem;
using result::Result;
using result::Verdict;

namespace {

constexpr size_t kMostNames = 5;

std::string counted(size_t count, const char* what) { return fmt::format("{} {}{}", count, what, count == 1 ? "" : "s"); }

std::string some(std::vector<std::string> names) {
  const size_t all = names.size();
  names.resize(std::min(all, kMostNames));
  return join(names, ", ") + (all > kMostNames ? fmt::format(" and {} more", all - kMostNames) : "");
}

// Digests of files, by their names, that manifest.json has.
std::map<std::string, std::string> noted(const fs::path& directory) {
  const Expected<std::string> text = readFile(directory / "manifest.json");
  const nlohmann::json manifest = text ? nlohmann::json::parse(*text, nullptr, false) : nlohmann::json();
  std::map<std::string, std::string> digests;
  if (!manifest.is_object() || !manifest.contains("files") || !manifest.at("files").is_object()) return digests;
  for (const auto& [name, digest] : manifest.at("files").items())
    if (digest.is_string()) digests.emplace(name, digest.get<std::string>());
  return digests;
}

// Of a large result: the files that have the rest of the partitions.
void checkLines(const fs::path& directory, const std::map<std::string, std::string>& digests, Result& result) {
  std::set<std::string> files;
  for (const result::EntryResult& entry : result.entries) files.insert(entry.leftOut.files.begin(), entry.leftOut.files.end());
  for (const std::string& name : files) {
    const auto known = digests.find(name);
    const Expected<std::string> digest = sha256OfFile(directory / name);
    if (!digest || (known != digests.end() && *digest != known->second))
      result.notes.push_back("warning: " + (directory / name).string() + (digest ? " is not what cleave wrote" : " is missing") +
                             ": not all partitions that are counted can be shown");
  }
}

Expected<SavedResult> fromResult(const fs::path& directory) {
  const fs::path file = directory / kResultFile;
  const Expected<std::string> text = readFile(file);
  if (!text) return text.error();
  const std::map<std::string, std::string> digests = noted(directory);
  const std::string digest = digests.contains(kResultFile) ? digests.at(kResultFile) : "";
  if (!digest.empty() && sha256(*text) != digest) return Error{file.string() + " is not what cleave wrote"};
  Expected<Result> result = report::readResult(*text);
  if (!result) return Error{file.string() + ": " + result.error().message};
  SavedResult saved{result.take(), true, directory};
  checkLines(directory, digests, saved.result);
  if (digest.empty())
    saved.result.notes.push_back("warning: manifest.json is missing or damaged: whether result.json is what cleave wrote is not known");
  return saved;
}

// An entry is said to be as it ended. That partitions of it are lost takes nothing from what they were counted for, and is told.
void tellLost(const report::JournalContents& contents, Result& result) {
  for (size_t k = 0; k < contents.lost.size(); ++k)
    if (contents.lost[k] != 0)
      result.notes.push_back(fmt::format("{}: {} cannot be read", result.entries[k].name, counted(contents.lost[k], "partition")));
  if (contents.damagedLines != 0)
    result.notes.push_back(fmt::format("{} of {} cannot be read", counted(contents.damagedLines, "line"), kJournalFile));
}

void tellMissing(const report::JournalContents& contents, Result& result) {
  std::vector<std::string> cut, absent;
  for (size_t k = 0; k < contents.ended.size(); ++k) {
    if (contents.ended[k]) continue;
    (contents.begun[k] ? cut : absent).push_back(result.entries[k].name);
  }
  const size_t all = contents.ended.size(), ended = all - cut.size() - absent.size();
  result.notes.push_back("the run was cut short" + (contents.knowsEntries
                                                        ? fmt::format(": {} of {} came to an end", ended, counted(all, "comparison"))
                                                        : std::string(", and which functions it was to compare is not known")));
  if (!cut.empty()) result.notes.push_back("cut short, with what was found until then: " + some(cut));
  if (!absent.empty()) result.notes.push_back("nothing is known of: " + some(absent));
}

Expected<SavedResult> fromJournal(const fs::path& directory) {
  report::JournalReader reader;
  std::vector<std::string> damaged;
  for (const fs::path& file : journalFiles(directory)) {
    const Expected<LinesRead> read = readLines(file, [&](std::string_view line) { reader.add(line); });
    if (!read) return read.error();
    if (read->isDamaged) damaged.push_back(file.lexically_relative(directory).generic_string());
  }
  report::JournalContents contents = reader.finish();
  if (contents.result.entries.empty()) {
    const std::string file = (directory / kJournalFile).string();
    return Error{contents.damagedLines != 0 ? file + " is not what cleave writes"
                                            : file + " tells of nothing: the run was cut short before it compared anything"};
  }
  SavedResult saved{std::move(contents.result), false, directory};
  tellMissing(contents, saved.result);
  tellLost(contents, saved.result);
  if (!damaged.empty()) saved.result.notes.push_back("damaged, and read as far as possible: " + some(damaged));
  return saved;
}

}  // namespace

Verdict SavedResult::verdict() const {
  const Verdict all = result::overall(result);
  return result::isPositive(all) && !isWhole ? Verdict::Inconclusive : all;
}

result::EntryResult SavedResult::whole(size_t index) const {
  result::EntryResult entry = result.entries[index];
  if (entry.leftOut.count() == 0) return entry;
  report::JournalReader reader(&entry.name);
  for (const std::string& file : entry.leftOut.files) (void)readLines(directory / file, [&](std::string_view line) { reader.add(line); });
  report::JournalContents contents = reader.finish();
  if (contents.result.entries.empty() || contents.result.entries.front().partitions.size() < entry.partitions.size()) return entry;
  std::vector<result::Partition>& found = contents.result.entries.front().partitions;
  report::ShownEntry counted = report::shown(entry);
  entry.partitions = std::move(found);
  for (const result::PartitionKind kind : result::kAllKinds) {
    const auto there = static_cast<size_t>(std::ranges::count(entry.partitions, kind, &result::Partition::kind));
    const size_t all = counted.counts[static_cast<size_t>(kind)];
    entry.leftOut.counts[static_cast<size_t>(kind)] = all - std::min(all, there);
  }
  return entry;
}

report::ShownEntry SavedResult::shown(size_t index, size_t most) const {
  return report::shown(most == SIZE_MAX ? whole(index) : result.entries[index]);
}

Expected<SavedResult> loadSavedResult(const fs::path& directory) {
  std::error_code failure;
  const bool hasResult = fs::exists(directory / kResultFile, failure);
  if (!hasResult && journalFiles(directory).empty())
    return Error{directory.string() + " has neither result.json nor partitions.jsonl: it is not what `cleave diff --out` leaves"};
  const bool isRunning = !DirectoryLock::take(directory, DirectoryLock::Kind::Reading).hasValue();
  Expected<SavedResult> saved = hasResult ? fromResult(directory) : fromJournal(directory);
  if (hasResult && !saved) {
    const std::string why = saved.error().message;
    saved = fromJournal(directory);
    if (!saved) return Error{why};
    saved->result.notes.push_back("warning: " + why);
  }
  if (saved && isRunning) saved->result.notes.push_back("a run of cleave is still writing to " + directory.string());
  return saved;
}

}  // namespace cleave::driver
