#include "tests/cases.h"

#include <algorithm>
#include <cctype>
#include <map>

#include <fmt/format.h>

#include "report/pointer_words.h"
#include "report/utf8.h"
#include "result/guarantee.h"

namespace cleave::tests {

namespace {

using result::EntryResult;
using result::Group;
using result::Observation;
using result::Partition;
using result::PartitionKind;

std::string identifier(const std::string& name) {
  std::string made;
  for (const char c : name.substr(0, name.find('('))) {
    if (std::isalnum(static_cast<unsigned char>(c)) != 0)
      made += c;
    else if (!made.empty() && made.back() != '_')
      made += '_';
  }
  while (made.ends_with('_')) made.pop_back();
  return made.empty() || std::isdigit(static_cast<unsigned char>(made.front())) != 0 ? "test_" + made : made;
}

std::string linesText(const std::pair<uint32_t, uint32_t>& lines) {
  return lines.first == lines.second ? std::to_string(lines.first) : fmt::format("{}-{}", lines.first, lines.second);
}

void describeChanges(const EntryResult& entry, const std::vector<uint32_t>& ids, std::vector<std::string>& comment) {
  for (const result::Change& change : entry.changes) {
    if (std::ranges::find(ids, change.id) == ids.end()) continue;
    const bool isThere = change.afterLines.first != 0;
    std::string line = fmt::format("changed: {}:{}", change.file, linesText(isThere ? change.afterLines : change.beforeLines));
    if (isThere) line += change.beforeLines.first != 0 ? fmt::format(" (before: {})", linesText(change.beforeLines)) : " (new)";
    comment.push_back(line);
  }
}

std::string shown(const Observation& seen) {
  std::string text = seen.outcome == "returned" ? "" : seen.outcome + (seen.detail.empty() ? "" : " " + seen.detail);
  for (const auto& [name, value] : seen.values)
    if (name == "return" || name == "stdout") text += (text.empty() ? "" : "; ") + name + " " + report::printable(value);
  return text.empty() ? seen.outcome : text;
}

bool isInputOf(const EntryResult& entry, std::string_view prefix) {
  return std::ranges::any_of(entry.inputs, [&](const result::Input& each) { return each.name.starts_with(prefix); });
}

// Why no program can hold what the run showed against the code; empty: one can.
std::string refusal(const EntryResult& entry, const result::Call& call, const Partition& partition, const Observation& expected, Side side) {
  if (!call.isKnown()) return "the result does not tell how it is called: compare again with this version of cleave";
  if (!call.unsupported.empty()) return call.unsupported;
  if (isInputOf(entry, "volatile_read[")) return "volatile objects are inputs, which a test cannot set";
  if (partition.kind == PartitionKind::Undefined) return "C gives it no meaning: " + partition.reason;
  if (expected.outcome == "unfinished") return fmt::format("the run of {} was not finished: {}", nameOf(side), expected.detail);
  if (expected.outcome == "trapped" && expected.detail != "abort" && expected.detail != "failed assert")
    return fmt::format("{} ends by undefined behaviour there ({}), which is no expectation", nameOf(side), expected.detail);
  if (call.isVariadic) return "it takes a variable number of arguments";
  return "";
}

class Chooser {
 public:
  Chooser(const EntryResult& entry, const Options& options, std::set<std::string>& suites, Chosen& chosen)
      : entry_(entry), options_(options), chosen_(chosen), suite_(identifier(entry.name)) {
    const std::string wanted = suite_;
    for (unsigned k = 2; !suites.insert(suite_).second; ++k) suite_ = fmt::format("{}_{}", wanted, k);
  }

  void add(const Partition& partition, const std::string& name, const std::string& condition, const std::string& what, const std::vector<uint32_t>& changes) {
    if (!options_.kinds.contains(partition.kind) && !(partition.kind == PartitionKind::Undefined && options_.kinds.size() > 1)) return;
    const result::Call& call = entry_.calls.of(options_.expect);
    const Observation& expected = options_.expect == Side::Before ? partition.before : partition.after;
    const Observation& other = options_.expect == Side::Before ? partition.after : partition.before;
    if (const std::string why = refusal(entry_, call, partition, expected, options_.expect); !why.empty()) {
      chosen_.leftOut.push_back({entry_.name + ", " + what, why});
      return;
    }
    TestCase made{&entry_, &call, suite_, name, "", {}, partition.kind, {}, {}, expected, other};
    made.why = fmt::format("{}: {}", result::toText(partition.kind), report::printable(report::withPointers(entry_.inputs, condition)));
    made.comment.push_back(made.why);
    if (!partition.reason.empty()) made.comment.push_back(report::printable(partition.reason));
    describeChanges(entry_, changes, made.comment);
    if (partition.kind == PartitionKind::Different) made.comment.push_back(fmt::format("before: {}; after: {}", shown(partition.before), shown(partition.after)));
    std::map<std::string, U128> bits;
    for (const auto& [input, text] : partition.witnessBits) bits[input] = bitsFrom(text);
    std::map<std::string, std::string> texts(partition.witness.begin(), partition.witness.end());
    for (const result::Input& input : entry_.inputs) {
      made.bits.push_back(bits[input.name]);
      made.texts.push_back(texts[input.name]);
    }
    chosen_.cases.push_back(std::move(made));
  }

 private:
  const EntryResult& entry_;
  const Options& options_;
  Chosen& chosen_;
  std::string suite_;
};

std::string conditionOf(const Group& group) {
  if (group.conditionText.empty()) return "(no short condition)";
  return (group.isExact ? "" : "among inputs with ") + group.conditionText;
}

}  // namespace

U128 bitsFrom(const std::string& hex) {
  U128 bits = 0;
  for (const char c : std::string_view(hex).substr(std::min<size_t>(2, hex.size())))
    bits = bits << 4 | static_cast<U128>(c >= 'a' ? c - 'a' + 10 : c >= 'A' ? c - 'A' + 10 : c - '0');
  return bits;
}

void choose(const EntryResult& entry, const Options& options, std::set<std::string>& suites, Chosen& chosen) {
  Chooser chooser(entry, options, suites, chosen);
  if (options.everyPartition || entry.groups.empty()) {
    for (const Partition& each : entry.partitions)
      chooser.add(each, fmt::format("partition_{}", each.id), each.conditionText, fmt::format("partition {}", each.id), each.changes);
    return;
  }
  for (size_t k = 0; k < entry.groups.size(); ++k) {
    const Group& group = entry.groups[k];
    chooser.add(group.example, fmt::format("group_{}", k + 1), conditionOf(group), fmt::format("group {}", k + 1), group.changes);
  }
}

}  // namespace cleave::tests
