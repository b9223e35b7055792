// FunctionLowering: one body. The instructions of a block are lowered one by one, in module order, each by a member function of its family
// (arithmetic, memory, calls, intrinsics); function drives, operands gives values their registers.
//
// Every SSA value owns registers for its leaves from the beginning, so the order in which blocks are lowered does not matter. An LLVM block
// is one block of ours: nothing here needs to branch. What cannot be expressed throws Unsupported and becomes an Op::Unsupported in its
// place.
#pragma once

#include <llvm/ADT/DenseMap.h>
#include <llvm/ADT/SmallVector.h>
#include <llvm/IR/Instructions.h>
#include <llvm/IR/IntrinsicInst.h>

#include <map>
#include <tuple>

#include "lower/flat_type.h"
#include "lower/module.h"
#include "program/program.h"

namespace cleave::lower {

using Operands = llvm::SmallVector<program::Operand, 4>;

class FunctionLowering {
 public:
  FunctionLowering(ModuleLowering& module, const llvm::Function& source, program::Function& target);
  void run();

 private:
  using Op = program::Op;
  using Type = program::Type;
  using Reg = program::Reg;
  using Operand = program::Operand;
  using Instruction = program::Instruction;

  // --- function.cpp: blocks, phis, edges
  void assignRegisters();
  void lowerBlock(const llvm::BasicBlock& block);
  void noteVariables(const llvm::Instruction& inst);
  void lowerGuarded(const llvm::Instruction& inst);
  void lower(const llvm::Instruction& inst);
  void listPhiInputs();
  void declarePhis(const llvm::BasicBlock& block);
  void supplyPhis();
  void dropEntriesOfCutBlocks();
  void lowerBranch(const llvm::BranchInst& inst);
  void lowerSwitch(const llvm::SwitchInst& inst);
  void lowerReturn(const llvm::ReturnInst& inst);
  uint32_t newEdge(const llvm::BasicBlock& to);

  // --- operands.cpp: values and constants
  const FlatType& flat(const llvm::Value& value) { return module_.types().of(value.getType()); }
  Reg baseOf(const llvm::Value& value);  // first register of an instruction or argument
  Reg regOf(const llvm::Value& value, size_t leaf) { return baseOf(value) + flat(value).leaves[leaf].slot; }
  Operands operandsOf(const llvm::Value& value);  // one per leaf; may emit instructions for a constant expression
  Operand operandOf(const llvm::Value& value);    // of a scalar
  Operand bits(Type type, U128 value);
  Operand undefined(Type type);
  Operand constant(const program::Constant& low, uint64_t high);
  void appendConstant(const llvm::Constant& constant, Operands& out);
  void appendExpression(const llvm::ConstantExpr& expression, Operands& out);

  // --- emission
  Reg newReg(Type type);
  Instruction& emit(Op op, Type type, Reg dst, Operand a = {}, Operand b = {}, Operand c = {});
  Operand compute(Op op, Type type, Operand a, Operand b = {}, Operand c = {});  // into a fresh register
  Operand cast(Op op, Type from, Type to, Operand a);
  void castTo(Reg dst, Op op, Type from, Type to, Operand a);
  Operand compare(program::IntPredicate predicate, Type type, Operand a, Operand b);
  void copyTo(const llvm::Value& result, llvm::ArrayRef<Operand> leaves);  // one Copy per leaf
  Instruction& emitUnsupported(const std::string& what);
  int64_t identityOf(const llvm::Instruction& inst) const;
  Operand resized(Operand operand, Type from, Type to);  // an unsigned integer of another width

