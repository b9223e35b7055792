#include "vm/outcome.h"

#include "support/check.h"
#include "support/enum_table.h"

namespace cleave::vm {

namespace {

constexpr EnumTable<TrapKind, const char*> kTraps({
    {TrapKind::NullPointer, "null pointer"},
    {TrapKind::OutOfBounds, "out of bounds"},
    {TrapKind::UseAfterFree, "use after free"},
    {TrapKind::BadFree, "bad free"},
    {TrapKind::ReadOnly, "write to constant data"},
    {TrapKind::DivisionByZero, "division by zero"},
    {TrapKind::DivisionOverflow, "division overflow"},
    {TrapKind::Unreachable, "unreachable"},
    {TrapKind::Abort, "abort"},
    {TrapKind::FailedAssert, "failed assert"},
    {TrapKind::Uninitialised, "uninitialised value"},
    {TrapKind::SignedOverflow, "signed overflow"},
    {TrapKind::OverlappingCopy, "overlapping copy"},
    {TrapKind::BadCall, "bad call"},
    {TrapKind::Excluded, "excluded by an assumption"},
});

}  // namespace

const char* toText(TrapKind kind) { return kTraps[kind]; }

bool isUndefined(TrapKind kind) {
  switch (kind) {
    case TrapKind::OutOfBounds:
    case TrapKind::UseAfterFree:
    case TrapKind::BadFree:
    case TrapKind::Uninitialised:
    case TrapKind::SignedOverflow:
    case TrapKind::OverlappingCopy:
    case TrapKind::BadCall:
      return true;
    case TrapKind::NullPointer:
    case TrapKind::ReadOnly:
    case TrapKind::DivisionByZero:
    case TrapKind::DivisionOverflow:
    case TrapKind::Unreachable:
    case TrapKind::Abort:
    case TrapKind::FailedAssert:
    case TrapKind::Excluded:
      return false;
  }
  UNREACHABLE("a trap of no kind");
}

}  // namespace cleave::vm
