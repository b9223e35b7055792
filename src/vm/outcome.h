// How a run ended, and the decisions it made on the way.
#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include "expr/pool.h"
#include "program/program.h"
#include "result/guarantee.h"

namespace cleave::vm {

enum class TrapKind : uint8_t {
  NullPointer,
  OutOfBounds,
  UseAfterFree,
  BadFree,   // double free, or free of what malloc did not give
  ReadOnly,  // a store to constant data
  DivisionByZero,
  DivisionOverflow,  // INT_MIN / -1
  Unreachable,
  Abort,
  FailedAssert,
  Uninitialised,  // an uninitialised value reached a decision or an observation
  SignedOverflow,  // where the user wants it to be one (frontend/overflow_checks.h)
  OverlappingCopy,  // memcpy, strcpy and their kin, of memory to other memory that it shares bytes with
  BadCall,        // a call through a pointer that is not a function of that type
  Excluded,       // an assumption that the program states does not hold
};
const char* toText(TrapKind kind);  // "null pointer", "out of bounds", ...
// C gives the run no meaning, and no machine promises one. All others stop the run for sure: the machine does, or the program itself.
bool isUndefined(TrapKind kind);

using result::OutcomeKind;

// Where in the program's memory a pointer stands.
struct PointerPlace {
  program::GlobalId global;
  uint64_t offset = 0;
  auto operator<=>(const PointerPlace&) const = default;
};

struct Outcome {
  OutcomeKind kind = OutcomeKind::Unfinished;
  TrapKind trap = TrapKind::Abort;  // when Trapped
  std::string reason;               // when Unfinished: "step limit of 10000000", "unsupported: inline assembly", ...
  bool atPlace = false;             // when Unfinished: whoever comes here stops here, whatever the run did until then
  std::string exception;            // when Threw: the type, as type_info::name() says, and its bases; `reason` is its name in the source
  std::optional<PointerPlace> nullFrom;  // when Trapped at a null pointer: where that was loaded from, if it shows
  std::string place;                // "file.c:12" of the trap, the exit, the throw or what was not supported
};

inline bool isUndefined(const Outcome& outcome) { return outcome.kind == OutcomeKind::Trapped && isUndefined(outcome.trap); }

inline bool endsAtNull(const Outcome& outcome) { return outcome.kind == OutcomeKind::Trapped && outcome.trap == TrapKind::NullPointer; }

enum class DecisionKind : uint8_t { Branch, Switch, Object, Address, CallTarget, TrapCheck, Size, Concretised };

// One dynamic choice that could have gone otherwise for another input. The literal holds on this run's input.
struct Decision {
  expr::ExprId literal;
  DecisionKind kind = DecisionKind::Branch;
  static constexpr uint32_t kNoEdge = UINT32_MAX;
  uint32_t edge = kNoEdge;  // of a terminator: the one that was taken
  program::FunctionId function;
  program::InstIndex instruction = 0;
  // The innermost place in the user's code: the same, or the call that led into code that cleave brings along. Invalid: there is none.
  program::FunctionId userFunction;
  program::InstIndex userInstruction = 0;
};

// A clean value that impacted code read: in a tracked run it appears there as a symbol that stands for any value, and this is what it was.
struct Leaf {
  expr::SymbolId symbol;
  expr::ExprId expr;  // over the input cells; a constant when it relies on decisions only
  uint32_t rel = 0;   // what the expression relies on
  U128 bits = 0;
};

}  // namespace cleave::vm
