#include "points/private/variables.h"

#include <llvm/BinaryFormat/Dwarf.h>
#include <llvm/IR/DebugInfo.h>
#include <llvm/IR/DebugProgramInstruction.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/IntrinsicInst.h>
#include <llvm/IR/Module.h>

#include <algorithm>
#include <optional>
#include <set>

namespace cleave::points {
namespace {

using probes::Role;
using probes::Type;
using probes::ValueKind;
namespace dwarf = llvm::dwarf;

constexpr size_t kMostEnumerators = 64;
constexpr size_t kMostFields = 24;  // of one record

// Without the names and qualifiers around it; null where it must not be read (volatile).
const llvm::DIType* bare(const llvm::DIType* type) {
  while (const auto* derived = llvm::dyn_cast_or_null<llvm::DIDerivedType>(type)) {
    switch (unsigned(derived->getTag())) {
      case dwarf::DW_TAG_typedef:
      case dwarf::DW_TAG_const_type:
      case dwarf::DW_TAG_restrict_type:
      case dwarf::DW_TAG_atomic_type:
      case dwarf::DW_TAG_template_alias:
        type = derived->getBaseType();
        continue;
      case dwarf::DW_TAG_volatile_type:
        return nullptr;
      default:
        return type;
    }
  }
  return type;
}

std::string typeName(const llvm::DIType* type) {
  if (type == nullptr) return "void";
  if (!type->getName().empty()) return type->getName().str();
  if (const auto* derived = llvm::dyn_cast<llvm::DIDerivedType>(type)) {
    const std::string base = typeName(derived->getBaseType());
    switch (unsigned(derived->getTag())) {
      case dwarf::DW_TAG_pointer_type:
        return base + "*";
      case dwarf::DW_TAG_reference_type:
      case dwarf::DW_TAG_rvalue_reference_type:
        return base + "&";
      case dwarf::DW_TAG_const_type:
        return "const " + base;
      default:
        return base;
    }
  }
  return "";
}

std::optional<Type> scalarOf(const llvm::DIBasicType& type) {
  Type result;
  result.name = type.getName();
  result.bits = uint32_t(type.getSizeInBits());
  if (result.bits == 0 || result.bits > 64) return std::nullopt;
  switch (type.getEncoding()) {
    case dwarf::DW_ATE_boolean:
      result.kind = ValueKind::Bool;
      return result;
    case dwarf::DW_ATE_signed:
    case dwarf::DW_ATE_signed_char:
      result.kind = ValueKind::Signed;
      return result;
    case dwarf::DW_ATE_unsigned:
    case dwarf::DW_ATE_unsigned_char:
    case dwarf::DW_ATE_UTF:
      result.kind = ValueKind::Unsigned;
      return result;
    case dwarf::DW_ATE_float:
      result.kind = ValueKind::Float;
      return result.bits >= 32 ? std::optional(result) : std::nullopt;
    default:
      return std::nullopt;
  }
}

Type enumOf(const llvm::DICompositeType& type) {
  Type result;
  result.kind = ValueKind::Enum;
  result.name = type.getName();
  result.bits = uint32_t(type.getSizeInBits());
  result.isSigned = false;
  if (const auto* base = llvm::dyn_cast_or_null<llvm::DIBasicType>(bare(type.getBaseType())))
    result.isSigned = base->getSignedness() == llvm::DIBasicType::Signedness::Signed;
  for (const llvm::DINode* each : type.getElements())
    if (const auto* enumerator = llvm::dyn_cast_or_null<llvm::DIEnumerator>(each);
        enumerator && result.enumerators.size() < kMostEnumerators)
      result.enumerators.push_back({enumerator->getName().str(), enumerator->getValue().getSExtValue()});
  return result;
}

std::optional<Type> scalarOf(const llvm::DIType* type) {
  type = bare(type);
  if (type == nullptr) return std::nullopt;
  if (const auto* basic = llvm::dyn_cast<llvm::DIBasicType>(type)) return scalarOf(*basic);
  if (type->getTag() == dwarf::DW_TAG_enumeration_type && type->getSizeInBits() > 0 && type->getSizeInBits() <= 64)
    return enumOf(*llvm::cast<llvm::DICompositeType>(type));
  if (type->getTag() == dwarf::DW_TAG_pointer_type && type->getSizeInBits() == 64) {
    Type result;
    result.kind = ValueKind::Pointer;
    result.bits = 64;
    result.name = typeName(type);
    return result;
  }
  return std::nullopt;
}

bool isChar(const llvm::DIType* type) {
  const auto* basic = llvm::dyn_cast_or_null<llvm::DIBasicType>(bare(type));
  return basic != nullptr && basic->getName() == "char";
}

// The C++ library's own: what they are made of is nobody's business.
bool isOfLibrary(const llvm::DICompositeType& type) {
  for (const llvm::DIScope* scope = &type; scope != nullptr; scope = scope->getScope())
    if (const auto* space = llvm::dyn_cast<llvm::DINamespace>(scope);
        space && (space->getName() == "std" || space->getName() == "__gnu_cxx"))
      return true;
  return type.getFile() != nullptr && isSystemFile(type.getFile()->getFilename());
}

// Finds all that can be read of one variable.
class Reader {
 public:
  Reader(Role role, std::vector<Readable>& into) : role_(role), into_(into) {}

