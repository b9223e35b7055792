// A property of a point: what held in every row. A small language, complete in this header; whoever translates it (evaluate.h, print_c.h,
// to_expr.h, json.h, checks in compiled code) visits the five kinds of Atom, and what may stand around one: "for all elements", a guard.
//
// A property holds vacuously in a row where one of its variables is absent, or where its guard does not hold.
#pragma once

#include <compare>
#include <cstdint>
#include <optional>
#include <string>
#include <variant>
#include <vector>

#include "infer/point.h"

namespace cleave::infer {

enum class Part : uint8_t {
  Value,        // of a scalar variable
  Length,       // of an array: how many elements it has, an unsigned number of 64 bits
  Element,      // of an array, only below a ForAll: a[i]
  NextElement,  // a[i + 1]
};

// How the low bits of an integer are read; width 0: all of them, as the type says. Otherwise the width is at most the type's.
struct Reading {
  uint8_t width = 0;
  bool isSigned = false;
  auto operator<=>(const Reading&) const = default;
};

struct Term {
  uint32_t variable = 0;  // index in Point::variables
  Part part = Part::Value;
  Reading reading;
  auto operator<=>(const Term&) const = default;
};

struct Product {
  int64_t factor = 1;
  Term term;
  auto operator<=>(const Product&) const = default;
};

// A sum of at most kMostProducts integers. Factors and the constant are so small that no sum leaves 128 bits.
inline constexpr size_t kMostProducts = 8;
inline constexpr int64_t kMostFactor = INT32_MAX;      // in amount; modulo a power of two any factor is fine
inline constexpr I128 kMostConstant = I128{1} << 100;  // in amount
struct Sum {
  std::vector<Product> products;
  I128 constant = 0;
  auto operator<=>(const Sum&) const = default;
};

enum class Relation : uint8_t { Equal, NotEqual, Less, LessEqual, Greater, GreaterEqual };

// left REL right. Exact integers that never wrap, or (for Equal and NotEqual alone) the same modulo 2^modulo: every term is the number that
// its type or its Reading makes of it, and of both sums the low bits are compared.
struct Compare {
  Sum left;
  Relation relation = Relation::Equal;
  Sum right;
  uint8_t modulo = 0;
  auto operator<=>(const Compare&) const = default;
};

// Floats as IEEE compares them: with NaN only NotEqual holds.
struct CompareFloat {
  Term left;
  Relation relation = Relation::Equal;
  std::variant<Term, double> right;
  bool operator==(const CompareFloat&) const = default;
};

// The term is one of the values, which ascend.
struct Member {
  Term term;
  std::vector<I128> values;
  auto operator<=>(const Member&) const = default;
};

// The term is `remainder` more than a multiple of `modulus`, also where it is negative: -1 is 3 more than a multiple of 4.
struct Remainder {
  Term term;
  uint32_t modulus = 2;
  uint32_t remainder = 0;
  auto operator<=>(const Remainder&) const = default;
};

struct Null {
  Term term;  // a Nullness variable
  bool isNull = false;
  auto operator<=>(const Null&) const = default;
};

using Atom = std::variant<Compare, CompareFloat, Member, Remainder, Null>;

// The body holds for each index of the array: i from 0 to its length, exclusive; where the body has a NextElement, i + 1 is below the
// length, too. Elements of other arrays are those at the same index: where another array is shorter, the property is false.
struct ForAll {
  uint32_t array = 0;
  Atom body;
  bool operator==(const ForAll&) const = default;
};

struct Property {
  std::optional<Atom> guard;  // no elements in it
  std::variant<Atom, ForAll> body;
  bool operator==(const Property&) const = default;
};

// --- making
Term valueOf(uint32_t variable);
Sum sumOf(Term term, I128 constant = 0);
Sum constantSum(I128 constant);
Property plain(Atom atom);
Property compare(Sum left, Relation relation, Sum right, uint8_t modulo = 0);

// --- looking
const Atom& atomOf(const Property& property);                 // of the body, below a ForAll, too
std::vector<Term> termsOf(const Atom& atom);                  // in order, with repetitions
std::vector<uint32_t> variablesOf(const Property& property);  // ascending, each once; the guard's too
bool usesNextElement(const Atom& atom);

// Is it well-formed for the point: variables that are there, of fitting kinds, numbers within bounds? Otherwise why not. For what comes
// from files; whatever inference makes is.
std::optional<std::string> whyMalformed(const Point& point, const Property& property);

// A text that says all of it by the names and roles of variables, whatever their order in the point: x < y + 1 and y >= x have the same.
// Not for people.
std::string canonicalText(const Point& point, const Property& property);
// 16 hexadecimal digits of a digest of the point's name and that text: what a baseline knows a property by.
std::string idOf(const Point& point, const Property& property);

}  // namespace cleave::infer
