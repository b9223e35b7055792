#include "exceptions/exception_types.h"

#include <llvm/ADT/StringSwitch.h>
#include <llvm/IR/Constants.h>

#include "support/demangled.h"


namespace cleave::exceptions {
namespace {

using llvm::GlobalVariable;
using llvm::StringRef;

constexpr const char* kPrefix = "_ZTI";

enum class Family { Plain, Class, Pointer, Unknown };

StringRef nameOf(const GlobalVariable& type) {
  StringRef name = type.getName();
  name.consume_front(kPrefix);
  return name;
}

bool isFundamental(StringRef name) {
  if (name.size() == 1) return StringRef("vwbcahstijlmxynofdegz").contains(name[0]);
  return name.size() == 2 && name[0] == 'D' && StringRef("nisudefhac").contains(name[1]);
}

const llvm::ConstantStruct* contents(const GlobalVariable& type) {
  return type.hasInitializer() ? llvm::dyn_cast<llvm::ConstantStruct>(type.getInitializer()) : nullptr;
}

// The class of std::type_info that the object has.
StringRef classOf(const GlobalVariable& type) {
  const llvm::ConstantStruct* object = contents(type);
  if (object == nullptr || object->getNumOperands() < 2) return "";
  const llvm::Value* table = object->getOperand(0)->stripInBoundsOffsets();
  return table->getName();
}

Family familyOf(const GlobalVariable& type) {
  const StringRef name = nameOf(type);
  if (contents(type) == nullptr) {
    if (isFundamental(name)) return Family::Plain;
    return name.starts_with("P") ? Family::Pointer : Family::Unknown;
  }
  return llvm::StringSwitch<Family>(classOf(type))
      .Cases("_ZTVN10__cxxabiv117__class_type_infoE", "_ZTVN10__cxxabiv120__si_class_type_infoE",
             "_ZTVN10__cxxabiv121__vmi_class_type_infoE", Family::Class)
      .Case("_ZTVN10__cxxabiv119__pointer_type_infoE", Family::Pointer)
      .Cases("_ZTVN10__cxxabiv116__enum_type_infoE", "_ZTVN10__cxxabiv123__fundamental_type_infoE",
             "_ZTVN10__cxxabiv120__function_type_infoE", "_ZTVN10__cxxabiv117__array_type_infoE", Family::Plain)
      .Default(Family::Unknown);
}

// --- classes

struct Base {
  const GlobalVariable* type = nullptr;
  int64_t offset = 0;
  bool isPublic = true;
  bool isVirtual = false;
};

const GlobalVariable* typeIn(const llvm::ConstantStruct& object, unsigned k) {
  return llvm::dyn_cast<GlobalVariable>(object.getOperand(k)->stripPointerCasts());
}

int64_t numberIn(const llvm::ConstantStruct& object, unsigned k) {
  const auto* number = llvm::dyn_cast<llvm::ConstantInt>(object.getOperand(k));
  return number == nullptr ? 0 : number->getSExtValue();
}

// Direct bases; nothing when the class is not known.
std::optional<std::vector<Base>> basesOf(const GlobalVariable& type) {
  constexpr int64_t kVirtual = 1, kPublic = 2, kOffsetShift = 8;
  if (familyOf(type) != Family::Class) return std::nullopt;
  const llvm::ConstantStruct& object = *contents(type);
  const StringRef kind = classOf(type);
  std::vector<Base> bases;
  if (kind.contains("__si_class_type_info")) {
    bases.push_back({typeIn(object, 2), 0, true, false});
  } else if (kind.contains("__vmi_class_type_info")) {
    for (unsigned k = 4; k + 1 < object.getNumOperands(); k += 2) {
      const int64_t flags = numberIn(object, k + 1);
      bases.push_back({typeIn(object, k), flags >> kOffsetShift, (flags & kPublic) != 0, (flags & kVirtual) != 0});
    }
  }
  for (const Base& base : bases)
    if (base.type == nullptr) return std::nullopt;
  return bases;
}

struct Search {
  const GlobalVariable& wanted;
  unsigned found = 0;
  unsigned foundPublic = 0;
  int64_t offset = 0;
  bool unknown = false;

