#include "expr/rewrite.h"
#include "expr/evaluate.h"
namespace cleave::expr {
ExprId Rewriter::make(Op op, Sort sort, uint32_t payload, std::span<const ExprId> o) {
  std::vector<U128> v;
  for (ExprId e : o) {
    if (!pool_.isConstant(e)) return pool_.intern(op, sort, payload, o);
    v.push_back(pool_.constantBits(e));
  }
  if (!foldIsDetermined(op, sort, pool_.sort(o[0]), v)) return pool_.intern(op, sort, payload, o);
  return pool_.constant(sort, foldOperation(op, sort, pool_.sort(o[0]), v, payload));
}
}
