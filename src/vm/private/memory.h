// Memory: a set of objects with bounds. The address of a byte is (object index << 32) + offset, so pointers are plain 64-bit numbers that
// can be stored, copied and cast, while every access still knows its object. Indices are never used twice in a run: a dangling pointer
// stays dangling. Object 0 is null; then the functions, then the globals (in the order of the program), then what the run allocates.
//
// This class keeps bytes and shadows and answers loads and stores at concrete places. Checks, traps and symbolic addresses are ops_memory's
// business.
//
// Beside its bits, a byte may carry three more things, each in an array that exists only once an object needs it: which bits were never
// initialised, the shadow of the value it is a part of, and a mark that it is a part of a stored pointer. The mark is what keeps addresses
// from leaking: a pointer that is loaded back as an integer, or byte by byte, is known to be an address although the pointer itself had no
// shadow.
#pragma once

#include <cstdint>
#include <cstdlib>
#include <map>
#include <memory>
#include <span>
#include <vector>

#include "flow/site_set.h"
#include "program/program.h"
#include "vm/private/value.h"

namespace cleave::vm {

using Address = uint64_t;
constexpr Address addressOf(ObjectIndex object, uint64_t offset = 0) { return (uint64_t{object} << 32) + offset; }
constexpr ObjectIndex objectOf(Address address) { return static_cast<ObjectIndex>(address >> 32); }
constexpr uint64_t offsetOf(Address address) { return address & 0xffffffff; }

enum class ObjectKind : uint8_t { Null, Function, Global, Heap, Stack, Internal };
enum class Fill { Zero, Undefined };

// What a byte of an object carries besides its bits: byte `index` of a value of `size` bytes with that shadow.
struct ShadowCell {
  ShadowId shadow = 0;
  uint8_t index = 0;
  uint8_t size = 0;
};

struct FreeMemory {
  void operator()(void* memory) const { std::free(memory); }
};
using ByteArray = std::unique_ptr<uint8_t[], FreeMemory>;  // zero when made, without touching its pages
using CellArray = std::unique_ptr<ShadowCell[], FreeMemory>;
using StampArray = std::unique_ptr<uint32_t[], FreeMemory>;

// Small on purpose: a run may make millions, and an index is never used again.
struct Object {
  ObjectKind kind = ObjectKind::Null;
  bool alive = false;
  bool constant = false;
  bool external = false;   // a global that is declared but not defined here, or is too large: its contents are unknown
  bool freeable = false;   // a global that stands for memory of the caller's malloc
  bool written = false;    // since the run began; objects that the run made count as written from the start
  uint32_t source = 0;     // FunctionId or GlobalId value
  uint32_t alignment = 1;  // what a native program may rely on
  uint64_t size = 0;       // 0 for what must not be accessed: functions, external globals, streams
  ByteArray bytes;
  ByteArray undefined;  // per byte a mask of never-initialised bits; null: all defined
  ByteArray pointers;   // per byte: 0, or 1 + its position in the pointer that was stored there; null: no pointers
  CellArray shadows;    // per byte; null: none
  StampArray stamps;    // per byte the stamp of the last store (tracker.h); 0, or null: as it was made
  uint32_t birth = 0;   // the moment in the write log when it was made
  // Where the size hangs on the input: what it is (64 bits), and what that relies on. `size` is then how many bytes this run has of it, no
  // more than openBits, which is the size on this input. Whoever asks what fits goes through Machine (fitsOpen, fixSize).
  expr::ExprId openSize;
  uint32_t openRel = 0;
  uint64_t openBits = 0;
  bool openUnset = false;  // and nothing was there at first
  flow::SiteId site;       // where it comes from; known in tracked runs only

  bool holds(uint64_t offset, uint64_t length) const { return alive && length <= size && offset <= size - length; }
};

class Memory {
 public:
  Memory(const program::Program& program, ShadowPool& shadows, uint64_t limitBytes);

  void setLimit(uint64_t bytes) { limit_ = bytes; }

  // Globals as their initialisers say, nothing allocated. `keepAsInitial` makes the present state (after static constructors) what reset
  // restores.
  void reset();
  void keepAsInitial();

  ObjectIndex ofFunction(program::FunctionId id) const { return 1 + id.value; }
  ObjectIndex ofGlobal(program::GlobalId id) const { return firstGlobal_ + id.value; }
  bool exists(ObjectIndex index) const { return index < objects_.size(); }
  ObjectIndex next() const { return static_cast<ObjectIndex>(objects_.size()); }  // that is not used yet
  Object& object(ObjectIndex index) { return objects_[index]; }
  const Object& object(ObjectIndex index) const { return objects_[index]; }