  void visit(const GlobalVariable& type, int64_t at, bool isPublic, bool isVirtual) {
    if (&type == &wanted) {
      ++found;
      foundPublic += isPublic ? 1 : 0;
      offset = at;
      unknown = unknown || isVirtual;
      return;
    }
    const auto bases = basesOf(type);
    if (!bases) {
      unknown = true;
      return;
    }
    for (const Base& base : *bases) visit(*base.type, at + base.offset, isPublic && base.isPublic, isVirtual || base.isVirtual);
  }
};

Catch catchesClass(const GlobalVariable& handled, const GlobalVariable& thrown) {
  Search search{handled};
  search.visit(thrown, 0, true, false);
  if (search.unknown) return {Catch::Kind::Unknown, 0};
  if (search.found != 1 || search.foundPublic != 1) return {};  // a base that is there twice is none
  return {Catch::Kind::Yes, search.offset};
}

// --- pointers

struct Pointee {
  StringRef name;                        // without the outermost qualifiers
  unsigned qualifiers = 0;               // 1 const, 2 volatile, 4 restrict
  const GlobalVariable* type = nullptr;  // null: a fundamental type
};

Pointee pointeeOf(const GlobalVariable& pointer) {
  Pointee result;
  if (const llvm::ConstantStruct* object = contents(pointer); object != nullptr && object->getNumOperands() >= 4) {
    result.type = typeIn(*object, 3);
    result.qualifiers = static_cast<unsigned>(numberIn(*object, 2)) & 7;
    if (result.type != nullptr) result.name = nameOf(*result.type);
    return result;
  }
  result.name = nameOf(pointer);
  result.name.consume_front("P");
  if (result.name.consume_front("V")) result.qualifiers |= 2;
  if (result.name.consume_front("K")) result.qualifiers |= 1;
  return result;
}

bool isFunction(StringRef name) { return name.starts_with("F") || name.starts_with("DoF"); }

Catch catchesPointer(const GlobalVariable& handled, const GlobalVariable& thrown) {
  const Pointee to = pointeeOf(handled), from = pointeeOf(thrown);
  if (to.name.empty() || from.name.empty()) return {Catch::Kind::Unknown, 0};
  if (isFunction(to.name) || isFunction(from.name)) return {Catch::Kind::Unknown, 0};
  if (to.name.starts_with("P") || from.name.starts_with("P")) return {Catch::Kind::Unknown, 0};
  if ((from.qualifiers & ~to.qualifiers) != 0) return {};
  if (to.name == from.name || to.name == "v") return {Catch::Kind::Yes, 0};
  if (isFundamental(to.name) || isFundamental(from.name)) return {};
  if (to.type == nullptr || from.type == nullptr) return {Catch::Kind::Unknown, 0};
  const Catch ofClass = catches(*to.type, *from.type);
  return ofClass.kind == Catch::Kind::No ? Catch{} : Catch{Catch::Kind::Unknown, 0};
}

// In the type_info object, since the names of types in unnamed namespaces begin with a star in the symbol's stead.
std::string nameInObject(const GlobalVariable& type) {
  std::string name = nameOf(type).str();
  const llvm::ConstantStruct* object = contents(type);
  if (object == nullptr) return name;
  const auto* text = llvm::dyn_cast<GlobalVariable>(object->getOperand(1)->stripInBoundsOffsets());
  const auto* array =
      text == nullptr || !text->hasInitializer() ? nullptr : llvm::dyn_cast<llvm::ConstantDataArray>(text->getInitializer());
  if (array == nullptr || !array->isCString()) return name;
  name = array->getAsCString().str();
  return !name.empty() && name[0] == '*' ? name.substr(1) : name;
}

bool isStandard(StringRef name) { return name.starts_with("St") || name.starts_with("NSt"); }

// Bases of a class, with theirs, or of the class that a pointer leads to: whoever handles one of them catches it, too. Those of standard
// classes do not change. native/driver_source.cpp writes the same of the runtime's objects.
std::string basesText(const GlobalVariable& type) {
  if (isStandard(nameOf(type))) return {};
  if (familyOf(type) == Family::Pointer) {
    const GlobalVariable* pointee = pointeeOf(type).type;
    return pointee == nullptr ? std::string() : basesText(*pointee);
  }
  std::string text;
  for (const Base& base : basesOf(type).value_or(std::vector<Base>()))
    text += (base.isPublic ? "<" : "<!") + nameInObject(*base.type) + basesText(*base.type) + ">";
  return text;
}

}  // namespace

uint32_t exceptionTypeId(const GlobalVariable& typeInfo) {
  uint32_t hash = 2166136261u;  // FNV-1a
  for (const char c : typeInfo.getName()) hash = (hash ^ static_cast<unsigned char>(c)) * 16777619u;
  hash &= 0x7fffffff;
  return hash < 2 ? hash + 2 : hash;
}

GlobalVariable* typeInfoOf(llvm::Value& value) {
  auto* global = llvm::dyn_cast<GlobalVariable>(value.stripPointerCasts());
  return global != nullptr && global->getName().starts_with(kPrefix) ? global : nullptr;
}

Catch catches(const GlobalVariable& handled, const GlobalVariable& thrown) {
  if (&handled == &thrown) return {Catch::Kind::Yes, 0};
  const Family to = familyOf(handled), from = familyOf(thrown);
  if (to == Family::Unknown || from == Family::Unknown) {
    // What is not known may be a class, but no number or pointer.
    const Family known = to == Family::Unknown ? from : to;
    return known == Family::Plain || known == Family::Pointer ? Catch{} : Catch{Catch::Kind::Unknown, 0};
  }
  if (to == Family::Class && from == Family::Class) return catchesClass(handled, thrown);
  if (to == Family::Pointer && from == Family::Pointer) return catchesPointer(handled, thrown);
  if (to == Family::Pointer && nameOf(thrown) == "Dn") return {Catch::Kind::Unknown, 0};  // a null pointer
  return {};
}

void ThrownTypes::add(GlobalVariable& typeInfo) {
  const std::string name = typeInfo.getName().str();
  all_[name] = &typeInfo;
  const std::string& known = names_.try_emplace(exceptionTypeId(typeInfo), name).first->second;
  ambiguous_ = ambiguous_ || known != name;
}

llvm::Constant* ThrownTypes::text(const std::string& name, const std::string& contents) {
  if (GlobalVariable* known = module_.getNamedGlobal(name)) return known;
  llvm::Constant* value = llvm::ConstantDataArray::getString(module_.getContext(), contents);
  return new GlobalVariable(module_, value->getType(), true, llvm::GlobalValue::ExternalLinkage, value, name);
}

llvm::Constant* ThrownTypes::descriptor(const GlobalVariable& typeInfo) {
  constexpr uint32_t kIsPointer = 1, kIsException = 2, kMayBeException = 4;  // as in models/exceptions.h
  const std::string symbol = typeInfo.getName().str();
  const std::string name = "cleave_exception_type." + symbol;
  if (GlobalVariable* known = module_.getNamedGlobal(name)) return known;
  uint32_t flags = familyOf(typeInfo) == Family::Pointer ? kIsPointer : 0;
  if (const GlobalVariable* base = module_.getNamedGlobal("_ZTISt9exception")) {
    const Catch isOne = catches(*base, typeInfo);
    if (isOne.kind == Catch::Kind::Yes && isOne.offset == 0) flags |= kIsException;
    if (isOne.kind == Catch::Kind::Unknown || (isOne.kind == Catch::Kind::Yes && isOne.offset != 0)) flags |= kMayBeException;
  }
  llvm::Type* number = llvm::Type::getInt32Ty(module_.getContext());
  const std::string plain = nameInObject(typeInfo);
  llvm::Constant* value = llvm::ConstantStruct::getAnon(
      {llvm::ConstantInt::get(number, exceptionTypeId(typeInfo)), llvm::ConstantInt::get(number, flags),
       text("cleave_exception_name." + symbol, plain), text("cleave_exception_text." + symbol, demangled(plain).value_or(plain)),
       text("cleave_exception_bases." + symbol, basesText(typeInfo))});
  return new GlobalVariable(module_, value->getType(), true, llvm::GlobalValue::ExternalLinkage, value, name);
}

}  // namespace cleave::exceptions
