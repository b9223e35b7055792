// A fixpoint of rules that only ever add to what is impacted or out of step, on both versions at once: whatever is said of an item is said
// of its partner. When the rules rest, the control flow of both versions is compared with everything out of step left out (in_step.h); an
// item that would come at another place in the other version is put out of step, and the rules go on.
//
// Values proved the same. A matched instruction is explained if each of its operands is the same register in both versions, as far as names
// go, or proved the same. Its mark does not count then, and an operand that was proved the same is impacted only if an input of the proof
// is. This is sound by induction over the order of execution: the last instances of the inputs come before the reader, in the same order in
// both versions since they are in step, and hold the same. An instruction without effects whose own result was proved the same may read
// what it likes.
#include "change/impact.h"

#include <algorithm>

#include "change/in_step.h"
#include "change/joint.h"
#include "flow/library.h"
#include "program/facts.h"
#include "support/check.h"

namespace cleave::change {

using flow::LibraryFunction;
using flow::Site;
using flow::SiteId;
using flow::SiteSet;
using program::BlockIndex;
using program::CallInfo;
using program::Family;
using program::Function;
using program::FunctionId;
using program::InstIndex;
using program::Instruction;
using program::Op;
using program::Operand;
using program::Program;

namespace {

bool decides(Op op) { return op == Op::Branch || op == Op::Switch; }

class Propagation {
 public:
  Propagation(const Changes& changes, Joint& joint) : changes_(changes), joint_(joint) {}

  void run() {
    seed();
    do {
      while (joint_.takeChanged())
        for (const Side side : kSides)
          for (const FunctionId id : joint_.pointsTo(side).reached()) visit(side, id);
      compareFlow(joint_);
    } while (joint_.hasChanged());
  }

 private:
  void seed() {
    for (const Side side : kSides) {
      for (const FunctionId id : joint_.pointsTo(side).reached()) seedFunction(side, id);
      seedSites(side);
    }
  }

  void seedFunction(Side side, FunctionId id) {
    const Function& function = joint_.program(side).function(id);
    const InstructionMarks& marks = changes_.marks.of(side)[id.value];
    if (!joint_.partnerOf(side, id).valid() || !joint_.control(side, id).reducible) joint_.putContextOut(side, id);
    for (InstIndex i = 0; i < function.instructions.size(); ++i) {
      const Op op = function.instructions[i].op;
      if (op == Op::Jump) continue;  // nothing but structure, which is compared
      const bool matched = joint_.hasPartner(side, id, i);
      const bool marked = isMarked(side, id, i);
      if (!matched || op == Op::Unsupported || (marked && decides(op))) joint_.putOut(side, id, i);
      const bool rewritten = marked && proofOfResult(side, id, i) == Joint::Proof::None;
      if (rewritten || showsAddress(side, id, function.instructions[i])) joint_.raise(side, id, i);
    }
    for (BlockIndex b = 0; b < function.blocks.size(); ++b)
      for (uint32_t p = 0; p < function.blocks[b].phis.size(); ++p)
        if (!joint_.hasPhiPartner(side, id, b, p) || (marks.phis[b][p] != 0 && !isExplainedPhi(side, id, b, p)))
          joint_.raisePhi(side, id, b, p);
  }

  // --- values proved the same

  Joint::Proof proofOf(Side side, FunctionId id, Operand own, Operand other, bool opposite = false) const {
    const Both<FunctionId> functions = inOrder(side, id, joint_.partnerOf(side, id));
    const Both<Operand> operands = inOrder(side, own, other);
    return joint_.proofOf(functions.before, operands.before, functions.after, operands.after, opposite);
  }

  const Instruction* partnerInstruction(Side side, FunctionId id, InstIndex i) const {
    if (!joint_.hasPartner(side, id, i)) return nullptr;
    return &joint_.program(otherSide(side)).function(joint_.partnerOf(side, id)).instructions[joint_.partnerOf(side, id, i)];
  }

  Joint::Proof proofOfResult(Side side, FunctionId id, InstIndex i) const {
    const Instruction& own = joint_.program(side).function(id).instructions[i];
    const Instruction* other = partnerInstruction(side, id, i);
    if (other == nullptr || own.dst == UINT32_MAX || !program::isPure(own.op)) return Joint::Proof::None;
    return proofOf(side, id, Operand::reg(own.dst), Operand::reg(other->dst));
  }

