#include "groups/describe.h"

#include <algorithm>
#include <unordered_map>
#include <unordered_set>

#include "expr/evaluate.h"
#include "groups/regions.h"
#include "groups/smallest_cover.h"
#include "groups/words.h"
#include "support/text.h"

namespace cleave::groups {

using expr::Assignment;
using expr::ExprId;

// --- proofs

namespace {

std::vector<std::vector<ExprId>> literalsOf(const Split& split, bool ofMembers) {
  std::vector<std::vector<ExprId>> list;
  for (size_t k = 0; k < split.parts.size(); ++k)
    if (std::ranges::binary_search(split.members, k) == ofMembers) list.push_back(split.parts[k].literals);
  return list;
}

}  // namespace

// What is in a member and in another part, too, is in the group: kinds of partitions that claim something exclude each other.
Judge::Judge(expr::ExprPool& pool, solver::Solver& solver, const Split& split) : pool_(pool), solver_(solver) {
  inside_ = unionOf(pool, literalsOf(split, true));
  outside_ = pool.notOf(inside_);
  if (!split.isComplete) outside_ = pool.andOf(outside_, unionOf(pool, literalsOf(split, false)));
}

Proof Judge::ask(std::vector<ExprId> question, Seconds limit) {
  solver::Solution solution = solver_.solve(question, limit);
  if (solution.answer == solver::Answer::Unsatisfiable) return Proof::Proved;
  if (solution.answer == solver::Answer::Unknown) return Proof::Open;
  counterexample_ = std::move(solution.model);
  return Proof::Refuted;
}

Refuted Judge::refutedBy(ExprId condition) {
  return {pool_.andOf(inside_, pool_.notOf(condition)), pool_.andOf(outside_, condition)};
}

Proof Judge::isNecessary(ExprId condition, Seconds limit) { return ask({inside_, pool_.notOf(condition)}, limit); }
Proof Judge::isSufficient(ExprId condition, Seconds limit) { return ask({outside_, condition}, limit); }

// --- the search

namespace {

constexpr size_t kMostSamples = 400;  // witnesses of each side that are looked at
constexpr size_t kMostInCommon = 4;   // conjuncts of what is no more than necessary
constexpr size_t kLeastPart = 10;     // each of which excludes at least a tenth of the others

class Search {
 public:
  Search(expr::ExprPool& pool, solver::Solver& solver, std::span<const Cell> cells, const Split& split,
         std::span<const Candidate> candidates, const Budget& budget, const DescribeOptions& options)
      : pool_(pool),
        cells_(cells),
        split_(split),
        budget_(budget),
        options_(options),
        solver_(solver),
        evaluator_(pool, none_) {
    for (const Candidate& each : candidates) alive_.push_back({&each, {}, false});
  }

  Description find() {
    takeWitnesses();
    markShared();
    while (mayAsk()) {
      const std::optional<std::vector<size_t>> chosen = choose();
      if (!chosen) break;
      switch (check(*chosen)) {
        case Proof::Proved:
          return describe(*chosen, true);
        case Proof::Refuted:
          break;  // what was learned changes the choice
        case Proof::Open:
          return describe(inCommon(), false);
      }
    }
    return describe(inCommon(), false);
  }

 private:
  struct Alive {
    const Candidate* candidate;
    std::vector<bool> excludes;  // by input outside the group
    bool isNecessary;            // proved
  };

  Judge& judge() {
    if (!judge_) judge_.emplace(pool_, solver_, split_);
    return *judge_;
  }
  bool mayAsk() const { return questions_ < options_.mostQuestions && !budget_.exhausted(); }
  Seconds limit() const { return std::min(options_.limitOfQuestion, budget_.left()); }

  void takeWitnesses() {
    const size_t others = split_.parts.size() - split_.members.size();
    const size_t step = split_.members.size() / kMostSamples + 1, otherStep = others / kMostSamples + 1;
    size_t inside = 0, outside = 0;
    for (size_t k = 0; k < split_.parts.size(); ++k) {
      const bool isMember = std::ranges::binary_search(split_.members, k);
      if (isMember && inside++ % step == 0) addInsider(split_.parts[k].witness);
      if (!isMember && outside++ % otherStep == 0) addOutsider(split_.parts[k].witness);
    }
  }

  // Candidates that do not hold there are out.
  void addInsider(const Assignment& input) {
    evaluator_.reset(input);
    std::erase_if(alive_, [&](const Alive& each) { return !evaluator_.holds(each.candidate->condition); });
  }

