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

Json traceStepJson(const result::TraceStep& step) {
  Json json = {{"file", validUtf8(step.file)}, {"line", step.line}, {"function", validUtf8(step.function)}, {"depth", step.depth}};
  if (!step.source.empty()) json["source"] = validUtf8(step.source);
  json["changes"] = arrayOf(step.changes, [](const result::TraceChange& change) {
    Json each = {{"name", validUtf8(change.name)}};
    if (!change.old.empty()) each["old"] = validUtf8(change.old);
    if (!change.now.empty()) each["new"] = validUtf8(change.now);
    return each;
  });
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
  json["trace"] = arrayOf(given.trace, traceStepJson);
  if (!given.isTraceWhole) json["trace_whole"] = false;
  if (!given.traceNote.empty()) json["trace_note"] = validUtf8(given.traceNote);
  if (given.difference)
    json["difference"] = {{"before", observationJson(given.difference->before)},
                          {"after", observationJson(given.difference->after)},
                          {"confirmed", given.difference->confirmed}};
  return json;
}

Json countsJson(const result::GuardResult& given) {
  using result::PropertyFate;
  uint64_t isTrue = 0;
  for (const result::GuardProperty& property : given.properties) isTrue += result::isTrueOnBefore(property.fate) ? 1 : 0;
  Json counts = {{"dynamic", given.properties.size()}, {"true", isTrue}};
  for (const PropertyFate fate : {PropertyFate::Unproved, PropertyFate::False, PropertyFate::Gone, PropertyFate::Outdated,
                                  PropertyFate::Valid, PropertyFate::Violated, PropertyFate::Open})
    counts[result::toText(fate)] = given.count(fate);
  return counts;
}

Json assertsJson(const result::GuardAsserts& given) {
  Json skipped = Json::object();
  for (const auto& [reason, count] : given.skipped) skipped[validUtf8(reason)] = count;
  return {{"directory", validUtf8(given.directory)}, {"written", given.written}, {"skipped", skipped}};
}

}  // namespace

std::string toJson(const result::GuardResult& given, int indent) {
  Json document = {{"schema", result::kSchema},
                   {"cleave", given.version},
                   {"counts", countsJson(given)},
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
  if (given.asserts) document["asserts"] = assertsJson(*given.asserts);
  return document.dump(indent) + "\n";
}

}  // namespace cleave::report
