#include "report/explanation.h"
#include "report/json_parts.h"
#include "report/utf8.h"

namespace cleave::report {

namespace {

Json branchJson(const result::SuspectBranch& branch) {
  Json json = {{"version", branch.version},
               {"place", placeJson(branch.place)},
               {"changed", branch.isChanged},
               {"held", validUtf8(branch.held)},
               {"alternative", textObject(branch.alternative)},
               {"alternative_bits", textObject(branch.alternativeBits)},
               {"before", observationJson(branch.before)},
               {"after", observationJson(branch.after)},
               {"agrees", branch.agrees},
               {"replayed", branch.replayed}};
  if (!branch.note.empty()) json["note"] = validUtf8(branch.note);
  return json;
}

Json stepJson(const result::ValueStep& step) {
  return {{"before", placeJson(step.before)},
          {"after", placeJson(step.after)},
          {"branch", step.isBranch},
          {"before_value", validUtf8(step.beforeValue)},
          {"after_value", validUtf8(step.afterValue)}};
}

Json wayJson(const result::Way& way) {
  return {{"next", placeJson(way.next)}, {"decided", placeJson(way.decided)}, {"compared", validUtf8(way.compared)}};
}

Json hunkJson(const result::SourceHunk& hunk) {
  return {{"id", hunk.id},
          {"file", validUtf8(hunk.file)},
          {"before_lines", linesJson(hunk.beforeLines)},
          {"after_lines", linesJson(hunk.afterLines)},
          {"text", validUtf8(hunk.text)}};
}

}  // namespace

std::string toJson(const result::Explanation& given, int indent) {
  Json document = {{"schema", result::kSchema},
                   {"cleave", given.version},
                   {"entry", validUtf8(given.entry)},
                   {"inputs", arrayOf(given.inputs, inputJson)},
                   {"input", textObject(given.difference.witness)},
                   {"input_bits", textObject(given.difference.witnessBits)},
                   {"differs", given.differs},
                   {"confirmed", given.difference.confirmed},
                   {"before", observationJson(given.difference.before)},
                   {"after", observationJson(given.difference.after)},
                   {"conditions", given.conditions},
                   {"branches", arrayOf(given.branches, branchJson)},
                   {"steps", arrayOf(given.steps, stepJson)}};
  document["ways"] = given.ways ? Json{{"before", wayJson(given.ways->first)}, {"after", wayJson(given.ways->second)}} : Json(nullptr);
  addVocabulary(document, given.vocabulary);
  document["changes"] = arrayOf(given.changes, changeJson);
  document["hunks"] = arrayOf(given.hunks, hunkJson);
  document["causes"] = given.causes;
  if (!given.causeNote.empty()) document["cause_note"] = validUtf8(given.causeNote);
  document["stats"] = {{"before_literals", given.beforeLiterals},
                       {"after_literals", given.afterLiterals},
                       {"formula_nodes", given.formulaNodes},
                       {"questions", given.questions},
                       {"undecided", given.undecided},
                       {"solver_s", given.solverSeconds},
                       {"hybrids", given.hybrids},
                       {"unbuilt", given.unbuilt}};
  return document.dump(indent);
}

}  // namespace cleave::report
