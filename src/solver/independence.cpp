// A conjunction falls into groups of literals that share symbols. Each group is solved alone: a model of the whole is the models of the
// groups side by side, and one group that has none refutes the whole. Of the query "path so far, and the last literal flipped" only the
// group of the last literal is new; the others were answered before and cost a look-up.
//
// Literals with uninterpreted functions go into one group: f(x) = 1 and f(y) = 2 share no symbol, but they share f.
#include <algorithm>
#include <numeric>
#include <unordered_map>

#include "solver/reasons.h"
#include "solver/stages.h"

namespace cleave::solver {

namespace {

using expr::ExprId;
using expr::SymbolId;

class DisjointSets {
 public:
  explicit DisjointSets(size_t size) : parent_(size) { std::iota(parent_.begin(), parent_.end(), size_t{0}); }
  size_t find(size_t i) {
    while (parent_[i] != i) i = parent_[i] = parent_[parent_[i]];
    return i;
  }
  void unite(size_t a, size_t b) { parent_[find(a)] = find(b); }

 private:
  std::vector<size_t> parent_;
};

class Independence : public Solver {
 public:
  Independence(expr::ExprPool& pool, FunctionFinder& functions, std::unique_ptr<Solver> next)
      : pool_(pool), functions_(functions), next_(std::move(next)) {}

  Solution solve(std::span<const ExprId> conjunction, Seconds limit) override {
    std::vector<std::vector<ExprId>> groups = split(conjunction);
    Budget budget(sensible(limit), nullptr);
    Solution whole = satisfiable(expr::Assignment(pool_.symbolCount(), 0));
    for (const std::vector<ExprId>& group : groups) {
      Solution part = next_->solve(group, groups.size() == 1 ? limit : budget.left());
      if (part.answer == Answer::Unsatisfiable) return part;
      if (whole.answer == Answer::Unknown) continue;  // only a refutation is still of interest
      if (part.answer == Answer::Unknown) {
        if (groups.size() > 1 && budget.exhausted()) part.reason = timeOutReason(limit);  // not the part that was left for this group
        whole = std::move(part);
      } else {
        copyModel(group, part.model, whole.model);
      }
    }
    return whole;
  }

 private:
  // The last literal's group first: in a flip query only that one can be unsatisfiable.
  std::vector<std::vector<ExprId>> split(std::span<const ExprId> conjunction) {
    DisjointSets sets(conjunction.size());
    std::unordered_map<uint32_t, size_t> firstWith;  // symbol -> literal
    size_t firstWithFunction = conjunction.size();
    for (size_t i = 0; i < conjunction.size(); ++i) {
      for (SymbolId symbol : pool_.symbolsOf(conjunction[i])) sets.unite(i, firstWith.emplace(symbol.value, i).first->second);
      if (!functions_.holdsFunction(conjunction[i])) continue;
      if (firstWithFunction == conjunction.size()) firstWithFunction = i;
      sets.unite(i, firstWithFunction);
    }
    std::vector<std::vector<ExprId>> groups;
    std::unordered_map<size_t, size_t> groupOf;
    for (size_t i = conjunction.size(); i-- > 0;) {
      auto [place, isNew] = groupOf.emplace(sets.find(i), groups.size());
      if (isNew) groups.emplace_back();
      groups[place->second].push_back(conjunction[i]);
    }
    for (std::vector<ExprId>& group : groups) std::reverse(group.begin(), group.end());
    return groups;
  }

  // Only the group's own symbols: a model found elsewhere may say something about others, too.
  void copyModel(std::span<const ExprId> group, const expr::Assignment& from, expr::Assignment& to) {
    for (ExprId literal : group) {
      for (SymbolId symbol : pool_.symbolsOf(literal)) to[symbol.value] = symbol.value < from.size() ? from[symbol.value] : 0;
    }
  }

  expr::ExprPool& pool_;
  FunctionFinder& functions_;
  std::unique_ptr<Solver> next_;
};

}  // namespace

std::unique_ptr<Solver> makeIndependence(expr::ExprPool& pool, FunctionFinder& functions, std::unique_ptr<Solver> next) {
  return std::make_unique<Independence>(pool, functions, std::move(next));
}

}  // namespace cleave::solver
