#include "report/html_data.h"

#include <algorithm>
#include <unordered_map>

#include "report/partition_rows.h"
#include "report/row_text.h"
#include "report/runs_json.h"
#include "report/share_text.h"
#include "report/source_names.h"
#include "report/source_pairs.h"
#include "report/summary.h"
#include "report/utf8.h"
#include "support/text.h"

namespace cleave::report {

namespace {

using result::EntryResult;
using result::Group;
using result::Partition;

// Each text once.
class Texts {
 public:
  size_t add(const std::string& text) {
    const auto [at, isNew] = numbers_.emplace(text, list_.size());
    if (isNew) {
      list_.push_back(validUtf8(text));
      bytes_ += text.size() + 4;
    }
    return at->second;
  }
  size_t bytes() const { return bytes_; }
  Json take() { return std::move(list_); }

 private:
  Json list_ = Json::array();
  std::unordered_map<std::string, size_t> numbers_;
  size_t bytes_ = 0;
};

// Cells that are not zero: "0:2a,7:ff", by the numbers of inputs, in hexadecimal digits.
std::string witnessCells(const Partition& partition) {
  std::string text;
  for (size_t k = 0; k < partition.witnessBits.size(); ++k) {
    const std::string& bits = partition.witnessBits[k].second;
    const size_t first = bits.find_first_not_of('0', 2);
    if (first == std::string::npos) continue;
    text += (text.empty() ? "" : ",") + std::to_string(k) + ":" + bits.substr(first);
  }
  return text;
}

// "before a.c:3,5", a line for each file of each version.
std::string reliedText(const Partition& partition) {
  std::vector<std::string> lines;
  for (const Side side : kSides)
    for (const std::string& each : partition.relies.of(side)) lines.push_back(std::string(nameOf(side)) + " " + validUtf8(each));
  return join(lines, "\n");
}

class EntryData {
 public:
  explicit EntryData(EntryResult entry) : entry_(std::move(entry)) {
    for (const result::Input& each : entry_.inputs) names_.push_back(each.name);  // as conditions say them
    useSourceNames(entry_);
  }

  Json make(size_t most, size_t& left) {
    Json json = {{"inputs", inputs()}, {"domain", validUtf8(entry_.domain)}, {"terms", terms()}, {"changes", arrayOf(entry_.changes, changeJson)}};
    json["groups"] = arrayOf(entry_.groups, [&](const Group& each) { return group(each); });
    json["partitions"] = partitions(most, left);
    json["guarantee"] = guaranteeJson(entry_.guarantee);
    json["intention"] = validUtf8(entry_.intention);
    json["share"] = entry_.shares ? shareText(*entry_.shares) : "";
    json["stats"] = statisticsJson(entry_.statistics);
    json["texts"] = texts_.take();
    return json;
  }

 private:
  Json inputs() const {
    Json list = Json::array();
    for (size_t k = 0; k < entry_.inputs.size(); ++k) {
      const result::Input& each = entry_.inputs[k];
      list.push_back({validUtf8(each.name), validUtf8(each.type), each.bits, each.isSigned, each.isFloat, validUtf8(names_[k])});
    }
    return list;
  }

  Json terms() const {
    Json json = Json::object();
    for (const Partition& each : entry_.partitions) json.update(textObject(each.terms));
    return json;
  }

  Json group(const Group& given) {
    Json json = {{"kind", static_cast<int>(given.kind)},
                 {"condition", conditionText(entry_, given)},
                 {"exact", given.isExact},
                 {"reason", printable(given.reason)},
                 {"marks", textList(given.marks)},
                 {"changes", given.changes},
                 {"place", validUtf8(given.place)},
                 {"uniform", given.isUniform},
                 {"partitions", given.partitions},
                 {"example", row(given.example)}};
    if (given.share) {
      json["share"] = given.share->estimate;
      json["share_text"] = shortText(*given.share);
    }
    if (given.runs) json[kRuns] = runsJson(*given.runs);
    return json;
  }

  // data.js names the columns.
  Json row(const Partition& given) {
    const RowText words(entry_, given);
    Json marks = Json::array();
    for (const std::string& each : given.marks) marks.push_back(texts_.add(printable(each)));
    return {given.id,
            static_cast<int>(given.kind),
            texts_.add(words.condition()),
            texts_.add(validUtf8(given.condition)),
            texts_.add(printable(given.reason)),
            texts_.add(words.before()),
            texts_.add(words.after()),
            texts_.add(words.call()),
            texts_.add(words.beforeShown()),
            texts_.add(words.afterShown()),
            texts_.add(validUtf8(given.before.place)),
            texts_.add(validUtf8(given.after.place)),
            static_cast<int>(given.intent),
            given.confirmed ? 1 : 0,
            marks,
            given.changes,
            texts_.add(witnessCells(given)),
            texts_.add(reliedText(given))};
  }

  Json partitions(size_t most, size_t& left) {
    std::vector<std::pair<uint32_t, Json>> rows;
    for (const Partition* each : differencesFirst(entry_)) {
      if (texts_.bytes() + 64 * rows.size() > most) break;
      rows.emplace_back(each->id, row(*each));
    }
    left = entry_.partitions.size() - rows.size() + entry_.leftOut.count();
    std::ranges::sort(rows, {}, &std::pair<uint32_t, Json>::first);  // an input belongs to the first that holds it
    Json list = Json::array();
    for (auto& [id, row] : rows) list.push_back(std::move(row));
    return list;
  }

  EntryResult entry_;
  std::vector<std::string> names_;
  Texts texts_;
};

// Lines as [number, text]; rows as [index in before or -1, index in after or -1] would be long: hunks say where they differ.
Json pairData(const SourcePair& pair) {
  Json hunks = Json::array();
  for (const LineHunk& each : pair.hunks) hunks.push_back({each.beforeFirst, each.beforeEnd, each.afterFirst, each.afterEnd});
  Json json = {{"hunks", std::move(hunks)}};
  for (const Side side : kSides) json[nameOf(side)] = {{"file", validUtf8(pair.files.of(side))}, {"numbers", pair.numbers.of(side)}, {"lines", textList(pair.lines.of(side))}};
  return json;
}

}  // namespace

Json overviewOf(const EntryResult& entry, const ShownEntry& shown, size_t left) {
  Json json = {{"name", validUtf8(entry.name)}, {"before_name", validUtf8(entry.beforeName)}, {"program", validUtf8(entry.program)}, {"verdict", result::toText(entry.verdict)},
               {"verdict_text", verdictText(entry)}, {"reason", printable(entry.reason)}, {"shown_by", reasonInShort(shown.entry)}, {"counts", shown.counts},
               {"left", left}, {"remembered", entry.remembered}, {"seconds", entry.statistics.wallSeconds}};
  if (entry.shares) {
    Json share = Json::array();
    for (const result::Share* each : {&entry.shares->equal, &entry.shares->different, &entry.shares->undefined, &entry.shares->open}) share.push_back({each->estimate, shortText(*each)});
    json["share"] = std::move(share);
  }
  size_t differences = 0;
  for (const Group& each : entry.groups) differences += each.kind == result::PartitionKind::Different ? 1 : 0;
  json["differences"] = differences;
  return json;
}

Json entryData(const EntryResult& given, size_t most, size_t& left) { return EntryData(given).make(most, left); }

Json sourcesData(const Material& material) { return arrayOf(sourcePairs(material), pairData); }

}  // namespace cleave::report