  // --- arithmetic.cpp
  void lowerBinary(const llvm::BinaryOperator& inst);
  void lowerUnary(const llvm::UnaryOperator& inst);
  void lowerCompare(const llvm::CmpInst& inst);
  void lowerCast(const llvm::CastInst& inst);
  void lowerScalarCast(llvm::Instruction::CastOps opcode, Reg dst, Type from, Type to, Operand a);
  void lowerBitCast(const llvm::CastInst& inst);
  Operand joinBits(llvm::ArrayRef<Operand> parts, Type part);  // little endian, into one integer
  Operands splitBits(Operand whole, Type type, Type part);
  void lowerSelect(const llvm::SelectInst& inst);
  void lowerExtractValue(const llvm::ExtractValueInst& inst);
  void lowerInsertValue(const llvm::InsertValueInst& inst);
  void lowerExtractElement(const llvm::ExtractElementInst& inst);
  void lowerInsertElement(const llvm::InsertElementInst& inst);
  Operand clampedIndex(const llvm::Value& index, uint64_t count);
  void lowerShuffle(const llvm::ShuffleVectorInst& inst);
  void lowerFreeze(const llvm::FreezeInst& inst);

  // --- limbs.cpp: integers of more than 128 bits
  struct Limbs {
    Operands words;  // 64 bits each, the last one extended
    Operand fill;    // what follows them: zeros, or copies of the sign
  };
  Limbs limbsOf(const llvm::Value& value, bool isSigned);
  Operand wordAt(const Limbs& limbs, int64_t position);
  void lowerLimbShift(const llvm::BinaryOperator& inst);
  void lowerLimbCompare(const llvm::CmpInst& inst);
  void lowerLimbCast(const llvm::CastInst& inst);

  // --- memory.cpp
  void lowerAlloca(const llvm::AllocaInst& inst);
  void lowerLoad(const llvm::LoadInst& inst);
  void lowerStore(const llvm::StoreInst& inst);
  void lowerGep(const llvm::GetElementPtrInst& inst);
  void lowerAtomicRmw(const llvm::AtomicRMWInst& inst);
  void lowerCmpXchg(const llvm::AtomicCmpXchgInst& inst);
  Operand at(Operand pointer, uint64_t offset);
  void load(llvm::Type* type, llvm::ArrayRef<Reg> registers, Operand pointer);
  void store(llvm::Type* type, llvm::ArrayRef<Operand> values, Operand pointer);

  // --- calls.cpp
  void lowerCall(const llvm::CallBase& call);
  void lowerPlainCall(const llvm::CallBase& call, const llvm::Function* callee);
  void lowerAssembly(const llvm::CallBase& call);
  bool lowerLibraryCall(const llvm::CallBase& call, const llvm::Function& callee);
  bool lowerMathCall(const llvm::CallBase& call, llvm::StringRef name);
  bool lowerMemoryCall(const llvm::CallBase& call, llvm::StringRef name);

  // --- intrinsics.cpp
  void lowerIntrinsic(const llvm::IntrinsicInst& call);
  bool lowerElementwise(const llvm::IntrinsicInst& call);
  bool lowerOverflow(const llvm::IntrinsicInst& call);
  bool lowerReduction(const llvm::IntrinsicInst& call);
  bool lowerMemoryIntrinsic(const llvm::IntrinsicInst& call);
  void elementwise(Op op, const llvm::CallBase& call, unsigned operands);
  void lowerMemory(Op op, const llvm::Value& to, const llvm::Value& from, const llvm::Value& length);
  void roundToInteger(const llvm::CallBase& call, Op rounding);

  ModuleLowering& module_;
  const llvm::Function& source_;
  program::Function& f_;
  program::SourceLoc loc_;
  bool openNan_ = false;  // of the instruction at work
  llvm::DenseMap<const llvm::Value*, Reg> registers_;
  llvm::DenseMap<const llvm::BasicBlock*, program::BlockIndex> blocks_;
  llvm::DenseMap<const llvm::DILocalVariable*, uint32_t> variables_;
  struct PhiInput {
    const llvm::PHINode* phi = nullptr;
    unsigned index = 0;
  };
  std::vector<llvm::SmallVector<PhiInput, 2>> phiInputs_;    // by block: what its successors' phis take from it
  llvm::DenseMap<const llvm::PHINode*, uint32_t> firstPhi_;  // index in its block's phis
  std::vector<bool> cut_;                                    // by block: its terminator is not supported, so it has no edges
  program::BlockIndex current_ = 0;
  using ConstantKey = std::tuple<uint8_t, uint8_t, uint8_t, uint64_t, uint64_t, uint32_t>;
  std::map<ConstantKey, uint32_t> constants_;
};

}  // namespace cleave::lower
