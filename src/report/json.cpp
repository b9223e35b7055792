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
    const result::EntryResult given = whole(k);
    const std::vector<result::Partition>& partitions = given.partitions;
    const auto [before, after] = aroundList(indented(withoutPartitions(given).dump(2), 4), "partitions");
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

}  // namespace cleave::report
