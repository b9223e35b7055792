// Which NaN a NaN is. Expressions know one, the processor many: an operation on NaNs passes one of them on, with its sign, and an operation
// that has no result makes a negative one. printf shows the sign, signbit and the bytes in memory do.
//
// Where it shows, the run decides how the NaN came about: from which operands it was passed on, down to an input cell (whose NaN is the
// canonical one) or an operation that made it. On all inputs that agree with that, the machine does the same to it: takes the same operand,
// flips its sign as often. So the pattern is that of this run, without looking at what rewriting has made of the expression: rewriting
// moves negations and swaps operands, but keeps which operands are NaN.
//
// Example: for x * y that is NaN because x is, the literals are isnan(x) and !isnan(y): one partition, and not one for each y.
#include "vm/private/nan_pattern.h"
#include "expr/evaluate.h"
#include "vm/private/machine.h"

namespace cleave::vm {

using expr::ExprId;
using ExprOp = expr::Op;

namespace {

// How many operands an operation passes NaNs on from. 0: it is none of those.
unsigned passingOperands(ExprOp op) {
  if (op == ExprOp::FAdd || op == ExprOp::FSub || op == ExprOp::FMul || op == ExprOp::FDiv) return 2;
  if (op == ExprOp::FNeg || op == ExprOp::FAbs || op == ExprOp::FSqrt || op == ExprOp::FConvert) return 1;
  if (op >= ExprOp::FRoundEven && op <= ExprOp::FRoundToZero) return 1;
  return 0;  // fma among them: which operand the library takes is its own affair
}

}  // namespace

void Machine::fixNan(ExprId nan) {
  if (mode_ == Mode::Concrete) return;
  expr::Evaluator values(pool_, input_);
  const auto isNanNow = [&](ExprId e) { return isNan(values.value(e), pool_.sort(e).width); };
  const auto decideNan = [&](ExprId e, bool is) {
    const ExprId literal = pool_.unary(ExprOp::FIsNan, e);
    decide(is ? literal : pool_.notOf(literal), DecisionKind::Concretised);
  };
  std::vector<ExprId> open{nan};
  while (!open.empty()) {
    const ExprId e = open.back();
    open.pop_back();
    if (pool_.isConstant(e)) continue;
    if (pool_.op(e) == ExprOp::Symbol) {
      assume("all NaN bit patterns are one value");
      decideNan(e, true);
      continue;
    }
    if (pool_.op(e) == ExprOp::Ite) {
      const ExprId condition = pool_.operands(e)[0];
      const bool holds = values.holds(condition);
      decide(holds ? condition : pool_.notOf(condition), DecisionKind::Concretised);
      open.push_back(pool_.operands(e)[holds ? 1 : 2]);
      continue;
    }
    const unsigned passing = passingOperands(pool_.op(e));
    bool isPassedOn = false;
    for (unsigned k = 0; k < passing; ++k) {
      const ExprId operand = pool_.operands(e)[k];
      if (!isNanNow(operand)) {
        decideNan(operand, false);
        continue;
      }
      isPassedOn = true;
      open.push_back(operand);
    }
    if (passing == 0) {
      concretiseInputsOf(e);
    } else if (!isPassedOn) {
      decideNan(e, true);
    }
  }
}

Value Machine::withKnownNan(const Value& v, Type type) {
  const bool isOpen = isOpenNan(v.bits, type.width);
  if (isSymbolic(v.shadow) && !isNan(v.bits, type.width)) {
    decide(pool_.notOf(pool_.unary(ExprOp::FIsNan, shadows_[v.shadow].expr)), DecisionKind::Concretised);
    return v;
  }
  if (isSymbolic(v.shadow)) fixNan(shadows_[v.shadow].expr);
  if (isOpen) unfinished("the sign of a NaN shows, which depends on the compiler here");
  if (!isSymbolic(v.shadow)) return v;
  Shadow shadow = shadows_[v.shadow];
  shadow.expr = {};
  return {v.bits, keep(shadow, type, v.bits)};
}

}  // namespace cleave::vm
