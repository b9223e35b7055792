// Functions of <math.h> that clang leaves as calls. Those that IEEE defines stay symbolic; the others are computed by this machine's
// library, on arguments that are fixed by decisions. errno is not modelled.
#include <cmath>

#include "vm/builtins.h"

namespace cleave::vm {

namespace {

template <class T>
constexpr unsigned kWidth = sizeof(T) * 8;

template <class T>
T number(U128 bits) {
  if constexpr (sizeof(T) == 4) {
    return floatOf(bits);
  } else {
    return doubleOf(bits);
  }
}

// --- exact

template <class T, expr::Op op, T (*function)(T)>
void exact(BuiltinCall& c) {
  Machine& m = c.machine;
  const Type type = Type::floating(kWidth<T>);
  const Value& x = c.arguments[0];
  Value result{bitsOf(function(number<T>(x.bits))), 0};
  if (x.shadow != 0) {
    expr::ExprId e;
    if (m.isSymbolic(x.shadow)) e = m.pool().unary(op, m.exprOf(x, type));
    result.shadow = m.derive(e, type, {x.shadow});
  }
  c.setResult(result);
}

// --- by the library

template <class T>
bool argument(BuiltinCall& c, size_t index, T& value) {
  c.machine.assume("the math functions of the C library are those of this machine");
  if (!c.machine.requireShowable(c.arguments[index], "an argument of a math function")) return false;
  value = number<T>(c.machine.concretise(c.arguments[index], Type::floating(kWidth<T>), DecisionKind::Concretised));
  return true;
}

template <class T, T (*function)(T)>
void one(BuiltinCall& c) {
  T x;
  if (argument(c, 0, x)) c.setResult({bitsOf(function(x)), 0});
}

template <class T, T (*function)(T, T)>
void two(BuiltinCall& c) {
  T x, y;
  if (argument(c, 0, x) && argument(c, 1, y)) c.setResult({bitsOf(function(x, y)), 0});
}

#define EXACT(name, op) \
  {#name, "dd", exact<double, expr::Op::op, ::name>}, { #name "f", "ff", exact<float, expr::Op::op, ::name##f> }
#define ONE(name) \
  {#name, "dd", one<double, ::name>}, { #name "f", "ff", one<float, ::name##f> }
#define TWO(name) \
  {#name, "ddd", two<double, ::name>}, { #name "f", "fff", two<float, ::name##f> }

const NamedBuiltin kMath[] = {
    EXACT(sqrt, FSqrt),
    EXACT(fabs, FAbs),
    EXACT(floor, FRoundDown),
    EXACT(ceil, FRoundUp),
    EXACT(trunc, FRoundToZero),
    EXACT(round, FRoundAway),
    EXACT(rint, FRoundEven),
    EXACT(nearbyint, FRoundEven),
    ONE(sin),
    ONE(cos),
    ONE(tan),
    ONE(asin),
    ONE(acos),
    ONE(atan),
    ONE(sinh),
    ONE(cosh),
    ONE(tanh),
    ONE(exp),
    ONE(exp2),
    ONE(expm1),
    ONE(log),
    ONE(log2),
    ONE(log10),
    ONE(log1p),
    ONE(cbrt),
    TWO(pow),
    TWO(atan2),
    TWO(fmod),
    TWO(hypot),
};

#undef EXACT
#undef ONE
#undef TWO

}  // namespace

std::span<const NamedBuiltin> mathBuiltins() { return kMath; }

}  // namespace cleave::vm
