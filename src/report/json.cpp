#include "report/json.h"

#include <utility>

#include "report/json_parts.h"
#include "report/utf8.h"
#include "support/check.h"

namespace cleave::report {

namespace {

// What the names in conditions stand for, in the order in which they were given.
Json termsOf(const std::vector<result::Partition>& partitions) {
  Json terms = Json::object();
  for (const result::Partition& partition : partitions) terms.update(textObject(partition.terms));
  return terms;
}

// With the partitions' terms, but without the partitions. Keys stand where the document has them.
Json withoutPartitions(const result::EntryResult& given) {
  Json head = headJson(given), terms = termsOf(given.partitions);
  Json result = Json::object();
  for (auto& [key, value] : head.items()) {
    result[key] = std::move(value);
    if (key != "changes") continue;
    if (!terms.empty()) result["terms"] = std::move(terms);
    result["partitions"] = Json::array();
  }
  return result;
}

Json entry(const result::EntryResult& given) {
  Json result = withoutPartitions(given);
  for (const result::Partition& each : given.partitions) addPartition(result["partitions"].emplace_back(Json::object()), each);
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

Json partitionJson(const result::Partition& partition) {
  Json json = Json::object();
  addPartition(json, partition);
  return json;
}

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

namespace {

// A line for each.
template <class T, class Line>
void writeLines(const std::vector<T>& list, Line line, const std::function<void(std::string_view)>& sink) {
  for (size_t k = 0; k < list.size(); ++k) sink((k == 0 ? "\n        " : ",\n        ") + line(list[k]).dump());
  sink(list.empty() ? "" : "\n      ");
}

}  // namespace

void writeJson(const result::Result& result, const result::WholeEntry& whole, const std::function<void(std::string_view)>& sink) {
  result::Result head = {result.version, result.notes, {}};
  const auto [first, end] = aroundList(toJson(head), "entries");
  sink(first);
  for (size_t k = 0; k < result.entries.size(); ++k) {
    result::EntryResult given = whole(k);
    const std::vector<result::Input> inputs = std::exchange(given.inputs, {});
    const auto [before, after] = aroundList(indented(withoutPartitions(given).dump(2), 4), "partitions");
    const auto [start, rest] = aroundList(before, "inputs");
    sink(k == 0 ? "\n    " : ",\n    ");
    sink(start);
    writeLines(inputs, inputJson, sink);
    sink(rest);
    writeLines(given.partitions, partitionJson, sink);
    sink(after);
  }
  sink(result.entries.empty() ? "" : "\n  ");
  sink(end);
}

}  // namespace cleave::report
