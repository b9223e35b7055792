// From the type of a function to what of a call of it is compared, and what of its answer can be anything.
#include <llvm/BinaryFormat/Dwarf.h>

#include <algorithm>
#include <array>

#include <fmt/format.h>

#include "frontend/prototypes.h"

namespace cleave::frontend {
namespace {

using namespace llvm::dwarf;
using program::EnvironmentFunction;
using program::EnvironmentNumber;
using program::EnvironmentPointee;
using program::EnvironmentValue;

// A type without its typedefs and qualifiers, and what these said.
struct Plain {
  const llvm::DIType* type = nullptr;  // null: void
  bool isConst = false;
  std::string name;  // the first typedef's
};

Plain plainOf(const llvm::DIType* type) {
  Plain plain;
  while (const auto* derived = llvm::dyn_cast_or_null<llvm::DIDerivedType>(type)) {
    const unsigned tag = derived->getTag();
    if (tag == DW_TAG_const_type) plain.isConst = true;
    if (tag == DW_TAG_typedef && plain.name.empty()) plain.name = derived->getName().str();
    if (tag != DW_TAG_const_type && tag != DW_TAG_volatile_type && tag != DW_TAG_restrict_type && tag != DW_TAG_typedef &&
        tag != DW_TAG_atomic_type)
      break;
    type = derived->getBaseType();
  }
  plain.type = type;
  if (plain.name.empty() && type != nullptr) plain.name = type->getName().str();
  return plain;
}

bool isPointer(const llvm::DIType* type) {
  const auto* derived = llvm::dyn_cast_or_null<llvm::DIDerivedType>(type);
  return derived != nullptr && (derived->getTag() == DW_TAG_pointer_type || derived->getTag() == DW_TAG_reference_type ||
                                derived->getTag() == DW_TAG_rvalue_reference_type);
}

bool isRecord(const llvm::DIType* type, bool orUnion) {
  const auto* composite = llvm::dyn_cast_or_null<llvm::DICompositeType>(type);
  return composite != nullptr && (composite->getTag() == DW_TAG_structure_type || composite->getTag() == DW_TAG_class_type ||
                                  (orUnion && composite->getTag() == DW_TAG_union_type));
}

std::optional<EnvironmentNumber> numberOf(const llvm::DIType* type) {
  const Plain plain = plainOf(type);
  EnvironmentNumber number;
  number.type = plain.name;
  if (const auto* composite = llvm::dyn_cast_or_null<llvm::DICompositeType>(plain.type)) {
    if (composite->getTag() != DW_TAG_enumeration_type) return std::nullopt;
    number.bits = static_cast<unsigned>(composite->getSizeInBits());
  } else if (const auto* basic = llvm::dyn_cast_or_null<llvm::DIBasicType>(plain.type)) {
    number.bits = static_cast<unsigned>(basic->getSizeInBits());
    number.isFloat = basic->getEncoding() == DW_ATE_float;
    number.isSigned = basic->getEncoding() == DW_ATE_signed || basic->getEncoding() == DW_ATE_signed_char;
    const bool isKnown = number.isFloat || number.isSigned || basic->getEncoding() == DW_ATE_unsigned || basic->getEncoding() == DW_ATE_UTF ||
                         basic->getEncoding() == DW_ATE_unsigned_char || basic->getEncoding() == DW_ATE_boolean;
    if (!isKnown) return std::nullopt;
  } else {
    return std::nullopt;
  }
  const bool fits = number.bits == 8 || number.bits == 16 || number.bits == 32 || number.bits == 64;
  if (!fits || (number.isFloat && number.bits < 32)) return std::nullopt;
  return number;
}

// The numbers of an object, in order. False: it holds what cannot be told (bit-fields, tables of virtual functions).
class Flattener {
 public:
  bool add(const llvm::DIType* type, uint64_t offset, const std::string& name) {
    const Plain plain = plainOf(type);
    if (numbers.size() >= program::kEnvironmentNumbers) return true;
    if (std::optional<EnvironmentNumber> number = numberOf(type)) {
      number->offset = offset;
      number->name = name;
      numbers.push_back(std::move(*number));
      return true;
    }
    if (isPointer(plain.type)) {
      EnvironmentNumber pointer;
      pointer.name = name;
      pointer.offset = offset;
      pointer.bits = 64;
      pointer.isPointer = true;
      numbers.push_back(std::move(pointer));
      return true;
    }
    const auto* composite = llvm::dyn_cast_or_null<llvm::DICompositeType>(plain.type);
    if (composite == nullptr || composite->isForwardDecl()) return false;
    return composite->getTag() == DW_TAG_array_type ? addArray(*composite, offset, name) : addMembers(*composite, offset, name);
  }

