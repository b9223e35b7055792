// The idea. The items of both functions are aligned as a text diff aligns lines, by their loose shape (shape.h). That gives an
// order-preserving matching M. A matched pair differs nevertheless when
//   - an operand does not correspond: it reads another value than its match;
//   - it is a terminator and some edge leads to blocks whose first instructions are both matched, but not with each other;
//   - it is a phi, and the values for matched predecessors (those whose terminators are matched) do not correspond.
// All of these, and everything unmatched, are places that differ ("marked" below). Registers correspond when they are the same parameter,
// or the same result of matched items. Between two matched items, an unmatched one of before and one of after with results of the same
// types are taken as each other's replacement: both are marked, and their registers correspond, so that an edit of one expression does not
// mark all uses of its value.
//
// Why it is sound: two runs that execute no marked item are in lock-step. By induction over the steps, both runs are at items x and M(x),
// and every register whose definition has been executed has the same value as its corresponding register.
//   - The values: an unmarked item reads corresponding registers. Their definitions have been executed (SSA), hence are not marked, hence
//     are matched, and were executed together the last time, with equal results. (So it does not matter which replacements are paired: a
//     run that reads their registers has executed a marked item.)
//   - The next item within a block: if x+1 and M(x)+1 are not matched with each other, then, M being order-preserving, one of them is
//     unmatched, hence marked. The same argument holds for the first items of the functions.
//   - The next block: if the first instructions of the targets are not matched with each other, one of them is unmatched, hence marked,
//     or the terminator was marked. If they are, phis of the targets B and C are executed together. Let p of B be unmarked, and M(p) stand
//     in D. If D is C, they take corresponding values, since the terminators passed were matched. If not, M(p) < M(first of B) = first of
//     C puts D before C, and the first instruction of D between M(p) and that of C; as there are only phis between p and the first of B,
//     it is unmatched. So a run that executes M(p) executes a marked instruction next, and nobody reads p without one.
// Calls of the same function enter the same function on both sides (symbols.h), whose own marks hold there.
#include "change/match.h"

#include <map>
#include <unordered_map>

#include "change/align.h"
#include "change/shape.h"
#include "program/facts.h"
#include "support/check.h"

namespace cleave::change {

using program::Block;
using program::Definition;
using program::Function;
using program::Instruction;
using program::Operand;
using program::Phi;
using program::Type;

namespace {

constexpr uint32_t kNone = Item::kNone;

// One function, with what the matching needs to know of it.
struct Code {
  explicit Code(const FunctionOf& o)
      : of(o), function(o.function), items(itemsOf(o.function)), itemOfInstruction(o.function.instructions.size(), kNone) {
    for (uint32_t k = 0; k < items.size(); ++k)
      if (!items[k].isPhi) itemOfInstruction[items[k].index] = k;
  }

  const Phi& phi(uint32_t item) const { return function.blocks[items[item].block].phis[items[item].index]; }
  const Instruction& instruction(uint32_t item) const { return function.instructions[items[item].index]; }
  uint32_t firstOf(program::BlockIndex block) const { return itemOfInstruction[function.blocks[block].first]; }
  uint32_t lastOf(program::BlockIndex block) const { return itemOfInstruction[function.blocks[block].end - 1]; }

  const Definition& definitionOf(Operand reg) const { return function.facts.definitions[reg.index()]; }
  uint32_t itemOf(const Definition& definition) const {  // kNone: it is no item
    switch (definition.kind) {
      case Definition::Kind::None:
      case Definition::Kind::Parameter:
        return kNone;
      case Definition::Kind::Phi:  // the phis of a block stand before its first instruction
        return firstOf(definition.index) - static_cast<uint32_t>(function.blocks[definition.index].phis.size()) + definition.phi;
      case Definition::Kind::Instruction:
        return itemOfInstruction[definition.index];
    }
    UNREACHABLE("not a kind of definition");
  }
  uint32_t definingItem(Operand operand) const { return program::isRegister(operand) ? itemOf(definitionOf(operand)) : kNone; }

  FunctionOf of;
  const Function& function;
  std::vector<Item> items;
  std::vector<uint32_t> itemOfInstruction;
};

class Matcher {
 public:
  explicit Matcher(const Both<FunctionOf>& functions) : code_{Code(functions.before), Code(functions.after)} {}

  Match run() {
    alignItems();
    pairReplacements();
    for (uint32_t x = 0; x < code_.before.items.size(); ++x) judgeBefore(x);
    for (uint32_t y = 0; y < code_.after.items.size(); ++y)
      if (match_.after[y] == kNone && link_.after[y] == kNone) addUnmatched({kNone, y});
    return {{std::move(code_.before.items), std::move(code_.after.items)}, std::move(match_.before), std::move(places_)};
  }

