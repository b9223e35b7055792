// Lines are taken apart by looking for keys. That is sound for lines of ours: within a text a quote has a backslash before it, so `,"terms":{`
// is a key with an object, and the only one with this name that has one.
#include "report/entry_lines.h"

#include <algorithm>
#include <optional>

#include <fmt/format.h>

#include "report/journal_lines.h"
#include "report/json_parts.h"
#include "report/kept_partitions.h"
#include "report/read_json.h"
#include "report/utf8.h"

namespace cleave::report {

namespace {

using result::PartitionKind;

constexpr std::string_view kEntryField = "{\"entry\":";
constexpr std::string_view kBeginsField = "\"begins\":{";
constexpr std::string_view kIdField = "\"id\":";
constexpr std::string_view kTermsField = ",\"terms\":{";

// The text, with its quotes, at the start of `text`.
std::string_view textAtStart(std::string_view text) {
  size_t at = 1;
  while (at < text.size() && text[at] != '"') at += text[at] == '\\' ? 2 : 1;
  return text.substr(0, std::min(text.size(), at + 1));
}

// What stands behind `key`, up to `end` behind that.
std::optional<std::string_view> between(std::string_view text, std::string_view key, std::string_view end) {
  const size_t at = text.find(key);
  if (at == std::string_view::npos) return std::nullopt;
  text.remove_prefix(at + key.size());
  const size_t behind = text.find(end);
  if (behind == std::string_view::npos) return std::nullopt;
  return text.substr(0, behind);
}

void takeBegin(std::string_view line, EntryLines& entry) {
  const auto domain = between(line, "],\"domain\":", ",\"changes\":[");
  const auto inputs = between(line, "\"inputs\":", domain ? ",\"domain\":" : ",\"changes\":[");
  if (inputs) entry.inputs = *inputs;
  if (domain) entry.domain = *domain;
}

void takePartition(std::string_view body, EntryLines& entry) {
  const size_t at = body.find(kTermsField);
  if (at != std::string_view::npos) {
    const std::string_view terms = body.substr(at + kTermsField.size());
    entry.terms.push_back(terms.substr(0, terms.size() - 1));
  }
  entry.partitions.push_back(body.substr(0, at));
}

}  // namespace

void EntryLines::append(const EntryLines& more) {
  if (inputs.empty()) inputs = more.inputs;
  if (domain.empty()) domain = more.domain;
  terms.insert(terms.end(), more.terms.begin(), more.terms.end());
  partitions.insert(partitions.end(), more.partitions.begin(), more.partitions.end());
  damaged += more.damaged;
}

LinesByEntry::LinesByEntry(std::string_view journal) {
  while (!journal.empty()) {
    const size_t end = journal.find('\n');
    add(journal.substr(0, end));
    journal.remove_prefix(end == std::string_view::npos ? journal.size() : end + 1);
  }
}

void LinesByEntry::add(std::string_view line) {
  if (!line.starts_with(kEntryField)) return;
  const std::string_view name = textAtStart(line.substr(kEntryField.size()));
  EntryLines& entry = entries_[name];
  const std::optional<std::string_view> body = signedBody(line);
  if (!body) {
    ++entry.damaged;
    return;
  }
  raw_[name].push_back(line);
  const std::string_view rest = body->substr(std::min(body->size(), kEntryField.size() + name.size() + 1));
  if (rest.starts_with(kBeginsField)) takeBegin(rest, entry);
  if (rest.starts_with(kIdField)) takePartition(rest, entry);
}

const EntryLines& LinesByEntry::of(const std::string& entry) const {
  static const EntryLines kNone;
  const auto at = entries_.find(Json(validUtf8(entry)).dump());
  return at == entries_.end() ? kNone : at->second;
}

std::vector<std::string_view> LinesByEntry::rawLinesOf(const std::string& entry) const {
  const auto at = raw_.find(Json(validUtf8(entry)).dump());
  return at == raw_.end() ? std::vector<std::string_view>() : at->second;
}

PartitionKind kindOf(std::string_view partition) {
  const std::optional<std::string_view> word = between(partition.substr(0, 60), "\"kind\":\"", "\"");
  for (const PartitionKind kind : kByWorth)
    if (word == result::toText(kind)) return kind;
  return PartitionKind::Unfinished;
}

namespace {

// It stands behind the kind.
bool isIntended(std::string_view partition) {
  static const std::string kInside = fmt::format("\"intent\":\"{}\"", result::toText(result::Intent::Inside));
  return partition.substr(0, 100).find(kInside) != std::string_view::npos;
}

}  // namespace

result::Partition partitionOf(std::string_view partition, const std::vector<result::Input>& inputs) {
  result::Partition read = partitionFrom(Json::parse("{" + std::string(partition) + "}"));
  completeWitness(inputs, read);
  return read;
}

ShownEntry shown(result::EntryResult whole) {
  ShownEntry all{std::move(whole)};
  std::ranges::copy(all.entry.leftOut.counts, all.counts);
  for (const result::Partition& each : all.entry.partitions) ++all.counts[static_cast<size_t>(each.kind)];
  return all;
}

ShownEntry shown(result::EntryResult head, const std::vector<std::string_view>& partitions, size_t most) {
  ShownEntry some{std::move(head)};
  std::vector<PartitionKind> kinds;
  for (const std::string_view each : partitions) ++some.counts[static_cast<size_t>(kinds.emplace_back(kindOf(each)))];
  for (const PartitionKind kind : kByWorth)
    for (const bool intended : {false, true})
      for (size_t k = 0; k < partitions.size() && some.entry.partitions.size() < most; ++k)
        if (kinds[k] == kind && isIntended(partitions[k]) == intended) some.entry.partitions.push_back(partitionOf(partitions[k], some.entry.inputs));
  return some;
}

}  // namespace cleave::report