  std::vector<EnvironmentNumber> numbers;

 private:
  bool addArray(const llvm::DICompositeType& array, uint64_t offset, const std::string& name) {
    uint64_t count = 1;
    for (const llvm::DINode* element : array.getElements()) {
      const auto* range = llvm::dyn_cast<llvm::DISubrange>(element);
      const auto* number = range == nullptr ? nullptr : llvm::dyn_cast_if_present<llvm::ConstantInt*>(range->getCount());
      if (number == nullptr || number->getSExtValue() < 0) return false;
      count *= number->getZExtValue();
    }
    const uint64_t size = count == 0 ? 0 : array.getSizeInBits() / 8 / count;
    for (uint64_t k = 0; k < count && numbers.size() < program::kEnvironmentNumbers; ++k)
      if (!add(array.getBaseType(), offset + k * size, fmt::format("{}[{}]", name, k))) return false;
    return true;
  }

  bool addMembers(const llvm::DICompositeType& record, uint64_t offset, const std::string& name) {
    if (!isRecord(&record, true)) return false;
    const llvm::DIDerivedType* widest = nullptr;
    for (const llvm::DINode* element : record.getElements()) {
      const auto* member = llvm::dyn_cast<llvm::DIDerivedType>(element);
      if (member == nullptr || (member->getTag() != DW_TAG_member && member->getTag() != DW_TAG_inheritance) || member->isStaticMember())
        continue;
      if (member->isBitField() || member->isVirtual() || member->getName().starts_with("_vptr")) return false;
      if (record.getTag() == DW_TAG_union_type) {
        if (widest == nullptr || member->getSizeInBits() > widest->getSizeInBits()) widest = member;
        continue;
      }
      if (!add(member->getBaseType(), offset + member->getOffsetInBits() / 8, nameIn(name, *member))) return false;
    }
    return widest == nullptr || add(widest->getBaseType(), offset, nameIn(name, *widest));
  }

