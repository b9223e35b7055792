// Memory: a set of objects with bounds. The address of a byte is (object index << 32) + offset, so pointers are plain 64-bit numbers that can be
// stored, copied and cast, while every access still knows its object. Indices are never used twice in a run: a dangling pointer stays dangling.
// Object 0 is null; then the functions, then the globals (in the order of the program), then what the run allocates.
//
// This class keeps bytes and shadows and answers loads and stores at concrete places. Checks, traps and symbolic addresses are ops_memory's business.
#pragma once

#include <cstdint>
#include <memory>
#include <span>
#include <vector>

#include "program/program.h"
#include "vm/value.h"

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

struct Object {
  ObjectKind kind = ObjectKind::Null;
  bool alive = false;
  bool constant = false;
  bool written = false;   // since the run began (globals)
  uint32_t source = 0;    // FunctionId or GlobalId value
  uint32_t alignment = 1; // what a native program may rely on
  uint64_t size = 0;
  std::unique_ptr<uint8_t[]> bytes;
  std::vector<uint8_t> undefined;    // per byte a mask of never-initialised bits; empty: all defined
  std::vector<ShadowCell> shadows;   // per byte; empty: none
};

class Memory {
 public:
  Memory(const program::Program& program, ShadowPool& shadows, uint64_t limitBytes);

  // Globals as their initialisers say, nothing allocated. `keepAsInitial` makes the present state (after static constructors) what reset restores.
  void reset();
  void keepAsInitial();

  ObjectIndex ofFunction(program::FunctionId id) const { return 1 + id.value; }
  ObjectIndex ofGlobal(program::GlobalId id) const { return firstGlobal_ + id.value; }
  bool exists(ObjectIndex index) const { return index < objects_.size(); }
  Object& object(ObjectIndex index) { return objects_[index]; }
  const Object& object(ObjectIndex index) const { return objects_[index]; }

  // 0 when the memory limit does not allow it. Sizes of 4 GiB and more never fit.
  ObjectIndex allocate(ObjectKind kind, uint64_t size, uint32_t alignment, Fill fill);
  void release(ObjectIndex index);  // dead from now on; its bytes are given back

  // At a concrete place, in bounds and alive (CHECKed). The value has 8 * bytes bits. A load of exactly what was stored gives the stored shadow
  // back; one of parts or of several neighbours yields a shadow with `mixed` set, from which ops_memory builds the expression (cellsAt).
  struct Loaded {
    Value value;
    bool mixed = false;
  };
  Loaded load(const Object& object, uint64_t offset, unsigned bytes) const;
  void store(Object& object, uint64_t offset, unsigned bytes, const Value& value);
  std::span<const ShadowCell> cellsAt(const Object& object, uint64_t offset, unsigned bytes) const;  // empty when the object has none

  void copy(Object& to, uint64_t toOffset, const Object& from, uint64_t fromOffset, uint64_t bytes);  // with shadows; may overlap
  void fill(Object& to, uint64_t offset, uint8_t byte, uint64_t bytes);

  std::vector<program::GlobalId> writtenGlobals() const;

 private:
  void touch(Object& object);  // a global about to be written for the first time in this run

  const program::Program& program_;
  ShadowPool& shadows_;
  uint64_t limit_;
  uint64_t used_ = 0;
  ObjectIndex firstGlobal_ = 1;
  ObjectIndex firstDynamic_ = 1;
  std::vector<Object> objects_;
  std::vector<Object> initial_;            // of the globals
  std::vector<ObjectIndex> writtenGlobals_;
};

}  // namespace cleave::vm
