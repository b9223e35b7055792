// Random expressions for the tests: the same makers are called on a plain pool and on a rewriting one, so each expression comes twice.
// Operands are drawn from what was made before, recent ones first, so that DAGs grow deep and rules meet each other.
#pragma once

#include <map>
#include <string>
#include <vector>

#include "expr/pool.h"
#include "support/random.h"

namespace cleave::expr::test {

struct Pair {
  ExprId plain;
  ExprId rewritten;
};

// The makers of both pools at once.
struct TwoPools {
  ExprPool plain{Rewriting::Off};
  ExprPool rewritten{Rewriting::On};

  Pair symbol(const std::string& name, Sort sort, bool isSigned = true);
  Pair constant(Sort sort, U128 bits) { return {plain.constant(sort, bits), rewritten.constant(sort, bits)}; }
  Pair unary(Op op, Pair a) { return {plain.unary(op, a.plain), rewritten.unary(op, a.rewritten)}; }
  Pair binary(Op op, Pair a, Pair b) { return {plain.binary(op, a.plain, b.plain), rewritten.binary(op, a.rewritten, b.rewritten)}; }
  Pair ite(Pair c, Pair a, Pair b) { return {plain.ite(c.plain, a.plain, b.plain), rewritten.ite(c.rewritten, a.rewritten, b.rewritten)}; }
  Pair extract(Pair a, unsigned low, unsigned width) {
    return {plain.extract(a.plain, low, width), rewritten.extract(a.rewritten, low, width)};
  }
  Pair extend(Op op, Pair a, unsigned width) { return {plain.extend(op, a.plain, width), rewritten.extend(op, a.rewritten, width)}; }
  Pair convert(Op op, Pair a, Sort to) { return {plain.convert(op, a.plain, to), rewritten.convert(op, a.rewritten, to)}; }
  Pair read(Pair index, const std::vector<Pair>& elements);
};

class RandomExpr : public TwoPools {
 public:
  explicit RandomExpr(uint64_t seed);

  Pair step();  // makes one more expression, of any sort and operation
  Assignment assignment();
  const std::vector<Pair>& made() const { return made_; }

 private:
  U128 someBits(Sort sort);
  unsigned someWidth();
  Sort someFloat();
  Pair some(Sort sort);
  Pair someConstant(Sort sort);
  Pair resized(Pair e, unsigned width);
  Pair keep(Pair e);
  Pair makeBool();
  Pair makeBits();
  Pair makeShape();
  Pair makeFloat();
  Pair makeChoice();  // Ite, Read

  Random random_;
  std::vector<unsigned> widths_;
  unsigned floatPercent_ = 0;
  std::map<Sort, std::vector<Pair>> bySort_;
  std::vector<Pair> made_;
};

}  // namespace cleave::expr::test
