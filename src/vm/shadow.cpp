// What is known of values besides their bits, and the decisions that keep it true.
//
// The rule that everything here serves: after a run, for every input that satisfies the literals of all decisions, the program takes the
// same path, and the expression of each value yields the value. So the flags of a shadow (undefined bits, derived from an address, the
// origin) must be the same for all those inputs: a rule that would look at the bits of a symbolic value to choose flags must decide those
// bits first.
#include <bit>

#include "support/check.h"
#include "support/float_format.h"
#include "vm/private/machine.h"
#include "vm/private/nan_pattern.h"
#include "vm/private/pointer_expr.h"

namespace cleave::vm {

using expr::ExprId;
using ExprOp = expr::Op;

expr::Sort sortOf(Type type) {
  if (type.isFloat()) return expr::Sort::floating(type.width);
  if (type.isInt() && type.width == 1) return expr::Sort::boolean();
  return expr::Sort::bits(type.width);
}

namespace {

// Expressions know one NaN, the hardware many.
bool sameValue(Type type, U128 a, U128 b) { return a == b || (type.isFloat() && isNan(a, type.width) && isNan(b, type.width)); }

}  // namespace

Value Machine::value(Operand o, Type type) {
  const Slot& low = get(o);
  Value v{low.bits, low.shadow, low.rel};
  if (type.width > 64) v.bits |= U128{(&low)[1].bits} << 64;
  if (tracking_ && low.tag() != 0) {
    const Slot seen = slotForReader(o, impacted_);
    v.shadow = seen.shadow;
    v.rel = proved_ ? tracker_.dag().withoutChanges(seen.rel) : seen.rel;
    if (plan_->rules.has(Rule::Operands)) rely(v.rel);
  }
  return v;
}

void Machine::setValue(Reg r, Type type, const Value& v) {
  set(r, static_cast<uint64_t>(v.bits), v.shadow);
  if (type.width > 64) set(r + 1, static_cast<uint64_t>(v.bits >> 64));
}

ExprId Machine::exprOf(const Value& v, Type type) {
  if (isSymbolic(v.shadow)) return shadows_[v.shadow].expr;
  return pool_.constant(sortOf(type), v.bits);
}

ShadowId Machine::shadowOf(ExprId e) {
  if (!e.valid() || pool_.isConstant(e)) return 0;
  Shadow shadow;
  shadow.expr = e;
  return shadows_.add(shadow);
}

ShadowId Machine::derive(ExprId e, Type type, std::initializer_list<ShadowId> operands) {
  Shadow shadow;
  for (ShadowId id : operands) {
    const Shadow& operand = shadows_[id];
    if (operand.undefined != 0) shadow.undefined = maskOf(type.width);
    shadow.addressDerived |= operand.addressDerived;
  }
  if (e.valid() && !pool_.isConstant(e)) shadow.expr = e;
  return keep(shadow, type, 0);
}

ShadowId Machine::addressShadow(ObjectIndex origin) {
  if (origin >= addressShadows_.size()) addressShadows_.resize(origin + 1, 0);
  ShadowId& id = addressShadows_[origin];
  // The table outlives the pool's contents: believe an entry only if the record is what it should be.
  if (id != 0 && id < shadows_.size()) {
    const Shadow& known = shadows_[id];
    if (known.addressDerived && known.origin == origin && known.undefined == 0 && !known.expr.valid()) return id;
  }
  Shadow shadow;
  shadow.addressDerived = true;
  shadow.origin = origin;
  return id = shadows_.add(shadow);
}

ShadowId Machine::keep(Shadow shadow, Type type, U128 bits) {
  const U128 all = maskOf(type.width);
  if (shadow.expr.valid() && pool_.isConstant(shadow.expr)) {
    CHECK(sameValue(type, pool_.constantBits(shadow.expr), bits), "an expression folded to another value than the run's");
    shadow.expr = {};
    // That this is a NaN for all inputs of the path does not say which; a handler that knows where it came from does better than this.
    if (type.isFloat() && isNan(bits, type.width)) concretiseAllInputs();
  }
  // Bits that are undefined never become visible, so nobody needs the expression of a value that has no others.
  if (shadow.undefined == all) shadow.expr = {};
  if (!type.isPointer() && !shadow.addressDerived) shadow.origin = 0;
  if (shadow.expr.valid()) return shadows_.add(shadow);

  const bool showsOrigin = shadow.origin == objectOf(static_cast<Address>(bits)) && !leadsNowhere(shadow.origin);
  if (type.isPointer() && !shadow.addressDerived && showsOrigin) shadow.origin = 0;
  if (shadow.undefined == 0 && !shadow.addressDerived && shadow.origin == 0) return 0;
  if (shadow.undefined == 0 && shadow.addressDerived) return addressShadow(shadow.origin);
  if (shadow.undefined == all && !shadow.addressDerived && shadow.origin == 0) return undefinedShadow(type.width);
  return shadows_.add(shadow);
}

ObjectIndex Machine::objectBehind(const Value& v) {
  const Shadow& shadow = shadows_[v.shadow];
  if (shadow.origin != 0) return leadsNowhere(shadow.origin) ? 0 : shadow.origin;
  const ObjectIndex object = objectOf(static_cast<Address>(v.bits));
  if (shadow.expr.valid()) decide(leadsTo(pool_, shadow.expr, object), DecisionKind::Object);
  return memory_.exists(object) ? object : 0;
}

bool Machine::isNull(const Value& pointer) {
  const bool null = objectOf(static_cast<Address>(pointer.bits)) == 0;
  const Shadow& shadow = shadows_[pointer.shadow];
  if (shadow.expr.valid() && (shadow.origin == 0 || leadsNowhere(shadow.origin))) {
    const ExprId isNull = leadsTo(pool_, shadow.expr, 0);
    decide(null ? isNull : pool_.notOf(isNull), DecisionKind::Object);
  }
  return null;
}

bool Machine::isNoAddress(const Value& number) {
  constexpr uint64_t kLeast = 4096, kUpper = uint64_t{1} << 63;
  const bool isLow = number.bits < kLeast, isHigh = number.bits >= kUpper;
  if (const ExprId e = shadows_[number.shadow].expr; e.valid()) {
    const ExprId low = pool_.binary(ExprOp::ULt, e, pool_.bits(64, kLeast)), high = pool_.binary(ExprOp::ULe, pool_.bits(64, kUpper), e);
    decide(isLow ? low : isHigh ? high : pool_.andOf(pool_.notOf(low), pool_.notOf(high)), DecisionKind::Address);
  }
  return isLow || isHigh;
}

bool Machine::isAtNumber(const Value& pointer) {
  if (shadows_[pointer.shadow].origin != kNumber || isNull(pointer) || isNoAddress(pointer)) return false;
  unfinished("unsupported: memory at an address that is a number");
  return true;
}

// --- other readings of the same bits

Value Machine::reinterpret(const Value& v, Type from, Type to) {
  CHECK(from.width == to.width, "reinterpret between different widths");
  if (from.kind == to.kind) return v;
  if (from.isPointer() && to.isInt()) return pointerToInt(v);
  if (from.isInt() && to.isPointer()) return intToPointer(v);
  if (from.isFloat()) {
    Value bits = floatToBits(v, from, Type::integer(from.width));
    return to.isPointer() ? intToPointer(bits) : bits;
  }
  const Value bits = from.isPointer() ? pointerToInt(v) : v;
  if (!requireFloatPattern(bits, to) || bits.shadow == 0) return bits;
  Shadow shadow = shadows_[bits.shadow];
  if (shadow.expr.valid()) {
    assume(result::Premise::NansAreOne);
    const ExprId number = pool_.convert(ExprOp::FFromBits, shadow.expr, sortOf(to));
    shadow.expr = fixFoldedNan(number, shadow.expr) ? ExprId() : number;
  }
  return {bits.bits, keep(shadow, to, bits.bits)};
}

// Of 80 bits the integer bit must be what the exponent says: what the processor makes of other patterns, expressions do not know.
bool Machine::requireFloatPattern(const Value& bits, Type to) {
  if (to.width != 80) return true;
  const bool holds = isFloatPattern(bits.bits, 80);
  if (isSymbolic(bits.shadow)) {
    const ExprId e = shadows_[bits.shadow].expr;
    const ExprId exponentIsZero = pool_.equal(pool_.extract(e, 64, 15), pool_.bits(15, 0));
    const ExprId differs = pool_.notOf(pool_.equal(exponentIsZero, pool_.equal(pool_.extract(e, 63, 1), pool_.bits(1, 1))));
    decide(holds ? differs : pool_.notOf(differs), DecisionKind::Concretised);
  }
  if (!holds) unfinished("unsupported: bits that are no long double (the integer bit is not what the exponent says)");
  return holds;
}

Value Machine::floatToBits(const Value& v, Type from, Type to) {
  if (isOpenNan(v.bits, from.width)) {
    // Looking at the bits is no harm as long as nothing comes of it: isinf does. Like an address, they may not decide or be shown.
    if (isSymbolic(v.shadow)) fixNan(shadows_[v.shadow].expr);
    Shadow open = shadows_[v.shadow];
    open.expr = {};
    open.addressDerived = true;
    return {v.bits, keep(open, to, v.bits)};
  }
  if (v.shadow == 0) return v;
  Shadow shadow = shadows_[v.shadow];
  shadow.expr = shadows_[withKnownNan(v, from).shadow].expr;
  if (shadow.expr.valid()) shadow.expr = pool_.convert(ExprOp::FToBits, shadow.expr, sortOf(to));
  return {v.bits, keep(shadow, to, v.bits)};
}

Value Machine::pointerToInt(const Value& v) {
  Shadow shadow = shadows_[v.shadow];
  if (shadow.addressDerived || shadow.undefined != 0) return {v.bits, keep(shadow, Type::integer(64), v.bits)};
  shadow.origin = objectBehind(v);
  shadow.addressDerived = shadow.origin != 0;
  return {v.bits, keep(shadow, Type::integer(64), v.bits)};
}

// An integer that does not come from a pointer but happens to be the VM's address of some object must not give access to it: such a pointer
// leads nowhere, and is a number like -1 or 8, of which nobody can say how it compares with an address.
Value Machine::intToPointer(const Value& v) {
  Shadow shadow = shadows_[v.shadow];
  if (shadow.addressDerived) {
    shadow.addressDerived = shadow.origin == 0;
  } else if (shadow.undefined == 0) {
    shadow.origin = shadow.expr.valid() || objectOf(static_cast<Address>(v.bits)) != 0 ? kNumber : 0;
  }
  return {v.bits, keep(shadow, Type::pointer(), v.bits)};
}

// --- decisions

void Machine::decide(ExprId literal, DecisionKind kind, uint32_t edge) {
  if (mode_ == Mode::Concrete || pool_.isTrue(literal)) return;
  CHECK(!pool_.isFalse(literal), "a decision whose literal is false");
  if (literal.value >= decided_.size()) decided_.resize(std::bit_ceil(size_t{literal.value} + 1));
  Decided& known = decided_[literal.value];
  const bool isNew = known.epoch != epoch_;
  if (isNew) known = {epoch_, static_cast<uint32_t>(record_.decisions.size())};
  if (tracking_) relyOnDecision(known.index, kind);
  if (!isNew) return;
  Decision decision;
  decision.literal = literal;
  decision.kind = kind;
  decision.edge = edge;
  if (function_ != nullptr) {
    decision.function = FunctionId(static_cast<size_t>(function_ - program_.functions.data()));
    decision.instruction = static_cast<program::InstIndex>(pc_ - function_->instructions.data() - 1);
    findUserCode(decision);
  }
  record_.decisions.push_back(decision);
}

void Machine::findUserCode(Decision& decision) const {
  decision.userFunction = decision.function;
  decision.userInstruction = decision.instruction;
  for (size_t depth = depth_; depth > 1 && program_.function(decision.userFunction).fromModels; --depth) {
    decision.userFunction = frames_[depth - 2].function;
    const Instruction* first = program_.function(decision.userFunction).instructions.data();
    decision.userInstruction = static_cast<program::InstIndex>(frames_[depth - 1].returnPc - first - 1);
  }
  if (program_.function(decision.userFunction).fromModels) decision.userFunction = {};
}

bool Machine::requireShowable(const Value& v, const char* what) {
  if (v.shadow == 0) return true;
  const Shadow& shadow = shadows_[v.shadow];
  if (shadow.addressDerived) {
    unfinished(std::string("the result depends on where objects lie in memory, or on the sign of a NaN that the compiler decides (") +
               what + ")");
    return false;
  }
  if (shadow.undefined != 0) {
    trap(TrapKind::Uninitialised);
    return false;
  }
  return true;
}

U128 Machine::concretise(const Value& v, Type type, DecisionKind kind) {
  if (!isSymbolic(v.shadow)) return v.bits;
  const ExprId e = shadows_[v.shadow].expr;
  if (type.isFloat() && isNan(v.bits, type.width)) {
    fixNan(e);
  } else {
    decide(pool_.equal(e, pool_.constant(sortOf(type), v.bits)), kind);
  }
  return v.bits;
}

void Machine::concretiseBits(const Value& v, Type type, U128 mask, DecisionKind kind) {
  if (!isSymbolic(v.shadow) || mask == 0) return;
  if (type.width == 1) {
    concretise(v, type, kind);
    return;
  }
  const ExprId masked = pool_.binary(ExprOp::BitAnd, shadows_[v.shadow].expr, pool_.bits(type.width, mask));
  decide(pool_.equal(masked, pool_.bits(type.width, v.bits & mask)), kind);
}

void Machine::concretiseInput(expr::SymbolId symbol) {
  const ExprId cell = pool_.symbolExpr(symbol);
  const U128 bits = symbol.value < input_.size() ? input_[symbol.value] : 0;
  decide(pool_.equal(cell, pool_.constant(pool_.sort(cell), bits)), DecisionKind::Concretised);
}

void Machine::concretiseInputsOf(ExprId e) {
  if (!e.valid()) return;
  const std::vector<expr::SymbolId> symbols = pool_.symbolsOf(e);
  for (expr::SymbolId symbol : symbols) concretiseInput(symbol);
}

void Machine::concretiseAllInputs() {
  for (expr::SymbolId symbol : inputSymbols_) concretiseInput(symbol);
}

bool Machine::fixFoldedNan(ExprId result, ExprId operand) {
  if (!pool_.isConstant(result) || !isNan(pool_.constantBits(result), pool_.sort(result).width)) return false;
  concretiseInputsOf(operand);
  return true;
}

}  // namespace cleave::vm
