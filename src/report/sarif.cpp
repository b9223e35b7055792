#include "report/sarif.h"

#include <algorithm>
#include <map>

#include <fmt/format.h>

#include "report/partition_rows.h"
#include "report/row_text.h"
#include "report/run_text.h"
#include "report/sarif_places.h"
#include "report/utf8.h"
#include "support/enum_table.h"
#include "support/sha256.h"
#include "support/text.h"

namespace cleave::report {

namespace {

using result::EntryResult;
using result::Group;
using result::PartitionKind;
using result::Verdict;

// Their ids are for ever. A new one comes last.
enum class Rule { Different, AfterFails, Undefined, Inconclusive, PropertyViolated };

struct RuleFacts {
  const char* id;
  const char* name;
  const char* level;
  const char* summary;
  const char* help;
};

constexpr EnumTable<Rule, RuleFacts> kRules({
    {Rule::Different,
     {"cleave/different", "Different", "warning", "The change shows on some inputs",
      "Both versions were run natively on the input of the message, unless it says that this is unconfirmed. `cleave explain` tells why they differ; "
      "if the difference is wanted, `cleave accept` keeps it as intended."}},
    {Rule::AfterFails,
     {"cleave/after-fails", "AfterFails", "error", "The new version fails on inputs on which the old one does not",
      "The new version traps or runs into undefined behaviour on the input of the message; the old one does not."}},
    {Rule::Undefined,
     {"cleave/undefined", "Undefined", "note", "C gives a version no meaning on some inputs",
      "There the versions cannot be compared: nothing is claimed of these inputs."}},
    {Rule::Inconclusive,
     {"cleave/inconclusive", "Inconclusive", "note", "Whether the change shows could not be decided",
      "The message says why. More time (`--budget`), or bounds on inputs, may help."}},
    {Rule::PropertyViolated,
     {"cleave/property-violated", "PropertyViolated", "warning", "A property that held in the old version does not hold in the new one",
      "Tests of the old version showed the property, and it was proved there for every input; the input of the message breaks it in the new one (`cleave guard`)."}},
});
constexpr Rule kAllRules[] = {Rule::Different, Rule::AfterFails, Rule::Undefined, Rule::Inconclusive, Rule::PropertyViolated};

Json ruleJson(Rule rule) {
  const RuleFacts& facts = kRules[rule];
  return {{"id", facts.id},
          {"name", facts.name},
          {"shortDescription", {{"text", facts.summary}}},
          {"fullDescription", {{"text", std::string(facts.summary) + "."}}},
          {"help", {{"text", facts.help}}},
          {"defaultConfiguration", {{"level", facts.level}}},
          {"properties", {{"tags", {"behaviour", "regression"}}}}};
}

// As a part of a sentence.
std::string whenText(const std::string& condition) {
  constexpr std::string_view kNeeds = "needs ";
  if (condition == "otherwise") return "on all other inputs";
  if (condition.starts_with('(')) return "on some inputs";  // no short condition is known
  if (condition.starts_with(kNeeds)) return "on some inputs with " + condition.substr(kNeeds.size());
  return "when " + condition;
}

bool fails(const result::Observation& observation) { return observation.outcome == "trapped"; }

class Sarif {
 public:
  explicit Sarif(const Material& material) : material_(material), places_(material) {}

  std::string text() {
    for (const size_t k : worstFirst(material_.result)) addEntry(entryForGroups(material_, k));
    addGuard();
    Json run = {{"tool", tool()},
                {"originalUriBaseIds", places_.bases()},
                {"columnKind", "unicodeCodePoints"},
                {"invocations", Json::array({invocation()})},
                {"results", std::move(results_)},
                {"properties", {{"verdict", result::toText(material_.verdict)}}}};
    const Json document = {{"$schema", "https://json.schemastore.org/sarif-2.1.0.json"}, {"version", "2.1.0"}, {"runs", Json::array({std::move(run)})}};
    return document.dump(2) + "\n";
  }

 private:
  Json tool() const {
    return {{"driver", {{"name", "cleave"}, {"semanticVersion", material_.result.version}, {"rules", arrayOf(kAllRules, ruleJson)}}}};
  }

  Json invocation() const {
    Json json = {{"executionSuccessful", material_.verdict != Verdict::Failed}};
    Json notes = notes_;
    for (const std::string& each : material_.result.notes) notes.push_back({{"level", "note"}, {"message", {{"text", validUtf8(each)}}}});
    for (const EntryResult& entry : material_.result.entries)
      if (entry.verdict == Verdict::Failed) notes.push_back({{"level", "error"}, {"message", {{"text", validUtf8(nameOf(entry) + ": " + entry.reason)}}}});
    if (!notes.empty()) json["toolExecutionNotifications"] = std::move(notes);
    return json;
  }

