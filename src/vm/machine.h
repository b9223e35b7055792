// Machine: the state of a run and the operations that instruction handlers build on. Internal to src/vm; others use run.h.
//
// Handlers (ops_*.cpp) are plain functions `void(Machine&, const Instruction&)` in a table indexed by Op (dispatch.cpp). The interpreter loop is
// `while (running_) { i = *pc_++; handlers[i.op](*this, i); }`; steps are counted per block, on entering it.
// A handler's fast path looks at `a.shadow | b.shadow`: zero means concrete operands, and no more work. Otherwise it computes the shadow too.
#pragma once

#include <array>
#include <memory>
#include <string>
#include <vector>

#include "expr/pool.h"
#include "program/program.h"
#include "vm/memory.h"
#include "vm/run.h"
#include "vm/value.h"

namespace cleave::vm {

using program::Function;
using program::FunctionId;
using program::Instruction;
using program::Operand;
using program::Reg;
using program::Type;

class Machine;
using Handler = void (*)(Machine&, const Instruction&);
extern const std::array<Handler, 256> kHandlers;  // dispatch.cpp

// A call of a function without a body: a builtin reads its arguments and sets its results through this.
struct BuiltinCall {
  Machine& machine;
  const program::CallInfo& info;
  const Instruction& instruction;
  std::vector<Value> arguments;  // one per scalar of info.arguments
  void setResult(const Value& value);  // of the only result; ignored when the call has none
};
using Builtin = void (*)(BuiltinCall&);
Builtin findBuiltin(const std::string& name);  // builtins*.cpp; null when there is none

struct Frame {
  FunctionId function;
  const Instruction* returnPc = nullptr;
  const program::CallInfo* call = nullptr;  // where the caller wants the results; null for the outermost
  Slot* registers = nullptr;
  std::vector<ObjectIndex> stackObjects;    // allocas, byval copies: dead when the frame returns
  std::vector<Value> variadic;              // the variadic arguments of this call, and their types
  std::vector<Type> variadicTypes;
};

class Machine {
 public:
  Machine(const program::Program& program, expr::ExprPool& pool, const RunLimits& limits);

  Run run(const EntryBinding& entry, const InputPlan& plan, const expr::Assignment& input, Mode mode, const Budget& budget);
  std::vector<ObservedCell> observeGlobal(program::GlobalId global);  // observe.cpp
  bool executed(FunctionId function, program::BlockIndex block) const;

  // --- parts
  const program::Program& program() const { return program_; }
  expr::ExprPool& pool() { return pool_; }
  Memory& memory() { return memory_; }
  ShadowPool& shadows() { return shadows_; }
  const RunLimits& limits() const { return limits_; }
  Frame& frame() { return frames_.back(); }
  const Function& function() const { return *function_; }
  Run& record() { return record_; }  // what this run has shown so far: output, assumptions

  // --- registers
  const Slot& get(Operand o) const { return banks_[o.raw >> 31][o.raw & ~Operand::kConstantBit]; }
  Slot& reg(Reg r) { return banks_[0][r]; }
  void set(Reg r, uint64_t bits, ShadowId shadow = 0) { banks_[0][r] = Slot{bits, shadow, 0}; }
  Value value(Operand o, Type type) const;        // both halves of a wide one
  void setValue(Reg r, Type type, const Value& v);

  // --- shadows (shadow.cpp)
  bool isSymbolic(ShadowId s) const { return s != 0 && shadows_[s].expr.valid(); }
  expr::ExprId exprOf(const Value& v, Type type);  // the expression, or the constant, of sortOf(type)
  ShadowId shadowOf(expr::ExprId e);               // a plain symbolic shadow; 0 when e is a constant
  // The shadow of a result computed from these operands: expression e (may be invalid or constant: concrete), fully undefined if any operand has
  // undefined bits, addressDerived if any is. Handlers that know better (And, shifts by constants, Trunc, pointer differences) do not use it.
  ShadowId derive(expr::ExprId e, Type type, std::initializer_list<ShadowId> operands);

