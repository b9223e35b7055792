#include "optimizer/compare.h"

#include <fmt/format.h>
#include <llvm/ADT/DenseMap.h>
#include <llvm/ADT/DenseSet.h>
#include <llvm/IR/Constants.h>
#include <llvm/IR/GlobalAlias.h>
#include <llvm/IR/InlineAsm.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/Instructions.h>
#include <llvm/IR/IntrinsicInst.h>
#include <llvm/IR/Operator.h>

#include <deque>

#include "optimizer/prepare.h"

namespace cleave::optimizer {
namespace {

// The modules live in different contexts, so equal types are different objects.
bool sameType(const llvm::Type* before, const llvm::Type* after) {
  if (before->getTypeID() != after->getTypeID() || before->getNumContainedTypes() != after->getNumContainedTypes()) return false;
  if (const auto* integer = llvm::dyn_cast<llvm::IntegerType>(before)) return integer->getBitWidth() == after->getIntegerBitWidth();
  if (llvm::isa<llvm::PointerType>(before)) return before->getPointerAddressSpace() == after->getPointerAddressSpace();
  if (const auto* function = llvm::dyn_cast<llvm::FunctionType>(before);
      function != nullptr && function->isVarArg() != llvm::cast<llvm::FunctionType>(after)->isVarArg())
    return false;
  if (const auto* structure = llvm::dyn_cast<llvm::StructType>(before)) {
    const auto* other = llvm::cast<llvm::StructType>(after);
    if (structure->isPacked() != other->isPacked() || structure->isOpaque() || other->isOpaque()) return false;
  }
  if (llvm::isa<llvm::ArrayType>(before) && before->getArrayNumElements() != after->getArrayNumElements()) return false;
  if (const auto* vector = llvm::dyn_cast<llvm::VectorType>(before);
      vector != nullptr && vector->getElementCount() != llvm::cast<llvm::VectorType>(after)->getElementCount())
    return false;
  if (llvm::isa<llvm::TargetExtType>(before)) return false;
  for (unsigned i = 0; i < before->getNumContainedTypes(); ++i)
    if (!sameType(before->getContainedType(i), after->getContainedType(i))) return false;
  return true;
}

bool samePassing(llvm::AttributeSet before, llvm::AttributeSet after) {
  const auto listed = [](llvm::AttributeSet set) {
    std::vector<llvm::Attribute> kept;
    for (const llvm::Attribute& attribute : set)
      if (!attribute.isStringAttribute() && saysHowToPass(attribute.getKindAsEnum())) kept.push_back(attribute);
    return kept;
  };
  const std::vector<llvm::Attribute> left = listed(before), right = listed(after);
  if (left.size() != right.size()) return false;
  for (size_t i = 0; i < left.size(); ++i) {
    if (left[i].getKindAsEnum() != right[i].getKindAsEnum()) return false;
    if (left[i].isTypeAttribute() && !sameType(left[i].getValueAsType(), right[i].getValueAsType())) return false;
  }
  return before.getAlignment() == after.getAlignment() || !before.hasAttribute(llvm::Attribute::ByVal);
}

bool samePassing(const llvm::AttributeList& before, const llvm::AttributeList& after, unsigned parameters) {
  if (!samePassing(before.getRetAttrs(), after.getRetAttrs())) return false;
  for (unsigned i = 0; i < parameters; ++i)
    if (!samePassing(before.getParamAttrs(i), after.getParamAttrs(i))) return false;
  return true;
}

// Two-way: neither side has two partners.
template <class T>
class Bijection {
 public:
  enum class Answer { New, Known, Conflict };
  Answer pair(const T* before, const T* after) {
    const auto [forth, isNew] = forth_.try_emplace(before, after);
    if (!isNew) return forth->second == after ? Answer::Known : Answer::Conflict;
    if (back_.try_emplace(after, before).second) return Answer::New;
    forth_.erase(forth);
    return Answer::Conflict;
  }
  bool has(const T* before, const T* after) const { return forth_.lookup(before) == after; }
  void drop(const T* before, const T* after) {
    forth_.erase(before);
    back_.erase(after);
  }