  // It differs, and not only in registers that were proved the same.
  bool isMarked(Side side, FunctionId id, InstIndex i) const {
    return changes_.marks.of(side)[id.value].instructions[i] != 0 && !isExplained(side, id, i);
  }

  bool isExplained(Side side, FunctionId id, InstIndex i) const {
    if (!joint_.hasProofs() || !joint_.hasPartner(side, id, i) || isReadOtherwise(side, id, i)) return false;
    const auto [before, after] = inOrder(side, id, joint_.partnerOf(side, id));
    const Both<InstIndex> indices = inOrder(side, i, joint_.partnerOf(side, id, i));
    const Program &p = joint_.program(Side::Before), &q = joint_.program(Side::After);
    const Function &f = p.function(before), &g = q.function(after);
    const program::Operands xs = operandsOf(p, f, f.instructions[indices.before]), ys = operandsOf(q, g, g.instructions[indices.after]);
    CHECK(xs.size() == ys.size(), "matched instructions with different numbers of operands");
    const bool branches = joint_.program(side).function(id).instructions[i].op == Op::Branch;
    bool proved = false;
    for (size_t k = 0; k < xs.size(); ++k) {
      if (mentionsChangedStart(f, xs[k])) return false;
      if (joint_.correspond(before, xs[k], after, ys[k])) continue;
      const bool opposite = branches && joint_.proofOf(before, xs[k], after, ys[k], true) != Joint::Proof::None;
      if (!opposite && joint_.proofOf(before, xs[k], after, ys[k]) == Joint::Proof::None) return false;
      proved = true;
    }
    return proved;
  }

  // The same bits of the result mean something else to who gets them.
  bool isReadOtherwise(Side side, FunctionId id, InstIndex i) const {
    if (joint_.program(side).function(id).instructions[i].op != Op::Return) return false;
    const FunctionPair* pair = changes_.pairOf(side, id);
    return pair != nullptr && !pair->sameMeaning;
  }

  // The incoming values are compared way by way (in_step.h), so all there is to see is that the mark may stem from one that was proved the
  // same.
  bool isExplainedPhi(Side side, FunctionId id, BlockIndex b, uint32_t p) const {
    if (!joint_.hasProofs() || !joint_.hasPhiPartner(side, id, b, p)) return false;
    const Function& own = joint_.program(side).function(id);
    const Function& other = joint_.program(otherSide(side)).function(joint_.partnerOf(side, id));
    bool proved = false;
    for (const auto& [from, operand] : own.blocks[b].phis[p].incoming) {
      if (mentionsAddress(own, operand)) return false;
      proved = proved || bestProof(side, id, b, p, operand) != Joint::Proof::None;
    }
    for (const auto& [from, operand] : partnerPhi(side, id, b, p).incoming)
      if (mentionsAddress(other, operand)) return false;
    return proved;
  }

  const program::Phi& partnerPhi(Side side, FunctionId id, BlockIndex b, uint32_t p) const {
    const Matching::PhiRef partner = joint_.phiPartner(side, id, b, p);
    return joint_.program(otherSide(side)).function(joint_.partnerOf(side, id)).blocks[partner.block].phis[partner.phi];
  }

  // With any of the values that the partner of a phi may take.
  Joint::Proof bestProof(Side side, FunctionId id, BlockIndex b, uint32_t p, Operand own) const {
    Joint::Proof best = Joint::Proof::None;
    if (!joint_.hasProofs() || !joint_.hasPhiPartner(side, id, b, p)) return best;
    for (const auto& [from, other] : partnerPhi(side, id, b, p).incoming) best = std::max(best, proofOf(side, id, own, other));
    return best;
  }

  static bool mentionsAddress(const Function& function, Operand operand) {
    if (!operand.isConstant()) return false;
    const program::Constant::Kind kind = function.constants[operand.index()].kind;
    return kind == program::Constant::Kind::Global || kind == program::Constant::Kind::Function;
  }

  // Such a mention is a change by itself. One global with another initialiser is enough to give up on all.
  bool mentionsChangedStart(const Function& function, Operand operand) const {
    if (!mentionsAddress(function, operand)) return false;
    return !changes_.sameStart || function.constants[operand.index()].kind == program::Constant::Kind::Function ||
           std::ranges::any_of(changes_.globals, [](const GlobalMatch& each) { return !each.same; });
  }

