// Initialisers of globals. Bytes beyond the last one that is not zero are left out, so a large zeroed array costs nothing.
#include <llvm/IR/Constants.h>
#include <llvm/IR/DerivedTypes.h>

#include "lower/module.h"

namespace cleave::lower {
namespace {

class Initialiser {
 public:
  Initialiser(ModuleLowering& module, program::Global& global) : module_(module), global_(global) {}

  void put(const llvm::Constant& constant, uint64_t offset) {
    if (constant.isNullValue() || llvm::isa<llvm::UndefValue>(constant)) return;  // undefined bytes are zero in a real image
    llvm::Type* type = constant.getType();
    if (const auto* number = llvm::dyn_cast<llvm::ConstantInt>(&constant)) return putBits(number->getValue(), type, offset);
    if (const auto* number = llvm::dyn_cast<llvm::ConstantFP>(&constant))
      return putBits(number->getValueAPF().bitcastToAPInt(), type, offset);
    if (const auto* data = llvm::dyn_cast<llvm::ConstantDataSequential>(&constant)) return putBytes(data->getRawDataValues(), offset);
    if (const auto* expression = llvm::dyn_cast<llvm::ConstantExpr>(&constant); expression != nullptr || type->isPointerTy())
      return putAddress(constant, expression, offset);
    putMembers(constant, offset);
  }

 private:
  void putByte(uint64_t offset, uint8_t byte) {
    if (byte == 0) return;
    if (global_.bytes.size() <= offset) global_.bytes.resize(offset + 1, 0);
    global_.bytes[offset] = byte;
  }

  void putBits(const llvm::APInt& bits, llvm::Type* type, uint64_t offset) {
    const uint64_t bytes = module_.layout().getTypeStoreSize(type);
    for (uint64_t i = 0; i < bytes && i * 8 < bits.getBitWidth(); ++i)
      putByte(offset + i, static_cast<uint8_t>(bits.extractBitsAsZExtValue(
                              std::min<unsigned>(8, bits.getBitWidth() - static_cast<unsigned>(i) * 8), static_cast<unsigned>(i) * 8)));
  }

  void putBytes(llvm::StringRef data, uint64_t offset) {
    data = data.rtrim('\0');
    if (data.empty()) return;
    if (global_.bytes.size() < offset + data.size()) global_.bytes.resize(offset + data.size(), 0);
    std::copy(data.begin(), data.end(), global_.bytes.begin() + static_cast<std::ptrdiff_t>(offset));
  }

  void putAddress(const llvm::Constant& constant, const llvm::ConstantExpr* expression, uint64_t offset) {
    if (const std::optional<program::Constant> target = module_.addressOf(constant)) {
      global_.relocations.push_back({offset, *target});
      return;
    }
    if (expression == nullptr) throw Unsupported{"this initialiser"};
    const auto* operand = expression->getOperand(0);
    const bool keepsBits =
        module_.layout().getTypeSizeInBits(expression->getType()) == module_.layout().getTypeSizeInBits(operand->getType());
    const bool isCast = expression->getOpcode() == llvm::Instruction::PtrToInt || expression->getOpcode() == llvm::Instruction::IntToPtr ||
                        expression->getOpcode() == llvm::Instruction::BitCast;
    if (!isCast || !keepsBits) throw Unsupported{"an initialiser computed from addresses"};
    put(*operand, offset);
  }

  void putMembers(const llvm::Constant& constant, uint64_t offset) {
    if (auto* type = llvm::dyn_cast<llvm::StructType>(constant.getType())) {
      const llvm::StructLayout* layout = module_.layout().getStructLayout(type);
      for (unsigned i = 0; i < type->getNumElements(); ++i) put(*constant.getAggregateElement(i), offset + layout->getElementOffset(i));
    } else if (auto* type = llvm::dyn_cast<llvm::ArrayType>(constant.getType())) {
      const uint64_t stride = module_.layout().getTypeAllocSize(type->getElementType());
      for (unsigned i = 0; i < type->getNumElements(); ++i) put(*constant.getAggregateElement(i), offset + i * stride);
    } else if (auto* type = llvm::dyn_cast<llvm::FixedVectorType>(constant.getType())) {
      const uint64_t bits = module_.layout().getTypeSizeInBits(type->getElementType());
      if (bits % 8 != 0) throw Unsupported{"a vector of bits in an initialiser"};
      for (unsigned i = 0; i < type->getNumElements(); ++i) put(*constant.getAggregateElement(i), offset + i * bits / 8);
    } else {
      throw Unsupported{"this initialiser"};
    }
  }

  ModuleLowering& module_;
  program::Global& global_;
};

}  // namespace

void lowerInitialiser(ModuleLowering& module, const llvm::Constant& constant, program::Global& global) {
  Initialiser(module, global).put(constant, 0);
}

}  // namespace cleave::lower
