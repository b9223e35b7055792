#include "report/json_parts.h"
#include "report/signature.h"
#include "report/utf8.h"

namespace cleave::report {

namespace {

Json rowJson(const result::SignatureRow& row) {
  const result::Partition& way = row.way;
  const bool finished = way.kind != result::PartitionKind::Unfinished;
  Json json = {{"id", way.id}, {"finished", finished}};
  if (!finished) json["reason"] = validUtf8(way.reason);
  json["condition"] = validUtf8(way.condition);
  json["condition_text"] = validUtf8(way.conditionText);
  json["output"] = textObject(way.afterExpr);
  Json smt = Json::object();
  for (const result::SmtTerm& term : row.smt) smt[validUtf8(term.name)] = {{"sort", term.sort}, {"term", validUtf8(term.term)}};
  json["output_smt"] = std::move(smt);
  json["test"] = textObject(way.witness);
  json["test_bits"] = textObject(way.witnessBits);
  json["shows"] = observationJson(way.after);
  if (row.paths) json["paths"] = {{"count", *row.paths}, {"exact", row.pathsExact}};
  return json;
}

Json rowGroupJson(const result::RowGroup& each) {
  const result::Group& group = each.group;
  Json json = {{"exact", group.isExact}};
  if (!group.conditionText.empty()) {
    json["condition"] = validUtf8(group.condition);
    json[group.isExact ? "condition_text" : "needs"] = validUtf8(group.conditionText);
  }
  json["uniform"] = group.isUniform;
  json["count"] = group.partitions.size();
  json["rows"] = group.partitions;
  json["output"] = textObject(each.output);
  json["example"] = group.example.id;
  return json;
}

Json signatureJson(const result::Signature& signature) {
  Json inputs = Json::array(), rows = Json::array(), groups = Json::array();
  for (const result::Input& each : signature.inputs) inputs.push_back(inputJson(each));
  for (const result::SignatureRow& each : signature.rows) rows.push_back(rowJson(each));
  for (const result::RowGroup& each : signature.groups) groups.push_back(rowGroupJson(each));
  Json json = {{"entry", validUtf8(signature.entry)},
               {"strategy", signature.strategy},
               {"exhaustive", signature.exhaustive},
               {"reason", validUtf8(signature.reason)},
               {"guarantee", guaranteeJson(signature.guarantee)},
               {"inputs", std::move(inputs)},
               {"rows", std::move(rows)},
               {"groups", std::move(groups)},
               {"unknown_paths", signature.unknownPaths ? Json(*signature.unknownPaths) : Json(nullptr)},
               {"stats", statisticsJson(signature.statistics)}};
  addVocabulary(json, signature.vocabulary);
  return json;
}

Json pairJson(const result::SignaturePair& pair) {
  Json rows = Json::array();
  for (const result::RowPair& each : pair.rows) {
    Json row = {{"fate", result::toText(each.fate)}};
    row["before"] = each.before ? Json(*each.before) : Json(nullptr);
    row["after"] = each.after ? Json(*each.after) : Json(nullptr);
    rows.push_back(std::move(row));
  }
  return {{"entry", validUtf8(pair.after.entry)},
          {"rows", std::move(rows)},
          {"undecided", pair.undecided},
          {"before", signatureJson(pair.before)},
          {"after", signatureJson(pair.after)}};
}

}  // namespace

std::string toJson(const result::SignatureResult& result, int indent) {
  Json document = {{"schema", result::kSchema}, {"cleave", validUtf8(result.version)}};
  Json signatures = Json::array(), pairs = Json::array();
  for (const result::Signature& each : result.signatures) signatures.push_back(signatureJson(each));
  for (const result::SignaturePair& each : result.pairs) pairs.push_back(pairJson(each));
  if (!result.signatures.empty()) document["signatures"] = std::move(signatures);
  if (result.signatures.empty()) document["comparisons"] = std::move(pairs);
  return document.dump(indent);
}

}  // namespace cleave::report
