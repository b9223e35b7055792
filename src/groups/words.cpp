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

}  // namespace

std::string wordsOf(expr::ExprPool& pool, std::span<const Cell> cells, std::span<const ExprId> literals) {
  struct Word {
    const Cell* cell = nullptr;     // of what is said about one character
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
    if (each.cell != nullptr) text = expr::byteSetText(each.values, each.cell->name, each.cell->isSigned);
    if (text) {
      texts.push_back(*text);
      continue;
    }
    for (const ExprId literal : each.cell != nullptr ? each.literals : std::vector<ExprId>())  // no name for all of them together
      if (const auto one = expr::byteSetText(expr::byteCondition(pool, literal)->values, each.cell->name, each.cell->isSigned))
        texts.push_back(*one);
      else
        texts.push_back(expr::conditionText(pool, std::vector<ExprId>{literal}));
    if (each.cell == nullptr) texts.push_back(expr::conditionText(pool, each.literals));
  }
  return texts.empty() ? "true" : join(texts, " && ");
}

}  // namespace cleave::groups