  // Where objects lie may differ between the versions, even if all else is the same.
  bool showsAddress(Side side, FunctionId id, const Instruction& i) const {
    if (i.op == Op::PtrToInt) return true;
    if (i.op != Op::ICmp || !i.type.isPointer()) return false;
    const auto predicate = static_cast<program::IntPredicate>(i.flag);
    if (predicate == program::IntPredicate::Eq || predicate == program::IntPredicate::Ne) return false;
    return !isOneObject(side, behind(side, id, i.a), behind(side, id, i.b));
  }

  // Both point into the same global, or the same local array (of one activation).
  bool isOneObject(Side side, const SiteSet& a, const SiteSet& b) const {
    unsigned count = 0;
    bool single = true;
    SiteSet both = a;
    both.add(b);
    both.forEach([&](SiteId site) {
      const Site::Kind kind = joint_.pointsTo(side).sites()[site.value].kind;
      single = single && (kind == Site::Kind::Global || kind == Site::Kind::Alloca);
      ++count;
    });
    return single && count == 1;
  }

  void seedSites(Side side) {
    const std::vector<Site>& sites = joint_.pointsTo(side).sites();
    for (size_t s = 0; s < sites.size(); ++s)
      if (!changes_.sameStart || !joint_.isSameAtStart(side, SiteId(s))) joint_.raiseSite(side, SiteId(s));
  }

  // --- one round

  bool impacted(Side side, FunctionId id, Operand operand) const { return joint_.isOperandImpacted(side, id, operand); }
  // Of a matched instruction: `other` is what its partner reads at the same place.
  bool impacted(Side side, FunctionId id, Operand own, Operand other) const {
    switch (proofOf(side, id, own, other)) {
      case Joint::Proof::None:
        return impacted(side, id, own);
      case Joint::Proof::Clean:
        return false;
      case Joint::Proof::Impacted:
        return true;
    }
    UNREACHABLE("not a kind of proof");
  }
  bool impactedArgument(Side side, FunctionId id, const CallInfo& call, const CallInfo* other, size_t k) const {
    return impacted(side, id, call.arguments[k], other == nullptr ? Operand() : other->arguments[k]);
  }
  const CallInfo* partnerCall(Side side, FunctionId id, InstIndex index) const {
    const Instruction* other = partnerInstruction(side, id, index);
    return other == nullptr ? nullptr : &joint_.program(otherSide(side)).function(joint_.partnerOf(side, id)).calls[other->extra];
  }
  const SiteSet& behind(Side side, FunctionId id, Operand operand) const { return joint_.pointsTo(side).behind(id, operand); }
  bool holdsImpacted(Side side, const SiteSet& sites) const { return joint_.impactedSites(side).intersects(sites); }

  void visit(Side side, FunctionId id) {
    const Function& function = joint_.program(side).function(id);
    const bool contextOut = joint_.isContextOut(side, id);
    for (BlockIndex b = 0; b < function.blocks.size(); ++b) {
      const program::Block& block = function.blocks[b];
      const bool blockOut = contextOut || joint_.isBlockOut(side, id, b);
      for (uint32_t p = 0; p < block.phis.size(); ++p) {
        bool any = blockOut || joint_.closesImpacted(side, id, b);
        for (const auto& [from, operand] : block.phis[p].incoming)
          any = any || (impacted(side, id, operand) && bestProof(side, id, b, p, operand) != Joint::Proof::Clean);
        if (any) joint_.raisePhi(side, id, b, p);
      }
      for (InstIndex i = block.first; i < block.end; ++i) {
        if (blockOut) joint_.putOut(side, id, i);
        visitInstruction(side, id, b, i);
      }
    }
    if (!contextOut) return;
    for (uint32_t k = 0; k < function.parameters.size(); ++k) joint_.raiseParameter(side, id, k);
    for (uint32_t k = 0; k < function.results.size(); ++k) joint_.raiseResult(side, id, k);
  }

