#include "groups/words.h"

#include <algorithm>
#include <optional>

#include "expr/byte_class.h"
#include "expr/print.h"
#include "support/text.h"

namespace cleave::groups {

using expr::ExprId;

namespace {

const Cell* characterOf(expr::ExprPool& pool, std::span<const Cell> cells, ExprId literal) {
  const std::vector<expr::SymbolId>& symbols = pool.symbolsOf(literal);
  if (symbols.size() != 1) return nullptr;
  const auto found = std::ranges::find(cells, symbols[0], &Cell::symbol);
  return found != cells.end() && found->type == "char" && found->sort == expr::Sort::bits(8) ? &*found : nullptr;
}

std::optional<std::string> textOf(const expr::ByteSet& values, const Cell& cell) {
  const std::optional<std::string> named = expr::byteSetText(values, cell.name, cell.isSigned);
  return named ? named : expr::byteRangeText(values, cell.name, cell.isSigned);
}

// "a <= b": both terms and the operation; nothing for other literals.
struct AtMost {
  ExprId a, b;
  expr::Op op;
};
std::optional<AtMost> atMostOf(const expr::ExprPool& pool, ExprId literal) {
  const bool isNegated = pool.op(literal) == expr::Op::Not;
  const ExprId e = isNegated ? pool.operand(literal, 0) : literal;
  if (!isNegated && (pool.op(e) == expr::Op::SLe || pool.op(e) == expr::Op::ULe))
    return AtMost{pool.operand(e, 0), pool.operand(e, 1), pool.op(e)};
  if (isNegated && pool.op(e) == expr::Op::SLt) return AtMost{pool.operand(e, 1), pool.operand(e, 0), expr::Op::SLe};
  if (isNegated && pool.op(e) == expr::Op::ULt) return AtMost{pool.operand(e, 1), pool.operand(e, 0), expr::Op::ULe};
  return std::nullopt;
}

// a <= b && b <= a is a == b.
std::vector<ExprId> withEqualities(expr::ExprPool& pool, std::span<const ExprId> literals) {
  std::vector<ExprId> result(literals.begin(), literals.end());
  for (size_t i = 0; i < result.size(); ++i)
    for (size_t j = i + 1; j < result.size(); ++j) {
      const std::optional<AtMost> x = atMostOf(pool, result[i]), y = atMostOf(pool, result[j]);
      if (!x || !y || x->op != y->op || x->a != y->b || x->b != y->a) continue;
      result[i] = pool.equal(x->a, x->b);
      result.erase(result.begin() + static_cast<ptrdiff_t>(j));
      break;
    }
  return result;
}

}  // namespace

std::string wordsOf(expr::ExprPool& pool, std::span<const Cell> cells, std::span<const ExprId> given) {
  const std::vector<ExprId> literals = withEqualities(pool, given);
  struct Word {
    const Cell* cell = nullptr;  // of what is said about one character
    std::vector<ExprId> literals;
    expr::ByteSet values;
  };
  std::vector<Word> words;
  for (const ExprId literal : literals) {
    const Cell* cell = characterOf(pool, cells, literal);
    const std::optional<expr::ByteCondition> condition = cell != nullptr ? expr::byteCondition(pool, literal) : std::nullopt;
    if (!condition) cell = nullptr;
    auto known = std::ranges::find_if(words, [&](const Word& each) { return each.cell == cell; });
    if (known == words.end()) known = words.insert(words.end(), {cell, {}, ~expr::ByteSet()});
    known->literals.push_back(literal);
    if (condition) known->values &= condition->values;
  }
  std::vector<std::string> texts;
  for (const Word& each : words) {
    std::optional<std::string> text;
    if (each.cell != nullptr) text = textOf(each.values, *each.cell);
    if (text) {
      texts.push_back(*text);
      continue;
    }
    for (const ExprId literal : each.cell != nullptr ? each.literals : std::vector<ExprId>())  // no name for all of them together
      if (const auto one = textOf(expr::byteCondition(pool, literal)->values, *each.cell))
        texts.push_back(*one);
      else
        texts.push_back(expr::conditionText(pool, std::vector<ExprId>{literal}));
    if (each.cell == nullptr) texts.push_back(expr::conditionText(pool, each.literals));
  }
  return texts.empty() ? "true" : join(texts, " && ");
}

}  // namespace cleave::groups
