// The parameters of an entry.
#include <algorithm>

#include <fmt/format.h>

#include "inputs/main_plan.h"
#include "inputs/plan_builder.h"
#include "support/float_format.h"
#include "support/text.h"

namespace cleave::inputs {

using program::Function;
using program::FunctionId;
using program::PlaceName;
using program::Program;
using program::SourceKind;
using program::SourceType;

PlanBuilder::PlanBuilder(const Program& program, FunctionId function, const Options& options, const Partners& partners,
                         flow::PointsToCache& pointsTo)
    : program_(program),
      function_(program.function(function)),
      id_(function),
      options_(options),
      partners_(partners),
      pointsTo_(pointsTo),
      byRegisters_(partners.byRegisters || !function_.hasSourceSignature) {
  plan_.entry = function_.name;
  plan_.isMain = function_.name == "main";
}

Plan PlanBuilder::run() {
  if (plan_.isMain) {
    planMain(*this);
  } else if (byRegisters_) {
    plainParameters();
  } else {
    parameters();
  }
  if (function_.variadic) variableArguments();
  slot_ = "world";
  const Globals globalsAre = options_.globals.value_or(plan_.isMain ? Globals::Fixed : Globals::Inputs);
  if (globalsAre == Globals::Inputs) globals();
  environment(globalsAre);
  planStdin(*this);
  sharing();
  userInputs();
  return std::move(plan_);
}

std::string PlanBuilder::nameOf(size_t k) const {
  if (k < partners_.parameters.size() && !partners_.parameters[k].name.empty()) return partners_.parameters[k].name;
  const std::string own = function_.hasSourceSignature && k < function_.sourceParameters.size() ? function_.sourceParameters[k].name : "";
  return own.empty() ? fmt::format("arg{}", k) : own;
}

std::string PlanBuilder::slotOf(size_t k) const {
  return k < partners_.parameters.size() ? partners_.parameters[k].slot : fmt::format("parameter {}", k);
}

void PlanBuilder::parameters() {
  for (size_t k = 0; k < partners_.parameters.size(); ++k)
    if (partners_.parameters[k].isReference) references_.insert(nameOf(k));
  findLengths();
  plan_.plainParameters = function_.plainParameters ? static_cast<uint32_t>(function_.sourceParameters.size()) : kNone;
  const size_t count = function_.sourceParameters.size();
  for (size_t k = 0; k < count && plan_.unsupported.empty(); ++k) {
    const Part part(*this, count - k + 1, Part::Others::NeedLittle);  // one is for the globals
    plan_.arguments.push_back(parameter(k));
  }
}

void PlanBuilder::plainParameters() {
  size_t k = 0;
  for (const program::Parameter& each : function_.parameters) {
    if (each.structReturn) continue;
    slot_ = slotOf(k);
    const std::string name = nameOf(k++);
    if (each.byValueSize != 0) {
      plan_.unsupported = fmt::format("parameter {} of {} is a struct without debug information", name, function_.display);
      return;
    }
    Argument argument;
    Value& value = argument.value;
    value.bits = each.type.width;
    if (each.type.isPointer()) {
      value = untypedPointer(name);
    } else {
      value.isFloat = each.type.isFloat();
      const std::string type = value.isFloat ? floatTypeName(value.bits) : fmt::format("i{}", value.bits);
      value.cell = addCell({name, type, value.bits, true, value.isFloat, 0, -1, true, {}});
    }
    plan_.arguments.push_back(std::move(argument));
  }
  plan_.plainParameters = static_cast<uint32_t>(plan_.arguments.size());
}

Value PlanBuilder::untypedPointer(const std::string& name) {
  Value value;
  value.kind = Value::Kind::Pointer;
  value.bits = 64;
  value.cell = addChoice(name + "_is_null");
  plan_.asked.push_back(name);
  const auto said = options_.pointers.find(name);
  const uint64_t bound = said != options_.pointers.end() ? said->second.bound.value_or(options_.stringBytes) : options_.stringBytes;
  value.object = addObject(name, {}, bound, true, bound);
  plan_.objects[value.object].alignment = 1;
  value.path = name;
  plan_.objects[value.object].isHeap = true;
  fillBytes(value.object, 0, bound, PlaceName::plain(name));
  addBound(sentence(Premise::UntypedBytes, name, bound), value.object, bound == 0 ? 0 : bound - 1);
  return value;
}

// As the program itself calls the function (explore/entry.cpp chose how). What pointers lead to is not known there: mostly it is text.
void PlanBuilder::variableArguments() {
  plan_.isVariadic = true;
  const auto isText = [&](const SourceType& type) {
    return type.kind == SourceKind::Pointer && type.element.valid() && program_.sourceType(type.element).kind == SourceKind::Char &&
           program_.sourceType(type.element).name == "char";
  };
  const auto text = std::ranges::find_if(program_.sourceTypes, isText);
  std::vector<std::string> types;
  for (const program::Type each : partners_.variableArguments) {
    const size_t k = plan_.arguments.size() + types.size();
    const std::string name = fmt::format("arg{}", k);
    slot_ = fmt::format("variable argument {}", types.size());
    Argument argument;
    Value& value = argument.value;
    if (!each.isPointer()) {
      types.push_back(each.isFloat() ? floatTypeName(each.width) : each.width == 64 ? "long" : "int");
      value.bits = each.width;
      value.isFloat = each.isFloat();
      value.cell = addCell({name, types.back(), value.bits, !value.isFloat, value.isFloat, 0, -1, true, {}});
    } else if (text == program_.sourceTypes.end()) {
      types.push_back("void *");
      value = untypedPointer(name);
    } else {
      types.push_back("char *");
      Way way;
      way.root = name;
      value = pointer(program::SourceTypeId(static_cast<uint32_t>(text - program_.sourceTypes.begin())), PlaceName::plain(name), way);
    }
    plan_.variableArguments.push_back(std::move(argument));
  }
  addBound(sentence(Premise::VariableArguments, function_.display, types.empty() ? "none" : join(types, ", ")));
}

Argument PlanBuilder::parameter(size_t k) {
  Argument argument;
  slot_ = slotOf(k);
  const std::string name = nameOf(k);
  const program::SourceTypeId id = function_.sourceParameters[k].type;
  if (!id.valid()) {
    plan_.unsupported = fmt::format("parameter {} of {} has no type", name, function_.display);
    return argument;
  }
  const SourceType& type = program_.sourceType(id);
  Way way;
  way.root = name;
  // Of other arrays pointers are passed; vectors of single bits have elements that are smaller than their type.
  const bool isVector = type.kind == SourceKind::Array && type.count != 0 && type.element.valid() &&
                        type.count * program_.sourceType(type.element).sizeBytes <= type.sizeBytes;
  if (isScalar(type) && (type.sizeBytes <= 8 || type.kind == SourceKind::Float)) {
    argument.value = scalar(type, name);
    plan_.cells[argument.value.cell].isParameter = true;
    if (const auto limit = lengthLimits_.find(name); limit != lengthLimits_.end()) {
      this->limit(plan_.cells[argument.value.cell], limit->second);
      addCount(Premise::LengthAtMost, name, argument.value.cell, limit->second);
    }
  } else if (type.kind == SourceKind::Pointer) {
    std::string begin;
    const Value* const isBehind = beginOf(k, begin);
    argument.value =
        isBehind != nullptr ? endOf(Value(*isBehind), PlaceName::plain(name), begin) : pointer(id, PlaceName::plain(name), way);
  } else if (isScalar(type) || isVector || type.kind == SourceKind::Struct || type.kind == SourceKind::Union) {
    argument.byValue = addObject(name, id, 1, false, (type.sizeBytes + 7) / 8 * 8);
    Object& hidden = plan_.objects[argument.byValue];
    hidden.isHidden = true;
    hidden.global.insert(hidden.global.rfind('.') + 1, "value.");  // the other version's may be one that shows
    globals_.insert(hidden.global);
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
    if (!length.empty() && !isParameter(length)) {
      plan_.unsupported = fmt::format("--length {}={}: {} has no parameter {}", nameOf(k), length, function_.display, length);
      return;
    }
    const std::vector<std::string> lengths = length.empty() ? lengthsByUse(k) : std::vector<std::string>{length};
    if (lengths.empty()) continue;
    if (length.empty()) byUse_.insert(nameOf(k));
    lengthNames_[nameOf(k)] = lengths.front();
    const PointerOptions chosen = choose(program_.sourceType(id), PlaceName::plain(nameOf(k)), Way{});
    for (const std::string& each : lengths) limitParameter(each, *chosen.bound);
  }
}

void PlanBuilder::limitParameter(const std::string& length, uint64_t most) {
  if (!isParameter(length)) return;  // the other version's
  const auto [limit, isNew] = lengthLimits_.emplace(length, most);
  if (!isNew) limit->second = std::min(limit->second, most);
  addBoundOnce(sentence(Premise::LengthAtMost, length, limit->second));
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

Plan makePlan(const Program& program, FunctionId function, const Options& options, const Partners& partners, flow::PointsToCache* known) {
  flow::PointsToCache own(program);
  flow::PointsToCache& pointsTo = known != nullptr ? *known : own;
  if (partners.isPair) return PlanBuilder(program, function, options, partners, pointsTo).run();
  Partners alone = partners;
  const auto& parameters = program.function(function).sourceParameters;
  alone.counted.add(program, function, [&](size_t k) { return parameters[k].name; });
  alone.counted.settleTypes({&program});
  Plan plan = PlanBuilder(program, function, options, alone, pointsTo).run();
  if (!plan.wasFull) return plan;
  alone.sharesLimits = true;
  return PlanBuilder(program, function, options, alone, pointsTo).run();
}

}  // namespace cleave::inputs
