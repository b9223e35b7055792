#include "report/json_parts.h"

#include <algorithm>
#include <cmath>
#include <map>

#include "report/call_json.h"
#include "report/groups_json.h"
#include "report/utf8.h"
#include "support/bits.h"

namespace cleave::report {

namespace {

double seconds(double value) { return std::isfinite(value) ? std::round(value * 1e6) / 1e6 : 0; }

// The cells stand beside the words that describe the outcome. A global of the program that is named like one of these words gets a colon
// pair, as C++ would write it.
bool isOutcomeWord(const std::string& name) {
  return name == "outcome" || name == "status" || name == "trap" || name == "throws" || name == "at" || name == "reason" || name == kCells;
}

}  // namespace

// Small fractions keep their digits, and neither 0 nor 1 comes from rounding.
Json shareJson(const result::Share& given) {
  const auto fraction = [](double value) { return std::isfinite(value) ? std::clamp(value, 0.0, 1.0) : 0.0; };
  Json result = {
      {"exact", given.exact}, {"low", fraction(given.low)}, {"estimate", fraction(given.estimate)}, {"high", fraction(given.high)}};
  if (!given.count.empty()) result["count"] = validUtf8(given.count);
  return result;
}

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
  Json json = {{"exhaustive", given.exhaustive},
               {"granularity", given.granularity},
               {"bounds", textList(given.bounds)},
               {"assumptions", textList(given.assumptions)}};
  if (!given.within.empty()) json["within"] = validUtf8(given.within);
  return json;
}

Json inputJson(const result::Input& given) {
  Json result = {{"name", validUtf8(given.name)}, {"type", validUtf8(given.type)}, {"bits", given.bits}, {"signed", given.isSigned}};
  if (given.isFloat) result["float"] = true;
  if (!given.isParameter) result["parameter"] = false;
  return result;
}

Json placeJson(const result::Place& place) { return {{"at", validUtf8(place.at)}, {"source", validUtf8(place.source)}}; }

Json changeJson(const result::Change& given) {
  Json json = {{"id", given.id},
               {"function", validUtf8(given.function)},
               {"file", validUtf8(given.file)},
               {"before_lines", linesJson(given.beforeLines)},
               {"after_lines", linesJson(given.afterLines)}};
  if (!given.beforeFile.empty()) json["before_file"] = validUtf8(given.beforeFile);
  return json;
}

Json statisticsJson(const result::Statistics& given) {
  Json json = {{"runs", given.runs},
               {"solver_queries", given.solverQueries},
               {"solver_s", seconds(given.solverSeconds)},
               {"wall_s", seconds(given.wallSeconds)},
               {"concrete_runs", given.concreteRuns},
               {"steps", given.steps},
               {"solver_unknown", given.solverUnknown}};
  if (given.firstDifferenceSeconds) json["first_difference_s"] = seconds(*given.firstDifferenceSeconds);
  return json;
}

namespace {

Json leftOutJson(const result::LeftOut& given) {
  Json json = Json::object();
  for (const result::PartitionKind kind : result::kAllKinds) json[result::toText(kind)] = given.counts[static_cast<size_t>(kind)];
  json["files"] = textList(given.files);
  return json;
}

}  // namespace

void addVocabulary(Json& into, const result::Vocabulary& given) {
  Json types = Json::object(), enums = Json::object();
  for (const auto& [name, type] : given.types)
    if (!type.empty()) types[validUtf8(name)] = validUtf8(type);
  for (const auto& [type, words] : given.enums) {
    Json names = Json::object();
    for (const auto& [name, value] : words.names) names[validUtf8(name)] = value;
    enums[validUtf8(type)] = {{"names", std::move(names)}, {"bits", words.bits}, {"flags", words.areFlags}};
  }
  if (!types.empty()) into["observed_types"] = std::move(types);
  if (!enums.empty()) into["enums"] = std::move(enums);
}

