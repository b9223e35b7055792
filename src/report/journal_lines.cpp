#include "report/journal_lines.h"

#include <map>
#include <optional>
#include <set>

#include "report/json_parts.h"
#include "report/read_json.h"
#include "report/utf8.h"
#include "result/terms.h"
#include "support/sha256.h"

namespace cleave::report {

namespace {

constexpr std::string_view kDigestField = ",\"sha256\":\"";
constexpr size_t kDigits = 8;
constexpr const char* kCutShort = "the run was cut short before this function was decided";
constexpr const char* kNotBegun = "the run was cut short before this function was looked at";
constexpr const char* kUnknownBounds = "what else bounds this claim is not known: the run was cut short before it was said";

std::string startOfDigest(std::string_view text) { return sha256(text).substr(0, kDigits); }

// With its digest, which is of all that stands before it.
std::string signedLine(const Json& json) {
  std::string line = json.dump();
  line.pop_back();
  return line + std::string(kDigestField) + startOfDigest(line) + "\"}";
}

// Null: damaged.
std::optional<Json> jsonOf(std::string_view line) {
  if (!signedBody(line)) return std::nullopt;
  Json json = Json::parse(line, nullptr, false);
  if (json.is_discarded()) return std::nullopt;
  return json;
}

// A line that could only be written in part stands before the next, without a newline between them.
std::optional<Json> jsonWithin(std::string_view line) {
  for (size_t at = 0; at != std::string_view::npos; at = line.find("{\"", at + 1)) {
    if (std::optional<Json> json = jsonOf(line.substr(at))) return json;
    if (at > (size_t{1} << 20)) break;  // of no use to anybody
  }
  return std::nullopt;
}

}  // namespace

class JournalReader::Collector {
 public:
  explicit Collector(const std::string* only) : only_(only) {}

  void add(std::string_view line) {
    if (line.empty()) return;
    if (only_ != nullptr && line.find(wanted()) == std::string_view::npos) return;
    try {
      std::optional<Json> json = jsonOf(line);
      if (!json) {
        ++contents_.damagedLines;
        json = jsonWithin(line);
      }
      if (json) take(*json, line.size());
    } catch (const std::exception&) {  // whole, and not one of ours
      ++contents_.damagedLines;
    }
  }

  JournalContents finish() {
    for (size_t k = 0; k < names_.size(); ++k) complete(k);
    return std::move(contents_);
  }

 private:
  // What a line of the wanted entry contains; most others are not looked at any closer.
  std::string wanted() const { return "\"entry\":" + Json(validUtf8(*only_)).dump(); }

  size_t indexOf(const std::string& name) {
    const auto [at, isNew] = places_.emplace(name, names_.size());
    if (isNew) {
      names_.push_back(name);
      result::EntryResult entry;
      entry.name = name;
      entry.reason = kNotBegun;
      contents_.result.entries.push_back(std::move(entry));
      contents_.ended.push_back(false);
      contents_.begun.push_back(false);
      hasHead_.push_back(false);
      contents_.lost.push_back(0);
      contents_.bytes.push_back(0);
      expected_.push_back(0);
      ids_.emplace_back();
    }
    return at->second;
  }

  void take(const Json& json, size_t size) {
    if (json.contains("run")) {
      const Json& run = json.at("run");
      if (run.at("schema") != result::kSchema) throw std::runtime_error("another schema");
      contents_.result.version = run.at("cleave");
      for (const Json& name : run.at("entries")) (void)indexOf(name);
      contents_.knowsEntries = true;
      return;
    }
    const std::string name = json.at("entry");
    if (only_ != nullptr && name != validUtf8(*only_)) return;
    if (json.contains("begins")) {
      takeHead(indexOf(name), json.at("begins"), false);
    } else if (json.contains("ends")) {
      const size_t partitions = json.at("partitions");
      const size_t index = indexOf(name);
      takeHead(index, json.at("ends"), true);
      expected_[index] = partitions;
    } else {
      result::Partition partition = partitionFrom(json);
      const size_t index = indexOf(name);
      contents_.begun[index] = true;
      if (!ids_[index].insert(partition.id).second) return;
      contents_.bytes[index] += size;
      contents_.result.entries[index].partitions.push_back(std::move(partition));
    }
  }

  void takeHead(size_t index, const Json& json, bool isEnd) {
    result::EntryResult head = entryFrom(json);
    result::EntryResult& entry = contents_.result.entries[index];
    if (contents_.ended[index]) {  // its first line stands in a file that is read later
      if (isEnd || hasHead_[index] || !json.contains("inputs")) return;
      entry.inputs = std::move(head.inputs);
      entry.domain = std::move(head.domain);
      hasHead_[index] = true;
      return;
    }
    head.partitions = std::move(entry.partitions);
    if (!json.contains("inputs")) {
      head.inputs = std::move(entry.inputs);
      head.domain = std::move(entry.domain);
    }
    hasHead_[index] = hasHead_[index] || json.contains("inputs");
    entry = std::move(head);
    contents_.begun[index] = true;
    contents_.ended[index] = isEnd;
  }

