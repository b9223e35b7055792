// malloc and its kin. A size that hangs on the input stays open (open_size.cpp), or is fixed by a decision. Allocation never fails, but
// where no machine could give so much; what does not fit into the memory limit ends the run as unfinished.
#include <algorithm>

#include "vm/private/access.h"
#include "vm/private/builtins.h"

namespace cleave::vm {

namespace {

const Type kSize = Type::integer(64);
constexpr uint32_t kMallocAlignment = 16;

bool sizeArgument(BuiltinCall& c, size_t index, uint64_t& size) {
  Machine& m = c.machine;
  if (!m.requireShowable(c.arguments[index], "the size of an allocation")) return false;
  size = static_cast<uint64_t>(m.concretise(c.arguments[index], kSize, DecisionKind::Size));
  return true;
}

// A fresh object; 0 when the run was ended.
ObjectIndex allocate(Machine& m, uint64_t size, uint64_t alignment, Fill fill) {
  m.assume(result::Premise::AllocationSucceeds);
  const ObjectIndex object =
      m.memory().allocate(ObjectKind::Heap, size, static_cast<uint32_t>(std::min<uint64_t>(alignment, 1u << 30)), fill);
  if (object == 0) {
    m.unfinished("memory limit");
    return 0;
  }
  m.noteMade(object);
  return object;
}

void allocateResult(BuiltinCall& c, uint64_t size, uint64_t alignment, Fill fill) {
  const ObjectIndex object = allocate(c.machine, size, alignment, fill);
  if (object != 0) c.setResult({addressOf(object), 0});
}

// What is given to free or realloc: an address, or null. False when the run was ended.
bool fixFreed(Machine& m, Value& pointer) {
  if (!m.requireShowable(pointer, "an address")) return false;
  if (!leadsNowhere(m.shadows()[pointer.shadow].origin)) return fixPointer(m, pointer);
  if (m.isAtNumber(pointer)) return false;
  if (m.isSymbolic(pointer.shadow)) {
    const expr::ExprId isZero = m.pool().equal(m.shadows()[pointer.shadow].expr, m.pool().bits(64, 0));
    m.decide(pointer.bits == 0 ? isZero : m.pool().notOf(isZero), DecisionKind::Address);
  }
  if (pointer.bits != 0) m.trap(TrapKind::BadFree);
  pointer = {0, 0, pointer.rel};
  return m.running();
}

// The heap object that a pointer given to free or realloc is the start of. False when the run was ended.
bool heapObject(Machine& m, const Value& pointer, ObjectIndex& object) {
  object = m.objectBehind(pointer);
  const bool isStart = object != 0 && pointer.bits == addressOf(object);
  const auto isHeap = [](const Object& each) { return each.alive && (each.kind == ObjectKind::Heap || each.freeable); };
  if (isStart && isHeap(m.memory().object(object))) return true;
  m.trap(TrapKind::BadFree);
  return false;
}

// The address is compared with null or freed, and nothing else happens to it: then nobody can tell how much stands behind it.
bool isOnlyFreed(const BuiltinCall& c) {
  const program::Function& function = c.machine.program().function(c.machine.frame().function);
  if (c.info.results.size() != 1) return false;
  const program::Operand address = program::Operand::reg(c.info.results[0]);
  for (const program::Block& block : function.blocks)
    for (const program::Phi& phi : block.phis)
      for (const auto& [from, value] : phi.incoming)
        if (value == address) return false;
  const auto isNull = [&](program::Operand operand) {
    if (!operand.isConstant()) return false;
    const program::Constant& constant = function.constants[operand.index()];
    return constant.kind == program::Constant::Kind::Bits && constant.bits == 0;
  };
  for (const program::Instruction& i : function.instructions) {
    if (i.op == program::Op::Call || i.op == program::Op::Return) {
      const program::CallInfo& call = function.calls[i.extra];
      const bool frees = call.callee.valid() && c.machine.program().function(call.callee).name == "free" &&
                         !c.machine.program().function(call.callee).defined;
      if (!frees && std::find(call.arguments.begin(), call.arguments.end(), address) != call.arguments.end()) return false;
      if (i.a == address) return false;
    } else if (i.a == address || i.b == address || i.c == address) {
      if (i.op != program::Op::ICmp || !(isNull(i.a) || isNull(i.b))) return false;
    }
  }
  return true;
}

// No machine gives more than half of the addresses: malloc(-1) fails for sure.
bool mayBeHad(Machine& m, const Value& size) {
  constexpr uint64_t kMost = INT64_MAX;
  const bool may = static_cast<uint64_t>(size.bits) <= kMost;
  const expr::ExprId fits = m.pool().binary(expr::Op::ULt, m.shadows()[size.shadow].expr, m.pool().bits(64, kMost + 1));
  m.decide(may ? fits : m.pool().notOf(fits), DecisionKind::Size);
  return may;
}

// It fails for sure, and says so in errno: where somebody looks at that, nobody has written it.
void failResult(BuiltinCall& c) {
  const auto isErrno = [](const program::Global& each) { return each.library == program::LibraryState::Errno && each.isRead; };
  if (std::ranges::any_of(c.machine.program().globals, isErrno)) return c.machine.unfinished("memory limit");
  c.setResult({0, 0});
}

constexpr uint64_t kMostOpen = uint64_t{1} << 20;  // bytes that a run has of an object whose size is open

// A size that hangs on the input stays open; inputs that ask for very much are a way of their own, and what they do there is looked at as
// far as it stays within the first bytes.
void allocateOpen(BuiltinCall& c, const Value& size, Fill fill) {
  Machine& m = c.machine;
  const auto bits = static_cast<uint64_t>(size.bits);
  const expr::ExprId e = m.shadows()[size.shadow].expr;
  const expr::ExprId isModest = m.pool().binary(expr::Op::ULt, e, m.pool().bits(64, kMostOpen + 1));
  m.decide(bits <= kMostOpen ? isModest : m.pool().notOf(isModest), DecisionKind::Size);
  const ObjectIndex object = allocate(m, std::min(bits, kMostOpen), kMallocAlignment, fill);
  if (object == 0) return;
  m.openSize(object, e, bits, fill);
  c.setResult({addressOf(object), 0});
}

void allocateSized(BuiltinCall& c, const Value& size, Fill fill) {
  Machine& m = c.machine;
  if (!m.requireShowable(size, "the size of an allocation")) return;
  if (!m.isSymbolic(size.shadow)) return allocateResult(c, static_cast<uint64_t>(size.bits), kMallocAlignment, fill);
  if (!mayBeHad(m, size)) return failResult(c);
  if (isOnlyFreed(c)) return allocateResult(c, 0, kMallocAlignment, fill);
  allocateOpen(c, size, fill);
}

void callMalloc(BuiltinCall& c) { allocateSized(c, c.arguments[0], Fill::Undefined); }

// operator new throws where malloc gives null.
void callNew(BuiltinCall& c) {
  uint64_t size = 0;
  if (sizeArgument(c, 0, size)) allocateResult(c, size, kMallocAlignment, Fill::Undefined);
}

// One of the two stays open; that their product fits is decided.
void callCalloc(BuiltinCall& c) {
  Machine& m = c.machine;
  constexpr uint64_t kMost = INT64_MAX;
  const size_t open = m.isSymbolic(c.arguments[0].shadow) ? 0 : 1;
  const Value count = c.arguments[open];
  uint64_t size = 0;
  if (!sizeArgument(c, 1 - open, size) || !m.requireShowable(count, "the size of an allocation")) return;
  if (size == 0 || !m.isSymbolic(count.shadow)) {
    uint64_t number = 0;
    if (!sizeArgument(c, open, number)) return;
    const U128 bytes = U128{number} * size;
    if (bytes >> 64 != 0) return m.unfinished("memory limit");
    return allocateResult(c, static_cast<uint64_t>(bytes), kMallocAlignment, Fill::Zero);
  }
  const expr::ExprId e = m.shadows()[count.shadow].expr;
  const expr::ExprId isPossible = m.pool().binary(expr::Op::ULt, e, m.pool().bits(64, kMost / size + 1));
  const bool may = static_cast<uint64_t>(count.bits) <= kMost / size;
  m.decide(may ? isPossible : m.pool().notOf(isPossible), DecisionKind::Size);
  if (!may) return failResult(c);
  const Value bytes{static_cast<uint64_t>(count.bits) * size, m.shadowOf(m.pool().binary(expr::Op::Mul, e, m.pool().bits(64, size)))};
  allocateOpen(c, bytes, Fill::Zero);
}

void callAlignedAlloc(BuiltinCall& c) {
  uint64_t alignment = 0, size = 0;
  if (sizeArgument(c, 0, alignment) && sizeArgument(c, 1, size)) allocateResult(c, size, alignment, Fill::Undefined);
}

void callPosixMemalign(BuiltinCall& c) {
  Machine& m = c.machine;
  uint64_t alignment = 0, size = 0;
  if (!sizeArgument(c, 1, alignment) || !sizeArgument(c, 2, size)) return;
  if (alignment < 8 || (alignment & (alignment - 1)) != 0) return c.setResult({22, 0});  // EINVAL
  const ObjectIndex object = allocate(m, size, alignment, Fill::Undefined);
  Machine::Place place;
  if (object == 0 || !m.resolve(c.arguments[0], 8, Machine::Access::Write, place)) return;
  if (m.storeTo(place, Type::pointer(), {addressOf(object), 0})) c.setResult({0, 0});
}

// The input harness: this object has come from malloc.
void callMayBeFreed(BuiltinCall& c) { c.machine.memory().object(c.machine.objectBehind(c.arguments[0])).freeable = true; }

void callFree(BuiltinCall& c) {
  Machine& m = c.machine;
  Value pointer = c.arguments[0];
  if (!fixFreed(m, pointer)) return;
  m.noteFreed();
  if (pointer.bits == 0) return;
  ObjectIndex object = 0;
  if (heapObject(m, pointer, object) && m.mayRelease(object)) m.memory().release(object);
}

// More than there was stays open: what is behind the old bytes was never written, however much it is; very much is a way of its own, as it is
// for malloc. Less is fixed.
bool mayGrowOpen(Machine& m, const Value& size, uint64_t old) {
  const auto bits = static_cast<uint64_t>(size.bits);
  if (!m.isSymbolic(size.shadow) || bits == 0 || bits < old || old > kMostOpen) return false;
  const expr::ExprId e = m.shadows()[size.shadow].expr;
  expr::ExprPool& pool = m.pool();
  const expr::ExprId isModest = pool.binary(expr::Op::ULt, e, pool.bits(64, kMostOpen + 1));
  const expr::ExprId grows = pool.notOf(pool.binary(expr::Op::ULt, e, pool.bits(64, std::max<uint64_t>(old, 1))));
  m.decide(bits <= kMostOpen ? pool.andOf(grows, isModest) : pool.notOf(isModest), DecisionKind::Size);
  return true;
}

void callRealloc(BuiltinCall& c) {
  Machine& m = c.machine;
  Value pointer = c.arguments[0];
  if (!fixFreed(m, pointer)) return;
  m.noteFreed();
  if (pointer.bits == 0) return allocateSized(c, c.arguments[1], Fill::Undefined);
  ObjectIndex old = 0;
  if (!m.requireShowable(c.arguments[1], "the size of an allocation")) return;
  if (!heapObject(m, pointer, old)) return;
  if (m.isSymbolic(c.arguments[1].shadow) && !mayBeHad(m, c.arguments[1])) return failResult(c);  // the old one stays
  if (!m.mayRelease(old)) return;
  m.fixSize(old);
  if (!m.running()) return;
  const bool isOpen = mayGrowOpen(m, c.arguments[1], m.memory().object(old).size);
  uint64_t size = static_cast<uint64_t>(c.arguments[1].bits);
  if (!isOpen && !sizeArgument(c, 1, size)) return;
  if (size == 0) {  // as glibc does it
    m.memory().release(old);
    return c.setResult({0, 0});
  }
  const ObjectIndex object = allocate(m, isOpen ? std::min(size, kMostOpen) : size, kMallocAlignment, Fill::Undefined);
  if (object == 0) return;
  if (isOpen) m.openSize(object, m.shadows()[c.arguments[1].shadow].expr, size, Fill::Undefined);
  const uint64_t kept = std::min(size, m.memory().object(old).size);
  if (!m.spend(kept / 16)) return;
  if (!m.memory().copy(m.memory().object(object), 0, m.memory().object(old), 0, kept)) return m.unfinished("memory limit");
  if (!m.stampCopy(object, 0, old, 0, kept)) return;
  m.memory().release(old);
  c.setResult({addressOf(object), 0});
}

// operator new(size, alignment): the operands the other way round.
void callAlignedNew(BuiltinCall& c) {
  uint64_t alignment = 0, size = 0;
  if (sizeArgument(c, 0, size) && sizeArgument(c, 1, alignment)) allocateResult(c, size, alignment, Fill::Undefined);
}

template <Machine::Overlap overlap>
void callCopy(BuiltinCall& c) {
  if (c.machine.copyBytes(c.arguments[0], c.arguments[1], c.arguments[2], overlap)) c.setResult(c.arguments[0]);
}

void callMemSet(BuiltinCall& c) {
  const Value byte = narrow(c.machine, c.arguments[1], Type::integer(8));
  if (c.machine.fillBytes(c.arguments[0], byte, c.arguments[2])) c.setResult(c.arguments[0]);
}

void callBzero(BuiltinCall& c) { c.machine.fillBytes(c.arguments[0], {0, 0}, c.arguments[1]); }

constexpr NamedBuiltin kMemory[] = {
    {"malloc", "pl", callMalloc},
    {"calloc", "pll", callCalloc},
    {"realloc", "ppl", callRealloc},
    {"free", "vp", callFree},
    {"cleave_may_be_freed", "vpl", callMayBeFreed},
    {"aligned_alloc", "pll", callAlignedAlloc},
    {"memalign", "pll", callAlignedAlloc},
    {"posix_memalign", "ipll", callPosixMemalign},
    {"_Znwm", "pl", callNew},
    {"_Znam", "pl", callNew},
    {"_ZnwmRKSt9nothrow_t", "plp", callNew},
    {"_ZnamRKSt9nothrow_t", "plp", callNew},
    {"_ZnwmSt11align_val_t", "pll", callAlignedNew},
    {"_ZnamSt11align_val_t", "pll", callAlignedNew},
    {"_ZdlPv", "vp", callFree},
    {"_ZdaPv", "vp", callFree},
    {"_ZdlPvm", "vpl", callFree},
    {"_ZdaPvm", "vpl", callFree},
    {"_ZdlPvSt11align_val_t", "vpl", callFree},
    {"_ZdaPvSt11align_val_t", "vpl", callFree},
    {"_ZdlPvmSt11align_val_t", "vpll", callFree},
    {"_ZdaPvmSt11align_val_t", "vpll", callFree},
    {"memcpy", "pppl", callCopy<Machine::Overlap::Trap>},
    {"memmove", "pppl", callCopy<Machine::Overlap::Allowed>},
    {"memset", "ppil", callMemSet},
    {"bzero", "vpl", callBzero},
    {"explicit_bzero", "vpl", callBzero},
};

}  // namespace

std::span<const NamedBuiltin> memoryBuiltins() { return kMemory; }

}  // namespace cleave::vm