Json headJson(const result::EntryResult& given, Inputs withInputs) {
  Json result = {{"entry", validUtf8(given.name)},
                 {"verdict", result::toText(given.verdict)},
                 {"reason", validUtf8(given.reason)},
                 {"guarantee", guaranteeJson(given.guarantee)}};
  if (!given.beforeName.empty()) result["before_entry"] = validUtf8(given.beforeName);
  if (!given.program.empty()) result["program"] = validUtf8(given.program);
  if (given.remembered) result["remembered"] = true;
  if (!given.intention.empty()) result["intention"] = validUtf8(given.intention);
  Json inputs = Json::array(), changes = Json::array();
  if (withInputs == Inputs::Along)
    for (const result::Input& each : given.inputs) inputs.push_back(inputJson(each));
  for (const result::Change& each : given.changes) changes.push_back(changeJson(each));
  result["inputs"] = std::move(inputs);
  if (withInputs == Inputs::Along && !given.domain.empty()) result["domain"] = validUtf8(given.domain);
  addVocabulary(result, given.vocabulary);
  result["changes"] = std::move(changes);
  if (!given.groups.empty()) result["groups"] = arrayOf(given.groups, groupJson);
  if (given.leftOut.count() != 0) result["left_out"] = leftOutJson(given.leftOut);
  if (given.shares)
    result["share"] = {{"equal", shareJson(given.shares->equal)},
                       {"different", shareJson(given.shares->different)},
                       {"undefined", shareJson(given.shares->undefined)},
                       {"open", shareJson(given.shares->open)}};
  result["stats"] = statisticsJson(given.statistics);
  if (given.calls.before.isKnown()) result[kCalls] = callsJson(given.calls);
  return result;
}

namespace {

// Without its cells, which are those of the other version.
Json endJson(const result::Observation& seen) {
  Json json = observationJson({seen.outcome, seen.detail, seen.place, {}});
  json[kCells] = kAsBefore;
  return json;
}

bool isZeroPattern(const std::string& bits) { return bits.find_first_not_of('0', 2) == std::string::npos; }

void addWitness(Json& into, const result::Partition& partition) {
  const bool isLong = partition.witness.size() > kManyInputs;
  Json values = Json::object(), bits = Json::object();
  for (size_t k = 0; k < partition.witness.size(); ++k) {
    const auto& [name, value] = partition.witness[k];
    if (isLong && value == "0" && isZeroPattern(partition.witnessBits[k].second)) continue;
    values[validUtf8(name)] = validUtf8(value);
    if (k < partition.witnessBits.size()) bits[validUtf8(name)] = validUtf8(partition.witnessBits[k].second);
  }
  into["witness"] = std::move(values);
  into["witness_bits"] = std::move(bits);
}

// An equal partition's expressions have the same values in both versions, however they are written.
bool saysTheSame(const result::Partition& partition) {
  if (partition.afterExpr == partition.beforeExpr) return true;
  const auto sameName = [](const auto& one, const auto& other) { return one.first == other.first; };
  return partition.kind == result::PartitionKind::Equal && std::ranges::equal(partition.beforeExpr, partition.afterExpr, sameName);
}

}  // namespace

void completeWitness(const std::vector<result::Input>& inputs, result::Partition& partition) {
  if (inputs.size() <= kManyInputs) return;
  std::map<std::string, std::pair<std::string, std::string>> known;
  for (size_t k = 0; k < partition.witness.size() && k < partition.witnessBits.size(); ++k)
    known[partition.witness[k].first] = {partition.witness[k].second, partition.witnessBits[k].second};
  partition.witness.clear();
  partition.witnessBits.clear();
  for (const result::Input& input : inputs) {
    const auto found = known.find(validUtf8(input.name));
    partition.witness.emplace_back(input.name, found != known.end() ? found->second.first : "0");
    partition.witnessBits.emplace_back(input.name, found != known.end() ? found->second.second : toHex(0, input.bits));
  }
}

void addPartition(Json& into, const result::Partition& partition) {
  into["id"] = partition.id;
  into["kind"] = result::toText(partition.kind);
  if (partition.intent != result::Intent::Unasked) into["intent"] = result::toText(partition.intent);
  into["reason"] = validUtf8(partition.reason);
  into["condition"] = validUtf8(partition.condition);
  into["condition_text"] = validUtf8(partition.conditionText);
  addWitness(into, partition);
  into["confirmed"] = partition.confirmed;
  into["marks"] = partition.marks;
  into["before"] = observationJson(partition.before);
  const bool isLarge = partition.witness.size() > kManyInputs;
  into["after"] = isLarge && !partition.before.values.empty() && partition.after.values == partition.before.values
                      ? endJson(partition.after)
                      : observationJson(partition.after);
  into["before_expr"] = textObject(partition.beforeExpr);
  if (!isLarge || !saysTheSame(partition)) into["after_expr"] = textObject(partition.afterExpr);
  into["changes"] = partition.changes;
  for (const Side side : kSides)
    if (!partition.relies.of(side).empty()) into["relies"][nameOf(side)] = textList(partition.relies.of(side));
}

std::string bodyOf(const Json& object) {
  std::string text = object.dump();
  return text.substr(1, text.size() - 2);
}

std::string partitionPiece(const result::Partition& partition) {
  Json json = Json::object();
  addPartition(json, partition);
  return bodyOf(json);
}

}  // namespace cleave::report