 private:
  void alignItems() {
    std::unordered_map<Shape, uint32_t, ShapeHash> tokens;
    const Both<std::vector<uint32_t>> lists = makeBoth([&](Side side) {
      std::vector<uint32_t> list;
      for (Shape& shape : looseShapes(code_.of(side).of))
        list.push_back(tokens.try_emplace(std::move(shape), static_cast<uint32_t>(tokens.size())).first->second);
      return list;
    });
    for (const Side side : kSides) match_.of(side).assign(lists.of(side).size(), kNone);
    for (auto [x, y] : align(lists.before, lists.after)) {
      match_.before[x] = y;
      match_.after[y] = x;
    }
  }

  // Links: the matching, and the replacements between two matched items. The last values of a stretch are the likeliest to be used behind
  // it, so the pairing goes backwards.
  void pairReplacements() {
    link_ = match_;
    uint32_t x = 0, y = 0;
    while (x < match_.before.size() || y < match_.after.size()) {
      const uint32_t xEnd = nextMatched(Side::Before, x), yEnd = nextMatched(Side::After, y);
      pairStretch(x, xEnd, y, yEnd);
      x = xEnd + 1;
      y = yEnd + 1;
    }
  }

  uint32_t nextMatched(Side side, uint32_t item) const {
    while (item < match_.of(side).size() && match_.of(side)[item] == kNone) ++item;
    return item;
  }

  void pairStretch(uint32_t xFirst, uint32_t xEnd, uint32_t yFirst, uint32_t yEnd) {
    if (xFirst == xEnd || yFirst == yEnd) return;
    std::map<std::vector<uint32_t>, std::vector<uint32_t>> waiting;  // by kind of result: items of after, ascending
    for (uint32_t y = yFirst; y < yEnd; ++y) waiting[replacementKind(code_.after, y)].push_back(y);
    for (uint32_t x = xEnd; x-- > xFirst;) {
      auto found = waiting.find(replacementKind(code_.before, x));
      if (found == waiting.end() || found->second.empty()) continue;
      link_.before[x] = found->second.back();
      link_.after[found->second.back()] = x;
      found->second.pop_back();
    }
  }

  // What may replace what: results of the same types; terminators, and instructions without a result, their like.
  static std::vector<uint32_t> replacementKind(const Code& code, uint32_t item) {
    const auto kindOf = [](Type type) { return (static_cast<uint32_t>(type.kind) << 8) | type.width; };
    if (code.items[item].isPhi) {
      const Type type = code.phi(item).type;
      std::vector<uint32_t> kind(1 + type.slots(), kindOf(type));
      kind[0] = 1;
      return kind;
    }
    std::vector<uint32_t> kind{0};
    const Instruction& instruction = code.instruction(item);
    program::forEachResult(code.function, instruction, [&](program::Reg, Type type) { kind.push_back(kindOf(type)); });
    if (kind.size() == 1) kind.push_back(1000 + isTerminator(instruction.op));
    return kind;
  }

  void judgeBefore(uint32_t x) {
    const uint32_t y = match_.before[x];
    if (y == kNone) return addUnmatched({x, link_.before[x]});
    Place place{{x, y}, {}, {}};
    bool edited = false;  // it differs, and not only since it reads what others brought in or took away
    const bool same = code_.before.items[x].isPhi ? samePhi(x, y, place, edited) : sameInstruction(x, y, place, edited);
    if (same) return;
    if (edited) place.causes = {};
    places_.push_back(std::move(place));
  }

  // Of one side alone, or replaced by another. A phi belongs to the places whose values or ways it merges: its own line is where the paths
  // meet.
  void addUnmatched(const Both<uint32_t>& item) {
    Place& place = places_.emplace_back(Place{item, {}, {}});
    const Side known = item.before != kNone ? Side::Before : Side::After;
    if (!code_.of(known).items[item.of(known)].isPhi) return;
    for (const Side side : kSides)
      if (item.of(side) != kNone) addPhiCauses(side, item.of(side), place.causes.of(side));
  }

  void addPhiCauses(Side side, uint32_t item, std::vector<uint32_t>& causes) const {
    const Code& code = code_.of(side);
    const std::vector<uint32_t>& matches = match_.of(side);
    for (const auto& [block, value] : code.phi(item).incoming) {
      if (const uint32_t d = code.definingItem(value); d != kNone && d != item && matches[d] == kNone) causes.push_back(d);
      if (const uint32_t end = code.lastOf(block); matches[end] == kNone) causes.push_back(end);
    }
  }

  bool sameInstruction(uint32_t x, uint32_t y, Place& place, bool& edited) {
    const Instruction &own = code_.before.instruction(x), &partner = code_.after.instruction(y);
    const program::Operands before = operandsOf(code_.before, own), after = operandsOf(code_.after, partner);
    CHECK(before.size() == after.size(), "items of equal shape with different numbers of operands");
    bool same = true;
    for (size_t k = 0; k < before.size(); ++k) same &= sameOperand(before[k], after[k], place, edited);
    if (!sameTargets(own, partner)) {
      same = false;
      edited = true;
    }
    return same;
  }

