// Random expressions and conjunctions over a few narrow symbols, small enough to try every assignment.
#pragma once

#include <string>
#include <vector>

#include "expr/evaluate.h"
#include "expr/pool.h"
#include "support/random.h"

namespace cleave::solver {

class RandomQuery {
 public:
  RandomQuery(expr::ExprPool& pool, uint64_t seed, std::vector<unsigned> widths) : pool_(pool), random_(seed) {
    for (unsigned width : widths) {
      expr::Sort sort = width == 0 ? expr::Sort::boolean() : expr::Sort::bits(width);
      symbols_.push_back(pool_.addSymbol({"x" + std::to_string(pool_.symbolCount()), sort, random_.chance(50)}));
    }
  }

  Random& random() { return random_; }

  std::vector<expr::ExprId> conjunction(unsigned literals, unsigned depth) {
    std::vector<expr::ExprId> result;
    for (unsigned i = 0; i < literals; ++i) result.push_back(truth(depth));
    return result;
  }

  expr::ExprId truth(unsigned depth) {
    using expr::Op;
    if (depth == 0) return boolLeaf();
    unsigned width = 3 + static_cast<unsigned>(random_.below(6));
    switch (random_.below(10)) {
      case 0:
        return pool_.notOf(truth(depth - 1));
      case 1:
        return pool_.binary(pick({Op::And, Op::Or, Op::Xor, Op::Equal}), truth(depth - 1), truth(depth - 1));
      case 2:
        return pool_.ite(truth(depth - 1), truth(depth - 1), truth(depth - 1));
      case 3:
      case 4:
        return pool_.equal(bits(width, depth - 1), bits(width, depth - 1));
      default:
        return pool_.binary(pick({Op::ULt, Op::ULe, Op::SLt, Op::SLe}), bits(width, depth - 1), bits(width, depth - 1));
    }
  }

  expr::ExprId bits(unsigned width, unsigned depth) {
    using expr::Op;
    if (depth == 0) return bitsLeaf(width);
    unsigned below = depth - 1;
    switch (random_.below(8)) {
      case 0:
        return pool_.unary(pick({Op::BitNot, Op::Neg}), bits(width, below));
      case 1:
        return pool_.ite(truth(below), bits(width, below), bits(width, below));
      case 2: {
        if (width == 1) return bitsLeaf(width);
        unsigned low = 1 + static_cast<unsigned>(random_.below(width - 1));
        return pool_.binary(Op::Concat, bits(width - low, below), bits(low, below));
      }
      case 3: {
        unsigned wider = width + static_cast<unsigned>(random_.below(4));
        return pool_.extract(bits(wider, below), static_cast<unsigned>(random_.below(wider - width + 1)), width);
      }
      case 4:
        return pool_.extend(pick({Op::ZExt, Op::SExt}), bits(1 + static_cast<unsigned>(random_.below(width)), below), width);
      case 5: {
        std::vector<expr::ExprId> elements;
        for (uint64_t i = 0, count = 1 + random_.below(9); i < count; ++i) elements.push_back(bits(width, random_.chance(70) ? 0 : below));
        return pool_.read(bits(1 + static_cast<unsigned>(random_.below(6)), below), elements);
      }
      default:
        return pool_.binary(pick({Op::Add, Op::Sub, Op::Mul, Op::UDiv, Op::SDiv, Op::URem, Op::SRem, Op::Shl, Op::LShr, Op::AShr,
                                  Op::BitAnd, Op::BitOr, Op::BitXor}),
                            bits(width, below), bits(width, below));
    }
  }

  // Is there an assignment? The first one, by trying all.
  bool bruteForce(const std::vector<expr::ExprId>& conjunction) {
    unsigned total = 0;
    for (expr::SymbolId id : symbols_) total += pool_.symbol(id).sort.width;
    expr::Assignment assignment(pool_.symbolCount(), 0);
    expr::Evaluator evaluator(pool_, assignment);
    for (uint64_t all = 0; all < uint64_t{1} << total; ++all) {
      uint64_t rest = all;
      for (expr::SymbolId id : symbols_) {
        unsigned width = pool_.symbol(id).sort.width;
        assignment[id.value] = rest & mask64(width);
        rest >>= width;
      }
      evaluator.reset(assignment);
      bool holds = true;
      for (size_t i = 0; i < conjunction.size() && holds; ++i) holds = evaluator.holds(conjunction[i]);
      if (holds) return true;
    }
    return false;
  }

 private:
  expr::Op pick(std::initializer_list<expr::Op> ops) { return *(ops.begin() + random_.below(ops.size())); }

  expr::ExprId boolLeaf() {
    expr::SymbolId id = symbols_[random_.below(symbols_.size())];
    if (pool_.symbol(id).sort.isBool()) return pool_.symbolExpr(id);
    unsigned width = pool_.symbol(id).sort.width;
    return pool_.binary(expr::Op::ULt, pool_.symbolExpr(id), pool_.bits(width, truncateTo(random_.next(), width)));
  }

  expr::ExprId bitsLeaf(unsigned width) {
    if (random_.chance(25)) return pool_.bits(width, truncateTo(random_.chance(50) ? random_.below(4) : random_.next(), width));
    expr::SymbolId id = symbols_[random_.below(symbols_.size())];
    expr::ExprId leaf = pool_.symbolExpr(id);
    unsigned have = pool_.symbol(id).sort.width;
    if (pool_.symbol(id).sort.isBool()) return pool_.ite(leaf, pool_.bits(width, 1), pool_.bits(width, 0));
    return have >= width ? pool_.extract(leaf, 0, width) : pool_.extend(random_.chance(50) ? expr::Op::ZExt : expr::Op::SExt, leaf, width);
  }

  expr::ExprPool& pool_;
  Random random_;
  std::vector<expr::SymbolId> symbols_;
};

}  // namespace cleave::solver
