// dynamic_cast, as the ABI of C++ describes it: the object's table of virtual functions tells its type, and types tell their base classes.
extern "C" {

struct TypeInfo {
  const void* kind;  // into the table of one of the classes below: how the base classes are told
  const char* name;
};
struct OneBase : TypeInfo {
  const TypeInfo* base;
};
struct Base {
  const TypeInfo* type;
  long offset;  // shifted by 8; of a virtual base: where the object's table has it
};
struct Bases : TypeInfo {
  unsigned flags;
  unsigned count;
  Base bases[];
};

enum { kVirtualBase = 1, kPublicBase = 2 };

// Types are told by where these tables lie; nobody calls what stands in them.
extern const void* const classType[4] asm("_ZTVN10__cxxabiv117__class_type_infoE");
extern const void* const oneBaseType[4] asm("_ZTVN10__cxxabiv120__si_class_type_infoE");
extern const void* const basesType[4] asm("_ZTVN10__cxxabiv121__vmi_class_type_infoE");
const void* const classType[4] = {};
const void* const oneBaseType[4] = {};
const void* const basesType[4] = {};
[[noreturn]] void cleave_vm_unfinished(const char* why) noexcept;

void* __dynamic_cast(const void* from, const TypeInfo* fromType, const TypeInfo* toType, long hint) noexcept;
}

namespace {

// What is looked for in an object of which `from` is a part.
struct Search {
  const void* from;
  const TypeInfo* fromType;
  const TypeInfo* toType;
  const void* derived = nullptr;  // a `toType` that `from` is a public base of
  int derivedCount = 0;
  const void* side = nullptr;  // a public base of the whole object that is a `toType`
  int sideCount = 0;
  bool isFromPublic = false;  // `from` is a public base of the whole object
};

const void* baseOf(const void* object, const Base& base) {
  const long where = base.offset >> 8;
  if ((base.offset & kVirtualBase) == 0) return static_cast<const char*>(object) + where;
  const char* table = *static_cast<const char* const*>(object);
  return static_cast<const char*>(object) + *reinterpret_cast<const long*>(table + where);
}

// `above`: the `toType` that this is a public base of, if it is one.
void look(const TypeInfo* type, const void* object, bool isPublic, const void* above, Search& search) {
  if (type == search.fromType && object == search.from) {
    search.isFromPublic |= isPublic;
    if (above != nullptr && above != search.derived) {
      search.derived = above;
      ++search.derivedCount;
    }
  }
  if (type == search.toType) {
    above = object;
    if (isPublic && object != search.side) {
      search.side = object;
      ++search.sideCount;
    }
  }
  if (type->kind == classType + 2) return;
  if (type->kind == oneBaseType + 2) return look(static_cast<const OneBase*>(type)->base, object, isPublic, above, search);
  if (type->kind != basesType + 2) cleave_vm_unfinished("unsupported: a dynamic_cast within a class of an unknown kind");
  const Bases* all = static_cast<const Bases*>(type);
  for (unsigned k = 0; k < all->count; ++k) {
    const Base& base = all->bases[k];
    const bool isPublicBase = (base.offset & kPublicBase) != 0;
    look(base.type, baseOf(object, base), isPublic && isPublicBase, isPublicBase ? above : nullptr, search);
  }
}

}  // namespace

void* __dynamic_cast(const void* from, const TypeInfo* fromType, const TypeInfo* toType, long) noexcept {
  const long* table = *static_cast<const long* const*>(from);
  const void* whole = static_cast<const char*>(from) + table[-2];
  const TypeInfo* type = *reinterpret_cast<const TypeInfo* const*>(table - 1);
  Search search{from, fromType, toType};
  look(type, whole, true, nullptr, search);
  if (search.derivedCount == 1) return const_cast<void*>(search.derived);
  if (search.derivedCount == 0 && search.isFromPublic && search.sideCount == 1) return const_cast<void*>(search.side);
  return nullptr;
}