  static program::Operands operandsOf(const Code& code, const Instruction& instruction) {
    return program::operandsOf(code.of.version.program, code.function, instruction);
  }

  bool sameTargets(const Instruction& own, const Instruction& partner) const {
    const std::vector<program::BlockIndex> before = program::targetsOf(code_.before.function, own);
    const std::vector<program::BlockIndex> after = program::targetsOf(code_.after.function, partner);
    CHECK(before.size() == after.size(), "terminators of equal shape with different numbers of edges");
    for (size_t k = 0; k < before.size(); ++k) {
      const uint32_t x = code_.before.firstOf(before[k]), y = code_.after.firstOf(after[k]);
      if (match_.before[x] != y && match_.before[x] != kNone && match_.after[y] != kNone) return false;
    }
    return true;
  }

  bool samePhi(uint32_t x, uint32_t y, Place& place, bool& edited) {
    bool same = true;
    for (const auto& [predecessor, value] : code_.before.phi(x).incoming) {
      const uint32_t terminator = match_.before[code_.before.lastOf(predecessor)];
      if (terminator == kNone) continue;
      for (const auto& [otherPredecessor, otherValue] : code_.after.phi(y).incoming)
        if (otherPredecessor == code_.after.items[terminator].block && !sameOperand(value, otherValue, place, edited)) {
          same = false;
          place.ways.before.push_back(predecessor);
          place.ways.after.push_back(otherPredecessor);
        }
    }
    return same;
  }

  // False with `edited` set, or with the items named that brought in the value read on one side only.
  bool sameOperand(Operand before, Operand after, Place& place, bool& edited) {
    const bool beforeReads = program::isRegister(before), afterReads = program::isRegister(after);
    if (!beforeReads && !afterReads && shapeOf(code_.before.of, before, Detail::Exact) == shapeOf(code_.after.of, after, Detail::Exact))
      return true;
    if (beforeReads && afterReads && sameDefinition(code_.before.definitionOf(before), code_.after.definitionOf(after))) return true;
    const uint32_t x = code_.before.definingItem(before), y = code_.after.definingItem(after);
    const bool deleted = x != kNone && match_.before[x] == kNone, inserted = y != kNone && match_.after[y] == kNone;
    if (deleted) place.causes.before.push_back(x);
    if (inserted) place.causes.after.push_back(y);
    edited |= !deleted && !inserted;
    return false;
  }

  bool sameDefinition(const Definition& before, const Definition& after) const {
    if (before.slot != after.slot) return false;
    if (before.kind == Definition::Kind::Parameter) return after.kind == Definition::Kind::Parameter && before.index == after.index;
    const uint32_t x = code_.before.itemOf(before), y = code_.after.itemOf(after);
    return x != kNone && y != kNone && link_.before[x] == y;
  }

  Both<Code> code_;
  Both<std::vector<uint32_t>> match_;  // by item: one of equal shape on the other side
  Both<std::vector<uint32_t>> link_;   // these, and replacements
  std::vector<Place> places_;
};

// Items without a line of their own take the nearest one of their block.
void inferLocations(const Function& function, std::vector<Item>& items, size_t first) {
  program::SourceLoc last;
  for (size_t k = first; k < items.size(); ++k) {
    if (items[k].loc.known()) last = items[k].loc;
    items[k].loc = last;
  }
  last = function.loc;
  for (size_t k = items.size(); k-- > first;) {
    if (items[k].loc.known()) last = items[k].loc;
    items[k].loc = last;
  }
}

}  // namespace

std::vector<Item> itemsOf(const Function& function) {
  std::vector<Item> items;
  for (uint32_t b = 0; b < function.blocks.size(); ++b) {
    const Block& block = function.blocks[b];
    size_t first = items.size();
    for (uint32_t p = 0; p < block.phis.size(); ++p) items.push_back({b, p, true, block.phis[p].loc});
    for (uint32_t i = block.first; i < block.end; ++i) items.push_back({b, i, false, function.instructions[i].loc});
    inferLocations(function, items, first);
  }
  return items;
}

std::vector<Shape> looseShapes(const FunctionOf& code) {
  const Function& function = code.function;
  std::vector<Shape> shapes;
  for (const Item& item : itemsOf(function)) {
    shapes.push_back(item.isPhi ? shapeOf(code, function.blocks[item.block].phis[item.index], Detail::Loose)
                                : shapeOf(code, function.instructions[item.index], Detail::Loose));
    shapes.back().push_back(item.isPhi);
  }
  return shapes;
}

Match matchFunctions(const Both<FunctionOf>& functions) { return Matcher(functions).run(); }

}  // namespace cleave::change
