// A fixpoint of rules that only ever add to what is impacted or out of step, on both versions at once: whatever is said of an item is said
// of its partner. When the rules rest, the control flow of both versions is compared with everything out of step left out (in_step.h); an
// item that would come at another place in the other version is put out of step, and the rules go on.
#include "change/impact.h"

#include <algorithm>

#include "change/in_step.h"
#include "change/joint.h"
#include "flow/library.h"
#include "support/check.h"

namespace cleave::change {

using flow::LibraryFunction;
using flow::Site;
using flow::SiteId;
using flow::SiteSet;
using program::BlockIndex;
using program::CallInfo;
using program::Function;
using program::FunctionId;
using program::InstIndex;
using program::Instruction;
using program::Op;
using program::Operand;

namespace {

class Propagation {
 public:
  Propagation(const Changes& changes, Joint& joint) : changes_(changes), joint_(joint) {}

  void run() {
    seed();
    do {
      while (joint_.takeChanged())
        for (const unsigned side : {0u, 1u})
          for (const FunctionId id : joint_.pointsTo(side).reached()) visit(side, id);
      compareFlow(joint_);
    } while (joint_.hasChanged());
  }

 private:
  void seed() {
    for (const unsigned side : {0u, 1u}) {
      for (const FunctionId id : joint_.pointsTo(side).reached()) seedFunction(side, id);
      seedSites(side);
    }
  }

  void seedFunction(unsigned side, FunctionId id) {
    const Function& function = joint_.program(side).function(id);
    const InstructionMarks& marks = (side == 0 ? changes_.beforeMarks : changes_.afterMarks)[id.value];
    if (!joint_.partnerOf(side, id).valid() || !joint_.control(side, id).reducible) joint_.putContextOut(side, id);
    for (InstIndex i = 0; i < function.instructions.size(); ++i) {
      const Op op = function.instructions[i].op;
      if (op == Op::Jump) continue;  // nothing but structure, which is compared
      const bool matched = joint_.hasPartner(side, id, i);
      const bool decides = op == Op::Branch || op == Op::Switch;
      if (!matched || op == Op::Unsupported || (marks.instructions[i] != 0 && decides)) joint_.putOut(side, id, i);
      if (marks.instructions[i] != 0 || showsAddress(side, id, function.instructions[i])) joint_.raise(side, id, i);
    }
    for (BlockIndex b = 0; b < function.blocks.size(); ++b)
      for (uint32_t p = 0; p < function.blocks[b].phis.size(); ++p)
        if (marks.phis[b][p] != 0 || !joint_.hasPhiPartner(side, id, b, p)) joint_.raisePhi(side, id, b, p);
  }

  // Where objects lie may differ between the versions, even if all else is the same.
  bool showsAddress(unsigned side, FunctionId id, const Instruction& i) const {
    if (i.op == Op::PtrToInt) return true;
    if (i.op != Op::ICmp || !i.type.isPointer()) return false;
    const auto predicate = static_cast<program::IntPredicate>(i.flag);
    if (predicate == program::IntPredicate::Eq || predicate == program::IntPredicate::Ne) return false;
    return !isOneObject(side, behind(side, id, i.a), behind(side, id, i.b));
  }

