// Instructions and phis as lists of numbers that can be compared across the two versions: functions, globals and constants by what they are
// (symbols.h), never by index; nothing of debug info, of the names of locals or of blocks. Two uses:
//   exact   with register numbers and the targets of edges: equal lists in order mean structurally identical code;
//   loose   without these: what the matching aligns. Instructions of equal loose shape read equally many registers, at the same positions.
#pragma once

#include <cstdint>
#include <vector>

#include "change/symbols.h"

namespace cleave::change {

using Shape = std::vector<uint64_t>;
struct ShapeHash {
  size_t operator()(const Shape& shape) const {
    uint64_t hash = shape.size();
    for (uint64_t number : shape) hash = (hash ^ number) * 0x9e3779b97f4a7c15 + (hash >> 31);
    return hash;
  }
};
enum class Detail { Loose, Exact };

Shape shapeOf(const FunctionOf& code, const program::Instruction& instruction, Detail detail);
Shape shapeOf(const FunctionOf& code, const program::Phi& phi, Detail detail);
Shape shapeOf(const FunctionOf& code, program::Operand operand, Detail detail);

// What callers and callees agree on, and which parameter is which.
Shape signatureShape(const program::Function& function);

}  // namespace cleave::change
