#pragma once
#include "expr/pool.h"
namespace cleave::expr {
class Rewriter {
 public:
  explicit Rewriter(ExprPool& pool) : pool_(pool) {}
  ExprId unary(Op op, Sort sort, ExprId a) { return make(op, sort, 0, {&a, 1}); }
  ExprId binary(Op op, Sort sort, ExprId a, ExprId b) { ExprId o[] = {a, b}; return make(op, sort, 0, o); }
  ExprId ite(ExprId c, ExprId t, ExprId e) { ExprId o[] = {c, t, e}; return make(Op::Ite, pool_.sort(t), 0, o); }
  ExprId fma(ExprId a, ExprId b, ExprId c) { ExprId o[] = {a, b, c}; return make(Op::FFma, pool_.sort(a), 0, o); }
  ExprId extract(ExprId a, unsigned low, unsigned width) { return make(Op::Extract, Sort::bits(width), low, {&a, 1}); }
  ExprId extend(Op op, ExprId a, unsigned width) { return make(op, Sort::bits(width), 0, {&a, 1}); }
  ExprId convert(Op op, ExprId a, Sort to) { return make(op, to, 0, {&a, 1}); }
  ExprId read(ExprId index, std::span<const ExprId> elements) {
    std::vector<ExprId> o{index};
    o.insert(o.end(), elements.begin(), elements.end());
    return make(Op::Read, pool_.sort(elements[0]), 0, o);
  }
 private:
  ExprId make(Op op, Sort sort, uint32_t payload, std::span<const ExprId> o);
  ExprPool& pool_;
};
}
