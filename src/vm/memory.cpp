#include "vm/private/memory.h"

#include <algorithm>
#include <cstring>

#include "support/check.h"

namespace cleave::vm {

namespace {

constexpr uint64_t kGiB = uint64_t{1} << 30;

ByteArray zeroBytes(uint64_t count) {
  auto* memory = static_cast<uint8_t*>(std::calloc(std::max<uint64_t>(count, 1), 1));
  CHECK(memory != nullptr, "out of memory");
  return ByteArray(memory);
}

CellArray zeroCells(uint64_t count) {
  auto* memory = static_cast<ShadowCell*>(std::calloc(std::max<uint64_t>(count, 1), sizeof(ShadowCell)));
  CHECK(memory != nullptr, "out of memory");
  return CellArray(memory);
}

bool anySet(const uint8_t* bytes, uint64_t count) {
  return std::any_of(bytes, bytes + count, [](uint8_t byte) { return byte != 0; });
}

bool anySet(const ShadowCell* cells, uint64_t count) {
  return std::any_of(cells, cells + count, [](const ShadowCell& cell) { return cell.shadow != 0; });
}

void putBits(uint8_t* to, U128 bits, unsigned bytes) { std::memcpy(to, &bits, bytes); }

U128 getBits(const uint8_t* from, unsigned bytes) {
  U128 bits = 0;
  std::memcpy(&bits, from, bytes);
  return bits;
}

// Copies one of the arrays that an object may have: `from` may be null (all zero there). The target array exists when it has to.
template <class T>
void copyPart(T* to, uint64_t toOffset, const T* from, uint64_t fromOffset, uint64_t count) {
  if (to == nullptr) return;
  if (from != nullptr) {
    std::memmove(to + toOffset, from + fromOffset, count * sizeof(T));
  } else {
    std::fill_n(to + toOffset, count, T{});
  }
}

}  // namespace

Memory::Memory(const program::Program& program, ShadowPool& shadows, uint64_t limitBytes)
    : program_(program), shadows_(shadows), limit_(UINT64_MAX) {
  objects_.emplace_back();  // null
  for (size_t i = 0; i < program.functions.size(); ++i) {
    Object& object = objects_.emplace_back();
    object.kind = ObjectKind::Function;
    object.alive = true;
    object.constant = true;
    object.source = static_cast<uint32_t>(i);
  }
  firstGlobal_ = static_cast<ObjectIndex>(objects_.size());
  for (size_t i = 0; i < program.globals.size(); ++i) addGlobal(program.globals[i], static_cast<uint32_t>(i));
  addStreams();
  for (size_t i = 0; i < program.globals.size(); ++i)
    for (const program::Relocation& relocation : program.globals[i].relocations)
      relocate(firstGlobal_ + static_cast<ObjectIndex>(i), relocation);
  keepAsInitial();
  limit_ = limitBytes;  // globals beyond it leave no room for anything else, which is what the first allocation will say
}

void Memory::addGlobal(const program::Global& global, uint32_t id) {
  Object& object = objects_.emplace_back();
  object.kind = ObjectKind::Global;
  object.alive = true;
  object.constant = global.constant;
  object.external = !global.defined || global.size >= 4 * kGiB;
  object.written = true;  // until the initial state is complete
  object.source = id;
  object.alignment = static_cast<uint32_t>(std::min<uint64_t>(global.alignment, kGiB));
  if (object.external) return;
  CHECK(global.bytes.size() <= global.size, "an initialiser larger than its global");
  object.size = global.size;
  object.bytes = zeroBytes(global.size);
  if (!global.bytes.empty()) std::memcpy(object.bytes.get(), global.bytes.data(), global.bytes.size());
  used_ += footprint(object);
}

void Memory::addStreams() {
  firstStream_ = static_cast<ObjectIndex>(objects_.size());
  for (int i = 0; i < 3; ++i) {
    Object& object = objects_.emplace_back();
    object.kind = ObjectKind::Internal;
    object.alive = true;
  }
  const char* const names[] = {"stdin", "stdout", "stderr"};
  for (unsigned i = 0; i < 3; ++i) {
    const program::GlobalId id = program_.findGlobal(names[i]);
    if (!id.valid() || program_.global(id).defined) continue;
    Object& object = objects_[ofGlobal(id)];
    object.external = false;
    object.size = 8;
    object.bytes = zeroBytes(8);
    CHECK(store(object, 0, 8, Value{addressOf(stream(i)), 0}, true), "no memory for a stream");
  }
}

void Memory::relocate(ObjectIndex index, const program::Relocation& relocation) {
  const bool isGlobal = relocation.target.kind == program::Constant::Kind::Global;
  const ObjectIndex target =
      isGlobal ? ofGlobal(program::GlobalId(relocation.target.target)) : ofFunction(program::FunctionId(relocation.target.target));
  const Address address = addressOf(target) + relocation.target.bits;
  Shadow shadow;
  shadow.origin = target;
  Object& object = objects_[index];
  CHECK(object.holds(relocation.offset, 8), "a relocation outside its global");
  CHECK(store(object, relocation.offset, 8, Value{address, objectOf(address) == target ? 0 : shadows_.add(shadow)}, true), "memory limit");
}

void Memory::reset() {
  for (const ObjectIndex index : touched_) restore(index);
  touched_.clear();
  overwritten_.clear();
  hasForgotten_ = false;
  objects_.resize(firstDynamic_);
  used_ = initialUsed_;
}

void Memory::keepAsInitial() {
  firstDynamic_ = static_cast<ObjectIndex>(objects_.size());
  initial_.clear();
  initial_.resize(firstDynamic_);
  touched_.clear();
  for (Object& object : objects_) object.written = false;
  initialUsed_ = used_;
}

void Memory::touch(Object& object) {
  const auto index = static_cast<ObjectIndex>(&object - objects_.data());
  object.written = true;
  touched_.push_back(index);
  if (hasForgotten_ && keepsOverwritten_) copyContents(overwritten_[index], object);
  Object& saved = initial_[index];
  if (saved.bytes == nullptr) copyContents(saved, object);  // else it was saved by an earlier run; every run starts from it
}

void Memory::copyContents(Object& to, const Object& from) {
  to.alive = from.alive;
  to.bytes = zeroBytes(from.size);
  std::memcpy(to.bytes.get(), from.bytes.get(), from.size);
  if (from.undefined != nullptr) std::memcpy((to.undefined = zeroBytes(from.size)).get(), from.undefined.get(), from.size);
  if (from.pointers != nullptr) std::memcpy((to.pointers = zeroBytes(from.size)).get(), from.pointers.get(), from.size);
  if (from.shadows != nullptr) std::copy_n(from.shadows.get(), from.size, (to.shadows = zeroCells(from.size)).get());
}

bool Memory::isOverwritten(ObjectIndex index, uint64_t offset, uint64_t bytes) const {
  const Object& now = objects_[index];
  if (!now.written) return false;
  const auto kept = overwritten_.find(index);
  if (kept == overwritten_.end() || !now.holds(offset, bytes)) return true;
  const Object& then = kept->second;
  const auto differs = [&](const auto& x, const auto& y) {
    if (x == nullptr || y == nullptr) return (x != nullptr && anySet(x.get() + offset, bytes)) || (y != nullptr && anySet(y.get() + offset, bytes));
    return std::memcmp(x.get() + offset, y.get() + offset, bytes * sizeof x[0]) != 0;
  };
  return differs(now.bytes, then.bytes) || differs(now.undefined, then.undefined) || differs(now.pointers, then.pointers) || differs(now.shadows, then.shadows);
}

void Memory::restore(ObjectIndex index) {
  Object& object = objects_[index];
  const Object& saved = initial_[index];
  const auto restoreBytes = [&](ByteArray& bytes, const ByteArray& from) {
    if (from == nullptr) return bytes.reset();
    if (bytes == nullptr) bytes = zeroBytes(object.size);
    std::memcpy(bytes.get(), from.get(), object.size);
  };
  restoreBytes(object.bytes, saved.bytes);
  restoreBytes(object.undefined, saved.undefined);
  restoreBytes(object.pointers, saved.pointers);
  object.shadows.reset();
  if (saved.shadows != nullptr) std::copy_n(saved.shadows.get(), object.size, (object.shadows = zeroCells(object.size)).get());
  object.stamps.reset();
  object.alive = saved.alive;
  object.written = false;
}

uint64_t Memory::footprint(const Object& object) const {
  uint64_t perByte = object.bytes != nullptr ? 1 : 0;
  perByte += object.undefined != nullptr ? 1 : 0;
  perByte += object.pointers != nullptr ? 1 : 0;
  perByte += object.shadows != nullptr ? sizeof(ShadowCell) : 0;
  perByte += object.stamps != nullptr ? sizeof(uint32_t) : 0;
  return perByte * object.size;
}

bool Memory::grow(uint64_t bytes) {
  if (bytes > limit_ || used_ > limit_ - bytes) return false;
  used_ += bytes;
  return true;
}

ObjectIndex Memory::allocate(ObjectKind kind, uint64_t size, uint32_t alignment, Fill fill) {
  if (size >= 4 * kGiB || objects_.size() >= UINT32_MAX) return 0;
  if (!grow(sizeof(Object) + size * (fill == Fill::Undefined ? 2 : 1))) return 0;
  Object& object = objects_.emplace_back();
  object.kind = kind;
  object.alive = true;
  object.written = true;
  object.alignment = alignment;
  object.size = size;
  object.bytes = zeroBytes(size);
  if (fill == Fill::Undefined) {
    object.undefined = zeroBytes(size);
    std::memset(object.undefined.get(), 0xff, size);
  }
  return static_cast<ObjectIndex>(objects_.size() - 1);
}

void Memory::release(ObjectIndex index) {
  Object& object = objects_[index];
  CHECK(object.alive, "an object released twice");
  if (!object.written) touch(object);
  used_ -= footprint(object);
  object.alive = false;
  object.bytes.reset();
  object.undefined.reset();
  object.pointers.reset();
  object.shadows.reset();
  object.stamps.reset();
}

bool Memory::ensureUndefined(Object& object) {
  if (object.undefined != nullptr) return true;
  if (!grow(object.size)) return false;
  object.undefined = zeroBytes(object.size);
  return true;
}

bool Memory::ensurePointers(Object& object) {
  if (object.pointers != nullptr) return true;
  if (!grow(object.size)) return false;
  object.pointers = zeroBytes(object.size);
  return true;
}

bool Memory::ensureShadows(Object& object) {
  if (object.shadows != nullptr) return true;
  if (!grow(object.size * sizeof(ShadowCell))) return false;
  object.shadows = zeroCells(object.size);
  return true;
}

bool Memory::ensureStamps(Object& object) {
  if (object.stamps != nullptr) return true;
  if (!grow(object.size * sizeof(uint32_t))) return false;
  auto* memory = static_cast<uint32_t*>(std::calloc(std::max<uint64_t>(object.size, 1), sizeof(uint32_t)));
  CHECK(memory != nullptr, "out of memory");
  object.stamps.reset(memory);
  return true;
}

bool Memory::stamp(Object& to, uint64_t offset, uint64_t bytes, uint32_t stamp) {
  if (to.stamps == nullptr && stamp == 0) return true;
  if (!ensureStamps(to)) return false;
  std::fill_n(to.stamps.get() + offset, bytes, stamp);
  return true;
}

Memory::Loaded Memory::load(const Object& object, uint64_t offset, unsigned bytes) const {
  CHECK(object.holds(offset, bytes) && bytes <= 16, "a load that was not checked");
  Loaded loaded;
  loaded.value.bits = getBits(object.bytes.get() + offset, bytes);
  if (object.pointers != nullptr && anySet(object.pointers.get() + offset, bytes)) {
    uint64_t start = 0;
    loaded.marks = bytes == 8 && pointerAround(object, offset, start) && start == offset ? Marks::Whole : Marks::Parts;
  }
  loaded.undefined = undefinedAt(object, offset, bytes);
  const std::span<const ShadowCell> cells = cellsAt(object, offset, bytes);
  if (cells.empty() || !anySet(cells.data(), bytes)) return loaded;
  for (unsigned i = 0; i < bytes; ++i) {
    const ShadowCell& cell = cells[i];
    if (cell.shadow != cells[0].shadow || cell.index != i || cell.size != bytes) loaded.mixed = true;
  }
  if (!loaded.mixed) loaded.value.shadow = cells[0].shadow;
  return loaded;
}

bool Memory::store(Object& object, uint64_t offset, unsigned bytes, const Value& value, bool isPointer) {
  CHECK(object.holds(offset, bytes) && bytes <= 16, "a store that was not checked");
  if (isPointer && leadsNowhere(shadows_[value.shadow].origin)) {
    Shadow number = shadows_[value.shadow];
    number.origin = 0;
    return store(object, offset, bytes, {value.bits, number.expr.valid() ? shadows_.add(number) : 0, value.rel}, false);
  }
  const Shadow& shadow = shadows_[value.shadow];
  const bool keepsShadow = shadow.expr.valid() || shadow.origin != 0 || shadow.addressDerived;
  const bool marked = isPointer && (keepsShadow || objectOf(static_cast<Address>(value.bits)) != 0);
  if (!object.written) touch(object);
  if (shadow.undefined != 0 && !ensureUndefined(object)) return false;
  if (keepsShadow && !ensureShadows(object)) return false;
  if (marked && !ensurePointers(object)) return false;
  putBits(object.bytes.get() + offset, value.bits, bytes);
  if (object.undefined != nullptr) putBits(object.undefined.get() + offset, shadow.undefined, bytes);
  if (object.pointers != nullptr) putBits(object.pointers.get() + offset, marked ? U128{0x0807060504030201} : U128{0}, bytes);
  if (object.shadows != nullptr) {
    ShadowCell* cells = object.shadows.get() + offset;
    for (unsigned i = 0; i < bytes; ++i)
      cells[i] = keepsShadow ? ShadowCell{value.shadow, static_cast<uint8_t>(i), static_cast<uint8_t>(bytes)} : ShadowCell{};
  }
  return true;
}

bool Memory::copy(Object& to, uint64_t toOffset, const Object& from, uint64_t fromOffset, uint64_t bytes) {
  CHECK(to.holds(toOffset, bytes) && from.holds(fromOffset, bytes), "a copy that was not checked");
  if (bytes == 0) return true;
  if (!to.written) touch(to);
  if (from.undefined != nullptr && to.undefined == nullptr && anySet(from.undefined.get() + fromOffset, bytes) && !ensureUndefined(to))
    return false;
  if (from.pointers != nullptr && to.pointers == nullptr && anySet(from.pointers.get() + fromOffset, bytes) && !ensurePointers(to))
    return false;
  if (from.shadows != nullptr && to.shadows == nullptr && anySet(from.shadows.get() + fromOffset, bytes) && !ensureShadows(to))
    return false;
  std::memmove(to.bytes.get() + toOffset, from.bytes.get() + fromOffset, bytes);
  copyPart(to.undefined.get(), toOffset, from.undefined.get(), fromOffset, bytes);
  copyPart(to.pointers.get(), toOffset, from.pointers.get(), fromOffset, bytes);
  copyPart(to.shadows.get(), toOffset, from.shadows.get(), fromOffset, bytes);
  return true;
}

void Memory::fill(Object& to, uint64_t offset, uint8_t byte, uint64_t bytes) {
  CHECK(to.holds(offset, bytes), "a fill that was not checked");
  if (bytes == 0) return;
  if (!to.written) touch(to);
  std::memset(to.bytes.get() + offset, byte, bytes);
  copyPart<uint8_t>(to.undefined.get(), offset, nullptr, 0, bytes);
  copyPart<uint8_t>(to.pointers.get(), offset, nullptr, 0, bytes);
  copyPart<ShadowCell>(to.shadows.get(), offset, nullptr, 0, bytes);
}

std::span<const ShadowCell> Memory::cellsAt(const Object& object, uint64_t offset, unsigned bytes) const {
  if (object.shadows == nullptr) return {};
  return {object.shadows.get() + offset, bytes};
}

U128 Memory::undefinedAt(const Object& object, uint64_t offset, unsigned bytes) const {
  return object.undefined == nullptr ? U128{0} : getBits(object.undefined.get() + offset, bytes);
}

bool Memory::pointerAround(const Object& object, uint64_t offset, uint64_t& start) const {
  if (object.pointers == nullptr || offset >= object.size || object.pointers[offset] == 0) return false;
  const uint64_t position = object.pointers[offset] - 1u;
  if (position > offset || !object.holds(offset - position, 8)) return false;
  start = offset - position;
  return getBits(object.pointers.get() + start, 8) == 0x0807060504030201;
}

void Memory::forgetWrites() {
  for (const ObjectIndex index : touched_) objects_[index].written = false;
  hasForgotten_ = true;
}

std::vector<program::GlobalId> Memory::writtenGlobals() const {
  std::vector<program::GlobalId> globals;
  const auto isHeap = [&](ObjectIndex index) { return objects_[index].kind != ObjectKind::Global; };
  const bool wroteHeap = std::any_of(touched_.begin(), touched_.end(), isHeap);
  for (ObjectIndex index = firstGlobal_; index < firstStream_; ++index) {
    const Object& object = objects_[index];
    if (object.written || (wroteHeap && object.pointers != nullptr && !object.constant))
      globals.push_back(program::GlobalId(object.source));
  }
  return globals;
}

}  // namespace cleave::vm
