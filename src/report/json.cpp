#include "report/json.h"

#include <algorithm>
#include <cmath>
#include <utility>

#include "report/json_parts.h"
#include "report/utf8.h"
#include "support/check.h"

namespace cleave::report {

namespace {

void addPartition(Json& into, const result::Partition& partition) {
  into["id"] = partition.id;
  into["kind"] = result::toText(partition.kind);
  into["reason"] = validUtf8(partition.reason);
  into["condition"] = validUtf8(partition.condition);
  into["condition_text"] = validUtf8(partition.conditionText);
  into["witness"] = textObject(partition.witness);
  into["witness_bits"] = textObject(partition.witnessBits);
  into["confirmed"] = partition.confirmed;
  into["marks"] = partition.marks;
  into["before"] = observationJson(partition.before);
  into["after"] = observationJson(partition.after);
  into["before_expr"] = textObject(partition.beforeExpr);
  into["after_expr"] = textObject(partition.afterExpr);
  into["changes"] = partition.changes;
}

// Small fractions keep their digits, and neither 0 nor 1 comes from rounding.
Json share(const result::Share& given) {
  const auto fraction = [](double value) { return std::isfinite(value) ? std::clamp(value, 0.0, 1.0) : 0.0; };
  Json result = {
      {"exact", given.exact}, {"low", fraction(given.low)}, {"estimate", fraction(given.estimate)}, {"high", fraction(given.high)}};
  if (!given.count.empty()) result["count"] = validUtf8(given.count);
  return result;
}

Json entry(const result::EntryResult& given) {
  Json result = {{"entry", validUtf8(given.name)},
                 {"verdict", result::toText(given.verdict)},
                 {"reason", validUtf8(given.reason)},
                 {"guarantee", guaranteeJson(given.guarantee)}};
  if (!given.beforeName.empty()) result["before_entry"] = validUtf8(given.beforeName);
  if (!given.program.empty()) result["program"] = validUtf8(given.program);
  Json inputs = Json::array(), changes = Json::array(), partitions = Json::array();
  for (const result::Input& each : given.inputs) inputs.push_back(inputJson(each));
  for (const result::Change& each : given.changes) changes.push_back(changeJson(each));
  for (const result::Partition& each : given.partitions) addPartition(partitions.emplace_back(Json::object()), each);
  result["inputs"] = std::move(inputs);
  if (!given.domain.empty()) result["domain"] = validUtf8(given.domain);
  result["changes"] = std::move(changes);
  result["partitions"] = std::move(partitions);
  if (given.shares)
    result["share"] = {
        {"equal", share(given.shares->equal)}, {"different", share(given.shares->different)},
        {"undefined", share(given.shares->undefined)}, {"open", share(given.shares->open)}};
  result["stats"] = statisticsJson(given.statistics);
  return result;
}

}  // namespace

std::string toJson(const result::Result& result, int indent) {
  Json document = {{"schema", result::kSchema}, {"cleave", validUtf8(result.version)}};
  if (!result.notes.empty()) document["notes"] = textList(result.notes);
  Json entries = Json::array();
  for (const result::EntryResult& each : result.entries) entries.push_back(entry(each));
  document["entries"] = std::move(entries);
  return document.dump(indent);
}

namespace {

// `text` with each line but the first moved to the right.
std::string indented(const std::string& text, size_t by) {
  std::string result;
  for (const char c : text) {
    result += c;
    if (c == '\n') result.append(by, ' ');
  }
  return result;
}

// Where the value of a key stands, which is an empty list. (Within a text of the document the quotes would have backslashes.)
std::pair<std::string, std::string> aroundList(const std::string& text, const std::string& key) {
  const std::string list = "\"" + key + "\": []";
  const size_t at = text.rfind(list);
  CHECK(at != std::string::npos, "a document without " + key);
  return {text.substr(0, at + list.size() - 1), text.substr(at + list.size() - 1)};
}

}  // namespace

void writeJson(const result::Result& result, const result::WholeEntry& whole, const std::function<void(std::string_view)>& sink) {
  result::Result head = {result.version, result.notes, {}};
  const auto [start, end] = aroundList(toJson(head), "entries");
  sink(start);
  for (size_t k = 0; k < result.entries.size(); ++k) {
    result::EntryResult given = whole(k);
    const std::vector<result::Partition> partitions = std::exchange(given.partitions, {});
    const auto [before, after] = aroundList(indented(entry(given).dump(2), 4), "partitions");
    sink(k == 0 ? "\n    " : ",\n    ");
    sink(before);
    for (size_t p = 0; p < partitions.size(); ++p) {
      Json line = Json::object();
      addPartition(line, partitions[p]);
      sink((p == 0 ? "\n        " : ",\n        ") + line.dump());
    }
    sink(partitions.empty() ? "" : "\n      ");
    sink(after);
  }
  sink(result.entries.empty() ? "" : "\n  ");
  sink(end);
}

std::string partitionLine(const std::string& entry, const result::Partition& partition) {
  Json line = {{"entry", validUtf8(entry)}};
  addPartition(line, partition);
  return line.dump();
}

}  // namespace cleave::report
