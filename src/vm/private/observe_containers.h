// Containers of the C++ library as they are shown: by value. Of a vector its size and its elements, whatever room it has and wherever they
// stand; of a map its pairs in order, whatever the shape of the tree. The pointers in a container are ways, and are not shown.
//
// Sizes, and which nodes follow each other, are decisions: another input of the partition has the same shape. The paths of cells (for native
// runs) lead through the container's own pointers, and may differ between the versions; their names do not.
//
// A part of observe.cpp's Observer, which gives what it is made of: O is Observer.
#pragma once

#include <algorithm>
#include <string>
#include <vector>

#include "program/containers.h"
#include "vm/private/access.h"

namespace cleave::vm {

template <class O, class Spot>
class ContainerObserver {
 public:
  using Container = program::Container;
  using Name = program::PlaceName;

  ContainerObserver(O& observer, Machine& machine, const Container& container, const Spot& spot, const Name& name)
      : o_(observer), m_(machine), container_(container), spot_(spot), name_(name) {}

  void show() {
    switch (container_.kind) {
      case Container::Kind::String:
        return sized(kMostCharacters);
      case Container::Kind::LlvmString:
        return llvmString();
      case Container::Kind::View:
        return container_.fixedCount == 0 ? sized(kMostCharacters) : contiguous(container_.fixedCount);
      case Container::Kind::Vector:
        return vector();
      case Container::Kind::Deque:
        return deque();
      case Container::Kind::List:
        return list();
      case Container::Kind::Tree:
        return tree();
      case Container::Kind::Hash:
        return hash();
      case Container::Kind::Optional:
        return optional();
      case Container::Kind::Variant:
        return variant();
      case Container::Kind::UniquePtr:
      case Container::Kind::SharedPtr:
        return o_.pointer(container_.element, at(spot_, container_.data), name_);
      case Container::Kind::Function:
        return function();
      case Container::Kind::Array:
        for (uint64_t k = 0; k < container_.fixedCount && m_.running(); ++k)
          o_.value(container_.element, at(spot_, container_.data + k * elementSize()), name_.element(k));
        return;
      case Container::Kind::Parts:
        for (const Container::Part& part : container_.parts)
          if (m_.running())
            o_.value(part.type, at(spot_, part.offset),
                     container_.name == "tuple" ? Name::plain(part.name + "(" + name_.text + ")") : name_.part(part.name));
        return;
    }
  }

 private:
  static constexpr uint64_t kMostCharacters = 4096, kMostShown = 64;
  static constexpr uint64_t kPointer = 8, kBlock = 512;

  uint64_t elementSize() const { return m_.program().sourceType(container_.element).sizeBytes; }
  Name called(const std::string& function) const { return Name::plain(name_.member + function); }

  static Spot at(Spot spot, uint64_t by) {
    spot.offset += by;
    return spot;
  }

  bool broken() {
    m_.unfinished("a std::" + container_.name + " that is not valid is shown");
    return false;
  }

  // The address that stands there, fixed. False: the run was ended.
  bool address(const Spot& place, Address& result) {
    if (!o_.fits(place, kPointer)) return broken();
    o_.begin();
    Value v = loadAt(m_, place.object, place.offset, Type::pointer());
    if (m_.shadows()[v.shadow].undefined != 0) return broken();
    if (!fixPointer(m_, v)) return false;
    o_.comeThrough();
    result = static_cast<Address>(v.bits);
    return m_.running();
  }

  // Where the pointer there leads. `leads` is false for null.
  bool enter(const Spot& place, Spot& target, bool& leads) {
    Address to = 0;
    if (!address(place, to)) return false;
    leads = to != 0;
    if (!leads) return true;
    const ObjectIndex object = objectOf(to);
    if (object == 0 || !m_.memory().exists(object) || !m_.memory().object(object).alive) return broken();
    const uint64_t offset = to - addressOf(object);
    if (!m_.memory().object(object).holds(offset, 0)) return broken();
    target = Spot{object, offset, offset, place.follow};
    target.follow.push_back(place.offset - place.base);
    return true;
  }

  // A number of the container's own, fixed and shown.
  bool number(uint64_t offset, uint64_t bytes, const std::string& function, uint64_t& result) {
    const Spot place = at(spot_, offset);
    if (!o_.fits(place, bytes)) return broken();
    o_.begin();
    const Type type = Type::integer(static_cast<unsigned>(8 * bytes));
    const Value v = loadAt(m_, place.object, place.offset, type);
    if (m_.shadows()[v.shadow].undefined != 0) return broken();
    result = static_cast<uint64_t>(m_.concretise(v, type, DecisionKind::Size));
    if (!m_.running()) return false;
    o_.comeThrough();
    addNumber(o_.cellAt(place, called(function), bytes), 8 * bytes, result);
    return m_.running();
  }