 private:
  llvm::DenseMap<const T*, const T*> forth_;
  llvm::DenseMap<const T*, const T*> back_;
};

bool isPureCall(const llvm::Instruction& inst) {
  const auto* call = llvm::dyn_cast<llvm::CallInst>(&inst);
  if (call == nullptr || call->getCalledFunction() == nullptr || call->hasOperandBundles()) return false;
  const llvm::Function& callee = *call->getCalledFunction();
  if (!callee.isDeclaration() || callee.isConvergent()) return false;
  return callee.doesNotAccessMemory() && callee.doesNotThrow() && callee.willReturn() && !call->getType()->isVoidTy();
}

bool isFixedAlloca(const llvm::Instruction& inst) {
  const auto* variable = llvm::dyn_cast<llvm::AllocaInst>(&inst);
  return variable != nullptr && variable->isStaticAlloca();
}

// Instructions that are compared where they stand; all others where they are used.
bool isAnchored(const llvm::Instruction& inst) {
  if (llvm::isa<llvm::PHINode>(inst) || isFixedAlloca(inst) || isPureCall(inst)) return false;
  return llvm::isa<llvm::AllocaInst, llvm::CallBase, llvm::FenceInst, llvm::LandingPadInst>(inst) || inst.isTerminator() ||
         inst.mayReadOrWriteMemory() || inst.mayHaveSideEffects() || llvm::isa<llvm::VAArgInst>(inst);
}

struct Symbols {  // what both versions mention, over all functions
  Bijection<llvm::Function> functions;
  Bijection<llvm::GlobalVariable> variables;
  std::deque<std::pair<const llvm::Function*, const llvm::Function*>> bodies;                // still to be compared
  std::deque<std::pair<const llvm::GlobalVariable*, const llvm::GlobalVariable*>> initials;  // still to be compared
  CodeComparison result;
  uint64_t fuel = 4'000'000;  // steps; commutative operations are tried both ways
};

// --- constants and symbols

class ConstantComparison {
 public:
  explicit ConstantComparison(Symbols& symbols) : symbols_(symbols) {}

  bool same(const llvm::Constant& before, const llvm::Constant& after) {
    if (!sameType(before.getType(), after.getType())) return false;
    if (const auto* global = llvm::dyn_cast<llvm::GlobalValue>(&before)) {
      const auto* other = llvm::dyn_cast<llvm::GlobalValue>(&after);
      return other != nullptr && sameGlobal(*global, *other, /*called=*/false);
    }
    if (before.getValueID() != after.getValueID()) return false;
    if (llvm::isa<llvm::UndefValue, llvm::BlockAddress, llvm::DSOLocalEquivalent, llvm::NoCFIValue>(before)) return false;
    if (const auto* integer = llvm::dyn_cast<llvm::ConstantInt>(&before))
      return integer->getValue() == llvm::cast<llvm::ConstantInt>(after).getValue();
    if (const auto* floating = llvm::dyn_cast<llvm::ConstantFP>(&before))
      return floating->getValueAPF().bitwiseIsEqual(llvm::cast<llvm::ConstantFP>(after).getValueAPF());
    if (const auto* data = llvm::dyn_cast<llvm::ConstantDataSequential>(&before))
      return data->getRawDataValues() == llvm::cast<llvm::ConstantDataSequential>(after).getRawDataValues();
    if (llvm::isa<llvm::ConstantAggregateZero, llvm::ConstantPointerNull, llvm::ConstantTokenNone>(before)) return true;
    if (const auto* expression = llvm::dyn_cast<llvm::ConstantExpr>(&before)) {
      const auto& other = llvm::cast<llvm::ConstantExpr>(after);
      if (expression->getOpcode() != other.getOpcode()) return false;
      if (const auto* step = llvm::dyn_cast<llvm::GEPOperator>(expression);
          step != nullptr && !sameType(step->getSourceElementType(), llvm::cast<llvm::GEPOperator>(other).getSourceElementType()))
        return false;
    } else if (!llvm::isa<llvm::ConstantAggregate>(before)) {
      return false;
    }
    return sameOperands(before, after);
  }

