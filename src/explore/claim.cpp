#include "explore/claim.h"

#include <algorithm>
#include <map>
#include <numeric>
#include <set>
#include <unordered_set>

#include "support/check.h"

namespace cleave::explore {

using expr::ExprId;
using expr::ExprPool;
using expr::SymbolId;
using vm::ObservedCell;
using vm::OutcomeKind;
using vm::RelId;
using vm::Run;

namespace {

constexpr const char* kChannels[] = {"stdout", "stderr"};

std::set<std::string> allNames(const PairRun& run) {
  std::set<std::string> names{kChannels[0], kChannels[1]};
  for (const auto* cells : {&run.before.cells, &run.beforeGlobals, &run.after.cells, &run.afterGlobals})
    for (const ObservedCell& cell : *cells) names.insert(cell.name);
  return names;
}

const char* reasonOfEqual(const PairRun& run) {
  return run.changes.empty() ? "no changed line runs" : "the changed lines run, and both versions show the same";
}

// A leaf as both runs saw it.
struct JointLeaf {
  ExprId expr;
  RelId before = 0;
  RelId after = 0;
  U128 bits = 0;
};

class Maker {
 public:
  Maker(ExprPool& pool, solver::Solver& solver, const PairRunner& runner, bool cuts, const std::set<std::string>& kept, PairRun& run)
      : pool_(pool), solver_(solver), runner_(runner), cuts_(cuts), kept_(kept), run_(run), expand_(leafExpansion(pool, run)) {
    gatherLeaves();
  }

  Claim make(Seconds limit) {
    claim_.comparison = compare(pool_, run_.shownBefore(), run_.shownAfter());
    claim_.changes = run_.changes;
    if (isUndefined(run_.before.outcome) && isUndefined(run_.after.outcome)) {
      undefined();
    } else if (cuts_ && run_.changes.empty()) {
      CHECK(claim_.comparison.equal, "the versions differ, although neither executed a change");
      unreached();
      if (runner_.anyProvedSame() && !claim_.condition.literals.empty()) widen(limit);
    } else if (claim_.comparison.equal) {
      equal(limit);
    } else {
      different();
    }
    expandRun();
    return std::move(claim_);
  }

  // One version that stops is enough.
  Claim stopped() {
    Roots roots;
    if (run_.before.outcome.atPlace)
      roots.before.push_back(run_.before.reliance.outcome.all);
    else
      roots.after.push_back(run_.after.reliance.outcome.all);
    std::vector<ExprId> before, after;
    close(std::move(roots), {}, true, before, after);
    setLiterals(before, after, {}, 0);
    return std::move(claim_);
  }

 private:
  // --- leaves

  void gatherLeaves() {
    for (const vm::Leaf& leaf : run_.before.leaves) leaves_[leaf.symbol] = {leaf.expr, leaf.rel, 0, leaf.bits};
    for (const vm::Leaf& leaf : run_.after.leaves) {
      const auto known = leaves_.try_emplace(leaf.symbol, JointLeaf{leaf.expr, 0, leaf.rel, leaf.bits}).first;
      known->second.after = leaf.rel;
      CHECK(known->second.bits == leaf.bits, "a clean value differs between the versions");
    }
  }

  // --- conditions

  // The literals of what is relied on, and of what the leaves in them (and in `also`) rely on.
  void close(Roots roots, const std::vector<ExprId>& also, bool expanded, std::vector<ExprId>& before, std::vector<ExprId>& after) {
    closedLeaves_.clear();
    for (;;) {
      claim_.decisions = {runner_.before().flatten(roots.before).decisions, runner_.after().flatten(roots.after).decisions};
      before = literalsOf(run_.before, claim_.decisions.before);
      after = literalsOf(run_.after, claim_.decisions.after);
      if (!expanded) return;
      bool grew = false;
      const auto look = [&](ExprId e) {
        for (const SymbolId symbol : pool_.symbolsOf(e)) {
          const auto found = leaves_.find(symbol);
          if (found == leaves_.end() || !closedLeaves_.insert(symbol).second) continue;
          roots.before.push_back(found->second.before);
          roots.after.push_back(found->second.after);
          grew = true;
        }
      };
      std::for_each(before.begin(), before.end(), look);
      std::for_each(after.begin(), after.end(), look);
      std::for_each(also.begin(), also.end(), look);
      if (!grew) break;
    }
    for (ExprId& literal : before) literal = expand_(literal);
    for (ExprId& literal : after) literal = expand_(literal);
  }