  void addNumber(ObservedCell cell, uint64_t bits, uint64_t value) {
    cell.sort = expr::Sort::bits(static_cast<unsigned>(bits));
    cell.isSigned = false;
    cell.bits = value;
    o_.begin();
    o_.add(std::move(cell));
  }

  // A size that is a sum of pointers.
  void addSize(uint64_t count, std::vector<program::MemoryPath::Term> terms, int64_t plus) {
    ObservedCell cell = o_.cellAt(spot_, called("size()"), 8);
    cell.path.terms = std::move(terms);
    for (program::MemoryPath::Term& term : cell.path.terms) term.offset += spot_.offset - spot_.base;
    cell.path.plus = plus;
    cell.path.divisor = elementSize();
    addNumber(std::move(cell), 64, count);
  }

  void elements(Spot first, uint64_t from, uint64_t count) {
    for (uint64_t k = 0; k < count && m_.running(); ++k) o_.value(container_.element, at(first, k * elementSize()), name_.element(from + k));
  }

  uint64_t shown(uint64_t count, uint64_t most) {
    if (count > most) m_.assume(result::Premise::ManyElements);
    return std::min(count, most);
  }

  // --- a pointer and a number

  void sized(uint64_t most) {
    uint64_t count = 0;
    if (number(container_.count, container_.countBytes, "size()", count)) contiguous(shown(count, most));
  }

  void contiguous(uint64_t count) {
    if (count == 0) return;
    Spot first;
    bool leads = false;
    if (!enter(at(spot_, container_.data), first, leads)) return;
    if (!leads || !o_.fits(first, count * elementSize())) return void(broken());
    elements(first, 0, count);
  }

  // Where the characters stand is a decision, and not shown.
  void llvmString() {
    if (!o_.fits(spot_, 24)) return void(broken());
    constexpr unsigned kFlagBits = 1, kSizeBits = 7;
    o_.begin();
    const Type type = Type::integer(8);
    const Value v = loadAt(m_, spot_.object, spot_.offset, type);
    if (m_.shadows()[v.shadow].undefined != 0) return void(broken());
    const auto first = static_cast<uint64_t>(m_.concretise(v, type, DecisionKind::Size));
    if (!m_.running()) return;
    o_.comeThrough();
    if ((first & 1) != 0) return sized(kMostCharacters);
    ObservedCell cell = o_.cellAt(spot_, called("size()"), 1);
    cell.path.bitOffset = kFlagBits;
    cell.path.bits = kSizeBits;
    addNumber(std::move(cell), 64, first >> kFlagBits);
    if (m_.running()) elements(at(spot_, container_.local), 0, first >> kFlagBits);
  }

  void vector() {
    Address begin = 0, end = 0;
    if (!address(at(spot_, container_.data), begin) || !address(at(spot_, container_.data + kPointer), end)) return;
    if (objectOf(begin) != objectOf(end) || end < begin || (end - begin) % elementSize() != 0) return void(broken());
    const uint64_t count = (end - begin) / elementSize();
    addSize(count, {{container_.data + kPointer, 1}, {container_.data, -1}}, 0);
    contiguous(shown(count, kMostShown));
  }

  // Iterators have the element, the begin and end of its block, and the place of the block in the array of blocks.
  void deque() {
    const uint64_t start = container_.data, finish = container_.data + 4 * kPointer;
    Address from = 0, firstEnd = 0, firstNode = 0, to = 0, lastBegin = 0, lastNode = 0;
    if (!address(at(spot_, start), from) || !address(at(spot_, start + 2 * kPointer), firstEnd) ||
        !address(at(spot_, start + 3 * kPointer), firstNode) || !address(at(spot_, finish), to) ||
        !address(at(spot_, finish + kPointer), lastBegin) || !address(at(spot_, finish + 3 * kPointer), lastNode))
      return;
    const uint64_t size = elementSize(), inBlock = size < kBlock ? kBlock / size : 1;
    const uint64_t blocks = (lastNode - firstNode) / kPointer;
    if (objectOf(firstNode) != objectOf(lastNode) || lastNode < firstNode) return void(broken());
    const uint64_t inFirst = (firstEnd - from) / size, inLast = (to - lastBegin) / size;
    const uint64_t count = blocks == 0 ? (to - from) / size : inFirst + (blocks - 1) * inBlock + inLast;
    const auto bytes = static_cast<int64_t>(inBlock * size);
    addSize(count,
            {{finish + 3 * kPointer, bytes / 8}, {start + 3 * kPointer, -bytes / 8}, {finish, 1}, {finish + kPointer, -1},
             {start + 2 * kPointer, 1}, {start, -1}},
            -bytes);
    uint64_t left = shown(count, kMostShown), done = 0;
    for (uint64_t block = 0; left > 0 && m_.running(); ++block) {
      Spot first;
      bool leads = false;
      if (block == 0) {
        if (!enter(at(spot_, start), first, leads) || !leads) return;
      } else {
        Spot node;
        if (!enter(at(spot_, start + 3 * kPointer), node, leads) || !leads) return;
        if (!enter(at(node, block * kPointer), first, leads) || !leads) return;
      }
      const uint64_t now = std::min(left, block == 0 ? inFirst : inBlock);
      if (!o_.fits(first, now * size)) return void(broken());
      elements(first, done, now);
      done += now;
      left -= now;
    }
  }

