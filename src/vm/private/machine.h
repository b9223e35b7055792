// Machine: the state of a run and the operations that instruction handlers build on. Internal to src/vm; others use run.h.
//
// Handlers (ops.h) are plain functions `void(Machine&, const Instruction&)`, one per Op; the interpreter's loop (dispatch.cpp) fetches an
// instruction and calls its handler. Steps are counted per block, on entering it. A handler's fast path looks at `a.shadow | b.shadow`:
// zero means concrete operands, and no more work. Otherwise it computes the shadow too.
#pragma once

#include <cstdlib>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <unordered_map>
#include <vector>

#include "expr/pool.h"
#include "program/program.h"
#include "vm/private/loops.h"
#include "vm/private/memory.h"
#include "vm/private/tracker.h"
#include "vm/private/value.h"
#include "vm/run.h"

namespace cleave::vm {

using program::Function;
using program::FunctionId;
using program::Instruction;
using program::Operand;
using program::Reg;
using program::Type;

class Machine;

// A call of a function without a body: a builtin reads its arguments and sets its results through this.
struct BuiltinCall {
  Machine& machine;
  const program::CallInfo& info;
  const Instruction& instruction;
  std::vector<Value> arguments;        // one per scalar of info.arguments
  void setResult(const Value& value);  // of the only result; ignored when the call has none
};
using Builtin = void (*)(BuiltinCall&);
Builtin findBuiltin(const Function& function);  // builtins*.cpp: by name and types; null when there is none

struct Frame {
  FunctionId function;
  const Instruction* returnPc = nullptr;
  const program::CallInfo* call = nullptr;  // where the caller wants the results; null for the outermost
  Slot* registers = nullptr;
  size_t openRegions = 0;                 // of the callers, at entry
  std::vector<ObjectIndex> stackObjects;  // allocas, byval copies: dead when the frame returns
  std::vector<Value> variadic;            // the variadic arguments of this call, and their types
  std::vector<Type> variadicTypes;
};

class Machine {
 public:
  Machine(const program::Program& program, expr::ExprPool& pool, const RunLimits& limits);

  Run run(const EntryBinding& entry, const InputSpace& plan, const expr::Assignment& input, Mode mode, const Budget& budget);
  void setLimits(const RunLimits& limits);
  void leavePointersOpen(const std::set<program::GlobalId>& globals, const std::set<program::GlobalId>& atStart);
  bool isLeftOpen(const Object& object, uint64_t offset) const {
    if (leftOpen_.empty() || !object.alive) return false;
    if (object.kind == ObjectKind::Function) return true;  // shown by its name
    if (object.kind != ObjectKind::Global) return false;
    return leftOpen_[object.source] == LeftOpen::Anywhere || (leftOpen_[object.source] == LeftOpen::AtStart && offset == 0);
  }
  std::vector<ObservedCell> observeGlobal(program::GlobalId global, Run& run);  // decides and ends on behalf of that finished run
  std::vector<ObservedCell> observeGlobal(program::GlobalId global);            // observe.cpp
  bool executed(FunctionId function, program::BlockIndex block) const;
  void track(const TrackPlan* plan);
  void trace(Trace* trace) { trace_ = trace; }
  RelId relianceOf(program::GlobalId global);
  RelianceDag::Flat flatten(std::span<const RelId> roots) const { return tracker_.dag().flatten(roots); }

  // --- parts
  const program::Program& program() const { return program_; }
  expr::ExprPool& pool() { return pool_; }
  Memory& memory() { return memory_; }
  ShadowPool& shadows() { return shadows_; }
  const ShadowPool& shadows() const { return shadows_; }
  const RunLimits& limits() const { return limits_; }
  Frame& frame() { return frames_[depth_ - 1]; }
  const Function& function() const { return *function_; }
  Run& record() { return record_; }      // what this run has shown so far: output, assumptions
  void assume(const std::string& what);  // adds to the record's assumptions, once
  void assume(result::Premise what) { assume(result::sentence(what)); }

  // --- registers
  const Slot& get(Operand o) const { return banks_[o.raw >> 31][o.raw & ~Operand::kConstantBit]; }
  Slot& reg(Reg r) { return banks_[0][r]; }
  void setPlain(Reg r, uint64_t bits) { banks_[0][r] = Slot{bits, 0, 0}; }  // computed from plain values only
  void set(Reg r, uint64_t bits, ShadowId shadow = 0) { banks_[0][r] = Slot{bits, shadow, pending_}; }
  Value value(Operand o, Type type);  // both halves of a wide one; in a tracked run the instruction relies on it from now on
  void setValue(Reg r, Type type, const Value& v);

