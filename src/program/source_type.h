// Types as the source wrote them, from debug info: for names in reports, signedness, the layout of memory that is observed, and later the
// input plan. The VM's own types (type.h) are only widths; these tell what the bytes mean.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "support/ids.h"

namespace cleave::program {

struct SourceTypeTag;
using SourceTypeId = Id<SourceTypeTag>;

enum class SourceKind : uint8_t { Void, Bool, Char, Int, Enum, Float, Pointer, Array, Struct, Union, Function, Unknown };

struct SourceMember {
  std::string name;
  uint64_t offsetBits = 0;  // from the start of the struct
  uint64_t sizeBits = 0;    // less than the type's for a bit-field
  SourceTypeId type;
  bool isBitField = false;
};

struct Enumerator {
  std::string name;   // as code outside of all scopes would write it: "RED", "ns::Color::Red"
  int64_t value = 0;  // of an unsigned one of 64 bits, the same bits
};

struct SourceType {
  SourceKind kind = SourceKind::Unknown;
  std::string name;  // as C writes it: "unsigned int", "struct point", "char *"; typedef names are kept ("uint8_t")
  std::string aliased;  // of a typedef: the name of what it stands for
  uint64_t sizeBytes = 0;
  bool isSigned = false;              // Char, Int, Enum
  SourceTypeId element;               // Pointer: pointee (invalid for void); Array: element
  uint64_t count = 0;                 // Array: number of elements (one dimension per level; 0 when unknown)
  std::vector<SourceMember> members;  // Struct (bases first, as members), Union; Function: the result (invalid: void), then the parameters
  std::vector<Enumerator> enumerators;  // Enum; for reports alone
  std::vector<SourceTypeId> virtualBases;  // Struct: where they lie, the object itself tells
  std::vector<SourceTypeId> arguments;     // Struct of the standard library: the types among the arguments of its template
};

// Whatever a typedef calls it.
inline const std::string& ownName(const SourceType& type) { return type.aliased.empty() ? type.name : type.aliased; }

// `char` itself, of which strings are made; `signed char` and `int8_t` are small numbers.
inline bool isPlainChar(const SourceType& type) { return type.kind == SourceKind::Char && type.isSigned && ownName(type) == "char"; }

}  // namespace cleave::program
