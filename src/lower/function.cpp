#include "lower/function.h"

#include <llvm/Analysis/ValueTracking.h>
#include <llvm/IR/GlobalVariable.h>
#include <llvm/IR/InlineAsm.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/IntrinsicInst.h>

#include "passes/open_nan.h"
#include "passes/pipeline.h"
#include "support/check.h"
#include "support/sha256.h"

namespace cleave::lower {

FunctionLowering::FunctionLowering(ModuleLowering& module, const llvm::Function& source, program::Function& target)
    : module_(module), source_(source), f_(target) {}

void FunctionLowering::run() {
  for (const llvm::BasicBlock& block : source_) blocks_[&block] = static_cast<program::BlockIndex>(blocks_.size());
  f_.blocks.resize(blocks_.size());
  cut_.assign(blocks_.size(), false);
  assignRegisters();
  listPhiInputs();
  for (const llvm::BasicBlock& block : source_) declarePhis(block);
  for (const llvm::BasicBlock& block : source_) lowerBlock(block);
  dropEntriesOfCutBlocks();
}

void FunctionLowering::assignRegisters() {
  Reg next = 0;
  for (const llvm::Argument& argument : source_.args()) {
    registers_[&argument] = next;
    next += flat(argument).slots;
  }
  CHECK(next == f_.registerCount, "the signature and the body count parameters differently in " + f_.name);
  for (const llvm::Instruction& inst : llvm::instructions(source_)) {
    if (inst.getType()->isVoidTy() || passes::isUndefinedMarker(inst)) continue;
    try {
      const uint32_t slots = flat(inst).slots;
      registers_[&inst] = f_.registerCount;
      f_.registerCount += slots;
    } catch (const Unsupported&) {
      // No registers: the instruction itself and its users become unsupported.
    }
  }
}

// --- phis
// A block's terminator is preceded by whatever the constants among its successors' phi inputs need to be computed; so phis are filled from
// the side of the predecessor. LLVM has one entry per edge, we have one per predecessor: entries of one block are equal and stand together.

void FunctionLowering::listPhiInputs() {
  phiInputs_.resize(blocks_.size());
  for (const llvm::BasicBlock& block : source_)
    for (const llvm::PHINode& phi : block.phis())
      for (unsigned i = 0; i < phi.getNumIncomingValues(); ++i) {
        auto& inputs = phiInputs_[blocks_.lookup(phi.getIncomingBlock(i))];
        if (inputs.empty() || inputs.back().phi != &phi) inputs.push_back({&phi, i});
      }
}

void FunctionLowering::declarePhis(const llvm::BasicBlock& block) {
  std::vector<program::Phi>& phis = f_.blocks[blocks_.lookup(&block)].phis;
  for (const llvm::PHINode& source : block.phis()) {
    if (registers_.count(&source) == 0) continue;
    firstPhi_[&source] = static_cast<uint32_t>(phis.size());
    for (const Leaf& leaf : flat(source).leaves) {
      program::Phi phi;
      phi.dst = registers_.lookup(&source) + leaf.slot;
      phi.type = leaf.type;
      phi.loc = module_.debug().locOf(source.getDebugLoc());
      phis.push_back(std::move(phi));
    }
  }
}

void FunctionLowering::supplyPhis() {
  for (const PhiInput& input : phiInputs_[current_]) {
    const auto first = firstPhi_.find(input.phi);
    if (first == firstPhi_.end()) continue;
    Operands operands;
    try {
      operands = operandsOf(*input.phi->getIncomingValue(input.index));
    } catch (const Unsupported& problem) {
      // INCOMPLETE: also ends runs that would take another edge of this block.
      emitUnsupported(problem.what);
      operands.clear();
      for (const Leaf& leaf : flat(*input.phi).leaves) operands.push_back(undefined(leaf.type));
    }
    std::vector<program::Phi>& phis = f_.blocks[blocks_.lookup(input.phi->getParent())].phis;
    for (size_t i = 0; i < operands.size(); ++i) phis[first->second + i].incoming.emplace_back(current_, operands[i]);
  }
}

void FunctionLowering::dropEntriesOfCutBlocks() {
  for (program::Block& block : f_.blocks)
    for (program::Phi& phi : block.phis) std::erase_if(phi.incoming, [&](const auto& entry) { return cut_[entry.first]; });
}

// --- blocks

void FunctionLowering::lowerBlock(const llvm::BasicBlock& block) {
  current_ = blocks_.lookup(&block);
  f_.blocks[current_].name = block.getName().str();
  f_.blocks[current_].first = static_cast<program::InstIndex>(f_.instructions.size());
  for (const llvm::Instruction& inst : block) {
    loc_ = module_.debug().locOf(inst.getDebugLoc());
    openNan_ = passes::hasOpenNan(inst);
    noteVariables(inst);
    if (inst.isTerminator()) supplyPhis();
    lowerGuarded(inst);
  }
  f_.blocks[current_].end = static_cast<program::InstIndex>(f_.instructions.size());
}

// What the records before the instruction say.
void FunctionLowering::noteVariables(const llvm::Instruction& inst) {
  for (const llvm::DbgVariableRecord& record : llvm::filterDbgVars(inst.getDbgRecordRange())) {
    const llvm::DILocalVariable* source = record.getVariable();
    const auto [known, isNew] = variables_.try_emplace(source, static_cast<uint32_t>(f_.variables.size()));
    if (isNew) f_.variables.push_back({source->getName().str(), module_.debug().typeOf(source->getType())});
    program::VariableNote note;
    note.at = static_cast<program::InstIndex>(f_.instructions.size());
    note.variable = known->second;
    note.isAddress = record.getType() == llvm::DbgVariableRecord::LocationType::Declare;
    note.loc = module_.debug().locOf(record.getDebugLoc());
    if (!note.loc.known()) note.loc = module_.debug().locOf(source->getFile(), source->getLine());
    const llvm::Value* value = record.getVariableLocationOp(0);
    if (const auto own = registers_.find(value); own != registers_.end()) {
      const FlatType& type = flat(*value);
      if (type.leaves.size() == 1 && type.leaves[0].type.width <= 64) note.value = Operand::reg(own->second);
    } else if (const auto* number = llvm::dyn_cast_or_null<llvm::ConstantInt>(value); number != nullptr && number->getBitWidth() <= 64) {
      note.bits = number->getZExtValue();
      note.isConstant = true;
    } else if (const auto* real = llvm::dyn_cast_or_null<llvm::ConstantFP>(value);
               real != nullptr && real->getType()->getPrimitiveSizeInBits() <= 64) {
      note.bits = real->getValueAPF().bitcastToAPInt().getZExtValue();
      note.isConstant = true;
    } else {
      note.isConstant = llvm::isa_and_nonnull<llvm::ConstantPointerNull>(value);
    }
    f_.notes.push_back(note);
  }
}

void FunctionLowering::lowerGuarded(const llvm::Instruction& inst) {
  try {
    lower(inst);
  } catch (const Unsupported& problem) {
    emitUnsupported(problem.what).imm = identityOf(inst);
    if (inst.isTerminator()) cut_[current_] = true;
  }
}

// A local object is nobody else's, volatile or not: its initialiser is a plain copy.
static bool fillsLocal(const llvm::Instruction& inst) {
  const auto* fill = llvm::dyn_cast<llvm::MemIntrinsic>(&inst);
  if (fill == nullptr || !llvm::isa<llvm::AllocaInst>(llvm::getUnderlyingObject(fill->getRawDest()))) return false;
  const auto* copy = llvm::dyn_cast<llvm::MemTransferInst>(fill);
  if (copy == nullptr) return true;
  const llvm::Value* source = llvm::getUnderlyingObject(copy->getRawSource());
  const auto* global = llvm::dyn_cast<llvm::GlobalVariable>(source);
  return llvm::isa<llvm::AllocaInst>(source) || (global != nullptr && global->isConstant());
}

// Code for one thread would do without it.
static bool meansThreads(const llvm::Instruction& inst) {
  if (inst.isAtomic()) return true;
  if (const auto* call = llvm::dyn_cast<llvm::CallBase>(&inst); call != nullptr && call->getCalledFunction() != nullptr) {
    const llvm::StringRef name = call->getCalledFunction()->getName();
    for (const char* prefix : {"pthread_", "thrd_", "mtx_", "cnd_", "sem_", "_ZNSt6thread", "cleave_volatile_"})
      if (name.starts_with(prefix)) return true;
  }
  if (!inst.isVolatile()) return false;
  const llvm::Value* pointer = llvm::getLoadStorePointerOperand(&inst);
  return pointer == nullptr || !llvm::isa<llvm::AllocaInst>(llvm::getUnderlyingObject(pointer, 0));
}

void FunctionLowering::lower(const llvm::Instruction& inst) {
  if (llvm::isa<llvm::PHINode>(inst)) {
    flat(inst);  // throws when there is no such value; else its block has it
    return;
  }
  if (passes::isUndefinedMarker(inst)) return;
  if (meansThreads(inst)) f_.sharesMemory = true;
  if (inst.isVolatile() && !llvm::isa<llvm::LoadInst, llvm::StoreInst>(inst) && !fillsLocal(inst))
    throw Unsupported{"volatile copies and exchanges"};
  if (const auto* binary = llvm::dyn_cast<llvm::BinaryOperator>(&inst)) return lowerBinary(*binary);
  if (const auto* unary = llvm::dyn_cast<llvm::UnaryOperator>(&inst)) return lowerUnary(*unary);
  if (const auto* compare = llvm::dyn_cast<llvm::CmpInst>(&inst)) return lowerCompare(*compare);
  if (const auto* cast = llvm::dyn_cast<llvm::CastInst>(&inst)) return lowerCast(*cast);
  if (const auto* call = llvm::dyn_cast<llvm::CallInst>(&inst)) return lowerCall(*call);
  switch (inst.getOpcode()) {
    case llvm::Instruction::Load:
      return lowerLoad(llvm::cast<llvm::LoadInst>(inst));
    case llvm::Instruction::Store:
      return lowerStore(llvm::cast<llvm::StoreInst>(inst));
    case llvm::Instruction::GetElementPtr:
      return lowerGep(llvm::cast<llvm::GetElementPtrInst>(inst));
    case llvm::Instruction::Br:
      return lowerBranch(llvm::cast<llvm::BranchInst>(inst));
    case llvm::Instruction::Switch:
      return lowerSwitch(llvm::cast<llvm::SwitchInst>(inst));
    case llvm::Instruction::Ret:
      return lowerReturn(llvm::cast<llvm::ReturnInst>(inst));
    case llvm::Instruction::Unreachable:
      emit(Op::Unreachable, {}, UINT32_MAX);
      return;
    case llvm::Instruction::Alloca:
      return lowerAlloca(llvm::cast<llvm::AllocaInst>(inst));
    case llvm::Instruction::Select:
      return lowerSelect(llvm::cast<llvm::SelectInst>(inst));
    case llvm::Instruction::ExtractValue:
      return lowerExtractValue(llvm::cast<llvm::ExtractValueInst>(inst));
    case llvm::Instruction::InsertValue:
      return lowerInsertValue(llvm::cast<llvm::InsertValueInst>(inst));
    case llvm::Instruction::ExtractElement:
      return lowerExtractElement(llvm::cast<llvm::ExtractElementInst>(inst));
    case llvm::Instruction::InsertElement:
      return lowerInsertElement(llvm::cast<llvm::InsertElementInst>(inst));
    case llvm::Instruction::ShuffleVector:
      return lowerShuffle(llvm::cast<llvm::ShuffleVectorInst>(inst));
    case llvm::Instruction::Freeze:
      return lowerFreeze(llvm::cast<llvm::FreezeInst>(inst));
    case llvm::Instruction::AtomicRMW:
      return lowerAtomicRmw(llvm::cast<llvm::AtomicRMWInst>(inst));
    case llvm::Instruction::AtomicCmpXchg:
      return lowerCmpXchg(llvm::cast<llvm::AtomicCmpXchgInst>(inst));
    case llvm::Instruction::Fence:
      return;  // one thread
    case llvm::Instruction::VAArg:
      throw Unsupported{"the va_arg instruction"};
    case llvm::Instruction::LandingPad:
    case llvm::Instruction::Resume:
      throw Unsupported{"exception handling"};
    default:
      throw Unsupported{std::string("the instruction ") + inst.getOpcodeName()};
  }
}

// --- terminators

uint32_t FunctionLowering::newEdge(const llvm::BasicBlock& to) {
  program::Edge edge;
  edge.from = current_;
  edge.to = blocks_.lookup(&to);
  f_.edges.push_back(edge);
  return static_cast<uint32_t>(f_.edges.size() - 1);
}

void FunctionLowering::lowerBranch(const llvm::BranchInst& inst) {
  if (inst.isUnconditional()) {
    const uint32_t edge = newEdge(*inst.getSuccessor(0));
    emit(Op::Jump, {}, UINT32_MAX).extra = edge;
    return;
  }
  const Operand condition = operandOf(*inst.getCondition());
  const uint32_t whenTrue = newEdge(*inst.getSuccessor(0));
  const uint32_t whenFalse = newEdge(*inst.getSuccessor(1));
  Instruction& branch = emit(Op::Branch, Type::integer(1), UINT32_MAX, condition);
  branch.extra = whenTrue;
  branch.imm = whenFalse;
}

void FunctionLowering::lowerSwitch(const llvm::SwitchInst& inst) {
  const Type type = scalarType(inst.getCondition()->getType());
  const Operand value = operandOf(*inst.getCondition());
  program::SwitchTable table;
  for (const auto& item : inst.cases()) {
    const llvm::APInt& bitsOfCase = item.getCaseValue()->getValue();
    U128 number = bitsOfCase.extractBitsAsZExtValue(std::min(64u, bitsOfCase.getBitWidth()), 0);
    if (bitsOfCase.getBitWidth() > 64) number |= U128{bitsOfCase.extractBitsAsZExtValue(bitsOfCase.getBitWidth() - 64, 64)} << 64;
    table.cases.push_back({number, newEdge(*item.getCaseSuccessor())});
  }
  table.defaultEdge = newEdge(*inst.getDefaultDest());
  f_.switches.push_back(std::move(table));
  emit(Op::Switch, type, UINT32_MAX, value).extra = static_cast<uint32_t>(f_.switches.size() - 1);
}

void FunctionLowering::lowerReturn(const llvm::ReturnInst& inst) {
  program::CallInfo info;
  if (const llvm::Value* value = inst.getReturnValue()) {
    for (Operand operand : operandsOf(*value)) info.arguments.push_back(operand);
    for (const Leaf& leaf : flat(*value).leaves) info.argumentTypes.push_back(leaf.type);
  }
  info.fixedArguments = static_cast<uint32_t>(info.arguments.size());
  info.byValueSize.assign(info.arguments.size(), 0);
  f_.calls.push_back(std::move(info));
  emit(Op::Return, {}, UINT32_MAX).extra = static_cast<uint32_t>(f_.calls.size() - 1);
}

// --- emission

program::Reg FunctionLowering::newReg(Type type) {
  const Reg reg = f_.registerCount;
  f_.registerCount += type.slots();
  return reg;
}

program::Instruction& FunctionLowering::emit(Op op, Type type, Reg dst, Operand a, Operand b, Operand c) {
  Instruction inst;
  inst.op = op;
  inst.type = type;
  inst.dst = dst;
  inst.a = a;
  inst.b = b;
  inst.c = c;
  inst.loc = loc_;
  if (openNan_ && program::isFloatArithmetic(op)) inst.flag = program::kOpenNan;
  f_.instructions.push_back(inst);
  return f_.instructions.back();
}

program::Operand FunctionLowering::compute(Op op, Type type, Operand a, Operand b, Operand c) {
  const Reg dst = newReg(type);
  emit(op, type, dst, a, b, c);
  return Operand::reg(dst);
}

void FunctionLowering::castTo(Reg dst, Op op, Type from, Type to, Operand a) { emit(op, to, dst, a).sourceType = from; }

program::Operand FunctionLowering::cast(Op op, Type from, Type to, Operand a) {
  const Reg dst = newReg(to);
  castTo(dst, op, from, to, a);
  return Operand::reg(dst);
}

program::Operand FunctionLowering::compare(program::IntPredicate predicate, Type type, Operand a, Operand b) {
  const Reg dst = newReg(Type::integer(1));
  emit(Op::ICmp, type, dst, a, b).flag = static_cast<uint8_t>(predicate);
  return Operand::reg(dst);
}

void FunctionLowering::copyTo(const llvm::Value& result, llvm::ArrayRef<Operand> leaves) {
  const FlatType& type = flat(result);
  CHECK(leaves.size() == type.leaves.size(), "a value with another number of leaves than its type in " + f_.name);
  for (size_t i = 0; i < leaves.size(); ++i) emit(Op::Copy, type.leaves[i].type, regOf(result, i), leaves[i]);
}

program::Instruction& FunctionLowering::emitUnsupported(const std::string& what) {
  f_.unsupported.push_back(what);
  Instruction& emitted = emit(Op::Unsupported, {}, UINT32_MAX);
  emitted.extra = static_cast<uint32_t>(f_.unsupported.size() - 1);
  return emitted;
}

// A number for all that tells calls of the outside apart: inline assembly or a function without a body, and registers and plain constants
// as operands. 0: there is more to it.
int64_t FunctionLowering::identityOf(const llvm::Instruction& inst) const {
  const auto* call = llvm::dyn_cast<llvm::CallInst>(&inst);
  if (call == nullptr || call->hasOperandBundles()) return 0;
  std::string text;
  llvm::raw_string_ostream stream(text);
  const llvm::Function* callee = call->getCalledFunction();
  if (const auto* assembly = llvm::dyn_cast<llvm::InlineAsm>(call->getCalledOperand()))
    stream << "asm " << assembly->hasSideEffects() << assembly->isAlignStack() << assembly->canThrow() << assembly->getDialect() << ' '
           << assembly->getAsmString().size() << ' ' << assembly->getAsmString() << ' ' << assembly->getConstraintString();
  else if (callee != nullptr && callee->isDeclaration())
    stream << "call " << callee->getName();
  else
    return 0;
  stream << ' ' << *call->getFunctionType();
  for (const unsigned index : call->getAttributes().indexes()) stream << ' ' << index << call->getAttributes().getAsString(index);
  const auto name = [&](const llvm::Value& value) {
    if (const auto own = registers_.find(&value); own != registers_.end()) stream << " r" << own->second;
    const bool isPlain = llvm::isa<llvm::ConstantData>(value);
    if (isPlain) stream << ' ' << value;
    return isPlain || registers_.contains(&value);
  };
  if (!call->getType()->isVoidTy() && !name(*call)) return 0;
  for (const llvm::Use& argument : call->args())
    if (!name(*argument)) return 0;
  const std::string digest = sha256(stream.str());
  return static_cast<int64_t>(std::stoull(digest.substr(0, 15), nullptr, 16) | 1u);
}

program::Operand FunctionLowering::resized(Operand operand, Type from, Type to) {
  if (from.width == to.width) return operand;
  return cast(from.width < to.width ? Op::ZExt : Op::Trunc, from, to, operand);
}

}  // namespace cleave::lower
