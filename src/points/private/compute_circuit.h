// Code that computes the values of a circuit's roots, at a point. Without branches.
#pragma once

#include <vector>

#include "points/circuit.h"
#include "points/private/compute.h"

namespace cleave::points {

// A value as an integer of its sort's width, a float as its pattern; and whether it is known (null: it is).
struct Computed {
  llvm::Value* bits = nullptr;
  llvm::Value* known = nullptr;
};

std::vector<Computed> computeCircuit(llvm::Instruction* before, const Circuit& circuit, const probes::Point& point, const LoadVariable& load);

}  // namespace cleave::points
