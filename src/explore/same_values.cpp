#include "explore/same_values.h"

#include <algorithm>
#include <deque>
#include <map>
#include <set>
#include <tuple>

#include "explore/formula.h"
#include "program/facts.h"
#include "support/check.h"

namespace cleave::explore {

using change::FunctionPair;
using change::Matching;
using expr::ExprId;
using program::FunctionId;
using program::InstIndex;
using program::Operand;
using program::Reg;

namespace {

constexpr unsigned kMostRounds = 8;
constexpr size_t kMostWays = 16;     // incoming values of two phis that are tried with each other
constexpr double kShareOfOne = 0.2;  // of the limit: what one proof may take

class Search {
 public:
  Search(const change::Changes& changes, const VersionFlow& before, const VersionFlow& after, expr::ExprPool& pool, const Proving& proving)
      : changes_(changes), before_(before), after_(after), pool_(pool), proving_(proving), budget_(proving.limit, nullptr) {}

  ProvedImpact run() {
    found_.same.needCleanInputs = proving_.needCleanInputs;
    found_.impact = change::findImpact(changes_, before_.pointsTo, after_.pointsTo);
    if (proving_.solver == nullptr) return std::move(found_);
    choosePairs();
    for (unsigned round = 0; round < kMostRounds && !budget_.exhausted() && searchAll(); ++round)
      found_.impact = change::findImpact(changes_, before_.pointsTo, after_.pointsTo, found_.same);
    return std::move(found_);
  }

 private:
  struct Pair {
    const FunctionPair& functions;
    FunctionFormulas formulas;
  };

  void choosePairs() {
    for (const FunctionPair& pair : changes_.functions) {
      if (pair.sameCode || pair.matching.instructions.empty()) continue;
      if (!before_.pointsTo.reaches(pair.before) || !after_.pointsTo.reaches(pair.after)) continue;
      pairs_.push_back({pair, FunctionFormulas(pair, before_, after_, pool_)});
    }
  }

  bool searchAll() {
    const size_t known = found_.same.values.size();
    for (Pair& pair : pairs_) {
      pair.formulas.setImpact(found_.impact, !proving_.needCleanInputs);
      search(pair);
    }
    return found_.same.values.size() > known;
  }

  void search(Pair& pair) {
    const Matching& matching = pair.functions.matching;
    for (uint32_t b = 0; b < matching.phis.size(); ++b) {
      const program::Block& block = pair.formulas.function(Side::Before).blocks[b];
      for (uint32_t p = 0; p < matching.phis[b].size(); ++p)
        if (matching.phis[b][p].block != Matching::kNone && pair.formulas.isImpacted(Side::Before, block.phis[p].dst))
          searchPhi(pair, block.phis[p], matching.phis[b][p]);
      for (InstIndex x = block.first; x < block.end; ++x)
        if (matching.instructions[x] != Matching::kNone) searchInstruction(pair, x, matching.instructions[x]);
    }
  }

  bool isImpacted(const Pair& pair, InstIndex x) const {
    return found_.impact.before.functions[pair.functions.before.value].instructions[x] != 0;
  }

  void searchInstruction(Pair& pair, InstIndex x, InstIndex y) {
    const program::Instruction& own = pair.formulas.function(Side::Before).instructions[x];
    const program::Instruction& other = pair.formulas.function(Side::After).instructions[y];
    const program::Operands read = program::operandsOf(before_.pointsTo.program(), pair.formulas.function(Side::Before), own);
    const program::Operands others = program::operandsOf(after_.pointsTo.program(), pair.formulas.function(Side::After), other);
    CHECK(read.size() == others.size(), "matched instructions with different numbers of operands");
    bool rewritten = false, impacted = isImpacted(pair, x);
    for (size_t k = 0; k < read.size(); ++k) {
      rewritten = rewritten || areOthers(pair, read[k], others[k]);
      impacted = impacted || readsImpacted(pair, Side::Before, read[k]) || readsImpacted(pair, Side::After, others[k]);
    }
    if (!impacted) return;
    if (program::isPure(own.op) && prove(pair, Operand::reg(own.dst), Operand::reg(other.dst), rewritten)) return;
    for (size_t k = 0; k < read.size(); ++k) {
      const bool differ = areOthers(pair, read[k], others[k]);
      if (!prove(pair, read[k], others[k], differ) && own.op == program::Op::Branch) prove(pair, read[k], others[k], differ, true);
    }
  }

