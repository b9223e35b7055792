#include "vm/outcome.h"

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
    {TrapKind::BadCall, "bad call"},
    {TrapKind::Excluded, "excluded by an assumption"},
});

}  // namespace

const char* toText(TrapKind kind) { return kTraps[kind]; }

}  // namespace cleave::vm
