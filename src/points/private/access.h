// Where the value of a variable is found at a point, in terms of LLVM. Beside each probes::Variable stands one of these.
#pragma once

#include <llvm/IR/GlobalVariable.h>
#include <llvm/IR/Instructions.h>

#include <cstdint>
#include <vector>

namespace cleave::points {

struct Access {
  enum class How {
    Here,          // in the memory at root + offset
    Behind,        // behind the pointer at root + offset, `behind` bytes further
    StringLength,  // of the string that the pointer at root + offset leads to
    Sequence,      // `count` elements from `behind` bytes behind that pointer on
    Input,         // what is left of stdin: byte `behind`, or with kInputLength how many there are
  };
  static constexpr uint64_t kInputLength = UINT32_MAX;
  How how = How::Here;
  llvm::Value* root = nullptr;
  bool isValue = false;    // root is the value (or the pointer) itself, not where it lies
  bool isAddress = false;  // StringLength, Sequence: the place at root + offset itself is meant, no pointer lies there
  bool neverNull = false;  // Behind: a reference
  uint64_t offset = 0;
  std::vector<uint32_t> further;  // Behind: the pointer leads to another one, so many bytes further, and so on; the last one is read through
  uint64_t behind = 0;
  uint32_t bytes = 0;  // to read; of an element
  uint32_t shift = 0;  // of a bit-field in them
  uint32_t bits = 0;   // of the value

  // Sequence: how many elements there are: `count`, or what lies in `length`.
  uint64_t count = 0;
  llvm::Value* length = nullptr;
  uint32_t lengthBytes = 0;
  bool lengthSigned = false;

  // A local variable, of which these bytes must be initialised (initialised.h).
  const llvm::AllocaInst* owner = nullptr;
  uint64_t ownerBytes = 0;  // from `offset` on

  // It lies at an address that is known when the program is linked.
  bool isFixed() const {
    if (how == How::Input) return true;  // nothing is handed over
    const auto* global = llvm::dyn_cast_or_null<llvm::GlobalVariable>(root);
    return global != nullptr && !isValue && !global->isThreadLocal();
  }
};

}  // namespace cleave::points
