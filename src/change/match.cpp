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
#include "support/check.h"

namespace cleave::change {

using program::Block;
using program::Function;
using program::Instruction;
using program::Operand;
using program::Phi;
using program::Type;

namespace {

constexpr uint32_t kNone = Item::kNone;

// What defines a register: a result of an item, or a parameter.
struct Definition {
  enum class Kind : uint8_t { None, Parameter, Item } kind = Kind::None;
  uint32_t index = 0;  // of the parameter (its register's position), or of the item
  uint32_t slot = 0;   // which of the item's registers
};

// One function, with what the matching needs to know of it.
struct Code {
  Code(const Side& s, const Function& f)
      : side(s), function(f), items(itemsOf(f)), definitions(f.registerCount), itemOfInstruction(f.instructions.size(), kNone) {
    uint32_t position = 0;
    for (const auto& parameter : function.parameters)
      for (unsigned slot = 0; slot < parameter.type.slots(); ++slot)
        define(parameter.reg + slot, {Definition::Kind::Parameter, position++, 0});
    for (uint32_t k = 0; k < items.size(); ++k) {
      if (!items[k].isPhi) itemOfInstruction[items[k].index] = k;
      Written written = writtenAt(k);
      for (uint32_t slot = 0; slot < written.registers.size(); ++slot) define(written.registers[slot], {Definition::Kind::Item, k, slot});
    }
  }

  void define(program::Reg reg, Definition definition) {
    CHECK(reg < definitions.size(), "a register beyond the frame of " + function.name);
    definitions[reg] = definition;
  }

  const Phi& phi(uint32_t item) const { return function.blocks[items[item].block].phis[items[item].index]; }
  const Instruction& instruction(uint32_t item) const { return function.instructions[items[item].index]; }
  Written writtenAt(uint32_t item) const { return items[item].isPhi ? writtenBy(phi(item)) : writtenBy(function, instruction(item)); }
  uint32_t firstOf(program::BlockIndex block) const { return itemOfInstruction[function.blocks[block].first]; }
  uint32_t lastOf(program::BlockIndex block) const { return itemOfInstruction[function.blocks[block].end - 1]; }

  const Side& side;
  const Function& function;
  std::vector<Item> items;
  std::vector<Definition> definitions;  // by register
  std::vector<uint32_t> itemOfInstruction;
};

class Matcher {
 public:
  Matcher(const Side& before, const Function& beforeFunction, const Side& after, const Function& afterFunction)
      : before_(before, beforeFunction), after_(after, afterFunction) {}

  Match run() {
    alignItems();
    pairReplacements();
    for (uint32_t x = 0; x < before_.items.size(); ++x) judgeBefore(x);
    for (uint32_t y = 0; y < after_.items.size(); ++y)
      if (matchOfAfter_[y] == kNone && linkOfAfter_[y] == kNone) addOneSided(kNone, y);
    return {std::move(before_.items), std::move(after_.items), std::move(matchOfBefore_), std::move(places_)};
  }

 private:
  void alignItems() {
    std::unordered_map<Shape, uint32_t, ShapeHash> tokens;
    auto tokensOf = [&](const Code& code) {
      std::vector<uint32_t> list;
      for (Shape& shape : looseShapes(code.side, code.function))
        list.push_back(tokens.try_emplace(std::move(shape), static_cast<uint32_t>(tokens.size())).first->second);
      return list;
    };
    std::vector<uint32_t> before = tokensOf(before_), after = tokensOf(after_);
    matchOfBefore_.assign(before.size(), kNone);
    matchOfAfter_.assign(after.size(), kNone);
    for (auto [x, y] : align(before, after)) {
      matchOfBefore_[x] = y;
      matchOfAfter_[y] = x;
    }
  }

