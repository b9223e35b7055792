// What a program learns from the world by library functions: the time and its zone, variables of the environment, the state of rand.
#include <algorithm>

#include "flow/points_to.h"
#include "inputs/plan_builder.h"
#include "inputs/string_literal.h"
#include "program/facts.h"

namespace cleave::inputs {

using program::Function;
using program::FunctionId;

namespace {

constexpr const char* kOfTheZone[] = {"localtime", "localtime_r", "mktime", "timelocal", "ctime", "ctime_r", "tzset"};
constexpr int64_t kFarthestZone = 14 * 60;  // minutes from UTC: Kiribati's, and one that is as far to the west

bool isGetenv(const std::string& name) { return name == "getenv" || name == "secure_getenv"; }

}  // namespace

// A program starts with the seed 1; a function may be called with any, unless its globals are what they are at the start.
void PlanBuilder::environment(Globals globalsAre) {
  const auto has = [&](const char* name) { return program_.findFunction(name).valid(); };
  if (!has("time") && !has("clock") && !has("__errno_location") && !has("random") && !has("srandom") && !has("getenv") && std::ranges::none_of(kOfTheZone, has) && !partners_.asksRandom && !partners_.asksErrno && !partners_.asksZone) return;  // most programs; then the call graph need not be known
  std::set<std::string> variables;
  bool asksTime = false, asksClock = false, asksZone = partners_.asksZone, asksErrno = partners_.asksErrno, asksRandom = partners_.asksRandom;
  std::set<FunctionId> reached;
  for (const auto& each : reach()) reached.insert(each->reached().begin(), each->reached().end());
  for (const FunctionId id : reached) {
    const Function& function = program_.function(id);
    asksTime = asksTime || (function.fromModels && function.name == "time");
    asksClock = asksClock || (function.fromModels && function.name == "clock");
    asksZone = asksZone || (function.fromModels && std::ranges::find(kOfTheZone, function.name) != std::end(kOfTheZone));
    asksErrno = asksErrno || (function.fromModels && function.name == "__errno_location");
    asksRandom = asksRandom || (function.fromModels && (function.name == "random" || function.name == "srandom"));
    if (function.fromModels) continue;
    program::forEachDirectCall(program_, function, [&](const program::CallInfo& call, const Function& callee) {
      if (call.arguments.size() != 1 || !isGetenv(callee.name)) return;
      if (const std::string name = literalAt(program_, function, call.arguments[0]); !name.empty()) variables.insert(name);
    });
  }
  using Kind = WorldInput::Kind;
  if (asksRandom && !plan_.isMain && globalsAre == Globals::Fixed) plan_.world.push_back({Kind::Seed, kNone, "", {}});
  if (asksErrno && !plan_.isMain && globalsAre == Globals::Fixed) addBound(sentence(Premise::ErrnoStartsZero));
  if (!plan_.isMain && globalsAre == Globals::Fixed) return;
  if (asksTime) plan_.world.push_back({Kind::Time, addCell({"time", "long", 64, true, false, 0, -1, false, {}}), "", {}});
  if (asksClock) plan_.world.push_back({Kind::Clock, addCell({"clock", "long", 64, true, false, 0, -1, false, {}}), "", {}});
  if (asksZone) {
    addBound(sentence(Premise::FixedZone));
    plan_.world.push_back({Kind::Zone, addCell({"utc_offset", "int", 32, true, false, -kFarthestZone, kFarthestZone, false, {}}), "", {}});
    variables.erase("TZ");  // it says the same
  }
  if (asksErrno && !plan_.isMain)
    plan_.world.push_back({Kind::Errno, addCell({"errno", "int", 32, true, false, 0, -1, false, {}}), "", {}});
  if (asksRandom && !plan_.isMain) {
    addAssumption(sentence(Premise::StateOfRand));
    plan_.world.push_back({Kind::Seed, addCell({"seed", "unsigned int", 32, false, false, 0, -1, false, {}}), "", {}});
  }
  for (const std::string& name : variables) {
    if (isObjectCut(name)) return;
    plan_.world.push_back({Kind::Variable, kNone, name, variable(name)});
  }
}

// The models keep what stdin holds in one place, and those that look there read it.
bool PlanBuilder::readsStdin() {
  const program::GlobalId data = program_.findGlobal("cleave_model_stdin_data");
  if (!data.valid()) return false;
  const auto looks = [&](FunctionId id) {
    const Function& function = program_.function(id);
    return function.name != "cleave_set_stdin" && std::ranges::any_of(function.constants, [&](const program::Constant& constant) {
             return constant.kind == program::Constant::Kind::Global && constant.target == data.value;
           });
  };
  return std::ranges::any_of(reach(), [&](const auto& each) { return std::ranges::any_of(each->reached(), looks); });
}

Value PlanBuilder::variable(const std::string& name) {
  const std::string path = "env." + name;
  PointerOptions chosen;
  if (const auto said = options_.pointers.find(path); said != options_.pointers.end()) chosen = said->second;
  chosen.behind = Behind::String;
  if (!chosen.null) chosen.null = true;
  if (!chosen.bound) chosen.bound = options_.stringBytes;
  plan_.asked.push_back(path);
  plan_.chosen.push_back({path, "char *", chosen});
  Value value;
  value.kind = Value::Kind::Pointer;
  value.bits = 64;
  if (*chosen.null) value.cell = addChoice(path + "_is_null");
  value.object = stringBehind(*chosen.bound, {}, program::PlaceName::plain(path));
  return value;
}

}  // namespace cleave::inputs
