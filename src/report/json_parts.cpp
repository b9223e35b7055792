#include "report/json_parts.h"

#include <cmath>

#include "report/utf8.h"

namespace cleave::report {

namespace {

double seconds(double value) { return std::isfinite(value) ? std::round(value * 1e6) / 1e6 : 0; }

// The cells stand beside the words that describe the outcome. A global of the program that is named like one of these words gets a colon
// pair, as C++ would write it.
bool isOutcomeWord(const std::string& name) {
  return name == "outcome" || name == "status" || name == "trap" || name == "throws" || name == "at" || name == "reason";
}

}  // namespace

Json linesJson(const std::pair<uint32_t, uint32_t>& range) {
  if (range.first == 0 && range.second == 0) return nullptr;
  return Json::array({range.first, range.second});
}

Json textList(const std::vector<std::string>& texts) {
  Json array = Json::array();
  for (const std::string& text : texts) array.push_back(validUtf8(text));
  return array;
}

Json textObject(const std::vector<std::pair<std::string, std::string>>& pairs) {
  Json result = Json::object();
  for (const auto& [name, value] : pairs) result[validUtf8(name)] = validUtf8(value);
  return result;
}

Json observationJson(const result::Observation& seen) {
  Json result = {{"outcome", seen.outcome}};
  if (seen.outcome == "exited") result["status"] = validUtf8(seen.detail);
  if (seen.outcome == "threw") result["throws"] = validUtf8(seen.detail);
  if (seen.outcome == "trapped") result["trap"] = validUtf8(seen.detail);
  if (seen.outcome == "unfinished") result["reason"] = validUtf8(seen.detail);
  if (!seen.place.empty()) result["at"] = validUtf8(seen.place);
  for (const auto& [name, value] : seen.values) result[(isOutcomeWord(name) ? "::" : "") + validUtf8(name)] = validUtf8(value);
  return result;
}

Json guaranteeJson(const result::Guarantee& given) {
  return {{"exhaustive", given.exhaustive},
          {"granularity", given.granularity},
          {"bounds", textList(given.bounds)},
          {"assumptions", textList(given.assumptions)}};
}

Json inputJson(const result::Input& given) {
  Json result = {{"name", validUtf8(given.name)}, {"type", validUtf8(given.type)}, {"bits", given.bits}, {"signed", given.isSigned}};
  if (given.isFloat) result["float"] = true;
  if (!given.isParameter) result["parameter"] = false;
  return result;
}

Json changeJson(const result::Change& given) {
  return {{"id", given.id},
          {"function", validUtf8(given.function)},
          {"file", validUtf8(given.file)},
          {"before_lines", linesJson(given.beforeLines)},
          {"after_lines", linesJson(given.afterLines)}};
}

Json statisticsJson(const result::Statistics& given) {
  return {{"runs", given.runs},
          {"solver_queries", given.solverQueries},
          {"solver_s", seconds(given.solverSeconds)},
          {"wall_s", seconds(given.wallSeconds)},
          {"concrete_runs", given.concreteRuns},
          {"steps", given.steps},
          {"solver_unknown", given.solverUnknown}};
}

}  // namespace cleave::report
