// What is repeated is found from the top: the walk over a literal stops at a node that has a name, and gives one to the largest nodes that
// were there before. So a node is written out two or three times at most, however many conditions contain it, and what is small or new
// stays where it is read.
#include "expr/shared_terms.h"

#include <algorithm>

namespace cleave::expr {

namespace {

constexpr unsigned kWorth = 8;       // nodes; what has fewer is as short as its name is obscure
constexpr size_t kManyCommon = 32;   // conditions with more in common refer to it; who loses the definition loses them all
constexpr size_t kLongName = 40;     // of an input: the path to a part of a large object
constexpr size_t kTableLength = 32;  // elements of a read that is not written twice before it gets a name

}  // namespace

std::string SharedTerms::conjunction(const std::vector<ExprId>& literals, const std::vector<ExprId>& common) {
  const ExprId shared = pool_.conjunction(common);
  const bool isNamed = common.size() >= kManyCommon && pool_.op(shared) == Op::And;
  std::vector<ExprId> parts = conjuncts(pool_.conjunction(literals));
  if (isNamed) {
    if (!names_.contains(shared.value)) name(shared);
    if (pool_.isTrue(parts.front())) parts.clear();
    parts.push_back(shared);
  } else {
    std::vector<ExprId> all = literals;
    all.insert(all.end(), common.begin(), common.end());
    parts = conjuncts(pool_.conjunction(all));
  }
  if (parts.size() == 1) return text(parts.front());
  std::string all = "(and";
  for (const ExprId part : parts) all += " " + text(part);
  return all + ")";
}

std::vector<ExprId> SharedTerms::conjuncts(ExprId e) const {
  std::vector<ExprId> parts, stack{e};
  while (!stack.empty()) {
    const ExprId at = stack.back();
    stack.pop_back();
    if (pool_.op(at) == Op::And && pool_.sort(at).isBool()) {
      for (size_t k = pool_.operands(at).size(); k-- > 0;) stack.push_back(pool_.operand(at, k));
    } else if (std::ranges::find(parts, at) == parts.end()) {
      parts.push_back(at);
    }
  }
  return parts;
}

std::string SharedTerms::text(ExprId literal) {
  nameWhatIsRepeated(literal);
  return toSmtTerm(pool_, literal, names_);
}

void SharedTerms::nameWhatIsRepeated(ExprId literal) {
  std::vector<ExprId> stack{literal};
  while (!stack.empty()) {
    const ExprId e = stack.back();
    stack.pop_back();
    if (names_.contains(e.value) || (isLeaf(e) && !isLongSymbol(e))) continue;
    const bool isKnown = std::exchange(seen_[e.value], true) || isTable(e);
    if (isKnown && isWorthAName(e)) {
      name(e);
    } else if (!isKnown || pool_.op(e) == Op::Not) {
      for (const ExprId operand : pool_.operands(e)) stack.push_back(operand);
    }
  }
}

void SharedTerms::name(ExprId e) {
  std::string definition = toSmtTerm(pool_, e, names_);
  std::string given = "?" + std::to_string(names_.size() + 1);
  names_.emplace(e.value, given);
  new_.emplace_back(std::move(given), std::move(definition));
}

bool SharedTerms::isTable(ExprId e) const { return pool_.op(e) == Op::Read && pool_.operands(e).size() > kTableLength; }

bool SharedTerms::isLongSymbol(ExprId e) const {
  return pool_.op(e) == Op::Symbol && pool_.symbol(pool_.symbolOf(e)).name.size() > kLongName;
}

// A literal and its negation share what is negated.
bool SharedTerms::isWorthAName(ExprId e) const { return isLongSymbol(e) || (pool_.op(e) != Op::Not && weightOf(e) >= kWorth); }

// The nodes that would be written, up to a number that is enough.
unsigned SharedTerms::weightOf(ExprId e) const {
  unsigned weight = 0;
  std::vector<ExprId> stack{e};
  while (!stack.empty() && weight < kWorth) {
    const ExprId at = stack.back();
    stack.pop_back();
    ++weight;
    if (names_.contains(at.value)) continue;
    for (const ExprId operand : pool_.operands(at)) {
      if (stack.size() + weight >= kWorth) break;
      stack.push_back(operand);
    }
  }
  return weight + static_cast<unsigned>(stack.size());
}

}  // namespace cleave::expr
