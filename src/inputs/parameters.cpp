// The parameters of an entry.
#include <algorithm>

#include <fmt/format.h>

#include "inputs/main_plan.h"
#include "inputs/plan_builder.h"

namespace cleave::inputs {

using program::Function;
using program::FunctionId;
using program::PlaceName;
using program::Program;
using program::SourceKind;
using program::SourceType;

PlanBuilder::PlanBuilder(const Program& program, FunctionId function, const Options& options, const Partners& partners)
    : program_(program),
      function_(program.function(function)),
      id_(function),
      options_(options),
      partners_(partners),
      byRegisters_(partners.byRegisters || !function_.hasSourceSignature) {
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
  } else if (byRegisters_) {
    plainParameters();
  } else {
    parameters();
  }
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
  for (size_t k = 0; k < function_.sourceParameters.size() && plan_.unsupported.empty(); ++k) plan_.arguments.push_back(parameter(k));
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
      value.kind = Value::Kind::Pointer;
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
    } else {
      value.isFloat = each.type.isFloat();
      const std::string type = value.isFloat ? (value.bits == 32 ? "float" : "double") : fmt::format("i{}", value.bits);
      value.cell = addCell({name, type, value.bits, true, value.isFloat, 0, -1, true, {}});
    }
    plan_.arguments.push_back(std::move(argument));
  }
  plan_.plainParameters = static_cast<uint32_t>(plan_.arguments.size());
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
  way.top = type.name;
  if (isScalar(type) && type.sizeBytes <= 8) {
    argument.value = scalar(type, name);
    plan_.cells[argument.value.cell].isParameter = true;
    if (const auto limit = lengthLimits_.find(name); limit != lengthLimits_.end()) {
      Cell& cell = plan_.cells[argument.value.cell];
      cell.low = cell.isSigned ? -(int64_t{1} << (cell.bits - 2)) * 2 : 0;
      cell.high = static_cast<int64_t>(limit->second);
    }
  } else if (type.kind == SourceKind::Pointer) {
    argument.value = pointer(id, PlaceName::plain(name), way);
  } else if (isScalar(type) || type.kind == SourceKind::Struct || type.kind == SourceKind::Union) {
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

Plan makePlan(const Program& program, FunctionId function, const Options& options, const Partners& partners) {
  return PlanBuilder(program, function, options, partners).run();
}

}  // namespace cleave::inputs
