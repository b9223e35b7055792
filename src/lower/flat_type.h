// How LLVM's types become scalars. A value of any first-class type (a vector, a struct, an array, nested at will) is a tuple of leaves;
// leaf k lives in its own register (two when wide) behind the registers of the leaves before it, and at its own offset in memory. Used by
// the lowering and by the thunks of native replay, which must agree on it.
#pragma once

#include <llvm/ADT/DenseMap.h>
#include <llvm/IR/DataLayout.h>
#include <llvm/IR/Type.h>

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "program/program.h"

namespace cleave::lower {

// Thrown inside the lowering by whatever meets a construct that the program model cannot express; becomes an Op::Unsupported where the
// instruction (or the function's body) would have stood. FlatTypes throws it to others too; nothing else that is public does.
struct Unsupported {
  std::string what;  // "__float128", "inline assembly"
};

struct Leaf {
  program::Type type;
  uint32_t slot = 0;    // first register, counted from the tuple's first
  uint64_t offset = 0;  // bytes from the start of the object in memory
};

struct FlatType {
  std::vector<Leaf> leaves;
  uint32_t slots = 0;
  // Holds a vector whose elements are not whole bytes (<8 x i1>): memory packs its bits, so the leaves have no offsets of their own.
  bool bitPacked = false;
  // Holds an integer of more than 128 bits as limbs of 64 bits, lowest first. Clang reads and writes bit-fields of packed structures
  // through such integers; only the operations that this takes are supported on them (limbs.cpp).
  bool hasLimbs = false;
};

class FlatTypes {
 public:
  explicit FlatTypes(const llvm::DataLayout& layout) : layout_(layout) {}
  FlatTypes(const FlatTypes&) = delete;

  const FlatType& of(llvm::Type* type);        // throws Unsupported
  const FlatType& ofPassed(llvm::Type* type);  // the same for arguments and results, which are no limbs
  const llvm::DataLayout& layout() const { return layout_; }

  // The first leaf of the member that the indices of an extractvalue lead to, and that member's type.
  struct Member {
    uint32_t leaf = 0;
    llvm::Type* type = nullptr;
  };
  Member member(llvm::Type* aggregate, llvm::ArrayRef<unsigned> indices);

 private:
  void append(FlatType& flat, llvm::Type* type, uint64_t offset);
  void appendScalar(FlatType& flat, program::Type type, uint64_t offset);

  const llvm::DataLayout& layout_;
  llvm::DenseMap<llvm::Type*, std::unique_ptr<FlatType>> known_;
};

program::Type scalarType(llvm::Type* type);  // throws Unsupported for what is not a scalar of the model
llvm::Type* floatType(llvm::LLVMContext& context, unsigned width);

}  // namespace cleave::lower