  void read(const Access& at, const llvm::DIType* given, const std::string& name, unsigned depth = 0) {
    const llvm::DIType* type = bare(given);
    if (type == nullptr) return;
    if (const std::optional<Type> scalar = scalarOf(type)) {
      if (name != "this") add(at, *scalar, name);
      if (scalar->kind == ValueKind::Pointer && at.how == Access::How::Here) readBehind(at, *llvm::cast<llvm::DIDerivedType>(type), name);
      return;
    }
    if (const auto* derived = llvm::dyn_cast<llvm::DIDerivedType>(type)) {
      const bool isReference = type->getTag() == dwarf::DW_TAG_reference_type || type->getTag() == dwarf::DW_TAG_rvalue_reference_type;
      if (!isReference || at.how != Access::How::Here) return;
      Access behind = throughPointer(at);
      behind.neverNull = true;
      read(behind, derived->getBaseType(), name, depth);
      return;
    }
    const auto* composite = llvm::dyn_cast<llvm::DICompositeType>(type);
    if (composite == nullptr) return;
    if (type->getTag() == dwarf::DW_TAG_array_type) return readArray(at, *composite, name);
    if (type->getTag() == dwarf::DW_TAG_structure_type || type->getTag() == dwarf::DW_TAG_class_type)
      readFields(at, *composite, name + ".", depth);
  }

 private:
  static Access throughPointer(Access at) {
    if (at.owner != nullptr) at.ownerBytes = 8;
    at.how = Access::How::Behind;
    at.behind = 0;
    return at;
  }
  static Access moved(Access at, uint64_t bytes) {
    (at.how == Access::How::Here ? at.offset : at.behind) += bytes;
    return at;
  }

  void add(Access at, Type type, const std::string& name) {
    if (at.bits == 0) at.bits = type.bits;
    if (at.bytes == 0) at.bytes = (at.bits + 7) / 8;
    if (at.owner != nullptr && at.ownerBytes == 0) at.ownerBytes = at.bytes;
    type.bits = at.bits;
    const bool sure = at.how == Access::How::Here || at.isAddress;
    into_.push_back({{name, std::move(type), role_, false, sure}, at});
  }

  void readBehind(const Access& at, const llvm::DIDerivedType& pointer, const std::string& name) {
    const llvm::DIType* pointee = bare(pointer.getBaseType());
    if (pointee == nullptr) return;
    const Access behind = throughPointer(at);
    if (isChar(pointee)) return addStringLength(behind, "strlen(" + name + ")");
    const auto* composite = llvm::dyn_cast<llvm::DICompositeType>(pointee);
    if (composite != nullptr && (pointee->getTag() == dwarf::DW_TAG_structure_type || pointee->getTag() == dwarf::DW_TAG_class_type))
      return readFields(behind, *composite, isClosure(*composite, name) ? "" : name + "->", 0);
    if (const std::optional<Type> scalar = scalarOf(pointee)) add(behind, *scalar, "*" + name);
  }

  // In a lambda what it captured is a member of what `this` leads to, and has the name of the variable.
  static bool isClosure(const llvm::DICompositeType& type, const std::string& name) { return name == "this" && type.getName().empty(); }

  void addStringLength(Access at, const std::string& name) {
    at.how = Access::How::StringLength;
    Type type;
    type.kind = ValueKind::Unsigned;
    type.bits = 64;
    type.name = "size_t";
    at.bits = 64;
    at.bytes = 8;
    add(at, type, name);
  }

