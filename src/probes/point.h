// Program points and the variables that can be read there, as plain data: what probes record, what properties speak about, and where they
// are checked. points/ finds them in a module; a log of probes has them with it. Nothing here knows LLVM.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "support/expected.h"

namespace cleave::probes {

enum class PointKind {
  Entry,      // parameters have their values, nothing of the body was done
  Exit,       // just before the function returns
  Throw,      // just before an exception leaves it
  LoopHead,   // before each test of a loop, the last one included
  AfterCall,  // and after its result was stored, where that is the next thing done
  Statement,  // before a statement that was asked for, by its place in the source
  Step,       // before the code of a line; only in traces (points/steps.h), never in logs
};

inline constexpr size_t kPointKindCount = static_cast<size_t>(PointKind::Step) + 1;

enum class ValueKind { Signed, Unsigned, Bool, Enum, Float, Pointer, Sequence };

struct Enumerator {
  std::string name;
  int64_t value = 0;
  bool operator==(const Enumerator&) const = default;
};

struct Type {
  ValueKind kind = ValueKind::Signed;
  uint32_t bits = 0;                      // of the value; of an element
  std::string name;                       // as the source says it; of an element
  ValueKind element = ValueKind::Signed;  // of a sequence
  std::vector<Enumerator> enumerators;    // of an Enum
  bool isSigned = true;                   // of an Enum
  bool operator==(const Type&) const = default;
};

// Whose a variable is: the first name of `p->count` is `p`.
enum class Role { Parameter, Local, Global, Return, CallResult };

struct Variable {
  std::string name;  // "n", "p->count", "*p", "a[0..n)", "strlen(s)", "return", "f()"
  Type type;
  Role role = Role::Local;
  bool onEntry = false;  // its value at the entry of the same call; only at exits
  // False: whether it is initialised is not known. Its address was given away, so it counts as written; or it lies behind a pointer. What
  // is recorded is what lies there, which need not be anything that the program would ever read.
  bool sure = true;
  bool operator==(const Variable&) const = default;
};

struct Point {
  std::string function;  // the linker's name
  std::string display;   // the source's name
  std::string unit;      // the file that is compiled, as the compiler was given it; for functions that are static there
  PointKind kind = PointKind::Entry;
  uint32_t ordinal = 0;  // among those of its kind in the function, in the order of the code
  std::string file;      // of the source
  uint32_t line = 0;
  uint32_t column = 0;
  std::string callee;  // AfterCall: what was called, if it has a name
  std::vector<Variable> variables;

  const Variable* find(std::string_view name, bool onEntry = false) const;
  bool operator==(const Point&) const = default;
};

// The identity of a point within a version: "main:entry", "f:loop:1". Static functions of several files share it; `unit` tells them apart.
std::string keyOf(const Point& point);
std::string_view nameOf(PointKind kind);  // "entry", "exit", "throw", "loop", "call", "statement"
std::string_view nameOf(ValueKind kind);  // "signed", "unsigned", "bool", "enum", "float", "pointer", "sequence"

// One line for people: "f.c:12 f:loop:0 (n, i, p->count)".
std::string describe(const Point& point);

// The text in logs, and back.
std::string textOf(const Point& point);
Expected<Point> pointOf(std::string_view text);

// A scalar as the source would write it: -3, true, GREEN, 2.5, null, 0x7ffc0012. `kind`: of the value, or of an element of a sequence.
std::string scalarText(const Type& type, ValueKind kind, uint64_t bits);

// How many bytes a variable has in a record.
uint32_t slotBytes(const Type& type);

}  // namespace cleave::probes