  // --- nodes

  void node(const Spot& node, uint64_t k) {
    const Spot place = at(node, program::valueInNode(m_.program(), container_));
    if (!o_.fits(place, elementSize())) return void(broken());
    o_.value(container_.element, place, name_.element(k));
  }

  void list() {
    uint64_t count = 0;
    if (!number(container_.count, 8, "size()", count)) return;
    Spot place = at(spot_, container_.data);
    for (uint64_t k = 0; k < shown(count, kMostShown) && m_.running(); ++k) {
      Spot next;
      bool leads = false;
      if (!enter(place, next, leads)) return;
      if (!leads) return void(broken());
      node(next, k);
      place = next;
    }
  }

  void tree() {
    uint64_t count = 0, next = 0;
    if (!number(container_.count, 8, "size()", count)) return;
    const uint64_t most = shown(count, kMostShown);
    below(at(spot_, container_.data + 8), most, next, 0);
    if (m_.running() && next != most) broken();
  }

  void below(const Spot& link, uint64_t most, uint64_t& next, unsigned depth) {
    Spot own;
    bool leads = false;
    if (!m_.running() || next == most || depth > 64 || !enter(link, own, leads) || !leads) return;
    below(at(own, 16), most, next, depth + 1);
    if (next == most || !m_.running()) return;
    node(own, next++);
    below(at(own, 24), most, next, depth + 1);
  }

  // Without an order of their own they are shown in that of their keys, which is a decision; equal keys of a multimap in that of their values.
  void hash() {
    uint64_t count = 0;
    if (!number(container_.count, 8, "size()", count)) return;
    if (count > kMostShown) return m_.unfinished("unsupported: a std::" + container_.name + " of " + std::to_string(count) + " elements is shown");
    if (count > 1) m_.assume(result::Premise::OrderOfTables);
    std::vector<Keyed> nodes;
    Spot place = at(spot_, container_.data);
    for (uint64_t k = 0; k < count && m_.running(); ++k) {
      Keyed next;
      bool leads = false;
      if (!enter(place, next.node, leads)) return;
      if (!leads) return void(broken());
      place = next.node;
      if (!key(next)) return;
      nodes.push_back(std::move(next));
    }
    std::sort(nodes.begin(), nodes.end(), [](const Keyed& a, const Keyed& b) { return a.parts < b.parts; });
    for (size_t k = 1; k < nodes.size(); ++k)
      if (!fixOrder(nodes[k - 1], nodes[k])) return;
    for (size_t k = 0; k < nodes.size() && m_.running(); ++k) node(nodes[k].node, k);
  }

  struct KeyPart {
    std::string bytes;  // of a number: the highest first
    expr::ExprId expr;  // of a number that depends on the input
    bool operator<(const KeyPart& other) const { return bytes < other.bytes; }
  };
  struct Keyed {
    Spot node;
    std::vector<KeyPart> parts;
  };

  bool key(Keyed& keyed) {
    const Spot place = at(keyed.node, program::valueInNode(m_.program(), container_));
    if (container_.isSet || container_.isMulti) return keyPart(container_.element, place, keyed);
    const auto pair = program::containerOf(m_.program(), container_.element);
    return pair && !pair->parts.empty() ? keyPart(pair->parts[0].type, at(place, pair->parts[0].offset), keyed) : broken();
  }

  // Numbers, strings, and pairs of them.
  bool keyPart(program::SourceTypeId type, const Spot& place, Keyed& keyed) {
    const auto container = program::containerOf(m_.program(), type);
    if (container && container->kind == Container::Kind::String) return textKey(*container, place, keyed);
    if (container && container->kind == Container::Kind::Parts)
      return std::all_of(container->parts.begin(), container->parts.end(),
                         [&](const Container::Part& part) { return keyPart(part.type, at(place, part.offset), keyed); });
    const program::SourceType& own = m_.program().sourceType(type);
    const bool isNumber = own.kind == program::SourceKind::Int || own.kind == program::SourceKind::Char ||
                          own.kind == program::SourceKind::Bool || own.kind == program::SourceKind::Enum;
    if (!isNumber || own.sizeBytes > 8) {
      m_.unfinished("unsupported: a std::" + container_.name + " whose " + (container_.isMulti ? "elements" : "keys") + " are " + own.name + " is shown");
      return false;
    }
    return numberKey(place, own.sizeBytes, keyed);
  }

