// Types get an id when they are first mentioned and are filled from a list of pending ones, so a struct may point to itself and long chains
// of types need no recursion. Names are built separately: a name stops at the first named type.
#include "lower/debug.h"

#include <fmt/format.h>
#include <llvm/BinaryFormat/Dwarf.h>
#include <llvm/Demangle/Demangle.h>
#include <llvm/IR/DebugInfo.h>
#include <llvm/IR/DebugProgramInstruction.h>
#include <llvm/IR/Function.h>
#include <llvm/IR/GlobalVariable.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/IntrinsicInst.h>

#include <filesystem>
#include <set>

#include "program/meaning.h"
#include "program/shown_name.h"
#include "support/float_format.h"

namespace cleave::lower {
namespace {

using namespace llvm::dwarf;
using program::SourceKind;
using program::SourceMember;
using program::SourceType;
using program::SourceTypeId;

// The type behind qualifiers, which change nothing that we look at.
const llvm::DIType* unqualified(const llvm::DIType* type) {
  while (const auto* derived = llvm::dyn_cast_or_null<llvm::DIDerivedType>(type)) {
    const unsigned tag = derived->getTag();
    if (tag != DW_TAG_const_type && tag != DW_TAG_volatile_type && tag != DW_TAG_restrict_type && tag != DW_TAG_atomic_type &&
        tag != DW_TAG_immutable_type)
      break;
    type = derived->getBaseType();
  }
  return type;
}

uint64_t bitsOf(const llvm::DIType* type) {
  while (const auto* derived = llvm::dyn_cast_or_null<llvm::DIDerivedType>(type = unqualified(type))) {
    if (derived->getTag() != DW_TAG_typedef) break;
    type = derived->getBaseType();
  }
  return type == nullptr ? 0 : type->getSizeInBits();
}

bool isCxx(const llvm::DIScope* scope) {
  // Only a C++ type has an identifier or stands in a namespace.
  if (const auto* composite = llvm::dyn_cast<llvm::DICompositeType>(scope)) return !composite->getIdentifier().empty();
  return false;
}

std::string qualifiedName(const llvm::DIType& type) {
  std::string name = type.getName().str();
  for (const llvm::DIScope* scope = type.getScope(); scope != nullptr; scope = scope->getScope()) {
    if (const auto* local = llvm::dyn_cast<llvm::DILocalScope>(scope)) {  // as type_info::name() says it, demangled
      const llvm::StringRef function = local->getSubprogram()->getLinkageName();
      return function.empty() ? name : llvm::demangle(function) + "::" + name;
    }
    if (!llvm::isa<llvm::DINamespace>(scope) && !llvm::isa<llvm::DICompositeType>(scope)) break;
    const std::string outer = scope->getName().str();
    name = (!outer.empty() ? outer : llvm::isa<llvm::DINamespace>(scope) ? "(anonymous namespace)" : "(anonymous)") + "::" + name;
  }
  return name;
}

uint64_t countOf(const llvm::DISubrange& range) {
  if (auto* count = llvm::dyn_cast_if_present<llvm::ConstantInt*>(range.getCount()))
    return count->getSExtValue() < 0 ? 0 : count->getZExtValue();
  return 0;
}

std::vector<uint64_t> dimensionsOf(const llvm::DICompositeType& array) {
  std::vector<uint64_t> dimensions;
  for (const llvm::DINode* element : array.getElements())
    if (const auto* range = llvm::dyn_cast<llvm::DISubrange>(element)) dimensions.push_back(countOf(*range));
  if (dimensions.empty()) dimensions.push_back(0);
  return dimensions;
}

std::string nameOf(const llvm::DIType* type);

std::string signatureText(const llvm::DISubroutineType& type, const std::string& inner) {
  const llvm::DITypeRefArray types = type.getTypeArray();
  std::string parameters;
  for (unsigned i = 1; i < types.size(); ++i)
    parameters += (i > 1 ? ", " : "") + (types[i] == nullptr ? std::string("...") : nameOf(types[i]));
  return fmt::format("{} {}({})", types.size() == 0 ? "void" : nameOf(types[0]), inner, parameters);
}

std::string derivedName(const llvm::DIDerivedType& type) {
  const llvm::DIType* base = unqualified(type.getBaseType());
  switch (unsigned{type.getTag()}) {
    case DW_TAG_typedef:
      return qualifiedName(type);
    case DW_TAG_pointer_type: {
      if (const auto* function = llvm::dyn_cast_or_null<llvm::DISubroutineType>(base)) return signatureText(*function, "(*)");
      const std::string pointee = nameOf(base);
      return pointee + (pointee.ends_with('*') ? "*" : " *");
    }
    case DW_TAG_reference_type:
      return nameOf(base) + " &";
    case DW_TAG_rvalue_reference_type:
      return nameOf(base) + " &&";
    case DW_TAG_ptr_to_member_type:
      return nameOf(base) + " " + nameOf(type.getClassType()) + "::*";
    default:
      return type.getName().str();
  }
}

std::string compositeName(const llvm::DICompositeType& type) {
  if (type.getTag() == DW_TAG_array_type) {
    std::string name = nameOf(type.getBaseType());
    for (uint64_t count : dimensionsOf(type)) name += count == 0 ? "[]" : fmt::format("[{}]", count);
    return name;
  }
  const std::string own = type.getName().empty() ? "(anonymous)" : qualifiedName(type);
  if (isCxx(&type)) return own;
  switch (unsigned{type.getTag()}) {
    case DW_TAG_structure_type:
      return "struct " + own;
    case DW_TAG_union_type:
      return "union " + own;
    case DW_TAG_enumeration_type:
      return "enum " + own;
    default:
      return own;
  }
}

std::string nameOf(const llvm::DIType* type) {
  type = unqualified(type);
  if (type == nullptr) return "void";
  if (const auto* derived = llvm::dyn_cast<llvm::DIDerivedType>(type)) return derivedName(*derived);
  if (const auto* composite = llvm::dyn_cast<llvm::DICompositeType>(type)) return compositeName(*composite);
  if (const auto* function = llvm::dyn_cast<llvm::DISubroutineType>(type)) return signatureText(*function, "");
  return type->getName().str();
}

bool isPlainKind(SourceKind kind) {
  switch (kind) {
    case SourceKind::Bool:
    case SourceKind::Char:
    case SourceKind::Int:
    case SourceKind::Enum:
    case SourceKind::Float:
    case SourceKind::Pointer:
      return true;
    case SourceKind::Void:
    case SourceKind::Array:
    case SourceKind::Struct:
    case SourceKind::Union:
    case SourceKind::Function:
    case SourceKind::Unknown:
      return false;
  }
  return false;
}

// The kind alone, without filling the type: typedefs are not resolved yet when signatures are described.
SourceKind kindOf(const llvm::DIType* type) {
  while (const auto* derived = llvm::dyn_cast_or_null<llvm::DIDerivedType>(type = unqualified(type))) {
    const unsigned tag = derived->getTag();
    if (tag == DW_TAG_pointer_type || tag == DW_TAG_reference_type || tag == DW_TAG_rvalue_reference_type) return SourceKind::Pointer;
    if (tag != DW_TAG_typedef && tag != DW_TAG_template_alias) return SourceKind::Unknown;
    type = derived->getBaseType();
  }
  if (type == nullptr) return SourceKind::Void;
  if (llvm::isa<llvm::DISubroutineType>(type)) return SourceKind::Function;
  if (const auto* composite = llvm::dyn_cast<llvm::DICompositeType>(type)) switch (unsigned{composite->getTag()}) {
      case DW_TAG_array_type:
        return SourceKind::Array;
      case DW_TAG_enumeration_type:
        return SourceKind::Enum;
      case DW_TAG_structure_type:
      case DW_TAG_class_type:
        return SourceKind::Struct;
      case DW_TAG_union_type:
        return SourceKind::Union;
      default:
        return SourceKind::Unknown;
    }
  const auto* basic = llvm::dyn_cast<llvm::DIBasicType>(type);
  if (basic == nullptr) return SourceKind::Unknown;
  if (basic->getTag() == DW_TAG_unspecified_type) return SourceKind::Pointer;  // decltype(nullptr)
  switch (basic->getEncoding()) {
    case DW_ATE_boolean:
      return SourceKind::Bool;
    case DW_ATE_signed_char:
    case DW_ATE_unsigned_char:
      return SourceKind::Char;
    case DW_ATE_UTF:
      return basic->getSizeInBits() == 8 ? SourceKind::Char : SourceKind::Int;
    case DW_ATE_signed:
    case DW_ATE_unsigned:
      return SourceKind::Int;
    case DW_ATE_float:  // what else has 16 bytes is another format
      return basic->getSizeInBits() != 128 || basic->getName() == "long double" ? SourceKind::Float : SourceKind::Unknown;
    case DW_ATE_complex_float:
      return SourceKind::Struct;
    default:
      return SourceKind::Unknown;
  }
}

bool isSignedBasic(const llvm::DIType* type) {
  while (const auto* derived = llvm::dyn_cast_or_null<llvm::DIDerivedType>(type = unqualified(type))) type = derived->getBaseType();
  const auto* basic = llvm::dyn_cast_or_null<llvm::DIBasicType>(type);
  return basic != nullptr && (basic->getEncoding() == DW_ATE_signed || basic->getEncoding() == DW_ATE_signed_char);
}

// Where the first byte with meaning stands. A struct whose first 8 bytes are padding is returned in the registers of its second 8 bytes.
uint64_t firstMemberBits(const llvm::DIType* type) {
  while (const auto* derived = llvm::dyn_cast_or_null<llvm::DIDerivedType>(type = unqualified(type))) {
    if (derived->getTag() != DW_TAG_typedef) return 0;
    type = derived->getBaseType();
  }
  const auto* composite = llvm::dyn_cast_or_null<llvm::DICompositeType>(type);
  if (composite == nullptr || (composite->getTag() != DW_TAG_structure_type && composite->getTag() != DW_TAG_class_type)) return 0;
  uint64_t first = composite->getSizeInBits();
  for (const llvm::DINode* element : composite->getElements()) {
    const auto* member = llvm::dyn_cast<llvm::DIDerivedType>(element);
    if (member == nullptr || (member->getTag() != DW_TAG_member && member->getTag() != DW_TAG_inheritance) || member->isStaticMember())
      continue;
    const llvm::DIType* inner = member->getBaseType();
    const uint64_t skipped = firstMemberBits(inner);
    if (skipped >= bitsOf(inner) && bitsOf(inner) != 0) continue;  // an empty struct
    first = std::min(first, member->getOffsetInBits() + skipped);
  }
  return first;
}

}  // namespace

ParameterNames readParameterNames(const llvm::Module& module) {
  ParameterNames names;
  const auto note = [&](const llvm::Function& function, const llvm::DILocalVariable* variable) {
    if (variable == nullptr || variable->getArg() == 0 || variable->getScope()->getSubprogram() != function.getSubprogram()) return;
    std::vector<std::string>& list = names[&function];
    if (list.size() < variable->getArg()) list.resize(variable->getArg());
    list[variable->getArg() - 1] = variable->getName().str();
  };
  for (const llvm::Function& function : module) {
    if (function.isDeclaration() || function.getSubprogram() == nullptr) continue;
    for (const llvm::Instruction& inst : llvm::instructions(function)) {
      for (const llvm::DbgVariableRecord& record : llvm::filterDbgVars(inst.getDbgRecordRange())) note(function, record.getVariable());
      if (const auto* call = llvm::dyn_cast<llvm::DbgVariableIntrinsic>(&inst)) note(function, call->getVariable());
    }
  }
  return names;
}

uint32_t DebugLowering::fileOf(const llvm::DIFile* file) {
  const auto [found, isNew] = files_.try_emplace(file, static_cast<uint32_t>(program_.files.size()));
  if (isNew) {
    // The compiler writes names relative to a directory of its choice, which need not be ours.
    std::string name = file->getFilename().str();
    std::error_code unknown;
    const std::filesystem::path directory = file->getDirectory().str();
    if (!std::filesystem::path(name).is_absolute() && !directory.empty() && directory != std::filesystem::current_path(unknown))
      name = (directory / name).lexically_normal().string();
    for (uint32_t i = 0; i < program_.files.size(); ++i)  // files are few; the same one appears with and without a checksum
      if (program_.files[i] == name) return found->second = i;
    program_.files.push_back(name);
  }
  return found->second;
}

program::SourceLoc DebugLowering::locOf(const llvm::DIFile* file, unsigned line) {
  program::SourceLoc loc;
  if (file == nullptr || line == 0) return loc;
  loc.file = fileOf(file);
  loc.line = line;
  return loc;
}

program::SourceLoc DebugLowering::locOf(const llvm::DebugLoc& debugLoc) {
  if (!debugLoc) return {};
  program::SourceLoc loc = locOf(debugLoc->getFile(), debugLoc->getLine());
  if (loc.known()) loc.column = debugLoc->getColumn();
  return loc;
}

SourceTypeId DebugLowering::add(const std::string& name) {
  SourceType type;
  type.name = name;
  program_.sourceTypes.push_back(std::move(type));
  return SourceTypeId(program_.sourceTypes.size() - 1);
}

SourceTypeId DebugLowering::typeOf(const llvm::DIType* type) {
  type = unqualified(type);
  if (type == nullptr) return SourceTypeId();
  const auto [found, isNew] = types_.try_emplace(type, SourceTypeId());
  if (!isNew) return found->second;
  const SourceTypeId id = found->second = add(nameOf(type));
  pending_.emplace_back(id, type);
  return id;
}

void DebugLowering::fillPending() {
  while (!pending_.empty()) {
    const auto [id, type] = pending_.back();
    pending_.pop_back();
    fill(id, type);
  }
}

void DebugLowering::fill(SourceTypeId id, const llvm::DIType* type) {
  SourceType& result = program_.sourceTypes[id.value];
  result.kind = kindOf(type);
  result.sizeBytes = (bitsOf(type) + 7) / 8;
  if (const auto* basic = llvm::dyn_cast<llvm::DIBasicType>(type)) {
    fillBasic(result, *basic);
  } else if (const auto* composite = llvm::dyn_cast<llvm::DICompositeType>(type)) {
    fillComposite(id, *composite);
  } else if (const auto* function = llvm::dyn_cast<llvm::DISubroutineType>(type)) {
    std::vector<SourceMember> members;
    for (const llvm::DIType* each : function->getTypeArray()) members.push_back({"", 0, 0, typeOf(each), false});  // may move the table
    program_.sourceTypes[id.value].members = std::move(members);
  } else if (const auto* derived = llvm::dyn_cast<llvm::DIDerivedType>(type)) {
    const bool isAlias = derived->getTag() == DW_TAG_typedef || derived->getTag() == DW_TAG_template_alias;
    if (isAlias || result.kind == SourceKind::Pointer) {
      const SourceTypeId base = typeOf(derived->getBaseType());  // may move the table
      if (!isAlias)
        program_.sourceTypes[id.value].element = base;
      else if (base.valid())
        typedefs_.emplace_back(id, base);
    }
  }
}

void DebugLowering::fillBasic(SourceType& result, const llvm::DIBasicType& type) {
  result.isSigned = isSignedBasic(&type);
  if (type.getTag() == DW_TAG_unspecified_type) result.sizeBytes = 8;
  if (type.getEncoding() != DW_ATE_complex_float) return;
  const uint64_t half = type.getSizeInBits() / 2;
  const std::string name = half == 32 ? "float" : half == 64 ? "double" : "long double";
  std::vector<SourceMember> members;
  const SourceTypeId part = add(name);  // moves the table: `result` is not used below
  program_.sourceTypes[part.value].kind = SourceKind::Float;
  program_.sourceTypes[part.value].sizeBytes = half / 8;
  members.push_back(SourceMember{"real", 0, half, part, false});
  members.push_back(SourceMember{"imaginary", half, half, part, false});
  program_.sourceTypes[types_.lookup(&type).value].members = std::move(members);
}

void DebugLowering::fillComposite(SourceTypeId id, const llvm::DICompositeType& type) {
  switch (unsigned{type.getTag()}) {
    case DW_TAG_array_type:
      return fillArray(id, type);
    case DW_TAG_enumeration_type:
      return fillEnum(program_.sourceTypes[id.value], type);
    default:
      if (type.getName() == "__jmp_buf_tag") return;  // registers: nobody's business
      return fillRecord(id, type);
  }
}

// Enumerators stand beside their type, or in it, as `enum class` says.
void DebugLowering::fillEnum(SourceType& result, const llvm::DICompositeType& type) {
  result.isSigned = isSignedBasic(type.getBaseType());
  std::string scope = isCxx(&type) ? qualifiedName(type) : "";
  if ((type.getFlags() & llvm::DINode::FlagEnumClass) == 0) scope.resize(scope.rfind("::") == std::string::npos ? 0 : scope.rfind("::"));
  if (scope.find('(') != std::string::npos) return;  // of a function, or of a namespace without a name: nobody else can write it
  for (const llvm::DINode* each : type.getElements())
    if (const auto* enumerator = llvm::dyn_cast_or_null<llvm::DIEnumerator>(each); enumerator != nullptr && enumerator->getValue().getBitWidth() <= 64)
      result.enumerators.push_back({(scope.empty() ? "" : scope + "::") + enumerator->getName().str(),
                                    enumerator->isUnsigned() ? static_cast<int64_t>(enumerator->getValue().getZExtValue()) : enumerator->getValue().getSExtValue()});
}

// One level per dimension: int[2][3] is an array of 2 of an array of 3.
void DebugLowering::fillArray(SourceTypeId id, const llvm::DICompositeType& type) {
  const std::vector<uint64_t> dimensions = dimensionsOf(type);
  SourceTypeId element = typeOf(type.getBaseType());
  uint64_t size = (bitsOf(type.getBaseType()) + 7) / 8;
  for (size_t d = dimensions.size(); d-- > 0;) {
    SourceTypeId level = id;
    if (d > 0) {
      std::string name = nameOf(type.getBaseType());
      for (size_t i = d; i < dimensions.size(); ++i) name += fmt::format("[{}]", dimensions[i]);
      level = add(name);
    }
    size *= dimensions[d];
    SourceType& array = program_.sourceTypes[level.value];
    array.kind = SourceKind::Array;
    array.count = dimensions[d];
    array.element = element;
    array.sizeBytes = size;
    element = level;
  }
}

SourceMember DebugLowering::memberOf(const llvm::DIDerivedType& member) {
  SourceMember result;
  result.name = member.getName().str();
  if (member.getTag() == DW_TAG_inheritance) result.name = nameOf(member.getBaseType());
  result.offsetBits = member.getOffsetInBits();
  result.isBitField = member.isBitField();
  result.sizeBits = result.isBitField ? member.getSizeInBits() : bitsOf(member.getBaseType());
  result.type = typeOf(member.getBaseType());
  return result;
}

// Virtual bases have no fixed offset, and are no members: who shows or makes such an object must know of them.
void DebugLowering::fillRecord(SourceTypeId id, const llvm::DICompositeType& type) {
  std::vector<SourceMember> members;
  std::vector<SourceTypeId> virtualBases;
  for (const unsigned wanted : {unsigned{DW_TAG_inheritance}, unsigned{DW_TAG_member}})
    for (const llvm::DINode* element : type.getElements()) {
      const auto* member = llvm::dyn_cast<llvm::DIDerivedType>(element);
      if (member == nullptr || member->getTag() != wanted || member->isStaticMember()) continue;
      if (member->isVirtual()) {
        virtualBases.push_back(typeOf(member->getBaseType()));
      } else {
        members.push_back(memberOf(*member));
      }
    }
  std::vector<SourceTypeId> arguments = argumentsOf(type);
  program_.sourceTypes[id.value].members = std::move(members);
  program_.sourceTypes[id.value].virtualBases = std::move(virtualBases);
  program_.sourceTypes[id.value].arguments = std::move(arguments);
}

// Of containers: what they contain need not be mentioned by a member (program/containers.h).
std::vector<SourceTypeId> DebugLowering::argumentsOf(const llvm::DICompositeType& type) {
  std::vector<SourceTypeId> arguments;
  if (type.getTemplateParams().get() == nullptr || !qualifiedName(type).starts_with("std::")) return arguments;
  const auto add = [&](const llvm::Metadata* each) {
    if (const auto* argument = llvm::dyn_cast_or_null<llvm::DITemplateTypeParameter>(each))
      arguments.push_back(typeOf(argument->getType()));
  };
  for (const llvm::DITemplateParameter* each : type.getTemplateParams()) {
    add(each);
    const auto* value = llvm::dyn_cast<llvm::DITemplateValueParameter>(each);
    if (value == nullptr || value->getTag() != DW_TAG_GNU_template_parameter_pack) continue;
    if (const auto* pack = llvm::dyn_cast_or_null<llvm::MDTuple>(value->getValue()))
      for (const llvm::MDOperand& one : pack->operands()) add(one.get());
  }
  return arguments;
}

// By the names of their types; classes of one file, and those that stand in a function, have none there, so by the names of the source,
// too.
void DebugLowering::describeThrownClasses(const llvm::Module& module) {
  constexpr llvm::StringRef kTypeName = "_ZTS", kTypeInfo = "_ZTI";
  const auto hasTypeInfo = [&](llvm::StringRef identifier) {
    return identifier.consume_front(kTypeName) && module.getNamedGlobal((kTypeInfo + identifier).str()) != nullptr;
  };
  std::set<std::string> thrown;
  for (const llvm::GlobalVariable& global : module.globals())
    if (const std::string name = program::classOfSymbol(global.getName().str()); !name.empty()) thrown.insert(name);
  if (thrown.empty()) return;
  const auto describe = [&](const llvm::MDNode* each) {
    if (const auto* type = llvm::dyn_cast_or_null<llvm::DICompositeType>(each);
        type != nullptr && (hasTypeInfo(type->getIdentifier()) || thrown.contains(qualifiedName(*type))))
      typeOf(type);
  };
  llvm::DebugInfoFinder finder;
  finder.processModule(module);
  for (const llvm::DIType* each : finder.types()) describe(each);
  for (const llvm::Function& function : module)  // `throw new E`: nothing else may mention the class
    for (const llvm::Instruction& each : llvm::instructions(function)) describe(each.getMetadata("heapallocsite"));
}

void DebugLowering::resolve() {
  fillPending();
  llvm::DenseMap<uint32_t, uint32_t> named;
  for (const auto& [alias, base] : typedefs_) named[alias.value] = base.value;
  for (const auto& [alias, base] : typedefs_) {
    uint32_t target = base.value;
    for (auto next = named.find(target); next != named.end(); next = named.find(target)) target = next->second;
    SourceType copy = program_.sourceTypes[target];
    copy.aliased = copy.name;
    copy.name = program_.sourceTypes[alias.value].name;
    program_.sourceTypes[alias.value] = std::move(copy);
  }
}

void DebugLowering::describe(program::Function& function, const llvm::Function& source) {
  const program::LinkerName name = program::splitName(function.name);
  const std::string unit = name.unit.empty() ? "" : std::string(name.unit) + ":";
  function.display = unit + llvm::demangle(name.symbol);
  const llvm::DISubprogram* subprogram = source.getSubprogram();
  if (subprogram == nullptr) return;
  function.loc = locOf(subprogram->getFile(), subprogram->getLine());
  // A static function of C may have got another name from the linker.
  if (subprogram->getLinkageName().empty() && !subprogram->getName().empty()) function.display = unit + subprogram->getName().str();
  describeSignature(function, source, *subprogram);
}

void DebugLowering::describeSignature(program::Function& function, const llvm::Function& source, const llvm::DISubprogram& subprogram) {
  if (source.isDeclaration() || subprogram.getType() == nullptr) return;
  const llvm::DITypeRefArray types = subprogram.getType()->getTypeArray();
  function.hasSourceSignature = true;
  const auto names = names_.find(&source);
  std::vector<const program::Parameter*> direct;
  for (const program::Parameter& parameter : function.parameters)
    if (!parameter.structReturn) direct.push_back(&parameter);
  bool plain = true;
  for (unsigned i = 1; i < types.size(); ++i) {
    if (types[i] == nullptr) continue;  // the ellipsis
    const size_t k = function.sourceParameters.size();
    const std::string name = names != names_.end() && i <= names->second.size() ? names->second[i - 1] : "";
    function.sourceParameters.push_back({name, typeOf(types[i])});
    const SourceKind kind = kindOf(types[i]);
    if (!isPlainKind(kind) || k >= direct.size() || direct[k]->byValueSize != 0) {
      plain = false;
      continue;
    }
    const program::Type type = direct[k]->type;
    const uint64_t bits = kind == SourceKind::Pointer ? 64 : kind == SourceKind::Float ? floatWidth(bitsOf(types[i]) / 8) : bitsOf(types[i]);
    const bool isBool = type == program::Type::integer(1) && bits == 8;
    const bool sameKind = type.isPointer() == (kind == SourceKind::Pointer) && type.isFloat() == (kind == SourceKind::Float);
    plain = plain && sameKind && (isBool || type.width == bits);
  }
  function.plainParameters = plain && function.sourceParameters.size() == direct.size();

  const llvm::DIType* result = types.size() == 0 ? nullptr : types[0];
  function.sourceResult = typeOf(result);
  if (!function.resultOffsets.empty() && firstMemberBits(result) >= 64)
    for (uint64_t& offset : function.resultOffsets) offset += 8;
}

void DebugLowering::describe(program::Global& global, const llvm::GlobalVariable& source) {
  const program::LinkerName name = program::splitName(global.name);
  const bool isOfFile = !name.unit.empty() && !name.symbol.starts_with("_ZT");  // tables are called after their class
  global.display = (isOfFile ? std::string(name.unit) + ":" : "") + llvm::demangle(name.symbol);
  llvm::SmallVector<llvm::DIGlobalVariableExpression*, 1> expressions;
  source.getDebugInfo(expressions);
  if (expressions.empty()) return;
  const llvm::DIGlobalVariable* variable = expressions[0]->getVariable();
  if (!isOfFile && variable->getLinkageName().empty() && !variable->getName().empty()) global.display = variable->getName().str();
  global.loc = locOf(variable->getFile(), variable->getLine());
  global.type = typeOf(variable->getType());
}

}  // namespace cleave::lower