  // --- shadows (shadow.cpp)
  bool isSymbolic(ShadowId s) const { return s != 0 && shadows_[s].expr.valid(); }
  expr::ExprId exprOf(const Value& v, Type type);  // the expression, or the constant, of sortOf(type)
  ShadowId shadowOf(expr::ExprId e);               // a plain symbolic shadow; 0 when e is a constant
  // The shadow of a result computed from these operands: expression e (may be invalid or constant: concrete), fully undefined if any
  // operand has undefined bits, addressDerived if any is. Handlers that know better (And, shifts by constants, Trunc, pointer differences)
  // do not use it.
  ShadowId derive(expr::ExprId e, Type type, std::initializer_list<ShadowId> operands);
  // The shadow of a value with these bits. Drops what says nothing (a constant expression, the origin that a concrete pointer shows anyway)
  // and gives the shared record of common ones, so that a long concrete run does not fill the pool.
  ShadowId keep(Shadow shadow, Type type, U128 bits);
  ShadowId undefinedShadow(unsigned width) const { return width; }  // all bits undefined, nothing else known
  // A value read as another type of the same width: Int, Float, Pointer. Decides what it must: not NaN, the object pointed to.
  Value reinterpret(const Value& v, Type from, Type to);
  bool requireFloatPattern(const Value& bits, Type to);  // false: the run was ended
  // The object that a pointer (or an integer made from one) belongs to: its origin, else what its address says; for a symbolic address of
  // unknown origin by a decision. 0: null, or a number that is no address.
  ObjectIndex objectBehind(const Value& v);
  bool isNull(const Value& pointer);  // or a small number, by a decision where it may be or not
  // Numbers near 0, and those in the upper half, are no addresses of objects in any layout.
  bool isNoAddress(const Value& number);
  // Somebody wants what is where a number says (kNumber) that may be an address: natively that may be anything. Ends the run.
  bool isAtNumber(const Value& pointer);

  // --- decisions (shadow.cpp). `literal` must hold now; a constant one is not recorded. Concrete mode records nothing.
  void decide(expr::ExprId literal, DecisionKind kind, uint32_t edge = Decision::kNoEdge);
  // Makes sure that a value may decide something or be shown: undefined bits trap as Uninitialised, addressDerived ends the run as
  // unfinished. False when the run was ended.
  bool requireShowable(const Value& v, const char* what);
  // Fixes a symbolic value to its concrete one by a decision. Returns the bits.
  U128 concretise(const Value& v, Type type, DecisionKind kind);
  // The same for those bits of it that are in the mask (of an integer or pointer).
  void concretiseBits(const Value& v, Type type, U128 mask, DecisionKind kind);
  // Fixes every input cell below an expression to its value of this run: the last resort where no exact expression exists.
  void concretiseInputsOf(expr::ExprId e);
  // Decides how the NaN that `nan` is on this input came about, so that its pattern is this run's on all inputs that decide alike
  // (nan_pattern.cpp).
  void fixNan(expr::ExprId nan);
  // A float whose sign will show: decided to be no NaN, or which one.
  Value withKnownNan(const Value& v, Type type);
  // Expressions know one NaN. When the float `result` of an operation on `operand` folded to it, the pattern of the NaN may still vary with
  // the input: this then fixes the inputs below `operand`, and reports true.
  bool fixFoldedNan(expr::ExprId result, expr::ExprId operand);

  // --- objects without a name that pointers led to, in the order in which they were found, over all that is looked at behind a run: two
  // pointers that are shown lead to one object or to two. Which number an object has relies on every pointer that was looked at before.
  struct FoundObjects {
    std::vector<ObjectIndex> objects;
    RelId rel = 0;
  };
  FoundObjects& foundObjects() { return foundObjects_; }

