// Objects whose size hangs on the input. What malloc(n) gives is one object for all n: an access decides that it fits, `offset + bytes <=
// n`, and nothing else. So the runs of all inputs whose accesses fit alike are one, whatever their sizes are.
//
// Why that is sound. A run looks at the size of an object in two ways: whether an access fits, which is decided by the expression of the
// size, with all that this relies on; and in every other way (what is shown of it, realloc, comparisons of pointers), before which the size
// is fixed by a decision. An access at an offset that hangs on the input is also decided to lie within the bytes that this run has, so
// that it has met all that it could have met. Of larger objects the run has the first part, and is unfinished where it goes on behind it.
// That memory is there at all, whatever its size, is assumed, and said.
#include "support/check.h"
#include "vm/private/machine.h"
#include "vm/private/pointer_expr.h"

namespace cleave::vm {

using expr::ExprId;
using ExprOp = expr::Op;

void Machine::openSize(ObjectIndex index, ExprId size, uint64_t bits, Fill fill) {
  Object& object = memory_.object(index);
  CHECK(object.size <= bits, "more of an object than there is");
  object.openSize = size;
  object.openRel = pending_;
  object.openBits = bits;
  object.openUnset = fill == Fill::Undefined;
}

bool Machine::fitsOpen(ObjectIndex index, uint64_t offset, ExprId offsetExpr, uint64_t bytes) {
  const Object& object = memory_.object(index);
  CHECK(object.openSize.valid(), "the size of an object is known");
  rely(object.openRel);
  const bool fits = bytes <= object.openBits && offset <= object.openBits - bytes;
  const ExprId at = offsetExpr.valid() ? offsetExpr : pool_.bits(64, offset), length = pool_.bits(64, bytes);
  const ExprId isLongEnough = pool_.notOf(pool_.binary(ExprOp::ULt, object.openSize, length));
  const ExprId isBefore = pool_.notOf(pool_.binary(ExprOp::ULt, pool_.binary(ExprOp::Sub, object.openSize, length), at));
  const ExprId literal = pool_.andOf(isLongEnough, isBefore);
  decide(fits ? literal : pool_.notOf(literal), DecisionKind::TrapCheck);
  return fits;
}

bool Machine::isEmpty(ObjectIndex index) { return isOpen(index) ? !fitsOpen(index, 0, {}, 1) : memory_.object(index).size == 0; }

void Machine::fixSize(ObjectIndex index) {
  Object& object = memory_.object(index);
  if (!object.openSize.valid()) return;
  rely(object.openRel);
  const ExprId known = pool_.bits(64, object.openBits);
  if (object.openSize == known) return;
  decide(pool_.equal(object.openSize, known), DecisionKind::Size);
  object.openSize = known;  // who asks later relies on that decision, too
  object.openRel = pending_;
  if (object.size < object.openBits) unfinished("memory limit");
}

bool Machine::trapsByLength(const Value& pointer, const Value& length, Access access) {
  if (!isSymbolic(length.shadow) || isSymbolic(pointer.shadow) || length.bits == 0) return false;
  if (shadows_[length.shadow].undefined != 0 || shadows_[length.shadow].addressDerived) return false;
  if (shadows_[pointer.shadow].undefined != 0 || shadows_[pointer.shadow].addressDerived) return false;
  const auto bytes = static_cast<uint64_t>(length.bits);
  const ExprId e = shadows_[length.shadow].expr;
  const ObjectIndex index = objectBehind(pointer);
  const Object& object = memory_.object(index);
  if (object.external) return false;
  if (index == 0 || !object.alive) {
    decide(pool_.binary(ExprOp::ULt, pool_.bits(64, 0), e), DecisionKind::TrapCheck);
    Place place;
    const bool isThere = resolve(pointer, 1, access, place);
    CHECK(!isThere, "an access to nothing passed its checks");
    return true;
  }
  const uint64_t offset = static_cast<Address>(pointer.bits) - addressOf(index);
  const bool isOpenSize = object.openSize.valid();
  const uint64_t size = isOpenSize ? object.openBits : object.size;
  const uint64_t room = offset <= size ? size - offset : 0;
  if (bytes <= room) return false;
  if (isOpenSize) rely(object.openRel);
  const ExprId sizeExpr = isOpenSize ? object.openSize : pool_.bits(64, size), at = pool_.bits(64, offset);
  const ExprId roomExpr = pool_.ite(pool_.binary(ExprOp::ULt, sizeExpr, at), pool_.bits(64, 0), pool_.binary(ExprOp::Sub, sizeExpr, at));
  decide(pool_.binary(ExprOp::ULt, roomExpr, e), DecisionKind::TrapCheck);
  trap(TrapKind::OutOfBounds);
  return true;
}

}  // namespace cleave::vm
