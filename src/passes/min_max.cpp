// The code generator's rule, for MINSD x, y = "x < y ? x : y" (which is y when one is NaN, or both are zeros):
//   - two constants are folded, with -0 below +0;
//   - a constant is put second, and if it is a NaN, the other operand is the result;
//   - if the second operand is known to be no NaN: MINSD first, second;
//   - else: first is NaN ? second : MINSD second, first. If the first is known to be no NaN, this is MINSD second, first: the same.
// At -O0 each call is selected alone, and of its operands only constants are known. But an instruction that cannot be selected alone takes
// all of its block before it along, and then an operand that is converted from an integer, say, is known as well.
// Of 80 bits, what is not folded is a call of the library, which the VM knows (vm/ops_float.cpp).
#include "passes/min_max.h"

#include <llvm/ADT/APFloat.h>
#include <llvm/IR/Constants.h>
#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/Operator.h>

namespace cleave::passes {
namespace {

enum class Known { NoNan, Nothing, Open };

Known elementsOf(const llvm::Constant& constant) {
  if (llvm::isa<llvm::ConstantFP>(constant)) return Known::NoNan;  // NaN has been dealt with
  if (llvm::isa<llvm::ConstantAggregateZero>(constant)) return Known::NoNan;
  const auto* data = llvm::dyn_cast<llvm::ConstantDataVector>(&constant);
  if (data == nullptr) return Known::Open;
  for (unsigned i = 0; i < data->getNumElements(); ++i)
    if (data->getElementAsAPFloat(i).isNaN()) return Known::Open;
  return Known::NoNan;
}

// What the code generator knows of an operand: nothing for certain kinds of values, however they are selected.
Known knownOf(const llvm::Value& value) {
  if (const auto* constant = llvm::dyn_cast<llvm::Constant>(&value)) return elementsOf(*constant);
  if (llvm::isa<llvm::Argument, llvm::LoadInst>(value)) return Known::Nothing;
  const auto* operation = llvm::dyn_cast<llvm::FPMathOperator>(&value);
  if (operation == nullptr || operation->hasNoNaNs()) return Known::Open;
  if (llvm::isa<llvm::PHINode>(value) || (llvm::isa<llvm::CallBase>(value) && !llvm::isa<llvm::IntrinsicInst>(value)))
    return Known::Nothing;
  if (llvm::isa<llvm::BinaryOperator>(value)) return Known::Nothing;
  if (llvm::isa<llvm::UnaryOperator>(value)) return knownOf(*operation->getOperand(0));
  return Known::Open;
}

// In LLVM 19 these are no operators with flags.
Known knownBehindWidth(const llvm::Value& value) {
  const llvm::Value* at = &value;
  while (llvm::isa<llvm::FPExtInst, llvm::FPTruncInst>(at)) at = llvm::cast<llvm::Instruction>(at)->getOperand(0);
  const Known known = knownOf(*at);
  return at == &value || known == Known::Nothing ? known : Known::Open;
}

class MinMax {
 public:
  explicit MinMax(llvm::IntrinsicInst& call) : call_(call), isMin_(call.getIntrinsicID() == llvm::Intrinsic::minnum), builder_(&call) {}

  void settle() {
    llvm::Value* first = call_.getArgOperand(0);
    llvm::Value* second = call_.getArgOperand(1);
    if (llvm::isa<llvm::Constant>(first) && llvm::isa<llvm::Constant>(second)) return fold(first, second);
    if (llvm::isa<llvm::Constant>(first)) std::swap(first, second);
    if (const auto* number = llvm::dyn_cast<llvm::ConstantFP>(second); number != nullptr && number->isNaN()) return replaceBy(first);
    if (call_.getType()->getScalarType()->isX86_FP80Ty()) {  // a call of the library
      call_.setArgOperand(0, first);
      call_.setArgOperand(1, second);
      return;
    }
    switch (knownBehindWidth(*second)) {
      case Known::NoNan:
        return replaceBy(instruction(first, second));
      case Known::Nothing: {
        llvm::Value* isNan = builder_.CreateFCmpUNO(first, first);
        return replaceBy(builder_.CreateSelect(isNan, second, instruction(second, first)));
      }
      case Known::Open:
        return;
    }
  }

 private:
  llvm::Value* instruction(llvm::Value* x, llvm::Value* y) {
    llvm::Value* chooses = isMin_ ? builder_.CreateFCmpOLT(x, y) : builder_.CreateFCmpOGT(x, y);
    return builder_.CreateSelect(chooses, x, y);
  }

  void fold(llvm::Value* first, llvm::Value* second) {
    const auto* x = llvm::dyn_cast<llvm::ConstantFP>(first);
    const auto* y = llvm::dyn_cast<llvm::ConstantFP>(second);
    if (x == nullptr || y == nullptr) return;
    if (x->isNaN() || y->isNaN()) return replaceBy(x->isNaN() ? second : first);
    const llvm::APFloat& a = x->getValueAPF();
    const llvm::APFloat& b = y->getValueAPF();
    const bool takesFirst = a.isZero() && b.isZero() ? a.isNegative() == isMin_ : (isMin_ ? a < b : b < a);
    replaceBy(takesFirst ? first : second);
  }

  void replaceBy(llvm::Value* value) {
    call_.replaceAllUsesWith(value);
    call_.eraseFromParent();
  }

  llvm::IntrinsicInst& call_;
  bool isMin_;
  llvm::IRBuilder<> builder_;
};

}  // namespace

bool isMinMax(const llvm::IntrinsicInst& call) {
  const llvm::Intrinsic::ID id = call.getIntrinsicID();
  return id == llvm::Intrinsic::minnum || id == llvm::Intrinsic::maxnum;
}

void settleMinMax(llvm::Function& function) {
  for (llvm::Instruction& inst : llvm::make_early_inc_range(llvm::instructions(function)))
    if (auto* call = llvm::dyn_cast<llvm::IntrinsicInst>(&inst); call != nullptr && isMinMax(*call)) MinMax(*call).settle();
}

}  // namespace cleave::passes
