// Which bytes of local variables have been written at a place of a function. A forward analysis over the blocks, on what clang makes of a
// function before any pass: each variable is an alloca, written by stores, by memset and memcpy, or by whoever was given its address.
//
// Three answers, from three sets: *surely* written (by stores that the function itself does, on every way), *always* written (the same, but
// giving the address away counts as writing all of it), *perhaps* (on some way). A variable is unwritten again where its declaration is
// passed.
#pragma once

#include <llvm/IR/DataLayout.h>
#include <llvm/IR/Function.h>
#include <llvm/IR/Instructions.h>

#include <map>
#include <vector>

namespace cleave::points {

// Bytes of a variable as bits: one for each, or for each few of a large one.
using Mask = uint64_t;

class Initialised {
 public:
  // `declared`: where each variable's declaration is passed, before the instruction; none for parameters.
  Initialised(llvm::Function& function, const std::multimap<const llvm::Instruction*, const llvm::AllocaInst*>& declared);

  struct Written {
    Mask sure = 0;
    Mask always = 0;
    Mask perhaps = 0;
  };
  using State = std::map<const llvm::AllocaInst*, Written>;
  State before(const llvm::Instruction& place) const;                                    // just before the instruction
  Mask maskOf(const llvm::AllocaInst& variable, uint64_t offset, uint64_t bytes) const;  // every bit that the bytes touch

  struct Effect {
    const llvm::AllocaInst* variable = nullptr;
    bool clears = false;
    Mask writes = 0;
    Mask surely = 0;
  };
  // What an instruction does; in order.
  using Effects = std::multimap<const llvm::Instruction*, Effect>;
  const Effects& effects() const { return effects_; }

 private:
  void addUses(const llvm::AllocaInst& variable, const llvm::Value& derived, int64_t offset, bool known);
  void addUse(const llvm::AllocaInst& variable, const llvm::Use& use, int64_t offset, bool known);
  void write(const llvm::Instruction& inst, const llvm::AllocaInst& variable, int64_t offset, uint64_t bytes, bool known);
  void give(const llvm::Instruction& inst, const llvm::AllocaInst& variable);
  void apply(const llvm::Instruction& inst, State& state) const;
  bool meet(State& into, const State& from) const;

  const llvm::DataLayout& layout_;
  std::vector<const llvm::AllocaInst*> variables_;
  std::map<const llvm::AllocaInst*, uint64_t> sizes_;
  Effects effects_;
  std::map<const llvm::BasicBlock*, State> atStart_;
};

}  // namespace cleave::points
