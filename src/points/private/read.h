// Code that reads what an Access leads to, at a place where that is safe to do.
#pragma once

#include "points/private/shadows.h"

namespace cleave::points {

llvm::Value* addressOf(Builder& builder, const Access& access);               // of what lies at root + offset
llvm::Value* bitsHere(Builder& builder, const Access& access);                // `bytes` bytes of a Here, as i64
llvm::Value* pointerHere(Builder& builder, const Access& access);             // the pointer that is read through, or the address itself
llvm::Value* bitsAt(Builder& builder, llvm::Value* address, uint32_t bytes);  // as i64
llvm::Value* lengthOf(Builder& builder, const Access& access);                // of a Sequence, as i64

}  // namespace cleave::points
