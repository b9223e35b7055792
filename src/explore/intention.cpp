#include "explore/intention.h"

#include <algorithm>

#include "explore/expression.h"
#include "expr/substitute.h"
#include "support/text.h"

namespace cleave::explore {

using expr::ExprId;

namespace {

constexpr const char* kReturn = "return";

// A cell of what a version returns: harness/expression.h passes numbers and pointers as 64 bits.
vm::InputCell resultCell(const program::Program& program, program::FunctionId function, size_t parameter, const std::string& name,
                         expr::ExprPool& pool) {
  vm::InputCell cell;
  cell.name = name;
  cell.sort = vm::sortOf(program.function(function).parameters[parameter].type);
  cell.isSigned = false;
  cell.symbol = pool.addSymbol({"returned by " + name, cell.sort});
  return cell;
}

// What the version returned, as the cell has it; of a pointer whether it is null. None: it returned nothing of that sort.
std::optional<ExprId> returned(const vm::Run& run, expr::Sort sort, expr::ExprPool& pool) {
  using Kind = vm::ObservedCell::Kind;
  const auto cell = std::ranges::find(run.cells, kReturn, &vm::ObservedCell::name);
  if (run.outcome.kind != vm::OutcomeKind::Returned || cell == run.cells.end() || cell->kind == Kind::Undefined) return std::nullopt;
  if (cell->kind == Kind::Pointer && !cell->leads.empty() && !sort.isFloat()) {
    ExprId isNull = pool.boolean(false);
    for (const vm::ObservedCell::Lead& lead : cell->leads)
      if (lead.target == "null") isNull = pool.orOf(isNull, lead.when);
    return pool.ite(isNull, pool.bits(sort.width, 1), pool.bits(sort.width, 0));
  }
  if (cell->kind == Kind::Pointer)
    return cell->target == "invalid" || sort.isFloat() ? std::nullopt : std::optional(pool.bits(sort.width, cell->target == "null" ? 1 : 0));
  const ExprId value = cell->expr.valid() ? cell->expr : pool.constant(cell->sort, cell->bits);
  if (cell->sort == sort) return value;
  if (cell->sort.isFloat() || sort.isFloat() || cell->sort.width > sort.width) return std::nullopt;
  return pool.extend(expr::Op::ZExt, value, sort.width);
}

}  // namespace

Status intend(Entry& entry, const program::Program& program, program::FunctionId function, const std::vector<std::string>& words,
              Both<bool> named, expr::ExprPool& pool, const StopFlag* stop) {
  Intention intention;
  intention.words = join(words, " || ");
  vm::InputSpace space = entry.space;
  std::vector<uint32_t> parameters = entry.after.cellOfParameter;
  for (const Side side : {Side::Before, Side::After}) {
    if (!named.of(side)) continue;
    space.cells.push_back(resultCell(program, function, parameters.size(), side == Side::Before ? "before" : "after", pool));
    intention.results.of(side) = space.cells.back().symbol;
    parameters.push_back(static_cast<uint32_t>(space.cells.size() - 1));
  }
  const auto holds = conditionOf({program, function, std::move(parameters), "'" + intention.words + "'"}, space, entry.domain, pool, stop);
  if (!holds) return holds.error();
  intention.holds = *holds;
  const std::vector<expr::SymbolId>& symbols = pool.symbolsOf(*holds);
  const auto mentions = [&](const std::optional<expr::SymbolId>& symbol) { return symbol && std::ranges::find(symbols, *symbol) != symbols.end(); };
  intention.speaksOfResults = mentions(intention.results.before) || mentions(intention.results.after);
  entry.intention = std::move(intention);
  return std::nullopt;
}

std::vector<ExprId> notIntended(const Intention& intention, const Claim& claim, const PairRun& run, expr::ExprPool& pool) {
  std::vector<ExprId> question = claim.condition.literals;
  expr::Substitution put(pool);
  for (const Side side : {Side::Before, Side::After}) {
    const std::optional<expr::SymbolId>& symbol = intention.results.of(side);
    if (!symbol || !claim.fixed.contains(kReturn)) continue;
    const vm::Run& each = side == Side::Before ? run.before : run.after;
    if (const std::optional<ExprId> value = returned(each, pool.symbol(*symbol).sort, pool)) put.set(*symbol, *value);
  }
  question.push_back(pool.notOf(put(intention.holds)));
  return question;
}

}  // namespace cleave::explore
