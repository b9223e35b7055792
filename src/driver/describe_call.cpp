#include "driver/describe_call.h"

#include <algorithm>
#include <map>

#include "flow/points_to.h"
#include "support/check.h"

namespace cleave::driver {

namespace {

using program::Function;
using program::Global;
using program::Program;
using program::SourceKind;
using program::SourceType;
using program::SourceTypeId;
using result::Call;
using result::CallTypeKind;
using result::CallValue;
using result::CallValueKind;
using result::kNowhere;

constexpr size_t kMostTypes = 192;  // further ones are not known

CallTypeKind kindOf(SourceKind kind) {
  switch (kind) {
    case SourceKind::Void:
      return CallTypeKind::Void;
    case SourceKind::Bool:
      return CallTypeKind::Bool;
    case SourceKind::Char:
      return CallTypeKind::Char;
    case SourceKind::Int:
      return CallTypeKind::Int;
    case SourceKind::Enum:
      return CallTypeKind::Enum;
    case SourceKind::Float:
      return CallTypeKind::Float;
    case SourceKind::Pointer:
      return CallTypeKind::Pointer;
    case SourceKind::Array:
      return CallTypeKind::Array;
    case SourceKind::Struct:
      return CallTypeKind::Struct;
    case SourceKind::Union:
      return CallTypeKind::Union;
    case SourceKind::Function:
      return CallTypeKind::Function;
    case SourceKind::Unknown:
      return CallTypeKind::Unknown;
  }
  UNREACHABLE("a type of no kind");
}

CallValueKind kindOf(inputs::Value::Kind kind) {
  switch (kind) {
    case inputs::Value::Kind::Cell:
      return CallValueKind::Input;
    case inputs::Value::Kind::Pointer:
      return CallValueKind::Pointer;
    case inputs::Value::Kind::Function:
      return CallValueKind::Function;
    case inputs::Value::Kind::Global:
      return CallValueKind::Global;
    case inputs::Value::Kind::Loaded:
      return CallValueKind::Loaded;
    case inputs::Value::Kind::Constant:
      return CallValueKind::Constant;
    case inputs::Value::Kind::Hash:  // such a call is not described
      return CallValueKind::Constant;
  }
  UNREACHABLE("a value of no kind");
}

class Describer {
 public:
  Describer(const Program& program, const inputs::Plan& plan, const std::vector<uint32_t>& cellOf) : program_(program), plan_(plan), cellOf_(cellOf) {
    for (const Global& each : program.globals) globals_.emplace(each.name, &each);
    for (const Function& each : program.functions) functions_.emplace(each.name, &each);
  }

  Call describe(program::FunctionId id) {
    const Function& function = program_.function(id);
    call_.function = function.display;
    if (function.loc.known() && function.loc.file < program_.files.size()) call_.file = program_.files[function.loc.file];
    call_.isCxx = function.display != function.name && function.name != "main";
    for (const char* ending : {".cpp", ".cc", ".cxx", ".C", ".hpp", ".hh", ".h++"}) call_.isCxx = call_.isCxx || call_.file.ends_with(ending);
    call_.isStatic = function.internal;
    call_.isMain = plan_.isMain;
    call_.isVariadic = function.variadic;
    call_.result = typeOf(function.sourceResult);
    for (const inputs::Object& each : plan_.objects) call_.objects.push_back(objectOf(each));
    arguments(function);
    globals(id);
    for (const inputs::Rendering& each : plan_.renderings) call_.numbers.push_back({each.object, each.offset, input(each.cell)});
    for (size_t k = 0; k < plan_.cells.size(); ++k)
      if (plan_.cells[k].isLimited()) call_.limits.push_back({input(static_cast<uint32_t>(k)), plan_.cells[k].low, plan_.cells[k].high});
    call_.stdinObject = plan_.stdinObject;
    call_.stdinLength = input(plan_.stdinLength);
    world();
    if (!function.hasSourceSignature && !plan_.isMain) call_.unsupported = "there is no debug information that tells its parameters";
    if (!plan_.callables.empty()) call_.unsupported = "it is given a std::function";
    if (!plan_.stubs.empty()) call_.unsupported = "it is given functions that cleave made up";
    if (plan_.usesHarnessCalls) call_.unsupported = "its inputs come from <cleave.h>";
    finishTypes();
    return std::move(call_);
  }

