// What a run shows to the outside, as cells with concrete values and expressions. Addresses never appear: a pointer is shown by what it
// points to.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "expr/pool.h"
#include "program/memory_path.h"
#include "program/program.h"
#include "result/guarantee.h"

namespace cleave::vm {

inline constexpr const char* kArrayRoot = "[]";

struct ObservedCell {
  enum class Kind : uint8_t {
    Scalar,     // bits, and expr when it depends on the input
    Pointer,    // target says where it points; for a target with an offset, bits and expr are the offset
    Undefined,  // memory that was never written (not for the returned value itself: that is a trap)
  };
  std::string name;  // "return", "return->next->value", "*return", "counter", "table[3].x"; equal names mean the same cell in both versions
  Kind kind = Kind::Scalar;
  expr::Sort sort;  // Scalar: Bits or Float (a truth value is Bits of its memory width); Pointer: Bits 64
  bool isSigned = true;
  bool isTyped = true;  // the source says whether it is signed; where it does not, bits are all there is to compare
  U128 bits = 0;
  expr::ExprId expr;   // invalid: concrete
  uint32_t rel = 0;    // tracked runs: what the cell, its being there included, relies on
  bool clean = false;  // tracked runs: the same in both versions on every input
  bool isUntouched = false;  // the run wrote nothing of the object that it is in
  bool isLeft = false;       // of a global, as what pointers of the inputs lead to is: it holds what it held when the entry was called (Vm::watchOverwriting)
  bool isAsGiven = false;    // it holds the input of its own name, which the other version does not have (explore/pair_runner.h)
  bool isLeftAlone = false;  // either, and the other version has no such cell: no difference, and nothing to look at natively
  const program::SourceType* type = nullptr;  // of the version that ran; null: unknown. For words in reports
  std::string targetRoot;                     // Pointer: path.root of what lies in the global that it points into, behind kArrayRoot if that is an array
  std::string target;  // Pointer: "null", "&g" (a global), "&f" (a function), "object 1" (numbered in the order of discovery), "invalid"
  // Pointer: all that it may lead to on the inputs of this path, where that was left open (Vm::leavePointersOpen); `target` is one of them.
  struct Lead {
    expr::ExprId when;
    std::string target;
    uint64_t offset = 0;
    bool operator==(const Lead&) const = default;
  };
  std::vector<Lead> leads;
  program::MemoryPath path;
};

// One element of a channel's text. A formatted number is kept whole, so that printing a symbolic value does not walk over its digits.
struct OutputItem {
  // Call: no text, but a call of the environment, which came behind what stands before it.
  enum class Kind : uint8_t { Character, Formatted, Call };
  Kind kind = Kind::Character;
  std::string spec;  // Formatted: the conversion, normalised: "%d", "%08lx", "%.3f"
  expr::Sort sort;   // Character: Bits 8; Formatted: Bits or Float
  U128 bits = 0;
  expr::ExprId expr;  // invalid: concrete. A concrete Formatted item never occurs: it is written as its characters.
};

std::vector<OutputItem> withoutCalls(std::vector<OutputItem> items);

// What the contents of a global are to an observer.
result::Observable observableOf(const program::Global& global);
bool outlivesTheRun(const program::Global& global);  // seen however the run ends: files, accesses to volatile objects

// The text of a channel for this run's concrete values; calls are no text.
std::string concreteText(const std::vector<OutputItem>& items);

}  // namespace cleave::vm
