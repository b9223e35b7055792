#include "report/json.h"

#include <utility>

#include "report/call_json.h"
#include "report/json_parts.h"
#include "report/runs_json.h"
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

// With terms and a list for the partitions. Keys stand where the document has them.
Json withLists(Json head, Json terms) {
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
  Json result = withLists(headJson(given), termsOf(given.partitions));
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

constexpr std::string_view kNextLine = "\n        ";
constexpr std::string_view kLastLine = "\n      ";
constexpr std::string_view kPartitionsField = "\"partitions\": [";
constexpr std::string_view kNextInput = "},{\"name\":";

// A list of inputs, each on a line of its own.
std::string inLines(std::string_view inputs) {
  if (inputs.size() <= 2) return "";
  inputs = inputs.substr(1, inputs.size() - 2);
  std::string text(kNextLine);
  for (size_t at; (at = inputs.find(kNextInput)) != std::string_view::npos; inputs.remove_prefix(at + 2))
    text.append(inputs.substr(0, at + 2)).append(kNextLine);
  return text.append(inputs).append(kLastLine);
}

}  // namespace

// Takes the runs of groups out of the head, as texts.
std::vector<std::string> takeRuns(Json& head) {
  std::vector<std::string> texts;
  if (!head.contains("groups")) return texts;
  for (Json& group : head.at("groups")) {
    if (!group.contains(kRuns)) continue;
    texts.push_back(group.at(kRuns).dump());
    group[kRuns] = Json::array();
  }
  return texts;
}

// Puts them back, each on one line. (Within a text of the document the quotes would have backslashes.)
std::string withRuns(const std::string& text, const std::vector<std::string>& runs) {
  const std::string empty = std::string("\"") + kRuns + "\": []";
  std::string result;
  size_t from = 0;
  for (const std::string& each : runs) {
    const size_t at = text.find(empty, from);
    CHECK(at != std::string::npos, "a document without runs");
    result.append(text, from, at + empty.size() - 2 - from).append(each);
    from = at + empty.size();
  }
  return result.append(text, from);
}

// An entry's large parts as text: objects without their braces.
struct DocumentWriter::Pieces {
  std::string inputs, domain;  // empty: none
  size_t terms = 0;
  std::function<std::string(size_t)> term;
  size_t partitions = 0;
  std::function<std::string(size_t)> partition;
};

DocumentWriter::DocumentWriter(const result::Result& head, Sink sink) : sink_(std::move(sink)) {
  auto [first, end] = aroundList(toJson({head.version, head.notes, {}}), "entries");
  write(first);
  end_ = std::move(end);
}

void DocumentWriter::write(std::string_view text) {
  sink_(text);
  size_ += text.size();
}

DocumentWriter::Spot DocumentWriter::add(const result::EntryResult& whole) {
  Pieces pieces;
  pieces.inputs = arrayOf(whole.inputs, inputJson).dump();
  if (!whole.domain.empty()) pieces.domain = Json(validUtf8(whole.domain)).dump();
  std::vector<const result::Partition*> naming;
  for (const result::Partition& each : whole.partitions)
    if (!each.terms.empty()) naming.push_back(&each);
  pieces.terms = naming.size();
  pieces.term = [&](size_t k) { return bodyOf(textObject(naming[k]->terms)); };
  pieces.partitions = whole.partitions.size();
  pieces.partition = [&](size_t k) { return partitionPiece(whole.partitions[k]); };
  return add(whole, pieces);
}

DocumentWriter::Spot DocumentWriter::add(const result::EntryResult& head, const EntryLines& lines) {
  Pieces pieces;
  pieces.inputs = lines.inputs;
  pieces.domain = lines.domain;
  pieces.terms = lines.terms.size();
  pieces.term = [&](size_t k) { return std::string(lines.terms[k]); };
  pieces.partitions = lines.partitions.size();
  pieces.partition = [&](size_t k) { return std::string(lines.partitions[k]); };
  return add(head, pieces);
}

DocumentWriter::Spot DocumentWriter::add(const result::EntryResult& head, const Pieces& pieces) {
  Json headed = withLists(headJson(head, Inputs::LeftOut), Json::object());
  const std::string calls = headed.contains(kCalls) ? headed.at(kCalls).dump() : "";  // long, and for programs: on one line
  if (!calls.empty()) headed[kCalls] = Json::array();
  const std::vector<std::string> runs = takeRuns(headed);
  const auto [before, afterAll] = aroundList(indented(headed.dump(2), 4), "partitions");
  const std::string after = withRuns(afterAll, runs);
  const auto [start, rest] = aroundList(before, "inputs");
  write(std::exchange(isFirst_, false) ? "\n    " : ",\n    ");
  write(start);
  write(inLines(pieces.inputs));
  write("]");
  if (!pieces.domain.empty()) write(std::string(",") + std::string(kLastLine) + "\"domain\": " + pieces.domain);
  write(std::string_view(rest).substr(1, rest.size() - 1 - kPartitionsField.size()));
  Spot spot;
  if (pieces.terms != 0) {
    write("\"terms\": {");
    spot.terms.begin = size_;
    for (size_t k = 0; k < pieces.terms; ++k) write((k == 0 ? "" : ",") + std::string(kNextLine) + pieces.term(k));
    spot.terms.end = size_;
    write(std::string(kLastLine) + "}," + std::string(kLastLine));
  }
  write(kPartitionsField);
  spot.partitions.begin = size_;
  for (size_t k = 0; k < pieces.partitions; ++k)
    write((k == 0 ? "" : ",") + std::string(kNextLine) + "{" + pieces.partition(k) + "}");
  spot.partitions.end = size_;
  if (pieces.partitions != 0) write(kLastLine);
  if (calls.empty()) {
    write(after);
  } else {
    const auto [untilCalls, rest] = aroundList(after, kCalls);
    write(std::string_view(untilCalls).substr(0, untilCalls.size() - 1));
    write(calls);
    write(std::string_view(rest).substr(1));
  }
  return spot;
}

void DocumentWriter::finish() {
  write(isFirst_ ? "" : "\n  ");
  write(end_);
}

void writeJson(const result::Result& result, const result::WholeEntry& whole, const std::function<void(std::string_view)>& sink) {
  DocumentWriter writer(result, sink);
  for (size_t k = 0; k < result.entries.size(); ++k) writer.add(whole(k));
  writer.finish();
}

std::vector<std::string_view> objectsIn(std::string_view document, DocumentWriter::Range range) {
  std::vector<std::string_view> objects;
  std::string_view text = document.substr(range.begin, range.end - range.begin);
  while (!text.empty()) {
    text.remove_prefix(kNextLine.size());
    const std::string_view line = text.substr(0, text.find('\n'));
    text.remove_prefix(line.size());
    const size_t comma = text.empty() ? 0 : 1;
    objects.push_back(line.substr(1, line.size() - 2 - comma));
  }
  return objects;
}

std::vector<std::pair<std::string, std::string>> termsIn(std::string_view document, DocumentWriter::Range range) {
  std::vector<std::pair<std::string, std::string>> terms;
  const Json json = Json::parse("{" + std::string(document.substr(range.begin, range.end - range.begin)) + "}");
  for (const auto& [name, term] : json.items()) terms.emplace_back(name, term.get<std::string>());
  return terms;
}

}  // namespace cleave::report
