#include "vm/private/pointer_expr.h"

#include <optional>

namespace cleave::vm {

namespace {

using expr::ExprId;
using expr::ExprPool;
using expr::Op;

constexpr unsigned kMostVisits = 1000;  // choices among choices: a walk over the tree of a DAG

class Chooser {
 public:
  Chooser(ExprPool& pool, ObjectIndex object) : pool_(pool), object_(object) {}

  ExprId leads(ExprId e) {
    if (visits_++ < kMostVisits) {
      if (pool_.isConstant(e)) return pool_.boolean(objectOf(static_cast<Address>(pool_.constantBits(e))) == object_);
      if (pool_.op(e) == Op::Ite) return pool_.ite(pool_.operand(e, 0), leads(pool_.operand(e, 1)), leads(pool_.operand(e, 2)));
      if (pool_.op(e) == Op::Read) return anyElement(e);
    }
    return pool_.equal(pool_.extract(e, 32, 32), pool_.bits(32, object_));
  }

  // The offset; nothing where e leads elsewhere on every input.
  std::optional<ExprId> offset(ExprId e) {
    if (visits_++ < kMostVisits) {
      if (pool_.isConstant(e)) {
        const auto address = static_cast<Address>(pool_.constantBits(e));
        if (objectOf(address) != object_) return std::nullopt;
        return pool_.bits(64, offsetOf(address));
      }
      if (pool_.op(e) == Op::Ite) return offsetOfIte(e);
      if (pool_.op(e) == Op::Read) return offsetOfRead(e);
    }
    return pool_.binary(Op::Sub, e, pool_.bits(64, addressOf(object_)));
  }

 private:
  ExprId anyElement(ExprId e) {
    const auto operands = pool_.operands(e);
    const ExprId index = operands[0];
    const unsigned width = pool_.sort(index).width;
    ExprId any = pool_.boolean(false);
    for (size_t k = 1; k < operands.size(); ++k) {
      // The last element also answers for every index beyond.
      const ExprId at = pool_.bits(width, k - 1);
      const ExprId chosen = k + 1 < operands.size() ? pool_.equal(index, at) : pool_.binary(Op::ULe, at, index);
      any = pool_.orOf(any, pool_.andOf(chosen, leads(operands[k])));
    }
    return any;
  }

  std::optional<ExprId> offsetOfIte(ExprId e) {
    const std::optional<ExprId> then = offset(pool_.operand(e, 1));
    const std::optional<ExprId> otherwise = offset(pool_.operand(e, 2));
    if (!then || !otherwise) return then ? then : otherwise;
    return pool_.ite(pool_.operand(e, 0), *then, *otherwise);
  }

  std::optional<ExprId> offsetOfRead(ExprId e) {
    const auto operands = pool_.operands(e);
    std::vector<std::optional<ExprId>> offsets;
    std::optional<ExprId> some;
    for (size_t k = 1; k < operands.size(); ++k) {
      offsets.push_back(offset(operands[k]));
      if (offsets.back()) some = offsets.back();
    }
    if (!some) return std::nullopt;
    std::vector<ExprId> elements;
    for (const auto& each : offsets) elements.push_back(each ? *each : *some);  // not chosen where leadsTo holds
    return pool_.read(operands[0], elements);
  }

  ExprPool& pool_;
  ObjectIndex object_;
  unsigned visits_ = 0;
};

}  // namespace

ExprId leadsTo(ExprPool& pool, ExprId address, ObjectIndex object) { return Chooser(pool, object).leads(address); }

ExprId offsetWithin(ExprPool& pool, ExprId address, ObjectIndex object, uint64_t sample) {
  return Chooser(pool, object).offset(address).value_or(pool.bits(64, sample));
}

}  // namespace cleave::vm
