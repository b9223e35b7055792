// Select, calls and terminators.
#include "vm/private/ops.h"
#include "vm/private/ops_frequent.h"
#include "vm/private/shadow_rules.h"

namespace cleave::vm {

using expr::ExprId;

namespace {

// Whether one shadow can describe both arms whichever is taken: nothing undefined or derived from an address, pointers into one object,
// and no two NaNs that an expression could not tell apart.
bool canMerge(Machine& m, Type type, const Value& a, const Value& b, ObjectIndex& origin) {
  if (!isPlain(m, a) || !isPlain(m, b)) return false;
  if (type.isFloat()) return !isNan(a.bits, type.width) || !isNan(b.bits, type.width) || a.bits == b.bits;
  if (!type.isPointer()) return true;
  const auto isNumber = [&](const Value& v) {
    const Shadow& shadow = m.shadows()[v.shadow];
    return leadsNowhere(shadow.origin) || (shadow.origin == 0 && !shadow.expr.valid() && objectOf(static_cast<Address>(v.bits)) == 0);
  };
  if (isNumber(a) && isNumber(b)) {
    origin = m.shadows()[a.shadow].origin == kNumber || m.shadows()[b.shadow].origin == kNumber ? kNumber : kNowhere;
    return true;
  }
  if (leadsNowhere(m.shadows()[a.shadow].origin) || leadsNowhere(m.shadows()[b.shadow].origin)) return false;
  const auto originOf = [&](const Value& v) -> ObjectIndex {
    const Shadow& shadow = m.shadows()[v.shadow];
    return shadow.origin != 0 || shadow.expr.valid() ? shadow.origin : objectOf(static_cast<Address>(v.bits));
  };
  origin = originOf(a);
  if (origin == originOf(b)) return true;
  // Where an input leads stays open until somebody looks: the harness does not.
  origin = 0;
  return !m.memory().inputsAreReady() && m.function().name.starts_with(program::kEntryHarness);
}

}  // namespace

void generalSelect(Machine& m, const Instruction& i) {
  const Value condition = m.value(i.a, Type::integer(1));
  const bool taken = condition.bits != 0;
  if (condition.shadow == 0 && i.flag == program::kLooks) m.noteLooked();
  if (condition.shadow == 0) return m.setValue(i.dst, i.type, m.value(taken ? i.b : i.c, i.type));
  const Shadow flags = m.shadows()[condition.shadow];
  if (i.flag == program::kLooks) {
    if (flags.undefined != 0 || flags.addressDerived) return m.unfinished("merged code looks at an undefined value");
    m.noteLooked();
  }
  const Value then = m.value(i.b, i.type);
  const Value otherwise = m.value(i.c, i.type);
  const Value& chosen = taken ? then : otherwise;

  Shadow result = m.shadows()[chosen.shadow];
  if (flags.undefined != 0 || flags.addressDerived) {
    // Whatever comes of this may not be shown.
    result.undefined = m.shadows()[then.shadow].undefined | m.shadows()[otherwise.shadow].undefined;
    if (flags.undefined != 0) result.undefined = maskOf(i.type.width);
    result.addressDerived = flags.addressDerived || m.shadows()[then.shadow].addressDerived || m.shadows()[otherwise.shadow].addressDerived;
    result.origin = 0;
  } else if (ObjectIndex origin = 0; canMerge(m, i.type, then, otherwise, origin)) {
    result.origin = origin;
    result.expr = m.pool().ite(flags.expr, m.exprOf(then, i.type), m.exprOf(otherwise, i.type));
  } else {
    m.decide(taken ? flags.expr : m.pool().notOf(flags.expr), DecisionKind::Branch);
  }
  m.setValue(i.dst, i.type, {chosen.bits, m.keep(result, i.type, chosen.bits)});
}

bool decideBranch(Machine& m, const Instruction& i) {
  const Value condition = m.value(i.a, Type::integer(1));
  if (!m.requireShowable(condition, "a branch")) return false;
  m.passedCheck();
  if (m.isSymbolic(condition.shadow)) {
    const ExprId e = m.shadows()[condition.shadow].expr;
    const bool taken = condition.bits != 0;
    m.decide(taken ? e : m.pool().notOf(e), DecisionKind::Branch, taken ? i.extra : static_cast<uint32_t>(i.imm));
  }
  m.openRegion();
  return true;
}

void opCall(Machine& m, const Instruction& i) { m.call(i); }

void opSwitch(Machine& m, const Instruction& i) { m.takeSwitch(i); }

void opReturn(Machine& m, const Instruction& i) { m.returnFrom(i); }

void opUnreachable(Machine& m, const Instruction&) { m.trap(TrapKind::Unreachable); }

void opUnsupported(Machine& m, const Instruction& i) { m.unfinishedHere("unsupported: " + m.function().unsupported[i.extra]); }

}  // namespace cleave::vm