 private:
  uint32_t input(uint32_t cell) const { return cell < cellOf_.size() ? cellOf_[cell] : kNowhere; }

  std::string shownGlobal(const std::string& name) const {
    const auto found = globals_.find(name);
    return found == globals_.end() ? name : found->second->display;
  }
  std::string shownFunction(const std::string& name) const {
    const auto found = functions_.find(name);
    return found == functions_.end() ? name : found->second->display;
  }

  // A static variable of a function's body.
  bool isInsideFunction(const std::string& name) const {
    const size_t dot = name.find('.');
    return name.starts_with("_ZZ") || (dot != std::string::npos && functions_.contains(name.substr(0, dot)));
  }

  uint32_t typeOf(SourceTypeId id) {
    if (!id.valid()) return kNowhere;
    const auto known = typeNumbers_.find(id.value);
    if (known != typeNumbers_.end()) return known->second;
    if (wanted_.size() >= kMostTypes) return kNowhere;
    const auto number = static_cast<uint32_t>(wanted_.size());
    typeNumbers_.emplace(id.value, number);
    wanted_.push_back(id);
    return number;
  }

  // Types lead to types; the nearest come first.
  void finishTypes() {
    for (size_t k = 0; k < wanted_.size(); ++k) {
      const SourceType& type = program_.sourceType(wanted_[k]);
      result::CallType made{kindOf(type.kind), type.name, type.aliased, type.sizeBytes, type.isSigned, typeOf(type.element), type.count};
      if (type.kind != SourceKind::Function)
        for (const program::SourceMember& each : type.members)
          made.members.push_back({each.name, each.offsetBits, each.sizeBits, typeOf(each.type), each.isBitField});
      if (!type.virtualBases.empty()) made.kind = CallTypeKind::Unknown;
      call_.types.push_back(std::move(made));
    }
  }

  CallValue valueOf(const inputs::Value& value) {
    CallValue made;
    made.kind = kindOf(value.kind);
    made.input = input(value.cell);
    made.bits = value.bits;
    made.bitOffset = value.isBitField ? value.bitOffset : 0;
    made.object = value.object;
    for (const inputs::Value::Instead& each : value.instead)
      made.instead.push_back({input(each.cell), each.value, each.object, each.global.empty() ? "" : shownGlobal(each.global), each.offset});
    made.nullUpTo = value.nullUpTo;
    for (const std::string& each : value.functions) made.functions.push_back(each.empty() ? "" : shownFunction(each));
    if (!value.global.empty()) made.global = shownGlobal(value.global);
    made.offset = value.offset;
    return made;
  }

  result::CallObject objectOf(const inputs::Object& object) {
    result::CallObject made;
    made.place = object.text;
    if (!object.isOwn && !object.global.empty()) {
      made.global = shownGlobal(object.global);
      if (isInsideFunction(object.global)) call_.unsupported = "its variable " + made.global + ", which no caller can set, is an input";
    }
    made.type = typeOf(object.element);
    made.count = object.count;
    made.isArray = object.isArray;
    made.isHeap = object.isHeap;
    made.extra = object.extra;
    made.bytes = object.size;
    for (const inputs::Fill& fill : object.fills) made.fills.push_back({fill.offset, valueOf(fill.value)});
    return made;
  }

