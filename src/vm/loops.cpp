// What code with cut loops asks of the VM (private/loops.h):
//
//   cleave_vm_loop_enter(L, visit)       iterations of the loop L begin here: what they are known to write is arbitrary from now on
//   cleave_vm_loop_forget(L, p, slot, visit, unit, count)   and so are count elements behind p; without any, all of its object is unknown
//   cleave_vm_any(slot, visit)           an arbitrary number
//   cleave_vm_moved(p, n)                p, n bytes on, in the same object; null and pointers without a value stay as they are
//   cleave_vm_same_object(p, q)          p is as cleave_vm_moved may have made it of q, or the run is unfinished
//   cleave_vm_loop_again(L)              the next iteration would begin: is it one of those that were looked at?
//   cleave_vm_loop_leave(L)              the loop is left
//   cleave_vm_readable(p, n)             n bytes can be read there, without a trap
#include "vm/private/loops.h"

#include <algorithm>

#include "vm/private/access.h"
#include "vm/private/builtins.h"

namespace cleave::vm {

namespace {

using Range = OpenLoop::Range;

constexpr uint64_t kMostForgotten = 4096;  // bytes of an object

uint64_t numberOf(BuiltinCall& c, size_t index) { return static_cast<uint64_t>(c.arguments[index].bits); }

bool isInVisits(Machine& m, uint64_t visit) {
  if (visit < m.loopCells().visits) return true;
  m.unfinished("a loop is come to more often than can be followed");
  return false;
}

void callAny(BuiltinCall& c) {
  Machine& m = c.machine;
  const auto slot = m.loopCells().slots.find(static_cast<uint32_t>(numberOf(c, 0)));
  if (slot == m.loopCells().slots.end()) return m.unfinished("a loop that no direct call leads to");
  Value value;
  if (isInVisits(m, numberOf(c, 1)) && m.readCell(slot->second + static_cast<uint32_t>(numberOf(c, 1)), value)) c.setResult(value);
}

// The contents of the range, for the loop that was entered last; to those around it that is a write like others.
bool makeUnknown(Machine& m, const Range& range) {
  if (range.to - range.from > kMostForgotten) {
    m.unfinished("a loop writes an object that is too large");
    return false;
  }
  for (uint64_t at = range.from; at < range.to; ++at)
    if (!storeAt(m, range.object, at, Type::integer(8), Value{0, m.undefinedShadow(8)})) return false;
  return true;
}

bool holdsPointers(const Object& object, const Range& range) {
  if (object.pointers == nullptr) return false;
  return std::any_of(object.pointers.get() + range.from, object.pointers.get() + range.to, [](uint8_t mark) { return mark != 0; });
}

// `cell` of the first element; kNone: nothing is known of any.
void forget(Machine& m, Range range, uint32_t unit, uint32_t count, uint32_t cell) {
  OpenLoop own = std::move(m.openLoops().back());
  m.openLoops().pop_back();
  const bool counts = m.mayWrite({range.object, range.from, {}}, range.to - range.from);
  range.isUnknown = cell == LoopCells::kNone || holdsPointers(m.memory().object(range.object), range);
  if (counts && range.isUnknown) {
    makeUnknown(m, range);
  } else if (counts) {
    for (uint32_t k = 0; k < count && m.running(); ++k) {
      Value value;
      if (m.readCell(cell + k, value))
        storeAt(m, range.object, range.from + uint64_t{k} * unit, Type::integer(8 * unit), narrow(m, value, Type::integer(8 * unit)));
    }
  }
  own.ranges.push_back(range);
  m.openLoops().push_back(std::move(own));
}

void callEnter(BuiltinCall& c) {
  Machine& m = c.machine;
  const auto loop = static_cast<uint32_t>(numberOf(c, 0));
  const uint64_t visit = numberOf(c, 1);
  if (!isInVisits(m, visit)) return;
  m.openLoops().push_back({loop, m.depth(), m.memory().next(), {}});
  const auto known = m.loopCells().written.find(loop);
  if (known == m.loopCells().written.end()) return;
  for (const LoopCells::Written& each : known->second) {
    if (!m.running()) return;
    const ObjectIndex object = m.memory().ofGlobal(each.global);
    const uint64_t bytes = uint64_t{each.unit} * each.count;
    if (!m.memory().object(object).holds(each.offset, bytes)) continue;
    const uint32_t cell = each.cell == LoopCells::kNone ? each.cell : each.cell + static_cast<uint32_t>(visit) * each.count;
    forget(m, {object, each.offset, each.offset + bytes, false}, each.unit, each.count, cell);
  }
}

void callForget(BuiltinCall& c) {
  Machine& m = c.machine;
  const uint64_t visit = numberOf(c, 3), unit = numberOf(c, 4), count = numberOf(c, 5);
  const ObjectIndex object = m.objectBehind(c.arguments[1]);
  if (object == 0 || !m.memory().object(object).alive || m.openLoops().empty()) return;
  m.fixSize(object);
  const uint64_t size = m.memory().object(object).size;
  uint32_t cell = LoopCells::kNone;
  if (count != 0 && unit * count == size) {
    const auto slot = m.loopCells().slots.find(static_cast<uint32_t>(numberOf(c, 2)));
    if (slot == m.loopCells().slots.end()) return m.unfinished("a loop that no direct call leads to");
    // Each element is a slot of its own, with a cell for each visit: taken here in the order of the elements.
    cell = slot->second + static_cast<uint32_t>(visit * count);
  }
  forget(m, {object, 0, size, false}, static_cast<uint32_t>(unit), static_cast<uint32_t>(count), cell);
}

void callMoved(BuiltinCall& c) {
  Machine& m = c.machine;
  const Value& pointer = c.arguments[0];
  if (m.shadows()[pointer.shadow].undefined != 0 || m.objectBehind(pointer) == 0) return c.setResult(pointer);
  c.setResult(movedBy(m, pointer, c.arguments[1]));
}

void callSameObject(BuiltinCall& c) {
  Machine& m = c.machine;
  const Value &now = c.arguments[0], &then = c.arguments[1];
  if (m.shadows()[then.shadow].undefined != 0) return;  // it was unknown, and who looked at it is not here
  const bool isKnown = m.shadows()[now.shadow].undefined == 0;
  const ObjectIndex object = isKnown ? m.objectBehind(now) : 0;
  if (isKnown && object == m.objectBehind(then) && (object != 0 || (now.bits == then.bits && !m.isSymbolic(now.shadow)))) return;
  if (m.running()) m.unfinished("a pointer leads from object to object in a loop");
}

void callAgain(BuiltinCall& c) {
  Machine& m = c.machine;
  if (m.openLoops().empty() || m.openLoops().back().loop != numberOf(c, 0))
    return m.unfinished("a loop that is left in a way that is not understood");
  const OpenLoop& own = m.openLoops().back();
  for (ObjectIndex made = own.firstNew; m.memory().exists(made); ++made)
    if (m.memory().object(made).alive) return m.unfinished("a loop makes memory that it keeps");
  for (const Range& each : own.ranges)
    if (!each.isUnknown && holdsPointers(m.memory().object(each.object), each)) return m.unfinished("a loop stores pointers");
}

void callLeave(BuiltinCall& c) {
  Machine& m = c.machine;
  std::vector<OpenLoop>& open = m.openLoops();
  const auto own = std::ranges::find_if(open, [&](const OpenLoop& each) { return each.loop == numberOf(c, 0) && each.depth == m.depth(); });
  open.erase(own, open.end());
}

void callReadable(BuiltinCall& c) {
  Machine& m = c.machine;
  c.setResult({m.isReadable(c.arguments[0], numberOf(c, 1)) ? U128{1} : U128{0}, 0});
}

constexpr NamedBuiltin kLoops[] = {
    {"cleave_vm_any", "lil", callAny},
    {"cleave_vm_moved", "ppl", callMoved},
    {"cleave_vm_same_object", "vpp", callSameObject},
    {"cleave_vm_loop_enter", "vil", callEnter},
    {"cleave_vm_loop_forget", "vipilll", callForget},
    {"cleave_vm_loop_again", "vi", callAgain},
    {"cleave_vm_loop_leave", "vi", callLeave},
    {"cleave_vm_readable", "ipl", callReadable},
};

}  // namespace

std::span<const NamedBuiltin> loopBuiltins() { return kLoops; }

bool Machine::readCell(uint32_t cell, Value& value) {
  if (space_ != nullptr && cell < space_->cells.size()) return readParameter(space_->cells[cell], Type::integer(64), value);
  unfinished("a loop needs more values than there are");
  return false;
}

const LoopCells& Machine::loopCells() const {
  static const LoopCells kNone;
  return space_ != nullptr ? space_->loops : kNone;
}

bool Machine::mayWrite(const Place& place, uint64_t bytes) {
  const Object& object = memory_.object(place.object);
  const bool isAnywhere = place.offsetExpr.valid();
  const uint64_t from = isAnywhere ? 0 : place.offset, to = isAnywhere ? object.size : place.offset + bytes;
  const bool isGlobal = object.kind == ObjectKind::Global;
  if (isGlobal && program_.globals[object.source].name.starts_with(program::kPropertyMark)) return true;  // not the program's
  for (const OpenLoop& each : openLoops_) {
    if (place.object >= each.firstNew || each.holds(place.object, from, to)) continue;
    wroteOutside({each.loop, isGlobal ? program::GlobalId(object.source) : program::GlobalId(), place.offset, bytes, isAnywhere});
    return false;
  }
  return true;
}

bool Machine::mayRelease(ObjectIndex object) {
  for (const OpenLoop& each : openLoops_)
    if (object < each.firstNew) {
      wroteOutside({each.loop, {}, 0, 0, true});
      return false;
    }
  return true;
}

void Machine::wroteOutside(OutsideWrite write) {
  unfinished("a loop writes memory that is not among what it is known to write");
  record_.outside = write;
}

}  // namespace cleave::vm
