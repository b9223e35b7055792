// Memory: loads and stores leaf by leaf, addresses, local objects, atomic operations. Volatile and atomic accesses are carried out as plain
// ones: there is one thread. Volatile ones are marked, so that nobody takes their number for a detail.
#include <llvm/IR/GetElementPtrTypeIterator.h>

#include "lower/function.h"
#include "support/check.h"

namespace cleave::lower {

program::Operand FunctionLowering::at(Operand pointer, uint64_t offset) {
  if (offset == 0) return pointer;
  const Reg dst = newReg(Type::pointer());
  emit(Op::PtrAdd, Type::pointer(), dst, pointer).imm = static_cast<int64_t>(offset);
  return Operand::reg(dst);
}

namespace {

// The integer that a vector of bits is in memory.
program::Type packedType(llvm::Type* type, const FlatType& flat) {
  if (!type->isVectorTy()) throw Unsupported{"structures with vectors of bits"};
  const size_t width = flat.leaves.size() * flat.leaves[0].type.width;
  if (width > 128) throw Unsupported{"vectors of more than 128 single bits"};
  return program::Type::integer(static_cast<unsigned>(width));
}

// Those from `first` on.
void markVolatile(program::Function& function, size_t first) {
  for (size_t i = first; i < function.instructions.size(); ++i)
    if (function.instructions[i].op == program::Op::Load || function.instructions[i].op == program::Op::Store)
      function.instructions[i].flag = 1;
}

}  // namespace

void FunctionLowering::load(llvm::Type* type, llvm::ArrayRef<Reg> registers, Operand pointer) {
  const FlatType& flat = module_.types().of(type);
  if (flat.bitPacked) {
    const Type packed = packedType(type, flat);
    const Operands parts = splitBits(compute(Op::Load, packed, pointer), packed, flat.leaves[0].type);
    for (size_t i = 0; i < parts.size(); ++i) emit(Op::Copy, flat.leaves[i].type, registers[i], parts[i]);
    return;
  }
  for (size_t i = 0; i < flat.leaves.size(); ++i) {
    const Operand place = at(pointer, flat.leaves[i].offset);
    emit(Op::Load, flat.leaves[i].type, registers[i], place);
  }
}

void FunctionLowering::store(llvm::Type* type, llvm::ArrayRef<Operand> values, Operand pointer) {
  const FlatType& flat = module_.types().of(type);
  if (flat.bitPacked) {
    const Type packed = packedType(type, flat);
    const Operand whole = joinBits(values, flat.leaves[0].type);
    emit(Op::Store, packed, UINT32_MAX, whole, pointer);
    return;
  }
  for (size_t i = 0; i < flat.leaves.size(); ++i) {
    const Operand place = at(pointer, flat.leaves[i].offset);
    emit(Op::Store, flat.leaves[i].type, UINT32_MAX, values[i], place);
  }
}

void FunctionLowering::lowerLoad(const llvm::LoadInst& inst) {
  llvm::SmallVector<Reg, 4> registers;
  for (size_t i = 0; i < flat(inst).leaves.size(); ++i) registers.push_back(regOf(inst, i));
  const size_t first = f_.instructions.size();
  load(inst.getType(), registers, operandOf(*inst.getPointerOperand()));
  if (inst.isVolatile()) markVolatile(f_, first);
}

void FunctionLowering::lowerStore(const llvm::StoreInst& inst) {
  const Operands values = operandsOf(*inst.getValueOperand());
  const size_t first = f_.instructions.size();
  store(inst.getValueOperand()->getType(), values, operandOf(*inst.getPointerOperand()));
  if (inst.isVolatile()) markVolatile(f_, first);
}

void FunctionLowering::lowerAlloca(const llvm::AllocaInst& inst) {
  if (inst.getAllocatedType()->isScalableTy()) throw Unsupported{"objects of a size that the processor decides"};
  scalarType(inst.getType());  // the usual address space
  const uint64_t size = module_.layout().getTypeAllocSize(inst.getAllocatedType());
  const auto* fixed = llvm::dyn_cast<llvm::ConstantInt>(inst.getArraySize());
  Operand count;
  if (fixed == nullptr) count = resized(operandOf(*inst.getArraySize()), scalarType(inst.getArraySize()->getType()), Type::integer(64));
  Instruction& alloca = emit(Op::Alloca, Type::pointer(), regOf(inst, 0), {}, count);
  alloca.imm = static_cast<int64_t>(fixed != nullptr ? size * fixed->getZExtValue() : size);
  alloca.sourceType = Type::integer(64);
  alloca.extra = static_cast<uint32_t>(inst.getAlign().value());
}

// Constant parts add up to one PtrAdd, each variable index is one of its own. A vector of pointers goes element by element.
void FunctionLowering::lowerGep(const llvm::GetElementPtrInst& inst) {
  const FlatType& result = flat(inst);
  const auto element = [](const Operands& operands, size_t i) { return operands.size() == 1 ? operands[0] : operands[i]; };
  struct Index {
    Operands operands;
    Type type;
    int64_t scale = 0;
  };
  llvm::SmallVector<Index, 4> indices;
  uint64_t fixed = 0;
  for (auto step = llvm::gep_type_begin(inst), end = llvm::gep_type_end(inst); step != end; ++step) {
    const llvm::Value& value = *step.getOperand();
    if (llvm::StructType* structType = step.getStructTypeOrNull()) {
      const llvm::Constant* field = llvm::cast<llvm::Constant>(&value);
      if (field->getType()->isVectorTy()) field = field->getSplatValue();
      fixed += module_.layout()
                   .getStructLayout(structType)
                   ->getElementOffset(static_cast<unsigned>(llvm::cast<llvm::ConstantInt>(field)->getZExtValue()));
      continue;
    }
    const llvm::TypeSize stride = step.getSequentialElementStride(module_.layout());
    if (stride.isScalable()) throw Unsupported{"objects of a size that the processor decides"};
    if (const auto* number = llvm::dyn_cast<llvm::ConstantInt>(&value)) {
      fixed += static_cast<uint64_t>(number->getValue().sextOrTrunc(64).getSExtValue()) * stride.getFixedValue();
      continue;
    }
    const Type type = scalarType(value.getType()->getScalarType());
    Index index{operandsOf(value), type, static_cast<int64_t>(stride.getFixedValue())};
    if (type.width > 64) {
      for (Operand& operand : index.operands) operand = cast(Op::Trunc, type, Type::integer(64), operand);
      index.type = Type::integer(64);
    }
    indices.push_back(std::move(index));
  }
  const Operands base = operandsOf(*inst.getPointerOperand());
  for (size_t i = 0; i < result.leaves.size(); ++i) {
    Operand pointer = element(base, i);
    const bool needsFixed = fixed != 0 || indices.empty();
    for (size_t k = 0; k < indices.size(); ++k) {
      const bool last = !needsFixed && k + 1 == indices.size();
      const Reg dst = last ? regOf(inst, i) : newReg(Type::pointer());
      Instruction& add = emit(Op::PtrAdd, Type::pointer(), dst, pointer, element(indices[k].operands, i));
      add.sourceType = indices[k].type;
      add.imm = indices[k].scale;
      pointer = Operand::reg(dst);
    }
    if (needsFixed) emit(Op::PtrAdd, Type::pointer(), regOf(inst, i), pointer).imm = static_cast<int64_t>(fixed);
  }
}

// --- atomic operations, by one thread

void FunctionLowering::lowerAtomicRmw(const llvm::AtomicRMWInst& inst) {
  using Rmw = llvm::AtomicRMWInst;
  const Type type = scalarType(inst.getType());
  const Operand pointer = operandOf(*inst.getPointerOperand());
  const Operand value = operandOf(*inst.getValOperand());
  const Reg oldReg = regOf(inst, 0);
  const Operand old = Operand::reg(oldReg);
  emit(Op::Load, type, oldReg, pointer);
  const auto plain = [&](Op op) { return compute(op, type, old, value); };
  const auto result = [&]() -> Operand {
    switch (inst.getOperation()) {
      case Rmw::Xchg:
        return value;
      case Rmw::Add:
        return plain(Op::Add);
      case Rmw::Sub:
        return plain(Op::Sub);
      case Rmw::And:
        return plain(Op::And);
      case Rmw::Nand:
        return compute(Op::Xor, type, plain(Op::And), bits(type, maskOf(type.width)));
      case Rmw::Or:
        return plain(Op::Or);
      case Rmw::Xor:
        return plain(Op::Xor);
      case Rmw::Max:
        return plain(Op::SMax);
      case Rmw::Min:
        return plain(Op::SMin);
      case Rmw::UMax:
        return plain(Op::UMax);
      case Rmw::UMin:
        return plain(Op::UMin);
      case Rmw::FAdd:
        return plain(Op::FAdd);
      case Rmw::FSub:
        return plain(Op::FSub);
      case Rmw::FMax:
        return plain(Op::FMaxNum);
      case Rmw::FMin:
        return plain(Op::FMinNum);
      case Rmw::UIncWrap: {
        const Operand wraps = compare(program::IntPredicate::UGe, type, old, value);
        return compute(Op::Select, type, wraps, bits(type, 0), compute(Op::Add, type, old, bits(type, 1)));
      }
      case Rmw::UDecWrap: {
        const Operand isZero = compare(program::IntPredicate::Eq, type, old, bits(type, 0));
        const Operand isAbove = compare(program::IntPredicate::UGt, type, old, value);
        const Operand wraps = compute(Op::Or, Type::integer(1), isZero, isAbove);
        return compute(Op::Select, type, wraps, value, compute(Op::Sub, type, old, bits(type, 1)));
      }
      case Rmw::BAD_BINOP:
        break;
    }
    throw Unsupported{"this atomic operation"};
  }();
  emit(Op::Store, type, UINT32_MAX, result, pointer);
}

// The processor writes in any case: the new value, or what was there.
void FunctionLowering::lowerCmpXchg(const llvm::AtomicCmpXchgInst& inst) {
  const Type type = scalarType(inst.getCompareOperand()->getType());
  const Operand pointer = operandOf(*inst.getPointerOperand());
  const Operand expected = operandOf(*inst.getCompareOperand());
  const Operand desired = operandOf(*inst.getNewValOperand());
  const Reg old = regOf(inst, 0);
  const Reg success = regOf(inst, 1);
  emit(Op::Load, type, old, pointer);
  emit(Op::ICmp, type, success, Operand::reg(old), expected).flag = static_cast<uint8_t>(program::IntPredicate::Eq);
  const Operand written = compute(Op::Select, type, Operand::reg(success), desired, Operand::reg(old));
  emit(Op::Store, type, UINT32_MAX, written, pointer);
}

}  // namespace cleave::lower
