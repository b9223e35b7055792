#include "report/guard.h"
#include "report/json_parts.h"
#include "report/utf8.h"

namespace cleave::report {

namespace {

Json propertyJson(const result::GuardProperty& given) {
  Json json = {{"id", given.id},
               {"text", validUtf8(given.text)},
               {"function", validUtf8(given.function)},
               {"point", validUtf8(given.point)},
               {"before", placeJson(given.before)},
               {"samples", given.samples},
               {"fate", result::toText(given.fate)}};
  const auto add = [&](const char* key, const std::string& text) {
    if (!text.empty()) json[key] = validUtf8(text);
  };
  if (!given.after.at.empty()) json["after"] = placeJson(given.after);
  add("from", given.from);
  add("proof", given.proof);
  add("check", given.check);
  add("reason", given.reason);
  if (!given.input.empty()) json["input"] = textObject(given.input);
  return json;
}

Json violationJson(const result::GuardViolation& given) {
  Json json = {{"properties", given.properties},
               {"entry", validUtf8(given.entry)},
               {"inputs", arrayOf(given.inputs, inputJson)},
               {"input", textObject(given.input)},
               {"input_bits", textObject(given.inputBits)},
               {"confirmed", given.confirmed},
               {"changes", arrayOf(given.changes, changeJson)}};
  if (!given.note.empty()) json["note"] = validUtf8(given.note);
  if (given.difference)
    json["difference"] = {{"before", observationJson(given.difference->before)},
                          {"after", observationJson(given.difference->after)},
                          {"confirmed", given.difference->confirmed}};
  return json;
}

}  // namespace

std::string toJson(const result::GuardResult& given, int indent) {
  const Json document = {{"schema", result::kSchema},
                         {"cleave", given.version},
                         {"changes", arrayOf(given.changes, changeJson)},
                         {"steps", arrayOf(given.steps,
                                           [](const result::GuardStep& step) {
                                             return Json{{"name", step.name}, {"summary", validUtf8(step.summary)}, {"seconds", step.seconds}};
                                           })},
                         {"properties", arrayOf(given.properties, propertyJson)},
                         {"violations", arrayOf(given.violations, violationJson)},
                         {"bounds", textList(given.bounds)},
                         {"assumptions", textList(given.assumptions)},
                         {"notes", textList(given.notes)}};
  return document.dump(indent) + "\n";
}

}  // namespace cleave::report