  // --- reliance (track.cpp). An instruction relies on all that it has read and decided so far (`pending`), and what it writes relies on
  // the same: that is more than some results need, never less.
  bool tracking() const { return tracking_; }
  RelId pending() const { return pending_; }
  void setPending(RelId rel) { pending_ = rel; }
  void rely(RelId rel) { pending_ = tracker_.join(pending_, rel); }
  void relyOnCells(ObjectIndex object, uint64_t offset, uint64_t bytes);  // a load: the stores, and what may have stored there since
  bool cellsMatter(const Object& object) const { return object.stamps != nullptr || !tracker_.log().isEmpty(object.site); }
  bool storesMatter(const Object& object) const {
    return object.stamps != nullptr || tracker_.log().now() != object.birth || pending_ != 0;
  }
  bool stampCells(ObjectIndex object, uint64_t offset, uint64_t bytes, RelId extra);  // a store; false: the run was ended
  bool stampCopy(ObjectIndex to, uint64_t toOffset, ObjectIndex from, uint64_t fromOffset, uint64_t bytes);
  void wrote(RelId address);  // the instruction wrote through an address that relies on this
  void passedCheck() {
    if (traps_) tracker_.passedCheck(pending_, impacted_);
  }
  // A select of merged code has found its condition defined. Elsewhere it need not be, and nothing is known there, in clean code either.
  void noteLooked() {
    if (tracking_) tracker_.passedCheck(pending_, true);
  }
  // The instruction may have freed another object: whoever looks at that one later, clean or not, might trap.
  void noteFreed() {
    if (tracking_) tracker_.passedCheck(pending_, true);
  }
  void noteMade(ObjectIndex object, flow::SiteId site);
  void noteMade(ObjectIndex object);  // by the instruction being executed
  void relyOnDecision(uint32_t index, DecisionKind kind);
  void openRegion();  // the terminator being executed decided something

  // --- ends of a run
  void trap(TrapKind kind);
  void unfinished(std::string reason);      // at the current place
  void unfinishedHere(std::string reason);  // as every run that comes to this place
  void exitWith(const Value& status);       // exit(status)
  // An exception left the entry; `bases`: of its class, with theirs.
  void threw(const Value& object, const std::string& type, const std::string& shown, const std::string& bases);
  void noteThrow();  // one is thrown here
  bool running() const { return running_; }
  std::string place() const;  // of the instruction being executed

  // --- control (control.cpp)
  template <bool kTracked>
  void takeEdge(uint32_t edge);              // moves, then the target block; counts steps, checks limits
  void takeSwitch(const Instruction& inst);  // Op::Switch
  void call(const Instruction& inst);        // Op::Call
  // A call of a function with a body; `types` are the arguments'. The results go where `info` says (null: they are the run's).
  void enter(FunctionId callee, const std::vector<Value>& arguments, const std::vector<Type>& types, const program::CallInfo* info);
  void returnFrom(const Instruction& inst);  // Op::Return
  bool spend(uint64_t steps);  // for work within one instruction (a long copy): counts it, checks limits; false: the run was ended

  // --- memory with checks (ops_memory.cpp); they trap or decide as needed and report false when the run was ended
  struct Place {
    ObjectIndex object = 0;
    uint64_t offset = 0;      // concrete, in bounds
    expr::ExprId offsetExpr;  // invalid: the place does not depend on the input
  };
  enum class Access { Read, Write };
  bool resolve(const Value& pointer, uint64_t bytes, Access access, Place& place);
  // An object whose size hangs on the input (open_size.cpp).
  void openSize(ObjectIndex object, expr::ExprId size, uint64_t bits, Fill fill);
  bool isOpen(ObjectIndex object) const { return memory_.object(object).openSize.valid(); }
  bool fitsOpen(ObjectIndex object, uint64_t offset, expr::ExprId offsetExpr,
                uint64_t bytes);     // decided; invalid: the offset is what it is
  bool isEmpty(ObjectIndex object);  // decided where it is open
  void fixSize(ObjectIndex object);  // by a decision: all inputs that decide alike have this run's
  bool trapsByLength(const Value& pointer, const Value& length, Access access);  // a copy or fill so long does not fit; the run was ended
  bool isReadable(const Value& pointer, uint64_t bytes);  // as resolve would find it: no trap, but a decision where that hangs on the input
  bool loadFrom(const Place& place, Type type, Value& value);  // exact for a symbolic offset
  bool storeTo(const Place& place, Type type, const Value& value);
  enum class Overlap : uint8_t { Allowed, Trap };
  bool copyBytes(const Value& to, const Value& from, const Value& length, Overlap overlap);  // memmove and memcpy
  // Whether so many bytes from the one place on share none with so many from the other on; a trap ends the run where they do.
  bool requireDisjoint(const Value& to, uint64_t toBytes, const Value& from, uint64_t fromBytes);
  bool fillBytes(const Value& to, const Value& byte, const Value& length);  // memset
  bool readString(const Value& pointer, std::string& text);  // a NUL-terminated string; symbolic bytes are fixed by decisions

