#include "points/private/read.h"

namespace cleave::points {

llvm::Value* addressOf(Builder& builder, const Access& access) {
  llvm::Value* root = access.root;
  if (auto* global = llvm::dyn_cast<llvm::GlobalVariable>(root); global != nullptr && global->isThreadLocal())
    root = builder.CreateThreadLocalAddress(global);
  return access.offset == 0 ? root : builder.CreateConstGEP1_64(builder.getInt8Ty(), root, access.offset);
}

llvm::Value* bitsAt(Builder& builder, llvm::Value* address, uint32_t bytes) {
  llvm::Value* bits = builder.CreateAlignedLoad(builder.getIntNTy(bytes * 8), address, llvm::Align(1));
  return builder.CreateZExt(bits, builder.getInt64Ty());
}

namespace {

llvm::Value* asWord(Builder& builder, llvm::Value* value) {
  llvm::Type* type = value->getType();
  if (type->isPointerTy()) return builder.CreatePtrToInt(value, builder.getInt64Ty());
  if (type->isFloatingPointTy()) value = builder.CreateBitCast(value, builder.getIntNTy(type->getScalarSizeInBits()));
  return builder.CreateZExtOrTrunc(value, builder.getInt64Ty());
}

}  // namespace

llvm::Value* bitsHere(Builder& builder, const Access& access) {
  return access.isValue ? asWord(builder, access.root) : bitsAt(builder, addressOf(builder, access), access.bytes);
}

llvm::Value* pointerHere(Builder& builder, const Access& access) {
  if (access.isAddress) return addressOf(builder, access);
  if (access.isValue) return access.root;
  return builder.CreateAlignedLoad(builder.getPtrTy(), addressOf(builder, access), llvm::Align(1));
}

llvm::Value* lengthOf(Builder& builder, const Access& access) {
  if (access.length == nullptr) return builder.getInt64(access.count);
  llvm::Value* length = builder.CreateAlignedLoad(builder.getIntNTy(access.lengthBytes * 8), access.length, llvm::Align(1));
  return access.lengthSigned ? builder.CreateSExt(length, builder.getInt64Ty()) : builder.CreateZExt(length, builder.getInt64Ty());
}

}  // namespace cleave::points
