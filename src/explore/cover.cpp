#include "explore/cover.h"

#include "groups/regions.h"

namespace cleave::explore {

using expr::ExprId;

std::optional<size_t> Cover::find(const expr::Assignment& input) {
  evaluator_.reset(input);
  for (size_t part = 0; part < parts_.size(); ++part) {
    const std::vector<ExprId>& literals = parts_[part].literals;
    bool inside = !parts_[part].isLeftOut;
    for (size_t i = 0; inside && i < literals.size(); ++i) inside = evaluator_.holds(literals[i]);
    if (inside) return part;
  }
  return std::nullopt;
}

std::vector<ExprId> Cover::outside(const std::vector<bool>& without) {
  std::vector<ExprId> statements;
  for (size_t part = 0; part < parts_.size(); ++part)
    if (counts(part, without)) statements.push_back(pool_.notOf(pool_.conjunction(parts_[part].literals)));
  return statements;
}

ExprId Cover::uncovered(const std::vector<bool>& without) {
  std::vector<std::vector<ExprId>> parts;
  for (size_t part = 0; part < parts_.size(); ++part)
    if (counts(part, without)) parts.push_back(parts_[part].literals);
  return pool_.notOf(groups::unionOf(pool_, parts));
}

std::set<expr::SymbolId> Cover::symbols() const {
  std::set<expr::SymbolId> symbols;
  for (const Part& part : parts_)
    for (const ExprId literal : part.literals)
      for (const expr::SymbolId each : pool_.symbolsOf(literal)) symbols.insert(each);
  return symbols;
}

}  // namespace cleave::explore
