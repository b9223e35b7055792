#include "harness/argument_places.h"

#include <llvm/IR/DebugInfo.h>
#include <llvm/IR/DebugInfoMetadata.h>
#include <llvm/IR/Instructions.h>
#include <llvm/IR/IntrinsicInst.h>
#include <llvm/IR/Module.h>

namespace cleave::harness {
namespace {

// The parameter that a variable's memory stands for: from 1, 0 for none.
unsigned declaredParameter(const llvm::Value& memory) {
  auto& value = const_cast<llvm::Value&>(memory);  // LLVM's look-ups want it so
  for (const llvm::DbgVariableRecord* record : llvm::findDVRDeclares(&value))
    if (record->getVariable()->getArg() != 0) return record->getVariable()->getArg();
  for (const llvm::DbgDeclareInst* declare : llvm::findDbgDeclares(&value))
    if (declare->getVariable()->getArg() != 0) return declare->getVariable()->getArg();
  return 0;
}

class Places {
 public:
  explicit Places(const llvm::Function& function) : layout_(function.getParent()->getDataLayout()) {}

  std::optional<ArgumentPlace> of(const llvm::Argument& argument) const {
    if (const unsigned own = declaredParameter(argument); own != 0) return ArgumentPlace{own - 1, 0, true};  // passed in memory
    return storedIn(argument, 0);
  }

 private:
  std::optional<ArgumentPlace> storedIn(const llvm::Value& value, unsigned depth) const {
    for (const llvm::User* user : value.users()) {
      if (const auto* store = llvm::dyn_cast<llvm::StoreInst>(user); store != nullptr && store->getValueOperand() == &value) {
        llvm::APInt offset(64, 0);
        const llvm::Value* base = store->getPointerOperand()->stripAndAccumulateConstantOffsets(layout_, offset, true);
        if (auto place = variableAt(*base, offset.getZExtValue())) return place;
      }
      if (depth == 0 && llvm::isa<llvm::CastInst>(user))
        if (auto place = storedIn(*user, 1)) return place;
    }
    return std::nullopt;
  }

  // The memory is a parameter's variable, or is copied into one.
  std::optional<ArgumentPlace> variableAt(const llvm::Value& memory, uint64_t offset) const {
    if (const unsigned own = declaredParameter(memory); own != 0) return ArgumentPlace{own - 1, offset, isIndirect(memory)};
    for (const llvm::User* user : memory.users()) {
      // A wide number that comes in two parts is put together here, and goes on as a whole.
      if (const auto* whole = llvm::dyn_cast<llvm::LoadInst>(user); whole != nullptr && whole->getType()->isIntegerTy(128))
        for (const llvm::User* stored : whole->users())
          if (const auto* store = llvm::dyn_cast<llvm::StoreInst>(stored); store != nullptr && store->getValueOperand() == whole)
            if (const unsigned own = declaredParameter(*store->getPointerOperand()); own != 0) return ArgumentPlace{own - 1, offset, false};
      const auto* copy = llvm::dyn_cast<llvm::MemCpyInst>(user);
      if (copy == nullptr || copy->getRawSource() != &memory) continue;
      llvm::APInt into(64, 0);
      const llvm::Value* base = copy->getRawDest()->stripAndAccumulateConstantOffsets(layout_, into, true);
      if (const unsigned own = declaredParameter(*base); own != 0) return ArgumentPlace{own - 1, offset + into.getZExtValue(), false};
    }
    return std::nullopt;
  }

  // The variable holds the address of the parameter: C++ passes objects with constructors so.
  static bool isIndirect(const llvm::Value& memory) {
    for (const llvm::DbgVariableRecord* record : llvm::findDVRDeclares(const_cast<llvm::Value*>(&memory)))
      if (record->getExpression()->startsWithDeref()) return true;
    return false;
  }

  const llvm::DataLayout& layout_;
};

}  // namespace

std::optional<std::vector<ArgumentPlace>> argumentPlaces(const llvm::Function& function, size_t sourceParameters) {
  const Places places(function);
  std::vector<ArgumentPlace> result;
  bool all = true;
  for (const llvm::Argument& argument : function.args()) {
    if (argument.hasStructRetAttr()) continue;
    const std::optional<ArgumentPlace> place = places.of(argument);
    all = all && place && place->parameter < sourceParameters;
    result.push_back(place.value_or(ArgumentPlace{}));
  }
  if (all) return result;
  if (result.size() != sourceParameters) return std::nullopt;
  for (unsigned k = 0; k < result.size(); ++k) result[k] = {k, 0, function.hasParamAttribute(k, llvm::Attribute::ByVal)};
  return result;
}

}  // namespace cleave::harness
