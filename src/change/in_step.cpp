#include "change/in_step.h"

#include <algorithm>
#include <compare>
#include <set>

#include "program/facts.h"
#include "support/check.h"

namespace cleave::change {

using program::BlockIndex;
using program::Function;
using program::FunctionId;
using program::InstIndex;
using program::Instruction;
using program::Op;
using program::Operand;

namespace {

// Where a way through code that is out of step ends.
struct Stop {
  enum class Kind : uint8_t { End, Item, Phis } kind = Kind::End;
  uint32_t index = 0;                // Item: the instruction; Phis: the block
  BlockIndex from = flow::kNoBlock;  // Phis: the predecessor
  auto operator<=>(const Stop&) const = default;
};
using Stops = std::set<Stop>;

// A function of one version, seen with only what is in step.
class View {
 public:
  View(Joint& joint, Side side, FunctionId id) : joint_(joint), side_(side), id_(id), function_(joint.program(side).function(id)) {}

  const Function& function() const { return function_; }
  BlockIndex blockOf(InstIndex i) const { return function_.facts.blockOf[i]; }

  bool inStep(InstIndex i) const {
    return function_.instructions[i].op != Op::Jump && joint_.hasPartner(side_, id_, i) && !joint_.isOut(side_, id_, i);
  }
  bool isCleanPhi(BlockIndex b, uint32_t p) const {
    return joint_.hasPhiPartner(side_, id_, b, p) && !joint_.isPhiImpacted(side_, id_, b, p);
  }
  bool hasCleanPhi(BlockIndex b) const {
    for (uint32_t p = 0; p < function_.blocks[b].phis.size(); ++p)
      if (isCleanPhi(b, p)) return true;
    return false;
  }

  Stops entering(BlockIndex block, BlockIndex from) const {
    Stops stops;
    std::vector<bool> seen(function_.blocks.size(), false);
    enter(block, from, stops, seen);
    return stops;
  }
  Stops behind(InstIndex i) const {  // what follows an instruction that is no branch
    Stops stops;
    std::vector<bool> seen(function_.blocks.size(), false);
    scan(blockOf(i), i + 1, stops, seen);
    return stops;
  }
  Stops behindPhis(BlockIndex block) const {
    Stops stops;
    std::vector<bool> seen(function_.blocks.size(), false);
    scan(block, function_.blocks[block].first, stops, seen);
    return stops;
  }
  Stops behindAnyTarget(InstIndex branch) const {
    Stops stops;
    std::vector<bool> seen(function_.blocks.size(), false);
    for (const BlockIndex target : program::targetsOf(function_, function_.instructions[branch]))
      enter(target, blockOf(branch), stops, seen);
    return stops;
  }

  Operand incoming(BlockIndex block, uint32_t phi, BlockIndex from) const {
    for (const auto& [predecessor, operand] : function_.blocks[block].phis[phi].incoming)
      if (predecessor == from) return operand;
    return {};
  }

  void putOut(const Stop& stop) const {
    if (stop.kind == Stop::Kind::Item) joint_.putOut(side_, id_, stop.index);
    if (stop.kind == Stop::Kind::Phis)
      for (uint32_t p = 0; p < function_.blocks[stop.index].phis.size(); ++p) joint_.raisePhi(side_, id_, stop.index, p);
  }

 private:
  void enter(BlockIndex block, BlockIndex from, Stops& stops, std::vector<bool>& seen) const {
    if (hasCleanPhi(block)) {
      stops.insert({Stop::Kind::Phis, block, from});
    } else if (!seen[block]) {
      seen[block] = true;
      scan(block, function_.blocks[block].first, stops, seen);
    }
  }

  void scan(BlockIndex block, InstIndex first, Stops& stops, std::vector<bool>& seen) const {
    for (InstIndex i = first; i < function_.blocks[block].end; ++i) {
      const Instruction& instruction = function_.instructions[i];
      if (instruction.op == Op::Return) {
        stops.insert({Stop::Kind::End, 0, flow::kNoBlock});
        return;
      }
      if (inStep(i)) {
        stops.insert({Stop::Kind::Item, i, flow::kNoBlock});
        return;
      }
      for (const BlockIndex target : program::targetsOf(function_, instruction)) enter(target, block, stops, seen);
    }
  }

  Joint& joint_;
  Side side_;
  FunctionId id_;
  const Function& function_;
};

class Comparison {
 public:
  Comparison(Joint& joint, FunctionId before, FunctionId after)
      : joint_(joint), beforeId_(before), afterId_(after), before_(joint, Side::Before, before), after_(joint, Side::After, after) {}

