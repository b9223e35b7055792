// A point of a program, as samples see it: which variables it has, and rows of their values. Plain data, made by whoever collects samples
// (probes in a native run, registers at a loop's head); inference.h turns rows into properties.
//
// Addresses are no numbers: of a pointer there is its null-ness, what it points to is a variable of its own, and no relation of addresses
// can be said.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "support/bits.h"

namespace cleave::infer {

enum class ScalarKind : uint8_t {
  Integer,
  Length,    // of a string or a buffer: an integer that counts
  Bool,      // 0 or 1
  Enum,      // values are told apart and not ordered
  Float,     // IEEE binary32 or binary64
  Nullness,  // of a pointer: 1 where it is null, 0 elsewhere
};

struct Enumerator {
  std::string name;
  int64_t value = 0;
  bool operator==(const Enumerator&) const = default;
};

struct Scalar {
  ScalarKind kind = ScalarKind::Integer;
  uint8_t width = 32;  // 1 to 64; of Bool and Nullness 1, of Float 32 or 64
  bool isSigned = true;
  std::vector<Enumerator> enumerators;  // of an Enum

  static Scalar integer(unsigned width, bool isSigned) { return {ScalarKind::Integer, static_cast<uint8_t>(width), isSigned, {}}; }
  static Scalar length() { return {ScalarKind::Length, 64, false, {}}; }
  static Scalar boolean() { return {ScalarKind::Bool, 1, false, {}}; }
  static Scalar floating(unsigned width) { return {ScalarKind::Float, static_cast<uint8_t>(width), true, {}}; }
  static Scalar nullness() { return {ScalarKind::Nullness, 1, false, {}}; }
  static Scalar enumeration(std::vector<Enumerator> enumerators, unsigned width = 32, bool isSigned = false) {
    return {ScalarKind::Enum, static_cast<uint8_t>(width), isSigned, std::move(enumerators)};
  }

  bool isFloat() const { return kind == ScalarKind::Float; }
  bool isOrdered() const { return kind == ScalarKind::Integer || kind == ScalarKind::Length; }  // has sums, ranges and orders
  bool operator==(const Scalar&) const = default;
};

enum class Role : uint8_t {
  Here,     // the value at this point
  OnEntry,  // the value that it had when the function was entered
  Result,   // the function's return value
};

// Variables of one group are related with each other, those of kAlone with none.
inline constexpr uint32_t kAlone = UINT32_MAX;

struct Variable {
  std::string name;  // as the source says it: n, p->count, strlen(s)
  Scalar type;       // of an array: of its elements
  Role role = Role::Here;
  bool isArray = false;
  std::string length;              // of an array: the C text of how many elements it has: n, 10
  std::optional<uint32_t> behind;  // the Nullness variable of the pointer that this one is read through: where that is null, this is absent
  uint32_t group = kAlone;         // of the value, or of an array's elements
  uint32_t lengthGroup = kAlone;   // of an array's length

  bool operator==(const Variable&) const = default;
};

struct Point {
  std::string name;  // for people and for ids: a function and a place in it
  std::vector<Variable> variables;
};

// Puts variables into groups by their family: integers and lengths; booleans; floats; each enumeration by itself.
void relateByFamily(Point& point);

// The value of one variable in one row; absent where there is none (behind a null pointer) or none was recorded.
struct Value {
  bool present = false;
  uint64_t bits = 0;                   // the pattern; of an array how many elements it has
  std::span<const uint64_t> elements;  // of an array: the patterns of its elements from the first on; those beyond were not recorded

  static Value of(uint64_t bits) { return {true, bits, {}}; }
  static Value ofArray(std::span<const uint64_t> elements) { return {true, elements.size(), elements}; }
};

using Row = std::span<const Value>;  // one for each variable of the point, in order

// A pattern as the number that the type makes of it. Not for floats.
I128 numberOf(const Scalar& type, uint64_t bits);
// A pattern as a floating-point number.
double floatNumberOf(const Scalar& type, uint64_t bits);

}  // namespace cleave::infer