  bool sameGlobal(const llvm::GlobalValue& before, const llvm::GlobalValue& after, bool called) {
    if (const auto* function = llvm::dyn_cast<llvm::Function>(&before)) {
      const auto* other = llvm::dyn_cast<llvm::Function>(&after);
      // An address can be shown, and is shown by its name.
      return other != nullptr && (called || function->getName() == other->getName()) && sameFunction(*function, *other);
    }
    const auto* variable = llvm::dyn_cast<llvm::GlobalVariable>(&before);
    const auto* other = llvm::dyn_cast<llvm::GlobalVariable>(&after);
    return variable != nullptr && other != nullptr && sameVariable(*variable, *other);
  }

  bool sameFunction(const llvm::Function& before, const llvm::Function& after) {
    using Answer = Bijection<llvm::Function>::Answer;
    const Answer answer = symbols_.functions.pair(&before, &after);
    if (answer != Answer::New) return answer == Answer::Known;
    const bool fits = before.isDeclaration() == after.isDeclaration() && sameType(before.getFunctionType(), after.getFunctionType()) &&
                      before.getCallingConv() == after.getCallingConv() &&
                      samePassing(before.getAttributes(), after.getAttributes(), static_cast<unsigned>(before.arg_size())) &&
                      (!before.isDeclaration() || sameDeclaration(before, after));
    if (!fits) {
      symbols_.functions.drop(&before, &after);
      return false;
    }
    if (!before.isDeclaration()) symbols_.bodies.emplace_back(&before, &after);
    return true;
  }

 private:
  bool sameOperands(const llvm::Constant& before, const llvm::Constant& after) {
    if (before.getNumOperands() != after.getNumOperands()) return false;
    for (unsigned i = 0; i < before.getNumOperands(); ++i)
      if (!same(*llvm::cast<llvm::Constant>(before.getOperand(i)), *llvm::cast<llvm::Constant>(after.getOperand(i)))) return false;
    return true;
  }

  bool sameDeclaration(const llvm::Function& before, const llvm::Function& after) {
    if (before.getName() != after.getName() || before.getLinkage() != after.getLinkage()) return false;
    if (isUninitialisedMarker(before)) return false;  // what it stands for is not one value
    for (const llvm::Attribute::AttrKind kind : {llvm::Attribute::NoReturn, llvm::Attribute::NoUnwind, llvm::Attribute::WillReturn})
      if (before.hasFnAttribute(kind) != after.hasFnAttribute(kind)) return false;
    if (before.getMemoryEffects() != after.getMemoryEffects()) return false;
    if (!before.isIntrinsic() && !isMadeUp(before)) symbols_.result.externals.insert(before.getName().str());
    return true;
  }

  bool sameVariable(const llvm::GlobalVariable& before, const llvm::GlobalVariable& after) {
    using Answer = Bijection<llvm::GlobalVariable>::Answer;
    const Answer answer = symbols_.variables.pair(&before, &after);
    if (answer != Answer::New) return answer == Answer::Known;
    const bool hasNames = !before.hasLocalLinkage() || !after.hasLocalLinkage() || !before.isConstant();
    const bool fits = before.isConstant() == after.isConstant() && before.getThreadLocalMode() == after.getThreadLocalMode() &&
                      before.hasInitializer() == after.hasInitializer() && before.getLinkage() == after.getLinkage() &&
                      (!hasNames || before.getName() == after.getName()) && sameType(before.getValueType(), after.getValueType());
    if (!fits) {
      symbols_.variables.drop(&before, &after);
      return false;
    }
    const bool isTable = before.getName().starts_with("_ZTV") || before.getName().starts_with("_ZTI");
    if (!before.isConstant() || (isTable && !before.isDeclaration())) symbols_.result.variables.insert(before.getName().str());
    if (before.hasInitializer()) symbols_.initials.emplace_back(&before, &after);
    return true;
  }

