// The parameters of an entry and the globals it reads.
#include <algorithm>

#include <fmt/format.h>

#include "inputs/main_plan.h"
#include "inputs/plan_builder.h"
#include "program/facts.h"
#include "program/shown_name.h"

namespace cleave::inputs {

using flow::PointsTo;
using flow::Site;
using flow::SiteId;
using flow::SiteSet;
using program::Function;
using program::FunctionId;
using program::Global;
using program::GlobalId;
using program::Instruction;
using program::Op;
using program::PlaceName;
using program::Program;
using program::SourceKind;
using program::SourceType;

PlanBuilder::PlanBuilder(const Program& program, FunctionId function, const Options& options, const std::vector<std::string>& rename)
    : program_(program), function_(program.function(function)), id_(function), options_(options), rename_(rename) {
  plan_.entry = function_.name;
  plan_.isMain = function_.name == "main";
}

Plan PlanBuilder::run() {
  if (function_.variadic) {
    plan_.unsupported = function_.display + " takes a variable number of arguments";
    return std::move(plan_);
  }
  if (plan_.isMain) {
    planMain(*this);
  } else if (function_.hasSourceSignature) {
    parameters();
  } else {
    plainParameters();
  }
  const Globals globalsAre = options_.globals.value_or(plan_.isMain ? Globals::Fixed : Globals::Inputs);
  if (globalsAre == Globals::Inputs) globals();
  if (plan_.isMain || globalsAre == Globals::Inputs) environment();
  planStdin(*this);
  aliases();
  userInputs();
  return std::move(plan_);
}

std::string PlanBuilder::nameOf(size_t k) const {
  if (k < rename_.size() && !rename_[k].empty()) return rename_[k];
  const std::string& own = function_.hasSourceSignature ? function_.sourceParameters[k].name : "";
  return own.empty() ? fmt::format("arg{}", k) : own;
}

void PlanBuilder::parameters() {
  findLengths();
  plan_.plainParameters = function_.plainParameters ? static_cast<uint32_t>(function_.sourceParameters.size()) : kNone;
  for (size_t k = 0; k < function_.sourceParameters.size() && plan_.unsupported.empty(); ++k) plan_.arguments.push_back(parameter(k));
}

void PlanBuilder::plainParameters() {
  size_t k = 0;
  for (const program::Parameter& each : function_.parameters) {
    if (each.structReturn) continue;
    const std::string name = nameOf(k++);
    if (each.byValueSize != 0) {
      plan_.unsupported = fmt::format("parameter {} of {} is a struct without debug information", name, function_.display);
      return;
    }
    Argument argument;
    Value& value = argument.value;
    value.bits = each.type.width;
    if (each.type.isPointer()) {
      value.kind = Value::Kind::Pointer;
      value.cell = addChoice(name + "_is_null");
      plan_.asked.push_back(name);
      const auto said = options_.pointers.find(name);
      const uint64_t bound = said != options_.pointers.end() ? said->second.bound.value_or(options_.stringBytes) : options_.stringBytes;
      value.object = addObject(name, {}, bound, true, bound);
      fillBytes(value.object, 0, bound, PlaceName::plain(name));
      addBound(sentence(Premise::UntypedBytes, name, bound), value.object, bound == 0 ? 0 : bound - 1);
    } else {
      value.isFloat = each.type.isFloat();
      const std::string type = value.isFloat ? (value.bits == 32 ? "float" : "double") : fmt::format("i{}", value.bits);
      value.cell = addCell({name, type, value.bits, true, value.isFloat, 0, -1, true});
    }
    plan_.arguments.push_back(std::move(argument));
  }
  plan_.plainParameters = static_cast<uint32_t>(plan_.arguments.size());
}

Argument PlanBuilder::parameter(size_t k) {
  Argument argument;
  const std::string name = nameOf(k);
  const program::SourceTypeId id = function_.sourceParameters[k].type;
  if (!id.valid()) {
    plan_.unsupported = fmt::format("parameter {} of {} has no type", name, function_.display);
    return argument;
  }
  const SourceType& type = program_.sourceType(id);
  Way way;
  way.root = name;
  way.top = type.name;
  if (isScalar(type) && type.sizeBytes <= 8) {
    argument.value = scalar(type, name);
    plan_.cells[argument.value.cell].isParameter = true;
    if (const auto limit = lengthLimits_.find(name); limit != lengthLimits_.end()) {
      Cell& cell = plan_.cells[argument.value.cell];
      cell.low = 0;
      cell.high = static_cast<int64_t>(limit->second);
    }
  } else if (type.kind == SourceKind::Pointer) {
    argument.value = pointer(id, PlaceName::plain(name), way);
  } else if (isScalar(type) || type.kind == SourceKind::Struct || type.kind == SourceKind::Union) {
    argument.byValue = addObject(name, id, 1, false, (type.sizeBytes + 7) / 8 * 8);
    fill(argument.byValue, 0, id, PlaceName::plain(name), way);
  } else {
    plan_.unsupported =
        fmt::format("parameter {} of {} has the type {}, which is not supported as an input", name, function_.display, type.name);
  }
  return argument;
}

// --- pointers and their lengths

void PlanBuilder::findLengths() {
  for (size_t k = 0; k < function_.sourceParameters.size(); ++k) {
    const program::SourceTypeId id = function_.sourceParameters[k].type;
    if (!id.valid() || program_.sourceType(id).kind != SourceKind::Pointer) continue;
    const std::string length = lengthOf(k);
    if (length.empty()) continue;
    if (!isParameter(length)) {
      plan_.unsupported = fmt::format("--length {}={}: {} has no parameter {}", nameOf(k), length, function_.display, length);
      return;
    }
    lengthNames_[nameOf(k)] = length;
    const PointerOptions chosen = choose(program_.sourceType(id), PlaceName::plain(nameOf(k)), Way{});
    const auto [limit, isNew] = lengthLimits_.emplace(length, *chosen.bound);
    if (!isNew) limit->second = std::min(limit->second, *chosen.bound);
    addBound(sentence(Premise::LengthAtMost, length, limit->second));
  }
}

namespace {

// Names that lengths have: alone, or behind the name of what they count.
bool isLengthName(std::string name, const std::string& pointer) {
  std::transform(name.begin(), name.end(), name.begin(), [](unsigned char c) { return std::tolower(c); });
  if (name.starts_with(pointer)) name.erase(0, pointer.size());
  std::erase(name, '_');
  for (const std::string_view word :
       {"n",     "len",      "length", "size",  "count",    "num", "sz",     "cnt",     "nbytes",  "bytes", "nelem",
        "nmemb", "elements", "nitems", "items", "capacity", "cap", "buflen", "bufsize", "datalen", "total"})
    if (name == word) return true;
  return false;
}

}  // namespace

// The parameter that says how many elements stand behind parameter k: as the user says, else a neighbour with such a name.
std::string PlanBuilder::lengthOf(size_t k) const {
  const std::string pointer = nameOf(k);
  if (const auto said = options_.pointers.find(pointer); said != options_.pointers.end() && !said->second.length.empty())
    return said->second.length == "-" ? "" : said->second.length;
  const SourceType& type = program_.sourceType(function_.sourceParameters[k].type);
  if (type.element.valid() && (program_.sourceType(type.element).kind == SourceKind::Function || isOpaque(type.element))) return "";
  for (size_t j = k + 1; j < function_.sourceParameters.size() && j <= k + 3; ++j) {
    const program::SourceTypeId other = function_.sourceParameters[j].type;
    if (!other.valid()) return "";
    const SourceType& candidate = program_.sourceType(other);
    if (candidate.kind == SourceKind::Pointer && candidate.name == type.name) continue;  // f(a, b, n): one length for both
    if (candidate.kind != SourceKind::Int || candidate.sizeBytes > 8) return "";
    return isLengthName(nameOf(j), pointer) && !isClaimed(nameOf(j)) ? nameOf(j) : "";
  }
  return "";
}

bool PlanBuilder::isParameter(const std::string& name) const {
  for (size_t k = 0; k < function_.sourceParameters.size(); ++k)
    if (nameOf(k) == name) return true;
  return false;
}

// The user says which pointer it belongs to.
bool PlanBuilder::isClaimed(const std::string& length) const {
  return std::any_of(options_.pointers.begin(), options_.pointers.end(), [&](const auto& each) { return each.second.length == length; });
}

void PlanBuilder::aliases() {
  for (const auto& [first, second] : options_.aliases) {
    Value *p = nullptr, *q = nullptr;
    for (size_t k = 0; k < plan_.arguments.size() && function_.hasSourceSignature; ++k) {
      Value& value = plan_.arguments[k].value;
      if (value.kind != Value::Kind::Pointer || value.object == kNone) continue;
      if (nameOf(k) == first) p = &value;
      if (nameOf(k) == second) q = &value;
    }
    if (p == nullptr || q == nullptr || p == q) {
      plan_.unsupported = fmt::format("--alias {},{}: these are not two pointer parameters of {}", first, second, function_.display);
      return;
    }
    q->aliasObject = p->object;
    q->aliasCell = addChoice(fmt::format("{}_is_{}", second, first));
  }
}

// --- globals

const PointsTo& PlanBuilder::pointsTo() {
  if (!pointsTo_) pointsTo_.emplace(program_, id_);
  return *pointsTo_;
}

namespace {

// Globals that the entry may read, without those that never change.
std::vector<GlobalId> globalsRead(const PointsTo& pointsTo) {
  const Program& program = pointsTo.program();
  SiteSet read;
  for (const FunctionId id : pointsTo.reached()) {
    for (const Instruction& i : program.function(id).instructions) {
      if (const program::Operand pointer = program::memoryUseOf(i).reads; pointer.present()) read.add(pointsTo.behind(id, pointer));
      if (i.op != Op::Call) continue;
      for (const program::Operand argument : program.function(id).calls[i.extra].arguments)
        for (const FunctionId callee : pointsTo.targets(id, i))
          if (!program.function(callee).defined || program.function(callee).parameters.empty())
            read.add(pointsTo.reachable(pointsTo.behind(id, argument)));
    }
  }
  std::vector<GlobalId> globals;
  read.forEach([&](SiteId site) {
    const Site& each = pointsTo.sites()[site.value];
    if (each.kind != Site::Kind::Global) return;
    const Global& global = program.globals[each.source];
    if (global.defined && !global.constant && !global.threadLocal && global.type.valid() && !global.fromModels)
      globals.push_back(GlobalId(each.source));
  });
  return globals;
}

}  // namespace

void PlanBuilder::globals() {
  for (const GlobalId id : globalsRead(pointsTo())) {
    const Global& global = program_.global(id);
    if (!global.type.valid() || global.size == 0) continue;
    if (isFull()) {
      addBound(sentence(Premise::GlobalKept, global.display));
      continue;
    }
    const std::string& name = program::shownName(global);
    Object object;
    object.global = global.name;
    object.text = name;
    object.element = global.type;
    object.size = global.size;
    plan_.objects.push_back(std::move(object));
    const auto index = static_cast<uint32_t>(plan_.objects.size() - 1);
    Way way;
    way.root = name;
    way.keepsPointers = true;
    way.top = program_.sourceType(global.type).name;
    fill(index, 0, global.type, PlaceName::plain(name), way);
    plan_.hasGlobals = true;
  }
}

Plan makePlan(const Program& program, FunctionId function, const Options& options, const std::vector<std::string>& rename) {
  return PlanBuilder(program, function, options, rename).run();
}

}  // namespace cleave::inputs
