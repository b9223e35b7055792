#include "groups/words.h"

#include <algorithm>
#include <optional>
#include <utility>

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

// Whether a pointer is null decides whether there is anything to say of what it points to: such a literal comes first, the outermost pointer before the others.
std::vector<ExprId> pointersFirst(expr::ExprPool& pool, std::span<const Cell> cells, std::span<const ExprId> literals) {
  std::vector<ExprId> sorted(literals.begin(), literals.end());
  const auto rank = [&](ExprId literal) -> std::pair<ptrdiff_t, ptrdiff_t> {
    constexpr std::pair<ptrdiff_t, ptrdiff_t> kBehind{1000, 0};
    const std::vector<expr::SymbolId>& symbols = pool.symbolsOf(literal);
    if (symbols.size() != 1) return kBehind;
    const auto cell = std::ranges::find(cells, symbols[0], &Cell::symbol);
    if (cell == cells.end() || !cell->name.ends_with("_is_null")) return kBehind;
    return {std::ranges::count(cell->name, '>') + std::ranges::count(cell->name, '['), cell - cells.begin()};
  };
  std::ranges::stable_sort(sorted, {}, rank);
  return sorted;
}

}  // namespace

std::string wordsOf(expr::ExprPool& pool, std::span<const Cell> cells, std::span<const ExprId> given) {
  const std::vector<ExprId> literals = pointersFirst(pool, cells, given);
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
