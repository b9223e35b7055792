#include "prove/composition.h"

#include <algorithm>

#include "change/deep.h"

namespace cleave::prove {

namespace {

constexpr size_t kMostProofs = 8;            // each runs the optimiser over all of the program
constexpr size_t kMostInstructions = 50000;  // of both versions, to be optimised so often

size_t instructionsOf(const program::Program& program) {
  size_t count = 0;
  for (const program::Function& function : program.functions) count += function.fromModels ? 0 : function.instructions.size();
  return count;
}

}  // namespace

// Static constructors that differ may have left anything behind. A variable that starts otherwise is the same variable to the optimiser.
Composition::Composition(const frontend::VersionPair& versions, const change::Changes& changes,
                         const std::vector<Optimizer::Functions>& entries, const StopFlag* stop)
    : versions_(versions),
      changes_(changes),
      entries_(entries),
      stop_(stop),
      mayBegin_(changes.sameStart && std::ranges::all_of(changes.globals, [](const change::GlobalMatch& each) { return each.same; }) &&
                instructionsOf(versions.before.program) + instructionsOf(versions.after.program) <= kMostInstructions) {}

bool Composition::mayCompose(size_t entry) const {
  const change::FunctionPair* pair = changes_.pairOf(Side::After, entries_[entry].after);
  return mayBegin_ && !entries_[entry].leadsAway && pair != nullptr && pair->before == entries_[entry].before && pair->sameCode &&
         pair->sameMeaning;
}

Composition::PairIndex Composition::indexOf(program::FunctionId after) const {
  const change::FunctionPair* pair = changes_.pairOf(Side::After, after);
  return pair == nullptr ? changes_.functions.size() : static_cast<PairIndex>(pair - changes_.functions.data());
}

// Alone beside the entries: what is not an entry is inlined and specialised where it is called, and most helpers of a helper need that.
const optimizer::Answer& Composition::proofOf(PairIndex helper) {
  const auto [place, isNew] = proofs_.try_emplace(helper);
  if (!isNew || proofs_.size() > kMostProofs) return place->second;
  const program::Program &before = versions_.before.program, &after = versions_.after.program;
  const change::FunctionPair& pair = changes_.functions[helper];
  std::vector<optimizer::Proof::EntryNames> names{{before.function(pair.before).name, after.function(pair.after).name}};
  for (const Optimizer::Functions& each : entries_) names.push_back({before.function(each.before).name, after.function(each.after).name});
  place->second = optimizer::Proof(versions_, names, stop_).prove(0);
  return place->second;
}

// Tries to prove what differs below the caller, from the top down: what is proved need not be looked into. False when something cannot be.
bool Composition::cover(PairIndex caller, std::set<PairIndex>& seen) {
  const program::Program& after = versions_.after.program;
  for (const program::CallInfo& call : after.function(changes_.functions[caller].after).calls) {
    if (!call.callee.valid()) continue;
    const PairIndex callee = indexOf(call.callee);
    if (callee == changes_.functions.size()) return false;
    const change::FunctionPair& pair = changes_.functions[callee];
    if (pair.sameDeep || !after.function(pair.after).defined || !seen.insert(callee).second) continue;
    if (!(pair.sameMeaning && proofOf(callee).same) && !(pair.sameCode && cover(callee, seen))) return false;
  }
  return true;
}

Expected<Answer> Composition::prove(Question& question, Seconds) {
  if (question.sameCode() || !mayCompose(question.index())) return Answer{};
  const PairIndex entry = indexOf(entries_[question.index()].after);
  std::set<PairIndex> seen{entry};
  if (!cover(entry, seen)) return Answer{};
  // Which proofs to try was a guess; that they are enough is decided here, with calls through pointers and all that is mentioned.
  std::vector<bool> proved(changes_.functions.size(), false);
  std::vector<std::string> assumptions;
  for (const auto& [helper, proof] : proofs_) {
    if (!proof.same) continue;
    proved[helper] = true;
    for (const std::string& each : proof.assumptions)
      if (std::ranges::find(assumptions, each) == assumptions.end()) assumptions.push_back(each);
  }
  if (!change::sameGiven({versions_.before.program, versions_.after.program}, changes_, proved)[entry]) return Answer{};
  Answer answer{
      decidedEntry(question.name(), result::Verdict::Equivalent,
                   "its code is the same in both versions, and so is the optimised code of every changed function that it may call"),
      {}};
  answer.decided->guarantee.granularity = "optimizer";
  answer.decided->guarantee.assumptions = std::move(assumptions);
  return answer;
}

}  // namespace cleave::prove
