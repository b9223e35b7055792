// From types to cells. A parameter or global that is a scalar is one cell; behind a pointer stands an object whose scalars are cells in
// turn.
#include <algorithm>
#include <bit>
#include <set>

#include <fmt/format.h>

#include "inputs/classes.h"
#include "inputs/main_plan.h"
#include "inputs/plan.h"
#include "inputs/plan_builder.h"
#include "program/place_name.h"
#include "support/float_format.h"
#include "support/text.h"

namespace cleave::inputs {

using program::Function;
using program::FunctionId;
using program::Global;
using program::GlobalId;
using program::PlaceName;
using program::Program;
using program::SourceKind;
using program::SourceMember;
using program::SourceType;
using program::SourceTypeId;

bool Plan::isDirect() const {
  return !isMain && !isVariadic && !usesHarnessCalls && objects.empty() && renderings.empty() && world.empty() && stdinObject == kNone &&
         arguments.size() == plainParameters && std::all_of(arguments.begin(), arguments.end(), [](const Argument& each) {
           return each.byValue == kNone && each.value.kind == Value::Kind::Cell;
         });
}

bool Plan::asksRandom() const { return std::ranges::count(world, WorldInput::Kind::Seed, &WorldInput::kind) != 0; }
bool Plan::asksZone() const { return std::ranges::count(world, WorldInput::Kind::Zone, &WorldInput::kind) != 0; }
bool Plan::asksErrno() const { return std::ranges::count(world, WorldInput::Kind::Errno, &WorldInput::kind) != 0; }

std::optional<Behind> parseBehind(const std::string& word) {
  for (const Behind each : {Behind::Elements, Behind::String, Behind::Bytes, Behind::Opaque})
    if (word == toText(each)) return each;
  return std::nullopt;
}

const char* toText(Behind behind) {
  switch (behind) {
    case Behind::Elements:
      return "elements";
    case Behind::String:
      return "string";
    case Behind::Bytes:
      return "bytes";
    case Behind::Opaque:
      return "opaque";
  }
  return "";
}

// --- cells and objects

uint32_t PlanBuilder::addCell(Cell cell) {
  cell.key = slot_ + " " + cell.name;
  while (!keys_.insert(cell.key).second) cell.key += "_";
  while (!names_.insert(cell.name).second) cell.name += "_";
  plan_.cells.push_back(std::move(cell));
  return static_cast<uint32_t>(plan_.cells.size() - 1);
}

uint32_t PlanBuilder::addChoice(const std::string& name) { return addCell({name, result::kChoiceType, 1, false, false, 0, -1, false, {}}); }

bool PlanBuilder::isCommon(const program::PlaceName& pointer, const std::string& meaning) const {
  const auto known = partners_.choices.find(slot_ + " " + pointer.text);
  return known == partners_.choices.end() || known->second.contains(meaning);
}

uint32_t PlanBuilder::addNull(const std::string& pointer, const std::string& root, uint64_t depth) {
  const uint32_t cell = addChoice(pointer + "_is_null");
  if (depth == 0 || options_.followed) return cell;
  const auto isIts = [&](const Size& each) { return each.kind == Size::Kind::Depth && each.place == root; };
  auto size = std::ranges::find_if(plan_.sizes, isIts);
  if (size == plan_.sizes.end()) size = plan_.sizes.insert(size, {Size::Kind::Depth, Premise::PointerDepth, root, {}, {}, mostDepth(), 0});
  size->cells.push_back(cell);
  size->depths.push_back(depth);
  return cell;
}

void PlanBuilder::addCount(Premise premise, const std::string& place, uint32_t cell, uint64_t most, uint64_t base) {
  plan_.sizes.push_back({Size::Kind::Count, premise, place, {cell}, {}, most, base});
}

void PlanBuilder::addText(const std::string& place, std::vector<uint32_t> cells) {
  const uint64_t most = cells.size();
  if (most != 0) plan_.sizes.push_back({Size::Kind::Text, Premise::StringLength, place, std::move(cells), {}, most, 0});
}

uint32_t PlanBuilder::addObject(const std::string& text, SourceTypeId element, uint64_t count, bool isArray, uint64_t size) {
  Object object;
  object.global = program::kInputMemory + options_.tag + ".";
  for (const char c : text)
    if (std::isalnum(static_cast<unsigned char>(c)) != 0)
      object.global += c;
    else if (object.global.back() != '_' && object.global.back() != '.')
      object.global += '_';
  while (!globals_.insert(object.global).second) object.global += "_";
  object.isOwn = true;
  object.text = text;
  object.element = element;
  object.count = count;
  object.isArray = isArray;
  object.size = size;
  if (element.valid()) object.alignment = alignmentOf(element, 0);
  plan_.objects.push_back(std::move(object));
  return static_cast<uint32_t>(plan_.objects.size() - 1);
}

// As the x86-64 ABI has it. A packed struct shows by its size.
uint64_t PlanBuilder::alignmentOf(SourceTypeId id, unsigned depth) const {
  constexpr unsigned kMostDepth = 16;
  constexpr uint64_t kMost = 16;
  if (!id.valid() || depth > kMostDepth) return 1;
  const SourceType& type = program_.sourceType(id);
  uint64_t most = kMost;
  if (type.kind == SourceKind::Array) return alignmentOf(type.element, depth + 1);
  if (type.kind == SourceKind::Struct || type.kind == SourceKind::Union) {
    most = 1;
    for (const SourceMember& member : type.members) most = std::max(most, alignmentOf(member.type, depth + 1));
  }
  const uint64_t ofSize = type.sizeBytes & (~type.sizeBytes + 1);  // the size is a multiple of it
  return type.sizeBytes == 0 ? 1 : std::min(most, ofSize);
}

bool PlanBuilder::isCut(const std::string& place) { return noteCut(slot_ + " " + place, !hasCells()); }

bool PlanBuilder::isObjectCut(const std::string& place) {
  return noteCut(slot_ + " *" + place, !hasCells() || plan_.objects.size() >= mostObjects_);
}

bool PlanBuilder::noteCut(const std::string& key, bool isFull) {
  if (!isFull && !partners_.cuts.contains(key)) return false;
  plan_.wasFull = plan_.wasFull || isFull;
  plan_.cuts.insert(key);
  return true;
}

// Near things before far ones.
unsigned PlanBuilder::mostDepth() const { return partners_.sharesLimits && options_.depth > 1 ? options_.depth - 1 : options_.depth; }

bool PlanBuilder::isZeroFrom(uint32_t object, const std::string& place) {
  if (!isCut(place)) return false;
  if (zeroed_.insert(object).second) addBound(sentence(Premise::ZeroFromHere, place));
  return true;
}

PlanBuilder::Part::Part(PlanBuilder& builder, size_t parts, Others others)
    : builder_(builder), cells_(builder.mostCells_), objects_(builder.mostObjects_) {
  if (!builder.partners_.sharesLimits || parts < 2) return;
  const auto limit = [&](size_t used, size_t most, size_t little) {
    const size_t left = most > used ? most - used : 0, share = (left + parts - 1) / parts;
    const size_t forOthers = others == Others::NeedLittle ? little * (parts - 1) : left;
    return used + std::max(share, left > forOthers ? left - forOthers : 0);
  };
  builder.mostCells_ = limit(builder.plan_.cells.size(), cells_, kLittleCells);
  builder.mostObjects_ = limit(builder.plan_.objects.size(), objects_, kLittleObjects);
}

PlanBuilder::Part::~Part() {
  builder_.mostCells_ = cells_;
  builder_.mostObjects_ = objects_;
}

void PlanBuilder::addBound(const std::string& text, uint32_t object, uint64_t from) { plan_.bounds.push_back({text, object, from}); }

void PlanBuilder::addBoundOnce(const std::string& text) {
  if (std::ranges::find(plan_.bounds, text, &Bound::text) == plan_.bounds.end()) addBound(text);
}

void PlanBuilder::addAssumption(const std::string& text) {
  if (std::find(plan_.assumptions.begin(), plan_.assumptions.end(), text) == plan_.assumptions.end()) plan_.assumptions.push_back(text);
}

Value PlanBuilder::scalar(const SourceType& type, const std::string& name) {
  Value value;
  value.isFloat = type.kind == SourceKind::Float;
  value.bits = value.isFloat ? floatWidth(type.sizeBytes) : static_cast<unsigned>(8 * type.sizeBytes);
  const bool isBool = type.kind == SourceKind::Bool;
  value.cell = addCell({name, type.name, isBool ? 1 : value.bits, !isBool && type.isSigned, value.isFloat, 0, -1, false, {}});
  return value;
}

bool PlanBuilder::isScalar(const SourceType& type) {
  switch (type.kind) {
    case SourceKind::Bool:
      return type.sizeBytes == 1;
    case SourceKind::Char:
    case SourceKind::Int:
    case SourceKind::Enum:
      return type.sizeBytes >= 1 && type.sizeBytes <= 16;
    case SourceKind::Float:
      return type.sizeBytes == 4 || type.sizeBytes == 8 || type.sizeBytes == 16;
    case SourceKind::Void:
    case SourceKind::Pointer:
    case SourceKind::Array:
    case SourceKind::Struct:
    case SourceKind::Union:
    case SourceKind::Function:
    case SourceKind::Unknown:
      return false;
  }
  return false;
}

// --- memory

void PlanBuilder::fillBytes(uint32_t object, uint64_t offset, uint64_t count, const PlaceName& name) {
  for (uint64_t k = 0; k < count; ++k) {
    if (isCut(name.element(k).text)) return addBound(sentence(Premise::ZeroFromByte, name.text, k), object, offset + k);
    Value value;
    value.bits = 8;
    value.cell = addCell({name.element(k).text, "unsigned char", 8, false, false, 0, -1, false, {}});
    put(object, offset + k, std::move(value));
  }
}

void PlanBuilder::put(uint32_t object, uint64_t offset, Value value) { plan_.objects[object].fills.push_back({offset, std::move(value)}); }

void PlanBuilder::fill(uint32_t object, uint64_t offset, SourceTypeId id, const PlaceName& name, const Way& way) {
  const SourceType& type = program_.sourceType(id);
  if (type.kind != SourceKind::Struct && type.kind != SourceKind::Array && isZeroFrom(object, name.text)) return;
  switch (type.kind) {
    case SourceKind::Bool:
    case SourceKind::Char:
    case SourceKind::Int:
    case SourceKind::Enum:
    case SourceKind::Float:
      if (!isScalar(type)) return addBound(sentence(Premise::ZeroOfType, name.text, type.name));
      return put(object, offset, scalar(type, name.text));
    case SourceKind::Pointer:
      if (isVtable(way.member)) return fillVtable(object, offset, way);
      if (way.keepsPointers && hasInitialPointer(object, offset)) return addBoundOnce(sentence(Premise::PointersInGlobalsKept));
      return put(object, offset, pointer(id, name, way.deeper(object, offset)));
    case SourceKind::Array:
      return fillArray(object, offset, type, name, way);
    case SourceKind::Struct:
      if (const std::optional<program::Container> container = program::containerOf(program_, id))
        return fillContainer(object, offset, id, *container, name, way);
      // What other classes of the library hold makes sense only as their own code made it.
      if (program::isStandard(type) && way.keepsPointers) return addAssumption(sentence(Premise::MadeByConstructor, name.text));
      if (program::isStandard(type)) {
        plan_.unsupported = fmt::format("{} is a {}, which cannot be made from bytes", name.text, type.name);
        return;
      }
      if (!type.virtualBases.empty()) {
        plan_.unsupported = fmt::format("{} is a {}, which has virtual bases, and cannot be made from bytes", name.text, type.name);
        return;
      }
      // A derived class may have members in the padding of its base: they come behind it, and count.
      fillMembers(object, offset, type, name, way);
      if (!way.keepsPointers) fillPadding(object, offset, type, name);
      return;
    case SourceKind::Union:
      if (type.sizeBytes > kMostElements) addBound(sentence(Premise::ZeroFromByte, name.text, kMostElements));
      return fillBytes(object, offset, std::min<uint64_t>(type.sizeBytes, kMostElements), name.part("byte"));
    case SourceKind::Unknown:
      return addBound(sentence(Premise::ZeroOfType, name.text, type.name));
    case SourceKind::Void:
    case SourceKind::Function:
      return;
  }
}

// Whatever it is a part of, an object has the table of virtual functions of its own class; a base class that of the class that derives from it.
void PlanBuilder::fillMembers(uint32_t object, uint64_t offset, const SourceType& type, const PlaceName& name, const Way& way) {
  Way inner = way;
  if (!way.isBase) {
    inner.top = type.name;
    inner.topAt = offset;
  }
  for (const SourceMember& member : type.members) fillMember(object, offset, type, member, name, inner);
}

void PlanBuilder::fillArray(uint32_t object, uint64_t offset, const SourceType& type, const PlaceName& name, const Way& way) {
  if (!type.element.valid() || type.count == 0) return;
  const uint64_t size = program_.sourceType(type.element).sizeBytes;
  if (type.count * size > type.sizeBytes) return addBound(sentence(Premise::ZeroOfType, name.text, type.name));  // a vector of single bits
  const uint64_t count = std::min(type.count, kMostElements);
  if (count < type.count) addBound(sentence(Premise::FirstElements, name.text, count, type.count));
  for (uint64_t k = 0; k < count; ++k) {
    if (isCut(name.element(k).text)) {
      if (zeroed_.insert(object).second) addBound(sentence(Premise::FirstElements, name.text, k, type.count));
      return;
    }
    fill(object, offset + k * size, type.element, name.element(k), way);
  }
}

void PlanBuilder::fillMember(uint32_t object, uint64_t offset, const SourceType& type, const SourceMember& member, const PlaceName& name,
                             const Way& way) {
  const PlaceName own = name.part(member.name);
  if (!member.isBitField) {
    Way inner = way;
    inner.member = member.name;
    inner.owner = type.name;
    inner.structName = program::ownName(type);
    if (!member.type.valid()) return;
    inner.isBase = program_.sourceType(member.type).name == member.name;
    const size_t cells = plan_.cells.size();
    const uint64_t at = offset + member.offsetBits / 8;
    std::string begin;
    if (const Value* value = memberBeginOf(type, member, object, offset, begin); value != nullptr && !isCut(own.text))
      return put(object, at, endOf(Value(*value), own, begin));
    fill(object, at, member.type, own, inner);
    if (plan_.cells.size() == cells + 1) limitMember(type, member, name, way);
    return;
  }
  if (member.sizeBits == 0 || member.sizeBits > 64 || isCut(own.text)) return;
  const SourceType& base = program_.sourceType(member.type);
  Value value;
  value.bits = static_cast<unsigned>(member.sizeBits);
  value.isBitField = true;
  value.bitOffset = static_cast<unsigned>(member.offsetBits % 8);
  value.cell = addCell({own.text, base.name, value.bits, base.isSigned, false, 0, -1, false, {}});
  put(object, offset + member.offsetBits / 8, std::move(value));
}

// Whoever compares or hashes structs as bytes reads it. (That of globals starts as zero.)
void PlanBuilder::fillPadding(uint32_t object, uint64_t offset, const SourceType& type, const PlaceName& name) {
  for (uint64_t at = 0; at < type.sizeBytes;) {
    uint64_t size = paddingAt(type, at);
    if (size == 0) {
      ++at;
      continue;
    }
    while (size > 8 || !std::has_single_bit(size) || at % size != 0) --size;
    const std::string own = name.part(fmt::format("padding_at_{}", at)).text;
    if (isZeroFrom(object, own)) return;
    Value value;
    value.bits = static_cast<unsigned>(8 * size);
    const char* const integer = size == 8 ? "unsigned long" : size == 4 ? "unsigned int" : size == 2 ? "unsigned short" : "unsigned char";
    value.cell = addCell({own, integer, value.bits, false, false, 0, -1, false, {}});
    put(object, offset + at, std::move(value));
    at += size;
  }
}

// How many bytes from there on belong to no member.
uint64_t PlanBuilder::paddingAt(const SourceType& type, uint64_t at) const {
  uint64_t end = type.members.empty() ? at : type.sizeBytes;
  for (const SourceMember& member : type.members) {
    const uint64_t first = member.offsetBits / 8;
    uint64_t behind = (member.offsetBits + member.sizeBits + 7) / 8;
    if (!member.isBitField && member.type.valid()) {
      const SourceType& own = program_.sourceType(member.type);
      const bool isEmpty = own.kind == SourceKind::Struct && own.members.empty();  // a base without members lies where others do
      behind = isEmpty ? first : own.kind == SourceKind::Array && own.count == 0 ? type.sizeBytes : std::max(behind, first + own.sizeBytes);
    }
    if (at >= first && at < behind) return 0;
    if (first > at && first < behind) end = std::min(end, first);
  }
  return end - at;
}

bool PlanBuilder::isVtable(const std::string& member) { return member.starts_with("_vptr"); }

// The table of the class that declares the member: behind the offset to the top and the type information.
void PlanBuilder::fillVtable(uint32_t object, uint64_t offset, const Way& way) {
  std::string owner = way.top.empty() ? way.owner : way.top;
  owner = className(owner);
  const Global* global = vtableOf(program_, owner);
  // A class that has another name in the other version, or is not there: its table would look like a difference.
  const bool isLone = global != nullptr && partners_.isPair && !partners_.classes.contains(tableOwner(*global));
  if (isLone) global = nullptr;
  if (const std::optional<uint64_t> functions = global != nullptr ? functionsIn(*global, offset - way.topAt) : std::nullopt) {
    Value value;
    value.kind = Value::Kind::Global;
    value.global = global->name;
    value.offset = *functions;
    value.bits = 64;
    return put(object, offset, std::move(value));
  }
  // Somewhere there is one, and who looks there comes to what nobody knows.
  const uint32_t table = addObject("table of virtual functions of " + (isLone ? className(way.owner) : owner), {}, 0, true, 1);
  plan_.objects[table].isHidden = true;
  putPointer(object, offset, table, 0);
  addAssumption(sentence(Premise::NoVirtualTable, owner));
}

bool PlanBuilder::hasInitialPointer(uint32_t object, uint64_t offset) const {
  const GlobalId id = program_.findGlobal(plan_.objects[object].global);
  if (!id.valid()) return false;
  const auto& relocations = program_.global(id).relocations;
  return std::any_of(relocations.begin(), relocations.end(), [&](const program::Relocation& each) { return each.offset == offset; });
}

}  // namespace cleave::inputs
