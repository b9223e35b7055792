#include <llvm/IR/IntrinsicInst.h>
#include <llvm/IR/Operator.h>

#include <vector>

#include "statements/private/locations.h"

namespace cleave::statements {
namespace {

// Whether the address of a local variable is known to others than loads and stores of the function itself.
bool isGivenAway(const llvm::Value& address, unsigned depth = 0) {
  if (depth > 20) return true;
  for (const llvm::Use& use : address.uses()) {
    const llvm::User* user = use.getUser();
    if (llvm::isa<llvm::LoadInst>(user) || llvm::isa<llvm::DbgInfoIntrinsic>(user) || llvm::isa<llvm::CmpInst>(user)) continue;
    if (const auto* store = llvm::dyn_cast<llvm::StoreInst>(user)) {
      if (store->getValueOperand() == &address) return true;
      continue;
    }
    if (llvm::isa<llvm::GEPOperator>(user) || llvm::isa<llvm::CastInst>(user)) {
      if (isGivenAway(*user, depth + 1)) return true;
      continue;
    }
    if (const auto* call = llvm::dyn_cast<llvm::IntrinsicInst>(user))
      if (llvm::isa<llvm::MemIntrinsic>(call) || call->isLifetimeStartOrEnd()) continue;
    return true;
  }
  return false;
}

}  // namespace

Location locationOf(const llvm::Value& pointer, const llvm::Type* accessed, std::optional<uint64_t> bytes, const llvm::DataLayout& layout) {
  Location location;
  location.scalar = accessed;
  location.bytes = bytes;
  const llvm::Value* base = &pointer;
  int64_t offset = 0;
  bool known = true;
  for (unsigned steps = 0; steps < 100; ++steps) {
    if (const auto* address = llvm::dyn_cast<llvm::GEPOperator>(base)) {
      llvm::APInt constant(64, 0);
      const bool isConstant = address->accumulateConstantOffset(layout, constant);
      if (location.record == nullptr && address->getSourceElementType()->isStructTy() && address->getNumIndices() >= 2)
        if (const auto* field = llvm::dyn_cast<llvm::ConstantInt>(address->getOperand(2))) {
          location.record = address->getSourceElementType();
          location.field = field->getZExtValue();
        }
      known = known && isConstant;
      offset += isConstant ? constant.getSExtValue() : 0;
      base = address->getPointerOperand();
    } else if (const auto* cast = llvm::dyn_cast<llvm::CastInst>(base); cast != nullptr && cast->getOperand(0)->getType()->isPointerTy()) {
      base = cast->getOperand(0);
    } else {
      break;
    }
  }
  const bool isVariable = llvm::isa<llvm::AllocaInst>(base), isGlobal = llvm::isa<llvm::GlobalVariable>(base);
  const auto* argument = llvm::dyn_cast<llvm::Argument>(base);
  if (isVariable || isGlobal || (argument != nullptr && (argument->hasByValAttr() || argument->hasStructRetAttr()))) {
    location.object = base;
    location.isLocal = (isVariable || (argument != nullptr && argument->hasByValAttr())) && !isGivenAway(*base);
  }
  if (known) location.offset = offset;
  return location;
}

bool mayOverlap(const Location& a, const Location& b) {
  if (a.object != nullptr && b.object != nullptr) {
    if (a.object != b.object) return false;
    if (!a.offset || !b.offset || !a.bytes || !b.bytes) return true;
    return *a.offset < *b.offset + static_cast<int64_t>(*b.bytes) && *b.offset < *a.offset + static_cast<int64_t>(*a.bytes);
  }
  if (a.isLocal || b.isLocal) return false;
  // INCOMPLETE: records are taken to be accessed by their own types.
  if (a.record != nullptr && b.record != nullptr && a.record == b.record) return a.field == b.field;
  if (a.record != nullptr && b.record != nullptr) return false;
  return a.scalar == nullptr || b.scalar == nullptr || a.scalar == b.scalar;
}

bool overwrites(const Location& write, const Location& place) {
  return write.object != nullptr && write.object == place.object && write.offset && place.offset && write.bytes && place.bytes &&
         *write.offset <= *place.offset &&
         *place.offset + static_cast<int64_t>(*place.bytes) <= *write.offset + static_cast<int64_t>(*write.bytes);
}

namespace {

Location typed(const llvm::Value& pointer, const llvm::Type* type, const llvm::DataLayout& layout) {
  return locationOf(pointer, type, layout.getTypeStoreSize(const_cast<llvm::Type*>(type)).getFixedValue(), layout);
}

Location sized(const llvm::Value& pointer, const llvm::Value* length, const llvm::DataLayout& layout) {
  const auto* constant = llvm::dyn_cast<llvm::ConstantInt>(length);
  return locationOf(pointer, nullptr, constant != nullptr ? std::optional(constant->getZExtValue()) : std::nullopt, layout);
}

}  // namespace

std::vector<Location> readsOf(const llvm::Instruction& inst, const llvm::DataLayout& layout) {
  if (const auto* load = llvm::dyn_cast<llvm::LoadInst>(&inst)) return {typed(*load->getPointerOperand(), load->getType(), layout)};
  if (const auto* copy = llvm::dyn_cast<llvm::MemTransferInst>(&inst)) return {sized(*copy->getSource(), copy->getLength(), layout)};
  if (const auto* atomic = llvm::dyn_cast<llvm::AtomicRMWInst>(&inst)) return {typed(*atomic->getPointerOperand(), atomic->getType(), layout)};
  return {};
}

std::vector<Location> writesOf(const llvm::Instruction& inst, const llvm::DataLayout& layout) {
  if (const auto* store = llvm::dyn_cast<llvm::StoreInst>(&inst))
    return {typed(*store->getPointerOperand(), store->getValueOperand()->getType(), layout)};
  if (const auto* copy = llvm::dyn_cast<llvm::MemIntrinsic>(&inst)) return {sized(*copy->getDest(), copy->getLength(), layout)};
  if (const auto* atomic = llvm::dyn_cast<llvm::AtomicRMWInst>(&inst)) return {typed(*atomic->getPointerOperand(), atomic->getType(), layout)};
  return {};
}

}  // namespace cleave::statements
