// Code that computes whether a property holds, at a point. Without branches but for the elements of sequences.
#pragma once

#include <functional>
#include <string>

#include "points/private/read.h"
#include "points/property.h"

namespace cleave::points {

// What a variable is in the code: its bits as i64 (a sequence: where its elements are), and whether it is there (null: it is).
struct Loaded {
  llvm::Value* bits = nullptr;
  llvm::Value* present = nullptr;
  llvm::Value* length = nullptr;  // of a sequence, as i64
};

// Eight bytes that can always be read, for pointers that cannot.
llvm::Value* placeForNothing(Builder& builder);

Loaded load(Builder& builder, const Readable& readable, const Presence& presence, const Shadows& shadows);

// Why the property cannot be computed; empty when it can.
std::string whyNotComputable(const Node& property, const probes::Point& point);

// Inserts before the instruction; returns an i1: it holds, or a variable is absent.
using LoadVariable = std::function<Loaded(Builder& builder, uint32_t variable)>;
llvm::Value* compute(llvm::Instruction* before, const Node& property, const probes::Point& point, const LoadVariable& load);

}  // namespace cleave::points