  void run() {
    expect(before_.entering(0, flow::kNoBlock), after_.entering(0, flow::kNoBlock));
    const Function& function = before_.function();
    for (BlockIndex b = 0; b < function.blocks.size(); ++b) {
      for (uint32_t p = 0; p < function.blocks[b].phis.size(); ++p) {
        if (!before_.isCleanPhi(b, p)) continue;
        expect(before_.behindPhis(b), after_.behindPhis(joint_.phiPartner(Side::Before, beforeId_, b, p).block));
        break;
      }
      for (InstIndex i = function.blocks[b].first; i < function.blocks[b].end; ++i)
        if (before_.inStep(i)) follow(i, joint_.partnerOf(Side::Before, beforeId_, i));
    }
  }

 private:
  void follow(InstIndex x, InstIndex y) {
    const Instruction& instruction = before_.function().instructions[x];
    if (instruction.op == Op::Return || instruction.op == Op::Unreachable) return;
    if (instruction.op != Op::Branch && instruction.op != Op::Switch) return expect(before_.behind(x), after_.behind(y));
    if (joint_.isImpacted(Side::Before, beforeId_, x)) return expect(before_.behindAnyTarget(x), after_.behindAnyTarget(y));
    const auto targets = program::targetsOf(before_.function(), instruction);
    auto others = program::targetsOf(after_.function(), after_.function().instructions[y]);
    const Operand other = after_.function().instructions[y].a;
    if (instruction.op == Op::Branch && joint_.proofOf(beforeId_, instruction.a, afterId_, other, true) == Joint::Proof::Clean)
      std::ranges::reverse(others);
    CHECK(targets.size() == others.size(), "matched terminators with different numbers of edges");
    for (size_t k = 0; k < targets.size(); ++k)
      expect(before_.entering(targets[k], before_.blockOf(x)), after_.entering(others[k], after_.blockOf(y)));
  }

  void expect(const Stops& before, const Stops& after) {
    if (before.empty() && after.empty()) return;
    if (before.size() == 1 && after.size() == 1 && same(*before.begin(), *after.begin())) return;
    for (const Stop& stop : before) before_.putOut(stop);
    for (const Stop& stop : after) after_.putOut(stop);
  }

  bool same(const Stop& x, const Stop& y) {
    if (x.kind != y.kind) return false;
    switch (x.kind) {
      case Stop::Kind::End:
        return true;
      case Stop::Kind::Item:
        return joint_.partnerOf(Side::Before, beforeId_, x.index) == y.index;
      case Stop::Kind::Phis:
        return samePhis(x, y);
    }
    UNREACHABLE("not a kind of stop");
  }

  // Clean phis of the two blocks are each other's partners, and take the same values on this way: proved, or of partners that are clean.
  // Partners that are not may each be the same as what comes on another way, which says nothing of this one.
  bool samePhis(const Stop& x, const Stop& y) {
    for (uint32_t p = 0; p < before_.function().blocks[x.index].phis.size(); ++p) {
      if (!before_.isCleanPhi(x.index, p)) continue;
      const Matching::PhiRef partner = joint_.phiPartner(Side::Before, beforeId_, x.index, p);
      if (partner.block != y.index) return false;
      const Operand own = before_.incoming(x.index, p, x.from), other = after_.incoming(y.index, partner.phi, y.from);
      const bool proved = joint_.proofOf(beforeId_, own, afterId_, other) == Joint::Proof::Clean;
      const bool isClean = joint_.correspond(beforeId_, own, afterId_, other) && !joint_.isOperandImpacted(Side::Before, beforeId_, own);
      if (!proved && !isClean) return false;
    }
    for (uint32_t p = 0; p < after_.function().blocks[y.index].phis.size(); ++p)
      if (after_.isCleanPhi(y.index, p) && joint_.phiPartner(Side::After, afterId_, y.index, p).block != x.index) return false;
    return true;
  }

  Joint& joint_;
  FunctionId beforeId_, afterId_;
  View before_, after_;
};

}  // namespace

void compareFlow(Joint& joint) {
  for (const FunctionId id : joint.pointsTo(Side::Before).reached()) {
    const FunctionId partner = joint.partnerOf(Side::Before, id);
    if (!partner.valid() || joint.sameCode(id) || joint.isContextOut(Side::Before, id)) continue;
    Comparison(joint, id, partner).run();
  }
}

}  // namespace cleave::change
