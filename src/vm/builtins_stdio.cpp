// Output by the C library. stdout and stderr are the only streams; writing to them always succeeds. A program that reads what printf
// returns needs the length of the text, so the numbers it prints are fixed by decisions then; otherwise they stay symbolic.
#include <algorithm>

#include "vm/private/access.h"
#include "vm/private/builtins.h"
#include "vm/private/printf.h"

namespace cleave::vm {

namespace {

const Type kChar = Type::integer(8);
const Type kSize = Type::integer(64);

constexpr uint64_t kNoLimit = UINT64_MAX;

bool startOutput(BuiltinCall& c) {
  c.machine.assume(result::Premise::OutputSucceeds);
  return c.machine.running();
}

// The channel behind a FILE* argument; false when the run was ended.
bool channelOf(BuiltinCall& c, size_t index, Machine::Channel& channel) {
  Machine& m = c.machine;
  Value stream = c.arguments[index];
  if (!startOutput(c) || !fixPointer(m, stream)) return false;
  const ObjectIndex object = objectOf(static_cast<Address>(stream.bits));
  if (object == 0) {
    m.trap(TrapKind::NullPointer);
    return false;
  }
  if (object != m.memory().stream(1) && object != m.memory().stream(2)) {
    m.unfinished("unsupported: a stream other than stdout and stderr");
    return false;
  }
  channel = object == m.memory().stream(1) ? Machine::Stdout : Machine::Stderr;
  return true;
}

void writeAll(BuiltinCall& c, Machine::Channel channel, const std::vector<Value>& characters) {
  for (const Value& each : characters) c.machine.writeCharacter(channel, each);
}

// --- characters and strings

void putCharacter(BuiltinCall& c, Machine::Channel channel) {
  Machine& m = c.machine;
  const Value character = narrow(m, c.arguments[0], kChar);
  m.writeCharacter(channel, character);
  if (!m.running()) return;
  Value result{character.bits, 0};
  if (m.isSymbolic(character.shadow)) result.shadow = m.shadowOf(m.pool().extend(expr::Op::ZExt, m.exprOf(character, kChar), 32));
  c.setResult(result);
}

void callPutchar(BuiltinCall& c) {
  if (startOutput(c)) putCharacter(c, Machine::Stdout);
}

void callFputc(BuiltinCall& c) {
  Machine::Channel channel;
  if (channelOf(c, 1, channel)) putCharacter(c, channel);
}

void callPuts(BuiltinCall& c) {
  std::vector<Value> characters;
  if (!startOutput(c) || !loadString(c.machine, c.arguments[0], kNoLimit, characters)) return;
  characters.push_back({'\n', 0});
  writeAll(c, Machine::Stdout, characters);
  c.setResult({characters.size(), 0});  // as glibc does it
}

void callFputs(BuiltinCall& c) {
  Machine::Channel channel;
  std::vector<Value> characters;
  if (!channelOf(c, 1, channel) || !loadString(c.machine, c.arguments[0], kNoLimit, characters)) return;
  writeAll(c, channel, characters);
  c.setResult({1, 0});  // as glibc does it
}

void writeMemory(Machine& m, Machine::Channel channel, const Value& from, U128 bytes) {
  if (bytes == 0) return;
  Machine::Place place;
  if (!m.resolve(from, bytes >> 64 == 0 ? static_cast<uint64_t>(bytes) : UINT64_MAX, Machine::Access::Read, place)) return;
  fixOffset(m, place);
  for (uint64_t i = 0; i < bytes && m.running(); ++i) m.writeCharacter(channel, loadAt(m, place.object, place.offset + i, kChar));
}

void callFwrite(BuiltinCall& c) {
  Machine& m = c.machine;
  Machine::Channel channel;
  if (!m.requireShowable(c.arguments[1], "a length") || !m.requireShowable(c.arguments[2], "a length")) return;
  const U128 bytes = m.concretise(c.arguments[1], kSize, DecisionKind::Size) * m.concretise(c.arguments[2], kSize, DecisionKind::Size);
  if (!channelOf(c, 3, channel)) return;
  if (bytes == 0) return c.setResult({0, 0});
  writeMemory(m, channel, c.arguments[0], bytes);
  if (!m.running()) return;
  c.setResult({c.arguments[2].bits, 0});
}

void callFflush(BuiltinCall& c) { c.setResult({0, 0}); }

// <cleave.h>: memory is shown, on stderr, as NAME=bytes.
void callObserve(BuiltinCall& c) {
  Machine& m = c.machine;
  std::string name;
  if (!m.requireShowable(c.arguments[1], "a length")) return;
  const U128 bytes = m.concretise(c.arguments[1], kSize, DecisionKind::Size);
  if (!startOutput(c) || !m.readString(c.arguments[2], name)) return;
  m.writeText(Machine::Stderr, name + "=");
  writeMemory(m, Machine::Stderr, c.arguments[0], bytes);
  if (!m.running()) return;
  m.writeText(Machine::Stderr, "\n");
}

// --- formatted

void print(BuiltinCall& c, Machine::Channel channel, size_t formatIndex, PrintfArguments& arguments) {
  Machine& m = c.machine;
  std::string format;
  if (!m.readString(c.arguments[formatIndex], format)) return;
  ChannelSink sink(m, channel, m.resultIsUsed(c.info));
  if (printTo(m, format, arguments, sink)) c.setResult({truncateTo(sink.count, 32), 0});
}

void printToMemory(BuiltinCall& c, size_t formatIndex, uint64_t capacity, PrintfArguments& arguments) {
  Machine& m = c.machine;
  std::string format;
  if (!m.readString(c.arguments[formatIndex], format)) return;
  MemorySink sink(m);
  if (printTo(m, format, arguments, sink) && sink.finish(c.arguments[0], capacity)) c.setResult({truncateTo(sink.count, 32), 0});
}

void callPrintf(BuiltinCall& c) {
  CallArguments arguments(c, 1);
  if (startOutput(c)) print(c, Machine::Stdout, 0, arguments);
}

void callFprintf(BuiltinCall& c) {
  Machine::Channel channel;
  CallArguments arguments(c, 2);
  if (channelOf(c, 0, channel)) print(c, channel, 1, arguments);
}

void callVprintf(BuiltinCall& c) {
  ListArguments arguments(c.machine, c.arguments[1]);
  if (startOutput(c)) print(c, Machine::Stdout, 0, arguments);
}

void callVfprintf(BuiltinCall& c) {
  Machine::Channel channel;
  ListArguments arguments(c.machine, c.arguments[2]);
  if (channelOf(c, 0, channel)) print(c, channel, 1, arguments);
}

void callSprintf(BuiltinCall& c) {
  CallArguments arguments(c, 2);
  printToMemory(c, 1, kNoLimit, arguments);
}

void callVsprintf(BuiltinCall& c) {
  ListArguments arguments(c.machine, c.arguments[2]);
  printToMemory(c, 1, kNoLimit, arguments);
}

bool capacityOf(BuiltinCall& c, uint64_t& capacity) {
  if (!c.machine.requireShowable(c.arguments[1], "the size of a buffer")) return false;
  capacity = static_cast<uint64_t>(c.machine.concretise(c.arguments[1], kSize, DecisionKind::Size));
  return true;
}

void callSnprintf(BuiltinCall& c) {
  CallArguments arguments(c, 3);
  uint64_t capacity = 0;
  if (capacityOf(c, capacity)) printToMemory(c, 2, capacity, arguments);
}

void callVsnprintf(BuiltinCall& c) {
  ListArguments arguments(c.machine, c.arguments[3]);
  uint64_t capacity = 0;
  if (capacityOf(c, capacity)) printToMemory(c, 2, capacity, arguments);
}

constexpr NamedBuiltin kStdio[] = {
    {"cleave_observe", "vplp", callObserve},
    {"putchar", "ii", callPutchar},
    {"putchar_unlocked", "ii", callPutchar},
    {"putc", "iip", callFputc},
    {"_IO_putc", "iip", callFputc},
    {"fputc", "iip", callFputc},
    {"puts", "ip", callPuts},
    {"fputs", "ipp", callFputs},
    {"fwrite", "lpllp", callFwrite},
    {"fflush", "ip", callFflush},
    {"printf", "ip*", callPrintf},
    {"fprintf", "ipp*", callFprintf},
    {"vprintf", "ipp", callVprintf},
    {"sprintf", "ipp*", callSprintf},
    {"snprintf", "iplp*", callSnprintf},
    {"vfprintf", "ippp", callVfprintf},
    {"vsprintf", "ippp", callVsprintf},
    {"vsnprintf", "iplpp", callVsnprintf},
    // The models' names for them (models/model.h).
    {"cleave_vm_fputc", "iip", callFputc},
    {"cleave_vm_fputs", "ipp", callFputs},
    {"cleave_vm_fwrite", "lpllp", callFwrite},
    {"cleave_vm_vfprintf", "ippp", callVfprintf},
    {"cleave_vm_format_double", "iplpd", callSnprintf},
    {"cleave_vm_format_long_double", "iplpe", callSnprintf},
};

}  // namespace

std::span<const NamedBuiltin> stdioBuiltins() { return kStdio; }

bool Machine::resultIsUsed(const program::CallInfo& info) {
  if (!resultIsUsed(info, *function_)) return false;
  // A model hands the result on: what counts is what its caller does with it.
  const bool inModel = function_->fromModels && depth_ >= 2;
  return !inModel || frame().call == nullptr || resultIsUsed(*frame().call, program_.function(frames_[depth_ - 2].function));
}

bool Machine::resultIsUsed(const program::CallInfo& info, const Function& function) {
  if (info.results.empty()) return false;
  const auto [known, isNew] = resultUses_.try_emplace(&info, false);
  if (!isNew) return known->second;
  const Operand result = Operand::reg(info.results[0]);
  const auto reads = [&](const Instruction& i) { return i.a == result || i.b == result || i.c == result; };
  const auto passes = [&](const program::CallInfo& call) {
    return std::find(call.arguments.begin(), call.arguments.end(), result) != call.arguments.end();
  };
  const auto merges = [&](const program::Block& block) {
    return std::any_of(block.phis.begin(), block.phis.end(), [&](const program::Phi& phi) {
      return std::any_of(phi.incoming.begin(), phi.incoming.end(), [&](const auto& incoming) { return incoming.second == result; });
    });
  };
  return known->second = std::any_of(function.instructions.begin(), function.instructions.end(), reads) ||
                         std::any_of(function.calls.begin(), function.calls.end(), passes) ||
                         std::any_of(function.blocks.begin(), function.blocks.end(), merges);
}

}  // namespace cleave::vm
