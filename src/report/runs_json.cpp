#include "report/runs_json.h"

#include "report/utf8.h"

namespace cleave::report {

namespace {

Json stepJson(const result::RunStep& step) {
  Json json = {{"at", Json::array({step.file, step.line})}};
  if (step.depth != 0) json["depth"] = step.depth;
  if (step.skipped != 0) json["skipped"] = step.skipped;
  if (!step.values.empty()) json["values"] = textObject(step.values);
  return json;
}

result::RunStep stepFrom(const Json& json) {
  result::RunStep step;
  step.file = json.at("at").at(0);
  step.line = json.at("at").at(1);
  step.depth = json.value("depth", 0u);
  step.skipped = json.value("skipped", uint64_t{0});
  if (json.contains("values"))
    for (const auto& [name, value] : json.at("values").items()) step.values.emplace_back(name, value.get<std::string>());
  return step;
}

}  // namespace

Json runsJson(const result::Runs& runs) {
  const auto rowJson = [](const result::RunRow& row) {
    Json json = Json::object();
    for (const Side side : kSides)
      if (row.of(side)) json[nameOf(side)] = stepJson(*row.of(side));
    return json;
  };
  Json json = {{"files", textList(runs.files)}, {"rows", arrayOf(runs.rows, rowJson)}};
  if (runs.parts) json["parts"] = *runs.parts;
  for (const Side side : kSides) {
    if (runs.skipped.of(side) != 0) json["skipped"][nameOf(side)] = runs.skipped.of(side);
    if (runs.goesOn.of(side)) json["goes_on"].push_back(nameOf(side));
  }
  return json;
}

result::Runs runsFrom(const Json& json) {
  result::Runs runs;
  runs.files = json.at("files").get<std::vector<std::string>>();
  for (const Json& each : json.at("rows")) {
    result::RunRow& row = runs.rows.emplace_back();
    for (const Side side : kSides)
      if (each.contains(nameOf(side))) row.of(side) = stepFrom(each.at(nameOf(side)));
  }
  if (json.contains("parts")) runs.parts = json.at("parts").get<uint32_t>();
  for (const Side side : kSides) {
    if (json.contains("skipped")) runs.skipped.of(side) = json.at("skipped").value(nameOf(side), uint64_t{0});
    if (json.contains("goes_on"))
      for (const Json& each : json.at("goes_on")) runs.goesOn.of(side) = runs.goesOn.of(side) || each == nameOf(side);
  }
  return runs;
}

}  // namespace cleave::report
