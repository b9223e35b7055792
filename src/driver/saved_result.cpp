#include "driver/saved_result.h"

#include <algorithm>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "driver/document.h"
#include "driver/journal.h"
#include "report/journal_lines.h"
#include "report/read_json.h"
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

// The digest of result.json that manifest.json has; empty: unknown.
std::string noted(const fs::path& directory) {
  const Expected<std::string> text = readFile(directory / "manifest.json");
  if (!text) return "";
  const nlohmann::json manifest = nlohmann::json::parse(*text, nullptr, false);
  const auto at = nlohmann::json::json_pointer("/files/result.json");
  return !manifest.is_discarded() && manifest.contains(at) && manifest.at(at).is_string() ? manifest.at(at).get<std::string>() : "";
}

Expected<SavedResult> fromResult(const fs::path& directory) {
  const fs::path file = directory / kResultFile;
  const Expected<std::string> text = readFile(file);
  if (!text) return text.error();
  const std::string digest = noted(directory);
  if (!digest.empty() && sha256(*text) != digest) return Error{file.string() + " is not what cleave wrote"};
  Expected<Result> result = report::readResult(*text);
  if (!result) return Error{file.string() + ": " + result.error().message};
  SavedResult saved{result.take(), true};
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

// Where the run was ended while it wrote result.json, a part of that has what the journal has no longer.
void takePart(const fs::path& file, report::JournalContents& contents) {
  Expected<Result> part = readPart(file);
  if (!part) return;
  for (result::EntryResult& entry : part->entries) {
    const auto at = std::ranges::find(contents.result.entries, entry.name, &result::EntryResult::name);
    if (at == contents.result.entries.end()) continue;
    const auto k = static_cast<size_t>(at - contents.result.entries.begin());
    contents.ended[k] = contents.begun[k] = true;
    contents.lost[k] = 0;
    *at = std::move(entry);
  }
}

Expected<SavedResult> fromJournal(const fs::path& directory) {
  std::vector<std::string> texts;
  for (const fs::path& file : journalFiles(directory)) {
    Expected<std::string> text = readFile(file);
    if (!text) return text.error();
    texts.push_back(text.take());
  }
  report::JournalContents contents = report::readJournal(texts);
  takePart(directory / kPartFile, contents);
  if (contents.result.entries.empty()) {
    const std::string file = (directory / kJournalFile).string();
    return Error{contents.damagedLines != 0 ? file + " is not what cleave writes"
                                            : file + " tells of nothing: the run was cut short before it compared anything"};
  }
  SavedResult saved{std::move(contents.result), false};
  tellMissing(contents, saved.result);
  tellLost(contents, saved.result);
  return saved;
}

}  // namespace

Verdict SavedResult::verdict() const {
  const Verdict all = result::overall(result);
  return result::isPositive(all) && !isWhole ? Verdict::Inconclusive : all;
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