  Symbols& symbols_;
};

// --- the body of one function

class BodyComparison {
 public:
  BodyComparison(const llvm::Function& before, const llvm::Function& after, Symbols& symbols)
      : before_(before), after_(after), symbols_(symbols), constants_(symbols) {}

  // Empty: the same.
  std::string run() {
    if (before_.hasPersonalityFn() != after_.hasPersonalityFn()) return "exception handling";
    if (before_.hasPersonalityFn() && !constants_.same(*before_.getPersonalityFn(), *after_.getPersonalityFn()))
      return "exception handling";
    if (!pairBlocks()) return why_;
    for (const auto& [before, after] : anchored_)
      if (!sameAnchored(*before, *after)) {
        if (symbols_.fuel == 0) return "too much to compare";
        return fmt::format("{} is done with other values", before->getOpcodeName());
      }
    return "";
  }

 private:
  // --- the first walk: blocks, and what is anchored in them

  bool differ(const std::string& why) {
    why_ = why;
    return false;
  }

  bool pairBlocks() {
    std::vector<std::pair<const llvm::BasicBlock*, const llvm::BasicBlock*>> todo;
    const auto reach = [&](const llvm::BasicBlock* before, const llvm::BasicBlock* after) {
      const auto answer = blocks_.pair(before, after);
      if (answer == Bijection<llvm::BasicBlock>::Answer::New) todo.emplace_back(before, after);
      return answer != Bijection<llvm::BasicBlock>::Answer::Conflict;
    };
    reach(&before_.getEntryBlock(), &after_.getEntryBlock());
    while (!todo.empty()) {
      const auto [before, after] = todo.back();
      todo.pop_back();
      if (!pairAnchored(*before, *after)) return false;
      const llvm::Instruction* end = before->getTerminator();
      const llvm::Instruction* otherEnd = after->getTerminator();
      if (end->getNumSuccessors() != otherEnd->getNumSuccessors()) return differ("the jumps differ");
      if (const auto* choice = llvm::dyn_cast<llvm::SwitchInst>(end)) {
        // By the values of the cases, which may stand in any order.
        for (const auto& way : choice->cases()) {
          const llvm::BasicBlock* target = targetOf(llvm::cast<llvm::SwitchInst>(*otherEnd), *way.getCaseValue());
          if (target == nullptr || !reach(way.getCaseSuccessor(), target)) return differ("the cases of a switch differ");
        }
        if (!reach(choice->getDefaultDest(), llvm::cast<llvm::SwitchInst>(otherEnd)->getDefaultDest()))
          return differ("the default of a switch differs");
        continue;
      }
      for (unsigned i = 0; i < end->getNumSuccessors(); ++i)
        if (!reach(end->getSuccessor(i), otherEnd->getSuccessor(i))) return differ("the jumps differ");
    }
    return true;
  }

  static const llvm::BasicBlock* targetOf(const llvm::SwitchInst& choice, const llvm::ConstantInt& value) {
    for (const auto& way : choice.cases())
      if (way.getCaseValue()->getValue().getBitWidth() == value.getValue().getBitWidth() &&
          way.getCaseValue()->getValue() == value.getValue())
        return way.getCaseSuccessor();
    return nullptr;
  }

  bool pairAnchored(const llvm::BasicBlock& before, const llvm::BasicBlock& after) {
    std::vector<const llvm::Instruction*> left, right;
    for (const llvm::Instruction& inst : before)
      if (isAnchored(inst)) left.push_back(&inst);
    for (const llvm::Instruction& inst : after)
      if (isAnchored(inst)) right.push_back(&inst);
    if (left.size() != right.size()) return differ("one version does more than the other");
    for (size_t i = 0; i < left.size(); ++i) {
      if (left[i]->getOpcode() != right[i]->getOpcode())
        return differ(fmt::format("{} stands against {}", left[i]->getOpcodeName(), right[i]->getOpcodeName()));
      anchored_.emplace_back(left[i], right[i]);
      partner_[left[i]] = right[i];
    }
    return true;
  }

