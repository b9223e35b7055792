// Finding a builtin, and those that end a program.
#include "vm/private/builtins.h"

#include "support/check.h"
#include "vm/private/access.h"

namespace cleave::vm {

namespace {

void callAbort(BuiltinCall& c) { c.machine.trap(TrapKind::Abort); }
void callAssertFail(BuiltinCall& c) { c.machine.trap(TrapKind::FailedAssert); }
void callExit(BuiltinCall& c) { c.machine.exitWith(c.arguments[0]); }

void callStop(BuiltinCall& c) { c.machine.exitWith({0, 0}); }  // behind a call of the environment: nobody looks further

// The guard of a static local: its first byte tells whether the initialiser has run.
void callGuardAcquire(BuiltinCall& c) {
  Machine& m = c.machine;
  Machine::Place place;
  Value done;
  if (!m.resolve(c.arguments[0], 1, Machine::Access::Write, place) || !m.loadFrom(place, Type::integer(8), done)) return;
  if (!m.requireShowable(done, "the guard of a static variable")) return;
  c.setResult({m.concretise(done, Type::integer(8), DecisionKind::Branch) == 0 ? U128{1} : U128{0}, 0});
}

void callGuardRelease(BuiltinCall& c) {
  Machine::Place place;
  if (c.machine.resolve(c.arguments[0], 1, Machine::Access::Write, place)) c.machine.storeTo(place, Type::integer(8), {1, 0});
}

// The input harness has put the inputs where they belong: what the entry finds there was not written by this run.
void callInputsReady(BuiltinCall& c) { c.machine.memory().forgetWrites(); }

// <cleave.h>: inputs for which the argument is zero are of no interest.
void callAssume(BuiltinCall& c) {
  Machine& m = c.machine;
  const Type type = Type::integer(32);
  if (!m.requireShowable(c.arguments[0], "an assumption")) return;
  if (m.isSymbolic(c.arguments[0].shadow)) {
    const expr::ExprId isZero = m.pool().equal(m.exprOf(c.arguments[0], type), m.pool().bits(32, 0));
    m.decide(c.arguments[0].bits == 0 ? isZero : m.pool().notOf(isZero), DecisionKind::TrapCheck);
  }
  if (c.arguments[0].bits == 0) return m.trap(TrapKind::Excluded);
  m.passedCheck();
}

void callSignedOverflow(BuiltinCall& c) { c.machine.trap(TrapKind::SignedOverflow); }

void callNoteCall(BuiltinCall& c) { c.machine.noteCall(); }

constexpr NamedBuiltin kEnds[] = {
    {"cleave_vm_signed_overflow", "v", callSignedOverflow},
    {"cleave_assume", "vi", callAssume},
    {"cleave_inputs_ready", "v", callInputsReady},
    {"abort", "v", callAbort},
    {"__cxa_pure_virtual", "v", callAbort},
    {"_ZSt9terminatev", "v", callAbort},
    {"__assert_fail", "vppip", callAssertFail},
    {"exit", "vi", callExit},
    {"_exit", "vi", callExit},
    {"_Exit", "vi", callExit},
    {"cleave_vm_stop", "v", callStop},
    {"cleave_vm_note_call", "v", callNoteCall},
    {"__cxa_guard_acquire", "ip", callGuardAcquire},
    {"__cxa_guard_release", "vp", callGuardRelease},
};

Type typeOf(char letter) {
  switch (letter) {
    case 'i':
      return Type::integer(32);
    case 'l':
      return Type::integer(64);
    case 'p':
      return Type::pointer();
    case 'f':
      return Type::floating(32);
    case 'd':
      return Type::floating(64);
    case 'e':  // long double
      return Type::floating(80);
    default:
      UNREACHABLE("not a letter of a signature");
  }
}

bool matches(std::string_view signature, const Function& function) {
  const bool isVoid = signature.front() == 'v';
  if (isVoid ? !function.results.empty() : function.results != std::vector<Type>{typeOf(signature.front())}) return false;
  signature.remove_prefix(1);
  const bool variadic = !signature.empty() && signature.back() == '*';
  if (variadic) signature.remove_suffix(1);
  if (variadic != function.variadic || signature.size() != function.parameters.size()) return false;
  for (size_t k = 0; k < signature.size(); ++k)
    if (function.parameters[k].type != typeOf(signature[k])) return false;
  return true;
}

}  // namespace

Builtin findBuiltin(const Function& function) {
  for (const std::span<const NamedBuiltin> table :
       {std::span<const NamedBuiltin>(kEnds), memoryBuiltins(), stdioBuiltins(), mathBuiltins(), modelBuiltins(), loopBuiltins()})
    for (const NamedBuiltin& each : table)
      if (each.name == function.name && matches(each.signature, function)) return each.function;
  return nullptr;
}

}  // namespace cleave::vm