  static std::string nameIn(const std::string& name, const llvm::DIDerivedType& member) {
    return member.getName().empty() ? name : name + "." + member.getName().str();
  }
};

bool isStream(const llvm::DIType* type) { return type != nullptr && type->getName() == "_IO_FILE"; }

EnvironmentPointee objectOf(const llvm::DIType* type, bool isConst) {
  EnvironmentPointee object;
  object.isConst = isConst;
  const Plain plain = plainOf(type);
  Flattener flattener;
  const uint64_t size = plain.type == nullptr ? 0 : plain.type->getSizeInBits() / 8;
  if (size == 0 || isStream(plain.type) || !flattener.add(type, 0, "") || flattener.numbers.empty()) return object;  // a token
  object.kind = EnvironmentPointee::Kind::Object;
  object.size = size;
  object.numbers = std::move(flattener.numbers);
  return object;
}

EnvironmentPointee pointeeOf(const llvm::DIType* pointer, bool isInner) {
  const llvm::DIType* base = llvm::cast<llvm::DIDerivedType>(pointer)->getBaseType();
  const Plain plain = plainOf(base);
  EnvironmentPointee pointee;
  pointee.isConst = plain.isConst;
  if (plain.type == nullptr || llvm::isa<llvm::DISubroutineType>(plain.type)) return pointee;
  const bool isChar = plain.type->getName() == "char";
  if (isChar && (plain.isConst || isInner)) {
    pointee.kind = EnvironmentPointee::Kind::Text;
    return pointee;
  }
  if (isChar) return pointee;  // a buffer, of a size that nobody tells
  pointee = objectOf(base, plain.isConst);
  if (isPointer(plain.type) && !plain.isConst && !isInner) pointee.target.push_back(pointeeOf(plain.type, true));
  return pointee;
}

std::optional<EnvironmentValue> valueOf(const llvm::DIType* type, bool isResult) {
  EnvironmentValue value;
  const Plain plain = plainOf(type);
  if (plain.type == nullptr) return value;
  if (isPointer(plain.type)) {
    value.kind = EnvironmentValue::Kind::Pointer;
    value.behind = pointeeOf(plain.type, isResult);
    return value;
  }
  const std::optional<EnvironmentNumber> number = numberOf(type);
  if (!number) return std::nullopt;
  value.kind = EnvironmentValue::Kind::Number;
  value.number = *number;
  return value;
}

// --- buffers and their sizes

bool isSize(const llvm::DIType* type) {
  const Plain plain = plainOf(type);
  constexpr std::array<std::string_view, 5> kNames = {"size_t", "ssize_t", "socklen_t", "unsigned long", "nfds_t"};
  const auto* basic = llvm::dyn_cast_or_null<llvm::DIBasicType>(plain.type);
  if (basic == nullptr) return false;
  return std::ranges::find(kNames, plain.name) != kNames.end() || basic->getName() == "unsigned long";
}

// Behind a pointer to bytes, or to anything, the next parameter tells how many there are: as a size, and where it can be no string, as any
// integer.
void findLengths(EnvironmentFunction& function, const llvm::DITypeRefArray& types) {
  for (unsigned k = 0; k + 1 < function.parameters.size(); ++k) {
    EnvironmentValue& value = function.parameters[k];
    if (value.kind != EnvironmentValue::Kind::Pointer || value.behind.isOutput) continue;
    const Plain pointee = plainOf(llvm::cast<llvm::DIDerivedType>(plainOf(types[k + 1]).type)->getBaseType());
    const bool isVoid = pointee.type == nullptr;
    const bool isNumber = !isVoid && llvm::isa<llvm::DIBasicType>(pointee.type);
    const llvm::DIType* next = types[k + 2];
    const EnvironmentValue& other = function.parameters[k + 1];
    const bool isInteger = other.kind == EnvironmentValue::Kind::Number && !other.number.isFloat;
    const bool isText = isNumber && pointee.type->getName() == "char" && pointee.isConst;
    const bool isPointed = isPointer(plainOf(next).type) && isSize(llvm::cast<llvm::DIDerivedType>(plainOf(next).type)->getBaseType());
    const bool isBytes = isVoid || (isNumber && pointee.type->getSizeInBits() == 8);
    const bool tells = (isInteger && (isSize(next) || (isBytes && !isText))) || (isPointed && isVoid);
    if (!(isVoid || isNumber) || !tells) continue;
    value.behind = {};
    value.behind.kind = EnvironmentPointee::Kind::Bytes;
    value.behind.isConst = pointee.isConst;
    value.behind.size = isVoid ? 1 : pointee.type->getSizeInBits() / 8;
    value.behind.length = k + 1;
  }
}

// Where it is known that a function does not read what it writes to.
struct Output {
  std::string_view function;
  unsigned parameter;
};
constexpr Output kOutputs[] = {{"read", 1},        {"recv", 1},          {"recvfrom", 1},     {"pread", 1},       {"pread64", 1},
                               {"getsockopt", 3},  {"stat", 1},          {"fstat", 1},        {"lstat", 1},       {"getaddrinfo", 3},
                               {"gettimeofday", 0}, {"clock_gettime", 1}, {"getpeername", 1}, {"getsockname", 1}, {"accept", 1},
                               {"inet_ntop", 2},   {"gethostname", 0},   {"getcwd", 0},       {"readlink", 1},    {"strerror_r", 1},
                               {"__xpg_strerror_r", 1}, {"uname", 0}, {"inet_pton", 2}, {"getrandom", 0}, {"getentropy", 0}};

}  // namespace

std::optional<EnvironmentFunction> describePrototype(const std::string& name, const llvm::DISubroutineType& type) {
  EnvironmentFunction function;
  function.name = name;
  const llvm::DITypeRefArray types = type.getTypeArray();
  const std::optional<EnvironmentValue> result = valueOf(types.size() == 0 ? nullptr : types[0], true);
  if (!result) return std::nullopt;
  function.result = *result;
  for (unsigned k = 1; k < types.size(); ++k) {
    if (types[k] == nullptr) {  // "..."
      function.variadic = true;
      break;
    }
    const std::optional<EnvironmentValue> parameter = valueOf(types[k], false);
    if (!parameter || parameter->kind == EnvironmentValue::Kind::None) return std::nullopt;
    function.parameters.push_back(*parameter);
  }
  findLengths(function, types);
  for (const Output& output : kOutputs)
    if (output.function == name && output.parameter < function.parameters.size()) function.parameters[output.parameter].behind.isOutput = true;
  return function;
}

}  // namespace cleave::frontend