  // --- decisions (shadow.cpp). `literal` must hold now; a constant one is not recorded. Concrete mode records nothing.
  void decide(expr::ExprId literal, DecisionKind kind);
  // Makes sure that a value may decide something or be shown: undefined bits trap as Uninitialised, addressDerived ends the run as unfinished.
  // False when the run was ended.
  bool requireShowable(const Value& v, const char* what);
  // Fixes a symbolic value to its concrete one by a decision. Returns the bits.
  U128 concretise(const Value& v, Type type, DecisionKind kind);
  // Fixes every input cell below an expression to its value of this run: the last resort where no exact expression exists.
  void concretiseInputsOf(expr::ExprId e);

  // --- ends of a run
  void trap(TrapKind kind);
  void unfinished(std::string reason);          // at the current place
  void exitWith(const Value& status);           // exit(status)
  bool running() const { return running_; }
  std::string place() const;                    // of the instruction being executed

  // --- control (control.cpp)
  void takeEdge(uint32_t edge);                 // moves, then the target block; counts steps, checks limits
  void call(const Instruction& inst);           // Op::Call
  void enter(FunctionId callee, std::vector<Value> arguments, std::vector<Type> types, const program::CallInfo* info);
  void returnFrom(const Instruction& inst);     // Op::Return

  // --- memory with checks (ops_memory.cpp); they trap or decide as needed and report false when the run was ended
  struct Place {
    ObjectIndex object = 0;
    uint64_t offset = 0;        // concrete, in bounds
    expr::ExprId offsetExpr;    // invalid: the place does not depend on the input
  };
  enum class Access { Read, Write };
  bool resolve(const Value& pointer, uint64_t bytes, Access access, Place& place);
  bool loadFrom(const Place& place, Type type, Value& value);  // exact for a symbolic offset
  bool storeTo(const Place& place, Type type, const Value& value);
  bool copyBytes(const Value& to, const Value& from, const Value& length);  // memcpy and memmove
  bool fillBytes(const Value& to, const Value& byte, const Value& length);  // memset
  bool readString(const Value& pointer, std::string& text);     // a NUL-terminated string; symbolic bytes are fixed by decisions

  // --- output (output.cpp)
  enum Channel { Stdout = 0, Stderr = 1 };
  void writeCharacter(Channel channel, const Value& character);  // 8 bits
  void writeText(Channel channel, std::string_view text);
  void writeFormatted(Channel channel, const std::string& spec, const Value& value, Type type);

 private:
  friend class Observer;
  void start(const EntryBinding& entry, const InputPlan& plan, const expr::Assignment& input);
  void interpret();
  void runConstructors();

  const program::Program& program_;
  expr::ExprPool& pool_;
  RunLimits limits_;
  ShadowPool shadows_;
  Memory memory_;

  Slot* banks_[2] = {nullptr, nullptr};  // registers of the frame, constants of the function
  const Instruction* pc_ = nullptr;
  const Function* function_ = nullptr;
  bool running_ = false;
  Mode mode_ = Mode::Concrete;
  const Budget* budget_ = nullptr;
  Run record_;

  std::unique_ptr<Slot[]> registerStack_;
  size_t registerTop_ = 0;
  std::vector<Frame> frames_;
  std::vector<std::vector<Slot>> constants_;  // by function: constants with addresses filled in
  std::vector<Builtin> builtins_;             // by function: null for those with a body or without a model
  std::vector<size_t> firstBlock_;            // by function: its first block in executedBlocks_
  std::vector<uint32_t> executedBlocks_;      // epoch of the last run that entered the block
  uint32_t epoch_ = 0;
  const expr::Assignment* input_ = nullptr;
  std::string constructorFailure_;  // why the static constructors did not finish; every run then ends as unfinished with it
};

}  // namespace cleave::vm