  void addOutsider(const Assignment& input) {
    evaluator_.reset(input);
    ++outsiders_;
    for (Alive& each : alive_) each.excludes.push_back(!evaluator_.holds(each.candidate->condition));
  }

  // Conditions that leave no input outside of the group. That pointers are not null, which all members say, is no matter of choice, and does not count.
  std::optional<std::vector<size_t>> choose() const {
    const std::vector<size_t> pointers = sharedPointers();
    std::vector<size_t> open;  // outsiders that no pointer excludes
    for (size_t k = 0; k < outsiders_; ++k)
      if (std::ranges::none_of(pointers, [&](size_t p) { return alive_[p].excludes[k]; })) open.push_back(k);
    std::optional<std::vector<size_t>> chosen;
    for (const bool alsoInvolved : {false, true})
      if (!chosen) chosen = cover(open, alsoInvolved);
    if (!chosen) return std::nullopt;
    for (const size_t pointer : pointers)
      if (excludesMore(pointer, *chosen)) chosen->push_back(pointer);
    std::ranges::sort(*chosen);
    return chosen;
  }

  std::optional<std::vector<size_t>> cover(const std::vector<size_t>& open, bool alsoInvolved) const {
    std::vector<std::vector<bool>> excludes(alive_.size());
    std::vector<CoverChoice> choices;
    for (size_t a = 0; a < alive_.size(); ++a) {
      const Candidate& candidate = *alive_[a].candidate;
      for (const size_t k : open) excludes[a].push_back(alive_[a].excludes[k] && (alsoInvolved || !candidate.isInvolved));
      choices.push_back({&excludes[a], candidate.text.size()});
    }
    std::optional<std::vector<size_t>> found = smallestCover(choices, open.size(), options_.mostConjuncts);
    return found ? found : anyCover(choices, open.size());
  }

  // Where looking for the smallest one takes too long: always the one that excludes most of what is left.
  std::optional<std::vector<size_t>> anyCover(const std::vector<CoverChoice>& choices, size_t items) const {
    std::vector<bool> isLeft(items, true);
    std::vector<size_t> chosen;
    while (std::ranges::find(isLeft, true) != isLeft.end()) {
      const auto gain = [&](const CoverChoice& each) {
        size_t count = 0;
        for (size_t k = 0; k < items; ++k) count += isLeft[k] && (*each.excludes)[k] ? 1 : 0;
        return count;
      };
      const auto best = std::ranges::max_element(choices, {}, gain);
      if (best == choices.end() || gain(*best) == 0 || chosen.size() == options_.mostConjuncts) return std::nullopt;
      for (size_t k = 0; k < items; ++k) isLeft[k] = isLeft[k] && !(*best->excludes)[k];
      chosen.push_back(static_cast<size_t>(best - choices.begin()));
    }
    return chosen;
  }

  bool excludesMore(size_t one, const std::vector<size_t>& others) const {
    for (size_t k = 0; k < outsiders_; ++k)
      if (alive_[one].excludes[k] && std::ranges::none_of(others, [&](size_t each) { return alive_[each].excludes[k]; })) return true;
    return false;
  }

  std::vector<size_t> sharedPointers() const {
    std::vector<size_t> found;
    for (size_t k = 0; k < alive_.size(); ++k)
      if (alive_[k].isNecessary && alive_[k].candidate->isLiteral && isOfPointer(alive_[k].candidate->condition)) found.push_back(k);
    return found;
  }

  bool isOfPointer(ExprId condition) const {
    const std::vector<expr::SymbolId>& symbols = pool_.symbolsOf(condition);
    if (symbols.size() != 1) return false;
    const auto cell = std::ranges::find(cells_, symbols[0], &Cell::symbol);
    return cell != cells_.end() && cell->name.ends_with("_is_null");
  }

  Proof check(const std::vector<size_t>& chosen) {
    std::vector<ExprId> conjuncts;
    for (const size_t k : chosen) {
      if (const Proof proof = checkNecessary(k); proof != Proof::Proved) return proof;
      conjuncts.push_back(alive_[k].candidate->condition);
    }
    ++questions_;
    const Proof proof = judge().isSufficient(pool_.conjunction(conjuncts), limit());
    if (proof == Proof::Refuted) addOutsider(Assignment(judge().counterexample()));
    return proof;
  }

