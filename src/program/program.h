// Program: one version, lowered once from LLVM IR into a small typed SSA form that the VM executes as it stands. LLVM is not seen from here
// up.
//
// Every value is a scalar in a register of its frame: an integer of 1 to 128 bits, a float, a double, or a pointer (64 bits). The lowering
// has split vectors and aggregates into scalars. A value wider than 64 bits takes two registers, low half first. Operands name a register
// of the frame or a constant of the function; both are found without a look-up.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "program/environment.h"
#include "program/op.h"
#include "program/source_type.h"
#include "support/bits.h"
#include "support/ids.h"

namespace cleave::program {

struct FunctionTag;
using FunctionId = Id<FunctionTag>;
struct GlobalTag;
using GlobalId = Id<GlobalTag>;
using Reg = uint32_t;
using BlockIndex = uint32_t;  // within its function
using InstIndex = uint32_t;   // within its function

enum class TypeKind : uint8_t { Int, Float, Pointer };

struct Type {
  TypeKind kind = TypeKind::Int;
  uint8_t width = 0;  // bits: Int 1..128, Float 32, 64 or 80, Pointer 64

  static constexpr Type integer(unsigned width) { return {TypeKind::Int, static_cast<uint8_t>(width)}; }
  static constexpr Type floating(unsigned width) { return {TypeKind::Float, static_cast<uint8_t>(width)}; }
  static constexpr Type pointer() { return {TypeKind::Pointer, 64}; }
  bool isInt() const { return kind == TypeKind::Int; }
  bool isFloat() const { return kind == TypeKind::Float; }
  bool isPointer() const { return kind == TypeKind::Pointer; }
  unsigned bytes() const { return (width + 7u) / 8u; }   // in memory: i1 and i24 take 1 and 3 bytes
  unsigned slots() const { return width > 64 ? 2 : 1; }  // registers
  constexpr bool operator==(const Type&) const = default;
};

// A register of the frame, or a constant of the function.
struct Operand {
  static constexpr uint32_t kConstantBit = 1u << 31;
  static constexpr uint32_t kNone = UINT32_MAX;
  uint32_t raw = kNone;

