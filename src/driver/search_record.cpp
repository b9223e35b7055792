#include "driver/search_record.h"

#include <nlohmann/json.hpp>

namespace cleave::driver {

namespace {

using SearchJson = nlohmann::ordered_json;

SearchJson recordOf(const result::AddedTest& test) {
  return {{"name", test.name}, {"program", test.program}, {"entry", test.entry},         {"input", test.input}, {"bits", test.inputBits},
          {"call", test.call}, {"why", test.why},   {"file", test.file},       {"satisfies", test.satisfies}, {"source", test.source}};
}

result::AddedTest testOf(const SearchJson& json) {
  result::AddedTest test;
  test.name = json.at("name");
  test.program = json.at("program");
  test.entry = json.at("entry");
  test.input = json.at("input").get<result::Words>();
  test.inputBits = json.at("bits").get<result::Words>();
  test.call = json.at("call");
  test.why = json.at("why");
  test.satisfies = json.at("satisfies").get<std::vector<std::string>>();
  test.file = json.at("file");
  test.source = json.at("source");
  return test;
}

}  // namespace

std::string searchRecordOf(const result::RequireResult& result, size_t change) {
  SearchJson json = {{"requirements", SearchJson::array()}, {"added", SearchJson::array()}, {"notes", result.notes}};
  for (const result::AffectedStatement& statement : result.changes[change].statements)
    for (const result::Requirement& each : statement.requirements)
      json["requirements"].push_back({static_cast<int>(each.fate), each.reason, each.sentence, each.added, each.search});
  for (const result::AddedTest& test : result.added) json["added"].push_back(recordOf(test));
  return json.dump(-1, ' ', false, SearchJson::error_handler_t::replace);
}

Status takeSearchRecord(const std::string& text, size_t change, result::RequireResult& result) {
  try {
    const SearchJson json = SearchJson::parse(text);
    auto next = json.at("requirements").begin();
    for (result::AffectedStatement& statement : result.changes[change].statements)
      for (result::Requirement& each : statement.requirements) {
        if (next == json.at("requirements").end()) return Error{"what the search found is not complete"};
        each.fate = static_cast<result::RequirementFate>(next->at(0).get<int>());
        each.reason = next->at(1);
        each.sentence = next->at(2);
        each.added = next->at(3);
        each.search = next->at(4);
        ++next;
      }
    result.notes = json.at("notes").get<std::vector<std::string>>();
    result.added.clear();
    for (const SearchJson& test : json.at("added")) result.added.push_back(testOf(test));
  } catch (const std::exception& error) {
    return Error{std::string("what the search found cannot be read: ") + error.what()};
  }
  return std::nullopt;
}

}  // namespace cleave::driver
