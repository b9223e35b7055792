#include "browse/private/open_entry.h"

#include <algorithm>
#include <iterator>
#include <sstream>

#include "report/row_text.h"
#include "report/source_names.h"
#include "report/utf8.h"

namespace cleave::browse {

using result::EntryResult;
using result::Partition;

namespace {

constexpr size_t kMostUngrouped = 100;  // groups of one partition each, where nobody made any

}  // namespace

OpenEntry::OpenEntry(const report::Material& material, size_t index, const std::vector<report::SourcePair>& allPairs)
    : entry_(material.whole(index)) {
  entry_.program = material.result.entries[index].program;
  report::useSourceNames(entry_);
  report::useShortNames(entry_);
  groups_ = report::groupsOf(entry_);
  if (entry_.groups.empty() && groups_.size() > kMostUngrouped) {
    groupsLeftOut_ = groups_.size() - kMostUngrouped;
    groups_.resize(kMostUngrouped);
  }
  for (const report::SourcePair& pair : allPairs)
    if (std::ranges::any_of(entry_.changes, [&](const result::Change& change) { return report::isOf(change, pair); }))
      pairs_.push_back(&pair);
  for (size_t k = 0; k < entry_.partitions.size(); ++k) {
    places_.emplace(entry_.partitions[k].id, k);
    ++counts_[entry_.partitions[k].kind];
  }
  for (size_t k = 0; k < groups_.size(); ++k)
    for (const uint32_t id : groups_[k].partitions) groupOf_.emplace(id, k);
  for (const Partition* each : report::differencesFirst(entry_))
    worstFirst_.push_back(static_cast<size_t>(each - entry_.partitions.data()));
  // The example of a group is this partition on the input that a person would choose.
  for (const result::Group& each : entry_.groups) {
    const auto at = places_.find(each.example.id);
    if (at == places_.end()) continue;
    Partition& partition = entry_.partitions[at->second];
    Partition example = each.example;
    for (auto member : {&Partition::condition, &Partition::conditionText}) example.*member = std::move(partition.*member);
    example.terms = std::move(partition.terms);
    partition = std::move(example);
  }
  words_.resize(entry_.partitions.size());
  if (!worstFirst_.empty()) chosen_ = worstFirst_.front();
  if (!groups_.empty()) chooseExample(0);
}

std::vector<report::Claim> OpenEntry::claims() const { return report::claimsOf(entry_, counts_, SIZE_MAX); }

const PartitionWords& OpenEntry::words(size_t place) const {
  std::unique_ptr<PartitionWords>& words = words_[place];
  if (!words) {
    const Partition& partition = entry_.partitions[place];
    const report::RowText row(entry_, partition);
    words = std::make_unique<PartitionWords>(PartitionWords{row.condition(), row.before(), row.after(), row.call(), ""});
    words->all = "#" + std::to_string(partition.id) + " " + kindText(partition) + " " + words->condition + " " + words->before + " " +
                 words->after + " " + words->call + " " + report::printable(partition.reason);
    for (const std::string& mark : partition.marks) words->all += " " + report::printable(mark);
    words->all = lowerCase(std::move(words->all));
  }
  return *words;
}

std::optional<size_t> OpenEntry::groupOf(size_t place) const {
  const auto at = groupOf_.find(entry_.partitions[place].id);
  return at == groupOf_.end() ? std::nullopt : std::optional(at->second);
}

Side OpenEntry::partingSide(size_t group) const {
  const std::string& place = groups_[group].place;
  const std::string file = place.substr(0, place.rfind(':'));
  const auto has = [&](Side side) {
    return std::ranges::any_of(pairs_, [&](const report::SourcePair* pair) { return pair->files.of(side) == file; });
  };
  return has(Side::Before) && !has(Side::After) ? Side::Before : Side::After;
}

void OpenEntry::chooseExample(size_t group) {
  const auto at = places_.find(groups_[group].example.id);
  if (at != places_.end()) chosen_ = at->second;
}

std::string kindText(const Partition& partition) {
  if (partition.intent == result::Intent::Inside) return "intended";
  return std::string(result::toText(partition.kind)) + (partition.intent == result::Intent::Open ? "?" : "");
}

std::vector<std::string> filterWords(const std::string& text) {
  std::istringstream words(lowerCase(text));
  return {std::istream_iterator<std::string>(words), {}};
}

bool matches(const std::string& text, const std::vector<std::string>& filter) {
  return std::ranges::all_of(filter, [&](const std::string& word) { return text.find(word) != std::string::npos; });
}

std::string lowerCase(std::string text) {
  for (char& c : text)
    if (c >= 'A' && c <= 'Z') c = static_cast<char>(c - 'A' + 'a');
  return text;
}

}  // namespace cleave::browse
