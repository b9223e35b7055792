// Both versions side by side: which instruction, phi, parameter and site of one corresponds to which of the other, and what has been found
// out about them. Whatever is added to one is added to its partner.
#pragma once

#include <cstdint>
#include <map>
#include <tuple>
#include <vector>

#include "change/change.h"
#include "change/impact.h"
#include "flow/control.h"
#include "flow/points_to.h"
#include "support/both.h"

namespace cleave::change {

class Joint {
 public:
  Joint(const Changes& changes, const flow::PointsTo& before, const flow::PointsTo& after, const SameValues& same);

  const flow::PointsTo& pointsTo(Side side) const { return *sides_.of(side).pointsTo; }
  const program::Program& program(Side side) const { return sides_.of(side).pointsTo->program(); }
  const flow::Control& control(Side side, program::FunctionId id) const { return at(side, id).control; }
  bool reaches(Side side, program::FunctionId id) const { return pointsTo(side).reaches(id) && program(side).function(id).defined; }

  // --- partners
  program::FunctionId partnerOf(Side side, program::FunctionId id) const { return at(side, id).partner; }  // of matched bodies
  bool hasPartner(Side side, program::FunctionId id, program::InstIndex i) const;
  uint32_t partnerOf(Side side, program::FunctionId id, program::InstIndex i) const { return at(side, id).partners[i]; }
  bool hasPhiPartner(Side side, program::FunctionId id, program::BlockIndex b, uint32_t p) const;
  Matching::PhiRef phiPartner(Side side, program::FunctionId id, program::BlockIndex b, uint32_t p) const;
  // The same value in both versions, as far as names go: registers defined by partners, equal constants.
  bool correspond(program::FunctionId before, program::Operand beforeOperand, program::FunctionId after,
                  program::Operand afterOperand) const;
  // Whether these registers were proved to hold the same value; and whether what that stands on is clean as far as is known.
  enum class Proof { None, Impacted, Clean };
  bool hasProofs() const { return !proofs_.empty(); }
  Proof proofOf(program::FunctionId before, program::Operand x, program::FunctionId after, program::Operand y, bool opposite = false) const;
  bool isSameAtStart(Side side, flow::SiteId site) const;
  bool sameCode(program::FunctionId before) const { return sides_.before.functions[before.value].sameCode; }

  // --- what is known. Out: not in step.
  bool isImpacted(Side side, program::FunctionId id, program::InstIndex i) const { return at(side, id).impacted[i] != 0; }
  bool isPhiImpacted(Side side, program::FunctionId id, program::BlockIndex b, uint32_t p) const { return at(side, id).phis[b][p] != 0; }
  bool isRegisterImpacted(Side side, program::FunctionId id, program::Reg reg) const { return at(side, id).registers[reg] != 0; }
  bool isOperandImpacted(Side side, program::FunctionId id, program::Operand operand) const {
    return operand.present() && !operand.isConstant() && isRegisterImpacted(side, id, operand.index());
  }
  bool isResultImpacted(Side side, program::FunctionId id, uint32_t k) const;
  bool isOut(Side side, program::FunctionId id, program::InstIndex i) const { return at(side, id).out[i] != 0; }
  bool isBlockOut(Side side, program::FunctionId id, program::BlockIndex b) const { return at(side, id).blocksOut[b] != 0; }
  bool isContextOut(Side side, program::FunctionId id) const { return at(side, id).contextOut; }
  bool closesImpacted(Side side, program::FunctionId id, program::BlockIndex b) const { return at(side, id).closes[b] != 0; }
  const flow::SiteSet& impactedSites(Side side) const { return sides_.of(side).sites; }

  // --- adding to it
  void raise(Side side, program::FunctionId id, program::InstIndex i);
  void raisePhi(Side side, program::FunctionId id, program::BlockIndex b, uint32_t p);
  void raiseParameter(Side side, program::FunctionId id, uint32_t k);
  void raiseResult(Side side, program::FunctionId id, uint32_t k);
  void raiseSite(Side side, flow::SiteId site);
  void raiseSites(Side side, const flow::SiteSet& sites);
  void putOut(Side side, program::FunctionId id, program::InstIndex i);       // and impacted
  void putContextOut(Side side, program::FunctionId id);                      // its activations do not correspond
  void divert(Side side, program::FunctionId id, program::BlockIndex block);  // its branch may go elsewhere in the other version
  bool hasChanged() const { return changed_; }
  bool takeChanged();  // whether anything was added since the last call

  void wantLeaf(Side side, program::FunctionId id, program::Reg reg);
  void noteProved(Side side, program::FunctionId id, program::InstIndex i) { at(side, id).proved[i] = 1; }
  void noteProvedPhi(Side side, program::FunctionId id, program::BlockIndex b, uint32_t p) { at(side, id).provedPhis[b][p] = 1; }
  Impact take();

 private:
  struct Fn {
    program::FunctionId partner;
    bool sameCode = false;
    bool contextOut = false;
    flow::Control control;
    std::vector<uint32_t> partners;  // by instruction
    std::vector<std::vector<Matching::PhiRef>> phiPartners;
    std::vector<uint8_t> impacted, out, registers, results, parameters, blocksOut, closes, proved;
    std::vector<uint8_t> diverted;  // by block
    std::vector<std::vector<uint8_t>> phis, provedPhis;
    std::vector<uint32_t> leaves, parameterLeaves;
    std::vector<std::vector<uint32_t>> phiLeaves;
  };
  struct SideState {
    const flow::PointsTo* pointsTo = nullptr;
    std::vector<Fn> functions;
    flow::SiteSet sites;
    std::vector<uint32_t> partnerGlobal;  // by global; kNone
    std::vector<bool> sameGlobal;
  };

  const Fn& at(Side side, program::FunctionId id) const { return sides_.of(side).functions[id.value]; }
  Fn& at(Side side, program::FunctionId id) { return sides_.of(side).functions[id.value]; }
  void prepare(Side side, program::FunctionId id);
  void pair(const FunctionPair& pair);
  flow::SiteId partnerSite(Side side, flow::SiteId site) const;
  const program::Definition& definitionOf(Side side, program::FunctionId id, program::Reg reg) const {
    return program(side).function(id).facts.definitions[reg];
  }
  ImpactSide takeSide(Side side);

  Both<SideState> sides_;
  const SameValues& same_;
  std::map<std::tuple<program::FunctionId, program::Reg, program::Reg, bool>, std::vector<uint32_t>>
      proofs_;  // of a function of before: indices in same_
  bool changed_ = true;
  uint32_t leafCount_ = 0;
};

}  // namespace cleave::change
