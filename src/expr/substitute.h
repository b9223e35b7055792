// Replaces symbols by expressions.
#pragma once

#include <unordered_map>

#include "expr/pool.h"

namespace cleave::expr {

class Substitution {
 public:
  explicit Substitution(ExprPool& pool) : pool_(pool) {}

  void set(SymbolId symbol, ExprId by);  // of the symbol's sort
  bool empty() const { return bySymbol_.empty(); }
  ExprId operator()(ExprId e);  // shared nodes are rebuilt once

 private:
  bool isTouched(ExprId e);
  ExprId rebuild(ExprId e);

  ExprPool& pool_;
  std::unordered_map<SymbolId, ExprId> bySymbol_;
  std::unordered_map<ExprId, ExprId> done_;
};

}  // namespace cleave::expr
