#include "explore/members_of_one_version.h"

#include <algorithm>
#include <map>

#include "program/containers.h"

namespace cleave::explore {

namespace {

using program::SourceKind;
using program::SourceType;

using Names = std::set<std::string>;
using Kinds = std::map<std::string, Names>;  // by member: what it may be called a renaming of

// Of a renamed member the type stays what it is, but for the width of a number.
std::string kindOf(const program::Program& program, program::SourceTypeId id, unsigned depth = 0) {
  if (!id.valid()) return "void";
  const SourceType& type = program.sourceType(id);
  switch (type.kind) {
    case SourceKind::Bool:
    case SourceKind::Char:
    case SourceKind::Int:
    case SourceKind::Enum:
    case SourceKind::Float:
      return "number";
    case SourceKind::Pointer:
      return depth < 4 ? kindOf(program, type.element, depth + 1) + "*" : "*";
    case SourceKind::Array:
      return depth < 4 ? kindOf(program, type.element, depth + 1) + "[]" : "[]";
    case SourceKind::Void:
    case SourceKind::Struct:
    case SourceKind::Union:
    case SourceKind::Function:
    case SourceKind::Unknown:
      break;
  }
  return type.name;
}

struct Structures {
  std::map<std::string, Kinds> members;  // of each structure of the program's own, by its name; of several with one name all
  Names all;                             // every member's name, of whatever

  explicit Structures(const program::Program& program) {
    for (const SourceType& type : program.sourceTypes) {
      if (type.kind != SourceKind::Struct && type.kind != SourceKind::Union) continue;
      const bool isOwn = type.kind == SourceKind::Struct && !type.members.empty() && !program::isStandard(type);
      Kinds* own = isOwn ? &members[ownName(type)] : nullptr;
      for (const program::SourceMember& each : type.members) {
        all.insert(each.name);
        if (own != nullptr) (*own)[each.name].insert(kindOf(program, each.type));
      }
    }
  }
};

Kinds without(const Kinds& from, const Kinds& others) {
  Kinds rest;
  for (const auto& each : from)
    if (!others.contains(each.first)) rest.insert(each);
  return rest;
}

// A base class is a member with the name of a class, and a table of virtual functions has a name of the compiler's.
bool isNamedMember(const std::string& name, const Structures& structures) {
  return !name.empty() && !name.starts_with("_vptr") && !structures.members.contains(name);
}

void addAdded(Names& found, const Kinds& added, const Kinds& lost, const Structures& own, const Structures& other) {
  const auto mayBe = [&](const Names& kinds) {
    return std::ranges::any_of(lost, [&](const auto& each) {
      return std::ranges::any_of(each.second, [&](const std::string& kind) { return kinds.contains(kind); });
    });
  };
  for (const auto& [name, kinds] : added)
    if (isNamedMember(name, own) && !other.all.contains(name) && !mayBe(kinds)) found.insert(name);
}

bool isPartOfName(char c) { return c == '_' || (c >= '0' && c <= '9') || (c >= 'A' && c <= 'Z') || (c >= 'a' && c <= 'z'); }

}  // namespace

OtherMembers membersOfOneVersion(const program::Program& before, const program::Program& after) {
  const Structures inBefore(before), inAfter(after);
  OtherMembers found;
  for (const auto& [name, members] : inBefore.members) {
    const auto same = inAfter.members.find(name);
    if (same == inAfter.members.end()) continue;
    const Kinds lost = without(members, same->second), added = without(same->second, members);
    found.any = found.any || !lost.empty() || !added.empty();
    addAdded(found.alone, added, lost, inAfter, inBefore);
    addAdded(found.alone, lost, added, inBefore, inAfter);
  }
  return found;
}

std::string_view memberIn(std::string_view cell, const Names& members) {
  for (size_t at = 0; at < cell.size(); ++at) {
    const bool leads = cell[at] == '.' || (cell[at] == '>' && at > 0 && cell[at - 1] == '-');
    if (!leads) continue;
    size_t end = at + 1;
    while (end < cell.size() && isPartOfName(cell[end])) ++end;
    const std::string_view name = cell.substr(at + 1, end - at - 1);
    if (!name.empty() && members.contains(std::string(name))) return name;
  }
  return {};
}

}  // namespace cleave::explore