  // --- the second walk: values

  bool sameAnchored(const llvm::Instruction& before, const llvm::Instruction& after) {
    if (!sameOperation(before, after)) return false;
    if (const auto* call = llvm::dyn_cast<llvm::CallBase>(&before)) return sameCall(*call, llvm::cast<llvm::CallBase>(after));
    if (llvm::isa<llvm::SwitchInst>(before)) return same(*before.getOperand(0), *after.getOperand(0));  // the cases correspond
    if (before.getNumOperands() != after.getNumOperands()) return false;
    for (unsigned i = 0; i < before.getNumOperands(); ++i)
      if (!llvm::isa<llvm::BasicBlock>(before.getOperand(i)) && !same(*before.getOperand(i), *after.getOperand(i))) return false;
    return true;
  }

  bool sameCall(const llvm::CallBase& before, const llvm::CallBase& after) {
    if (before.arg_size() != after.arg_size() || before.hasOperandBundles() || after.hasOperandBundles()) return false;
    if (!sameType(before.getFunctionType(), after.getFunctionType()) || before.getCallingConv() != after.getCallingConv()) return false;
    if (!samePassing(before.getAttributes(), after.getAttributes(), before.arg_size())) return false;
    for (unsigned i = 0; i < before.arg_size(); ++i)
      if (!same(*before.getArgOperand(i), *after.getArgOperand(i))) return false;
    return sameCallee(*before.getCalledOperand(), *after.getCalledOperand());
  }

  bool sameCallee(const llvm::Value& before, const llvm::Value& after) {
    if (const auto* assembly = llvm::dyn_cast<llvm::InlineAsm>(&before)) {
      const auto* other = llvm::dyn_cast<llvm::InlineAsm>(&after);
      return other != nullptr && llvm::StringRef(assembly->getAsmString()) == llvm::StringRef(other->getAsmString()) &&
             llvm::StringRef(assembly->getConstraintString()) == llvm::StringRef(other->getConstraintString()) &&
             assembly->hasSideEffects() == other->hasSideEffects() && assembly->isAlignStack() == other->isAlignStack() &&
             assembly->getDialect() == other->getDialect() && assembly->canThrow() == other->canThrow();
    }
    const auto* function = llvm::dyn_cast<llvm::Function>(&before);
    const auto* other = llvm::dyn_cast<llvm::Function>(&after);
    if ((function == nullptr) != (other == nullptr)) return false;
    return function == nullptr ? same(before, after) : constants_.sameGlobal(*function, *other, /*called=*/true);
  }

