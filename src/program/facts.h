// What one instruction does, for whoever looks at code without running it: what it reads, defines and calls, where it goes, through which
// pointers it reads and writes memory. What takes the whole function to answer stands in FunctionFacts (program.h).
#pragma once

#include <array>
#include <cstddef>
#include <iterator>
#include <span>
#include <vector>

#include "program/program.h"

namespace cleave::program {

FunctionFacts factsOf(const Function& function);  // for finish.h; others find them in the function

// --- operands

// What an instruction reads, in a fixed order: a, b and c, present or not, then the arguments of a call or a return.
class Operands {
 public:
  Operands(const Instruction& instruction, std::span<const Operand> arguments)
      : own_{instruction.a, instruction.b, instruction.c}, arguments_(arguments) {}

  size_t size() const { return own_.size() + arguments_.size(); }
  Operand operator[](size_t k) const { return k < own_.size() ? own_[k] : arguments_[k - own_.size()]; }

  class Iterator {
   public:
    using value_type = Operand;
    using difference_type = std::ptrdiff_t;
    Iterator() = default;
    Iterator(const Operands* operands, size_t at) : operands_(operands), at_(at) {}
    Operand operator*() const { return (*operands_)[at_]; }
    Iterator& operator++() {
      ++at_;
      return *this;
    }
    Iterator operator++(int) { return {operands_, at_++}; }
    bool operator==(const Iterator&) const = default;

   private:
    const Operands* operands_ = nullptr;
    size_t at_ = 0;
  };
  Iterator begin() const { return {this, 0}; }
  Iterator end() const { return {this, size()}; }

 private:
  std::array<Operand, 3> own_;
  std::span<const Operand> arguments_;  // of the function's CallInfo
};

// A failed assertion is a trap wherever it stands: no one sees the file, line and text that it is given, which change with every line
// inserted above.
bool argumentsAreUnseen(const Program& program, const CallInfo& call);

// Without arguments that are unseen.
Operands operandsOf(const Program& program, const Function& function, const Instruction& instruction);

inline bool isRegister(Operand operand) { return operand.present() && !operand.isConstant(); }

inline bool isDivision(Op op) { return familyOf(op) == Family::Division; }
// The smallest number divided by -1 does not fit. The processor stops there at its own widths; at others it is computed in a wider one, or
// by the compiler's library, and wraps.
constexpr bool overflowingQuotientTraps(unsigned width) { return width == 8 || width == 16 || width == 32 || width == 64; }
bool divisionMayTrap(const Function& function, const Instruction& division);  // false: by a constant for which there is no trap

// --- a whole program

// Functions whose addresses are mentioned, in globals first; each once.
std::vector<FunctionId> addressTaken(const Program& program);

// --- results

bool hasOverflowFlag(Op op);                      // defines a second register, `extra`: whether the operation overflowed
Type resultType(const Instruction& instruction);  // of dst; the `type` of a comparison is that of its operands

// Calls visit(register, type) for each register that an instruction defines; the halves of a wide result one after the other.
template <class Visit>
void forEachResult(const Function& function, const Instruction& instruction, Visit visit) {
  const auto define = [&](Reg reg, Type type) {
    for (unsigned slot = 0; slot < type.slots(); ++slot) visit(reg + slot, type);
  };
  if (instruction.op == Op::Call) {
    const CallInfo& call = function.calls[instruction.extra];
    for (size_t k = 0; k < call.results.size(); ++k) define(call.results[k], call.resultTypes[k]);
    return;
  }
  if (instruction.dst != UINT32_MAX) define(instruction.dst, resultType(instruction));
  if (hasOverflowFlag(instruction.op)) define(instruction.extra, Type::integer(1));
}

std::vector<Reg> resultsOf(const Function& function, const Instruction& instruction);

// --- control

// The cases by ascending value.
std::vector<SwitchCase> sortedCases(const SwitchTable& table);

// Where a terminator may go: in the order of its edges, a switch by ascending case value and the default last. Empty for what is no
// terminator.
std::vector<BlockIndex> targetsOf(const Function& function, const Instruction& instruction);

// Call and Return have a CallInfo.
inline bool hasCallInfo(Op op) { return op == Op::Call || op == Op::Return; }

// Calls visit(call, callee) for each call that names its callee, in the order of the instructions.
template <class Visit>
void forEachDirectCall(const Program& program, const Function& function, Visit visit) {
  for (const Instruction& i : function.instructions) {
    if (i.op != Op::Call) continue;
    const CallInfo& call = function.calls[i.extra];
    if (call.callee.valid()) visit(call, program.function(call.callee));
  }
}

// --- memory

// The pointers through which an instruction itself, not what it calls, reads and writes memory; absent where it does not.
struct MemoryUse {
  Operand reads;
  Operand writes;
};
MemoryUse memoryUseOf(const Instruction& instruction);

}  // namespace cleave::program
