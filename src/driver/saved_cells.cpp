#include "driver/saved_cells.h"

#include <algorithm>
#include <set>
#include <unordered_map>

#include "program/containers.h"
#include "support/check.h"
#include "support/float_format.h"

namespace cleave::driver {

namespace {

using native::ReplayCell;
using native::SavedCell;
using program::Function;
using program::Global;
using program::Program;
using program::SourceKind;
using program::SourceMember;
using program::SourceType;
using program::SourceTypeId;

constexpr size_t kMostCells = 512;             // of one root; what is beyond is not compared
constexpr uint64_t kMostArrayBytes = 1 << 16;  // of an array of integers that is compared as one cell

// The scalars of a value, by its type. INCOMPLETE: unions and types without debug info are left out, since bytes that mean nothing could
// differ.
class Walk {
 public:
  Walk(const Program& program, std::string root) : program_(program), root_(std::move(root)) {}

  std::vector<SavedCell> take() { return std::move(cells_); }

  void value(SourceTypeId id, uint64_t offset, const std::string& name) {
    if (!id.valid() || cells_.size() >= kMostCells) return;
    const SourceType& type = program_.sourceType(id);
    switch (type.kind) {
      case SourceKind::Bool:
      case SourceKind::Char:
      case SourceKind::Int:
      case SourceKind::Enum:
        if (type.sizeBytes >= 1 && type.sizeBytes <= 16) add(name, offset, type.sizeBytes, ReplayCell::Kind::Bytes, type.isSigned);
        return;
      case SourceKind::Float:
        if (const unsigned width = floatWidth(type.sizeBytes); isFloatWidth(width)) add(name, offset, width / 8, ReplayCell::Kind::Float);
        return;
      case SourceKind::Pointer:
        return add(name, offset, 8, ReplayCell::Kind::Pointer);
      case SourceKind::Array:
        return array(type, offset, name);
      case SourceKind::Struct:
        if (const auto container = program::containerOf(program_, id)) return this->container(*container, offset, name);
        for (const SourceMember& each : type.members) member(each, offset, name);
        return;
      case SourceKind::Void:
      case SourceKind::Union:
      case SourceKind::Function:
      case SourceKind::Unknown:
        return;
    }
  }

  void add(const std::string& name, uint64_t offset, uint64_t bytes, ReplayCell::Kind kind, bool isSigned = false) {
    cells_.push_back({{name, {root_, {}, offset, static_cast<unsigned>(bytes), 0, 0}, kind, isSigned}, true});
  }

 private:
  // What stands in it whatever it holds: its size. INCOMPLETE: the rest is compared where runs show it.
  void container(const program::Container& container, uint64_t offset, const std::string& name) {
    using Kind = program::Container::Kind;
    switch (container.kind) {
      case Kind::String:
      case Kind::List:
      case Kind::Tree:
      case Kind::Hash:
        return add(name + ".size()", offset + container.count, container.countBytes, ReplayCell::Kind::Bytes);
      case Kind::Optional:
        return add(name + ".has_value()", offset + container.count, container.countBytes, ReplayCell::Kind::Bytes);
      case Kind::Variant:
        return add(name + ".index()", offset + container.count, container.countBytes, ReplayCell::Kind::Bytes);
      case Kind::Parts:
        for (const program::Container::Part& part : container.parts)
          value(part.type, offset + part.offset, container.name == "tuple" ? part.name + "(" + name + ")" : name + "." + part.name);
        return;
      case Kind::LlvmString:
      case Kind::View:
      case Kind::Vector:
      case Kind::Deque:
      case Kind::UniquePtr:
      case Kind::SharedPtr:
      case Kind::Function:
      case Kind::Array:
        return;
    }
  }

  bool isPlainInteger(SourceTypeId id) const {
    const SourceKind kind = program_.sourceType(id).kind;
    return kind == SourceKind::Bool || kind == SourceKind::Char || kind == SourceKind::Int || kind == SourceKind::Enum;
  }

  void array(const SourceType& type, uint64_t offset, const std::string& name) {
    if (!type.element.valid() || type.count == 0) return;
    const uint64_t size = program_.sourceType(type.element).sizeBytes;
    if (type.count > 16 && isPlainInteger(type.element)) {
      if (type.count * size <= kMostArrayBytes) add(name, offset, type.count * size, ReplayCell::Kind::Bytes);
      return;
    }
    for (uint64_t k = 0; k < type.count && cells_.size() < kMostCells; ++k)
      value(type.element, offset + k * size, name + "[" + std::to_string(k) + "]");
  }