  void addEntry(const EntryResult& entry) {
    if (entry.verdict == Verdict::Failed) return;
    for (const Group& group : groupsOf(entry))
      if (group.kind == PartitionKind::Different || group.kind == PartitionKind::Undefined) addGroup(entry, group);
    if (entry.verdict == Verdict::Inconclusive) addInconclusive(entry);
  }

  static Rule ruleOf(const Group& group) {
    if (group.kind == PartitionKind::Undefined) return Rule::Undefined;
    const bool isUndefined = std::ranges::find(group.marks, "after is undefined here") != group.marks.end();
    return isUndefined || (fails(group.example.after) && !fails(group.example.before)) ? Rule::AfterFails : Rule::Different;
  }

  void addGroup(const EntryResult& entry, const Group& group) {
    const std::string condition = conditionText(entry, group);
    const RowText row(entry, group.example);
    std::string message = nameOf(entry) + (group.kind == PartitionKind::Different ? " differs " : " is undefined ") + whenText(condition);
    message += group.kind == PartitionKind::Different ? "; for example " + row.sentence() : "; for example " + row.call() + ": " + group.reason;
    if (!group.marks.empty()) message += " (" + join(group.marks, ", ") + ")";
    if (group.kind == PartitionKind::Different && !group.example.confirmed) message += " (unconfirmed)";
    const Rule rule = ruleOf(group);
    Json json = head(rule, message, {entry.program, entry.name, condition, group.reason});
    addPlaces(json, entry, group, row);
    if (group.example.intent == result::Intent::Inside)
      json["suppressions"] = Json::array({{{"kind", "external"}, {"justification", "intended: " + validUtf8(entry.intention)}}});
    json["properties"] = {{"entry", validUtf8(entry.name)}, {"partitions", group.partitions.size()}, {"exact", group.isExact}};
    results_.push_back(std::move(json));
  }

  void addInconclusive(const EntryResult& entry) {
    Json json = head(Rule::Inconclusive, nameOf(entry) + " is inconclusive: " + entry.reason, {entry.program, entry.name, "", ""});
    Group all;
    for (const result::Change& each : entry.changes) all.changes.push_back(each.id);
    addPlaces(json, entry, all, RowText(entry, all.example));
    results_.push_back(std::move(json));
  }

  // Equal fingerprints are told apart by a number, in the order of the report.
  Json head(Rule rule, const std::string& message, const std::vector<std::string>& about) {
    const std::string digest = sha256(kRules[rule].id + std::string("\n") + join(about, "\n")).substr(0, 16);
    const std::string fingerprint = fmt::format("{}:{}", digest, ++seen_[digest]);
    return {{"ruleId", kRules[rule].id},
            {"ruleIndex", static_cast<size_t>(rule)},
            {"level", kRules[rule].level},
            {"message", {{"text", printable(message)}}},
            {"partialFingerprints", {{"cleaveGroup/v1", fingerprint}, {"primaryLocationLineHash", fingerprint}}}};
  }

  // Changes of the group, or all of the entry where none is known to interfere.
  static std::vector<const result::Change*> changesOf(const EntryResult& entry, const Group& group) {
    std::vector<const result::Change*> own, all;
    for (const result::Change& each : entry.changes) {
      all.push_back(&each);
      if (std::ranges::find(group.changes, each.id) != group.changes.end()) own.push_back(&each);
    }
    return own.empty() ? all : own;
  }

  void addPlaces(Json& json, const EntryResult& entry, const Group& group, const RowText& row) {
    const std::vector<const result::Change*> changes = changesOf(entry, group);
    Both<std::vector<SarifPlace>> changed;
    for (const result::Change* each : changes) {
      if (each->beforeLines.first != 0) changed.before.push_back({Side::Before, each->fileOfBefore(), each->beforeLines});
      if (each->afterLines.first != 0) changed.after.push_back({Side::After, each->file, each->afterLines});
    }
    json["locations"] = Json::array();
    if (const std::optional<SarifPlace> primary = primaryOf(changed, group, changes)) {
      Json location = places_.location(*primary);
      location["logicalLocations"] = Json::array({{{"name", validUtf8(entry.name)}, {"kind", "function"}}});
      json["locations"].push_back(std::move(location));
    }
    Json related = Json::array();
    for (size_t k = 1; k < changed.after.size(); ++k) related.push_back(places_.location(changed.after[k], "also changed"));
    for (const SarifPlace& each : changed.before) related.push_back(places_.location(each, "before the change"));
    for (size_t k = 0; k < related.size(); ++k) related[k]["id"] = k + 1;
    if (!related.empty()) json["relatedLocations"] = std::move(related);
    if (group.kind != PartitionKind::Different) return;
    Json flows = Json::array();
    for (const Side side : kSides) {
      Json flow = codeFlow(side, changed.of(side), group, row);
      if (!flow.empty()) flows.push_back(std::move(flow));
    }
    if (!flows.empty()) json["codeFlows"] = std::move(flows);
  }

