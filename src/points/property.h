// A property of a point's variables, as a tree to be computed by code at the point. Plain data; made from whatever language properties are
// inferred in.
//
// Integers are exact and never wrap. A variable that is absent (not initialised, behind a null pointer) makes the property hold.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "support/bits.h"

namespace cleave::points {

struct Node {
  enum class Op : uint8_t {
    // integers
    Number,     // `number`
    Value,      // of the variable; 0 or 1 of a bool; of a pointer its address; also a float
    Length,     // of a sequence
    Element,    // of a sequence, below a ForAll: the one at its index, plus `number`
    Add,        // operands
    Multiply,   // two operands
    LowBits,    // of the operand, `width` of them, read as isSigned says
    Remainder,  // of the operand by `number`, which is positive; never negative
    // floats
    FloatNumber,  // `floating`
    // truth
    Equal,
    NotEqual,
    Less,
    LessEqual,  // two operands, both integers or both floats (as IEEE has it)
    IsNull,     // of a pointer variable
    And,
    Or,
    Not,
    ForAll,  // operand: for every index of the sequence, at which Element with the largest `number` below still is inside of it
  };
  Op op = Op::Number;
  uint32_t variable = 0;  // index in Point::variables
  I128 number = 0;
  double floating = 0;
  uint8_t width = 0;
  bool isSigned = true;
  std::vector<Node> operands;

  static Node of(Op op, std::vector<Node> operands) { return {op, 0, 0, 0, 0, true, std::move(operands)}; }
  static Node constant(I128 number) { return {Op::Number, 0, number, 0, 0, true, {}}; }
  static Node constantFloat(double number) { return {Op::FloatNumber, 0, 0, number, 0, true, {}}; }
  static Node value(uint32_t variable) { return {Op::Value, variable, 0, 0, 0, true, {}}; }
  static Node length(uint32_t variable) { return {Op::Length, variable, 0, 0, 0, true, {}}; }
  static Node element(uint32_t variable, uint32_t further = 0) { return {Op::Element, variable, further, 0, 0, true, {}}; }
  static Node isNull(uint32_t variable) { return {Op::IsNull, variable, 0, 0, 0, true, {}}; }
  static Node forAll(uint32_t sequence, Node body) { return {Op::ForAll, sequence, 0, 0, 0, true, {std::move(body)}}; }
};

}  // namespace cleave::points