  static Operand reg(Reg r) { return {r}; }
  static Operand constant(uint32_t index) { return {index | kConstantBit}; }
  bool present() const { return raw != kNone; }
  bool isConstant() const { return present() && (raw & kConstantBit) != 0; }
  uint32_t index() const { return raw & ~kConstantBit; }
  bool operator==(const Operand&) const = default;
};

// A constant of a function. A wide one takes two entries of Function::constants, low half first (as registers do).
struct Constant {
  enum class Kind : uint8_t { Bits, Global, Function, Undefined };  // Undefined: LLVM's undef and poison
  Kind kind = Kind::Bits;
  Type type;
  uint64_t bits = 0;    // Bits: the pattern (of this half); Global: offset in bytes, wrapping
  uint32_t target = 0;  // GlobalId or FunctionId value
  bool operator==(const Constant&) const = default;
};

struct SourceLoc {
  uint32_t file = UINT32_MAX;  // index in Program::files; UINT32_MAX: unknown
  uint32_t line = 0;
  uint32_t column = 0;
  bool known() const { return line != 0; }
};

struct Instruction {
  Op op = Op::Unreachable;
  Type type;         // of the result; for Store of the stored value; for comparisons of the operands
  Type sourceType;   // casts: of the operand
  uint8_t flag = 0;  // ICmp, FCmp: the predicate; others as op.h says
  Reg dst = UINT32_MAX;
  Operand a, b, c;
  int64_t imm = 0;     // as op.h says
  uint32_t extra = 0;  // index into a side table of the function, as op.h says
  SourceLoc loc;
};

// One phi: dst gets the operand that belongs to the edge taken. All phis of a block read before any writes.
struct Phi {
  Reg dst = 0;
  Type type;
  std::vector<std::pair<BlockIndex, Operand>> incoming;  // one per predecessor block
  SourceLoc loc;
};

// A move along a control-flow edge, derived from the phis of its target (finish.h).
struct Move {
  Reg dst = 0;
  Operand source;
  uint32_t phi = 0;  // index in the target block's phis
};

struct Edge {
  BlockIndex from = 0;
  BlockIndex to = 0;
  uint32_t firstMove = 0;
  uint32_t moveCount = 0;
  bool overlapping = false;  // some move reads what an earlier one writes: go through temporaries
};

struct Block {
  std::string name;
  std::vector<Phi> phis;
  InstIndex first = 0;  // instructions [first, end), the last is the only terminator
  InstIndex end = 0;
};

struct SwitchCase {
  U128 value = 0;
  uint32_t edge = 0;
};

struct SwitchTable {
  std::vector<SwitchCase> cases;  // several cases may share an edge's target; each has its own edge index
  uint32_t defaultEdge = 0;
};

struct CallInfo {
  FunctionId callee;               // invalid: indirect, through operand a
  std::vector<Operand> arguments;  // one per scalar (a wide one: the operand of its low half; the high half is the next index)
  std::vector<Type> argumentTypes;
  std::vector<Reg> results;  // one per scalar of the result
  std::vector<Type> resultTypes;
  uint32_t fixedArguments = 0;        // of a variadic call: how many (scalars) are not variadic
  std::vector<uint64_t> byValueSize;  // per argument: bytes to copy for a `byval` pointer, else 0
};

// What defines a register.
struct Definition {
  enum class Kind : uint8_t { None, Parameter, Phi, Instruction };
  Kind kind = Kind::None;
  uint32_t index = 0;  // the parameter, the phi's block or the instruction
  uint32_t phi = 0;    // in that block
  uint32_t slot = 0;   // which of the registers that it defines
  Type type;           // of the value; both registers of a wide one have the whole type
};

// What follows from the code of a function and every stage asks for; derived once (finish.h), so that a question is a look-up. What
// follows from one instruction alone stands in facts.h.
struct FunctionFacts {
  std::vector<Definition> definitions;              // by register
  std::vector<BlockIndex> blockOf;                  // by instruction
  std::vector<std::vector<BlockIndex>> successors;  // by block: each once, in the order of the edges
  std::vector<std::vector<BlockIndex>> predecessors;
};

struct SourceParameter {
  std::string name;
  SourceTypeId type;
};

struct Parameter {
  Reg reg = 0;
  Type type;
  uint64_t byValueSize = 0;   // `byval` pointer: the callee owns a copy of so many bytes
  bool structReturn = false;  // `sret` pointer
};

// A variable of the source, in one function.
struct Variable {
  std::string name;
  SourceTypeId type;
};

// Where a variable got a value that no instruction stores: it lives in a register, or its place in memory is made here. For reports alone:
// nothing that is claimed depends on it.
struct VariableNote {
  InstIndex at = 0;       // just before this instruction
  uint32_t variable = 0;  // index in Function::variables
  Operand value;          // a register: the value, or the address; absent: `bits`, or nothing is known
  uint64_t bits = 0;
  bool isConstant = false;  // `bits` are the value
  bool isAddress = false;   // the register has the address of the variable
  SourceLoc loc;
};

struct Function {
  std::string name;      // the linker's
  std::string display;   // as the source says: "ns::f(int)" for C++, "f" for C
  bool defined = false;  // has a body here
  bool internal = false;
  bool variadic = false;
  bool noReturn = false;
  bool mayThrow = false;              // may return with an exception pending (exceptions/exceptions.h)
  bool sharesMemory = false;          // has atomic or volatile accesses, or calls threads: more than one thread may be meant
  bool fromModels = false;            // a body that cleave brings along for a library function, not the user's
  std::vector<Parameter> parameters;  // scalars, in ABI order
  std::vector<Type> results;          // scalars
  SourceLoc loc;