  std::string nameOf(const inputs::Argument& argument, const Function& function, size_t k) const {
    std::string name;
    if (argument.byValue != inputs::kNone) {
      name = plan_.objects[argument.byValue].text;
    } else if (argument.value.kind == inputs::Value::Kind::Cell && argument.value.cell < plan_.cells.size()) {
      name = plan_.cells[argument.value.cell].name;
    } else if (argument.value.kind == inputs::Value::Kind::Pointer && argument.value.object != inputs::kNone) {
      name = argument.value.offset != 0 ? argument.value.path : plan_.objects[argument.value.object].text;  // it may stand behind a header
      if (name.starts_with('*')) name.erase(0, 1);
    }
    if (name.empty() && k < function.sourceParameters.size()) name = function.sourceParameters[k].name;
    return name;
  }

  void arguments(const Function& function) {
    for (size_t k = 0; k < plan_.arguments.size(); ++k) {
      const inputs::Argument& each = plan_.arguments[k];
      result::CallArgument made{nameOf(each, function, k), kNowhere, valueOf(each.value), each.byValue};
      if (k < function.sourceParameters.size()) made.type = typeOf(function.sourceParameters[k].type);
      call_.arguments.push_back(std::move(made));
    }
  }

  // Those of the program whose types are known: any may be observed.
  void globals(program::FunctionId function) {
    std::map<std::string, size_t> shown;
    for (const Global& each : program_.globals) ++shown[each.display];
    const flow::PointsTo pointsTo(program_, function);
    keepHeap();
    for (const program::GlobalId id : inputs::globalsReached(pointsTo)) {
      const Global& each = program_.global(id);
      if (each.fromModels || each.constant || !each.type.valid() || isInsideFunction(each.name) || shown[each.display] != 1) continue;
      call_.globals.push_back({each.display, typeOf(each.type), each.internal});
    }
  }

  // What nothing can free may be of any storage.
  void keepHeap() {
    const bool isFreed = std::ranges::any_of(program_.functions, [&](const Function& each) {
      const std::string& name = each.name;
      return name == "free" || name == "realloc" || name == "reallocarray" || name.starts_with("_ZdlPv") || name.starts_with("_ZdaPv");
    });
    if (isFreed) return;
    for (result::CallObject& each : call_.objects) each.isHeap = false;
  }

  void world() {
    using Kind = inputs::WorldInput::Kind;
    for (const inputs::WorldInput& each : plan_.world) {
      switch (each.kind) {
        case Kind::Time:
        case Kind::Clock:
          call_.unsupported = "it looks at the clock";
          break;
        case Kind::Zone:
          call_.world.push_back({result::CallWorldKind::Zone, input(each.cell)});
          break;
        case Kind::Errno:
          call_.world.push_back({result::CallWorldKind::Errno, input(each.cell)});
          break;
        case Kind::Seed:
          call_.world.push_back({result::CallWorldKind::Seed, input(each.cell)});
          break;
        case Kind::Variable:
          call_.world.push_back({result::CallWorldKind::Variable, kNowhere, each.name, valueOf(each.value)});
          break;
      }
    }
  }

  const Program& program_;
  const inputs::Plan& plan_;
  const std::vector<uint32_t>& cellOf_;
  std::map<std::string, const Global*> globals_;
  std::map<std::string, const Function*> functions_;
  std::map<uint32_t, uint32_t> typeNumbers_;
  std::vector<SourceTypeId> wanted_;
  Call call_;
};

}  // namespace

Call describeCall(const Program& program, program::FunctionId function, const inputs::Plan& plan, const std::vector<uint32_t>& cellOf) {
  return Describer(program, plan, cellOf).describe(function);
}

Both<Call> describeCalls(const Prepared& prepared, size_t index, const explore::Entry& entry) {
  const EntryPair& functions = prepared.entries[index];
  const explore::EntryPlans& plans = prepared.planned[index].plans;
  Both<Call> calls{describeCall(prepared.before(), functions.before, plans.before, entry.before.cellOfParameter),
                   describeCall(prepared.after(), functions.after, plans.after, entry.after.cellOfParameter)};
  for (const Side side : kSides) calls.of(side).startsFresh = entry.globalsStartFixed && !calls.of(side).globals.empty();
  return calls;
}

}  // namespace cleave::driver
