// Functions of <math.h> that clang leaves as calls. Those that IEEE defines stay symbolic; the others are computed by this machine's
// library, on arguments that are fixed by decisions. In programs that look at errno, models/math_errno.c takes their place; it calls them
// as cleave_vm_*, with errno behind one more argument.
#include <algorithm>
#include <cerrno>
#include <cmath>

#include "support/float_format.h"
#include "vm/private/builtins.h"
#include "vm/private/hidden.h"
#include "vm/private/nan_pattern.h"

namespace cleave::vm {

namespace {

template <class T>
constexpr unsigned kWidth = floatWidth(sizeof(T));

template <class T>
T number(U128 bits) {
  if constexpr (sizeof(T) == 4) {
    return floatOf(bits);
  } else if constexpr (sizeof(T) == 16) {
    return longDoubleOf(bits);
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
  Value result{bitsOf(hidden(function)(number<T>(x.bits))), 0};
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
  c.machine.assume(result::Premise::MathOfThisMachine);
  if (!c.machine.requireShowable(c.arguments[index], "an argument of a math function")) return false;
  value = number<T>(c.machine.concretise(c.arguments[index], Type::floating(kWidth<T>), DecisionKind::Concretised));
  return true;
}

// errno becomes what the library made of it, or stays as it is.
void setErrno(BuiltinCall& c, size_t index, int error) {
  Machine& m = c.machine;
  Machine::Place place;
  if (error != 0 && m.resolve(c.arguments[index], 4, Machine::Access::Write, place))
    m.storeTo(place, Type::integer(32), {static_cast<uint64_t>(error), 0});
}

// The result for arguments with these bits; a NaN that comes of one with an open sign is such a one.
template <class T>
Value resultFor(T result, std::initializer_list<T> arguments) {
  const U128 bits = bitsOf(result);
  const bool isOpen = std::any_of(arguments.begin(), arguments.end(), [](T each) { return isOpenNan(bitsOf(each), kWidth<T>); });
  return {isOpen && isNan(bits, kWidth<T>) ? asOpenNan(bits, kWidth<T>) : bits, 0};
}

template <class T, T (*function)(T), bool kWithErrno>
void one(BuiltinCall& c) {
  T x;
  if (!argument(c, 0, x)) return;
  errno = 0;
  const T result = hidden(function)(x);
  if (kWithErrno) setErrno(c, 1, errno);
  c.setResult(resultFor(result, {x}));
}

template <class T, T (*function)(T, T), bool kWithErrno>
void two(BuiltinCall& c) {
  T x, y;
  if (!argument(c, 0, x) || !argument(c, 1, y)) return;
  errno = 0;
  const T result = hidden(function)(x, y);
  if (kWithErrno) setErrno(c, 2, errno);
  c.setResult(resultFor(result, {x, y}));
}

#define EXACT(name, op) \
  {#name, "dd", exact<double, expr::Op::op, ::name>}, {#name "f", "ff", exact<float, expr::Op::op, ::name##f>}, { \
    #name "l", "ee", exact<long double, expr::Op::op, ::name##l> \
  }
#define ONE(name)                                                                             \
  {#name, "dd", one<double, ::name, false>}, {#name "f", "ff", one<float, ::name##f, false>}, \
      {#name "l", "ee", one<long double, ::name##l, false>},                                  \
      {"cleave_vm_" #name "l", "eep", one<long double, ::name##l, true>},                     \
      {"cleave_vm_" #name, "ddp", one<double, ::name, true>}, {                               \
    "cleave_vm_" #name "f", "ffp", one<float, ::name##f, true>                                \
  }
#define TWO(name)                                                                               \
  {#name, "ddd", two<double, ::name, false>}, {#name "f", "fff", two<float, ::name##f, false>}, \
      {#name "l", "eee", two<long double, ::name##l, false>},                                   \
      {"cleave_vm_" #name "l", "eeep", two<long double, ::name##l, true>},                      \
      {"cleave_vm_" #name, "dddp", two<double, ::name, true>}, {                                \
    "cleave_vm_" #name "f", "fffp", two<float, ::name##f, true>                                 \
  }

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
    {"cleave_vm_sqrt", "dd", exact<double, expr::Op::FSqrt, ::sqrt>},
    {"cleave_vm_sqrtl", "ee", exact<long double, expr::Op::FSqrt, ::sqrtl>},
    {"cleave_vm_sqrtf", "ff", exact<float, expr::Op::FSqrt, ::sqrtf>},
    ONE(asinh),
    ONE(acosh),
    ONE(atanh),
    ONE(erf),
    ONE(erfc),
    ONE(tgamma),
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
    TWO(remainder),
    TWO(nextafter),
};

#undef EXACT
#undef ONE
#undef TWO

}  // namespace

std::span<const NamedBuiltin> mathBuiltins() { return kMath; }

}  // namespace cleave::vm