  // Links: the matching, and the replacements between two matched items. The last values of a stretch are the likeliest to be used behind
  // it, so the pairing goes backwards.
  void pairReplacements() {
    linkOfBefore_ = matchOfBefore_;
    linkOfAfter_ = matchOfAfter_;
    uint32_t x = 0, y = 0;
    while (x < matchOfBefore_.size() || y < matchOfAfter_.size()) {
      uint32_t xEnd = x, yEnd = y;
      while (xEnd < matchOfBefore_.size() && matchOfBefore_[xEnd] == kNone) ++xEnd;
      while (yEnd < matchOfAfter_.size() && matchOfAfter_[yEnd] == kNone) ++yEnd;
      pairStretch(x, xEnd, y, yEnd);
      x = xEnd + 1;
      y = yEnd + 1;
    }
  }

  void pairStretch(uint32_t xFirst, uint32_t xEnd, uint32_t yFirst, uint32_t yEnd) {
    if (xFirst == xEnd || yFirst == yEnd) return;
    std::map<std::vector<uint32_t>, std::vector<uint32_t>> waiting;  // by kind of result: items of after, ascending
    for (uint32_t y = yFirst; y < yEnd; ++y) waiting[replacementKind(after_, y)].push_back(y);
    for (uint32_t x = xEnd; x-- > xFirst;) {
      auto found = waiting.find(replacementKind(before_, x));
      if (found == waiting.end() || found->second.empty()) continue;
      linkOfBefore_[x] = found->second.back();
      linkOfAfter_[found->second.back()] = x;
      found->second.pop_back();
    }
  }

  // What may replace what: results of the same types; terminators, and instructions without a result, their like.
  static std::vector<uint32_t> replacementKind(const Code& code, uint32_t item) {
    const Item& it = code.items[item];
    std::vector<uint32_t> kind{it.isPhi};
    for (Type type : code.writtenAt(item).types) kind.push_back((static_cast<uint32_t>(type.kind) << 8) | type.width);
    if (kind.size() == 1 && !it.isPhi) kind.push_back(1000 + isTerminator(code.instruction(item).op));
    return kind;
  }

  void judgeBefore(uint32_t x) {
    if (matchOfBefore_[x] == kNone) {
      if (linkOfBefore_[x] == kNone) return addOneSided(x, kNone);
      places_.push_back({x, linkOfBefore_[x], {}, {}});
      if (before_.items[x].isPhi) addPhiCauses(places_.back());
      return;
    }
    uint32_t y = matchOfBefore_[x];
    Place place{x, y, {}, {}};
    bool edited = false;  // it differs, and not only since it reads what others brought in or took away
    bool same = before_.items[x].isPhi ? samePhi(x, y, place, edited) : sameInstruction(x, y, place, edited);
    if (same) return;
    if (edited) place.causesBefore.clear(), place.causesAfter.clear();
    places_.push_back(std::move(place));
  }

  void addOneSided(uint32_t x, uint32_t y) {
    places_.push_back({x, y, {}, {}});
    if (x != kNone ? before_.items[x].isPhi : after_.items[y].isPhi) addPhiCauses(places_.back());
  }

  // A phi of one side alone, or a replaced one, belongs to the places whose values or ways it merges: its own line is where the paths meet.
  void addPhiCauses(Place& place) {
    auto gather = [](const Code& code, uint32_t item, const std::vector<uint32_t>& matches, std::vector<uint32_t>& causes) {
      if (item == kNone) return;
      for (const auto& [block, value] : code.phi(item).incoming) {
        if (uint32_t d = definingItem(code, value); d != kNone && d != item && matches[d] == kNone) causes.push_back(d);
        if (uint32_t end = code.lastOf(block); matches[end] == kNone) causes.push_back(end);
      }
    };
    gather(before_, place.before, matchOfBefore_, place.causesBefore);
    gather(after_, place.after, matchOfAfter_, place.causesAfter);
  }

  static uint32_t definingItem(const Code& code, Operand operand) {
    if (!operand.present() || operand.isConstant()) return kNone;
    const Definition& d = code.definitions[operand.index()];
    return d.kind == Definition::Kind::Item ? d.index : kNone;
  }

