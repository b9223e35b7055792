// Containers of the C++ library as inputs: put into memory as their own code would have left them (program/containers.h says where things
// stand), with the elements as cells and their number as one more. A string has any length up to its bound at once: its size is a cell, and
// characters behind it are zero. Of everything else each size is a case of its own, and the harness branches: a vector of two elements is
// memory for two, so that whoever reads a third is found out.
//
// What a caller could have made otherwise, and is not looked at: room for more elements than there are, trees of another shape for the same
// elements. The library's own code must not show it, and what of it a program can ask for (capacity(), data()) is named in docs/inputs.md.
#include <algorithm>

#include <fmt/format.h>

#include "inputs/plan_builder.h"

namespace cleave::inputs {

using program::Container;
using program::PlaceName;
using program::SourceKind;
using program::SourceType;
using program::SourceTypeId;

namespace {

constexpr uint64_t kPointerBytes = 8;
constexpr unsigned kWord = 64;
constexpr uint64_t kLocalCharacters = 15;  // of a string that needs no memory of its own
constexpr uint64_t kLlvmLocalCharacters = 22;
constexpr uint64_t kFewElements = 3, kFewNested = 2, kShortNested = 3;
constexpr uint64_t kMostNodes = 4;  // of a tree: the shapes are written down; of a table: all keys are compared with each other
constexpr uint64_t kBlockBytes = 512, kBlocks = 8, kFirstBlock = 3;  // of a deque
constexpr uint64_t kBlack = 1;

// A node of a tree or list: offsets of its links.
constexpr uint64_t kNext = 0, kPrevious = 8;
constexpr uint64_t kParent = 8, kLeft = 16, kRight = 24;

PlaceName called(const PlaceName& name, const std::string& function) { return PlaceName::plain(name.member + function); }

}  // namespace

void PlanBuilder::fillContainer(uint32_t object, uint64_t offset, SourceTypeId id, const Container& container, const PlaceName& name,
                                const Way& way) {
  const SourceType& type = program_.sourceType(id);
  const auto refuse = [&] {
    if (way.keepsPointers) return addAssumption(sentence(Premise::MadeByConstructor, name.text));
    plan_.unsupported = fmt::format("{} is a {}, which is not supported as an input", name.text, type.name);
  };
  // A static of a function is made when the function is called.
  if (way.keepsPointers && program_.findGlobal("_ZGV" + plan_.objects[object].global.substr(std::min<size_t>(2, plan_.objects[object].global.size()))).valid())
    return refuse();
  Way inner = way;
  inner.keepsPointers = false;
  inner.member.clear();
  switch (container.kind) {
    case Container::Kind::String:
      if (program_.sourceType(container.element).sizeBytes != 1) return refuse();
      return fillString(object, offset, container, name, inner);
    case Container::Kind::LlvmString:
      return fillLlvmString(object, offset, container, name, inner);
    case Container::Kind::View:
      return fillView(object, offset, container, name, inner);
    case Container::Kind::Vector:
      return fillVector(object, offset, container, name, inner);
    case Container::Kind::Deque:
      return fillDeque(object, offset, container, name, inner);
    case Container::Kind::List:
    case Container::Kind::Tree:
      return fillNodes(object, offset, container, name, inner);
    case Container::Kind::Optional:
      return fillOptional(object, offset, container, name, inner);
    case Container::Kind::Variant:
      return fillVariant(object, offset, container, name, inner);
    case Container::Kind::UniquePtr:
    case Container::Kind::SharedPtr:
      return fillOwner(object, offset, container, name, inner);
    case Container::Kind::Array:
      for (uint64_t k = 0; k < std::min(container.fixedCount, kMostElements); ++k)
        fill(object, offset + container.data + k * program_.sourceType(container.element).sizeBytes, container.element, name.element(k), inner);
      if (container.fixedCount > kMostElements)
        addBound(sentence(Premise::FirstElements, name.text, kMostElements, container.fixedCount));
      return;
    case Container::Kind::Parts:
      for (const Container::Part& part : container.parts)
        fill(object, offset + part.offset, part.type,
             container.name == "tuple" ? PlaceName::plain(part.name + "(" + name.text + ")") : name.part(part.name), inner);
      return;
    case Container::Kind::Function:
      return fillFunction(object, offset, container, name);
    case Container::Kind::Hash:
      return fillHash(object, offset, container, name, inner);
  }
}

// --- parts of plans

// What the user says, or else; none where there is no room.
uint64_t PlanBuilder::boundOf(const PlaceName& name, const std::string& type, Behind behind, uint64_t otherwise) {
  PointerOptions chosen;
  if (const auto said = options_.pointers.find(name.text); said != options_.pointers.end()) chosen = said->second;
  chosen.behind = behind;
  chosen.null = false;
  if (!chosen.bound) chosen.bound = otherwise;
  if (isObjectCut(name.text)) chosen.bound = 0;
  plan_.asked.push_back(name.text);
  plan_.chosen.push_back({name.text, type, chosen});
  return *chosen.bound;
}

uint32_t PlanBuilder::countCell(const PlaceName& name, uint64_t most, Premise premise) {
  const uint32_t cell = addCell({called(name, "size()").text, "unsigned short", 16, false, false, 0, static_cast<int64_t>(most), false, {}});
  addCount(premise, name.text, cell, most);
  return cell;
}

void PlanBuilder::putPointer(uint32_t object, uint64_t offset, uint32_t target, uint64_t into, uint32_t whenCell, uint64_t whenValue) {
  Value value;
  value.kind = Value::Kind::Pointer;
  value.bits = kWord;
  value.object = target;
  value.offset = into;
  plan_.objects[object].fills.push_back({offset, std::move(value), whenCell, whenValue});
}

void PlanBuilder::putNumber(uint32_t object, uint64_t offset, unsigned bits, uint64_t number, uint32_t whenCell, uint64_t whenValue) {
  Value value;
  value.kind = Value::Kind::Constant;
  value.bits = bits;
  value.offset = number;
  plan_.objects[object].fills.push_back({offset, std::move(value), whenCell, whenValue});
}

void PlanBuilder::putCell(uint32_t object, uint64_t offset, unsigned bits, uint32_t cell) {
  Value value;
  value.bits = bits;
  value.cell = cell;
  put(object, offset, std::move(value));
}

// Memory that a container in `owner` has from operator new.
uint32_t PlanBuilder::storage(uint32_t owner, const std::string& text, SourceTypeId element, uint64_t count, uint64_t size) {
  const uint32_t object = addObject(text, element, count, element.valid(), size);
  Object& own = plan_.objects[object];
  own.isHeap = true;
  own.alignment = 16;
  own.isHidden = plan_.objects[owner].isHidden;
  own.storageOf = plan_.objects[owner].storageOf.empty() ? plan_.objects[owner].global : plan_.objects[owner].storageOf;
  // Called after its holder, so that the two versions agree on it.
  const auto number = std::ranges::count(plan_.objects, own.storageOf, &Object::storageOf);
  own.global = fmt::format("{}{}.{}", own.storageOf.starts_with(program::kInputMemory) ? "" : program::kInputMemory + options_.tag + ".", own.storageOf, number);
  globals_.insert(own.global);
  return object;
}

// The same for fewer elements. What they own is shared: only one of these objects is in use at a time. But what leads back to where the elements
// stand, like the nodes of a list, there is once for each.
uint32_t PlanBuilder::firstElements(uint32_t all, uint64_t count, uint64_t size) {
  Object fewer = plan_.objects[all];
  fewer.count = count;
  fewer.size = count * size;
  std::erase_if(fewer.fills, [&](const Fill& each) { return each.offset >= fewer.size; });
  std::set<uint32_t> twice;
  for (const uint32_t each : ownedBy(fewer))
    if (each != all && ownedBy(plan_.objects[each]).contains(all)) twice.insert(each);
  std::vector<Object> copies{std::move(fewer)};
  std::map<uint32_t, uint32_t> numbers{{all, static_cast<uint32_t>(plan_.objects.size())}};
  for (const uint32_t each : twice) {
    numbers.emplace(each, static_cast<uint32_t>(plan_.objects.size() + copies.size()));
    copies.push_back(plan_.objects[each]);
  }
  for (Object& copy : copies) {
    while (!globals_.insert(copy.global += "_").second) continue;
    for (Fill& each : copy.fills)
      if (const auto own = numbers.find(each.value.object); own != numbers.end()) each.value.object = own->second;
    plan_.objects.push_back(std::move(copy));
  }
  return numbers[all];
}

// All that pointers in it lead to, and in those.
std::set<uint32_t> PlanBuilder::ownedBy(const Object& object) const {
  std::set<uint32_t> found;
  std::vector<const Object*> left{&object};
  while (!left.empty()) {
    const Object* const next = left.back();
    left.pop_back();
    for (const Fill& each : next->fills)
      if (each.value.object != kNone && found.insert(each.value.object).second) left.push_back(&plan_.objects[each.value.object]);
  }
  return found;
}

// --- strings and views

void PlanBuilder::fillString(uint32_t object, uint64_t offset, const Container& container, const PlaceName& name, const Way& way) {
  const uint64_t usual = way.containers == 0 ? options_.stringBytes : std::min(options_.stringBytes, kShortNested);
  const uint64_t bound = boundOf(name, "std::string", Behind::String, usual);
  const uint32_t length = countCell(name, bound, Premise::StringLength);
  uint32_t characters = object;
  uint64_t at = offset + container.local;
  if (bound > kLocalCharacters) {
    putNumber(object, offset + container.local, kWord, bound);  // the capacity
    characters = storage(object, name.text, container.element, bound + 1, bound + 1);
    at = 0;
  }
  putPointer(object, offset + container.data, characters, at);
  putCell(object, offset + container.count, kWord, length);
  fillCharacters(characters, at, bound, length, name);
}

// Here they may stand where the size and the pointer of longer ones do.
void PlanBuilder::fillLlvmString(uint32_t object, uint64_t offset, const Container& container, const PlaceName& name, const Way& way) {
  const uint64_t usual = way.containers == 0 ? options_.stringBytes : std::min(options_.stringBytes, kShortNested);
  const uint64_t bound = boundOf(name, "std::string", Behind::String, usual);
  const uint32_t length = countCell(name, bound, Premise::StringLength);
  if (bound <= kLlvmLocalCharacters) {
    Value size;
    size.cell = length;
    size.isBitField = true;
    size.bitOffset = 1;
    size.bits = 7;
    put(object, offset, std::move(size));
    return fillCharacters(object, offset + container.local, bound, length, name);
  }
  const uint64_t room = (bound + 16) / 16 * 16;
  const uint32_t characters = storage(object, name.text, container.element, room, room);
  putNumber(object, offset, kWord, room | 1);
  putPointer(object, offset + container.data, characters, 0);
  putCell(object, offset + container.count, kWord, length);
  fillCharacters(characters, 0, bound, length, name);
}

void PlanBuilder::fillCharacters(uint32_t characters, uint64_t at, uint64_t bound, uint32_t length, const PlaceName& name) {
  for (uint64_t k = 0; k < bound; ++k) {
    Value value;
    value.bits = 8;
    value.cell = addCell({name.element(k).text, "char", 8, true, false, 0, -1, false, {}});
    value.onlyAbove = length;
    value.index = k;
    put(characters, at + k, std::move(value));
  }
  putNumber(characters, at + bound, 8, 0);
  addBound(sentence(Premise::StringLength, name.text, bound));
}

// What a view leads to is somebody else's: an object of its own.
void PlanBuilder::fillView(uint32_t object, uint64_t offset, const Container& container, const PlaceName& name, const Way& way) {
  const SourceType& element = program_.sourceType(container.element);
  const bool isText = container.name == "basic_string_view";
  const uint64_t usual = isText ? (way.containers == 0 ? options_.stringBytes : std::min(options_.stringBytes, kShortNested))
                                : (way.containers == 0 ? kFewElements : kFewNested);
  const Premise sizeOf = isText ? Premise::StringLength : Premise::ContainerSize;
  const uint64_t bound = container.fixedCount != 0
                             ? container.fixedCount
                             : boundOf(name, isText ? "std::string_view" : "std::span", isText ? Behind::String : Behind::Elements, usual);
  if (container.fixedCount == 0) putCell(object, offset + container.count, kWord, countCell(name, bound, sizeOf));
  if (bound == 0) return;
  const uint32_t target = addObject(name.text + "'s", container.element, bound, true, bound * element.sizeBytes);
  plan_.objects[target].isViewed = !isText;
  putPointer(object, offset + container.data, target, 0);
  Way inner = way;
  ++inner.containers;
  for (uint64_t k = 0; k < bound; ++k) fill(target, k * element.sizeBytes, container.element, name.element(k), inner);
  if (container.fixedCount == 0) addBound(sentence(sizeOf, name.text, bound));
}

// --- sequences

void PlanBuilder::fillVector(uint32_t object, uint64_t offset, const Container& container, const PlaceName& name, const Way& way) {
  const uint64_t size = program_.sourceType(container.element).sizeBytes;
  const uint64_t bound = boundOf(name, "std::vector", Behind::Elements, way.containers == 0 ? kFewElements : kFewNested);
  const uint32_t count = countCell(name, bound);
  addBound(sentence(Premise::ContainerSize, name.text, bound));
  for (unsigned k = 0; k < 3; ++k) putNumber(object, offset + container.data + k * kPointerBytes, kWord, 0, count, 0);
  if (bound == 0) return;
  const uint32_t all = storage(object, name.text, container.element, bound, bound * size);
  Way inner = way;
  ++inner.containers;
  for (uint64_t k = 0; k < bound; ++k) fill(all, k * size, container.element, name.element(k), inner);
  for (uint64_t n = 1; n <= bound; ++n) {
    const uint32_t elements = n == bound ? all : firstElements(all, n, size);
    const uint64_t at = offset + container.data;
    putPointer(object, at, elements, 0, count, n);
    putPointer(object, at + kPointerBytes, elements, n * size, count, n);
    putPointer(object, at + 2 * kPointerBytes, elements, n * size, count, n);
  }
}

void PlanBuilder::fillDeque(uint32_t object, uint64_t offset, const Container& container, const PlaceName& name, const Way& way) {
  const uint64_t size = program_.sourceType(container.element).sizeBytes;
  const uint64_t bound = boundOf(name, "std::deque", Behind::Elements, way.containers == 0 ? kFewElements : kFewNested);
  if ((bound + 1) * size > kBlockBytes) {
    plan_.unsupported = fmt::format("{} is a std::deque of more than one block, which is not supported as an input", name.text);
    return;
  }
  const uint32_t count = countCell(name, bound);
  addBound(sentence(Premise::ContainerSize, name.text, bound));
  const uint64_t blockBytes = kBlockBytes / size * size;
  const uint32_t blocks = storage(object, name.text + "'s blocks", {}, kBlocks, kBlocks * kPointerBytes);
  const uint32_t block = storage(object, name.text, container.element, blockBytes / size, kBlockBytes);
  putPointer(object, offset + container.local, blocks, 0);
  putNumber(object, offset + container.local + kPointerBytes, kWord, kBlocks);
  putPointer(blocks, kFirstBlock * kPointerBytes, block, 0);
  Way inner = way;
  ++inner.containers;
  for (uint64_t k = 0; k < bound; ++k) fill(block, k * size, container.element, name.element(k), inner);
  for (const uint64_t iterator : {offset + container.data, offset + container.data + 4 * kPointerBytes}) {
    const bool isEnd = iterator != offset + container.data;
    if (!isEnd) putPointer(object, iterator, block, 0);
    for (uint64_t n = 0; isEnd && n <= bound; ++n) putPointer(object, iterator, block, n * size, count, n);
    putPointer(object, iterator + kPointerBytes, block, 0);
    putPointer(object, iterator + 2 * kPointerBytes, block, blockBytes);
    putPointer(object, iterator + 3 * kPointerBytes, blocks, kFirstBlock * kPointerBytes);
  }
}

// --- nodes

void PlanBuilder::fillNodes(uint32_t object, uint64_t offset, const Container& container, const PlaceName& name, const Way& way) {
  const bool isTree = container.kind == Container::Kind::Tree;
  uint64_t bound = boundOf(name, "std::" + container.name, Behind::Elements, way.containers == 0 ? kFewElements : kFewNested);
  if (isTree) bound = std::min(bound, kMostNodes);
  const uint32_t count = countCell(name, bound);
  addBound(sentence(Premise::ContainerSize, name.text, bound));
  const uint64_t at = program::valueInNode(program_, container);
  const uint64_t size = (at + program_.sourceType(container.element).sizeBytes + 7) / 8 * 8;
  Way inner = way;
  ++inner.containers;
  std::vector<uint32_t> nodes;
  for (uint64_t k = 0; k < bound; ++k) {
    nodes.push_back(storage(object, name.element(k).text, {}, 1, size));
    fill(nodes.back(), at, container.element, name.element(k), inner);
  }
  putCell(object, offset + container.count, kWord, count);
  if (!isTree) return linkRing(object, offset + container.data, nodes, count);
  linkTree(object, offset + container.data, nodes, count);
  if (bound > 1) relateKeys(container, count, bound, name);
}

void PlanBuilder::linkRing(uint32_t object, uint64_t at, const std::vector<uint32_t>& nodes, uint32_t count) {
  for (size_t n = 0; n <= nodes.size(); ++n) {
    const auto link = [&](uint32_t from, uint64_t fromAt, uint32_t to, uint64_t toAt) {
      putPointer(from, fromAt + kNext, to, toAt, count, n);
      putPointer(to, toAt + kPrevious, from, fromAt, count, n);
    };
    if (n == 0) {
      link(object, at, object, at);
      continue;
    }
    link(object, at, nodes[0], 0);
    for (size_t k = 1; k < n; ++k) link(nodes[k - 1], 0, nodes[k], 0);
    link(nodes[n - 1], 0, object, at);
  }
}

namespace {

constexpr int kNobody = -1;

// The trees that grow when elements come in order.
struct TreeNode {
  int parent, left, right;  // kNobody: of the root the header, else null
  bool isBlack;
};
constexpr TreeNode kShapes[kMostNodes + 1][kMostNodes] = {
    {},
    {{kNobody, kNobody, kNobody, true}},
    {{kNobody, kNobody, 1, true}, {0, kNobody, kNobody, false}},
    {{1, kNobody, kNobody, false}, {kNobody, 0, 2, true}, {1, kNobody, kNobody, false}},
    {{1, kNobody, kNobody, true}, {kNobody, 0, 2, true}, {1, kNobody, 3, true}, {2, kNobody, kNobody, false}},
};

}  // namespace

void PlanBuilder::linkTree(uint32_t object, uint64_t at, const std::vector<uint32_t>& nodes, uint32_t count) {
  putNumber(object, at, 32, 0);  // red: the header's
  for (size_t n = 0; n <= nodes.size(); ++n) {
    int root = kNobody;
    for (size_t k = 0; k < n; ++k) {
      const TreeNode& node = kShapes[n][k];
      if (node.parent == kNobody) root = static_cast<int>(k);
      putNumber(nodes[k], 0, 32, node.isBlack ? kBlack : 0, count, n);
      const auto child = [&](uint64_t link, int to) { putPointer(nodes[k], link, to == kNobody ? kNone : nodes[static_cast<size_t>(to)], 0, count, n); };
      child(kLeft, node.left);
      child(kRight, node.right);
      if (node.parent == kNobody)
        putPointer(nodes[k], kParent, object, at, count, n);
      else
        putPointer(nodes[k], kParent, nodes[static_cast<size_t>(node.parent)], 0, count, n);
    }
    if (n == 0) {
      putNumber(object, at + kParent, kWord, 0, count, n);
      putPointer(object, at + kLeft, object, at, count, n);
      putPointer(object, at + kRight, object, at, count, n);
      continue;
    }
    putPointer(object, at + kParent, nodes[static_cast<size_t>(root)], 0, count, n);
    putPointer(object, at + kLeft, nodes[0], 0, count, n);
    putPointer(object, at + kRight, nodes[n - 1], 0, count, n);
  }
}

// --- one value, or none, or one of several

void PlanBuilder::fillOptional(uint32_t object, uint64_t offset, const Container& container, const PlaceName& name, const Way& way) {
  const uint32_t has = addCell({called(name, "has_value()").text, "bool", 1, false, false, 0, -1, false, {}});
  putCell(object, offset + container.count, 8, has);
  Way inner = way;
  ++inner.containers;
  fill(object, offset + container.data, container.element, PlaceName::pointee(name), inner);
}

void PlanBuilder::fillVariant(uint32_t object, uint64_t offset, const Container& container, const PlaceName& name, const Way& way) {
  const uint32_t index = addCell({called(name, "index()").text, "unsigned char", 8, false, false, 0,
                                  static_cast<int64_t>(container.parts.size()) - 1, false, {}});
  putCell(object, offset + container.count, 8, index);
  Way inner = way;
  ++inner.containers;
  for (size_t k = 0; k < container.parts.size(); ++k) {
    const size_t first = plan_.objects[object].fills.size();
    fill(object, offset + container.data, container.parts[k].type, PlaceName::plain(fmt::format("get<{}>({})", k, name.text)), inner);
    for (size_t f = first; f < plan_.objects[object].fills.size(); ++f) {
      Fill& each = plan_.objects[object].fills[f];
      if (each.whenCell != kNone) {
        plan_.unsupported = fmt::format("{} is a std::variant that may hold a container of several sizes, which is not supported as an input", name.text);
        return;
      }
      each.whenCell = index;
      each.whenValue = k;
    }
  }
}

void PlanBuilder::fillOwner(uint32_t object, uint64_t offset, const Container& container, const PlaceName& name, const Way& way) {
  const Way inner = way.deeper(object, offset + container.data);
  if (!isFollowed(name, way) || isObjectCut(name.text) || program_.sourceType(container.element).sizeBytes == 0) {
    putNumber(object, offset + container.data, kWord, 0);
    cutPointer(name, inner);
    return;
  }
  Value value;
  value.kind = Value::Kind::Pointer;
  value.bits = kWord;
  PointerOptions chosen;
  if (const auto said = options_.pointers.find(name.text); said != options_.pointers.end()) chosen = said->second;
  chosen.behind = Behind::Elements;
  chosen.bound = 1;
  if (!chosen.null) chosen.null = true;
  plan_.asked.push_back(name.text);
  plan_.chosen.push_back({name.text, "std::" + container.name, chosen});
  if (*chosen.null) value.cell = addNull(name.text, way.root, way.depth);
  way_.push_back(slot_ + " " + name.text);
  value.object = elementsBehind(container.element, 1, name, inner);
  plan_.objects[value.object].isHeap = true;
  addDynamicTypes(value, container.element, name, inner);
  way_.pop_back();
  put(object, offset + container.data, std::move(value));
  if (container.kind != Container::Kind::SharedPtr) return;
  putNumber(object, offset + container.count, kWord, 0);
  addBound(sentence(Premise::SharedNothing, name.text));
}

}  // namespace cleave::inputs
