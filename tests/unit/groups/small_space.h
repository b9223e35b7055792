// Hand-made partitions over a few cells, for tests of grouping.
#pragma once

#include <string>
#include <vector>

#include "expr/evaluate.h"
#include "groups/part.h"

namespace cleave::groups {

class SmallSpace {
 public:
  expr::ExprPool pool;
  std::vector<Cell> cells;

  expr::ExprId number(const std::string& name) {
    cells.push_back({name, "int", pool.addSymbol({name, expr::Sort::bits(32), true}), expr::Sort::bits(32), true, false});
    return pool.symbolExpr(cells.back().symbol);
  }
  // Its characters; the cells are s[0], s[1], ...
  std::vector<expr::ExprId> string(const std::string& name, size_t size) {
    std::vector<expr::ExprId> characters;
    for (size_t k = 0; k < size; ++k) {
      const std::string cell = name + "[" + std::to_string(k) + "]";
      cells.push_back({cell, "char", pool.addSymbol({cell, expr::Sort::bits(8), true}), expr::Sort::bits(8), true, k == 0});
      characters.push_back(pool.symbolExpr(cells.back().symbol));
    }
    return characters;
  }

  expr::ExprId is(expr::ExprId e, U128 value) { return pool.equal(e, pool.bits(pool.sort(e).width, value)); }
  expr::ExprId isNot(expr::ExprId e, U128 value) { return pool.notOf(is(e, value)); }
  expr::ExprId isLess(expr::ExprId e, U128 value) { return pool.binary(expr::Op::SLt, e, pool.bits(32, value)); }
  expr::ExprId isSpace(expr::ExprId c) {
    const expr::ExprId low = pool.binary(expr::Op::ULe, pool.bits(8, 9), c), high = pool.binary(expr::Op::ULe, c, pool.bits(8, 13));
    return pool.orOf(pool.andOf(low, high), is(c, ' '));
  }

  Part part(std::vector<expr::ExprId> literals, expr::Assignment witness) { return {std::move(literals), std::move(witness), ""}; }
  bool holds(expr::ExprId e, const expr::Assignment& input) { return expr::evaluate(pool, e, input) != 0; }
};

}  // namespace cleave::groups