  // From debug info; absent for functions without it.
  bool hasSourceSignature = false;
  std::vector<SourceParameter> sourceParameters;
  SourceTypeId sourceResult;  // invalid: void
  // True when source parameter k is exactly the k-th parameter that is not structReturn, a scalar passed directly, for all k.
  bool plainParameters = false;
  // Of an input harness: which input each parameter is, in terms that both versions share. Empty for all other functions.
  std::vector<std::string> inputKeys;
  // Where each scalar of `results` stands in the source's result object (a struct returned in registers has several): byte offsets.
  std::vector<uint64_t> resultOffsets;

  std::vector<Block> blocks;  // blocks[0] is the entry block
  std::vector<Instruction> instructions;
  std::vector<Edge> edges;
  std::vector<Move> moves;
  std::vector<SwitchTable> switches;
  std::vector<CallInfo> calls;
  std::vector<Constant> constants;
  std::vector<std::string> unsupported;  // messages of Op::Unsupported
  uint32_t registerCount = 0;
  std::vector<Variable> variables;  // of the user's functions
  std::vector<VariableNote> notes;  // in the order of `at`
  FunctionFacts facts;
};

struct Relocation {
  uint64_t offset = 0;  // where in the global the 8-byte address stands
  Constant target;      // kind Global or Function
};

// What the C library keeps from one call to the next, and whoever calls the entry may find (frontend/library_state.h).
enum class LibraryState : uint8_t { None, Errno, Stdin, Random };

struct Global {
  std::string name;     // the linker's
  std::string display;  // as the source says
  bool defined = false;
  bool constant = false;
  bool internal = false;
  bool threadLocal = false;
  bool fromModels = false;  // of the library models or of the input harness
  LibraryState library = LibraryState::None;
  bool isRead = false;  // of such a state: the user's code looks at it, or the next call of the library does, so callers may as well
  uint64_t size = 0;
  uint64_t alignment = 1;
  std::vector<uint8_t> bytes;  // the initialiser; shorter than size: the rest is zero
  std::vector<Relocation> relocations;
  SourceTypeId type;  // invalid when debug info has none
  SourceLoc loc;
  std::string storageOf;  // of the input harness: memory of a container in the global of this name, and shown as part of that
  bool isUnseen = false;  // of the input harness: nobody looks there behind the call
};

// Names of input harnesses, where the number of the entry follows, and of the memory that they fill.
inline constexpr const char* kEntryHarness = "cleave_entry.";
inline constexpr const char* kInputMemory = "cleave_input.";

// Names of isPropertyMark, and what follows them: the number of the property, or "cut" where a run was ended at a bound.
inline constexpr const char* kPropertyMark = "cleave_property_";

// What a run leaves there shows: it is the user's, or holds an input, a file or an observation that the user asked for.
bool isObservable(const Global& global);
bool isVolatileEvent(const Global& global);  // what was noted of accesses to volatile objects (frontend/volatile_accesses.h)
bool isEnvironmentLog(const Global& global);  // what was noted of calls of functions of the environment
bool isPropertyMark(const Global& global);  // one if a property that was compiled in did not hold; not the user's, whoever defines it
bool isFile(const Global& global);  // the contents of a file that the program wrote: they outlive it

struct Program {
  std::vector<std::string> files;
  std::vector<SourceType> sourceTypes;
  std::vector<Function> functions;
  std::vector<Global> globals;
  std::vector<EnvironmentFunction> environment;  // the same in both versions; their bodies are called kEnvironmentBody and their name
  std::vector<FunctionId> constructors;  // run before the entry, in this order

  const Function& function(FunctionId id) const { return functions[id.value]; }
  const Global& global(GlobalId id) const { return globals[id.value]; }
  const SourceType& sourceType(SourceTypeId id) const { return sourceTypes[id.value]; }
  FunctionId findFunction(std::string_view name) const;  // by linker name; invalid when absent
  GlobalId findGlobal(std::string_view name) const;
  std::string locText(const SourceLoc& loc) const;  // "file.c:12", "?" when unknown
};

}  // namespace cleave::program