  void readFields(const Access& at, const llvm::DICompositeType& record, const std::string& prefix, unsigned depth) {
    if (depth > 1 || isOfLibrary(record)) return;
    size_t fields = 0;
    for (const llvm::DINode* node : record.getElements()) {
      const auto* member = llvm::dyn_cast_or_null<llvm::DIDerivedType>(node);
      if (member == nullptr || member->isStaticMember() || fields > kMostFields) continue;
      if (member->getTag() == dwarf::DW_TAG_inheritance && !member->isVirtual()) {
        if (const auto* base = llvm::dyn_cast_or_null<llvm::DICompositeType>(bare(member->getBaseType())))
          readFields(moved(at, member->getOffsetInBits() / 8), *base, prefix, depth + 1);
        continue;
      }
      if (member->getTag() != dwarf::DW_TAG_member || member->isArtificial()) continue;
      ++fields;
      if (member->isBitField()) {
        readBitField(at, *member, prefix + member->getName().str());
      } else if (!member->getName().empty()) {
        readField(moved(at, member->getOffsetInBits() / 8), *member, prefix + member->getName().str(), depth);
      }
    }
  }

  // A field that is a pointer is followed no further when it was itself found behind one.
  void readField(Access at, const llvm::DIDerivedType& member, const std::string& name, unsigned depth) {
    if (at.how == Access::How::Behind) at.bits = at.bytes = 0;
    read(at, member.getBaseType(), name, depth + 1);
  }

  void readBitField(const Access& at, const llvm::DIDerivedType& member, const std::string& name) {
    const std::optional<Type> scalar = scalarOf(member.getBaseType());
    const uint64_t first = member.getOffsetInBits(), bits = member.getSizeInBits();
    if (!scalar || bits == 0) return;
    Access field = moved(at, first / 8);
    field.shift = uint32_t(first % 8);
    field.bits = uint32_t(bits);
    field.bytes = uint32_t((field.shift + bits + 7) / 8);
    if (field.bytes <= 8) add(field, *scalar, name);
  }

  void readArray(const Access& at, const llvm::DICompositeType& array, const std::string& name) {
    if (array.getElements().size() != 1) return;
    const auto* range = llvm::dyn_cast<llvm::DISubrange>(array.getElements()[0]);
    const std::optional<Type> element = scalarOf(array.getBaseType());
    if (range == nullptr || !element || element->bits % 8 != 0) return;
    const auto count = range->getCount();
    const auto* constant = llvm::dyn_cast_if_present<llvm::ConstantInt*>(count);
    if (constant == nullptr || constant->getSExtValue() <= 0) return;
    Access first = at;
    first.isAddress = at.how == Access::How::Here;
    if (isChar(array.getBaseType())) {
      if (at.owner != nullptr && first.isAddress) first.ownerBytes = 1;
      if (first.isAddress) addStringLength(first, "strlen(" + name + ")");
      return;
    }
    first.count = constant->getZExtValue();
    addSequence(first, *element, name, std::to_string(first.count));
  }

  void addSequence(Access at, const Type& element, const std::string& name, const std::string& length) {
    if (at.isAddress && at.owner != nullptr) at.ownerBytes = at.count * element.bits / 8;
    at.how = Access::How::Sequence;
    Type type = element;
    type.kind = ValueKind::Sequence;
    type.element = element.kind;
    add(at, type, name + "[0.." + length + ")");
  }