  void searchPhi(Pair& pair, const program::Phi& own, Matching::PhiRef partner) {
    const program::Phi& other = pair.formulas.function(Side::After).blocks[partner.block].phis[partner.phi];
    if (own.incoming.size() * other.incoming.size() > kMostWays) return;
    for (const auto& [from, x] : own.incoming)
      for (const auto& [otherFrom, y] : other.incoming) prove(pair, x, y, areOthers(pair, x, y));
  }

  static bool readsImpacted(const Pair& pair, Side side, Operand operand) {
    return operand.present() && !operand.isConstant() && pair.formulas.isImpacted(side, operand.index());
  }

  // Registers that are not each other's partners.
  static bool areOthers(const Pair& pair, Operand x, Operand y) {
    if (!x.present() || x.isConstant() || !y.present() || y.isConstant()) return false;
    return pair.formulas.partnerOf(Side::Before, x.index()) != y.index();
  }

  // That the two registers hold the same, or the opposite, if that is news.
  bool prove(Pair& pair, Operand x, Operand y, bool rewritten, bool opposite = false) {
    if (!x.present() || x.isConstant() || !y.present() || y.isConstant()) return false;
    FunctionFormulas& formulas = pair.formulas;
    if (formulas.typeOf(Side::Before, x.index()) != formulas.typeOf(Side::After, y.index())) return false;
    const bool partners = formulas.partnerOf(Side::Before, x.index()) == y.index();
    if (partners && !formulas.isImpacted(Side::Before, x.index()) && !formulas.isImpacted(Side::After, y.index())) return false;
    const auto key = std::make_tuple(formulas.id(Side::Before), x.index(), y.index(), opposite);
    for (const Depth depth : {Depth::FirstClean, Depth::Inputs, Depth::Partners}) {
      // Where the code is the same and reads the same, there is nothing to explain: it is impacted by what it reads.
      if (depth == Depth::Partners && !rewritten) continue;
      std::set<Reg> inputs;
      const ExprId own = formulas.formulaOf(Side::Before, x.index(), depth, inputs);
      ExprId other = own.valid() ? formulas.formulaOf(Side::After, y.index(), depth, inputs) : ExprId();
      if (!other.valid()) continue;
      if (opposite) other = pool_.notOf(other);
      std::set<std::set<Reg>>& known = proved_[key];
      if (!known.contains(inputs)) {
        if (!neverDiffer(own, other)) continue;
        known.insert(inputs);
        found_.same.values.push_back(
            {formulas.id(Side::Before), formulas.id(Side::After), x.index(), y.index(), {inputs.begin(), inputs.end()}, opposite});
      }
      if (depth != Depth::Partners) return true;
    }
    return false;
  }

  bool neverDiffer(ExprId own, ExprId other) {
    if (own == other) return true;
    if (pool_.sort(own) != pool_.sort(other)) return false;
    const ExprId differ = pool_.notOf(pool_.equal(own, other));
    if (pool_.isFalse(differ)) return true;
    if (pool_.isConstant(differ) || budget_.exhausted() || !asked_.insert(differ).second) return false;
    const solver::Solution solution =
        proving_.solver->solve(std::vector<ExprId>{differ}, std::min(proving_.limit * kShareOfOne, budget_.left()));
    if (solution.answer != solver::Answer::Unsatisfiable) return false;
    asked_.erase(differ);  // others may ask, and hear the same
    found_.refuted.push_back(differ);
    return true;
  }

  const change::Changes& changes_;
  const VersionFlow& before_;
  const VersionFlow& after_;
  expr::ExprPool& pool_;
  const Proving& proving_;
  Budget budget_;
  std::deque<Pair> pairs_;
  ProvedImpact found_;
  std::map<std::tuple<FunctionId, Reg, Reg, bool>, std::set<std::set<Reg>>> proved_;  // with which inputs
  std::set<ExprId> asked_;                                                            // in vain
};

}  // namespace

ProvedImpact findProvedImpact(const change::Changes& changes, const VersionFlow& before, const VersionFlow& after, expr::ExprPool& pool,
                              const Proving& proving) {
  return Search(changes, before, after, pool, proving).run();
}

}  // namespace cleave::explore