  // --- loops that were cut (loops.cpp, vm/private/loops.h)
  bool readCell(uint32_t cell, Value& value);  // of 64 bits or fewer; false: the run was ended
  const LoopCells& loopCells() const;          // none while static constructors run
  std::vector<OpenLoop>& openLoops() { return openLoops_; }
  size_t depth() const { return depth_; }
  bool mayWrite(const Place& place, uint64_t bytes);  // false: the run was ended
  bool mayRelease(ObjectIndex object);                // the same
  void wroteOutside(OutsideWrite write);              // ends the run

  // Whether the function being executed reads the result of this call anywhere (builtins_stdio.cpp).
  bool resultIsUsed(const program::CallInfo& info);
  bool resultIsUsed(const program::CallInfo& info, const Function& function);

  // --- output (output.cpp)
  enum Channel { Stdout = 0, Stderr = 1 };
  void writeCharacter(Channel channel, const Value& character);  // 8 bits
  void writeText(Channel channel, std::string_view text);
  void writeFormatted(Channel channel, const std::string& spec, const Value& value, Type type);
  void noteCall();  // of the environment: what was printed came before it

 private:
  friend class Observer;
  friend class NullSource;

  // A function laid out for the interpreter: what an edge, a switch or a call needs to know, worked out once.
  struct EdgeCode {
    const Instruction* target = nullptr;
    const program::Move* moves = nullptr;
    uint32_t moveCount = 0;
    uint32_t steps = 0;  // instructions of the target block
    uint32_t block = 0;  // the target block, in executedBlocks_
    bool overlapping = false;
    uint64_t hash = 0;
  };
  struct SwitchCode {
    std::vector<uint64_t> values;  // ascending; a type of more than 64 bits is searched in the table itself
    std::vector<uint32_t> edges;
  };
  struct CallCode {
    bool simple = false;  // direct, to a body, same types, nothing variadic or by value: arguments are plain moves
  };
  struct FunctionCode {
    EdgeCode entry;
    std::vector<EdgeCode> edges;
    std::vector<SwitchCode> switches;
    std::vector<CallCode> calls;
    std::vector<Slot> constants;           // with addresses filled in
    Builtin builtin = nullptr;             // null for those with a body or without a model
    size_t firstBlock = 0;                 // in executedBlocks_
    const FunctionNotes* notes = nullptr;  // of the plan, when tracking
  };
  static constexpr size_t kRegisterStack = size_t{8} << 20;  // slots; address space only, until a run goes that deep
  struct Free {
    void operator()(Slot* slots) const { std::free(slots); }
  };

  void layOut(FunctionId id);
  void layOutConstants(const Function& function, FunctionCode& code);
  bool isSimpleCall(const program::CallInfo& info) const;
  void runConstructors();

  void prepare(Mode mode, const Budget& budget);  // everything as new
  void start(const EntryBinding& entry, const InputSpace& plan, const expr::Assignment& input);
  bool readParameter(const InputCell& cell, Type type, Value& value);
  ObjectIndex allocateResult(const Function& function);
  void interpret();
  template <bool kTracked>
  void interpretLoop();
  void end(OutcomeKind kind);
  size_t userDepth() const;                 // of the innermost frame that is not a library model's
  std::string placeIn(size_t depth) const;  // of the instruction that the frame is at
  std::optional<PointerPlace> nullSource() const;  // null_source.cpp

  void findUserCode(Decision& decision) const;
  void noteStep(const Instruction& inst, std::optional<U128> bits);
  void noteVariables(const Instruction& inst);
  void beginTracked(const Instruction& inst);
  void endTracked(const Instruction& inst);
  void takeEdgeTracked(uint32_t edge);
  Slot slotForReader(Operand o, bool impacted);  // as code that is impacted, or not, sees it
  Slot argumentFor(Operand o, bool impacted);    // what the call or return being executed passes on to such code
  void cut(Reg reg, Type type, uint32_t leaf);
  void expandLeaves(expr::ExprId& own, RelId& rel, Reg reg);
  void noteResults(const program::CallInfo& info, const CodeNote& note);
  void noteParameters(FunctionId callee);
  const CodeNote& noteOf(const Instruction& inst) const {
    return code_->notes->instructions[static_cast<size_t>(&inst - function_->instructions.data())];
  }
  const flow::Effects& effectsHere();
  ShadowId& leafOf(const Slot& slot) { return leaves_[static_cast<size_t>(&slot - registerStack_.get())]; }