  // All but the operands. Flags that promise something of the operands (nsw, inbounds) were found by the optimiser itself, so they hold and
  // do not matter; those of floats do.
  static bool sameOperation(const llvm::Instruction& before, const llvm::Instruction& after) {
    if (before.getOpcode() != after.getOpcode() || !sameType(before.getType(), after.getType())) return false;
    if (llvm::isa<llvm::FPMathOperator>(before) != llvm::isa<llvm::FPMathOperator>(after)) return false;
    if (llvm::isa<llvm::FPMathOperator>(before) && before.getFastMathFlags() != after.getFastMathFlags()) return false;
    if (const auto* step = llvm::dyn_cast<llvm::GetElementPtrInst>(&before))
      return sameType(step->getSourceElementType(), llvm::cast<llvm::GetElementPtrInst>(after).getSourceElementType());
    if (const auto* load = llvm::dyn_cast<llvm::LoadInst>(&before)) {
      const auto& other = llvm::cast<llvm::LoadInst>(after);
      return load->isVolatile() == other.isVolatile() && load->getOrdering() == other.getOrdering() &&
             load->getSyncScopeID() == other.getSyncScopeID();
    }
    if (const auto* store = llvm::dyn_cast<llvm::StoreInst>(&before)) {
      const auto& other = llvm::cast<llvm::StoreInst>(after);
      return store->isVolatile() == other.isVolatile() && store->getOrdering() == other.getOrdering() &&
             store->getSyncScopeID() == other.getSyncScopeID();
    }
    if (const auto* fence = llvm::dyn_cast<llvm::FenceInst>(&before)) {
      const auto& other = llvm::cast<llvm::FenceInst>(after);
      return fence->getOrdering() == other.getOrdering() && fence->getSyncScopeID() == other.getSyncScopeID();
    }
    if (const auto* update = llvm::dyn_cast<llvm::AtomicRMWInst>(&before)) {
      const auto& other = llvm::cast<llvm::AtomicRMWInst>(after);
      return update->getOperation() == other.getOperation() && update->isVolatile() == other.isVolatile() &&
             update->getOrdering() == other.getOrdering() && update->getSyncScopeID() == other.getSyncScopeID();
    }
    if (const auto* exchange = llvm::dyn_cast<llvm::AtomicCmpXchgInst>(&before)) {
      const auto& other = llvm::cast<llvm::AtomicCmpXchgInst>(after);
      return exchange->isVolatile() == other.isVolatile() && exchange->isWeak() == other.isWeak() &&
             exchange->getSuccessOrdering() == other.getSuccessOrdering() && exchange->getFailureOrdering() == other.getFailureOrdering() &&
             exchange->getSyncScopeID() == other.getSyncScopeID();
    }
    if (const auto* variable = llvm::dyn_cast<llvm::AllocaInst>(&before)) {
      const auto& other = llvm::cast<llvm::AllocaInst>(after);
      return sameType(variable->getAllocatedType(), other.getAllocatedType()) &&
             variable->isUsedWithInAlloca() == other.isUsedWithInAlloca();
    }
    if (const auto* taken = llvm::dyn_cast<llvm::ExtractValueInst>(&before))
      return taken->getIndices() == llvm::cast<llvm::ExtractValueInst>(after).getIndices();
    if (const auto* put = llvm::dyn_cast<llvm::InsertValueInst>(&before))
      return put->getIndices() == llvm::cast<llvm::InsertValueInst>(after).getIndices();
    if (const auto* shuffle = llvm::dyn_cast<llvm::ShuffleVectorInst>(&before))
      return shuffle->getShuffleMask() == llvm::cast<llvm::ShuffleVectorInst>(after).getShuffleMask();
    if (const auto* pad = llvm::dyn_cast<llvm::LandingPadInst>(&before)) {
      const auto& other = llvm::cast<llvm::LandingPadInst>(after);
      if (pad->isCleanup() != other.isCleanup() || pad->getNumClauses() != other.getNumClauses()) return false;
      for (unsigned i = 0; i < pad->getNumClauses(); ++i)
        if (pad->isCatch(i) != other.isCatch(i)) return false;
      return true;
    }
    if (const auto* call = llvm::dyn_cast<llvm::CallInst>(&before))
      return call->isMustTailCall() == llvm::cast<llvm::CallInst>(after).isMustTailCall();
    return true;
  }

  bool same(const llvm::Value& before, const llvm::Value& after) {
    if (symbols_.fuel == 0) return false;
    --symbols_.fuel;
    const auto* constant = llvm::dyn_cast<llvm::Constant>(&before);
    const auto* otherConstant = llvm::dyn_cast<llvm::Constant>(&after);
    if (constant != nullptr || otherConstant != nullptr)
      return constant != nullptr && otherConstant != nullptr && constants_.same(*constant, *otherConstant);
    const auto* argument = llvm::dyn_cast<llvm::Argument>(&before);
    const auto* otherArgument = llvm::dyn_cast<llvm::Argument>(&after);
    if (argument != nullptr || otherArgument != nullptr)
      return argument != nullptr && otherArgument != nullptr && argument->getArgNo() == otherArgument->getArgNo();
    const auto* inst = llvm::dyn_cast<llvm::Instruction>(&before);
    const auto* other = llvm::dyn_cast<llvm::Instruction>(&after);
    if (inst == nullptr || other == nullptr) return false;  // metadata, blocks
    return sameInstruction(*inst, *other);
  }