  void visitInstruction(Side side, FunctionId id, BlockIndex block, InstIndex index) {
    const Instruction& i = joint_.program(side).function(id).instructions[index];
    bool any = joint_.isOut(side, id, index) || joint_.isImpacted(side, id, index);
    if (proofOfResult(side, id, index) != Joint::Proof::Clean)
      any = any || isMarkedValue(side, id, index, i) || readsImpacted(side, id, index, i);
    if (i.op == Op::Call) return visitCall(side, id, index, i);
    const program::MemoryUse memory = program::memoryUseOf(i);
    any = any || holdsImpacted(side, behind(side, id, memory.reads));
    if (any) joint_.raiseSites(side, behind(side, id, memory.writes));
    if (i.op == Op::Return) {
      const CallInfo& returned = joint_.program(side).function(id).calls[i.extra];
      const CallInfo* other = partnerCall(side, id, index);
      for (uint32_t k = 0; k < returned.arguments.size(); ++k)
        if (any || impactedArgument(side, id, returned, other, k)) joint_.raiseResult(side, id, k);
    }
    if (any && decides(i.op)) joint_.divert(side, id, block);
    if (any) joint_.raise(side, id, index);
  }

  bool readsImpacted(Side side, FunctionId id, InstIndex index, const Instruction& i) const {
    const Instruction* other = partnerInstruction(side, id, index);
    const Instruction nothing;
    if (other == nullptr) other = &nothing;
    if (i.op == Op::Branch && proofOf(side, id, i.a, other->a, true) == Joint::Proof::Clean)
      return false;  // the other way, and so in_step.h
    return impacted(side, id, i.a, other->a) || impacted(side, id, i.b, other->b) || impacted(side, id, i.c, other->c);
  }

  // Seeding leaves alone what has a proof of its result; once that does not hold, the mark counts again.
  bool isMarkedValue(Side side, FunctionId id, InstIndex index, const Instruction& i) const {
    return joint_.hasProofs() && program::isPure(i.op) && isMarked(side, id, index);
  }

  void visitCall(Side side, FunctionId id, InstIndex index, const Instruction& i) {
    const program::Program& program = joint_.program(side);
    const CallInfo& call = program.function(id).calls[i.extra];
    const bool out = joint_.isOut(side, id, index);
    const CallInfo* other = partnerCall(side, id, index);
    const bool marked = isMarked(side, id, index);
    const bool anyTarget = !call.callee.valid() && (marked || impacted(side, id, i.a));
    bool any = out || anyTarget || joint_.isImpacted(side, id, index);
    for (const FunctionId callee : joint_.pointsTo(side).targets(id, i)) {
      const Function& function = program.function(callee);
      if (!function.defined) {
        any = visitLibrary(side, id, index, call, other, callee, any) || any;
        continue;
      }
      if (out || anyTarget) joint_.putContextOut(side, callee);
      passArguments(side, id, call, other, callee, out || anyTarget || marked);
      for (uint32_t k = 0; k < call.results.size(); ++k) any = any || joint_.isResultImpacted(side, callee, k);
    }
    if (any) joint_.raise(side, id, index);
  }

  void passArguments(Side side, FunctionId id, const CallInfo& call, const CallInfo* other, FunctionId callee, bool all) {
    const Function& function = joint_.program(side).function(callee);
    for (uint32_t k = 0; k < call.arguments.size(); ++k) {
      const bool own = all || impactedArgument(side, id, call, other, k);
      if (k >= function.parameters.size()) {
        const SiteId area = joint_.pointsTo(side).siteOf(Site::Kind::Variadic, callee.value);
        if (own && area.valid()) joint_.raiseSite(side, area);
      } else if (function.parameters[k].byValueSize != 0) {
        const bool contents = own || holdsImpacted(side, behind(side, id, call.arguments[k]));
        if (contents) joint_.raiseSite(side, joint_.pointsTo(side).siteOf(Site::Kind::ByValue, callee.value, k));
      } else if (own) {
        joint_.raiseParameter(side, callee, k);
      }
    }
  }

  // Whether the call is impacted; `any`: already known to be.
  bool visitLibrary(Side side, FunctionId id, InstIndex index, const CallInfo& call, const CallInfo* other, FunctionId callee, bool any) {
    const LibraryFunction* library = flow::findLibraryFunction(joint_.program(side).function(callee).name);
    if (library == nullptr) {  // it may read and write whatever it likes
      joint_.putOut(side, id, index);
      for (size_t s = 0; s < joint_.pointsTo(side).sites().size(); ++s) joint_.raiseSite(side, SiteId(s));
      return true;
    }
    for (size_t k = 0; k < call.arguments.size(); ++k) {
      any = any || impactedArgument(side, id, call, other, k);
      if (library->readsArguments || library->copiesFrom >= 0)
        any = any || holdsImpacted(side, joint_.pointsTo(side).reachable(behind(side, id, call.arguments[k])));
    }
    if (!any) return false;
    for (size_t k = 0; k < call.arguments.size() && k < 8; ++k)
      if ((library->writes >> k & 1) != 0) joint_.raiseSites(side, behind(side, id, call.arguments[k]));
    if (library->frees && !call.arguments.empty()) joint_.raiseSites(side, behind(side, id, call.arguments[0]));
    if (library->allocates) {
      if (const SiteId site = joint_.pointsTo(side).siteOf(Site::Kind::Heap, id.value, index); site.valid()) joint_.raiseSite(side, site);
    }
    return true;
  }

