#include "report/json_parts.h"
#include "report/require.h"
#include "report/utf8.h"

namespace cleave::report {

namespace {

Json placeOf(const result::StatementPlace& place) {
  if (!place.isThere()) return nullptr;
  return {{"file", validUtf8(place.file)}, {"line", place.line}, {"column", place.column}};
}

Json requirementJson(const result::Requirement& given) {
  Json json = {{"id", given.id},
               {"kind", result::toText(given.kind)},
               {"fate", result::toText(given.fate)},
               {"predicate", validUtf8(given.predicate)},
               {"smt", validUtf8(given.smt)},
               {"complete", given.isComplete},
               {"sentence", validUtf8(given.sentence)}};
  if (!given.reason.empty()) json["reason"] = validUtf8(given.reason);
  if (!given.example.empty()) json["example"] = textObject(given.example);
  if (given.records != 0) json["records"] = given.records;
  if (!given.tests.empty()) json["tests"] = textList(given.tests);
  if (!given.added.empty()) json["added"] = validUtf8(given.added);
  if (!given.search.empty()) json["search"] = validUtf8(given.search);
  return json;
}

Json addedJson(const result::AddedTest& given) {
  Json json = {{"name", validUtf8(given.name)},
               {"entry", validUtf8(given.entry)},
               {"input", textObject(given.input)},
               {"satisfies", textList(given.satisfies)},
               {"file", validUtf8(given.file)}};
  if (!given.program.empty()) json["program"] = validUtf8(given.program);
  if (!given.source.empty()) json["source"] = validUtf8(given.source);
  return json;
}

Json statementJson(const result::AffectedStatement& given) {
  Json json = {{"number", given.number},
               {"distance", given.distance},
               {"function", validUtf8(given.function)},
               {"what", validUtf8(given.what)},
               {"before", placeOf(given.place.before)},
               {"after", placeOf(given.place.after)},
               {"requirements", arrayOf(given.requirements, requirementJson)}};
  if (given.isLater) json["later"] = true;
  if (!given.reason.empty()) json["reason"] = validUtf8(given.reason);
  return json;
}

Json changeOf(const result::RequireChange& given, bool isMeasured) {
  Json json = changeJson(given.change);
  if (!given.program.empty()) json["program"] = validUtf8(given.program);
  json["start"] = {{"before", placeOf(given.start.before)}, {"after", placeOf(given.start.after)}};
  if (!given.failure.empty()) json["failure"] = validUtf8(given.failure);
  json["statements"] = arrayOf(given.statements, statementJson);
  if (given.left != 0) json["left"] = given.left;
  json["reaches"] = given.reaches;
  if (!given.without.empty()) json["without"] = given.without;
  json["bounds"] = textList(given.bounds);
  json["assumptions"] = textList(given.assumptions);
  if (isMeasured) {
    json["records"] = given.visits;
    json["tests"] = textList(given.tests);
  }
  return json;
}

}  // namespace

std::string toJson(const result::RequireResult& given, int indent) {
  Json document = {{"schema", result::kSchema},
                   {"cleave", given.version},
                   {"distance", given.distance},
                   {"iterations", given.iterations},
                   {"measured", given.isMeasured},
                   {"interrupted", given.isInterrupted},
                   {"changes", arrayOf(given.changes, [&](const result::RequireChange& each) { return changeOf(each, given.isMeasured); })},
                   {"notes", textList(given.notes)}};
  if (given.isMeasured)
    document["tests"] = arrayOf(given.tests, [&](const result::TestRun& test) {
      Json changes = Json::array();
      for (const uint32_t k : test.changes) changes.push_back(given.changes[k].change.id);
      return Json{{"name", validUtf8(test.name)},
                  {"passed", test.passed},
                  {"seconds", test.seconds},
                  {"changes", changes},
                  {"satisfies", test.satisfies}};
    });
  if (given.isSearched) document["added"] = arrayOf(given.added, addedJson);
  return document.dump(indent) + "\n";
}

}  // namespace cleave::report