  // Both point into the same global, or the same local array (of one activation).
  bool isOneObject(unsigned side, const SiteSet& a, const SiteSet& b) const {
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

  void seedSites(unsigned side) {
    const std::vector<Site>& sites = joint_.pointsTo(side).sites();
    for (size_t s = 0; s < sites.size(); ++s)
      if (!changes_.sameStart || !joint_.isSameAtStart(side, SiteId(s))) joint_.raiseSite(side, SiteId(s));
  }

  // --- one round

  bool impacted(unsigned side, FunctionId id, Operand operand) const {
    return operand.present() && !operand.isConstant() && joint_.isRegisterImpacted(side, id, operand.index());
  }
  const SiteSet& behind(unsigned side, FunctionId id, Operand operand) const { return joint_.pointsTo(side).behind(id, operand); }
  bool holdsImpacted(unsigned side, const SiteSet& sites) const { return joint_.impactedSites(side).intersects(sites); }

  void visit(unsigned side, FunctionId id) {
    const Function& function = joint_.program(side).function(id);
    const bool contextOut = joint_.isContextOut(side, id);
    for (BlockIndex b = 0; b < function.blocks.size(); ++b) {
      const program::Block& block = function.blocks[b];
      const bool blockOut = contextOut || joint_.isBlockOut(side, id, b);
      for (uint32_t p = 0; p < block.phis.size(); ++p) {
        bool any = blockOut || joint_.closesImpacted(side, id, b);
        for (const auto& [from, operand] : block.phis[p].incoming) any = any || impacted(side, id, operand);
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

  void visitInstruction(unsigned side, FunctionId id, BlockIndex block, InstIndex index) {
    const Instruction& i = joint_.program(side).function(id).instructions[index];
    bool any = joint_.isOut(side, id, index) || joint_.isImpacted(side, id, index);
    for (const Operand operand : {i.a, i.b, i.c}) any = any || impacted(side, id, operand);
    switch (i.op) {
      case Op::Load:
        any = any || holdsImpacted(side, behind(side, id, i.a));
        break;
      case Op::Store:
        if (any) joint_.raiseSites(side, behind(side, id, i.b));
        break;
      case Op::MemCpy:
      case Op::MemMove:
      case Op::VaCopy:
        any = any || holdsImpacted(side, behind(side, id, i.b));
        if (any) joint_.raiseSites(side, behind(side, id, i.a));
        break;
      case Op::MemSet:
      case Op::VaStart:
        if (any) joint_.raiseSites(side, behind(side, id, i.a));
        break;
      case Op::Call:
        return visitCall(side, id, index, i);
      case Op::Return: {
        const CallInfo& returned = joint_.program(side).function(id).calls[i.extra];
        for (uint32_t k = 0; k < returned.arguments.size(); ++k)
          if (any || impacted(side, id, returned.arguments[k])) joint_.raiseResult(side, id, k);
        break;
      }
      case Op::Branch:
      case Op::Switch:
        if (any) joint_.divert(side, id, block);
        break;
        // clang-format off
      case Op::Add: case Op::Sub: case Op::Mul: case Op::UDiv: case Op::SDiv: case Op::URem: case Op::SRem: case Op::Shl: case Op::LShr:
      case Op::AShr: case Op::And: case Op::Or: case Op::Xor: case Op::ICmp: case Op::CtPop: case Op::CtLz: case Op::CtTz: case Op::BSwap:
      case Op::BitReverse: case Op::Abs: case Op::FShl: case Op::FShr: case Op::SMin: case Op::SMax: case Op::UMin: case Op::UMax:
      case Op::SAddSat: case Op::UAddSat: case Op::SSubSat: case Op::USubSat: case Op::SShlSat: case Op::UShlSat: case Op::SAddOverflow:
      case Op::UAddOverflow: case Op::SSubOverflow: case Op::USubOverflow: case Op::SMulOverflow: case Op::UMulOverflow: case Op::FAdd:
      case Op::FSub: case Op::FMul: case Op::FDiv: case Op::FRem: case Op::FNeg: case Op::FCmp: case Op::FAbs: case Op::FSqrt:
      case Op::FFma: case Op::FFloor: case Op::FCeil: case Op::FTrunc: case Op::FRint: case Op::FNearbyInt: case Op::FRound:
      case Op::FRoundEven: case Op::FMinNum: case Op::FMaxNum: case Op::FMinimum: case Op::FMaximum: case Op::FCopySign:
      case Op::FIsClass: case Op::Trunc: case Op::ZExt: case Op::SExt: case Op::FPTrunc: case Op::FPExt: case Op::FPToSI:
      case Op::FPToUI: case Op::SIToFP: case Op::UIToFP: case Op::PtrToInt: case Op::IntToPtr: case Op::BitCast: case Op::Copy:
      case Op::Select: case Op::Freeze: case Op::Alloca: case Op::PtrAdd: case Op::VaEnd: case Op::Jump: case Op::Unreachable:
      case Op::Unsupported:
        // clang-format on
        break;
    }
    if (any) joint_.raise(side, id, index);
  }

  void visitCall(unsigned side, FunctionId id, InstIndex index, const Instruction& i) {
    const program::Program& program = joint_.program(side);
    const CallInfo& call = program.function(id).calls[i.extra];
    const bool out = joint_.isOut(side, id, index);
    const bool marked = (side == 0 ? changes_.beforeMarks : changes_.afterMarks)[id.value].instructions[index] != 0;
    const bool anyTarget = !call.callee.valid() && (marked || impacted(side, id, i.a));
    bool any = out || anyTarget || joint_.isImpacted(side, id, index);
    for (const FunctionId callee : joint_.pointsTo(side).targets(id, i)) {
      const Function& function = program.function(callee);
      if (!function.defined) {
        any = visitLibrary(side, id, index, call, callee, any) || any;
        continue;
      }
      if (out || anyTarget) joint_.putContextOut(side, callee);
      passArguments(side, id, call, callee, out || anyTarget || marked);
      for (uint32_t k = 0; k < call.results.size(); ++k) any = any || joint_.isResultImpacted(side, callee, k);
    }
    if (any) joint_.raise(side, id, index);
  }

  void passArguments(unsigned side, FunctionId id, const CallInfo& call, FunctionId callee, bool all) {
    const Function& function = joint_.program(side).function(callee);
    for (uint32_t k = 0; k < call.arguments.size(); ++k) {
      const bool own = all || impacted(side, id, call.arguments[k]);
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
  bool visitLibrary(unsigned side, FunctionId id, InstIndex index, const CallInfo& call, FunctionId callee, bool any) {
    const LibraryFunction* library = flow::findLibraryFunction(joint_.program(side).function(callee).name);
    if (library == nullptr) {  // it may read and write whatever it likes
      joint_.putOut(side, id, index);
      for (size_t s = 0; s < joint_.pointsTo(side).sites().size(); ++s) joint_.raiseSite(side, SiteId(s));
      return true;
    }
    for (const Operand argument : call.arguments) {
      any = any || impacted(side, id, argument);
      if (library->readsArguments || library->copiesFrom >= 0)
        any = any || holdsImpacted(side, reachable(side, behind(side, id, argument)));
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

  // A va_list leads to the arguments, and these to strings.
  SiteSet reachable(unsigned side, const SiteSet& from) const {
    SiteSet all = from;
    for (int depth = 0; depth < 3; ++depth) {
      SiteSet next = all;
      all.forEach([&](SiteId site) { next.add(joint_.pointsTo(side).contents(site)); });
      if (!all.add(next)) break;
    }
    return all;
  }

  const Changes& changes_;
  Joint& joint_;
};

// --- leaves: clean items with impacted readers

class LeafFinder {
 public:
  explicit LeafFinder(Joint& joint) : joint_(joint) {}

  void run() {
    for (const unsigned side : {0u, 1u})
      for (const FunctionId id : joint_.pointsTo(side).reached()) visit(side, id);
  }

 private:
  void reads(unsigned side, FunctionId id, Operand operand) {
    if (operand.present() && !operand.isConstant()) joint_.wantLeaf(side, id, operand.index());
  }

  void visit(unsigned side, FunctionId id) {
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

}  // namespace

Impact findImpact(const Changes& changes, const flow::PointsTo& before, const flow::PointsTo& after) {
  Joint joint(changes, before, after);
  Propagation(changes, joint).run();
  LeafFinder(joint).run();
  return joint.take();
}

}  // namespace cleave::change
