#include "explore/marks.h"

#include "result/guarantee.h"

namespace cleave::explore {

using expr::ExprId;
using expr::Op;

namespace {

constexpr int kMostPaths = 12;  // of before, that are looked at for one without overflow

// No member has all of these.
bool noneHas(const MarkQuestion& q, const std::vector<ExprId>& all) {
  if (all.empty()) return false;
  std::vector<ExprId> literals = q.literals;
  literals.insert(literals.end(), all.begin(), all.end());
  return q.solver.solve(literals, q.limit).answer == solver::Answer::Unsatisfiable;
}

template <class Is>
std::vector<ExprId> ofCells(const MarkQuestion& q, Is literalOf) {
  std::vector<ExprId> literals;
  for (const vm::InputCell& cell : q.entry.space.cells)
    if (const ExprId literal = literalOf(cell); literal.valid()) literals.push_back(literal);
  return literals;
}

bool overflows(const vm::Run& run) {
  return run.outcome.kind == vm::OutcomeKind::Trapped && run.outcome.trap == vm::TrapKind::SignedOverflow;
}

// Path by path of before, as long as each overflows, until the solver finds no further member.
bool onlyWhereBeforeOverflows(const MarkQuestion& q) {
  if (q.checked == nullptr) return false;
  vm::Vm vm(q.checked->program, q.pool, q.limits);
  std::vector<ExprId> literals = q.literals;
  expr::Assignment input = q.witness;
  for (int k = 0; k < kMostPaths; ++k) {
    const vm::Run run = vm.run(q.checked->binding, q.entry.space, input, vm::Mode::Symbolic, q.budget);
    if (!overflows(run)) return false;
    std::vector<ExprId> path;
    for (const vm::Decision& decision : run.decisions) path.push_back(decision.literal);
    literals.push_back(q.pool.notOf(q.pool.conjunction(path)));
    solver::Solution other = q.solver.solve(literals, q.limit);
    if (other.answer == solver::Answer::Unsatisfiable) return true;
    if (other.answer != solver::Answer::Satisfiable) return false;
    input = std::move(other.model);
  }
  return false;
}

}  // namespace

std::vector<std::string> marksOf(const MarkQuestion& q) {
  std::vector<std::string> marks;
  if (onlyWhereBeforeOverflows(q)) marks.emplace_back("only where before overflows");
  const auto isNumber = [&](const vm::InputCell& cell) {
    return cell.sort.isFloat() ? q.pool.notOf(q.pool.unary(Op::FIsNan, q.pool.symbolExpr(cell.symbol))) : ExprId();
  };
  if (noneHas(q, ofCells(q, isNumber))) marks.emplace_back("only for NaN");
  const auto isNotNull = [&](const vm::InputCell& cell) {
    const bool isChoice = cell.type == result::kChoiceType && cell.name.ends_with("_is_null");
    return isChoice ? q.pool.equal(q.pool.symbolExpr(cell.symbol), q.pool.bits(1, 0)) : ExprId();
  };
  if (noneHas(q, ofCells(q, isNotNull))) marks.emplace_back("only for a null pointer");
  const auto isNotEmpty = [&](const vm::InputCell& cell) {
    const bool isFirst = q.entry.firstCharacters.contains(cell.name) && cell.sort.isBits();
    return isFirst ? q.pool.notOf(q.pool.equal(q.pool.symbolExpr(cell.symbol), q.pool.bits(cell.sort.width, 0))) : ExprId();
  };
  if (noneHas(q, ofCells(q, isNotEmpty))) marks.emplace_back("only for an empty string");
  return marks;
}

}  // namespace cleave::explore
