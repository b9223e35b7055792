// How plans use it. A pointer that the code counts has as many elements as one with a length beside it, and what counts them is at most
// their number: a bound, which is said. A string that the code ends at its terminator needs no length. A pointer that stands behind the
// elements of another points into the same object.
#include "inputs/counted.h"

#include <algorithm>
#include <tuple>

#include "inputs/plan_builder.h"

namespace cleave::inputs {

using program::PlaceName;
using program::SourceKind;
using program::SourceMember;
using program::SourceType;
using program::SourceTypeId;

void Counted::add(const program::Program& program, program::FunctionId function, const std::function<std::string(size_t)>& nameOf) {
  flow::Lengths found = flow::findLengths(program, function);
  for (const auto& each : found.parameters) parameters.emplace(nameOf(each.pointer), nameOf(each.length));
  for (const auto& each : found.ends) ends.emplace(nameOf(each.pointer), nameOf(each.length));
  for (const auto& each : found.endsBehind) ends.emplace("*" + nameOf(each.pointer), nameOf(each.length));
  for (const size_t each : found.terminated) terminated.insert(nameOf(each));
  members.merge(found.members);
  memberEnds.merge(found.memberEnds);
  terminatedMembers.merge(found.terminatedMembers);
  for (const auto& [parameter, each] : found.fronts) fronts[nameOf(parameter)].insert(each.begin(), each.end());
  for (const auto& [member, each] : found.memberFronts) memberFronts[member].insert(each.begin(), each.end());
  const auto addNames = [&](std::set<std::string>& to, const std::set<SourceTypeId>& from) {
    for (const SourceTypeId each : from) to.insert(program.sourceType(each).name);
  };
  for (const auto& [parameter, each] : found.types) addNames(types[nameOf(parameter)], each);
  for (const auto& [member, each] : found.memberTypes) addNames(memberTypes[member], each);
}

namespace {

// A struct says more than a union or plain bytes, a larger one more than what it begins with.
std::tuple<bool, uint64_t> worth(const program::Program& program, SourceTypeId pointer) {
  const SourceType& element = program.sourceType(program.sourceType(pointer).element);
  return {element.kind == SourceKind::Struct, element.kind == SourceKind::Union ? 0 : element.sizeBytes};
}

}  // namespace

SourceTypeId pointerCalled(const program::Program& program, const std::string& name) {
  for (size_t k = 0; k < program.sourceTypes.size(); ++k) {
    const SourceType& type = program.sourceTypes[k];
    if (type.kind == SourceKind::Pointer && type.name == name && type.element.valid()) return SourceTypeId(k);
  }
  return {};
}

void Counted::settleTypes(std::initializer_list<const program::Program*> programs) {
  const auto settle = [&](std::set<std::string>& names) {
    std::erase_if(names, [&](const std::string& name) {
      return std::ranges::any_of(programs, [&](const program::Program* each) { return !pointerCalled(*each, name).valid(); });
    });
    if (names.empty()) return;
    const program::Program& last = **(programs.end() - 1);
    const auto best = std::ranges::max_element(names, {}, [&](const std::string& name) { return worth(last, pointerCalled(last, name)); });
    names = {*best};
  };
  for (auto& [place, names] : types) settle(names);
  for (auto& [place, names] : memberTypes) settle(names);
}

namespace {

bool countsElements(const SourceType& type) { return type.kind == SourceKind::Int && type.sizeBytes <= 8; }

bool isObject(const program::Program& program, const SourceType& pointer) {
  return pointer.kind == SourceKind::Pointer &&
         (!pointer.element.valid() || program.sourceType(pointer.element).kind != SourceKind::Function);
}

}  // namespace

bool PlanBuilder::isEndingItself(const SourceType& pointer, bool isTerminated) const {
  return isTerminated && pointer.element.valid() && program::isPlainChar(program_.sourceType(pointer.element));
}

// The parameters that count, as the code shows.
std::vector<std::string> PlanBuilder::lengthsByUse(size_t k) const {
  const std::string pointer = nameOf(k);
  const SourceType& type = program_.sourceType(function_.sourceParameters[k].type);
  if (!isObject(program_, type) || references_.contains(pointer) || type.name.ends_with('&')) return {};
  if (isEndingItself(type, partners_.counted.terminated.contains(pointer)) || (type.element.valid() && isOpaque(type.element))) return {};
  if (const auto said = options_.pointers.find(pointer); said != options_.pointers.end() && said->second.length == "-") return {};
  std::vector<std::string> lengths;
  for (const auto& [counted, length] : partners_.counted.parameters)
    if (counted == pointer && !isClaimed(length)) lengths.push_back(length);
  return lengths;
}

// Whether another pointer stands behind its elements.
bool PlanBuilder::hasEnd(const std::string& pointer, const Way& way) const {
  if (way.depth == 0 || pointer.starts_with('*')) return std::ranges::any_of(partners_.counted.ends, [&](const auto& each) { return each.first == pointer; });
  return std::ranges::any_of(partners_.counted.memberEnds,
                             [&](const Counted::Member& each) { return each.type == way.structName && each.pointer == way.member; });
}

// What the code takes a pointer to anything for; itself: nobody knows.
SourceTypeId PlanBuilder::takenFor(SourceTypeId pointer, const PlaceName& name, const Way& way) const {
  if (program_.sourceType(pointer).element.valid()) return pointer;
  const std::set<std::string>* names = nullptr;
  if (const auto place = partners_.counted.types.find(name.text); way.depth == 0 && place != partners_.counted.types.end()) names = &place->second;
  if (const auto place = partners_.counted.memberTypes.find({way.structName, way.member}); way.depth > 0 && place != partners_.counted.memberTypes.end())
    names = &place->second;
  if (names == nullptr || names->empty()) return pointer;
  const SourceTypeId known = pointerCalled(program_, *names->begin());
  return known.valid() ? known : pointer;
}

// How far in front of where it leads the code looks; empty: nowhere.
std::set<uint64_t> PlanBuilder::frontsOf(const SourceType& pointer, const PlaceName& name, const Way& way) const {
  if (!pointer.element.valid() || program_.sourceType(pointer.element).sizeBytes != 1) return {};
  const auto found = [](const auto& places, const auto& place) {
    const auto known = places.find(place);
    return known == places.end() ? std::set<uint64_t>() : known->second;
  };
  if (way.depth == 0) return found(partners_.counted.fronts, name.text);
  return found(partners_.counted.memberFronts, std::pair(way.structName, way.member));
}

// The member beside it that counts; empty: none.
std::string PlanBuilder::memberLength(const SourceType& pointer, const Way& way) const {
  if (way.depth == 0 || way.member.empty() || !isObject(program_, pointer)) return "";
  if (isEndingItself(pointer, partners_.counted.terminatedMembers.contains({way.structName, way.member}))) return "";
  for (const Counted::Member& each : partners_.counted.members)
    if (each.type == way.structName && each.pointer == way.member) return each.length;
  return "";
}

// The cell of that member was made just now.
void PlanBuilder::limitMember(const SourceType& owner, const SourceMember& member, const PlaceName& holder, const Way& way) {
  if (!member.type.valid() || !countsElements(program_.sourceType(member.type)) || way.depth >= mostDepth()) return;
  std::optional<uint64_t> most;
  for (const SourceMember& other : owner.members) {
    if (other.isBitField || !other.type.valid() || !isObject(program_, program_.sourceType(other.type))) continue;
    const PlaceName pointer = holder.part(other.name);
    const auto said = options_.pointers.find(pointer.text);
    const std::string asked = said != options_.pointers.end() ? said->second.length : "";
    const SourceType& type = program_.sourceType(other.type);
    const bool isSeen = partners_.counted.members.contains({program::ownName(owner), other.name, member.name}) &&
                        !isEndingItself(type, partners_.counted.terminatedMembers.contains({program::ownName(owner), other.name}));
    if (asked.empty() ? !isSeen : asked != member.name) continue;
    Way inner = way;
    ++inner.depth;
    inner.structName = program::ownName(owner);
    inner.member = other.name;
    const PointerOptions chosen = choose(type, pointer, inner);
    if (chosen.behind == Behind::Opaque || !chosen.bound) continue;
    most = std::min(most.value_or(*chosen.bound), *chosen.bound);
  }
  if (!most) return;
  Cell& cell = plan_.cells.back();
  limit(cell, *most);
  addCount(Premise::LengthAtMost, cell.name, static_cast<uint32_t>(plan_.cells.size() - 1), *most);
  addBound(sentence(Premise::LengthAtMost, cell.name, *most));
}

// Negative numbers are inputs wherever the type has them.
void PlanBuilder::limit(Cell& cell, uint64_t most) {
  cell.low = cell.isSigned ? -(int64_t{1} << (cell.bits - 2)) * 2 : 0;
  cell.high = static_cast<int64_t>(most);
}

// A pointer to just behind the elements of `begin`, or to one of them; null where that is.
Value PlanBuilder::endOf(const Value& begin, const PlaceName& name, const std::string& beginName) {
  const Object& object = plan_.objects[begin.object];
  const uint64_t size = object.element.valid() ? std::max<uint64_t>(1, program_.sourceType(object.element).sizeBytes) : 1;
  const bool isString = std::ranges::any_of(
      plan_.chosen, [&](const Plan::Chosen& each) { return each.path == begin.path && each.options.behind == Behind::String; });
  const uint64_t count = object.element.valid() ? object.count - (isString ? 1 : 0) : object.size;
  Value value;
  value.kind = Value::Kind::Pointer;
  value.bits = 64;
  value.cell = begin.cell;
  value.object = begin.object;
  value.element = begin.element;
  const uint32_t at = addCell({name.text + "_at", "unsigned char", 8, false, false, 0, static_cast<int64_t>(count), false, {}});
  for (uint64_t k = 1; k <= count; ++k) value.instead.push_back({at, k, begin.object, {}, k * size});
  addBound(sentence(Premise::PointsBehind, name.text, beginName));
  return value;
}

// The pointer that the first bytes of what it leads to are; null: none.
const Value* PlanBuilder::pointerAtStart(const Value& pointer) const {
  if (pointer.kind != Value::Kind::Pointer || pointer.object == kNone) return nullptr;
  const std::vector<Fill>& fills = plan_.objects[pointer.object].fills;
  return fills.size() == 1 && fills[0].offset == 0 ? &fills[0].value : nullptr;
}

// The parameter that it stands behind; null: none, or it is no pointer to objects of its own.
const Value* PlanBuilder::beginOf(size_t k, std::string& beginName) const {
  const auto type = [&](size_t j) { return function_.sourceParameters[j].type; };
  for (const auto& [begin, end] : partners_.counted.ends) {
    if (end != nameOf(k)) continue;
    const bool isBehind = begin.starts_with('*');
    for (size_t j = 0; j < k; ++j) {
      if (nameOf(j) != (isBehind ? begin.substr(1) : begin) || plan_.arguments[j].byValue != kNone) continue;
      const Value* value = &plan_.arguments[j].value;
      SourceTypeId element = program_.sourceType(type(j)).element;
      if (isBehind) {
        value = pointerAtStart(*value);
        element = element.valid() ? program_.sourceType(element).element : element;
      }
      if (value == nullptr || value->kind != Value::Kind::Pointer || value->object == kNone || value->path.empty()) continue;
      if (!mayShare(element, program_.sourceType(type(k)).element)) continue;
      beginName = begin;
      return value;
    }
  }
  return nullptr;
}

// The same of a member of the object at `offset`, where `way` tells which member is at work.
const Value* PlanBuilder::memberBeginOf(const SourceType& owner, const SourceMember& end, uint32_t object, uint64_t offset,
                                        std::string& beginName) const {
  for (const Counted::Member& each : partners_.counted.memberEnds) {
    if (each.type != program::ownName(owner) || each.length != end.name) continue;
    for (const SourceMember& other : owner.members) {
      if (other.name != each.pointer || !other.type.valid() || other.offsetBits >= end.offsetBits) continue;
      if (program_.sourceType(other.type).element != program_.sourceType(end.type).element) continue;
      for (const Fill& fill : plan_.objects[object].fills) {
        if (fill.offset != offset + other.offsetBits / 8 || fill.value.kind != Value::Kind::Pointer || fill.value.object == kNone) continue;
        beginName = other.name;
        return &fill.value;
      }
    }
  }
  return nullptr;
}

}  // namespace cleave::inputs
