// Inputs that the program itself names, through <cleave.h>.
#include <fmt/format.h>

#include <algorithm>

#include "inputs/plan_builder.h"
#include "inputs/user_names.h"
#include "program/facts.h"

namespace cleave::inputs {

using program::Function;
using program::FunctionId;

void PlanBuilder::userInputs() {
  const FunctionId left = program_.findFunction("cleave_input");  // with a size or a name that could not be told
  const auto isUsers = [](const program::Global& global) { return global.name.starts_with(kUserInputPrefix); };
  // Most programs; then the call graph need not be known.
  if (!left.valid() && std::none_of(program_.globals.begin(), program_.globals.end(), isUsers)) return;
  std::set<FunctionId> reached;
  for (const auto& each : reach()) reached.insert(each->reached().begin(), each->reached().end());
  environmentAnswers(reached);
  for (const FunctionId id : reached) {
    const Function& function = program_.function(id);
    for (const program::Instruction& i : function.instructions) {
      if (i.op == program::Op::Call && left.valid() && function.calls[i.extra].callee == left) plan_.usesHarnessCalls = true;
      for (const program::Operand operand : {i.a, i.b, i.c}) {
        if (!operand.isConstant() || function.constants[operand.index()].kind != program::Constant::Kind::Global) continue;
        const program::Global& global = program_.globals[function.constants[operand.index()].target];
        if (program::isVolatileEvent(global)) addVolatile();
        if (!isUsers(global) || global.name.starts_with(volatileGlobal("")) || global.name.starts_with(program::kEnvironmentGlobal)) continue;
        addUser(global.name.substr(std::string_view(kUserInputPrefix).size()), global.size);
      }
    }
  }
}

// The accesses to volatile objects, as a version has them at all.
void PlanBuilder::addVolatile() {
  plan_.usesHarnessCalls = true;
  if (!globals_.insert(volatileGlobal("count")).second) return;
  const auto add = [&](const char* part, uint64_t numbers, bool isNumber) {
    const uint32_t object = addObject(std::string("volatile_") + part, {}, numbers, true, 8 * numbers);
    plan_.objects[object].global = volatileGlobal(part);
    plan_.objects[object].isNumber = isNumber;
    plan_.objects[object].holdsPointers = !isNumber;
    plan_.objects[object].numberBytes = 8;
    return object;
  };
  add("count", 1, true);
  add("places", kVolatileEvents, false);
  add("kinds", kVolatileEvents, true);
  add("values", kVolatileEvents, true);
  const uint32_t reads = add("reads", kVolatileReads, true);
  for (uint64_t k = 0; k < kVolatileReads; ++k) {
    Value value;
    value.bits = 64;
    value.cell = addCell({fmt::format("volatile_read[{}]", k), "int64_t", 64, true, false, 0, -1, false, {}});
    put(reads, 8 * k, std::move(value));
  }
  addBound(sentence(Premise::VolatileAccesses, kVolatileReads, kVolatileEvents));
}

void PlanBuilder::addUser(const std::string& name, uint64_t size) {
  plan_.usesHarnessCalls = true;
  const std::string global = kUserInputPrefix + name;
  if (size == 0 || !globals_.insert(global).second) return;
  const uint32_t object = addObject(name, {}, size, true, size);
  plan_.objects[object].global = global;
  const bool isNumber = size == 1 || size == 2 || size == 4 || size == 8;
  plan_.objects[object].isNumber = isNumber;
  if (!isNumber) return fillBytes(object, 0, size, program::PlaceName::plain(name));
  Value value;
  value.bits = static_cast<unsigned>(8 * size);
  value.cell = addCell({name, fmt::format("int{}_t", value.bits), value.bits, true, false, 0, -1, false, {}});
  put(object, 0, std::move(value));
}

}  // namespace cleave::inputs
