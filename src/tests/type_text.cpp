#include "tests/type_text.h"

#include <algorithm>
#include <cctype>

#include <fmt/format.h>

#include "tests/literal.h"

namespace cleave::tests {

using result::CallMember;
using result::CallType;
using result::CallTypeKind;

namespace {

const std::set<std::string> kStandard = {"size_t",  "ssize_t",  "ptrdiff_t", "int8_t",   "int16_t",  "int32_t",   "int64_t",
                                         "uint8_t", "uint16_t", "uint32_t",  "uint64_t", "intptr_t", "uintptr_t"};

bool isTag(const std::string& name) {
  const size_t space = name.find(' ');
  return space != std::string::npos && space + 1 < name.size() &&
         std::all_of(name.begin() + static_cast<std::ptrdiff_t>(space) + 1, name.end(), [](char c) { return std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '_'; });
}

// A header has it.
bool isStream(const CallType& type) { return type.name == "FILE" || ownName(type) == "struct _IO_FILE"; }

std::string joined(const std::string& type, const std::string& name) { return name.empty() ? type : type.ends_with('*') ? type + name : type + " " + name; }

std::string withoutAnonymous(std::string name) {
  constexpr std::string_view kScope = "(anonymous namespace)::";
  for (size_t at; (at = name.find(kScope)) != std::string::npos;) name.erase(at, kScope.size());
  return name;
}

std::string integerName(uint64_t bytes, bool isSigned) {
  const char* name = bytes == 1 ? "char" : bytes == 2 ? "short" : bytes == 4 ? "int" : "long";
  return std::string(isSigned ? (bytes == 1 ? "signed " : "") : "unsigned ") + name;
}

}  // namespace

bool TypeText::isReference(uint32_t type) const {
  const CallType* found = find(type);
  return found != nullptr && found->kind == CallTypeKind::Pointer && ownName(*found).ends_with('&');
}

// In C a struct has a tag; one that only a typedef names is called so.
std::string TypeText::tagOf(const CallType& type, uint32_t index) const {
  const char* word = type.kind == CallTypeKind::Union ? "union " : "struct ";
  for (const std::string* name : {&type.aliased, &type.name})
    if (!name->empty() && isTag(*name)) return *name;
  const bool isIdentifier = !type.name.empty() && type.name.find_first_of(" (<:*&") == std::string::npos;
  return isIdentifier ? word + type.name : fmt::format("{}type_{}", word, index);
}

std::string TypeText::basic(const CallType& type) const {
  if (type.kind == CallTypeKind::Bool) return "bool";
  if (!declares_) return withoutAnonymous(type.name);
  if (kStandard.contains(type.name)) return type.name;
  if (isStream(type)) return "FILE";
  switch (type.kind) {
    case CallTypeKind::Enum:
      return integerName(type.bytes, type.isSigned);
    case CallTypeKind::Char:
    case CallTypeKind::Int:
    case CallTypeKind::Float:
      return ownName(type);
    case CallTypeKind::Struct:
    case CallTypeKind::Union:
      return tagOf(type, static_cast<uint32_t>(&type - call_.types.data()));
    case CallTypeKind::Void:
    case CallTypeKind::Function:
    case CallTypeKind::Unknown:
    case CallTypeKind::Pointer:
    case CallTypeKind::Array:
    case CallTypeKind::Bool:
      break;
  }
  return "void";
}

std::string TypeText::declaration(uint32_t index, const std::string& name) const {
  const CallType* type = find(index);
  if (type == nullptr) return joined("void", name);
  if (type->kind == CallTypeKind::Array) return declaration(type->element, fmt::format("{}[{}]", name, type->count));
  if (type->kind != CallTypeKind::Pointer) return joined(basic(*type), name);
  const CallType* element = find(type->element);
  if (element != nullptr && element->kind == CallTypeKind::Function) {
    const std::string& own = ownName(*type);
    const size_t star = own.find("(*)");
    if (declares_ || star == std::string::npos) return joined(declares_ ? "void *" : own, name);
    return own.substr(0, star + 2) + name + own.substr(star + 2);
  }
  if (element != nullptr && element->kind == CallTypeKind::Array) return declaration(type->element, "(*" + name + ")");
  if (!declares_ && !isReference(index) && !type->name.ends_with('*')) return joined(withoutAnonymous(type->name), name);  // a typedef
  return declaration(type->element, "*" + name);
}

uint64_t TypeText::alignmentOf(uint32_t index) const {
  const CallType* type = find(index);
  if (type == nullptr) return 1;
  if (type->kind == CallTypeKind::Array) return alignmentOf(type->element);
  if (type->kind != CallTypeKind::Struct && type->kind != CallTypeKind::Union) return std::max<uint64_t>(1, type->bytes);
  uint64_t most = 1;
  for (const CallMember& each : type->members) most = std::max(most, alignmentOf(each.type));
  return most;
}

// The members stand where a compiler puts them.
bool TypeText::isNatural(const CallType& type) const {
  uint64_t next = 0, most = 1;
  for (const CallMember& each : type.members) {
    const uint64_t alignment = alignmentOf(each.type);
    most = std::max(most, alignment);
    if (each.isBitField) {
      next = each.offsetBits + each.sizeBits;  // looked at by the assertion on the size
      continue;
    }
    const uint64_t start = (next + 8 * alignment - 1) / (8 * alignment) * 8 * alignment;
    if (type.kind == CallTypeKind::Struct && each.offsetBits != start) return false;
    if (type.kind == CallTypeKind::Union && each.offsetBits != 0) return false;
    next = type.kind == CallTypeKind::Union ? std::max(next, each.sizeBits) : start + each.sizeBits;
  }
  return (next + 8 * most - 1) / (8 * most) * most == type.bytes;
}

struct TypeText::Definitions {
  std::set<std::string>& known;
  std::string& text;
  std::string why;
  std::vector<uint32_t> later;  // what pointers lead to
};

bool TypeText::defineMembers(const CallType& type, Definitions& all, std::string& body) const {
  if (!isNatural(type)) all.why = "the layout of " + type.name + " is not what a plain declaration gives";
  for (const CallMember& each : type.members) {
    const CallType* member = find(each.type);
    if (member == nullptr || member->kind == CallTypeKind::Unknown || (member->kind == CallTypeKind::Float && member->bytes > 8))
      all.why = "what " + type.name + " consists of is not known";
    if (!all.why.empty()) return false;
    if (each.name.empty()) {  // anonymous: its members are ours
      std::string inner;
      if (!defineMembers(*member, all, inner)) return false;
      body += fmt::format("  {} {{\n{}  }};\n", member->kind == CallTypeKind::Union ? "union" : "struct", inner);
      continue;
    }
    if (!defineOne(each.type, all)) return false;
    body += "  " + declaration(each.type, each.name) + (each.isBitField ? fmt::format(" : {}", each.sizeBits) : "") + ";\n";
  }
  return true;
}

bool TypeText::defineOne(uint32_t index, Definitions& all) const {
  const CallType* type = find(index);
  if (type == nullptr || isStream(*type)) return true;
  if (type->kind == CallTypeKind::Array) return defineOne(type->element, all);
  if (type->kind == CallTypeKind::Pointer) {
    all.later.push_back(type->element);
    const CallType* target = find(type->element);
    if (isRecord(target) && !isStream(*target) && !all.known.contains(tagOf(*target, type->element))) all.text += tagOf(*target, type->element) + ";\n";
    return true;
  }
  if (!isRecord(type)) return true;
  const std::string tag = tagOf(*type, index);
  if (type->members.empty() || !all.known.insert(tag).second) return true;  // or nobody looks inside
  std::string body;
  if (!defineMembers(*type, all, body)) return false;
  all.text += fmt::format("{} {{\n{}}};\n", tag, body);
  all.text += fmt::format("{}(sizeof({}) == {}, \"as the code under test has it\");\n", isCxx_ ? "static_assert" : "_Static_assert", tag, type->bytes);
  return true;
}

std::string TypeText::define(uint32_t index, std::set<std::string>& known, std::string& text) const {
  if (!declares_) return "";
  std::set<std::string> tried = known;
  std::string added;
  Definitions all{tried, added, "", {index}};
  std::set<uint32_t> seen;
  while (!all.later.empty()) {
    const uint32_t next = all.later.back();
    all.later.pop_back();
    if (seen.insert(next).second && !defineOne(next, all)) return all.why;
  }
  known = std::move(tried);
  text += added;
  return "";
}

}  // namespace cleave::tests
