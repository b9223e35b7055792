// What the models of models/ and checks of properties cannot say in C: words for the guarantee, giving up, the nearest double of a long
// decimal number, and the length of a string without a branch.
#include <cerrno>
#include <cstdlib>

#include "vm/private/access.h"
#include "vm/private/builtins.h"

namespace cleave::vm {

namespace {

void callAssume(BuiltinCall& c) {
  std::string what;
  if (c.machine.readString(c.arguments[0], what)) c.machine.assume(what);
}

void callUnfinished(BuiltinCall& c) {
  std::string why;
  if (c.machine.readString(c.arguments[0], why)) c.machine.unfinished(why);
}

// Both numbers of bytes are fixed.
void callDisjoint(BuiltinCall& c) {
  Machine& m = c.machine;
  for (const size_t index : {1u, 3u})
    if (!m.requireShowable(c.arguments[index], "the number of bytes of a copy")) return;
  const auto bytes = [&](size_t index) {
    return static_cast<uint64_t>(m.concretise(c.arguments[index], Type::integer(64), DecisionKind::Size));
  };
  const uint64_t to = bytes(1), from = bytes(3);
  (void)m.requireDisjoint(c.arguments[0], to, c.arguments[2], from);
}

void callThrew(BuiltinCall& c) {
  std::string type, shown, bases;
  if (c.machine.readString(c.arguments[1], type) && c.machine.readString(c.arguments[2], shown) &&
      c.machine.readString(c.arguments[3], bases))
    c.machine.threw(c.arguments[0], type, shown, bases);
}

void callThrows(BuiltinCall& c) { c.machine.noteThrow(); }

// The characters are fixed by decisions. errno is the model's, behind the second argument; it is left alone when there is no error.
template <class T, T (*function)(const char*, char**)>
void callStrtod(BuiltinCall& c) {
  Machine& m = c.machine;
  std::string text;
  if (!m.readString(c.arguments[0], text)) return;
  errno = 0;
  char* end = nullptr;
  const T value = function(text.c_str(), &end);
  const int error = errno;
  if (*end != 0) return m.unfinished("unsupported: the number " + text);
  Machine::Place place;
  if (error != 0) {
    const Value number{static_cast<uint64_t>(error), 0};
    if (!m.resolve(c.arguments[1], 4, Machine::Access::Write, place) || !m.storeTo(place, Type::integer(32), number)) return;
  }
  c.setResult({bitsOf(value), 0});
}

// The bytes from the place on up to one that is zero on every input, or up to where no string goes on: the end of the object, or a byte
// that has no value of its own. False: the run was ended.
bool bytesOfString(Machine& m, Machine::Place place, std::vector<Value>& bytes) {
  m.fixSize(place.object);
  const uint64_t size = m.memory().object(place.object).size;
  for (; place.offset < size; ++place.offset) {
    const Value byte = loadAt(m, place.object, place.offset, Type::integer(8));
    const Shadow& shadow = m.shadows()[byte.shadow];
    if (shadow.undefined != 0 || shadow.addressDerived) return m.running();
    if (!m.running() || !m.spend(1)) return false;
    bytes.push_back(byte);
    if (byte.bits == 0 && !shadow.expr.valid()) return true;
  }
  return true;
}

// As one expression, so that a text of which nothing is known has one length and not as many as it may have. All ones: no string stands
// there.
void callStringLength(BuiltinCall& c) {
  Machine& m = c.machine;
  Machine::Place place;
  if (!m.resolve(c.arguments[0], 1, Machine::Access::Read, place)) return;
  fixOffset(m, place);
  std::vector<Value> bytes;
  if (!bytesOfString(m, place, bytes)) return;
  expr::ExprPool& pool = m.pool();
  Value length{UINT64_MAX, 0};
  expr::ExprId e = pool.bits(64, UINT64_MAX);
  for (size_t k = bytes.size(); k-- > 0;) {
    if (bytes[k].bits == 0) length.bits = k;
    const expr::ExprId isEnd = pool.equal(m.exprOf(bytes[k], Type::integer(8)), pool.bits(8, 0));
    e = pool.ite(isEnd, pool.bits(64, k), e);
  }
  length.shadow = m.shadowOf(e);
  c.setResult(length);
}

void callSameObject(BuiltinCall& c) {
  Machine& m = c.machine;
  for (const Value& each : {c.arguments[0], c.arguments[1]})
    if (!m.requireShowable(each, "an address")) return;
  const bool same = m.objectBehind(c.arguments[0]) == m.objectBehind(c.arguments[1]);
  c.setResult({static_cast<uint64_t>(same), 0});
}

constexpr NamedBuiltin kModel[] = {
    {"cleave_vm_same_object", "ipp", callSameObject},
    {"cleave_vm_assume", "vp", callAssume},
    {"cleave_vm_unfinished", "vp", callUnfinished},
    {"cleave_vm_disjoint", "vplpl", callDisjoint},
    {"cleave_vm_threw", "vpppp", callThrew},
    {"cleave_vm_throws", "v", callThrows},
    {"cleave_vm_string_length", "lp", callStringLength},
    {"cleave_vm_strtod", "dpp", callStrtod<double, std::strtod>},
    {"cleave_vm_strtof", "fpp", callStrtod<float, std::strtof>},
    {"cleave_vm_strtold", "epp", callStrtod<long double, std::strtold>},
};

}  // namespace

std::span<const NamedBuiltin> modelBuiltins() { return kModel; }

}  // namespace cleave::vm
