#include "lower/flat_type.h"

#include <fmt/format.h>
#include <llvm/IR/DerivedTypes.h>
#include <llvm/Support/raw_ostream.h>

#include "support/check.h"

namespace cleave::lower {
namespace {

// A first-class aggregate of more members than this is not a struct that somebody passes around.
constexpr size_t kMostLeaves = 1024;

std::string typeText(const llvm::Type& type) {
  std::string text;
  llvm::raw_string_ostream stream(text);
  type.print(stream);
  return text;
}

}  // namespace

program::Type scalarType(llvm::Type* type) {
  if (type->isIntegerTy()) {
    if (type->getIntegerBitWidth() > 128) throw Unsupported{fmt::format("integers of {} bits", type->getIntegerBitWidth())};
    return program::Type::integer(type->getIntegerBitWidth());
  }
  if (type->isFloatTy()) return program::Type::floating(32);
  if (type->isDoubleTy()) return program::Type::floating(64);
  if (type->isX86_FP80Ty()) return program::Type::floating(80);
  if (type->isPointerTy()) {
    if (type->getPointerAddressSpace() != 0)
      throw Unsupported{fmt::format("pointers into address space {}", type->getPointerAddressSpace())};
    return program::Type::pointer();
  }
  if (type->isFP128Ty()) throw Unsupported{"__float128"};
  if (type->isHalfTy()) throw Unsupported{"_Float16"};
  if (type->isBFloatTy()) throw Unsupported{"__bf16"};
  throw Unsupported{"values of type " + typeText(*type)};
}

llvm::Type* floatType(llvm::LLVMContext& context, unsigned width) {
  return width == 32 ? llvm::Type::getFloatTy(context) : width == 64 ? llvm::Type::getDoubleTy(context) : llvm::Type::getX86_FP80Ty(context);
}

void FlatTypes::appendScalar(FlatType& flat, program::Type type, uint64_t offset) {
  if (flat.leaves.size() >= kMostLeaves) throw Unsupported{fmt::format("values of more than {} members", kMostLeaves)};
  flat.leaves.push_back(Leaf{type, flat.slots, offset});
  flat.slots += type.slots();
}

void FlatTypes::append(FlatType& flat, llvm::Type* type, uint64_t offset) {
  if (auto* structType = llvm::dyn_cast<llvm::StructType>(type)) {
    if (structType->isOpaque() || structType->containsScalableVectorType()) throw Unsupported{"values of type " + typeText(*type)};
    const llvm::StructLayout* layout = layout_.getStructLayout(structType);
    for (unsigned i = 0; i < structType->getNumElements(); ++i)
      append(flat, structType->getElementType(i), offset + layout->getElementOffset(i));
  } else if (auto* arrayType = llvm::dyn_cast<llvm::ArrayType>(type)) {
    const uint64_t stride = layout_.getTypeAllocSize(arrayType->getElementType());
    const size_t before = flat.leaves.size();
    for (uint64_t i = 0; i < arrayType->getNumElements(); ++i) {
      append(flat, arrayType->getElementType(), offset + i * stride);
      if (flat.leaves.size() == before) break;  // elements without members: their number does not matter
    }
  } else if (auto* vectorType = llvm::dyn_cast<llvm::FixedVectorType>(type)) {
    const program::Type element = scalarType(vectorType->getElementType());
    if (element.width % 8 != 0) flat.bitPacked = true;
    for (uint64_t i = 0; i < vectorType->getNumElements(); ++i) appendScalar(flat, element, offset + i * (element.width / 8));
  } else if (type->isIntegerTy() && type->getIntegerBitWidth() > 128) {
    flat.hasLimbs = true;
    const unsigned width = type->getIntegerBitWidth();
    for (unsigned at = 0; at < width; at += 64) appendScalar(flat, program::Type::integer(std::min(64u, width - at)), offset + at / 8);
  } else if (!type->isVoidTy()) {
    appendScalar(flat, scalarType(type), offset);
  }
}

const FlatType& FlatTypes::of(llvm::Type* type) {
  if (auto found = known_.find(type); found != known_.end()) return *found->second;
  auto flat = std::make_unique<FlatType>();
  append(*flat, type, 0);
  return *(known_[type] = std::move(flat));
}

const FlatType& FlatTypes::ofPassed(llvm::Type* type) {
  const FlatType& flat = of(type);
  if (flat.hasLimbs) throw Unsupported{"passing integers of more than 128 bits"};
  return flat;
}

FlatTypes::Member FlatTypes::member(llvm::Type* aggregate, llvm::ArrayRef<unsigned> indices) {
  Member result{0, aggregate};
  for (unsigned index : indices) {
    if (auto* structType = llvm::dyn_cast<llvm::StructType>(result.type)) {
      for (unsigned i = 0; i < index; ++i) result.leaf += static_cast<uint32_t>(of(structType->getElementType(i)).leaves.size());
      result.type = structType->getElementType(index);
    } else {
      auto* arrayType = llvm::cast<llvm::ArrayType>(result.type);
      result.type = arrayType->getElementType();
      result.leaf += index * static_cast<uint32_t>(of(result.type).leaves.size());
    }
  }
  return result;
}

}  // namespace cleave::lower