  bool sameInstruction(const llvm::Instruction& before, const llvm::Instruction& after) {
    if (isAnchored(before) || isAnchored(after)) return partner_.lookup(&before) == &after;
    if (assumed_.contains({&before, &after})) return true;
    if (!sameOperation(before, after)) return false;
    if (isFixedAlloca(before)) return sameVariable(before, after);
    if (const auto* phi = llvm::dyn_cast<llvm::PHINode>(&before)) return samePhi(*phi, llvm::cast<llvm::PHINode>(after));
    return samePure(before, after);
  }

  bool sameVariable(const llvm::Instruction& before, const llvm::Instruction& after) {
    using Answer = Bijection<llvm::Instruction>::Answer;
    if (!same(*before.getOperand(0), *after.getOperand(0))) return false;
    const Answer answer = locals_.pair(&before, &after);
    if (answer == Answer::New) pairedLocals_.emplace_back(&before, &after);
    return answer != Answer::Conflict;
  }

  void assume(const llvm::Instruction& before, const llvm::Instruction& after) {
    assumed_.insert({&before, &after});
    order_.emplace_back(&before, &after);
  }

  // What was concluded since then rests on a choice that failed.
  struct Mark {
    size_t assumed, locals;
  };
  Mark mark() const { return {order_.size(), pairedLocals_.size()}; }
  void rollBack(const Mark& to) {
    for (; order_.size() > to.assumed; order_.pop_back()) assumed_.erase(order_.back());
    for (; pairedLocals_.size() > to.locals; pairedLocals_.pop_back())
      locals_.drop(pairedLocals_.back().first, pairedLocals_.back().second);
  }

  bool samePhi(const llvm::PHINode& before, const llvm::PHINode& after) {
    if (!blocks_.has(before.getParent(), after.getParent()) || before.getNumIncomingValues() != after.getNumIncomingValues()) return false;
    assume(before, after);
    for (unsigned i = 0; i < before.getNumIncomingValues(); ++i) {
      const llvm::Value* entering = nullptr;
      for (unsigned k = 0; k < after.getNumIncomingValues(); ++k)
        if (blocks_.has(before.getIncomingBlock(i), after.getIncomingBlock(k))) entering = after.getIncomingValue(k);
      if (entering == nullptr || !same(*before.getIncomingValue(i), *entering)) return false;
    }
    return true;
  }

  bool samePure(const llvm::Instruction& before, const llvm::Instruction& after) {
    const Mark start = mark();
    assume(before, after);
    const auto* comparison = llvm::dyn_cast<llvm::CmpInst>(&before);
    const auto* other = llvm::dyn_cast<llvm::CmpInst>(&after);
    const bool straight = comparison == nullptr || comparison->getPredicate() == other->getPredicate();
    if (straight && sameOperands(before, after)) return true;
    const bool swapped = comparison != nullptr ? comparison->getSwappedPredicate() == other->getPredicate() : before.isCommutative();
    if (!swapped || before.getNumOperands() < 2) return false;
    rollBack(start);
    assume(before, after);
    if (!same(*before.getOperand(0), *after.getOperand(1)) || !same(*before.getOperand(1), *after.getOperand(0))) return false;
    for (unsigned i = 2; i < before.getNumOperands(); ++i)
      if (!sameOperand(before, after, i)) return false;
    return true;
  }

  bool sameOperands(const llvm::Instruction& before, const llvm::Instruction& after) {
    if (before.getNumOperands() != after.getNumOperands()) return false;
    for (unsigned i = 0; i < before.getNumOperands(); ++i)
      if (!sameOperand(before, after, i)) return false;
    return true;
  }