  bool sameInstruction(uint32_t x, uint32_t y, Place& place, bool& edited) {
    std::vector<Operand> before = operandsOf(before_.side.program, before_.function, before_.instruction(x));
    std::vector<Operand> after = operandsOf(after_.side.program, after_.function, after_.instruction(y));
    CHECK(before.size() == after.size(), "items of equal shape with different numbers of operands");
    bool same = true;
    for (size_t k = 0; k < before.size(); ++k) same &= sameOperand(before[k], after[k], place, edited);
    if (!sameTargets(before_.instruction(x), after_.instruction(y))) {
      same = false;
      edited = true;
    }
    return same;
  }

  bool sameTargets(const Instruction& before, const Instruction& after) const {
    auto beforeTargets = targetsOf(before_.function, before), afterTargets = targetsOf(after_.function, after);
    CHECK(beforeTargets.size() == afterTargets.size(), "terminators of equal shape with different numbers of edges");
    for (size_t k = 0; k < beforeTargets.size(); ++k) {
      uint32_t x = before_.firstOf(beforeTargets[k]), y = after_.firstOf(afterTargets[k]);
      if (matchOfBefore_[x] != y && matchOfBefore_[x] != kNone && matchOfAfter_[y] != kNone) return false;
    }
    return true;
  }

  bool samePhi(uint32_t x, uint32_t y, Place& place, bool& edited) {
    bool same = true;
    for (const auto& [predecessor, value] : before_.phi(x).incoming) {
      uint32_t terminator = matchOfBefore_[before_.lastOf(predecessor)];
      if (terminator == kNone) continue;
      for (const auto& [otherPredecessor, otherValue] : after_.phi(y).incoming)
        if (otherPredecessor == after_.items[terminator].block) same &= sameOperand(value, otherValue, place, edited);
    }
    return same;
  }

  // False with `edited` set, or with the items named that brought in the value read on one side only.
  bool sameOperand(Operand before, Operand after, Place& place, bool& edited) {
    bool beforeReads = before.present() && !before.isConstant(), afterReads = after.present() && !after.isConstant();
    if (!beforeReads && !afterReads &&
        shapeOf(before_.side, before_.function, before, Detail::Exact) == shapeOf(after_.side, after_.function, after, Detail::Exact))
      return true;
    if (beforeReads && afterReads && sameDefinition(before_.definitions[before.index()], after_.definitions[after.index()])) return true;
    uint32_t x = definingItem(before_, before), y = definingItem(after_, after);
    bool deleted = x != kNone && matchOfBefore_[x] == kNone, inserted = y != kNone && matchOfAfter_[y] == kNone;
    if (deleted) place.causesBefore.push_back(x);
    if (inserted) place.causesAfter.push_back(y);
    edited |= !deleted && !inserted;
    return false;
  }

  bool sameDefinition(const Definition& before, const Definition& after) const {
    if (before.kind != after.kind || before.slot != after.slot) return false;
    if (before.kind == Definition::Kind::Parameter) return before.index == after.index;
    return before.kind == Definition::Kind::Item && linkOfBefore_[before.index] == after.index;
  }

  Code before_;
  Code after_;
  std::vector<uint32_t> matchOfBefore_, matchOfAfter_;  // items of equal shape
  std::vector<uint32_t> linkOfBefore_, linkOfAfter_;    // these, and replacements
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

std::vector<Shape> looseShapes(const Side& side, const Function& function) {
  std::vector<Shape> shapes;
  for (const Item& item : itemsOf(function)) {
    shapes.push_back(item.isPhi ? shapeOf(side, function, function.blocks[item.block].phis[item.index], Detail::Loose)
                                : shapeOf(side, function, function.instructions[item.index], Detail::Loose));
    shapes.back().push_back(item.isPhi);
  }
  return shapes;
}

Match matchFunctions(const Side& before, const Function& beforeFunction, const Side& after, const Function& afterFunction) {
  return Matcher(before, beforeFunction, after, afterFunction).run();
}

}  // namespace cleave::change
