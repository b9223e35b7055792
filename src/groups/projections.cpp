#include "groups/projections.h"

#include <algorithm>
#include <map>
#include <unordered_map>

#include "groups/words.h"

namespace cleave::groups {

using expr::ByteSet;
using expr::ExprId;
using expr::ExprPool;
using expr::Op;
using expr::SymbolId;

namespace {

bool isCharacter(const Cell& cell) { return cell.sort == expr::Sort::bits(8) && (cell.isFirstOfString || cell.type == "char"); }

class Projector {
 public:
  explicit Projector(ExprPool& pool) : pool_(pool) {}

  void add(const Part& member) {
    std::map<SymbolId, ByteSet> own;
    for (const ExprId literal : member.literals)
      if (const std::optional<expr::ByteCondition>& condition = conditionOf(literal))
        own.emplace(condition->symbol, ~ByteSet()).first->second &= condition->values;
    for (const auto& [symbol, values] : own) {
      Allowed& all = allowed_[symbol];
      all.values |= values;
      ++all.members;
    }
    ++members_;
  }

  // Empty: some member says nothing of it.
  ByteSet valuesOf(SymbolId symbol) const {
    const auto found = allowed_.find(symbol);
    return found != allowed_.end() && found->second.members == members_ ? found->second.values : ByteSet();
  }

 private:
  struct Allowed {
    ByteSet values;
    size_t members = 0;
  };

  const std::optional<expr::ByteCondition>& conditionOf(ExprId literal) {
    const auto [at, isNew] = known_.try_emplace(literal);
    if (isNew && pool_.symbolsOf(literal).size() == 1) at->second = expr::byteCondition(pool_, literal);
    return at->second;
  }

  ExprPool& pool_;
  std::unordered_map<ExprId, std::optional<expr::ByteCondition>> known_;
  std::map<SymbolId, Allowed> allowed_;
  size_t members_ = 0;
};

}  // namespace

ExprId isOneOf(ExprPool& pool, ExprId term, const ByteSet& values) {
  ExprId result = pool.boolean(false);
  for (unsigned low = 0; low < 256; ++low) {
    if (!values[low]) continue;
    unsigned high = low;
    while (high + 1 < 256 && values[high + 1]) ++high;
    const ExprId range = low == high ? pool.equal(term, pool.bits(8, low))
                                     : pool.andOf(pool.binary(Op::ULe, pool.bits(8, low), term), pool.binary(Op::ULe, term, pool.bits(8, high)));
    result = pool.orOf(result, range);
    low = high;
  }
  return result;
}

std::vector<Candidate> projections(ExprPool& pool, std::span<const Cell> cells, std::span<const Part> parts, const std::vector<size_t>& members) {
  Projector projector(pool);
  for (const size_t k : members) projector.add(parts[k]);
  std::vector<Candidate> found;
  for (const Cell& cell : cells) {
    if (!isCharacter(cell)) continue;
    const ByteSet values = projector.valuesOf(cell.symbol);
    if (values.none() || values.all()) continue;
    if (!expr::byteSetText(values, cell.name, cell.isSigned) && !expr::byteRangeText(values, cell.name, cell.isSigned)) continue;
    const ExprId condition = isOneOf(pool, pool.symbolExpr(cell.symbol), values);
    if (!pool.isConstant(condition)) found.push_back({condition, wordsOf(pool, cells, std::vector<ExprId>{condition}), true});
  }
  return found;
}

}  // namespace cleave::groups