  // Code scanning wants a line of after. Where lines were only removed, it is where the runs part, or end.
  static std::optional<SarifPlace> primaryOf(const Both<std::vector<SarifPlace>>& changed, const Group& group, const std::vector<const result::Change*>& changes) {
    if (!changed.after.empty()) return changed.after.front();
    for (const std::string* each : {&group.place, &group.example.after.place})
      if (const std::optional<SarifPlace> place = sarifPlaceOf(Side::After, *each)) return place;
    if (!changes.empty() && !changes.front()->file.empty()) return SarifPlace{Side::After, changes.front()->file, {1, 1}};
    return std::nullopt;
  }

  // What is known of a version's run on the example: its lines, or at least the changed ones; where it leaves the other one's way; its end.
  Json codeFlow(Side side, const std::vector<SarifPlace>& changed, const Group& group, const RowText& row) const {
    Json steps = Json::array();
    const auto add = [&](const SarifPlace& place, const std::string& message, uint32_t depth = 0) {
      Json step = {{"location", places_.location(place, std::string(nameOf(side)) + ": " + message)}, {"executionOrder", steps.size() + 1}};
      if (depth != 0) step["nestingLevel"] = depth;
      steps.push_back(std::move(step));
    };
    if (group.runs) {
      for (const RunLine& each : linesOfRun(*group.runs, side)) add({side, each.file, {each.line, each.line}}, each.message, each.depth);
    } else {
      for (const SarifPlace& each : changed) add(each, "the changed lines");
      if (const std::optional<SarifPlace> place = sarifPlaceOf(side, group.place); place && side == Side::After)
        add(*place, "from here on the runs go different ways");
    }
    const std::string shown = side == Side::Before ? row.beforeShown() : row.afterShown();
    const std::string& end = side == Side::Before ? group.example.before.place : group.example.after.place;
    if (const std::optional<SarifPlace> place = sarifPlaceOf(side, end)) add(*place, "ends here with " + shown);
    if (steps.empty()) return Json();
    return {{"message", {{"text", std::string(nameOf(side)) + ", run on " + row.call()}}},
            {"threadFlows", Json::array({{{"locations", std::move(steps)}}})}};
  }

  // guard.json: properties that the change breaks.
  void addGuard() {
    if (material_.guard.empty()) return;
    try {
      const Json guard = Json::parse(material_.guard);
      for (const Json& violation : guard.at("violations"))
        for (const Json& index : violation.at("properties")) addViolation(guard.at("properties").at(index.get<size_t>()), violation);
    } catch (const Json::exception& failure) {
      notes_.push_back({{"level", "warning"}, {"message", {{"text", std::string("guard.json is not what cleave writes: ") + failure.what()}}}});
    }
  }

  void addViolation(const Json& property, const Json& violation) {
    if (!property.contains("after")) return;
    std::vector<std::string> input;
    for (const auto& [name, value] : violation.at("input").items()) input.push_back(name + " = " + value.get<std::string>());
    const std::string text = property.at("text"), function = property.at("function"), point = property.at("point");
    Json json = head(Rule::PropertyViolated, fmt::format("{} no longer holds {} of {}; for example {}", text, point, function, join(input, ", ")), {function, point, text});
    json["locations"] = Json::array();
    if (const std::optional<SarifPlace> place = sarifPlaceOf(Side::After, property.at("after").at("at"))) json["locations"].push_back(places_.location(*place));
    results_.push_back(std::move(json));
  }

  const Material& material_;
  SarifPlaces places_;
  Json results_ = Json::array();
  Json notes_ = Json::array();
  std::map<std::string, size_t> seen_;  // fingerprints
};

}  // namespace

std::string toSarif(const Material& material) { return Sarif(material).text(); }

}  // namespace cleave::report
