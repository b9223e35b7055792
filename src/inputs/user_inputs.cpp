// Inputs that the program itself names, through <cleave.h>.
#include <fmt/format.h>

#include "flow/points_to.h"
#include "inputs/plan_builder.h"
#include "inputs/string_literal.h"
#include "inputs/user_names.h"

namespace cleave::inputs {

using program::Function;
using program::FunctionId;
using program::Instruction;
using program::Op;

void PlanBuilder::userInputs() {
  if (!program_.findFunction("cleave_input").valid()) return;  // most programs; then the call graph need not be known
  std::set<FunctionId> reached;
  for (const auto& each : reach()) reached.insert(each->reached().begin(), each->reached().end());
  for (const FunctionId id : reached) {
    const Function& function = program_.function(id);
    for (const Instruction& i : function.instructions) {
      if (i.op != Op::Call) continue;
      const program::CallInfo& call = function.calls[i.extra];
      if (!call.callee.valid() || call.arguments.size() != 3) continue;
      const std::string& callee = program_.function(call.callee).name;
      if (callee != "cleave_input") continue;
      const std::string name = literalAt(program_, function, call.arguments[2]);
      if (!name.empty() && call.arguments[1].isConstant()) addUser(name, function.constants[call.arguments[1].index()].bits);
    }
  }
}

void PlanBuilder::addUser(const std::string& name, uint64_t size) {
  plan_.usesHarnessCalls = true;
  const std::string global = kUserInputPrefix + name;
  if (size == 0 || size > kMostUserBytes || !globals_.insert(global).second) return;
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
