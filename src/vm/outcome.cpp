#include "vm/outcome.h"

#include "support/check.h"

namespace cleave::vm {

const char* toText(TrapKind kind) {
  switch (kind) {
    case TrapKind::NullPointer:
      return "null pointer";
    case TrapKind::OutOfBounds:
      return "out of bounds";
    case TrapKind::UseAfterFree:
      return "use after free";
    case TrapKind::BadFree:
      return "bad free";
    case TrapKind::ReadOnly:
      return "write to constant data";
    case TrapKind::DivisionByZero:
      return "division by zero";
    case TrapKind::DivisionOverflow:
      return "division overflow";
    case TrapKind::Unreachable:
      return "unreachable";
    case TrapKind::Abort:
      return "abort";
    case TrapKind::FailedAssert:
      return "failed assert";
    case TrapKind::Uninitialised:
      return "uninitialised value";
    case TrapKind::Excluded:
      return "excluded by an assumption";
    case TrapKind::BadCall:
      return "bad call";
  }
  UNREACHABLE("a trap without a name");
}

}  // namespace cleave::vm
