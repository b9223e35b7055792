// Variable arguments as x86-64 lays them out. A va_list is {i32 gp_offset, i32 fp_offset, ptr overflow_arg_area, ptr reg_save_area}.
// va_start says that all register slots are used up (gp_offset 48, fp_offset 176), so the code that clang makes of va_arg reads every
// argument from the overflow area: an object with the arguments in slots of 8 bytes, in order. The register save area is never read.
#include "support/check.h"
#include "vm/private/access.h"
#include "vm/private/ops.h"

namespace cleave::vm {

namespace {

constexpr uint64_t kVaListBytes = 24;
constexpr uint64_t kAllGpUsed = 48;
constexpr uint64_t kAllFpUsed = 176;

uint64_t slotOf(uint64_t end, Type type) { return type.width > 64 ? (end + 15) & ~uint64_t{15} : end; }
uint64_t slotBytes(Type type) { return type.width > 64 ? 16 : 8; }

// The arguments of this call in a fresh object; 0 when the run was ended. What stands beside a narrow one nobody promises.
ObjectIndex makeOverflowArea(Machine& m) {
  const Frame& frame = m.frame();
  uint64_t size = 0;
  for (const Type type : frame.variadicTypes) size = slotOf(size, type) + slotBytes(type);
  const ObjectIndex area = m.memory().allocate(ObjectKind::Stack, size, 16, Fill::Undefined);
  if (area == 0) {
    m.unfinished("memory limit");
    return 0;
  }
  m.noteMade(area);
  m.frame().stackObjects.push_back(area);
  uint64_t offset = 0;
  for (size_t k = 0; k < frame.variadic.size(); ++k) {
    const Type type = frame.variadicTypes[k];
    offset = slotOf(offset, type);
    if (!storeAt(m, area, offset, type, frame.variadic[k])) return 0;
    offset += slotBytes(type);
  }
  return area;
}

}  // namespace

void opVaStart(Machine& m, const Instruction& i) {
  Machine::Place list;
  if (!m.resolve(m.value(i.a, Type::pointer()), kVaListBytes, Machine::Access::Write, list)) return;
  fixOffset(m, list);
  const ObjectIndex area = makeOverflowArea(m);
  if (area == 0) return;
  if (!storeAt(m, list.object, list.offset, Type::integer(32), {kAllGpUsed, 0})) return;
  if (!storeAt(m, list.object, list.offset + 4, Type::integer(32), {kAllFpUsed, 0})) return;
  if (!storeAt(m, list.object, list.offset + 8, Type::pointer(), {addressOf(area), 0})) return;
  if (storeAt(m, list.object, list.offset + 16, Type::pointer(), {0, 0})) m.wrote(m.pending());
}

void opVaEnd(Machine&, const Instruction&) {}

void opVaCopy(Machine& m, const Instruction& i) {
  m.copyBytes(m.value(i.a, Type::pointer()), m.value(i.b, Type::pointer()), Value{kVaListBytes, 0}, Machine::Overlap::Allowed);
}

}  // namespace cleave::vm
