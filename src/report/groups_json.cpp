#include "report/groups_json.h"

#include "report/read_json.h"
#include "report/runs_json.h"
#include "report/utf8.h"

namespace cleave::report {

namespace {

// What the group says for its example, too.
constexpr const char* kOfGroup[] = {"kind", "condition", "condition_text", "changes"};

}  // namespace

Json groupJson(const result::Group& group) {
  Json json = {{"kind", result::toText(group.kind)}, {"reason", validUtf8(group.reason)}, {"exact", group.isExact}};
  if (!group.conditionText.empty()) {
    json["condition"] = validUtf8(group.condition);
    json[group.isExact ? "condition_text" : "needs"] = validUtf8(group.conditionText);
  }
  json["marks"] = textList(group.marks);
  json["changes"] = group.changes;
  if (!group.place.empty()) json["parts_at"] = validUtf8(group.place);
  if (group.share) json["share"] = shareJson(*group.share);
  json["uniform"] = group.isUniform;
  json["count"] = group.partitions.size();
  json["partitions"] = group.partitions;
  Json example = Json::object();
  addPartition(example, group.example);
  for (const char* key : kOfGroup) example.erase(key);
  json["example"] = std::move(example);
  if (group.runs) json[kRuns] = runsJson(*group.runs);
  return json;
}

result::Group groupFrom(const Json& json) {
  result::Group group;
  Json example = json.at("example");
  for (const char* key : {"condition", "condition_text"}) example[key] = "";
  for (const char* key : {"kind", "changes"}) example[key] = json.at(key);
  group.example = partitionFrom(example);
  group.kind = group.example.kind;
  group.changes = group.example.changes;
  group.reason = json.at("reason");
  group.isExact = json.at("exact");
  group.condition = json.value("condition", "");
  group.conditionText = json.value(group.isExact ? "condition_text" : "needs", "");
  group.marks = json.at("marks").get<std::vector<std::string>>();
  group.place = json.value("parts_at", "");
  if (json.contains("share")) group.share = shareFrom(json.at("share"));
  group.isUniform = json.at("uniform");
  group.partitions = json.at("partitions").get<std::vector<uint32_t>>();
  if (json.contains(kRuns)) group.runs = runsFrom(json.at(kRuns));
  return group;
}

}  // namespace cleave::report