  static std::vector<ExprId> literalsOf(const Run& run, const std::vector<uint32_t>& decisions) {
    std::vector<ExprId> literals;
    for (const uint32_t index : decisions) literals.push_back(run.decisions[index].literal);
    return literals;
  }

  // Of what was closed last.
  void setLiterals(const std::vector<ExprId>& before, const std::vector<ExprId>& after, const std::vector<ExprId>& rest,
                   size_t firstRelation) {
    std::unordered_set<ExprId> seen;
    const auto append = [&](const std::vector<ExprId>& literals, size_t from, size_t to, const std::vector<uint32_t>* decisions = nullptr) {
      for (size_t i = from; i < to; ++i) {
        if (pool_.isTrue(literals[i]) || !seen.insert(literals[i]).second) continue;
        claim_.condition.literals.push_back(literals[i]);
        if (decisions != nullptr) claim_.condition.decisions.push_back((*decisions)[i]);
      }
    };
    append(before, 0, before.size(), &claim_.decisions.before);
    claim_.condition.firstAfter = claim_.condition.literals.size();
    append(after, 0, after.size(), &claim_.decisions.after);
    claim_.condition.firstFix = claim_.condition.literals.size();
    append(rest, 0, firstRelation);
    claim_.condition.firstRelation = claim_.condition.literals.size();
    append(rest, firstRelation, rest.size());
  }

  // --- the cases

  // Nothing is compared: every input that comes to these ends is undefined in both versions.
  void undefined() {
    std::vector<ExprId> before, after;
    close({{run_.before.reliance.outcome.all}, {run_.after.reliance.outcome.all}}, {}, true, before, after);
    setLiterals(before, after, {}, 0);
  }

  void unreached() {
    std::vector<ExprId> before, after;
    close({{run_.before.reliance.unreached}, {run_.after.reliance.unreached}}, {}, true, before, after);
    setLiterals(before, after, {}, 0);
    claim_.reason = reasonOfEqual(run_);
    claim_.mayEndElsewhere = endsOutside(run_.before, runner_.before()) || endsOutside(run_.after, runner_.after());
  }

  // How the run ended relies on more than that it came to no change: an index that a change may impact, but did not here, is checked, too.
  bool endsOutside(const Run& run, const vm::Vm& vm) const {
    const auto decisionsOf = [&](RelId root) { return vm.flatten(std::vector{root}).decisions; };
    const std::vector<ExprId> unreached = literalsOf(run, decisionsOf(run.reliance.unreached));
    return std::ranges::any_of(literalsOf(run, decisionsOf(run.reliance.outcome.all)), [&](ExprId each) {
      return !pool_.isTrue(each) && std::ranges::find(unreached, each) == unreached.end();
    });
  }

  // Where code was proved to compute the same, inputs that run it may be in one partition with those that do not.
  void widen(Seconds limit) {
    Claim narrow = std::move(claim_);
    claim_ = {};
    claim_.comparison = narrow.comparison;
    claim_.changes = narrow.changes;
    equal(limit);
    if (claim_.condition.literals.size() < narrow.condition.literals.size()) {
      claim_.reason = "where the changed lines run, they compute the same from all that they read";
      run_.comesToChange = true;
    } else {
      claim_ = std::move(narrow);
    }
  }

  // Whether all ends, or all text of a channel, must be counted, or only what impacted code may cause.
  bool countsAllEnds() const {
    if (!cuts_) return true;
    const auto counts = [](const vm::RunReliance& r) { return r.endedByImpacted || r.impactedOutput[0] || r.impactedOutput[1]; };
    return counts(run_.before.reliance) || counts(run_.after.reliance);
  }
  bool countsAllText(unsigned channel) const {
    if (!cuts_) return true;
    const auto counts = [&](const vm::RunReliance& r) { return r.endedByImpacted || r.impactedOutput[channel]; };
    return counts(run_.before.reliance) || counts(run_.after.reliance);
  }