  bool sameOperand(const llvm::Instruction& before, const llvm::Instruction& after, unsigned i) {
    if (llvm::isa<llvm::CallBase>(before) && i + 1 == before.getNumOperands())
      return sameCallee(*before.getOperand(i), *after.getOperand(i));
    // The start of an aggregate that is filled in part by part.
    const bool isStart = (llvm::isa<llvm::InsertValueInst, llvm::InsertElementInst>(before) && i == 0) ||
                         (llvm::isa<llvm::ShuffleVectorInst>(before) && i == 1);
    if (isStart && llvm::isa<llvm::UndefValue>(before.getOperand(i))) return llvm::isa<llvm::UndefValue>(after.getOperand(i));
    return same(*before.getOperand(i), *after.getOperand(i));
  }

  using InstructionPair = std::pair<const llvm::Instruction*, const llvm::Instruction*>;
  const llvm::Function& before_;
  const llvm::Function& after_;
  Symbols& symbols_;
  ConstantComparison constants_;
  std::string why_;
  Bijection<llvm::BasicBlock> blocks_;
  Bijection<llvm::Instruction> locals_;  // fixed allocas
  std::vector<InstructionPair> pairedLocals_;
  std::vector<InstructionPair> anchored_;
  llvm::DenseMap<const llvm::Instruction*, const llvm::Instruction*> partner_;
  llvm::DenseSet<InstructionPair> assumed_;
  std::vector<InstructionPair> order_;  // of assumed_
};

// The static constructors, in their order. Their own names are made from the names of files.
bool sameConstructors(const llvm::Module& before, const llvm::Module& after, const char* name, ConstantComparison& constants) {
  const auto functionsOf = [&](const llvm::Module& module) {
    std::vector<std::pair<const llvm::Constant*, const llvm::Function*>> found;  // priority, function
    const llvm::GlobalVariable* list = module.getNamedGlobal(name);
    if (list == nullptr || !list->hasInitializer()) return found;
    for (const llvm::Use& element : list->getInitializer()->operands()) {
      const auto* entry = llvm::cast<llvm::Constant>(element);
      if (entry->getNumOperands() < 2) continue;  // zeroed out
      const auto* function = llvm::dyn_cast<llvm::Function>(entry->getOperand(1));
      found.emplace_back(llvm::cast<llvm::Constant>(entry->getOperand(0)), function);
    }
    return found;
  };
  const auto left = functionsOf(before), right = functionsOf(after);
  if (left.size() != right.size()) return false;
  for (size_t i = 0; i < left.size(); ++i)
    if (left[i].second == nullptr || right[i].second == nullptr || !constants.same(*left[i].first, *right[i].first) ||
        !constants.sameGlobal(*left[i].second, *right[i].second, /*called=*/true))
      return false;
  return true;
}

}  // namespace

CodeComparison compareCode(const llvm::Function& before, const llvm::Function& after) {
  Symbols symbols;
  ConstantComparison constants(symbols);
  const auto differ = [&](const std::string& why) {
    symbols.result.why = why;
    return symbols.result;
  };
  // What runs before the entry gives it its globals.
  for (const char* name : kRunOutside)
    if (!sameConstructors(*before.getParent(), *after.getParent(), name, constants)) return differ("static constructors");
  if (!constants.sameFunction(before, after)) return differ("the signature");
  while (!symbols.bodies.empty() || !symbols.initials.empty()) {
    if (!symbols.initials.empty()) {
      const auto [variable, other] = symbols.initials.front();
      symbols.initials.pop_front();
      if (!constants.same(*variable->getInitializer(), *other->getInitializer()))
        return differ("the initialiser of " + other->getName().str());
      continue;
    }
    const auto [function, other] = symbols.bodies.front();
    symbols.bodies.pop_front();
    const std::string why = BodyComparison(*function, *other, symbols).run();
    if (!why.empty()) return differ(fmt::format("in {}: {}", other->getName().str(), why));
  }
  symbols.result.same = true;
  return symbols.result;
}

}  // namespace cleave::optimizer