  Role role_;
  std::vector<Readable>& into_;
};

// Parameters `T* a, size_t n`: n is taken for the number of elements behind a. A guess, as any reader of the code would make it; where it
// is wrong, what cannot be read is absent.
std::optional<Readable> sequenceOf(const Declared& array, const llvm::DIType* arrayType, const Declared& count) {
  const auto* pointer = llvm::dyn_cast_or_null<llvm::DIDerivedType>(bare(arrayType));
  if (pointer == nullptr || pointer->getTag() != dwarf::DW_TAG_pointer_type || array.readable.empty() || count.readable.empty())
    return std::nullopt;
  const std::optional<Type> element = scalarOf(pointer->getBaseType());
  const Readable& length = count.readable.front();
  const ValueKind kind = length.variable.type.kind;
  if (!element || element->bits % 8 != 0 || (kind != ValueKind::Signed && kind != ValueKind::Unsigned) || length.variable.type.bits < 32 ||
      length.access.how != Access::How::Here)
    return std::nullopt;
  Readable result = array.readable.front();
  result.variable.name = array.name + "[0.." + count.name + ")";
  result.variable.type = *element;
  result.variable.type.element = element->kind;
  result.variable.type.kind = ValueKind::Sequence;
  result.variable.sure = false;
  result.access.how = Access::How::Sequence;
  result.access.bits = element->bits;
  result.access.bytes = element->bits / 8;
  result.access.length = length.access.root;
  result.access.lengthBytes = length.access.bytes;
  result.access.lengthSigned = kind == ValueKind::Signed;
  return result;
}

struct Seen {
  Declared declared;
  const llvm::DILocalVariable* variable = nullptr;
  llvm::Value* address = nullptr;
};

// A variable-length array: how long it is, the compiler keeps in a variable of its own.
std::optional<Readable> variableLengthOf(const Seen& array, const std::vector<Seen>& all) {
  const auto* type = llvm::dyn_cast_or_null<llvm::DICompositeType>(bare(array.variable->getType()));
  if (type == nullptr || type->getTag() != dwarf::DW_TAG_array_type || type->getElements().size() != 1) return std::nullopt;
  const auto* range = llvm::dyn_cast<llvm::DISubrange>(type->getElements()[0]);
  const std::optional<Type> element = scalarOf(type->getBaseType());
  const auto* count = range != nullptr ? llvm::dyn_cast_if_present<llvm::DIVariable*>(range->getCount()) : nullptr;
  if (count == nullptr || !element || element->bits % 8 != 0) return std::nullopt;
  for (const Seen& each : all) {
    if (each.variable != count || each.declared.storage == nullptr) continue;
    Readable result;
    result.variable = {array.declared.name + "[0..)", *element, Role::Local, false, false};
    result.variable.type.element = element->kind;
    result.variable.type.kind = ValueKind::Sequence;
    result.access.how = Access::How::Sequence;
    result.access.root = array.address;
    result.access.isAddress = true;
    result.access.bits = element->bits;
    result.access.bytes = element->bits / 8;
    result.access.length = each.address;
    result.access.lengthBytes = 8;
    result.access.owner = array.declared.storage;
    result.access.ownerBytes = 1;
    return result;
  }
  return std::nullopt;
}

// What LLVM says of a variable, an intrinsic or a record: that it lies at the address from here on, or (clang with optimisation) that it is
// assigned to there, of which the first, at the alloca, stands for the declaration.
template <class Declaration>
void addDeclared(Declaration& declaration, llvm::Value* address, const llvm::Instruction& place, std::vector<Seen>& into) {
  const llvm::DILocalVariable* variable = declaration.getVariable();
  const llvm::DIExpression* expression = declaration.getExpression();
  if (address == nullptr || llvm::isa<llvm::UndefValue>(address) || variable == nullptr || variable->getName().empty()) return;
  const bool indirect = expression->getNumElements() == 1 && expression->getElement(0) == dwarf::DW_OP_deref;
  if (expression->getNumElements() != 0 && !indirect) return;
  if (std::any_of(into.begin(), into.end(), [&](const Seen& each) { return each.variable == variable; })) return;
  Seen seen;
  seen.variable = variable;
  seen.address = address;
  seen.declared.name = variable->getName().str();
  seen.declared.scope = variable->getScope();
  seen.declared.place = &place;
  seen.declared.storage = llvm::dyn_cast<llvm::AllocaInst>(address);
  seen.declared.isParameter = variable->getArg() != 0;
  seen.declared.type = variable->getType();
  Access at;
  at.root = address;
  at.owner = seen.declared.storage;
  if (indirect) {
    at.how = Access::How::Behind;
    at.neverNull = true;
    if (at.owner != nullptr) at.ownerBytes = 8;
  }
  seen.declared.access = at;
  Reader(seen.declared.isParameter ? Role::Parameter : Role::Local, seen.declared.readable)
      .read(at, variable->getType(), seen.declared.name);
  into.push_back(std::move(seen));
}

}  // namespace

const llvm::DIType* bareType(const llvm::DIType* type) { return bare(type); }
std::optional<probes::Type> scalarTypeOf(const llvm::DIType* type) { return scalarOf(type); }

std::vector<Declared> declaredIn(llvm::Function& function) {
  std::vector<Seen> seen;
  for (llvm::Instruction& inst : llvm::instructions(function)) {
    for (llvm::DbgVariableRecord& record : llvm::filterDbgVars(inst.getDbgRecordRange())) {
      if (record.isDbgDeclare()) addDeclared(record, record.getVariableLocationOp(0), inst, seen);
      if (record.isDbgAssign()) addDeclared(record, record.getAddress(), inst, seen);
    }
    if (auto* assign = llvm::dyn_cast<llvm::DbgAssignIntrinsic>(&inst)) addDeclared(*assign, assign->getAddress(), inst, seen);
    if (auto* declare = llvm::dyn_cast<llvm::DbgDeclareInst>(&inst)) addDeclared(*declare, declare->getVariableLocationOp(0), inst, seen);
  }
  // Parameters in their order, whatever the order of the code.
  std::stable_sort(seen.begin(), seen.end(), [](const Seen& a, const Seen& b) {
    return a.variable->getArg() != 0 && (b.variable->getArg() == 0 || a.variable->getArg() < b.variable->getArg());
  });
  std::vector<Declared> result;
  for (size_t i = 0; i < seen.size(); ++i) {
    const bool pair =
        i + 1 < seen.size() && seen[i].declared.isParameter && seen[i + 1].variable->getArg() == seen[i].variable->getArg() + 1;
    if (pair)
      if (std::optional<Readable> sequence = sequenceOf(seen[i].declared, seen[i].variable->getType(), seen[i + 1].declared))
        seen[i].declared.readable.push_back(*sequence);
    if (std::optional<Readable> sequence = variableLengthOf(seen[i], seen)) seen[i].declared.readable.push_back(*sequence);
    if (seen[i].variable->isArtificial() && seen[i].declared.name != "this") seen[i].declared.readable.clear();  // the compiler's own
    result.push_back(std::move(seen[i].declared));
  }
  return result;
}

std::vector<Readable> globalsOf(llvm::Function& function) {
  std::vector<Readable> result;
  std::set<const llvm::GlobalVariable*> seen;
  for (llvm::Instruction& inst : llvm::instructions(function))
    for (llvm::Value* operand : inst.operands()) {
      auto* global = llvm::dyn_cast<llvm::GlobalVariable>(operand->stripInBoundsConstantOffsets());
      if (global == nullptr || global->isConstant() || global->hasExternalWeakLinkage() || !seen.insert(global).second) continue;
      llvm::SmallVector<llvm::DIGlobalVariableExpression*, 1> known;
      global->getDebugInfo(known);
      if (known.empty() || known[0]->getVariable()->getName().empty()) continue;
      const llvm::DIGlobalVariable* variable = known[0]->getVariable();
      if (variable->getFile() != nullptr && isSystemFile(variable->getFile()->getFilename())) continue;
      Access at;
      at.root = global;
      Reader(Role::Global, result).read(at, variable->getType(), variable->getName().str());
    }
  return result;
}

std::vector<Readable> readableOf(llvm::Value& value, const llvm::DIType* type, const std::string& name, Role role) {
  llvm::Type& held = *value.getType();
  std::optional<Type> scalar = scalarOf(type);
  if (type == nullptr) {  // unknown: integers are signed in C unless somebody says otherwise
    scalar = Type{};
    scalar->bits = held.isPointerTy() ? 64 : held.getScalarSizeInBits();
    scalar->kind = held.isPointerTy() ? ValueKind::Pointer : held.isFloatingPointTy() ? ValueKind::Float : ValueKind::Signed;
    if (held.isIntegerTy(1)) scalar->kind = ValueKind::Bool;
  }
  const bool fits = held.isPointerTy() || held.isFloatTy() || held.isDoubleTy() || (held.isIntegerTy() && held.getIntegerBitWidth() <= 64);
  if (!scalar || !fits) return {};
  if (held.isIntegerTy() && held.getIntegerBitWidth() < scalar->bits && scalar->kind != ValueKind::Bool) return {};
  std::vector<Readable> result;
  Access at;
  at.root = &value;
  at.isValue = true;
  if (type != nullptr) {
    Reader(role, result).read(at, type, name);
  } else {
    at.bits = scalar->bits;
    at.bytes = (at.bits + 7) / 8;
    result.push_back({{name, *scalar, role, false, true}, at});
  }
  return result;
}

std::vector<Readable> readableAt(llvm::Value& address, const llvm::DIType* type, const std::string& name, Role role) {
  std::vector<Readable> result;
  Access at;
  at.root = &address;
  at.owner = llvm::dyn_cast<llvm::AllocaInst>(&address);
  Reader(role, result).read(at, type, name);
  return result;
}

}  // namespace cleave::points