  Roots rootsOfEqual() const {
    Roots roots;
    const auto add = [&](std::vector<RelId>& to, const Run& run, const std::vector<ObservedCell>& globals, const std::vector<RelId>& rest) {
      to.push_back(countsAllEnds() ? run.reliance.outcome.all : run.reliance.outcome.impacted);
      for (const unsigned channel : {0u, 1u})
        to.push_back(countsAllText(channel) ? run.reliance.output[channel].all : run.reliance.output[channel].impacted);
      for (const ObservedCell& cell : run.cells) to.push_back(cell.rel);
      for (const ObservedCell& cell : globals)
        if (!cell.clean || !cuts_) to.push_back(cell.rel);
      to.insert(to.end(), rest.begin(), rest.end());
    };
    add(roots.before, run_.before, run_.beforeGlobals, run_.beforeUntouched);
    add(roots.after, run_.after, run_.afterGlobals, run_.afterUntouched);
    return roots;
  }

  // How both runs ended, and what differs; the rest does not matter.
  Roots rootsOfDifference(std::set<std::string> differing) const {
    differing.insert("outcome");
    return rootsOf(run_, differing);
  }

  void equal(Seconds limit) {
    const Relevant relevant{!cuts_, {countsAllText(0), countsAllText(1)}};
    const Comparison comparison = compare(pool_, run_.shownBefore(), run_.shownAfter(), relevant);
    CHECK(comparison.equal, "what was left out of a comparison differs");
    const Roots roots = rootsOfEqual();
    // What does not count does not fix the way: others of the partition may come to the change that this run passes by.
    run_.comesToChange = run_.comesToChange || (!run_.changes.empty() && !reachesOutput(roots));
    const std::vector<ExprId>& rest = comparison.literals;
    const std::vector<ExprId> fixes(rest.begin(), rest.begin() + static_cast<ptrdiff_t>(comparison.firstRelation));
    const std::vector<ExprId> equalities(rest.begin() + static_cast<ptrdiff_t>(comparison.firstRelation), rest.end());
    if (cuts_ && follows(roots, fixes, equalities, limit)) {
      std::vector<ExprId> before, after;
      close(roots, fixes, true, before, after);
      setLiterals(before, after, expanded(fixes), fixes.size());
      fixWhatHolds();
      claim_.reason = reachesOutput(roots) || runner_.ranProvedSame(run_)
                          ? "the changed lines run, and compute the same from all that they read"
                          : "the changed lines run, but do not reach what is shown";
      return;
    }
    std::vector<ExprId> before, after;
    close(roots, rest, true, before, after);
    setLiterals(before, after, expanded(rest), comparison.firstRelation);
    fixWhatHolds();
    claim_.reason = reasonOfEqual(run_);
  }

  bool reachesOutput(const Roots& roots) const {
    return !runner_.before().flatten(roots.before).changes.empty() || !runner_.after().flatten(roots.after).changes.empty();
  }

  // The equalities follow from the decisions, for all values of the leaves. Leaves that rely on nothing may as well be what they are.
  bool follows(const Roots& roots, const std::vector<ExprId>& fixes, const std::vector<ExprId>& equalities, Seconds limit) {
    if (equalities.empty()) return true;
    std::vector<ExprId> before, after;
    close(roots, {}, false, before, after);
    std::vector<ExprId> question = before;
    question.insert(question.end(), after.begin(), after.end());
    question.insert(question.end(), fixes.begin(), fixes.end());
    question.push_back(pool_.notOf(pool_.conjunction(equalities)));
    if (isUnsatisfiable(question, limit)) return true;
    expr::Substitution free(pool_);
    for (const auto& [symbol, leaf] : leaves_)
      if (leaf.before == 0 && leaf.after == 0) free.set(symbol, leaf.expr);
    if (free.empty()) return false;
    for (ExprId& each : question) each = free(each);
    return isUnsatisfiable(question, limit);
  }

  bool isUnsatisfiable(const std::vector<ExprId>& question, Seconds limit) {
    if (solver_.solve(question, limit).answer != solver::Answer::Unsatisfiable) return false;
    claim_.obligation = question;
    return true;
  }