  void member(const SourceMember& each, uint64_t offset, const std::string& name) {
    const std::string own = name + "." + each.name;
    if (!each.isBitField) return value(each.type, offset + each.offsetBits / 8, own);
    const auto low = static_cast<unsigned>(each.offsetBits % 8), width = static_cast<unsigned>(each.sizeBits);
    if (width == 0 || width > 64) return;
    const bool isSigned = each.type.valid() && program_.sourceType(each.type).isSigned;
    add(own, offset + each.offsetBits / 8, (low + width + 7) / 8, ReplayCell::Kind::Bytes, isSigned);
    cells_.back().cell.path.bitOffset = low;
    cells_.back().cell.path.bits = width;
  }

  const Program& program_;
  std::string root_;
  std::vector<SavedCell> cells_;
};

std::vector<SavedCell> resultCells(const Program& program, const Function& function) {
  Walk walk(program, "return");
  if (function.sourceResult.valid()) {
    walk.value(function.sourceResult, 0, "return");
    return walk.take();
  }
  for (size_t i = 0; i < function.results.size(); ++i) {
    const program::Type type = function.results[i];
    const uint64_t offset = i < function.resultOffsets.size() ? function.resultOffsets[i] : 0;
    const std::string name = function.results.size() == 1 ? "return" : "return." + std::to_string(i);
    walk.add(name, offset, type.bytes(),
             type.isPointer() ? ReplayCell::Kind::Pointer
             : type.isFloat() ? ReplayCell::Kind::Float
                              : ReplayCell::Kind::Bytes);
  }
  std::vector<SavedCell> cells = walk.take();
  for (SavedCell& each : cells) each.cell.isTyped = false;
  return cells;
}

bool isComparable(const Global& global) {
  const bool isOwned = !global.storageOf.empty() || global.isUnseen;
  return global.defined && !global.constant && !global.threadLocal && global.type.valid() && global.size != 0 && !isOwned;
}

// Where the initial values differ, a global that no run writes differs without the entry having done anything.
bool startAlike(const Global& before, const Global& after) {
  return before.size == after.size && before.bytes == after.bytes && before.relocations.empty() && after.relocations.empty();
}

void keepCommon(std::vector<SavedCell>& before, std::vector<SavedCell>& after) {
  const auto names = [](const std::vector<SavedCell>& cells) {
    std::set<std::string> result;
    for (const SavedCell& each : cells) result.insert(each.cell.name);
    return result;
  };
  const std::set<std::string> inBefore = names(before), inAfter = names(after);
  std::erase_if(before, [&](const SavedCell& each) { return !inAfter.contains(each.cell.name); });
  std::erase_if(after, [&](const SavedCell& each) { return !inBefore.contains(each.cell.name); });
}

std::vector<SavedCell> globalCells(const Program& program, const Global& global) {
  Walk walk(program, "global:" + global.name);
  walk.value(global.type, 0, global.name);
  return walk.take();
}

// Memory that the harness of another entry fills is none of this one's: with hundreds of entries it would be nearly all there is.
bool isOfAnotherEntry(const Global& global, const Function& entry) {
  constexpr std::string_view memory = program::kInputMemory, harness = program::kEntryHarness;
  const std::string_view name = global.name, own = entry.name;
  if (!global.fromModels || !name.starts_with(memory) || name.size() == memory.size()) return false;
  const std::string_view tag = name.substr(memory.size(), name.find('.', memory.size()) - memory.size());
  if (tag.find_first_not_of("0123456789") != std::string_view::npos) return false;  // what the user's code makes
  return !own.starts_with(harness) || own.substr(harness.size()) != tag;
}

void append(std::vector<SavedCell>& to, const std::vector<SavedCell>& from) { to.insert(to.end(), from.begin(), from.end()); }

}  // namespace

StaticCells staticCells(const Program& before, const Function& beforeFunction, const Program& after, const Function& afterFunction) {
  StaticCells cells{resultCells(before, beforeFunction), resultCells(after, afterFunction)};
  // Constructors run before the entry and may give globals other values in each version.
  if (!before.constructors.empty() || !after.constructors.empty()) return cells;
  std::unordered_map<std::string_view, const Global*> ofAfter;
  for (const Global& global : after.globals) ofAfter.emplace(global.name, &global);
  for (const Global& global : before.globals) {
    if (!isComparable(global) || isOfAnotherEntry(global, beforeFunction)) continue;
    if (program::isEnvironmentLog(global)) continue;  // there may be addresses in it, and what nobody has set: runs tell which
    const auto other = ofAfter.find(global.name);
    if (other == ofAfter.end() || !isComparable(*other->second) || !startAlike(global, *other->second)) continue;
    std::vector<SavedCell> inBefore = globalCells(before, global), inAfter = globalCells(after, *other->second);
    keepCommon(inBefore, inAfter);
    append(cells.before, inBefore);
    append(cells.after, inAfter);
  }
  return cells;
}

}  // namespace cleave::driver
