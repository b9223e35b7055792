// What a back end wants to know of a conjunction before it starts: which symbols occur, whether floats or uninterpreted functions do, and
// how heavy the query is, as the rough number of gates of its circuit. One walk over the distinct nodes, without recursion.
#pragma once

#include <span>
#include <vector>

#include "expr/pool.h"

namespace cleave::solver {

struct QueryShape {
  std::vector<expr::SymbolId> symbols;  // ascending
  size_t nodes = 0;
  uint64_t gates = 0;
  bool floats = false;
  bool floatArithmetic = false;  // not only comparisons of floats
  bool functions = false;        // holds an Apply

  // Few nodes and gates: mostly decided within milliseconds, and in any case before long. Others go to a worker.
  bool isLight() const { return nodes <= 4'000 && gates <= 80'000; }
};

class QueryScan {
 public:
  explicit QueryScan(const expr::ExprPool& pool) : pool_(pool) {}
  QueryShape shapeOf(std::span<const expr::ExprId> conjunction);

 private:
  void visit(expr::ExprId e);

  const expr::ExprPool& pool_;
  std::vector<uint32_t> seen_;  // by node: the walk that saw it last
  uint32_t walk_ = 0;
  std::vector<expr::ExprId> work_;
};

// Does an expression hold an uninterpreted function? Remembered per node. The evaluator refuses such expressions, and they tie together
// literals that share no symbol.
class FunctionFinder {
 public:
  explicit FunctionFinder(const expr::ExprPool& pool) : pool_(pool) {}
  bool holdsFunction(expr::ExprId e);
  bool anyHoldsFunction(std::span<const expr::ExprId> conjunction);

 private:
  enum class Mark : uint8_t { Unseen, No, Yes };
  bool decide(expr::ExprId e);  // false: some operand is not decided yet, and was put on the work list

  const expr::ExprPool& pool_;
  std::vector<Mark> marks_;
  std::vector<expr::ExprId> work_;
};

}  // namespace cleave::solver