  // 0 when the memory limit does not allow it. Sizes of 4 GiB and more never fit.
  ObjectIndex allocate(ObjectKind kind, uint64_t size, uint32_t alignment, Fill fill);
  void release(ObjectIndex index);  // dead from now on; its bytes are given back

  // At a concrete place, in bounds and alive (CHECKed). The value has 8 * bytes bits, bytes <= 16. A load of exactly what was stored gives
  // the stored shadow back; one of parts or of several neighbours has `mixed` set and no shadow: access.cpp builds it from cellsAt. A
  // shadow's expression is of sort Bits(8 * bytes) or Float here; access.cpp converts from and to other widths.
  enum class Marks : uint8_t { None, Whole, Parts };  // of pointers: none, exactly one pointer, or something else
  struct Loaded {
    Value value;
    U128 undefined = 0;  // also when the value has no shadow
    bool mixed = false;
    Marks marks = Marks::None;
  };
  Loaded load(const Object& object, uint64_t offset, unsigned bytes) const;
  // These are false when the memory limit does not allow the arrays they need; nothing was changed then.
  [[nodiscard]] bool store(Object& object, uint64_t offset, unsigned bytes, const Value& value, bool isPointer);
  [[nodiscard]] bool copy(Object& to, uint64_t toOffset, const Object& from, uint64_t fromOffset,
                          uint64_t bytes);  // with all that bytes carry; may overlap
  void fill(Object& to, uint64_t offset, uint8_t byte, uint64_t bytes);
  [[nodiscard]] bool stamp(Object& to, uint64_t offset, uint64_t bytes, uint32_t stamp);

  std::span<const ShadowCell> cellsAt(const Object& object, uint64_t offset, unsigned bytes) const;  // empty when the object has none
  U128 undefinedAt(const Object& object, uint64_t offset, unsigned bytes) const;
  // The pointer that the byte at `offset` is a part of: its first byte, when all of it is still there; else false.
  bool pointerAround(const Object& object, uint64_t offset, uint64_t& start) const;

  // The objects that the C library's stdin, stdout and stderr point to.
  ObjectIndex stream(unsigned number) const { return firstStream_ + number; }
  bool isStream(ObjectIndex object) const { return object >= firstStream_ && object < firstStream_ + 3; }

  // Those whose bytes the run wrote; if it wrote an object that the static constructors made, also those that hold pointers.
  std::vector<program::GlobalId> writtenGlobals() const;
  void forgetWrites();  // what was written up to now does not count as written: the inputs are ready
  bool inputsAreReady() const { return hasForgotten_; }
  // Objects that a run writes behind that are kept as they were then, in the runs to come.
  void keepWhatIsOverwritten() { keepsOverwritten_ = true; }
  bool isOverwritten(ObjectIndex index, uint64_t offset, uint64_t bytes) const;  // holds something else than then; true when in doubt
  ObjectIndex firstDynamic() const { return firstDynamic_; }

 private:
  void addGlobal(const program::Global& global, uint32_t id);
  void addStreams();
  void relocate(ObjectIndex index, const program::Relocation& relocation);
  bool ensureUndefined(Object& object);
  bool ensurePointers(Object& object);
  bool ensureShadows(Object& object);
  bool ensureStamps(Object& object);
  bool grow(uint64_t bytes);  // false when over the limit
  uint64_t footprint(const Object& object) const;
  void touch(Object& object);  // before the first write of a run to an object that outlives it
  void restore(ObjectIndex index);
  static void copyContents(Object& to, const Object& from);

  const program::Program& program_;
  ShadowPool& shadows_;
  uint64_t limit_;
  uint64_t used_ = 0;
  uint64_t initialUsed_ = 0;
  ObjectIndex firstGlobal_ = 1;
  ObjectIndex firstStream_ = 1;
  ObjectIndex firstDynamic_ = 1;
  std::vector<Object> objects_;
  std::vector<Object> initial_;       // saved by touch, so only for objects that were ever written; below firstDynamic_
  std::vector<ObjectIndex> touched_;  // in this run
  bool keepsOverwritten_ = false;
  bool hasForgotten_ = false;  // in this run
  std::map<ObjectIndex, Object> overwritten_;  // as they were
};

}  // namespace cleave::vm