  void different() {
    const std::set<std::string> differing(claim_.comparison.differing.begin(), claim_.comparison.differing.end());
    const Relevant relevant{true, {differing.contains(kChannels[0]), differing.contains(kChannels[1])}, &differing};
    const Comparison comparison = compare(pool_, run_.shownBefore(), run_.shownAfter(), relevant);
    CHECK(!comparison.equal, "what differs was left out of the comparison");
    std::set<std::string> names = differing;
    names.insert(kept_.begin(), kept_.end());
    std::vector<ExprId> also = comparison.literals;
    for (const auto* cells : {&run_.before.cells, &run_.after.cells})
      for (const ObservedCell& cell : *cells)
        if (kept_.contains(cell.name)) {
          if (cell.expr.valid()) also.push_back(cell.expr);
          for (const ObservedCell::Lead& lead : cell.leads) also.push_back(lead.when);
        }
    std::vector<ExprId> before, after;
    close(rootsOfDifference(names), also, true, before, after);
    setLiterals(before, after, expanded(comparison.literals), comparison.firstRelation);
    fixWhatDiffers(names);
    interference(differing);
  }

  void fixWhatDiffers(const std::set<std::string>& differing) {
    claim_.fixed = differing;
    claim_.fixed.insert("exit status");
    dropOpen();
  }

  // An observation with a leaf that the condition does not speak about may be another expression elsewhere in the partition.
  void dropOpen() {
    const auto isOpen = [&](ExprId e) {
      if (!e.valid()) return false;
      const std::vector<SymbolId>& symbols = pool_.symbolsOf(e);
      return std::any_of(symbols.begin(), symbols.end(),
                         [&](SymbolId symbol) { return leaves_.contains(symbol) && !closedLeaves_.contains(symbol); });
    };
    for (const auto* cells : {&run_.before.cells, &run_.beforeGlobals, &run_.after.cells, &run_.afterGlobals})
      for (const ObservedCell& cell : *cells)
        if (isOpen(cell.expr) || std::ranges::any_of(cell.leads, isOpen, &ObservedCell::Lead::when)) claim_.fixed.erase(cell.name);
    for (const unsigned channel : {0u, 1u})
      for (const Run* run : {&run_.before, &run_.after})
        for (const vm::OutputItem& item : run->output[channel])
          if (isOpen(item.expr)) claim_.fixed.erase(kChannels[channel]);
  }

  // Of an equal partition: what its observations rely on is in the condition, but for what is clean.
  void fixWhatHolds() {
    claim_.fixed = allNames(run_);
    claim_.mayEndElsewhere = !countsAllEnds() && run_.mayEndElsewhere();
    if (claim_.mayEndElsewhere) claim_.fixed.clear();
    for (const auto* cells : {&run_.before.cells, &run_.beforeGlobals, &run_.after.cells, &run_.afterGlobals})
      for (const ObservedCell& cell : *cells)
        if (cell.clean && cuts_) claim_.fixed.erase(cell.name);
    for (const unsigned channel : {0u, 1u})
      if (!countsAllText(channel)) claim_.fixed.erase(kChannels[channel]);
    dropOpen();
  }

  // The changes that what differs relies on.
  void interference(const std::set<std::string>& names) {
    const Roots roots = rootsOf(run_, names);
    std::set<uint32_t> changes;
    for (const uint32_t id : runner_.before().flatten(roots.before).changes) changes.insert(id);
    for (const uint32_t id : runner_.after().flatten(roots.after).changes) changes.insert(id);
    if (!changes.empty()) claim_.changes.assign(changes.begin(), changes.end());
  }

  // --- expressions over input cells

  std::vector<ExprId> expanded(std::vector<ExprId> literals) {
    for (ExprId& literal : literals) literal = expand_(literal);
    return literals;
  }

  void expandRun() {
    if (leaves_.empty()) return;
    const auto replace = [&](ExprId& e) {
      if (!e.valid()) return;
      e = expand_(e);
      if (pool_.isConstant(e)) e = {};
    };
    const auto replaceIn = [&](std::vector<ObservedCell>& cells) {
      for (ObservedCell& cell : cells) {
        replace(cell.expr);
        for (ObservedCell::Lead& lead : cell.leads) lead.when = expand_(lead.when);
      }
    };
    for (Run* run : {&run_.before, &run_.after}) {
      replaceIn(run->cells);
      for (std::vector<vm::OutputItem>& items : run->output)
        for (vm::OutputItem& item : items) replace(item.expr);
    }
    for (auto* cells : {&run_.beforeGlobals, &run_.afterGlobals}) replaceIn(*cells);
  }