  // Refuted: the candidate is gone, and maybe others.
  Proof checkNecessary(size_t k) {
    if (alive_[k].isNecessary) return Proof::Proved;
    ++questions_;
    const Proof proof = judge().isNecessary(alive_[k].candidate->condition, limit());
    if (proof == Proof::Proved) alive_[k].isNecessary = true;
    if (proof == Proof::Refuted) addInsider(Assignment(judge().counterexample()));
    return proof;
  }

  // Literals that each member has need no proof.
  void markShared() {
    std::unordered_map<ExprId, size_t> members;  // that have it; once each, however often they say it
    for (const size_t k : split_.members) {
      const std::vector<ExprId>& literals = split_.parts[k].literals;
      for (const ExprId literal : std::unordered_set<ExprId>(literals.begin(), literals.end())) ++members[literal];
    }
    for (Alive& each : alive_) {
      const auto known = members.find(each.candidate->condition);
      each.isNecessary = each.isNecessary || (known != members.end() && known->second == split_.members.size());
    }
  }

  // The conjuncts that exclude most, one after another; not those that hardly exclude anything, which would only be odd to read.
  std::vector<size_t> inCommon() {
    std::vector<bool> isExcluded(outsiders_, false);
    std::vector<const Candidate*> chosen;
    while (chosen.size() < kMostInCommon) {
      const auto gain = [&](const Alive& each) {
        size_t count = 0;
        for (size_t k = 0; k < outsiders_; ++k) count += each.excludes[k] && !isExcluded[k] ? 1 : 0;
        return count;
      };
      const auto best = std::ranges::max_element(alive_, {}, gain);
      if (best == alive_.end() || gain(*best) == 0 || (!chosen.empty() && gain(*best) * kLeastPart < outsiders_)) break;
      const size_t index = static_cast<size_t>(best - alive_.begin());
      const Proof proof = best->isNecessary ? Proof::Proved : mayAsk() ? checkNecessary(index) : Proof::Open;
      if (proof == Proof::Refuted) continue;
      if (proof == Proof::Open) {
        alive_.erase(alive_.begin() + static_cast<ptrdiff_t>(index));
        continue;
      }
      chosen.push_back(alive_[index].candidate);
      for (size_t k = 0; k < outsiders_; ++k) isExcluded[k] = isExcluded[k] || alive_[index].excludes[k];
    }
    std::vector<size_t> places;
    for (const Candidate* each : chosen)
      places.push_back(static_cast<size_t>(std::ranges::find(alive_, each, &Alive::candidate) - alive_.begin()));
    for (const size_t pointer : sharedPointers())
      if (excludesMore(pointer, places)) places.push_back(pointer);
    return places;
  }

  // Plain literals in one, so that comparisons of one term become bounds; then those with names. Each in the order of the inputs.
  Description describe(std::vector<size_t> chosen, bool isExact) const {
    std::ranges::stable_sort(chosen, {}, [&](size_t k) { return pool_.symbolsOf(alive_[k].candidate->condition).front(); });
    Description description;
    description.isExact = isExact;
    std::vector<ExprId> literals;
    std::vector<std::string> texts;
    for (const size_t k : chosen) {
      const Candidate& each = *alive_[k].candidate;
      description.conjuncts.push_back(each.condition);
      if (each.isLiteral) {
        literals.push_back(each.condition);
      } else {
        texts.push_back(each.text);
      }
    }
    if (!literals.empty()) texts.insert(texts.begin(), wordsOf(pool_, cells_, literals));
    description.text = join(texts, " && ");
    if (texts.empty() && isExact) description.text = "true";
    return description;
  }

  expr::ExprPool& pool_;
  std::span<const Cell> cells_;
  const Split& split_;
  const Budget& budget_;
  const DescribeOptions& options_;
  solver::Solver& solver_;
  std::optional<Judge> judge_;  // made when it is first asked: of many partitions it is large
  Assignment none_;
  expr::Evaluator evaluator_;
  std::vector<Alive> alive_;
  size_t outsiders_ = 0;
  size_t questions_ = 0;
};

}  // namespace

Description describe(expr::ExprPool& pool, solver::Solver& solver, std::span<const Cell> cells, const Split& split,
                     std::span<const Candidate> candidates, const Budget& budget, const DescribeOptions& options) {
  return Search(pool, solver, cells, split, candidates, budget, options).find();
}

}  // namespace cleave::groups
