#include "report/read_json.h"

#include <map>
#include <stdexcept>

#include "report/call_json.h"
#include "report/groups_json.h"
#include "support/text.h"

namespace cleave::report {

namespace {

using Texts = std::vector<std::pair<std::string, std::string>>;

template <class Enum>
Enum wordFrom(const std::string& text, std::initializer_list<Enum> values) {
  for (const Enum value : values)
    if (text == result::toText(value)) return value;
  throw std::runtime_error("an unknown word: " + text);
}

Texts textsFrom(const Json& json) {
  Texts texts;
  for (const auto& [name, value] : json.items()) texts.emplace_back(name, value.get<std::string>());
  return texts;
}

result::Observation observationFrom(const Json& json) {
  static const std::map<std::string, std::string> kDetails = {
      {"exited", "status"}, {"threw", "throws"}, {"trapped", "trap"}, {"unfinished", "reason"}};
  result::Observation seen;
  seen.outcome = json.at("outcome");
  const auto detail = kDetails.find(seen.outcome);
  if (detail != kDetails.end()) seen.detail = json.at(detail->second);
  seen.place = json.value("at", "");
  for (const auto& [name, value] : json.items()) {
    if (name == "outcome" || name == "at" || (detail != kDetails.end() && name == detail->second)) continue;
    seen.values.emplace_back(startsWith(name, "::") ? name.substr(2) : name, value.get<std::string>());
  }
  return seen;
}

std::pair<uint32_t, uint32_t> linesFrom(const Json& json) {
  if (json.is_null()) return {0, 0};
  return {json.at(0).get<uint32_t>(), json.at(1).get<uint32_t>()};
}

result::LeftOut leftOutFrom(const Json& json) {
  result::LeftOut left;
  for (const result::PartitionKind kind : result::kAllKinds) left.counts[static_cast<size_t>(kind)] = json.at(result::toText(kind));
  left.files = json.at("files").get<std::vector<std::string>>();
  return left;
}

result::Statistics statisticsFrom(const Json& json) {
  result::Statistics given;
  given.runs = json.at("runs");
  given.concreteRuns = json.at("concrete_runs");
  given.steps = json.at("steps");
  given.solverQueries = json.at("solver_queries");
  given.solverUnknown = json.at("solver_unknown");
  given.solverSeconds = json.at("solver_s");
  given.wallSeconds = json.at("wall_s");
  if (json.contains("first_difference_s")) given.firstDifferenceSeconds = json.at("first_difference_s").get<double>();
  return given;
}

}  // namespace

result::Share shareFrom(const Json& json) {
  return {json.at("exact"), json.at("low"), json.at("estimate"), json.at("high"), json.value("count", "")};
}

result::Partition partitionFrom(const Json& json) {
  using result::PartitionKind;
  result::Partition partition;
  partition.id = json.at("id");
  partition.kind =
      wordFrom(json.at("kind"), {PartitionKind::Equal, PartitionKind::Different, PartitionKind::Undefined, PartitionKind::Unfinished});
  partition.reason = json.at("reason");
  partition.condition = json.at("condition");
  if (json.contains("terms")) partition.terms = textsFrom(json.at("terms"));
  partition.conditionText = json.at("condition_text");
  partition.witness = textsFrom(json.at("witness"));
  partition.witnessBits = textsFrom(json.at("witness_bits"));
  using result::Intent;
  if (json.contains("intent")) partition.intent = wordFrom(json.at("intent"), {Intent::Inside, Intent::Outside, Intent::Open});
  partition.confirmed = json.at("confirmed");
  partition.marks = json.at("marks").get<std::vector<std::string>>();
  partition.before = observationFrom(json.at("before"));
  partition.after = observationFrom(json.at("after"));
  if (json.at("after").contains(kCells)) partition.after.values = partition.before.values;
  partition.beforeExpr = textsFrom(json.at("before_expr"));
  partition.afterExpr = json.contains("after_expr") ? textsFrom(json.at("after_expr")) : partition.beforeExpr;
  partition.changes = json.at("changes").get<std::vector<uint32_t>>();
  if (json.contains("relies"))
    for (const Side side : kSides) partition.relies.of(side) = json.at("relies").value(nameOf(side), std::vector<std::string>());
  return partition;
}

namespace {

result::Vocabulary vocabularyFrom(const Json& json) {
  result::Vocabulary vocabulary;
  const Json types = json.value("observed_types", Json::object()), enums = json.value("enums", Json::object());
  for (const auto& [name, type] : types.items()) vocabulary.types[name] = type;
  for (const auto& [type, words] : enums.items()) {
    result::EnumWords& read = vocabulary.enums[type];
    for (const auto& [name, value] : words.at("names").items()) read.names.emplace_back(name, value.get<int64_t>());
    read.bits = words.at("bits");
    read.areFlags = words.at("flags");
  }
  return vocabulary;
}

}  // namespace

result::EntryResult entryFrom(const Json& json) {
  using result::Verdict;
  result::EntryResult entry;
  entry.name = json.at("entry");
  entry.beforeName = json.value("before_entry", "");
  entry.program = json.value("program", "");
  entry.remembered = json.value("remembered", false);
  entry.verdict = wordFrom(json.at("verdict"), {Verdict::Equivalent, Verdict::Different, Verdict::Inconclusive, Verdict::Failed, Verdict::Intended});
  entry.reason = json.at("reason");
  const Json& guarantee = json.at("guarantee");
  entry.guarantee = {guarantee.at("exhaustive"), guarantee.at("granularity"), guarantee.at("bounds").get<std::vector<std::string>>(),
                     guarantee.at("assumptions").get<std::vector<std::string>>(), guarantee.value("within", "")};
  // The last line of an entry in a journal has neither.
  for (const Json& each : json.contains("partitions") ? json.at("inputs") : json.value("inputs", Json::array()))
    entry.inputs.push_back(
        {each.at("name"), each.at("type"), each.at("bits"), each.at("signed"), each.value("float", false), each.value("parameter", true)});
  entry.domain = json.value("domain", "");
  entry.intention = json.value("intention", "");
  entry.vocabulary = vocabularyFrom(json);
  for (const Json& each : json.at("changes"))
    entry.changes.push_back(
        {each.at("id"), each.at("function"), each.at("file"), linesFrom(each.at("before_lines")), linesFrom(each.at("after_lines")),
         each.value("before_file", "")});
  if (json.contains("partitions"))
    for (const Json& each : json.at("partitions")) {
      entry.partitions.push_back(partitionFrom(each));
      completeWitness(entry.inputs, entry.partitions.back());
    }
  if (json.contains("terms") && !entry.partitions.empty()) entry.partitions.front().terms = textsFrom(json.at("terms"));
  if (json.contains("groups"))
    for (const Json& each : json.at("groups")) {
      entry.groups.push_back(groupFrom(each));
      if (!entry.inputs.empty()) completeWitness(entry.inputs, entry.groups.back().example);
    }
  if (json.contains("left_out")) entry.leftOut = leftOutFrom(json.at("left_out"));
  if (json.contains("share")) {
    const Json& share = json.at("share");
    entry.shares = {shareFrom(share.at("equal")), shareFrom(share.at("different")), shareFrom(share.at("undefined")),
                    shareFrom(share.at("open"))};
  }
  entry.statistics = statisticsFrom(json.at("stats"));
  if (json.contains(kCalls)) entry.calls = callsFrom(json.at(kCalls));
  return entry;
}

Expected<result::Result> readResult(std::string_view document) {
  try {
    const Json json = Json::parse(document);
    if (json.at("schema") != result::kSchema) return Error{"it has another schema than " + std::to_string(result::kSchema)};
    result::Result result;
    result.version = json.at("cleave");
    if (json.contains("notes")) result.notes = json.at("notes").get<std::vector<std::string>>();
    for (const Json& each : json.at("entries")) result.entries.push_back(entryFrom(each));
    return result;
  } catch (const std::exception& failure) {
    return Error{std::string("it is not what cleave writes: ") + failure.what()};
  }
}

}  // namespace cleave::report
