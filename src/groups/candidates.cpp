#include "groups/candidates.h"

#include <algorithm>
#include <map>
#include <unordered_map>
#include <unordered_set>

#include "expr/substitute.h"
#include "groups/strings.h"
#include "groups/words.h"
#include "solver/scan.h"

namespace cleave::groups {

using expr::ExprId;

namespace {

constexpr size_t kMostSymbols = 3;   // of a literal that a person wants to read
constexpr size_t kLongestText = 80;  // bytes
constexpr size_t kMostLiterals = 200;
constexpr size_t kMostOfAll = 600;

// Those that many partitions have come first.
std::vector<ExprId> commonLiterals(expr::ExprPool& pool, std::span<const Part> parts) {
  std::unordered_map<ExprId, size_t> counts;
  std::vector<ExprId> order;
  solver::FunctionFinder functions(pool);
  for (const Part& part : parts)
    for (const ExprId literal : part.literals) {
      const auto [at, isNew] = counts.emplace(literal, 0);
      ++at->second;
      if (isNew) order.push_back(literal);
    }
  std::erase_if(order, [&](ExprId literal) {
    return pool.isConstant(literal) || pool.symbolsOf(literal).size() > kMostSymbols || functions.holdsFunction(literal);
  });
  std::ranges::stable_sort(order, std::ranges::greater(), [&](ExprId literal) { return counts[literal]; });
  if (order.size() > kMostLiterals) order.resize(kMostLiterals);
  return order;
}

constexpr size_t kMostAtoms = 100;
constexpr size_t kMostOfComposed = 8;  // symbols
constexpr size_t kMostNodes = 2000;  // of all literals
constexpr size_t kMostParts = 300;   // that are looked at for these

// Comparisons within literals: `(day < 30) != (day <= 28)`, which tells that two results differ, speaks of `day < 30` and `day <= 28`.
class Atoms {
 public:
  explicit Atoms(expr::ExprPool& pool) : pool_(pool) {}

  // What a conjunct fixes is put in place, too, so that `last[month]` is a number where `month == 2`.
  void add(const Part& part) {
    expr::Substitution fixed(pool_);
    std::vector<ExprId> composed;
    for (const ExprId literal : part.literals) {
      fix(literal, fixed);
      if (pool_.symbolsOf(literal).size() <= kMostOfComposed && holdsComparisons(literal)) composed.push_back(literal);
    }
    involved_.insert(composed.begin(), composed.end());
    if (fixed.empty()) return;
    for (const ExprId literal : composed) visit(fixed(literal));
  }
  const std::vector<ExprId>& found() const { return found_; }
  bool isInvolved(ExprId literal) const { return involved_.contains(literal); }

 private:
  void fix(ExprId literal, expr::Substitution& fixed) const {
    if (pool_.op(literal) != expr::Op::Equal) return;
    const ExprId a = pool_.operand(literal, 0), b = pool_.operand(literal, 1);
    if (pool_.op(a) == expr::Op::Symbol && pool_.isConstant(b)) fixed.set(pool_.symbolOf(a), b);
    if (pool_.op(b) == expr::Op::Symbol && pool_.isConstant(a)) fixed.set(pool_.symbolOf(b), a);
  }

  // Below the literal itself.
  bool holdsComparisons(ExprId literal) {
    const ExprId whole = pool_.op(literal) == expr::Op::Not ? pool_.operand(literal, 0) : literal;
    bool any = false;
    for (const ExprId each : operandsOf(whole)) any = visit(each) || any;
    return any;
  }

  // Adds the comparisons that have none below them; whether there are any.
  bool visit(ExprId e) {
    if (const auto known = seen_.find(e); known != seen_.end()) return known->second;
    if (seen_.size() >= kMostNodes) return false;
    bool any = false;
    for (const ExprId each : operandsOf(e)) any = visit(each) || any;
    const bool isComparison = pool_.sort(e).isBool() && !any && !operandsOf(e).empty();
    if (isComparison && found_.size() < kMostAtoms) found_.push_back(e);
    return seen_[e] = any || isComparison;
  }

  // A copy: what is made meanwhile may move the pool's own.
  std::vector<ExprId> operandsOf(ExprId e) const { return {pool_.operands(e).begin(), pool_.operands(e).end()}; }

  expr::ExprPool& pool_;
  std::unordered_map<ExprId, bool> seen_;
  std::vector<ExprId> found_;
  std::unordered_set<ExprId> involved_;
};

// Where one term is compared with another: that they are equal. Else invalid.
ExprId equalityOf(expr::ExprPool& pool, ExprId literal) {
  const ExprId inner = pool.op(literal) == expr::Op::Not ? pool.operand(literal, 0) : literal;
  if (expr::familyOf(pool.op(inner)) != expr::Family::Order) return {};
  const ExprId a = pool.operand(inner, 0), b = pool.operand(inner, 1);
  return pool.isConstant(a) || pool.isConstant(b) ? ExprId() : pool.equal(a, b);
}

class Collector {
 public:
  Collector(expr::ExprPool& pool, std::span<const Cell> cells) : pool_(pool), cells_(cells) {}

  void addLiteral(ExprId literal, bool isInvolved = false) {
    for (const ExprId each : {literal, pool_.notOf(literal)}) {
      std::string text = wordsOf(pool_, cells_, std::vector<ExprId>{each});
      if (text.size() <= kLongestText && text.find("…") == std::string::npos) add({each, std::move(text), true, isInvolved});
    }
  }
  void add(Candidate candidate) {
    if (pool_.isConstant(candidate.condition) || !seen_.insert(candidate.condition).second) return;
    found_.push_back(std::move(candidate));
  }
  std::vector<Candidate> finish() {
    std::ranges::stable_sort(found_, {}, [](const Candidate& each) { return each.text.size(); });
    if (found_.size() > kMostOfAll) found_.resize(kMostOfAll);
    return std::move(found_);
  }

 private:
  expr::ExprPool& pool_;
  std::span<const Cell> cells_;
  std::unordered_set<ExprId> seen_;
  std::vector<Candidate> found_;
};

}  // namespace

std::vector<Candidate> candidates(expr::ExprPool& pool, std::span<const Cell> cells, std::span<const Part> parts) {
  const std::vector<ExprId> literals = commonLiterals(pool, parts);
  Collector collector(pool, cells);
  Atoms atoms(pool);
  for (const Part& part : parts.subspan(0, std::min(parts.size(), kMostParts))) atoms.add(part);
  for (const ExprId literal : literals) {
    collector.addLiteral(literal, atoms.isInvolved(literal));
    if (const ExprId equality = equalityOf(pool, literal); equality.valid()) collector.addLiteral(equality);
  }
  solver::FunctionFinder functions(pool);
  for (const ExprId atom : atoms.found())
    if (pool.symbolsOf(atom).size() <= kMostSymbols && !functions.holdsFunction(atom)) collector.addLiteral(atom);
  for (Candidate& each : stringConditions(pool, cells, literals)) collector.add(std::move(each));
  return collector.finish();
}

}  // namespace cleave::groups