  ExprPool& pool_;
  solver::Solver& solver_;
  const PairRunner& runner_;
  bool cuts_;
  const std::set<std::string>& kept_;
  PairRun& run_;
  std::map<SymbolId, JointLeaf> leaves_;
  std::set<SymbolId> closedLeaves_;  // those that the condition fixes
  expr::Substitution expand_;
  Claim claim_;
};

}  // namespace

Roots rootsOf(const PairRun& run, const std::set<std::string>& names) {
  const auto add = [&](std::vector<RelId>& roots, const Run& each, const std::vector<ObservedCell>& globals) {
    if (names.contains("outcome")) roots.push_back(each.reliance.outcome.all);
    for (const unsigned channel : {0u, 1u})
      if (names.contains(kChannels[channel])) roots.push_back(each.reliance.output[channel].all);
    for (const auto* cells : {&each.cells, &globals})
      for (const ObservedCell& cell : *cells)
        if (names.contains(cell.name)) roots.push_back(cell.rel);
  };
  Roots roots;
  add(roots.before, run.before, run.beforeGlobals);
  add(roots.after, run.after, run.afterGlobals);
  return roots;
}

std::vector<vm::Decision> withoutRepeats(std::vector<vm::Decision> decisions) {
  std::unordered_set<ExprId> seen;
  std::erase_if(decisions, [&](const vm::Decision& each) { return !seen.insert(each.literal).second; });
  return decisions;
}

Condition conditionOfPaths(ExprPool& pool, const PairRun& run, bool apart) {
  Condition condition;
  std::unordered_set<ExprId> seen;
  const auto append = [&](const std::vector<vm::Decision>& decisions) {
    for (uint32_t index = 0; index < decisions.size(); ++index) {
      if (!seen.insert(decisions[index].literal).second) continue;
      condition.literals.push_back(decisions[index].literal);
      condition.decisions.push_back(index);
    }
  };
  append(run.before.decisions);
  condition.firstAfter = condition.literals.size();
  if (apart) seen.clear();
  append(run.after.decisions);
  condition.firstFix = condition.firstRelation = condition.literals.size();
  if (run.before.leaves.empty() && run.after.leaves.empty()) return condition;
  expr::Substitution expand = leafExpansion(pool, run);
  for (ExprId& literal : condition.literals) literal = expand(literal);
  return condition;
}

Claim claimOfPaths(ExprPool& pool, const PairRun& run, bool apart) {
  Claim claim;
  claim.condition = conditionOfPaths(pool, run, apart);
  claim.comparison = compare(pool, run.shownBefore(), run.shownAfter());
  claim.condition.firstRelation += claim.comparison.firstRelation;
  claim.condition.literals.insert(claim.condition.literals.end(), claim.comparison.literals.begin(), claim.comparison.literals.end());
  claim.changes = run.changes;
  for (const Side side : kSides) {
    std::vector<uint32_t>& all = claim.decisions.of(side);
    all.resize((side == Side::Before ? run.before : run.after).decisions.size());
    std::iota(all.begin(), all.end(), 0u);
  }
  claim.fixed = allNames(run);
  claim.reason = reasonOfEqual(run);
  return claim;
}

expr::Substitution leafExpansion(ExprPool& pool, const PairRun& run) {
  expr::Substitution expand(pool);
  for (const auto* leaves : {&run.after.leaves, &run.before.leaves})  // where both have one, before tells
    for (const vm::Leaf& leaf : *leaves) expand.set(leaf.symbol, leaf.expr);
  return expand;
}

std::optional<Claim> ClaimMaker::makeStopped(PairRun& run) {
  if (!run.before.outcome.atPlace && !run.after.outcome.atPlace) return std::nullopt;
  return Maker(pool_, solver_, runner_, cuts_, kept_, run).stopped();
}

Claim ClaimMaker::make(PairRun& run, Seconds limit) {
  return Maker(pool_, solver_, runner_, cuts_, kept_, run).make(limit);
}

}  // namespace cleave::explore
