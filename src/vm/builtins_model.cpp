// What the models of models/ cannot say in C: words for the guarantee, giving up, and the nearest double of a long decimal number.
#include <cerrno>
#include <cstdlib>

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
  const auto bytes = [&](size_t index) { return static_cast<uint64_t>(m.concretise(c.arguments[index], Type::integer(64), DecisionKind::Size)); };
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

constexpr NamedBuiltin kModel[] = {
    {"cleave_vm_assume", "vp", callAssume},
    {"cleave_vm_unfinished", "vp", callUnfinished},
    {"cleave_vm_disjoint", "vplpl", callDisjoint},
    {"cleave_vm_threw", "vpppp", callThrew},
    {"cleave_vm_throws", "v", callThrows},
    {"cleave_vm_strtod", "dpp", callStrtod<double, std::strtod>},
    {"cleave_vm_strtof", "fpp", callStrtod<float, std::strtof>},
};

}  // namespace

std::span<const NamedBuiltin> modelBuiltins() { return kModel; }

}  // namespace cleave::vm
