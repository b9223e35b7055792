#include "change/joint.h"

#include <algorithm>
#include <utility>

#include "program/facts.h"
#include "support/check.h"

namespace cleave::change {

using flow::Site;
using flow::SiteId;
using program::BlockIndex;
using program::Constant;
using program::Definition;
using program::Function;
using program::FunctionId;
using program::InstIndex;
using program::Operand;
using program::Reg;

namespace {

constexpr uint32_t kNone = Matching::kNone;

}  // namespace

Joint::Joint(const Changes& changes, const flow::PointsTo& before, const flow::PointsTo& after, const SameValues& same) : same_(same) {
  sides_.before.pointsTo = &before;
  sides_.after.pointsTo = &after;
  for (const Side side : kSides) {
    sides_.of(side).functions.resize(program(side).functions.size());
    sides_.of(side).partnerGlobal.assign(program(side).globals.size(), kNone);
    sides_.of(side).sameGlobal.assign(program(side).globals.size(), false);
    for (const FunctionId id : pointsTo(side).reached()) prepare(side, id);
  }
  for (const FunctionPair& each : changes.functions)
    if (reaches(Side::Before, each.before) && reaches(Side::After, each.after) && !each.matching.instructions.empty()) pair(each);
  for (const GlobalMatch& each : changes.globals) {
    sides_.before.partnerGlobal[each.before.value] = each.after.value;
    sides_.after.partnerGlobal[each.after.value] = each.before.value;
    sides_.before.sameGlobal[each.before.value] = sides_.after.sameGlobal[each.after.value] = each.same;
  }
  for (uint32_t k = 0; k < same.values.size(); ++k) {
    const SameValue& each = same.values[k];
    CHECK(at(Side::Before, each.before).partner == each.after, "values proved the same in functions that do not correspond");
    proofs_[{each.before, each.x, each.y, each.opposite}].push_back(k);
  }
}

void Joint::prepare(Side side, FunctionId id) {
  const Function& function = program(side).function(id);
  Fn& fn = at(side, id);
  fn.control = flow::controlOf(function);
  const size_t instructions = function.instructions.size(), blocks = function.blocks.size();
  fn.partners.assign(instructions, kNone);
  fn.impacted.assign(instructions, 0);
  fn.out.assign(instructions, 0);
  fn.proved.assign(instructions, 0);
  fn.leaves.assign(instructions, 0);
  fn.registers.assign(function.registerCount, 0);
  fn.results.assign(function.results.size(), 0);
  fn.parameters.assign(function.parameters.size(), 0);
  fn.parameterLeaves.assign(function.parameters.size(), 0);
  fn.blocksOut.assign(blocks, 0);
  fn.closes.assign(blocks, 0);
  fn.diverted.assign(blocks, 0);
  for (const program::Block& block : function.blocks) {
    const size_t phis = block.phis.size();
    fn.phis.emplace_back(phis, 0);
    fn.provedPhis.emplace_back(phis, 0);
    fn.phiLeaves.emplace_back(phis, 0);
    fn.phiPartners.emplace_back(phis);
  }
}

void Joint::pair(const FunctionPair& each) {
  Fn& before = at(Side::Before, each.before);
  Fn& after = at(Side::After, each.after);
  before.partner = each.after;
  after.partner = each.before;
  before.sameCode = after.sameCode = each.sameCode;
  for (InstIndex i = 0; i < each.matching.instructions.size(); ++i) {
    const uint32_t other = each.matching.instructions[i];
    if (other == kNone) continue;
    before.partners[i] = other;
    after.partners[other] = i;
  }
  for (uint32_t b = 0; b < each.matching.phis.size(); ++b)
    for (uint32_t p = 0; p < each.matching.phis[b].size(); ++p) {
      const Matching::PhiRef other = each.matching.phis[b][p];
      if (other.block == kNone) continue;
      before.phiPartners[b][p] = other;
      after.phiPartners[other.block][other.phi] = {b, p};
    }
}

// --- partners

bool Joint::hasPartner(Side side, FunctionId id, InstIndex i) const { return at(side, id).partners[i] != kNone; }

bool Joint::hasPhiPartner(Side side, FunctionId id, BlockIndex b, uint32_t p) const {
  return at(side, id).phiPartners[b][p].block != kNone;
}

Matching::PhiRef Joint::phiPartner(Side side, FunctionId id, BlockIndex b, uint32_t p) const { return at(side, id).phiPartners[b][p]; }

bool Joint::correspond(FunctionId before, Operand x, FunctionId after, Operand y) const {
  if (x.present() != y.present() || !x.present()) return x.present() == y.present();
  if (x.isConstant() != y.isConstant()) return false;
  if (x.isConstant()) {
    const Constant& c = program(Side::Before).function(before).constants[x.index()];
    const Constant& d = program(Side::After).function(after).constants[y.index()];
    if (c.kind != d.kind || c.type != d.type || c.bits != d.bits) return false;
    if (c.kind == Constant::Kind::Global) return sides_.before.partnerGlobal[c.target] == d.target;
    if (c.kind == Constant::Kind::Function) {
      const FunctionId partner = at(Side::Before, FunctionId(c.target)).partner;
      return partner.valid() && partner.value == d.target;
    }
    return true;
  }
  const Definition& d = definitionOf(Side::Before, before, x.index());
  const Definition& e = definitionOf(Side::After, after, y.index());
  if (d.kind != e.kind || d.slot != e.slot) return false;
  switch (d.kind) {
    case Definition::Kind::None:
      return false;
    case Definition::Kind::Parameter:
      return d.index == e.index;
    case Definition::Kind::Phi: {
      const Matching::PhiRef partner = at(Side::Before, before).phiPartners[d.index][d.phi];
      return partner.block == e.index && partner.phi == e.phi;
    }
    case Definition::Kind::Instruction:
      return at(Side::Before, before).partners[d.index] == e.index;
  }
  UNREACHABLE("not a kind of definition");
}

Joint::Proof Joint::proofOf(FunctionId before, Operand x, FunctionId after, Operand y, bool opposite) const {
  if (proofs_.empty() || !x.present() || !y.present() || x.isConstant() || y.isConstant() || at(Side::Before, before).partner != after)
    return Proof::None;
  const auto found = proofs_.find({before, x.index(), y.index(), opposite});
  if (found == proofs_.end()) return Proof::None;
  const auto holds = [&](uint32_t k) {
    return !same_.needCleanInputs ||
           std::ranges::none_of(same_.values[k].inputs, [&](Reg input) { return isRegisterImpacted(Side::Before, before, input); });
  };
  return std::ranges::any_of(found->second, holds) ? Proof::Clean : Proof::Impacted;
}

SiteId Joint::partnerSite(Side side, SiteId id) const {
  const Site& site = pointsTo(side).sites()[id.value];
  const flow::PointsTo& other = pointsTo(otherSide(side));
  switch (site.kind) {
    case Site::Kind::Global: {
      const uint32_t partner = sides_.of(side).partnerGlobal[site.source];
      return partner == kNone ? SiteId() : other.siteOf(site.kind, partner);
    }
    case Site::Kind::Function: {
      const FunctionId partner = at(side, FunctionId(site.source)).partner;
      return partner.valid() ? other.siteOf(site.kind, partner.value) : SiteId();
    }
    case Site::Kind::Alloca:
    case Site::Kind::Heap: {
      const Fn& fn = at(side, FunctionId(site.source));
      if (!fn.partner.valid() || fn.partners[site.instruction] == kNone) return {};
      return other.siteOf(site.kind, fn.partner.value, fn.partners[site.instruction]);
    }
    case Site::Kind::ByValue:
    case Site::Kind::Variadic: {
      const Fn& fn = at(side, FunctionId(site.source));
      return fn.partner.valid() ? other.siteOf(site.kind, fn.partner.value, site.instruction) : SiteId();
    }
    case Site::Kind::Result:
      return other.siteOf(site.kind, 0);
  }
  UNREACHABLE("not a kind of site");
}

bool Joint::isSameAtStart(Side side, SiteId id) const {
  const Site& site = pointsTo(side).sites()[id.value];
  if (site.kind == Site::Kind::Function) return true;  // nobody reads the bytes of a function
  if (site.kind == Site::Kind::Global) return sides_.of(side).sameGlobal[site.source];
  return partnerSite(side, id).valid();
}

bool Joint::isResultImpacted(Side side, FunctionId id, uint32_t k) const {
  const std::vector<uint8_t>& results = at(side, id).results;
  return k >= results.size() || results[k] != 0;
}

// --- adding

bool Joint::takeChanged() { return std::exchange(changed_, false); }

void Joint::raise(Side side, FunctionId id, InstIndex i) {
  Fn& fn = at(side, id);
  if (fn.impacted[i] != 0) return;
  fn.impacted[i] = 1;
  changed_ = true;
  const Function& function = program(side).function(id);
  program::forEachResult(function, function.instructions[i], [&](Reg reg, program::Type) { fn.registers[reg] = 1; });
  if (fn.partners[i] != kNone) raise(otherSide(side), fn.partner, fn.partners[i]);
}

void Joint::raisePhi(Side side, FunctionId id, BlockIndex b, uint32_t p) {
  Fn& fn = at(side, id);
  if (fn.phis[b][p] != 0) return;
  fn.phis[b][p] = 1;
  changed_ = true;
  const program::Phi& phi = program(side).function(id).blocks[b].phis[p];
  for (unsigned slot = 0; slot < phi.type.slots(); ++slot) fn.registers[phi.dst + slot] = 1;
  const Matching::PhiRef partner = fn.phiPartners[b][p];
  if (partner.block != kNone) raisePhi(otherSide(side), fn.partner, partner.block, partner.phi);
}

void Joint::raiseParameter(Side side, FunctionId id, uint32_t k) {
  Fn& fn = at(side, id);
  if (fn.parameters[k] != 0) return;
  fn.parameters[k] = 1;
  changed_ = true;
  const program::Parameter& parameter = program(side).function(id).parameters[k];
  for (unsigned slot = 0; slot < parameter.type.slots(); ++slot) fn.registers[parameter.reg + slot] = 1;
  if (fn.partner.valid()) raiseParameter(otherSide(side), fn.partner, k);
}

void Joint::raiseResult(Side side, FunctionId id, uint32_t k) {
  Fn& fn = at(side, id);
  if (k >= fn.results.size() || fn.results[k] != 0) return;
  fn.results[k] = 1;
  changed_ = true;
  if (fn.partner.valid()) raiseResult(otherSide(side), fn.partner, k);
}

void Joint::raiseSite(Side side, SiteId site) {
  if (!site.valid() || !sides_.of(side).sites.add(site)) return;
  changed_ = true;
  raiseSite(otherSide(side), partnerSite(side, site));
}

void Joint::raiseSites(Side side, const flow::SiteSet& sites) {
  sites.forEach([&](SiteId site) { raiseSite(side, site); });
}

void Joint::putOut(Side side, FunctionId id, InstIndex i) {
  Fn& fn = at(side, id);
  if (fn.out[i] == 0) {
    fn.out[i] = 1;
    changed_ = true;
    if (fn.partners[i] != kNone) putOut(otherSide(side), fn.partner, fn.partners[i]);
  }
  raise(side, id, i);
}

void Joint::putContextOut(Side side, FunctionId id) {
  Fn& fn = at(side, id);
  if (fn.contextOut) return;
  fn.contextOut = true;
  changed_ = true;
  if (fn.partner.valid()) putContextOut(otherSide(side), fn.partner);
}

void Joint::divert(Side side, FunctionId id, BlockIndex block) {
  Fn& fn = at(side, id);
  if (fn.diverted[block] != 0) return;
  fn.diverted[block] = 1;
  changed_ = true;
  for (const BlockIndex each : fn.control.regionOf(block)) fn.blocksOut[each] = 1;
  const BlockIndex end = fn.control.closesAt[block];
  if (end != flow::kNoBlock) {
    fn.closes[end] = 1;
  } else {
    for (uint32_t k = 0; k < fn.results.size(); ++k) raiseResult(side, id, k);
  }
}

// --- leaves

void Joint::wantLeaf(Side side, FunctionId id, Reg reg) {
  Fn& fn = at(side, id);
  if (fn.registers[reg] != 0 || !fn.partner.valid()) return;
  Fn& other = at(otherSide(side), fn.partner);
  const Definition& definition = definitionOf(side, id, reg);
  if (definition.slot != 0) return;  // a second result has no leaf of its own
  switch (definition.kind) {
    case Definition::Kind::None:
      return;
    case Definition::Kind::Parameter:
      if (fn.parameterLeaves[definition.index] == 0 && definition.index < other.parameterLeaves.size())
        fn.parameterLeaves[definition.index] = other.parameterLeaves[definition.index] = ++leafCount_;
      return;
    case Definition::Kind::Phi: {
      const Matching::PhiRef partner = fn.phiPartners[definition.index][definition.phi];
      uint32_t& own = fn.phiLeaves[definition.index][definition.phi];
      if (own == 0 && partner.block != kNone) own = other.phiLeaves[partner.block][partner.phi] = ++leafCount_;
      return;
    }
    case Definition::Kind::Instruction: {
      const uint32_t partner = fn.partners[definition.index];
      if (fn.leaves[definition.index] == 0 && partner != kNone) fn.leaves[definition.index] = other.leaves[partner] = ++leafCount_;
      return;
    }
  }
}

ImpactSide Joint::takeSide(Side side) {
  ImpactSide result;
  result.functions.resize(sides_.of(side).functions.size());
  for (const FunctionId id : pointsTo(side).reached()) {
    Fn& fn = at(side, id);
    result.functions[id.value] = {std::move(fn.impacted),   std::move(fn.phis),   std::move(fn.parameters), std::move(fn.proved),
                                  std::move(fn.provedPhis), std::move(fn.leaves), std::move(fn.phiLeaves),  std::move(fn.parameterLeaves)};
  }
  result.sites = std::move(sides_.of(side).sites);
  return result;
}

Impact Joint::take() {
  Impact impact;
  for (const Side side : kSides) impact.of(side) = takeSide(side);
  impact.leafCount = leafCount_;
  return impact;
}

}  // namespace cleave::change
