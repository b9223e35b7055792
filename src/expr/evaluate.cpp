#include "expr/evaluate.h"

#include "support/check.h"
#include "support/float_format.h"

namespace cleave::expr {

Evaluator::Evaluator(const ExprPool& pool, const Assignment& assignment) : pool_(pool), assignment_(&assignment) {}

void Evaluator::reset(const Assignment& assignment) {
  assignment_ = &assignment;
  if (++epoch_ == 0) {  // after 2^32 assignments old stamps would count again
    pages_.clear();
    epoch_ = 1;
  }
}

bool Evaluator::known(ExprId e) const {
  size_t page = e.value / kPage;
  return page < pages_.size() && pages_[page] != nullptr && pages_[page]->stamps[e.value % kPage] == epoch_;
}

void Evaluator::remember(ExprId e, U128 value) {
  size_t page = e.value / kPage;
  if (page >= pages_.size()) pages_.resize(page + 1);
  if (pages_[page] == nullptr) pages_[page] = std::make_unique<Page>();
  pages_[page]->values[e.value % kPage] = value;
  pages_[page]->stamps[e.value % kPage] = epoch_;
}

bool Evaluator::need(ExprId e) {
  if (known(e)) return false;
  work_.push_back(e);
  return true;
}

U128 Evaluator::value(ExprId e) {
  work_.clear();
  need(e);
  while (!work_.empty()) {
    ExprId next = work_.back();
    if (known(next) || step(next)) work_.pop_back();
  }
  return valueOf(e);
}

// Of an Ite and a Read only the chosen operand is computed.
bool Evaluator::step(ExprId e) {
  Op op = pool_.op(e);
  std::span<const ExprId> operands = pool_.operands(e);
  if (op == Op::Ite || op == Op::Read) {
    if (need(operands[0])) return false;
    U128 selector = valueOf(operands[0]);
    size_t last = operands.size() - 1;
    size_t chosen = op == Op::Ite ? (selector != 0 ? 1 : 2) : 1 + static_cast<size_t>(selector < last - 1 ? selector : last - 1);
    if (need(operands[chosen])) return false;
    remember(e, valueOf(operands[chosen]));
    return true;
  }
  bool waiting = false;
  for (ExprId operand : operands) waiting |= need(operand);
  if (waiting) return false;
  remember(e, compute(e));
  return true;
}

U128 Evaluator::compute(ExprId e) {
  Op op = pool_.op(e);
  if (op == Op::Constant) return pool_.constantBits(e);
  if (op == Op::Symbol) return symbolValue(e);
  CHECK(op != Op::Apply, "an uninterpreted function has no value");
  std::span<const ExprId> operands = pool_.operands(e);
  operands_.clear();
  for (ExprId operand : operands) operands_.push_back(valueOf(operand));
  return foldOperation(op, pool_.sort(e), pool_.sort(operands[0]), operands_, op == Op::Extract ? pool_.extractLow(e) : 0);
}

U128 Evaluator::symbolValue(ExprId e) const {
  size_t index = pool_.symbolOf(e).value;
  Sort sort = pool_.sort(e);
  U128 bits = index < assignment_->size() ? truncateTo((*assignment_)[index], sort.width) : 0;
  return sort.isFloat() ? canonicalFloat(bits, sort.width) : bits;
}

U128 evaluate(const ExprPool& pool, ExprId e, const Assignment& assignment) { return Evaluator(pool, assignment).value(e); }

}  // namespace cleave::expr
