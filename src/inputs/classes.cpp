#include "inputs/classes.h"

#include <algorithm>
#include <cctype>
#include <cstring>
#include <map>

#include "inputs/plan_builder.h"

namespace cleave::inputs {

using program::Global;
using program::Program;
using program::SourceKind;
using program::SourceMember;
using program::SourceType;
using program::SourceTypeId;

namespace {

bool isTable(const SourceMember& member) { return member.name.starts_with("_vptr"); }

bool isBase(const Program& program, const SourceMember& member) {
  return member.type.valid() && !member.isBitField && program.sourceType(member.type).kind == SourceKind::Struct &&
         className(member.name) == className(program.sourceType(member.type).name);
}

unsigned tablesIn(const Program& program, const SourceType& type, unsigned depth = 0) {
  unsigned count = 0;
  for (const SourceMember& member : type.members) {
    if (isTable(member)) ++count;
    if (depth < 16 && isBase(program, member)) count += tablesIn(program, program.sourceType(member.type), depth + 1);
  }
  return count;
}

bool beginsWith(const Program& program, const SourceType& type, const std::string& base, unsigned depth = 0) {
  return depth < 16 && std::any_of(type.members.begin(), type.members.end(), [&](const SourceMember& member) {
           if (!isBase(program, member) || member.offsetBits != 0) return false;
           const SourceType& inner = program.sourceType(member.type);
           return inner.name == base || beginsWith(program, inner, base, depth + 1);
         });
}

}  // namespace

std::string className(std::string name) {
  for (const std::string_view word : {"class ", "struct "})
    if (name.starts_with(word)) name.erase(0, word.size());
  return name;
}

namespace {

constexpr std::string_view kTable = "vtable for ";

// Numbers as template arguments: 120UL in debug information, 120ul where the linker's names are made readable.
std::string withPlainNumbers(std::string name) {
  bool isNumber = false;
  for (char& c : name) {
    if (isNumber && (c == 'U' || c == 'L')) c = static_cast<char>(std::tolower(static_cast<unsigned char>(c)));
    const auto u = static_cast<unsigned char>(c);
    isNumber = isNumber ? std::isalnum(u) != 0 : std::isdigit(u) != 0;
  }
  return name;
}

}  // namespace

std::string tableOwner(const Global& vtable) { return vtable.display.substr(std::min(kTable.size(), vtable.display.size())); }

const Global* vtableOf(const Program& program, const std::string& name) {
  const bool isTemplate = name.ends_with('>');
  const std::string plain = isTemplate ? withPlainNumbers(name) : name;
  const auto isIt = [&](const Global& global) {
    if (!global.display.starts_with(kTable)) return false;
    const std::string_view its = std::string_view(global.display).substr(kTable.size());
    return its == name || (isTemplate && its.ends_with('>') && withPlainNumbers(std::string(its)) == plain);
  };
  const auto found = std::ranges::find_if(program.globals, isIt);
  return found == program.globals.end() ? nullptr : &*found;
}

// Each table begins with how far it is to the beginning of the object, and with the type information; its functions come behind.
std::optional<uint64_t> functionsIn(const Global& vtable, uint64_t offset) {
  constexpr uint64_t kWord = 8, kHead = 2 * kWord;
  const auto targetAt = [&](uint64_t at) {
    const auto found = std::ranges::find(vtable.relocations, at, &program::Relocation::offset);
    return found == vtable.relocations.end() ? std::nullopt : std::optional(found->target.target);
  };
  if (offset == 0 || !vtable.defined) return offset == 0 ? std::optional(kHead) : std::nullopt;
  for (uint64_t at = kWord; at + kHead <= vtable.size; at += kWord) {
    int64_t toTop = 0;  // as are bytes that are not there
    if (at + kWord <= vtable.bytes.size()) std::memcpy(&toTop, vtable.bytes.data() + at, sizeof toTop);
    if (toTop == -static_cast<int64_t>(offset) && !targetAt(at) && targetAt(at + kWord) == targetAt(kWord)) return at + kHead;
  }
  return std::nullopt;
}

bool isConcrete(const Program& program, const Global& vtable) {
  return std::none_of(vtable.relocations.begin(), vtable.relocations.end(), [&](const program::Relocation& each) {
    return each.target.kind == program::Constant::Kind::Function && program.functions[each.target.target].name == "__cxa_pure_virtual";
  });
}

bool isPolymorphic(const Program& program, SourceTypeId type) {
  return type.valid() && program.sourceType(type).kind == SourceKind::Struct && tablesIn(program, program.sourceType(type)) > 0;
}

std::vector<SourceTypeId> derivedFrom(const Program& program, SourceTypeId type) {
  const std::string& base = program.sourceType(type).name;
  std::map<std::string, SourceTypeId> found;
  for (size_t k = 0; k < program.sourceTypes.size(); ++k) {
    const SourceType& each = program.sourceTypes[k];
    if (each.kind != SourceKind::Struct || each.sizeBytes == 0 || tablesIn(program, each) != 1) continue;
    if (!beginsWith(program, each, base)) continue;
    const Global* vtable = vtableOf(program, className(each.name));
    if (vtable != nullptr && vtable->defined && isConcrete(program, *vtable)) found.emplace(className(each.name), SourceTypeId(k));
  }
  std::vector<SourceTypeId> classes;
  for (const auto& [name, id] : found) classes.push_back(id);
  return classes;
}

// What a pointer to a class with virtual functions points to need not be of that very class.
void PlanBuilder::addDynamicTypes(Value& value, SourceTypeId declared, const program::PlaceName& name, const Way& way) {
  if (!isPolymorphic(program_, declared)) return;
  const std::string own = className(program_.sourceType(declared).name);
  std::vector<SourceTypeId> classes = derivedFrom(program_, declared);
  std::erase_if(classes,
                [&](SourceTypeId id) {
                  const std::string text = className(program_.sourceType(id).name);
                  return partners_.isPair && (!partners_.classes.contains(text) || !isCommon(name, text));
                });
  if (classes.size() > kMostClasses) classes.resize(kMostClasses);
  const Global* vtable = vtableOf(program_, own);
  std::vector<std::string>& meaning = plan_.choices[slot_ + " " + name.text];
  if (vtable == nullptr || isConcrete(program_, *vtable) || classes.empty() || isObjectCut(name.text + "_class")) meaning.push_back(own);
  std::vector<uint32_t> objects;
  if (!meaning.empty()) objects.push_back(value.object);
  for (const SourceTypeId id : classes) {
    const SourceType& type = program_.sourceType(id);
    const std::string text = name.text + "_as_" + className(type.name);
    if (isObjectCut(text)) break;
    const Part part(*this, 2, Part::Others::NeedTheirs);
    const uint32_t object = addObject("*" + text, id, 1, false, type.sizeBytes);
    plan_.objects[object].isHeap = true;
    Way inner = way;
    inner.keepsPointers = false;
    fill(object, 0, id, program::PlaceName::pointee(program::PlaceName::plain(text)), inner);
    objects.push_back(object);
    meaning.push_back(className(type.name));
  }
  value.object = objects.front();
  std::string text = meaning.front();
  if (meaning.size() > 1) {
    const uint32_t cell =
        addCell({name.text + "_class", "unsigned char", 8, false, false, 0, static_cast<int64_t>(meaning.size()) - 1, false, {}});
    for (size_t k = 1; k < meaning.size(); ++k) {
      value.instead.push_back({cell, k, objects[k], {}, 0});
      text += (k + 1 == meaning.size() ? " or " : ", ") + meaning[k];
    }
  }
  addBound(sentence(Premise::DynamicClass, name.text, text), value.object, 0);
}

}  // namespace cleave::inputs