  bool numberKey(const Spot& place, uint64_t bytes, Keyed& keyed) {
    o_.begin();
    const Type bits = Type::integer(static_cast<unsigned>(8 * bytes));
    const Value v = loadAt(m_, place.object, place.offset, bits);
    if (m_.shadows()[v.shadow].undefined != 0) return broken();
    KeyPart& part = addPart(keyed, static_cast<uint64_t>(v.bits));
    if (m_.isSymbolic(v.shadow)) part.expr = m_.exprOf(v, bits);
    o_.comeThrough();
    return m_.running();
  }

  static KeyPart& addPart(Keyed& keyed, uint64_t number) {
    KeyPart& part = keyed.parts.emplace_back();
    for (unsigned k = 8; k-- > 0;) part.bytes += static_cast<char>(number >> (8 * k));
    return part;
  }

  // Shorter ones first.
  bool textKey(const Container& text, const Spot& place, Keyed& keyed) {
    ContainerObserver inner(o_, m_, text, place, name_);
    o_.begin();
    const Value size = loadAt(m_, place.object, place.offset + text.count, Type::integer(64));
    const auto count = static_cast<uint64_t>(m_.concretise(size, Type::integer(64), DecisionKind::Size));
    o_.comeThrough();
    Spot first;
    bool leads = false;
    if (!m_.running() || count > kMostCharacters || !inner.enter(at(place, text.data), first, leads) || !leads || !o_.fits(first, count)) return broken();
    addPart(keyed, count);
    for (uint64_t k = 0; k < count; ++k)
      if (!numberKey(at(first, k), 1, keyed)) return false;
    return m_.running();
  }

  // Numbers as bits: any order serves that both versions share. Parts up to the first that differs decide.
  bool fixOrder(const Keyed& one, const Keyed& next) {
    for (size_t k = 0; k < one.parts.size(); ++k) {
      const KeyPart &x = one.parts[k], &y = next.parts[k];
      const bool isSame = x.bytes == y.bytes;
      if (x.expr.valid() || y.expr.valid()) {
        const unsigned width = m_.pool().sort(x.expr.valid() ? x.expr : y.expr).width;
        o_.begin();
        m_.decide(m_.pool().binary(isSame ? expr::Op::Equal : expr::Op::ULt, exprOf(x, width), exprOf(y, width)), DecisionKind::Branch);
        o_.comeThrough();
        if (!m_.running()) return false;
      }
      if (!isSame) return true;
    }
    return true;
  }

  expr::ExprId exprOf(const KeyPart& part, unsigned width) {
    if (part.expr.valid()) return part.expr;
    U128 bits = 0;
    for (const char c : part.bytes) bits = bits << 8 | static_cast<unsigned char>(c);
    return m_.pool().bits(width, bits);
  }

  // --- something to be called

  // What a function does is not compared, only that there is none, or which one an input holds.
  void function() {
    Address manager = 0;
    if (!address(at(spot_, container_.count), manager)) return;
    const ObjectIndex object = objectOf(manager);
    const bool isInput = object != 0 && m_.memory().exists(object) && m_.memory().object(object).kind == ObjectKind::Function &&
                         m_.program().functions[m_.memory().object(object).source].name.starts_with("cleave_manager.");
    if (isInput) return o_.pointer(container_.element, spot_, Name::plain(called("target()").text));
    if (manager != 0) return m_.unfinished("unsupported: a std::function that is not empty is shown, and what it does would have to be compared");
    addNumber(o_.cellAt(at(spot_, container_.count), called("target()"), 8), 64, 0);
  }

  // --- one or none, one of several

  void optional() {
    uint64_t has = 0;
    if (number(container_.count, 1, "has_value()", has) && has != 0)
      o_.value(container_.element, at(spot_, container_.data), Name::pointee(name_));
  }

  void variant() {
    uint64_t index = 0;
    if (!number(container_.count, 1, "index()", index) || index >= container_.parts.size()) return;
    o_.value(container_.parts[index].type, at(spot_, container_.data),
             Name::plain("get<" + std::to_string(index) + ">(" + name_.text + ")"));
  }

  O& o_;
  Machine& m_;
  const Container& container_;
  const Spot spot_;
  const Name name_;
};

}  // namespace cleave::vm
