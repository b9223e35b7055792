#include "groups/candidates.h"

#include <algorithm>
#include <map>
#include <unordered_map>
#include <unordered_set>

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

  void addLiteral(ExprId literal) {
    for (const ExprId each : {literal, pool_.notOf(literal)}) {
      std::string text = wordsOf(pool_, cells_, std::vector<ExprId>{each});
      if (text.size() <= kLongestText && text.find("…") == std::string::npos) add({each, std::move(text), true});
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
  for (const ExprId literal : literals) {
    collector.addLiteral(literal);
    if (const ExprId equality = equalityOf(pool, literal); equality.valid()) collector.addLiteral(equality);
  }
  for (Candidate& each : stringConditions(pool, cells, literals)) collector.add(std::move(each));
  return collector.finish();
}

}  // namespace cleave::groups