  const Changes& changes_;
  Joint& joint_;
};

// --- leaves: clean items with impacted readers

class LeafFinder {
 public:
  explicit LeafFinder(Joint& joint) : joint_(joint) {}

  void run() {
    for (const Side side : kSides)
      for (const FunctionId id : joint_.pointsTo(side).reached()) visit(side, id);
  }

 private:
  void reads(Side side, FunctionId id, Operand operand) {
    if (program::isRegister(operand)) joint_.wantLeaf(side, id, operand.index());
  }

  void visit(Side side, FunctionId id) {
    const Function& function = joint_.program(side).function(id);
    for (BlockIndex b = 0; b < function.blocks.size(); ++b)
      for (uint32_t p = 0; p < function.blocks[b].phis.size(); ++p)
        if (joint_.isPhiImpacted(side, id, b, p))
          for (const auto& [from, operand] : function.blocks[b].phis[p].incoming) reads(side, id, operand);
    for (InstIndex index = 0; index < function.instructions.size(); ++index) {
      const Instruction& i = function.instructions[index];
      if (i.op == Op::Return) {  // the caller, or whoever observes the entry, may be impacted
        for (const Operand operand : function.calls[i.extra].arguments) reads(side, id, operand);
      } else if (i.op == Op::Call) {
        const bool own = joint_.isImpacted(side, id, index);
        if (own) reads(side, id, i.a);
        for (const Operand operand : function.calls[i.extra].arguments) reads(side, id, operand);
      } else if (joint_.isImpacted(side, id, index)) {
        for (const Operand operand : {i.a, i.b, i.c}) reads(side, id, operand);
      }
    }
  }

  Joint& joint_;
};

// --- what is clean thanks to a proof

class ProvedFinder {
 public:
  ProvedFinder(const Changes& changes, Joint& joint) : changes_(changes), joint_(joint) {}

  void run() {
    if (!joint_.hasProofs()) return;
    for (const Side side : kSides)
      for (const FunctionId id : joint_.pointsTo(side).reached()) visit(side, id);
  }

 private:
  bool impacted(Side side, FunctionId id, Operand operand) const { return joint_.isOperandImpacted(side, id, operand); }

  void visit(Side side, FunctionId id) {
    const Function& function = joint_.program(side).function(id);
    const InstructionMarks& marks = changes_.marks.of(side)[id.value];
    for (InstIndex i = 0; i < function.instructions.size(); ++i) {
      if (joint_.isImpacted(side, id, i) || function.instructions[i].op == Op::Jump) continue;
      const program::Operands operands = program::operandsOf(joint_.program(side), function, function.instructions[i]);
      if (marks.instructions[i] != 0 || std::ranges::any_of(operands, [&](Operand each) { return impacted(side, id, each); }))
        joint_.noteProved(side, id, i);
    }
    for (BlockIndex b = 0; b < function.blocks.size(); ++b)
      for (uint32_t p = 0; p < function.blocks[b].phis.size(); ++p) {
        if (joint_.isPhiImpacted(side, id, b, p)) continue;
        const auto& incoming = function.blocks[b].phis[p].incoming;
        if (marks.phis[b][p] != 0 || std::ranges::any_of(incoming, [&](const auto& each) { return impacted(side, id, each.second); }))
          joint_.noteProvedPhi(side, id, b, p);
      }
  }

  const Changes& changes_;
  Joint& joint_;
};

}  // namespace

Impact findImpact(const Changes& changes, const flow::PointsTo& before, const flow::PointsTo& after, const SameValues& same) {
  Joint joint(changes, before, after, same);
  Propagation(changes, joint).run();
  LeafFinder(joint).run();
  ProvedFinder(changes, joint).run();
  return joint.take();
}

}  // namespace cleave::change