  // A line that is lost may have had terms that others refer to: those say nothing then.
  size_t dropWithoutTerms(result::EntryResult& entry) {
    result::Terms terms;
    for (const result::Partition& each : entry.partitions) terms.insert(terms.end(), each.terms.begin(), each.terms.end());
    const result::TermTable known(terms);
    const size_t dropped = std::erase_if(entry.partitions, [&](const result::Partition& each) { return !known.covers(each.condition); });
    if (dropped != 0 && !entry.partitions.empty()) {  // what was defined by those that go is still needed
      for (result::Partition& each : entry.partitions) each.terms.clear();
      entry.partitions.front().terms = std::move(terms);
    }
    return dropped;
  }

  // The line that names the inputs is lost: conditions over them say nothing.
  void dropWithoutInputs(size_t index) {
    std::vector<result::Partition>& partitions = contents_.result.entries[index].partitions;
    contents_.lost[index] += partitions.size();
    partitions.clear();
  }

  // What is claimed of an entry that did not end, and of one whose partitions are not all there: what the partitions say.
  void complete(size_t index) {
    result::EntryResult& entry = contents_.result.entries[index];
    if (!hasHead_[index]) dropWithoutInputs(index);
    for (result::Partition& each : entry.partitions) completeWitness(entry.inputs, each);
    for (result::Group& each : entry.groups) completeWitness(entry.inputs, each.example);
    contents_.lost[index] += dropWithoutTerms(entry);
    if (expected_[index] > entry.partitions.size()) contents_.lost[index] = expected_[index] - entry.partitions.size();
    if (contents_.ended[index]) {
      if (entry.verdict == result::Verdict::Failed) entry.partitions.clear();
      return;
    }
    size_t different = 0;
    for (const result::Partition& each : entry.partitions) different += result::isUnwanted(each) ? 1 : 0;
    entry.verdict = different != 0 ? result::Verdict::Different : result::Verdict::Inconclusive;
    if (contents_.begun[index]) entry.reason = kCutShort;
    if (different != 0)
      entry.reason = std::to_string(different) + " of the " + std::to_string(entry.partitions.size()) +
                     " partitions that were found differ; " + kCutShort;
    entry.guarantee.exhaustive = false;
    if (!entry.partitions.empty()) entry.guarantee.bounds.push_back(kUnknownBounds);
  }

  const std::string* only_;
  JournalContents contents_;
  std::vector<std::string> names_;
  std::map<std::string, size_t> places_;
  std::vector<bool> hasHead_;            // by entry: its inputs are known
  std::vector<size_t> expected_;         // partitions, by entry
  std::vector<std::set<uint32_t>> ids_;  // of partitions, by entry
};

JournalReader::JournalReader(const std::string* entry) : collector_(std::make_unique<Collector>(entry)) {}
JournalReader::~JournalReader() = default;
void JournalReader::add(std::string_view line) { collector_->add(line); }
JournalContents JournalReader::finish() { return collector_->finish(); }

std::string runLine(const std::string& version, const std::vector<std::string>& entries) {
  return signedLine({{"run", {{"schema", result::kSchema}, {"cleave", validUtf8(version)}, {"entries", textList(entries)}}}});
}

std::string beginLine(const result::EntryResult& head) { return signedLine({{"entry", validUtf8(head.name)}, {"begins", headJson(head)}}); }

std::string endLine(const result::EntryResult& head, size_t partitions) {
  const bool hasInputs = !head.inputs.empty();  // then the line with which it began has them
  Json ends = headJson(head, hasInputs ? Inputs::LeftOut : Inputs::Along);
  if (hasInputs) ends.erase("inputs");
  return signedLine({{"entry", validUtf8(head.name)}, {"partitions", partitions}, {"ends", std::move(ends)}});
}

std::string partitionLine(const std::string& entry, const result::Partition& partition) {
  Json line = {{"entry", validUtf8(entry)}};
  addPartition(line, partition);
  if (!partition.terms.empty()) line["terms"] = textObject(partition.terms);
  return signedLine(line);
}

std::optional<std::string_view> signedBody(std::string_view line) {
  const size_t at = line.rfind(kDigestField);
  if (at == std::string_view::npos || line.substr(at) != std::string(kDigestField) + startOfDigest(line.substr(0, at)) + "\"}")
    return std::nullopt;
  return line.substr(0, at);
}

JournalContents readJournal(std::string_view text, const std::string* entry) {
  JournalReader reader(entry);
  while (!text.empty()) {
    const size_t end = text.find('\n');
    reader.add(text.substr(0, end));
    text.remove_prefix(end == std::string_view::npos ? text.size() : end + 1);
  }
  return reader.finish();
}

}  // namespace cleave::report