  bool takeSteps(uint64_t steps);
  void notePath(uint64_t what);  // makes paths that differ here differ in their hash
  bool pastLimit();
  Frame* push(FunctionId callee, const program::CallInfo* info);
  void jumpToEntry(FunctionId callee);
  void callBuiltin(FunctionId callee, const program::CallInfo& info, const Instruction& inst);
  bool findTarget(const Instruction& inst, FunctionId& callee);
  bool copyByValue(Value& argument, uint64_t bytes, Frame& frame, flow::SiteId site);
  ShadowId addressShadow(ObjectIndex origin);
  void concretiseInput(expr::SymbolId symbol);
  void concretiseAllInputs();
  Value pointerToInt(const Value& v);
  Value intToPointer(const Value& v);
  Value floatToBits(const Value& v, Type from, Type to);

  const program::Program& program_;
  expr::ExprPool& pool_;
  RunLimits limits_;
  const TrackPlan* plan_ = nullptr;
  Trace* trace_ = nullptr;
  bool tracking_ = false;
  bool impacted_ = false;  // the instruction being executed,
  bool proved_ = false;    // whether both versions were proved to do the same there,
  bool traps_ = false;     // and whether it may trap by what it looks at; false in untracked runs
  RelId pending_ = 0;
  FoundObjects foundObjects_;
  Tracker tracker_;
  ShadowPool shadows_;
  Memory memory_;

  Slot* banks_[2] = {nullptr, nullptr};  // registers of the frame, constants of the function
  const Instruction* pc_ = nullptr;      // behind the instruction being executed
  const Function* function_ = nullptr;
  const FunctionCode* code_ = nullptr;
  bool running_ = false;
  Mode mode_ = Mode::Concrete;
  const Budget* budget_ = nullptr;
  const InputSpace* space_ = nullptr;
  std::vector<OpenLoop> openLoops_;  // those that are being run through, the innermost last
  expr::Assignment input_;
  std::vector<expr::SymbolId> inputSymbols_;  // the cells of the plan
  uint64_t steps_ = 0;
  uint64_t checkAt_ = 0;  // when steps_ reaches this, look at the limits
  uint64_t pathHash_ = 0;
  Run record_;

  std::unique_ptr<Slot[], Free> registerStack_;  // not touched before it is used
  size_t registerTop_ = 0;
  std::vector<Frame> frames_;  // the first depth_ are alive; the others keep the capacity of their vectors
  size_t depth_ = 0;
  std::vector<FunctionCode> codes_;       // by function
  std::vector<uint32_t> executedBlocks_;  // epoch of the last run that entered the block
  struct Decided {
    uint32_t epoch = 0;
    uint32_t index = 0;
  };
  std::vector<Decided> decided_;  // by expression: the last run that decided it, and the index of the decision
  uint32_t epoch_ = 0;
  size_t firstShadow_ = 0;                          // of a run; those before belong to constants and to the initial memory
  size_t firstExpr_ = 0;                            // size of the pool when the run began
  std::vector<ShadowId> addressShadows_;            // by origin: the shared record, if still valid
  std::vector<Slot> moved_;                         // temporaries of overlapping moves
  std::unique_ptr<ShadowId[], FreeMemory> leaves_;  // beside the register stack: the leaf that impacted code sees instead; 0: none
  std::vector<uint32_t> leafInstances_;             // by leaf
  std::unordered_map<expr::SymbolId, uint32_t> leafOfSymbol_;  // index in record_.leaves; kept only where a plan has something proved
  std::map<const Instruction*, flow::Effects> instructionEffects_;
  std::vector<Value> arguments_;  // of the call at work, kept for their capacity
  std::vector<Type> argumentTypes_;
  bool observes_ = false;  // false while static constructors run
  enum class LeftOpen : uint8_t { No, AtStart, Anywhere };
  std::vector<LeftOpen> leftOpen_;  // by global: a pointer to it is not followed where the inputs tell whether it leads there
  std::unordered_map<const program::CallInfo*, bool> resultUses_;
  std::string thrownAt_;                      // place of the last throw
  ObjectIndex structReturn_ = 0;              // where the entry puts a struct that it returns
  std::vector<OutputItem> initialOutput_[2];  // what the static constructors printed
  std::vector<std::string> initialAssumptions_;
  std::string constructorFailure_;  // why the static constructors did not finish; every run then ends as unfinished with it
};

}  // namespace cleave::vm
